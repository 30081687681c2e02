"""The static evaluation, from the view of the alliance to act: what each living colour has and threatens, summed by alliance."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.cross.lines import WORDS, first_on, kind_of, owner_of
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.geometry import CELLS, FILE, FORWARD, HORSE, HORSE_LEG, LAND, NEXT, PLACES, RANK, SIDE
from engine.games.sijiao_xiangqi.state import rows
from engine.games.sijiao_xiangqi.weights import NEAR, OFFSETS

_VALUE, _ABROAD, _PAWN, _NEAR = (OFFSETS[name] for name in ("value", "abroad", "pawn", "near"))
_MOBILITY, _ZONE, _BARE, _FALLEN, _TURN = (OFFSETS[name] for name in ("mobility", "zone", "bare", "fallen", "turn"))
_FAR = NEAR - 1


def _build_advance() -> np.ndarray:
    """int8[2, 4, 261]: how far a point lies from the edge behind a piece that goes in a direction."""
    table = np.zeros((2, 4, CELLS), np.int8)
    for board in range(2):
        last = SIDE[board] - 1
        for cell, (file, rank) in enumerate(PLACES[board]):
            table[board, :, cell] = rank, file, last - rank, last - file
    table.flags.writeable = False
    return table


_ADVANCE = _build_advance()


@inline_leaf
def _distance(variant, a, b):
    """Steps of a chess king between two points, the board's gaps not looked at."""
    files = abs(np.int64(FILE[variant, a]) - FILE[variant, b])
    return max(files, abs(np.int64(RANK[variant, a]) - RANK[variant, b]))


@inline_leaf
def _is_near(variant, point, first, second):
    """1 if ``point`` is one of two generals' (-1: none) or beside it."""
    if first >= 0 and _distance(variant, point, first) <= 1:
        return np.int64(1)
    return np.int64(second >= 0 and _distance(variant, point, second) <= 1)


@leaf
def _mobile(state, variant, kind, cell, first, second, weights):
    """What a horse, chariot or cannon is worth for where it may go; ``first``, ``second``: the enemy generals."""
    board = state["board"]
    moves, hits = np.int64(0), np.int64(0)
    if kind == s.HORSE:
        for leap in range(8):
            leg, point = np.int64(HORSE_LEG[variant, leap, cell]), np.int64(HORSE[variant, leap, cell])
            if point >= 0 and leg >= 0 and board[leg] == 0:
                moves += 1
                hits += _is_near(variant, point, first, second)
    else:
        for direction in range(4):
            line = NEXT[variant, direction]
            point = np.int64(line[cell])
            while point >= 0 and board[point] == 0:
                moves += 1
                if kind == s.CHARIOT:
                    hits += _is_near(variant, point, first, second)
                point = np.int64(line[point])
            if point >= 0 and kind == s.CANNON:
                point = first_on(board, line, point)
            if point >= 0:
                hits += _is_near(variant, point, first, second)
    row = kind - s.HORSE
    return np.int64(weights[_MOBILITY + 20 * row + min(moves, np.int64(19))]) + hits * np.int64(weights[_ZONE + row])


@leaf
def army(state, seat, weights):
    """What a living colour has and threatens."""
    board, variant = state["board"], np.int64(state["variant"])
    first, second = np.int64(state["king"][(seat + 1) & 3]), np.int64(state["king"][(seat + 3) & 3])
    total = np.int64(0)
    for word in range(WORDS):
        left = state["sets"][seat * WORDS + word]
        while left != U0:
            cell = lsb(left) + 64 * word
            left &= left - U1
            kind = kind_of(board[cell])
            total += weights[_VALUE + kind]
            if LAND[variant, cell] != seat:
                total += weights[_ABROAD + kind]
            if kind >= s.PAWN:
                total += weights[_PAWN + _ADVANCE[variant, FORWARD[variant, kind - s.PAWN, seat], cell]]
            elif kind >= s.HORSE:
                total += _mobile(state, variant, kind, cell, first, second, weights)
                near = np.int64(_FAR)
                if first >= 0:
                    near = min(near, _distance(variant, cell, first))
                if second >= 0:
                    near = min(near, _distance(variant, cell, second))
                total += weights[_NEAR + NEAR * (kind - s.HORSE) + near]
    return total


@leaf
def lines_against(state, seat, weights):
    """What the enemies of ``seat`` have on the lines of its general."""
    board, variant = state["board"], np.int64(state["variant"])
    king = np.int64(state["king"][seat])
    total = np.int64(0)
    for direction in range(4):
        line = NEXT[variant, direction]
        point = first_on(board, line, king)
        if point < 0:
            continue
        code = np.int64(board[point])
        if kind_of(code) == s.CANNON and owner_of(code) != s.INERT and (owner_of(code) ^ seat) & 1:
            total += weights[_BARE]
            continue
        point = first_on(board, line, point)
        if point >= 0:
            code = np.int64(board[point])
            if kind_of(code) == s.CHARIOT and owner_of(code) != s.INERT and (owner_of(code) ^ seat) & 1:
                total += weights[_BARE + 1]
    return total


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of row ``ply``; ``weights`` as in ``weights.py``."""
    state = rows(memory)[ply]
    player, alive = np.int64(state["player"]), np.int64(state["alive"])
    total = np.int64(weights[_TURN])
    for seat in range(4):
        worth = np.int64(weights[_FALLEN])
        if (alive >> seat) & 1:
            worth = army(state, np.int64(seat), weights)
            if state["king"][seat] >= 0:
                worth -= lines_against(state, np.int64(seat), weights)
        total += worth if (seat ^ player) & 1 == 0 else -worth
    return max(min(total, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
