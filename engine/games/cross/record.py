"""The record of a position of four armies: what all of these games keep, and room for what one of them adds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core import contract
from engine.games.cross.geometry import CELLS, SEATS
from engine.games.cross.lines import WORDS

#: sets : by owner, five words each, the cells of its pieces (owner 4: nobody's). body : the key of all pieces. quiet, plies :
#: the position string's counters. quiet_limit, ply_limit : the options, with 0 replaced. king : the cell of each seat's general,
#: -1 for a fallen seat.
_WIDE: list = [
    ("sets", "u8", (5 * WORDS,)),
    ("body", "u8"),
    ("last_move", "i8"),
    ("quiet", "i4"),
    ("plies", "i4"),
    ("quiet_limit", "i4"),
    ("ply_limit", "i4"),
    ("king", "i2", (SEATS,)),
]


def record(words: Sequence[str], small: Sequence[str]) -> np.dtype:
    """The dtype with the int16 fields ``words`` and the int8 fields ``small`` added.

    alive : bit set of seats. over : the reason why the game is decided, 0 if it is not. board : codes ``kind | owner << 4``.
    """
    fields = [*_WIDE, *((name, "i2") for name in words), *((name, "i1") for name in ("alive", "over", *small))]
    fields.append(("board", "i1", (CELLS,)))
    dtype = contract.state_dtype(fields)
    assert dtype.fields is not None
    spare = dtype.itemsize - dtype.fields["board"][1] - CELLS
    return contract.state_dtype([*fields, ("spare", "i1", (spare,))]) if spare else dtype  # no byte of a record is undefined
