"""The cross of 261 points on which four armies of xiangqi meet: geometry and text that several games share; no game of its own."""
