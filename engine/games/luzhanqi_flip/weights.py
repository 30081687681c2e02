"""Numbers of the hand-made evaluation."""

from __future__ import annotations

import numpy as np

#: Score units of each kind A..L, index 0 unused; a mine guards the flag.
PIECE_VALUES = (0, 760, 600, 430, 300, 210, 150, 110, 80, 170, 120, 240, 1500)
VALUES = np.array((*PIECE_VALUES, 0, 0, 0), np.int64)
VALUES.flags.writeable = False
#: Behind the twelve values: share (per cent) of a face-down piece, a piece that an enemy beside it could take, a camp, the tempo
#: of the side to act, share (per cent) of rank values that each enemy piece which beats them takes away.
HIDDEN, THREATENED, IN_CAMP, TEMPO, BEATEN = 85, 35, 12, 15, 4
WEIGHTS = np.array((*PIECE_VALUES, HIDDEN, THREATENED, IN_CAMP, TEMPO, BEATEN), np.int32)
