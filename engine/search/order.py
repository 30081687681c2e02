"""Staged move ordering: moves are made and scored only when the earlier ones have not refuted the node.

1. the table move; 2. noisy moves that lose no material, by victim and capture history; 3. killers and the counter move; 4. quiet
moves by histories; 5. the other noisy moves. Quiescence takes the noisy moves only (all moves in check).

The picker of a node lives in the arena at the address ``top``: the ``PICKER`` record, room for the moves tried before a cutoff,
then for each generated part n moves, n entries and, where moves are not packed, n shapes. ``picker["top"]`` is the end, where the
pickers of the children begin. An entry is ``order score << 16 | index of the move``, so a plain maximum picks the next move.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import NOISY_BIT, fold, move_mover, move_victim
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import load_i16, load_i64, record_at, store_i64
from engine.search.context import (
    NEXT_MOVE,
    call_describe,
    call_gen,
    call_legal,
    call_see,
    context_at,
    frame_of,
    header_of,
    params_at,
    shape_of,
    value_of,
)
from engine.search.history import noisy_index, quiet_score, structure_line

#: mode : SEARCH, QUIESCENCE, EVASIONS (quiescence in check) or PROBCUT. threshold : what an exchange must win in PROBCUT mode.
#: move, shape : the last move given, in the common layout too. losing : it is of stage 5.
PICKER = np.dtype(
    [(name, "i8") for name in ("stage", "mode", "table_move", "killer1", "killer2", "counter", "moves", "entries", "shapes",
                               "cursor", "count", "bad", "bad_entries", "bad_moves", "bad_shapes", "skip_quiets", "threshold",
                               "shape", "losing", "top", "quiets_tried", "noisies_tried")]
)  # fmt: skip
picker_at = record_at(PICKER)

TRIED = 32  #: how many tried moves of each sort are remembered; later ones get no penalty
_TRIED_QUIETS = PICKER.itemsize
_TRIED_NOISIES = _TRIED_QUIETS + 8 * TRIED
_LISTS = _TRIED_NOISIES + 8 * TRIED

MODE_SEARCH, MODE_QUIESCENCE, MODE_EVASIONS, MODE_PROBCUT = 0, 1, 2, 3
(TABLE_MOVE, MAKE_NOISIES, NOISIES, KILLER1, KILLER2, COUNTER, MAKE_QUIETS, QUIETS, BAD_NOISIES, DONE) = range(10)

_INDEX_BITS = 16
_INDEX_MASK = (1 << _INDEX_BITS) - 1
_PROMOTION_VALUE = 400  #: order value of a noisy move without a victim


# --- lists --------------------------------------------------------------------------------------------------------------


@leaf
def _generate(ctx, picker, row, generator):
    """Append a generated part at ``picker["top"]`` and make it the current one; entries are not filled yet."""
    moves = picker["top"]
    count = call_gen(generator, (ctx["memory"], ctx["memory_bytes"], row, moves, ctx["max_moves"]))
    entries = moves + 8 * count
    shapes = moves
    top = entries + 8 * count
    if ctx["packed"] == 0:
        shapes = top
        top = shapes + 8 * count
        for index in range(count):
            store_i64(
                shapes, index, call_describe(ctx["describe"], (ctx["memory"], ctx["memory_bytes"], row, load_i64(moves, index)))
            )
    picker["moves"], picker["entries"], picker["shapes"] = moves, entries, shapes
    picker["cursor"], picker["count"], picker["top"] = 0, count, top


@inline_leaf
def _noisy_order(ctx, params, shape):
    """The order score of a noisy move."""
    value = value_of(ctx, move_victim(shape))
    if shape & NOISY_BIT:
        value += _PROMOTION_VALUE
    return value * params["mvv"] + load_i16(ctx["noisy_history"], noisy_index(ctx, shape))


@leaf
def _score_noisies(ctx, picker):
    params = params_at(ctx["params"])
    for index in range(picker["count"]):
        score = _noisy_order(ctx, params, load_i64(picker["shapes"], index))
        store_i64(picker["entries"], index, (score << _INDEX_BITS) | index)


@leaf
def _score_quiets(ctx, picker, ply, row):
    header = header_of(ctx, row)
    seat, line0 = np.int64(header["player"]), structure_line(ctx, header)
    line1, line2 = frame_of(ctx, ply - 1)["line"], frame_of(ctx, ply - 2)["line"]
    line4 = frame_of(ctx, ply - 4)["line"]
    shapes, entries = picker["shapes"], picker["entries"]
    for index in range(picker["count"]):
        score = quiet_score(ctx, seat, load_i64(shapes, index), line0, line1, line2, line4)
        store_i64(entries, index, (score << _INDEX_BITS) | index)


@inline_leaf
def _take_best(picker):
    """Move the best entry of the rest to the cursor and return it."""
    entries, cursor = picker["entries"], picker["cursor"]
    best, place = load_i64(entries, cursor), cursor
    for index in range(cursor + 1, picker["count"]):
        entry = load_i64(entries, index)
        if entry > best:
            best, place = entry, index
    store_i64(entries, place, load_i64(entries, cursor))
    store_i64(entries, cursor, best)
    picker["cursor"] = cursor + 1
    return best


@inline_leaf
def wins_exchange(ctx, row, move, shape, threshold):
    """Whether the exchange that ``move`` starts wins ``threshold``; a victim worth its captor needs no look."""
    victim = move_victim(shape)
    if victim != 0 and threshold <= 0 and value_of(ctx, victim) >= value_of(ctx, move_mover(shape)):
        return True
    ctx["count_see"] += 1
    return call_see(ctx["see"], (ctx["memory"], ctx["memory_bytes"], row, move, threshold)) != 0


# --- picker -------------------------------------------------------------------------------------------------------------


@inline_leaf
def start_picker(top, mode, table_move):
    """A picker at ``top``; ``table_move`` must be legal or 0."""
    picker = picker_at(top)
    picker["mode"], picker["table_move"] = mode, table_move
    picker["stage"] = TABLE_MOVE if table_move != 0 else MAKE_NOISIES
    picker["killer1"], picker["killer2"], picker["counter"] = 0, 0, 0
    picker["bad"], picker["skip_quiets"], picker["losing"] = 0, 0, 0
    picker["quiets_tried"], picker["noisies_tried"] = 0, 0
    picker["top"] = top + _LISTS
    return picker


@inline_leaf
def note_tried(picker, top, shape, quiet):
    """Remember a searched move, for a penalty if a later one fails high."""
    if quiet:
        if picker["quiets_tried"] < TRIED:
            store_i64(top + _TRIED_QUIETS, picker["quiets_tried"], shape)
            picker["quiets_tried"] += 1
    elif picker["noisies_tried"] < TRIED:
        store_i64(top + _TRIED_NOISIES, picker["noisies_tried"], shape)
        picker["noisies_tried"] += 1


@inline_leaf
def tried_quiet(top, index):
    """The shape of a quiet move that was tried."""
    return load_i64(top + _TRIED_QUIETS, index)


@inline_leaf
def tried_noisy(top, index):
    """The shape of a noisy move that was tried."""
    return load_i64(top + _TRIED_NOISIES, index)


@inline_leaf
def _can_play(ctx, picker, row, move):
    """Whether a remembered quiet move is legal here and has not been given yet."""
    if move == 0 or move == picker["table_move"]:
        return False
    ctx["count_legal"] += 1
    return call_legal(ctx["is_legal"], (ctx["memory"], ctx["memory_bytes"], row, move)) != 0


@kernel(NEXT_MOVE)
def next_move(address, ply, top):
    """The next move of the picker at ``top`` for the node at ``ply``, 0 when there is none; its shape in ``picker["shape"]``."""
    ctx = context_at(address)
    params = params_at(ctx["params"])
    picker = picker_at(top)
    row = ctx["root_row"] + ply
    if picker["stage"] == TABLE_MOVE:
        picker["stage"] = MAKE_NOISIES
        picker["shape"] = shape_of(ctx, row, picker["table_move"])
        return picker["table_move"]
    if picker["stage"] == MAKE_NOISIES:
        ctx["count_noisy"] += 1
        _generate(ctx, picker, row, ctx["gen_noisy"])
        _score_noisies(ctx, picker)
        picker["stage"] = NOISIES
        picker["bad_entries"], picker["bad_moves"], picker["bad_shapes"] = picker["entries"], picker["moves"], picker["shapes"]
    if picker["stage"] == NOISIES:
        while picker["cursor"] < picker["count"]:
            entry = _take_best(picker)
            index = entry & _INDEX_MASK
            move = load_i64(picker["moves"], index)
            if move == picker["table_move"]:
                continue
            shape = load_i64(picker["shapes"], index)
            if picker["mode"] == MODE_SEARCH:
                if not wins_exchange(ctx, row, move, shape, -((entry >> _INDEX_BITS) // params["noisy_see"])):
                    store_i64(picker["bad_entries"], picker["bad"], entry)
                    picker["bad"] += 1
                    continue
            elif picker["mode"] == MODE_PROBCUT and not wins_exchange(ctx, row, move, shape, picker["threshold"]):
                continue
            picker["shape"] = shape
            return move
        if picker["mode"] == MODE_SEARCH:
            picker["stage"] = KILLER1
        elif picker["mode"] == MODE_EVASIONS:
            picker["stage"] = MAKE_QUIETS
        else:
            picker["stage"] = DONE
            return np.int64(0)
    if picker["stage"] <= COUNTER:
        frame = frame_of(ctx, ply)
        if picker["stage"] == KILLER1:
            picker["stage"] = KILLER2
            move = frame["killer1"]
            if picker["skip_quiets"] == 0 and _can_play(ctx, picker, row, move):
                picker["killer1"] = move
                picker["shape"] = shape_of(ctx, row, move)
                return move
        if picker["stage"] == KILLER2:
            picker["stage"] = COUNTER
            move = frame["killer2"]
            if picker["skip_quiets"] == 0 and _can_play(ctx, picker, row, move):
                picker["killer2"] = move
                picker["shape"] = shape_of(ctx, row, move)
                return move
        picker["stage"] = MAKE_QUIETS
        move = load_i64(ctx["counters"], frame_of(ctx, ply - 1)["slot"])
        if (
            picker["skip_quiets"] == 0
            and move != frame["killer1"]
            and move != frame["killer2"]
            and _can_play(ctx, picker, row, move)
        ):
            picker["counter"] = move
            picker["shape"] = shape_of(ctx, row, move)
            return move
    if picker["stage"] == MAKE_QUIETS:
        picker["stage"] = QUIETS
        picker["cursor"], picker["count"] = 0, 0
        if picker["skip_quiets"] == 0:
            ctx["count_quiet"] += 1
            _generate(ctx, picker, row, ctx["gen_quiet"])
            _score_quiets(ctx, picker, ply, row)
    if picker["stage"] == QUIETS:
        while picker["skip_quiets"] == 0 and picker["cursor"] < picker["count"]:
            index = _take_best(picker) & _INDEX_MASK
            move = load_i64(picker["moves"], index)
            if (
                move != picker["table_move"]
                and move != picker["killer1"]
                and move != picker["killer2"]
                and move != picker["counter"]
            ):
                picker["shape"] = load_i64(picker["shapes"], index)
                return move
        picker["stage"] = BAD_NOISIES
        picker["cursor"], picker["count"] = 0, picker["bad"]
        picker["losing"] = 1
    if picker["stage"] == BAD_NOISIES:
        if picker["cursor"] < picker["count"]:
            index = load_i64(picker["bad_entries"], picker["cursor"]) & _INDEX_MASK
            picker["cursor"] += 1
            picker["shape"] = load_i64(picker["bad_shapes"], index)
            return load_i64(picker["bad_moves"], index)
        picker["stage"] = DONE
    return np.int64(0)


@leaf
def find_folded(ctx, row, fold_bits, top):
    """The legal move whose ``contract.fold`` is ``fold_bits``, 0 if there is none; for unpacked moves without ``unfold``."""
    count = call_gen(ctx["gen_moves"], (ctx["memory"], ctx["memory_bytes"], row, top, ctx["max_moves"]))
    for index in range(count):
        move = load_i64(top, index)
        if fold(move) == fold_bits:
            return move
    return np.int64(0)
