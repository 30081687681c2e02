"""A whole game of self-play as one compiled call: opening, searches, adjudication, record.

A game begins with random legal plies. If the rules end it there, or if a short search finds the position unbalanced, other random
plies are tried. Then both sides are the same search under a node limit. The game ends by its rules, by adjudication or at the
longest length. Where chance is due an outcome is drawn by its weight; it is a ply of its own without a score.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from engine.core.contract import FLAG_CHANCE, winners_of
from engine.core.jit import kernel, leaf
from engine.core.keys import mix64, next_random
from engine.core.raw import caller, kernel_address, load_i64, store_i64
from engine.core.score import INFINITE, MATE, MATE_BOUND, MAX_PLY
from engine.expectimax.chance import MOST_OUTCOMES, list_outcomes
from engine.learn.record import DRAW, END_DRAW, END_LENGTH, END_RULE, END_WIN, LOSS, NO_SCORE, WIN
from engine.search.context import (
    FRAME_BYTES,
    FRAMES_BELOW,
    NODES,
    STOP_CELL,
    call_gen,
    call_make,
    call_result,
    context_at,
    frame_of,
    header_of,
    root_move_of,
    slot_of,
    team_of,
)
from engine.search.root import DEEPEST, ITERATION, advance, begin
from engine.search.table import AGES, LOWER

#: All int64. begin, advance : addresses of the search's kernels. null_move : of the game. chance : whether it has dice or flips;
#: its outcomes are then found as ``engine.expectimax.chance`` says. nodes : of a search.
#: The settings up to ``longest`` are those of ``selfplay.Settings``. Results: plies, tries (openings drawn), result, end, reason,
#: searched (nodes); plies is 0 if no balanced opening was found.
JOB = np.dtype(
    [
        (name, "i8")
        for name in (
            "begin", "advance", "null_move", "chance", "nodes", "opening_least", "opening_most", "opening_nodes", "opening_score",
            "win_score", "win_plies", "draw_from", "draw_score", "draw_plies", "longest",
            "plies", "opening", "tries", "result", "end", "reason", "searched",
        )
    ]
)  # fmt: skip
MOST_TRIES = 10_000

_BEGIN, _ADVANCE = begin.qiji_signature, advance.qiji_signature
_call_begin, _call_advance = caller(_BEGIN), caller(_ADVANCE)
_JOB = numba.from_dtype(JOB)
_FRAME_WORDS = FRAME_BYTES // 8
_FRAMES = FRAMES_BELOW + MAX_PLY + 4

_BIND_SEARCH = types.FunctionType(types.void(_JOB, _BEGIN, _ADVANCE))


@kernel(_BIND_SEARCH)
def bind_search(job, begin, advance):
    """Write the addresses of the search's entry points into ``job``."""
    job["begin"], job["advance"] = kernel_address(begin), kernel_address(advance)


@leaf
def _clear_frames(ctx, row, played):
    """Frames as ``Workspace.load`` leaves them for a search of ``row``; ``played`` int64 holds the moves before it."""
    first = ctx["frames"] - FRAMES_BELOW * FRAME_BYTES
    for word in range(_FRAMES * _FRAME_WORDS):
        store_i64(first, word, 0)
    for ply in range(-FRAMES_BELOW, MAX_PLY + 4):
        frame = frame_of(ctx, ply)
        frame["line"], frame["static_eval"] = ctx["continuation"], NO_SCORE
    if ctx["packed"] != 0:
        for back in range(1, min(row, FRAMES_BELOW) + 1):
            move = played[row - back]
            frame, slot = frame_of(ctx, -back), slot_of(ctx, move)
            frame["move"], frame["slot"] = move, slot
            frame["line"] = ctx["continuation"] + 2 * slot * ctx["slots"]


@leaf
def search_row(ctx, address, job, row, played, nodes):
    """``(move, score)`` of row ``row`` by a search of ``nodes`` nodes: the last exact ones, or what failed high at the end."""
    ctx["root_row"], ctx["node_limit"], ctx["max_depth"] = row, nodes, DEEPEST
    ctx["age"] = (ctx["age"] + 1) % AGES
    ctx["lines"], ctx["threads"], ctx["null_move"] = 1, 1, job["null_move"]
    store_i64(ctx["control"], STOP_CELL, 0)
    store_i64(ctx["own_line"], NODES, 0)
    _clear_frames(ctx, row, played)
    _call_begin(job["begin"], (address,))
    best, score = root_move_of(ctx, 0)["move"], np.int64(0)
    while True:
        event = _call_advance(job["advance"], (address, np.int64(ITERATION)))
        root = root_move_of(ctx, 0)
        better = event != ITERATION and root["bound"] == LOWER
        if (root["bound"] == 0 or better) and root["score"] != -INFINITE:
            best, score = root["move"], root["score"]
        if event != ITERATION or (abs(score) >= MATE_BOUND and ctx["depth"] > 2 * (MATE - abs(score))):
            break
    job["searched"] += ctx["nodes"]
    return best, score


@leaf
def _index_of(ctx, row, move):
    """Where ``move`` stands among the generated moves of ``row``."""
    count = call_gen(ctx["gen_moves"], (ctx["memory"], ctx["memory_bytes"], row, ctx["arena"], ctx["max_moves"]))
    for index in range(count):
        if load_i64(ctx["arena"], index) == move:
            return np.int64(index)
    return np.int64(-1)


@leaf
def _events(ctx, job, random, row, played, moves, scores):
    """Draw what chance brings from ``row`` on; the row where somebody acts, or that of the longest game."""
    while job["chance"] != 0 and row < job["longest"] and header_of(ctx, row)["flags"] & FLAG_CHANCE != 0:
        found = list_outcomes(ctx, row, ctx["arena"])
        weights, whole = ctx["arena"] + 8 * MOST_OUTCOMES, np.int64(0)
        for index in range(found):
            whole += load_i64(weights, index)
        at, chosen = np.int64(next_random(random) % np.uint64(whole)), np.int64(0)
        while at >= load_i64(weights, chosen):
            at -= load_i64(weights, chosen)
            chosen += 1
        played[row] = load_i64(ctx["arena"], chosen)
        moves[row], scores[row] = chosen, NO_SCORE
        call_make(ctx["make_move"], (ctx["memory"], ctx["memory_bytes"], row, played[row]))
        row += 1
    return row


@leaf
def _random_plies(ctx, job, random, played, moves, scores):
    """Play random plies from row 0; the row that they lead to, -1 if the game ended or has become too long."""
    spread = np.uint64(job["opening_most"] - job["opening_least"] + 1)
    plies = job["opening_least"] + np.int64(next_random(random) % spread)
    row = _events(ctx, job, random, np.int64(0), played, moves, scores)
    for _ in range(plies):
        if row >= job["longest"]:
            return np.int64(-1)
        count = call_gen(ctx["gen_moves"], (ctx["memory"], ctx["memory_bytes"], row, ctx["arena"], ctx["max_moves"]))
        index = np.int64(next_random(random) % np.uint64(count))
        played[row] = load_i64(ctx["arena"], index)
        moves[row], scores[row] = index, NO_SCORE
        call_make(ctx["make_move"], (ctx["memory"], ctx["memory_bytes"], row, played[row]))
        row = _events(ctx, job, random, row + 1, played, moves, scores)
        if call_result(ctx["result"], (ctx["memory"], ctx["memory_bytes"], row)) != 0:
            return np.int64(-1)
    return row


@leaf
def _open(ctx, address, job, random, played, moves, scores):
    """Find a balanced opening; its number of plies, -1 if there is none."""
    for _ in range(MOST_TRIES):
        job["tries"] += 1
        plies = _random_plies(ctx, job, random, played, moves, scores)
        if plies >= 0:
            _, score = search_row(ctx, address, job, plies, played, job["opening_nodes"])
            if abs(score) <= job["opening_score"]:
                return plies
    return np.int64(-1)


@leaf
def _first_team_result(ctx, winners):
    """WIN, DRAW or LOSS of team 0 where the seats of the bit set ``winners`` win."""
    if winners == 0:
        return np.int64(DRAW)
    seat = np.int64(0)
    while (winners >> seat) & 1 == 0:
        seat += 1
    return np.int64(WIN) if load_i64(ctx["teams"], seat) == 0 else np.int64(LOSS)


@leaf
def _finish(job, plies, result, end, reason):
    job["plies"], job["result"], job["end"], job["reason"] = plies, result, end, reason


_I64 = types.int64
_ARRAYS = [types.Array(kind, 1, "C") for kind in (types.int64, types.uint16, types.int16)]
_PLAY = types.FunctionType(types.void(_I64, _JOB, types.uint64, *_ARRAYS))


@kernel(_PLAY)
def play_game(address, job, seed, played, moves, scores):
    """Play the game that begins in row 0 of the stack of the context at ``address``, by the settings in ``job``.

    The stack must have room for ``longest + MAX_PLY + 8`` rows. ``played`` int64, ``moves`` uint16 and ``scores`` int16, each of
    at least ``longest`` elements, get the moves, their indices in ``gen_moves``' order and the scores; see ``record.py``.
    """
    ctx = context_at(address)
    random = np.empty(1, np.int64)
    random[0] = np.int64(mix64(seed))
    job["tries"], job["searched"], job["opening"] = 0, 0, 0
    row = _open(ctx, address, job, random, played, moves, scores)
    if row < 0:
        _finish(job, 0, np.int64(DRAW), END_LENGTH, np.int64(0))
        return
    job["opening"] = row
    leading, streak, quiet = np.int64(-1), np.int64(0), np.int64(0)
    while True:
        if row >= job["longest"]:
            _finish(job, row, np.int64(DRAW), END_LENGTH, np.int64(0))
            return
        move, score = search_row(ctx, address, job, row, played, job["nodes"])
        played[row], moves[row], scores[row] = move, _index_of(ctx, row, move), score
        team = team_of(ctx, header_of(ctx, row))
        call_make(ctx["make_move"], (ctx["memory"], ctx["memory_bytes"], row, move))
        row = _events(ctx, job, random, row + 1, played, moves, scores)
        code = call_result(ctx["result"], (ctx["memory"], ctx["memory_bytes"], row))
        if code != 0:
            _finish(job, row, _first_team_result(ctx, winners_of(code)), END_RULE, code & 255)
            return
        ahead = team if score > 0 else 1 - team
        if abs(score) < job["win_score"]:
            leading, streak = np.int64(-1), np.int64(0)
        elif ahead == leading:
            streak += 1
        else:
            leading, streak = ahead, np.int64(1)
        if job["win_plies"] > 0 and streak >= job["win_plies"]:
            _finish(job, row, np.int64(WIN) if leading == 0 else np.int64(LOSS), END_WIN, np.int64(0))
            return
        quiet = quiet + 1 if abs(score) <= job["draw_score"] else np.int64(0)
        if job["draw_plies"] > 0 and row >= job["draw_from"] and quiet >= job["draw_plies"]:
            _finish(job, row, np.int64(DRAW), END_DRAW, np.int64(0))
            return
