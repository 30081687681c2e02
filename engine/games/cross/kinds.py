"""Piece kinds that every game of four armies has, at the same numbers; an eighth one differs from game to game."""

NUMBERS = range(1, 9)
KING, ADVISER, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN, EIGHTH = NUMBERS
NOBODY = 4  #: owner of a piece that belongs to no seat
