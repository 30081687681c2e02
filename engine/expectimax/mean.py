"""A node of chance: the mean of its outcomes by their weights; equal outcomes come once (a flip has one for each kind of piece).

Star1 (Ballard 1983) searches each outcome with the window that could still bring the mean inside (alpha, beta), taking every
outcome that has not been searched to lie within bounds. True bounds are far apart and would cut nothing. So values are cut off
at ``SPREAD`` around the static evaluation of the chance node: one event rarely changes more, and what it changes beyond is won
or lost anyway. Certain wins are kept only if every outcome is one.

Star2 looks first at a single move below each outcome. It proves a bound of that outcome from one side: at most so much where the
other side moves, at least so much where the same side does. Often all these bounds together put the mean outside the window
before any outcome is searched whole; where they do not, Star1 goes on from tighter bounds.

References: Ballard, *The \\*-minimax search procedure for trees containing chance nodes*, AI 21, 1983; Hauk, Buro, Schaeffer,
*\\*-Minimax performance in backgammon*, CG 2004.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_CHANCE
from engine.core.jit import leaf
from engine.core.raw import load_i64, store_i64
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table
from engine.expectimax.chance import CERTAIN, MOST_OUTCOMES, PROBES, REVEALS, list_outcomes, tail_word
from engine.search import table
from engine.search.context import call_qsearch, call_search, frame_of, header_of, team_of
from engine.search.node import LAST_PLY, count_node, evaluate, is_settled, may_store, play, remember

SPREAD = 1500
DEEPEST = LAST_PLY - 8  #: nodes here are evaluated at once
#: ``cut_node`` below a chance node. BELOW_CHANCE : windows are wide, yet no variation is wanted. FIRST_MOVE : one move is
#: enough, the score is a lower bound if it is above alpha and says nothing otherwise.
BELOW_CHANCE, FIRST_MOVE = 2, 3


@leaf
def _search_outcome(ctx, address, ply, side, first, last, depth, mode, top):
    """The score of the position after an outcome, in row ``ply + 1``, from the view of ``side``."""
    child = header_of(ctx, ctx["root_row"] + ply + 1)
    flips = team_of(ctx, child) != side
    alpha, beta = (-last, -first) if flips else (first, last)
    if depth <= 0 and child["flags"] & FLAG_CHANCE == 0:
        score = call_qsearch(ctx["qsearch"], (address, ply + 1, alpha, beta, top))
    else:
        score = call_search(ctx["search"], (address, ply + 1, alpha, beta, depth, mode, top))
    return -score if flips else score


@leaf
def mean_of(ctx, address, ply, alpha, beta, depth, top):
    """The score of the chance node at ``ply`` from the view of the header's player, fail-soft; arguments as in ``search``."""
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    side, key = team_of(ctx, header), header["key"]
    frame = frame_of(ctx, ply)
    reveals = tail_word(ctx, REVEALS) != 0
    depth = max(depth, np.int64(0))
    if count_node(ctx, ply):
        return np.int64(0)
    centre = evaluate(ctx, row)
    if ply >= DEEPEST or (depth == 0 and not reveals):
        return centre
    _, data = table.probe(ctx["table"], ctx["clusters"], key)
    score = from_table(table.entry_score(data), ply)
    if is_settled(ctx, header, data, score, alpha, beta, depth):
        return score
    frame["static_eval"], frame["team"] = centre, side

    # 1. Outcomes: their weights, and the bounds of each, kept behind the list. ``least`` and ``most`` bound weight times score.
    found = list_outcomes(ctx, row, top)
    weights, lows, highs = top + 8 * MOST_OUTCOMES, top + 16 * MOST_OUTCOMES, top + 24 * MOST_OUTCOMES
    beyond = top + 32 * MOST_OUTCOMES
    low, high = (centre - SPREAD, centre + SPREAD) if reveals else (np.int64(-CERTAIN), np.int64(CERTAIN))
    whole = np.int64(0)
    for index in range(found):
        whole += load_i64(weights, index)
        store_i64(lows, index, low)
        store_i64(highs, index, high)
    whole = max(whole, np.int64(1))
    least, most = low * whole, high * whole

    # 2. Star2: one move below each outcome.
    if depth >= tail_word(ctx, PROBES):
        for index in range(found):
            weight = load_i64(weights, index)
            play(ctx, ply, row, load_i64(top, index), np.int64(0))
            child = header_of(ctx, row + 1)
            if child["flags"] & FLAG_CHANCE != 0:
                continue
            first, last = low - 1, high + 1
            flips = team_of(ctx, child) != side
            if flips:  # how low the mean must fall at this outcome alone
                first = max(first, (alpha * whole - (most - weight * high)) // weight)
            else:
                last = min(last, -((least - weight * low - beta * whole) // weight))
            score = _search_outcome(ctx, address, ply, side, first, max(last, first + 1), depth, np.int64(FIRST_MOVE), beyond)
            if ctx["stopped"] != 0:
                return np.int64(0)
            if flips and score < high:
                score = max(score, low)
                store_i64(highs, index, score)
                most += weight * (score - high)
                if most <= alpha * whole:
                    return _kept(ctx, ply, key, most // whole, depth, np.int64(table.UPPER))
            elif not flips and score > low:
                score = min(score, high)
                store_i64(lows, index, score)
                least += weight * (score - low)
                if least >= beta * whole:
                    return _kept(ctx, ply, key, least // whole, depth, np.int64(table.LOWER))

    # 3. Star1: every outcome as far as its window asks.
    worst, best = np.int64(INFINITE), np.int64(-INFINITE)
    for index in range(found):
        weight, below, above = load_i64(weights, index), load_i64(lows, index), load_i64(highs, index)
        under = (alpha * whole - (most - weight * above)) // weight
        over = -((least - weight * below - beta * whole) // weight)
        play(ctx, ply, row, load_i64(top, index), np.int64(0))
        first, last = max(under, below - 1), min(over, above + 1)
        score = _search_outcome(ctx, address, ply, side, first, max(last, first + 1), depth, np.int64(BELOW_CHANCE), beyond)
        if ctx["stopped"] != 0:
            return np.int64(0)
        worst, best = min(worst, score), max(best, score)
        score = min(max(score, low), high)
        least += weight * (score - below)
        most += weight * (score - above)
        if index < found - 1 and most <= alpha * whole:
            return _kept(ctx, ply, key, most // whole, depth, np.int64(table.UPPER))
        if index < found - 1 and least >= beta * whole:
            return _kept(ctx, ply, key, least // whole, depth, np.int64(table.LOWER))
    mean = least // whole
    if worst >= WIN_BOUND:
        mean = worst
    elif best <= -WIN_BOUND:
        mean = best
    return _kept(ctx, ply, key, mean, depth, table.bound_of(mean, alpha, beta, True))


@leaf
def _kept(ctx, ply, key, mean, depth, bound):
    """``mean``, remembered."""
    frame_of(ctx, ply)["pv_length"] = 0
    if may_store(mean):
        remember(ctx, ply, key, np.int64(0), mean, np.int64(NONE), depth, bound, np.int64(0))
    return mean
