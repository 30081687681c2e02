"""The numbers of the evaluation, in score units (100 one move): one ``int32`` vector.

A seat's *progress* is minus the moves that it is thought to need yet. Its terms have two weights, early and late, mixed by the
way that its army has gone. Classes of holes are those of the seat's own view with left and right exchanged counting as one.
"""

from __future__ import annotations

import numpy as np

from engine.games.chinese_checkers.geometry import DISTANCE, HOLES, MIRROR, PLACES, ROWS

STAGES = 2

#: [hole in own view]: its class; 0 .. CLASSES - 1.
CLASS_OF = np.zeros(HOLES, np.int64)
_first = sorted({min(hole, int(MIRROR[hole])) for hole in range(HOLES)})
for _hole in range(HOLES):
    CLASS_OF[_hole] = _first.index(min(_hole, int(MIRROR[_hole])))
CLASS_OF.flags.writeable = False
CLASSES = len(_first)

#: name -> entries; each entry has STAGES words.
LAYOUT = {
    "place": CLASSES,  # [class]: a piece there
    "last": ROWS,  # [row in own view] of the hindmost piece
    "jump": 1,  # a jump forward that is possible now
    "bridge": 1,  # a piece with another one of its own right before it
    "exit": 1,  # n (n + 1) / 2, n the moves by which the exit limit is too near for the pieces at home
    "turn": 1,
}
OFFSETS: dict[str, int] = {}
_next = 0
for _name, _entries in LAYOUT.items():
    OFFSETS[_name] = _next
    _next += STAGES * _entries
SIZE = _next
_STEP = 24  #: score units of a step


def first_guess() -> np.ndarray:
    """Weights made by thought alone: steps that are missing, the hindmost piece a little more, the middle better than the rim."""
    vector = np.zeros(SIZE, dtype=np.int32)
    for hole in range(HOLES):
        steps = int(DISTANCE[0, hole]) - 2
        aside = abs(PLACES[hole][1] - 12)
        place = OFFSETS["place"] + STAGES * int(CLASS_OF[hole])
        vector[place : place + STAGES] = (-_STEP * steps - 3 * aside, -_STEP * steps - aside)
    for row in range(ROWS):
        place = OFFSETS["last"] + STAGES * row
        vector[place : place + STAGES] = (6 * (row - 13), 12 * (row - 13)) if row < 13 else (0, 0)
    for name, pair in {"jump": (12, 10), "bridge": (2, 2), "exit": (-30, -30), "turn": (50, 50)}.items():
        vector[OFFSETS[name] : OFFSETS[name] + STAGES] = pair
    return vector


#: Learned from games of the engine with itself, beginning with :func:`first_guess`; see ``bench/results/chinese-checkers.md``.
_LEARNED = """
-358 -351 -338 -335 -308 -299 -290 -292 -265 -262 -254 -254 -276 -252 -270 -250 -264 -248 -258 -246 -240 -237 -242 -244 -236
-241 -249 -227 -243 -225 -237 -223 -222 -218 -223 -217 -221 -226 -222 -202 -216 -200 -207 -196 -198 -192 -186 -185 -195 -198
-195 -177 -193 -181 -181 -169 -174 -173 -172 -172 -169 -153 -160 -147 -150 -137 -153 -150 -153 -153 -171 -153 -141 -124 -132
-121 -123 -115 -122 -124 -174 -154 -144 -128 -119 -99 -111 -96 -106 -94 -93 -108 -177 -155 -147 -129 -117 -103 -90 -83 -87
-81 -79 -65 -180 -156 -150 -130 -120 -104 -90 -78 -63 -62 -53 -57 -43 -42 -34 -60 -24 -43 -16 -27 -8 -22 7 -12 36 13 -100
-171 -90 -163 -64 -134 -41 -103 -46 -107 -43 -95 -42 -89 -35 -74 -30 -60 -23 -48 -19 -34 -12 -24 -6 -12 0 0 0 0 0 0 0 0 22 9
13 -16 -30 -30 14 50
"""

WEIGHTS = np.array(_LEARNED.split(), dtype=np.int32)
assert WEIGHTS.size == SIZE
