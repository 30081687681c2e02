"""The numbers of the hand-made evaluation, in score units (100 a man): one ``int32`` vector for each game.

Pairs are (many pieces, few pieces); in between the evaluation takes the weighted mean by the number of pieces on the board.
Tables have one entry for each rank of a man, counted from its owner's first row.
"""

from __future__ import annotations

import numpy as np

from engine.games.draughts.rules import RULE_FLYING, Setting

#: Ranks of a man on the smaller and the larger board; the last one is never reached by a man.
RANKS = 10
#: name -> words. "pair" terms have 2, tables 2 * RANKS.
LAYOUT = {
    "man": 2,
    "king": 2,
    "rank": 2 * RANKS,  # by rank of a man
    "runner": 2 * RANKS,  # by rank of a man that no enemy piece can stop
    "guard": 2,  # own first row, each man, while the enemy has men
    "bridge": 2,  # the two squares of the first row that stop most breakthroughs, together
    "centre": 2,  # a man in the middle of the board
    "edge": 2,  # a man on the left or right edge
    "backed": 2,  # a man with own pieces on both squares behind it, or the edge
    "steps": 2,  # a step that a man could make
    "king_steps": 2,  # a move of a king
    "king_centre": 2,
    "king_road": 2,  # a king on the long diagonal
    "lead": 2,  # the material difference in men divided by all pieces: being ahead counts more the fewer there are
    "turn": 2,
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _words in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += _words
SIZE = _next

# fmt: off
_BASE: dict[str, tuple] = {
    "man": (100, 100),
    "rank": ((2, 1, 2, 4, 6, 8, 10, 14, 20, 0), (0, 3, 6, 10, 15, 21, 28, 36, 48, 0)),
    "runner": ((20, 20, 22, 26, 32, 42, 56, 75, 95, 0), (40, 42, 48, 56, 68, 84, 104, 130, 160, 0)),
    "guard": (8, 4), "bridge": (8, 6), "centre": (4, 2), "edge": (-3, -2), "backed": (3, 2), "steps": (1, 1),
    "king_steps": (1, 2), "king_centre": (4, 6), "king_road": (0, 0), "lead": (200, 300), "turn": (3, 3),
}
_FLYING: dict[str, tuple] = {"king": (290, 260), "king_centre": (0, 0), "king_road": (20, 25)}
_SHORT: dict[str, tuple] = {"king": (140, 135), "king_steps": (2, 3)}
# fmt: on


def weights_of(setting: Setting) -> np.ndarray:
    """The weights of a game: ``int32[SIZE]``; each pair or table entry as (many pieces, few pieces)."""
    chosen = _BASE | (_FLYING if setting.rules & RULE_FLYING else _SHORT)
    vector = np.zeros(SIZE, dtype=np.int32)
    for name, words in LAYOUT.items():
        pair = np.array(chosen[name], dtype=np.int32)
        vector[OFFSETS[name] : OFFSETS[name] + words] = pair.T.reshape(-1)
    return vector
