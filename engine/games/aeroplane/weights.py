"""The numbers of the evaluation in thousandths of a logit, then the exact chances that ship; see ``evaluate.py``."""

from __future__ import annotations

import numpy as np

from engine.games.aeroplane.exact import shipped
from engine.games.aeroplane.features import SIZE

#: Learned from games with itself; the command is in ``bench/results/aeroplane.md``.
_LEARNED = """
102 256 288 83 300 292 313 335 328 340 351 351 355 392 387 377 345 348 349 337 278 305 315 403 336 364 376 412 419 434
458 500 486 560 598 607 629 673 682 683 716 775 781 787 815 827 908 919 940 969 990 1065 1100 1109 1066 1113 1115 1318
-19 -27 -31 -20 -47 -64 -82 -77 4 -21 -36 -6 -104 -75 -172 -60 -46 0 29 25 -8 59 -116 -122 179 0 81 -18
"""

WEIGHTS = np.concatenate([np.array(_LEARNED.split(), dtype=np.int32), shipped()])
assert WEIGHTS.size >= SIZE
