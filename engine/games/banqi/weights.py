"""The numbers of the evaluation, in score units (100 about a soldier and a half), and the words of its vector."""

from __future__ import annotations

import numpy as np

from engine.games.banqi.rules import CANNON, GENERAL, HONG_KONG, SOLDIER, TABLES

#: What a piece of each kind is worth for exchanges: ``see``, move ordering and what quiescence expects of a capture.
VALUES = np.array([0, 400, 380, 240, 160, 110, 230, 80, 0], dtype=np.int64)
VALUES.flags.writeable = False
PIECE_VALUES = tuple(int(value) for value in VALUES)

#: Base values of K A B R N C P under each table.
_STANDARD = (400, 380, 240, 160, 110, 230, 80)
_HONG_KONG = (380, 170, 130, 330, 300, 210, 90)
FARTHEST = 10

#: name -> words
LAYOUT = {
    "base": 7 * len(TABLES),  # [table, kind - 1]: a piece at the beginning
    "late": 7 * len(TABLES),  # [table, kind - 1]: what is added by the end, in proportion to the pieces that are gone
    "prey": 8,  # [kind]: the general for each enemy soldier that is left, ...
    "safe": 1,  # a piece that no enemy kind left can take by a step
    "near": 2 * (FARTHEST + 1),  # [hunter does not act, steps]: 256ths of the victim's value for a hunter so far away
    "jump": 2,  # [cannon does not act]: 256ths of the value of what it could take
    "freedom": 1,  # a step to an empty square
    "hidden": 1,  # 256ths of a piece's value while it is face-down
    "turn": 1,
    "lead": 1,  # 256ths of the material that a side leads by, for each piece that the other has lost
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _words in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += _words
SIZE = _next


def first_guess() -> np.ndarray:
    """Weights made by thought alone."""
    vector = np.zeros(SIZE, dtype=np.int32)
    for table in range(len(TABLES)):
        vector[OFFSETS["base"] + 7 * table :][:7] = _HONG_KONG if table == HONG_KONG else _STANDARD
    vector[OFFSETS["prey"] + GENERAL] = -24
    vector[OFFSETS["prey"] + SOLDIER] = 25
    vector[OFFSETS["prey"] + CANNON] = 0
    vector[OFFSETS["safe"]] = 40
    vector[OFFSETS["near"] :][: 2 * (FARTHEST + 1)] = 2 * (0, 30, 24, 18, 14, 11, 8, 6, 4, 2, 1)
    vector[OFFSETS["freedom"]] = 3
    vector[OFFSETS["hidden"]] = 236
    vector[OFFSETS["turn"]] = 10
    vector[OFFSETS["lead"]] = 6
    return vector


#: Learned from games of the engine with itself at ``banqi``, beginning with :func:`first_guess`; commands in
#: ``bench/results/banqi.md``. The base values of the other tables are still those of thought.
_LEARNED = """
429 381 200 144 98 207 91 400 380 240 160 110 230 80 400 380 240 160 110 230
80 400 380 240 160 110 230 80 400 380 240 160 110 230 80 380 170 130 330 300
210 90 17 -1 -17 -4 -7 -8 11 0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 -9 0 0 0 0 0 18 52 0 32 43 22 12 11 9
6 7 -7 -2 0 45 45 23 13 13 11 7 8 -6 -2 1 5 5 257 6
7
"""

WEIGHTS = np.array(_LEARNED.split(), dtype=np.int32)
assert WEIGHTS.size == SIZE
