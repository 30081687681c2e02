"""The numbers of the evaluation, in score units (100 a ball in reserve)."""

from __future__ import annotations

import numpy as np

#: name -> weight
WEIGHTS_BY_NAME = {
    "reserve": 100,
    "free": 10,  # an own ball on which none rests
    "level2": 5,
    "level3": 10,
    "threat": 15,  # an empty site that would complete a shape
    "open_threat": 20,  # one that is open now
    "stack": 5,  # a free ball of level 1 where a higher site is open
    "turn": 5,
}
OFFSETS = {name: place for place, name in enumerate(WEIGHTS_BY_NAME)}
WEIGHTS = np.array(list(WEIGHTS_BY_NAME.values()), dtype=np.int32)
