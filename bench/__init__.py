"""Everything that measures; nothing imports it."""
