"""What the games of four armies share: the cross of 261 points on which most of them meet, records, leaves, text."""
