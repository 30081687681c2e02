"""What earlier nodes taught about moves: histories with gravity, killers, counter moves, corrections of the static evaluation.

A history entry moves towards ``HISTORY_MAX`` by rewards and towards ``-HISTORY_MAX`` by penalties, each step shortened by how
near it already is: ``h += b - h * |b| / HISTORY_MAX``.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import move_origin, move_to, move_victim
from engine.core.jit import inline_leaf, leaf
from engine.core.raw import load_i16, store_i16, store_i64
from engine.core.score import EVAL_LIMIT
from engine.search.context import CORRECTION_SIZE, STRUCTURES, frame_of, header_of, params_at, slot_of

HISTORY_SHIFT = 14
HISTORY_MAX = 1 << HISTORY_SHIFT
CORRECTION_SHIFT = 10
CORRECTION_MAX = 1 << CORRECTION_SHIFT


@inline_leaf
def _learn(table, index, bonus):
    """Reward (or punish, if negative) one entry of an int16 table; ``abs(bonus)`` below HISTORY_MAX."""
    old = load_i16(table, index)
    store_i16(table, index, old + bonus - ((old * abs(bonus)) >> HISTORY_SHIFT))


@inline_leaf
def quiet_index(ctx, seat, shape):
    """The index of a quiet move in ``quiet_history``."""
    return (seat * ctx["cells"] + move_origin(shape)) * ctx["cells"] + move_to(shape)


@inline_leaf
def noisy_index(ctx, shape):
    """The index of a noisy move in ``noisy_history``."""
    return slot_of(ctx, shape) * (ctx["kinds"] + 1) + move_victim(shape)


@inline_leaf
def structure_line(ctx, header):
    """The row of ``structure_history`` of a position."""
    return ctx["structure_history"] + 2 * np.int64(header["structure_key"] & np.uint64(STRUCTURES - 1)) * ctx["slots"]


@inline_leaf
def quiet_score(ctx, seat, shape, line0, line1, line2, line4):
    """What the histories think of a quiet move, within 5 * HISTORY_MAX either way.

    line0 : row of the structure. line1, line2, line4 : rows of ``continuation`` of the moves so many plies before.
    """
    slot = slot_of(ctx, shape)
    near = load_i16(ctx["quiet_history"], quiet_index(ctx, seat, shape)) + load_i16(line0, slot) + load_i16(line1, slot)
    return near + load_i16(line2, slot) + (load_i16(line4, slot) >> 1)


@inline_leaf
def bonus_of(params, depth):
    """The reward of a move that failed high at ``depth``."""
    return np.int64(min(params["history_bonus"] * depth - params["history_offset"], params["history_limit"]))


@leaf
def learn_quiet(ctx, ply, shape, bonus):
    """Reward or punish a quiet move at ``ply`` in all histories of quiet moves."""
    header = header_of(ctx, ctx["root_row"] + ply)
    _learn(ctx["quiet_history"], quiet_index(ctx, np.int64(header["player"]), shape), bonus)
    slot = slot_of(ctx, shape)
    _learn(structure_line(ctx, header), slot, bonus)
    for back in (1, 2, 4):
        earlier = frame_of(ctx, ply - back)
        if earlier["slot"] != 0:
            _learn(earlier["line"], slot, bonus)


@leaf
def learn_noisy(ctx, shape, bonus):
    """Reward or punish a noisy move."""
    _learn(ctx["noisy_history"], noisy_index(ctx, shape), bonus)


@leaf
def learn_refutation(ctx, ply, move):
    """Note a quiet move that failed high as killer of its ply and counter of the move before."""
    frame = frame_of(ctx, ply)
    if frame["killer1"] != move:
        frame["killer2"] = frame["killer1"]
        frame["killer1"] = move
    earlier = frame_of(ctx, ply - 1)
    if earlier["slot"] != 0:
        store_i64(ctx["counters"], earlier["slot"], move)


@inline_leaf
def _structure_index(header, team):
    return team * CORRECTION_SIZE + np.int64(header["structure_key"] & np.uint64(CORRECTION_SIZE - 1))


@inline_leaf
def _pair_index(ctx, ply):
    return frame_of(ctx, ply - 2)["slot"] * ctx["slots"] + frame_of(ctx, ply - 1)["slot"]


@inline_leaf
def corrected(ctx, ply, header, team, raw_eval):
    """The static evaluation after what the histories of the structure and of the last two moves say about its error."""
    params = params_at(ctx["params"])
    by_structure = load_i16(ctx["correction"], _structure_index(header, team)) * params["correction_weight"]
    by_moves = load_i16(ctx["move_correction"], _pair_index(ctx, ply)) * params["correction_moves"]
    score = raw_eval + ((by_structure + by_moves) >> CORRECTION_SHIFT)
    return min(max(score, 1 - EVAL_LIMIT), EVAL_LIMIT - 1)


@inline_leaf
def _drift(table, index, bonus):
    old = load_i16(table, index)
    store_i16(table, index, old + bonus - ((old * abs(bonus)) >> CORRECTION_SHIFT))


@leaf
def learn_correction(ctx, ply, header, team, error, depth):
    """Note that a search of ``depth`` found a score ``error`` above the static evaluation."""
    bonus = min(max(error * depth >> 3, -CORRECTION_MAX // 4), CORRECTION_MAX // 4)
    _drift(ctx["correction"], _structure_index(header, team), bonus)
    _drift(ctx["move_correction"], _pair_index(ctx, ply), bonus)
