"""The cross of 261 points on which four armies of xiangqi meet: geometry, text and leaves that several games share."""
