"""Everything that one search thread works with: the ``CONTEXT`` record of addresses and numbers, and its Python owner.

All int64 unless said otherwise. ``cells`` and ``kinds`` are those of the game; a *slot* stands for "a piece of this kind went to
this cell", ``kind * cells + to``; kind 0 is "no move".

==============  ==========================================================================================================
memory          uint8, the position stack; row ``root_row`` is the root, row ``root_row + ply`` a node
arena           scratch for move lists, used like a stack (``top``); see ``order.py``
frames          ``FRAME`` records, one a ply, with ``FRAMES_BELOW`` more before the root
pv              int64[MAX_PLY + 2, MAX_PLY + 2], the triangular table of principal variations
root_moves      ``ROOT_MOVE`` records; root_pv their variations, int64[max_moves, MAX_PLY + 2]
quiet_history   int16[seats, cells, cells] by seat, origin, to
noisy_history   int16[(kinds + 1) * cells, kinds + 1] by slot and victim
continuation    int16[slots, slots] by the slot of an earlier move and that of this one
counters        int64[slots], the quiet answer that refuted a move
structure_history  int16[STRUCTURES, slots] by ``structure_key`` and slot
correction      int16[2, CORRECTION_SIZE] by team of the mover and ``structure_key``
move_correction int16[slots, slots] by the slots of the last two moves
==============  ==========================================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import HEADER
from engine.core.jit import compile_kernel, inline_leaf, kernel
from engine.core.raw import caller, kernel_address, load_i64, record_at
from engine.core.score import MAX_PLY, NONE
from engine.core.spec import Evaluation, GameSpec
from engine.search.params import PARAMS, default_params, reductions

# --- layouts ------------------------------------------------------------------------------------------------------------

_ADDRESSES = (
    "memory", "arena", "frames", "pv", "root_moves", "root_pv", "quiet_history", "noisy_history", "continuation", "counters",
    "structure_history", "correction", "move_correction", "values", "teams", "weights", "scratch", "params", "reductions",
    "control", "own_line", "table",
)  # fmt: skip
#: The search's own kernels call each other by address too: linking them would compile the inner ones again for every caller.
_PARTS = ("next_move", "qsearch", "search")
_KERNELS = (
    "gen_moves", "gen_noisy", "gen_quiet", "make_move", "result", "adjudicate", "is_legal", "describe", "unfold", "see",
    "evaluate",
)  # fmt: skip
_NUMBERS = (
    "memory_bytes", "stride", "weights_size", "scratch_size", "packed", "unfolds", "null_move", "reversible_guard", "max_moves",
    "cells", "kinds", "slots", "clusters", "age", "thread",  # fixed during a search
    "threads", "root_row", "root_count", "lines", "max_depth", "node_limit",
    "nodes", "poll_at", "stopped", "may_stop", "seldepth", "null_ply",  # running
    "count_noisy", "count_quiet", "count_make", "count_adjudicate", "count_legal", "count_see", "count_evaluate",  # calls
    "depth", "line", "alpha", "beta", "delta", "fails", "phase",  # the iteration; see root.py
)  # fmt: skip

#: ``node_limit`` 0: none. ``may_stop``: the first iteration is complete, or one of its moves and the search needs no more.
#: ``null_ply``: no null move before this ply. ``own_line``: this thread's counters in ``control``.
CONTEXT = np.dtype([(name, "i8") for name in _ADDRESSES + _KERNELS + _PARTS + _NUMBERS])

#: move, shape : the move made here, in the common layout too. slot, line : its slot and the address of its row of
#: ``continuation``. static_eval : NONE in check.
#: excluded : the table move that a singular search leaves out. extensions : double extensions on the way here.
#: cutoffs : how often the children of this ply have failed high lately.
FRAME = np.dtype(
    [(name, "i8") for name in ("move", "shape", "slot", "line", "static_eval", "killer1", "killer2", "excluded", "pv_length",
                               "team", "extensions", "cutoffs")]
)  # fmt: skip
FRAMES_BELOW = 8

#: bound : 0 exact, else as the table's bounds. pv : index of its row in ``root_pv``.
ROOT_MOVE = np.dtype(
    [(name, "i8") for name in ("move", "score", "previous", "mean", "nodes", "seldepth", "bound", "pv", "pv_length", "depth")]
)

# --- control: int64 words shared by all threads of a search ---
STOP_CELL = 0
LINE_WORDS = 16  #: two cache lines, so that a prefetched neighbour is never another thread's
NODES, CURRENT_MOVE, CURRENT_NUMBER = 0, 1, 2  #: words of a thread's own line

POLL_INTERVAL = 1024
CORRECTION_SIZE = 1 << 14
STRUCTURES = 1 << 9
MAX_SLOTS = 4096
_LEARNED = (
    "quiet_history", "noisy_history", "continuation", "structure_history", "counters", "correction", "move_correction", "scratch",
)  # fmt: skip
PV_WIDTH = MAX_PLY + 2
_ARENA_PLIES = MAX_PLY + 16

RECORD = numba.from_dtype(CONTEXT)
context_at, frame_at, params_at = record_at(CONTEXT), record_at(FRAME), record_at(PARAMS)
root_move_at, header_at = record_at(ROOT_MOVE), record_at(np.dtype(HEADER))
CONTEXT_BYTES, FRAME_BYTES, ROOT_MOVE_BYTES = CONTEXT.itemsize, FRAME.itemsize, ROOT_MOVE.itemsize

call_gen, call_make, call_result = caller(contract.GEN_MOVES), caller(contract.MAKE_MOVE), caller(contract.RESULT)
call_adjudicate, call_legal, call_describe = caller(contract.ADJUDICATE), caller(contract.IS_LEGAL), caller(contract.DESCRIBE)
call_unfold, call_see, call_evaluate = caller(contract.UNFOLD), caller(contract.SEE), caller(contract.EVALUATE)

_I64 = types.int64
#: ``(address, ply, top) -> move``; see order.py.
NEXT_MOVE = types.FunctionType(_I64(_I64, _I64, _I64))
#: ``(address, ply, alpha, beta, top) -> score``; see qsearch.py.
QUIESCENCE = types.FunctionType(_I64(_I64, _I64, _I64, _I64, _I64))
#: ``(address, ply, alpha, beta, depth, cut_node, top) -> score``; see alphabeta.py.
SEARCH = types.FunctionType(_I64(_I64, _I64, _I64, _I64, _I64, _I64, _I64))
call_next, call_qsearch, call_search = caller(NEXT_MOVE), caller(QUIESCENCE), caller(SEARCH)


# --- leaves that every search file uses ---------------------------------------------------------------------------------


@inline_leaf
def frame_of(ctx, ply):
    """The frame of ``ply`` (-FRAMES_BELOW .. MAX_PLY + 3)."""
    return frame_at(ctx["frames"] + ply * FRAME_BYTES)


@inline_leaf
def header_of(ctx, row):
    """The common header of row ``row`` of the stack."""
    return header_at(ctx["memory"] + row * ctx["stride"])


@inline_leaf
def team_of(ctx, header):
    """The team (0 or 1) of the player who acts in the row with ``header``."""
    return load_i64(ctx["teams"], np.int64(header["player"]))


@inline_leaf
def value_of(ctx, kind):
    """Score units of a piece kind; 0 where the game names none."""
    return load_i64(ctx["values"], kind)


@inline_leaf
def slot_of(ctx, shape):
    """The slot of a move in the common layout."""
    slot = contract.move_mover(shape) * ctx["cells"] + contract.move_to(shape)
    if slot >= ctx["slots"]:
        slot %= ctx["slots"]
    return slot


@inline_leaf
def shape_of(ctx, row, move):
    """``move`` in the common layout."""
    if ctx["packed"] != 0:
        return move
    return call_describe(ctx["describe"], (ctx["memory"], ctx["memory_bytes"], row, move))


@inline_leaf
def root_move_of(ctx, index):
    """Root move number ``index`` from 0."""
    return root_move_at(ctx["root_moves"] + index * ROOT_MOVE_BYTES)


# --- binding ------------------------------------------------------------------------------------------------------------

_BIND = types.FunctionType(types.void(RECORD, *(contract.SIGNATURES[name] for name in _KERNELS)))


@kernel(_BIND)
def bind(ctx, gen_moves, gen_noisy, gen_quiet, make_move, result, adjudicate, is_legal, describe, unfold, see, evaluate):
    """Write the addresses of a game's kernels into ``ctx``; the signature checks their types."""
    ctx["gen_moves"] = kernel_address(gen_moves)
    ctx["gen_noisy"] = kernel_address(gen_noisy)
    ctx["gen_quiet"] = kernel_address(gen_quiet)
    ctx["make_move"] = kernel_address(make_move)
    ctx["result"] = kernel_address(result)
    ctx["adjudicate"] = kernel_address(adjudicate)
    ctx["is_legal"] = kernel_address(is_legal)
    ctx["describe"] = kernel_address(describe)
    ctx["unfold"] = kernel_address(unfold)
    ctx["see"] = kernel_address(see)
    ctx["evaluate"] = kernel_address(evaluate)


_BIND_PARTS = types.FunctionType(types.void(RECORD, NEXT_MOVE, QUIESCENCE, SEARCH))


@kernel(_BIND_PARTS)
def bind_parts(ctx, next_move, qsearch, search):
    """Write the addresses of the search's own kernels into ``ctx``."""
    ctx["next_move"] = kernel_address(next_move)
    ctx["qsearch"] = kernel_address(qsearch)
    ctx["search"] = kernel_address(search)


def game_kernels(spec: GameSpec, evaluation: Evaluation) -> list[Any]:
    """The game's kernels in the order of :func:`bind`, its ``evaluate`` replaced by that of ``evaluation``."""
    found = {**contract.DEFAULTS, **spec.kernels, "evaluate": evaluation.kernel}
    return [found[name] for name in _KERNELS]


def two_sides(teams: Sequence[int]) -> np.ndarray:
    """The side of each seat, int64[seats]: 0 for the first seat's team, 1 for all others."""
    return np.array([int(team != teams[0]) for team in teams], np.int64)


class Workspace:
    """The memory of one search thread. Big tables are made once and kept; ``ctx`` is the record, ``address`` its address."""

    def __init__(
        self,
        spec: GameSpec,
        parts: tuple[Any, Any, Any],
        control: np.ndarray,
        thread: int,
        params: np.ndarray | None = None,
        evaluation: Evaluation | None = None,
    ) -> None:
        """``parts`` are the kernels ``next_move``, ``qsearch`` and ``search``; ``params`` is shared by reference.

        Without an ``evaluation`` it is the hand-made one.
        """
        self.spec = spec
        self.control = control
        self.params = default_params(spec.search_params) if params is None else params
        self.record = np.zeros(3, dtype=CONTEXT)[1:2]  # its neighbours keep other threads' memory off its cache lines
        self.ctx = self.record[0]
        self.address = int(self.record.ctypes.data)
        self.arrays: dict[str, np.ndarray] = {}
        """Every table by its name in ``CONTEXT``."""
        cells, kinds, seats = spec.cells, spec.kinds, len(spec.entry.seats)
        slots = min((kinds + 1) * cells, MAX_SLOTS)
        self.frames = np.zeros(FRAMES_BELOW + MAX_PLY + 4, dtype=FRAME)
        self.root_moves = np.zeros(spec.max_moves, dtype=ROOT_MOVE)
        self.root_pv = np.zeros((spec.max_moves, PV_WIDTH), dtype=np.int64)
        values = np.zeros(contract.KIND_MASK + 1, dtype=np.int64)
        values[: len(spec.piece_values)] = spec.piece_values
        for name, array in {
            "arena": np.zeros(_ARENA_PLIES * (3 * spec.max_moves + 128), dtype=np.int64),
            "pv": np.zeros((PV_WIDTH, PV_WIDTH), dtype=np.int64),
            "root_moves": self.root_moves,
            "root_pv": self.root_pv,
            "quiet_history": np.zeros(seats * cells * cells, dtype=np.int16),
            "noisy_history": np.zeros((kinds + 1) * cells * (kinds + 1), dtype=np.int16),
            "continuation": np.zeros(slots * slots, dtype=np.int16),
            "structure_history": np.zeros(STRUCTURES * slots, dtype=np.int16),
            "counters": np.zeros(slots, dtype=np.int64),
            "correction": np.zeros(2 * CORRECTION_SIZE, dtype=np.int16),
            "move_correction": np.zeros(slots * slots, dtype=np.int16),
            "values": values,
            "teams": np.zeros(seats, dtype=np.int64),
            "control": control,
        }.items():
            self._keep(name, array)
        self.ctx["frames"] = self.frames.ctypes.data + FRAMES_BELOW * FRAME_BYTES
        self.ctx["own_line"] = control.ctypes.data + 8 * LINE_WORDS * (1 + thread)
        for name, number in {
            "stride": spec.state.itemsize,
            "packed": int(spec.packed_moves),
            "unfolds": int("unfold" in spec.kernels),
            "null_move": int(spec.null_move),
            "reversible_guard": spec.reversible_limit - 10 if spec.reversible_limit else 1 << 30,
            "max_moves": spec.max_moves,
            "cells": cells,
            "kinds": kinds,
            "slots": slots,
            "thread": thread,
        }.items():
            self.ctx[name] = number
        for function in (bind, bind_parts, *parts):
            compile_kernel(function)
        bind_parts(self.ctx, *parts)
        self._bind(evaluation or spec.hand_made())
        self.set_params(self.params)

    def _keep(self, name: str, array: np.ndarray) -> None:
        self.arrays[name] = array
        self.ctx[name] = array.ctypes.data

    def set_evaluation(self, evaluation: Evaluation) -> None:
        """Evaluate with ``evaluation`` from now on; what was learned under another one is forgotten."""
        self._bind(evaluation)
        self.forget()

    def _bind(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        kernels = game_kernels(self.spec, evaluation)
        for function in (*kernels, *evaluation.helpers):
            compile_kernel(function)
        bind(self.ctx, *kernels)
        self._keep("weights", evaluation.weights)
        self._keep("scratch", np.zeros(max(evaluation.scratch_words, 1), dtype=np.int64))
        self.ctx["weights_size"], self.ctx["scratch_size"] = evaluation.weights.size, evaluation.scratch_words

    def set_params(self, params: np.ndarray) -> None:
        """Use the numbers of ``params`` (a ``PARAMS`` array of one element, kept by reference)."""
        self.params = params
        self._keep("params", params)
        self._keep("reductions", reductions(params))

    def load(self, memory: np.ndarray, ply: int, moves: list[int], sides: np.ndarray) -> None:
        """Copy the game up to row ``ply`` from ``memory``; ``moves`` are those that were played (packed ones order the root).

        sides : int64, the side (0 or 1) of each seat.
        """
        self.arrays["teams"][:] = sides
        stride = self.spec.state.itemsize
        need = (ply + MAX_PLY + 8) * stride
        if "memory" not in self.arrays or self.arrays["memory"].size < need:
            self._keep("memory", np.zeros(2 * need, dtype=np.uint8))
            self.ctx["memory_bytes"] = self.arrays["memory"].size
        used = (ply + 1) * stride
        self.arrays["memory"][:used] = memory[:used]
        self.ctx["root_row"] = ply
        self.frames.view(np.int64).fill(0)
        self.frames["line"] = self.ctx["continuation"]
        self.frames["static_eval"] = NONE
        if self.spec.packed_moves:
            for back, move in enumerate(reversed(moves[-FRAMES_BELOW:]), start=1):
                slot = (move >> contract.MOVER_SHIFT & contract.KIND_MASK) * self.spec.cells + (move & contract.CELL_MASK)
                slot %= int(self.ctx["slots"])
                below = self.frames[FRAMES_BELOW - back]
                below["move"], below["slot"] = move, slot
                below["line"] = self.ctx["continuation"] + 2 * slot * self.ctx["slots"]

    def forget(self) -> None:
        """Empty all histories and the evaluation's caches."""
        for name in _LEARNED:
            self.arrays[name].fill(0)
