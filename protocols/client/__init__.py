"""The other side of the protocols: drives foreign engines (and our own) as processes."""
