"""Static evaluation: tapered, linear in the pairs of ``weights``, equal for both colors by construction.

Each side's score is a packed sum (middlegame + endgame << 32) of

* squares and material; combinations of pieces (``balance``); pawns, advisors and bishops (``structure``);
* mobility of knights (legs), rooks and cannons (quiet moves);
* the attack on the enemy king: points next to him that are hit, pieces on lines with him (pins, the bare cannon, the cannon
  behind two pieces), his steps, and ``danger``, a table over units of attack and the defenders that are left;
* attacked enemy pieces by attacker, victim and whether they are guarded.

The difference is tapered by the phase, scaled down where the side ahead can hardly win, and from a third of the natural limit on
with the plies since the last capture. A cannon's *reach* is what lies behind exactly one piece, up to the next one.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.bits import U0, U1, lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.xiangqi.attacks import (
    BIT_OF,
    EDGE,
    FILE_LINE,
    FILE_OF,
    PALACE,
    RANK_LINE,
    RANK_OF,
    U9,
    U10,
    U20,
    U26,
    advisor_word,
    bishop_word,
    gather_file,
    horse_targets,
    king_word,
    line_set,
    pawn_set,
    sides,
    slider_lines,
    unwindow,
    window,
)
from engine.games.xiangqi.balance import FULL_PHASE, FULL_SCALE, balance_slot, phase_of, scale_of
from engine.games.xiangqi.scratch import (
    BY_ALL,
    BY_CANNON,
    BY_DEFENDER,
    BY_KNIGHT,
    BY_PAWN,
    BY_ROOK,
    READY,
    SPARE,
    SQUARE_WORDS,
    entry,
    prepare,
    reach,
)
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, CANNON, HALF, KING, KNIGHT, PAWN, RED, ROOK, SQUARES, rows
from engine.games.xiangqi.structure import structure_slot

#: Units u > 0 of king danger are worth ``u * u >> DANGER_SHIFT`` in the middlegame.
DANGER_SHIFT, MOST_UNITS = 6, 280
_UNITS = SPARE  #: two words of scratch memory
PARTS = types.FunctionType(types.void(*contract.EVALUATE.signature.args, types.int64[::1]))
_LOW_LEGS, _HIGH_LEGS = np.uint64(5), np.uint64(10)

_MOBILITY_KNIGHT, _MOBILITY_ROOK, _MOBILITY_CANNON = entry("mobility_knight"), entry("mobility_rook"), entry("mobility_cannon")
_KING_MOVES, _KING_LINE = entry("king_moves"), entry("king_line")
_DANGER_BASE, _DANGER_PAWN, _DANGER_KNIGHT = entry("danger_base"), entry("danger_pawn"), entry("danger_knight")
_DANGER_BEHIND, _DANGER_LINE, _DANGER_CHECK = entry("danger_behind"), entry("danger_line"), entry("danger_check")
_KINGS_FACE, _THREAT, _TEMPO = entry("kings_face"), entry("threat"), entry("tempo")


def _build_knight_checks() -> np.ndarray:
    """uint64[16]: where knights check, by the king's free legs (south-west 1, north-west 2, south-east 4, north-east 8)."""
    table = np.zeros(16, dtype=np.uint64)
    for legs in range(16):
        for leg, targets in enumerate(((0, 8), (26, 36), (2, 12), (30, 38))):
            if legs >> leg & 1:
                table[legs] |= np.uint64(sum(1 << t for t in targets))
    table.flags.writeable = False
    return table


#: Windows as ``attacks.window`` makes them.
KNIGHT_CHECKS = _build_knight_checks()


@inline_leaf
def cannon_reach(lo, hi, line_lo, line_hi, square):
    """What a cannon on ``square`` attacks: ``line`` is what a rook there would; both under the occupancy ``lo, hi``."""
    by_file, by_rank = slider_lines(lo & ~line_lo, hi & ~line_hi, square)
    far_lo, far_hi = line_set(by_file, by_rank, square)
    return far_lo & ~line_lo, far_hi & ~line_hi


@leaf
def _pieces(state, scratch, color):
    """The packed score of the knights, rooks and cannons of ``color``; leaves the sets that its pieces attack in ``scratch``."""
    colors, kinds = state["colors"], state["kinds"]
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    other = 1 - color
    king = U1 << BIT_OF[state["king"][other]]
    zone = king | sides(king)
    zone = (zone | (zone << U9) | (zone >> U9)) & PALACE[other]
    total = np.int64(0)

    pawn_lo, pawn_hi = pawn_set(kinds[2 * PAWN] & own_lo, kinds[2 * PAWN + 1] & own_hi, color)
    units = popcount((pawn_hi if color == RED else pawn_lo) & PALACE[other]) * scratch[_DANGER_PAWN]
    units += popcount(kinds[2 * KNIGHT + other] & colors[2 * color + other]) * scratch[_DANGER_KNIGHT]
    home = own_lo if color == RED else own_hi
    advisors, bishops = kinds[2 * ADVISOR + color] & home, kinds[2 * BISHOP + color] & home
    defender = advisor_word(advisors, color) | bishop_word(bishops, ~(occ_lo if color == RED else occ_hi))
    base = reach(color, BY_PAWN)
    scratch[base], scratch[base + 1] = np.int64(pawn_lo), np.int64(pawn_hi)
    base = reach(color, BY_DEFENDER)
    scratch[base + color], scratch[base + other] = np.int64(defender), 0
    home = defender | king_word(U1 << BIT_OF[state["king"][color]], color)
    all_lo, all_hi = pawn_lo, pawn_hi
    if color == RED:
        all_lo |= home
    else:
        all_hi |= home

    for kind in range(KNIGHT, CANNON + 1):
        sum_lo, sum_hi = U0, U0
        for half in range(2):
            pieces = kinds[2 * kind + half] & colors[2 * color + half]
            while pieces != U0:
                square = lsb(pieces) + HALF * half
                pieces &= pieces - U1
                total += scratch[SQUARE_WORDS + (kind + 8 * color) * SQUARES + square]
                if kind == KNIGHT:
                    hit_lo, hit_hi = unwindow(horse_targets(window(occ_lo, occ_hi, square), square), square)
                    total += scratch[_MOBILITY_KNIGHT + popcount(hit_lo & ~own_lo) + popcount(hit_hi & ~own_hi)]
                else:
                    by_file, by_rank = slider_lines(occ_lo, occ_hi, square)
                    hit_lo, hit_hi = line_set(by_file, by_rank, square)
                    if kind == ROOK:
                        total += scratch[_MOBILITY_ROOK + popcount(hit_lo & ~own_lo) + popcount(hit_hi & ~own_hi)]
                        by_file, by_rank = slider_lines(occ_lo & ~(hit_lo & own_lo), occ_hi & ~(hit_hi & own_hi), square)
                        far_lo, far_hi = line_set(by_file, by_rank, square)
                        if ((far_hi & ~hit_hi) if color == RED else (far_lo & ~hit_lo)) & zone != U0:
                            units += scratch[_DANGER_BEHIND]
                    else:
                        total += scratch[_MOBILITY_CANNON + popcount(hit_lo & ~occ_lo) + popcount(hit_hi & ~occ_hi)]
                        hit_lo, hit_hi = cannon_reach(occ_lo, occ_hi, hit_lo, hit_hi, square)
                sum_lo |= hit_lo
                sum_hi |= hit_hi
        base = reach(color, BY_ROOK if kind == ROOK else BY_CANNON if kind == CANNON else BY_KNIGHT)
        scratch[base], scratch[base + 1] = np.int64(sum_lo), np.int64(sum_hi)
        all_lo |= sum_lo
        all_hi |= sum_hi
    base = reach(color, BY_ALL)
    scratch[base], scratch[base + 1] = np.int64(all_lo), np.int64(all_hi)
    scratch[_UNITS + color] = units
    return total


@inline_leaf
def _set(scratch, color, group):
    """The set that ``group`` of ``color`` attacks."""
    base = reach(color, group)
    return np.uint64(scratch[base]), np.uint64(scratch[base + 1])


@leaf
def _contacts(state, scratch, color):
    """The packed score of what ``color`` attacks: the enemy king and pieces. Both sides' sets must be in ``scratch``."""
    colors, kinds = state["colors"], state["kinds"]
    other = 1 - color
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    guard_lo, guard_hi = _set(scratch, other, BY_ALL)
    total = np.int64(0)
    units = scratch[_UNITS + color] + scratch[_DANGER_BASE]

    # Lines with the enemy king.
    king = np.int64(state["king"][other])
    file = FILE_OF[king]
    by_file, by_rank = slider_lines(occ_lo, occ_hi, king)
    rook_lo, rook_hi = kinds[2 * ROOK] & own_lo, kinds[2 * ROOK + 1] & own_hi
    cannon_lo, cannon_hi = kinds[2 * CANNON] & own_lo, kinds[2 * CANNON + 1] & own_hi
    rooks, cannons = gather_file(rook_lo, rook_hi, file), gather_file(cannon_lo, cannon_hi, file)
    first, second, third = by_file & FILE_LINE, (by_file >> U10) & FILE_LINE, by_file >> U20
    behind = popcount(second & rooks)
    total += behind * scratch[_KING_LINE]
    total += popcount(first & cannons) * scratch[_KING_LINE + 1] + popcount(third & cannons) * scratch[_KING_LINE + 2]
    if second & gather_file(kinds[2 * KING] & own_lo, kinds[2 * KING + 1] & own_hi, file) != U0:
        side = (U1 << RANK_OF[king]) - U1
        only = first & gather_file(own_lo, own_hi, file)
        if only & (side if color == RED else ~side) != U0:
            total += scratch[_KINGS_FACE]
    row = BIT_OF[king] - file
    rooks = ((rook_lo if other == RED else rook_hi) >> row) & RANK_LINE
    cannons = ((cannon_lo if other == RED else cannon_hi) >> row) & RANK_LINE
    first, second, third = by_rank & RANK_LINE, (by_rank >> U10) & RANK_LINE, by_rank >> U20
    total += popcount(second & rooks) * scratch[_KING_LINE + 3]
    units += (behind + popcount(second & rooks)) * scratch[_DANGER_LINE]
    total += popcount(first & cannons) * scratch[_KING_LINE + 4] + popcount(third & cannons) * scratch[_KING_LINE + 5]

    # Safe checks.
    line_lo, line_hi = line_set(by_file, by_rank, king)
    lo, hi = _set(scratch, color, BY_ROOK)
    checks = popcount(line_lo & lo & ~own_lo & ~guard_lo) + popcount(line_hi & hi & ~own_hi & ~guard_hi)
    units += checks * scratch[_DANGER_CHECK + 1]
    around = ~window(occ_lo, occ_hi, king)
    legs = ((around >> U9) & _LOW_LEGS) | ((around >> U26) & _HIGH_LEGS)
    from_lo, from_hi = unwindow(KNIGHT_CHECKS[legs] & EDGE[king], king)
    lo, hi = _set(scratch, color, BY_KNIGHT)
    checks = popcount(from_lo & lo & ~own_lo & ~guard_lo) + popcount(from_hi & hi & ~own_hi & ~guard_hi)
    units += checks * scratch[_DANGER_CHECK]
    if units > 0:
        units = min(units, np.int64(MOST_UNITS))
        total += units * units >> DANGER_SHIFT

    steps = king_word(U1 << BIT_OF[state["king"][color]], color)
    steps &= ~(own_lo | guard_lo) if color == RED else ~(own_hi | guard_hi)
    total += scratch[_KING_MOVES + popcount(steps)]

    # Attacked pieces.
    for group in range(BY_PAWN, BY_ROOK + 1):
        lo, hi = _set(scratch, color, group)
        row = _THREAT + 6 * group - ADVISOR
        for half in range(2):
            pieces = (hi if half else lo) & colors[2 * other + half] & ~kinds[2 * KING + half]
            guard = guard_hi if half else guard_lo
            while pieces != U0:
                one = pieces & (~pieces + U1)
                pieces ^= one
                victim = np.int64(state["board"][lsb(one) + HALF * half]) & 7
                total += scratch[row + victim + (30 if guard & one != U0 else 0)]
    return total


@leaf
def side_scores(state, scratch):
    """``(red, black, balance word)``: the packed scores of both sides and the last word of the balance slot."""
    red, black = _pieces(state, scratch, np.int64(RED)), _pieces(state, scratch, np.int64(BLACK))
    red += _contacts(state, scratch, np.int64(RED))
    black += _contacts(state, scratch, np.int64(BLACK))
    king = np.int64(state["king"][RED])
    red += scratch[SQUARE_WORDS + KING * SQUARES + king]
    king = np.int64(state["king"][BLACK])
    black += scratch[SQUARE_WORDS + (KING + 8) * SQUARES + king]
    slot = structure_slot(state, scratch)
    red, black = red + scratch[slot + 1], black + scratch[slot + 2]
    slot = balance_slot(state, scratch)
    red, black = red + scratch[slot + 1], black + scratch[slot + 2]
    if state["player"] == RED:
        red += scratch[_TEMPO]
    else:
        black += scratch[_TEMPO]
    return red, black, scratch[slot + 3]


@inline_leaf
def middlegame_of(packed):
    """The middlegame half of a packed score."""
    return np.int64(np.int32(packed & 0xFFFFFFFF))


@inline_leaf
def endgame_of(packed):
    """The endgame half of a packed score."""
    return (packed - middlegame_of(packed)) >> 32


@inline_leaf
def tapered(packed, phase):
    """FULL_PHASE times a packed score at ``phase``."""
    return middlegame_of(packed) * phase + endgame_of(packed) * (FULL_PHASE - phase)


@inline_leaf
def fade(limit, halfmove):
    """256ths of the score that are left ``halfmove`` plies after the last capture: half of it just before the natural limit."""
    late = halfmove - limit // 3
    if limit == 0 or late <= 0:
        return np.int64(256)
    return max(256 - 192 * late // limit, np.int64(64))


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of row ``ply``, see the module; ``scratch``: int64, at least ``SMALL_SCRATCH_WORDS``."""
    if scratch[READY] == 0:
        prepare(weights, scratch)
    state = rows(memory)[ply]
    red, black, word = side_scores(state, scratch)
    score = tapered(red - black, phase_of(word))
    scale = scale_of(word, score) * fade(np.int64(state["limit"]), np.int64(state["halfmove"]))
    if state["player"] == BLACK:
        score = -score
    score = score * scale // (FULL_PHASE * FULL_SCALE * 256)
    return max(min(score, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))


@kernel(PARTS)
def parts(memory, ply, weights, scratch, out):
    """What ``evaluate`` adds up, for explanations and tuners: ``out`` int64[4] gets the packed scores of Red and of Black, the
    last word of the balance slot (``phase_of``, ``scale_of``) and the 256ths of ``fade``."""
    if scratch[READY] == 0:
        prepare(weights, scratch)
    state = rows(memory)[ply]
    out[0], out[1], out[2] = side_scores(state, scratch)
    out[3] = fade(np.int64(state["limit"]), np.int64(state["halfmove"]))
