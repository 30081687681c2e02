"""How a network lies in the arrays that ``evaluate`` gets.

**Weights**, int32, read only, shared by all threads, aligned to 64 bytes: a ``NET`` record of addresses and sizes, the output
bucket for each number of active inputs (int32[MAX_ACTIVE + 1]), then ``first``, ``first_bias``, ``out`` and ``out_bias`` of the
file, each aligned to 64 bytes.

**Scratch**, int64, one per thread, zero at first, used from its first multiple of 64 bytes on: room for a list of inputs, then
``SLOTS`` slots of SLOT_HEAD bytes and two accumulators int16[N], that of seat 0 and that of seat 1. Row ``ply`` of the stack has
slot ``ply % SLOTS``; what stands in it holds good while its tag is that of the row's key, whichever search or game it is from.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.contract import ENDING, FEATURE_CHANGES, FEATURES
from engine.core.jit import kernel
from engine.core.raw import kernel_address
from engine.network.format import Network

LINE = 64  #: bytes that parts are aligned to
SLOTS = 128  #: a power of two; more plies than a search is usually deep
MAX_ACTIVE = 512  #: active inputs of a view at most; no board has more cells
LIST_WORDS = 2 * MAX_ACTIVE

#: features, feature_changes, ending : addresses of the game's kernels. stride : bytes of a row of the stack.
#: blocks : N / 16. row : bytes of N int16. slot : bytes of a slot. squared : SCReLU (1) or clipped ReLU.
#: buckets, first, first_bias, out, out_bias : places in the array, in bytes.
NET = np.dtype(
    [(name, "i8") for name in ("features", "feature_changes", "ending", "stride", "blocks", "row", "slot", "squared", "scale",
                               "buckets", "first", "first_bias", "out", "out_bias")]
)  # fmt: skip
#: Words at the head of a slot: the tag (uint64), then the number of active inputs of each seat.
TAG_WORD, ACTIVE_WORD, SLOT_HEAD = 0, 1, LINE

_BIND = types.FunctionType(types.void(FEATURES, FEATURE_CHANGES, ENDING, types.Array(types.int64, 1, "C")))


@kernel(_BIND)
def bind_game(features, feature_changes, ending, out):
    """Write the addresses of a game's kernels into ``out``, int64[3]."""
    out[0], out[1], out[2] = kernel_address(features), kernel_address(feature_changes), kernel_address(ending)


def _lines(size: int) -> int:
    return -(-size // LINE) * LINE


def scratch_words(hidden: int) -> int:
    """Words of scratch memory for a network of width ``hidden``."""
    return (LINE + 8 * LIST_WORDS + SLOTS * (SLOT_HEAD + _lines(4 * hidden))) // 8


def pack(network: Network, stride: int, kernels: np.ndarray) -> np.ndarray:
    """The weights array of ``network``; ``stride``: bytes of a row of the stack, ``kernels``: what :func:`bind_game` wrote."""
    active = np.arange(MAX_ACTIVE + 1, dtype=np.int64)
    buckets = np.minimum(np.maximum(active - 1, 0) * network.buckets // network.pieces, network.buckets - 1).astype(np.int32)
    parts = {"buckets": buckets}
    parts |= {name: np.ascontiguousarray(getattr(network, name)) for name in ("first", "first_bias", "out", "out_bias")}
    head = np.zeros(1, dtype=NET)
    head["features"], head["feature_changes"], head["ending"] = kernels
    head["stride"], head["blocks"], head["row"] = stride, network.hidden // 16, 2 * network.hidden
    head["slot"] = SLOT_HEAD + _lines(4 * network.hidden)
    head["squared"], head["scale"] = int(network.activation == "screlu"), network.scale
    place = _lines(NET.itemsize)
    for name, array in parts.items():
        head[name] = place
        place += _lines(array.nbytes)
    room = np.zeros(place + LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    packed = room[start : start + place]
    packed[: NET.itemsize] = head.view(np.uint8)
    for name, array in parts.items():
        at = int(head[name][0])
        packed[at : at + array.nbytes] = array.reshape(-1).view(np.uint8)
    return packed.view(np.int32)
