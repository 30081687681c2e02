"""Static evaluation of the variants: tapered, linear in the pairs of ``weights``, equal for both colors by construction.

Each side's score is a packed sum (middlegame + endgame << 32) of material and squares, mobility, attacked pieces by attacker,
victim and whether they are guarded, lines with the enemy king, and the danger around him: units u > 0 are worth ``u * u >> 6``.
The difference is tapered by the phase and, from a third of the natural limit on, with the plies since the last capture.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import lsb, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.score import EVAL_LIMIT
from engine.games.xiangqi.attacks import (
    FILE_LINE,
    FILE_OF,
    U0,
    U1,
    U10,
    U20,
    gather_file,
    high_bit,
    low_bit,
    rook_set,
    slider_lines,
)
from engine.games.xiangqi.balance import FULL_PHASE
from engine.games.xiangqi.evaluate import DANGER_SHIFT, MOST_UNITS, cannon_reach, fade, tapered
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, CANNON, COLOR_BIT, HALF, KING, KNIGHT, PAWN, ROOK
from engine.games.xiangqi_variants.attacks import chain_set, reach
from engine.games.xiangqi_variants.geometry import BANNED, STEP_SETS
from engine.games.xiangqi_variants.play import is_material_draw
from engine.games.xiangqi_variants.state import PAOWEI, POINTS, rows
from engine.games.xiangqi_variants.weights import GROUPS, TERMS, VICTIMS

_WORD = {name: term.offset for name, term in TERMS.items()}
_MATERIAL, _SQUARES, _HALF, _CHAINS = _WORD["material"], _WORD["squares"], _WORD["half"], _WORD["chains"]
_MOBILITY = np.array(
    [0, 0, 0, _WORD["mobility_bishop"], _WORD["mobility_knight"], _WORD["mobility_rook"], _WORD["mobility_cannon"], 0]
)
_MOBILITY.flags.writeable = False
_THREAT, _KING_LINE, _KING_MOVES = _WORD["threat"], _WORD["king_line"], _WORD["king_moves"]
_RIGHT, _TEMPO, _DANGER, _DANGER_BASE = _WORD["right"], _WORD["tempo"], _WORD["danger"], _WORD["danger_base"]

#: Groups of attackers by kind; the king is in none.
_GROUP = np.array([0, 0, 1, 1, 2, 4, 3, 0], dtype=np.int64)
_GROUP.flags.writeable = False
_SIDE = 2 * GROUPS + 4  #: words of scratch for each side: sets by group, set of all with the king, units of danger, spare
SCRATCH_WORDS = 2 * _SIDE
_ALL, _UNITS = 2 * GROUPS, 2 * GROUPS + 2


def _build_edges() -> np.ndarray:
    """int16[2, 90]: rank from the owner's side times 5 plus the distance from the nearer edge, by color."""
    table = np.zeros((2, POINTS), dtype=np.int16)
    for point in range(POINTS):
        rank, file = divmod(point, 9)
        for color in range(2):
            table[color, point] = (9 - rank if color == BLACK else rank) * 5 + min(file, 8 - file)
    table.flags.writeable = False
    return table


_PLACE = _build_edges()


@inline_leaf
def _pair(weights, word):
    """The pair at ``word``, packed."""
    return np.int64(weights[word]) + (np.int64(weights[word + 1]) << 32)


@leaf
def _pieces(state, weights, scratch, color):
    """The packed score of the pieces of ``color`` by themselves; leaves the sets that they attack in ``scratch``."""
    colors, board = state["colors"], state["board"]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    other, base = 1 - color, _SIDE * color
    for n in range(_SIDE):
        scratch[base + n] = 0
    variant = np.int64(state["variant"])
    enemy_king = np.int64(state["king"][other])
    code = KING + COLOR_BIT * other
    zone_lo = STEP_SETS[variant, code, enemy_king, 0] | low_bit(enemy_king)
    zone_hi = STEP_SETS[variant, code, enemy_king, 1] | high_bit(enemy_king)
    banned_lo, banned_hi = BANNED[state["halves"], 0], BANNED[state["halves"], 1]
    halves = np.uint64(state["halves"]) & (np.uint64(15) if color == 0 else np.uint64(240))
    total = popcount(halves) * (_pair(weights, _HALF) + _pair(weights, _MATERIAL + 2 * (ADVISOR - KING)))
    units = np.int64(weights[_DANGER_BASE])
    left_lo, left_hi = own_lo, own_hi
    while left_lo | left_hi != U0:
        if left_lo != U0:
            point = lsb(left_lo)
            left_lo &= left_lo - U1
        else:
            point = lsb(left_hi) + HALF
            left_hi &= left_hi - U1
        kind = np.int64(board[point]) & 7
        total += _pair(weights, _SQUARES + 2 * (50 * (kind - KING) + np.int64(_PLACE[color, point])))
        to_lo, to_hi = reach(state, kind, point, color, occ_lo, occ_hi)
        if kind == KING:
            scratch[base + _ALL] |= np.int64(to_lo)
            scratch[base + _ALL + 1] |= np.int64(to_hi)
            continue
        total += _pair(weights, _MATERIAL + 2 * (kind - KING))
        if kind == CANNON:
            moves = popcount(to_lo & ~occ_lo) + popcount(to_hi & ~occ_hi)
            line_lo, line_hi = rook_set(occ_lo, occ_hi, point)
            to_lo, to_hi = cannon_reach(occ_lo, occ_hi, line_lo, line_hi, point)
        else:
            moves = popcount(to_lo & ~(own_lo | banned_lo)) + popcount(to_hi & ~(own_hi | banned_hi))
        if _MOBILITY[kind] != 0:
            total += _pair(weights, _MOBILITY[kind] + 2 * min(moves, np.int64(8 if kind < ROOK else 17)))
        if kind == KNIGHT and state["horse_chain"]:
            ends_lo, ends_hi = chain_set(point, occ_lo, occ_hi, banned_lo, banned_hi)
            total += (popcount(ends_lo) + popcount(ends_hi)) * _pair(weights, _CHAINS)
        group = _GROUP[kind]
        units += (popcount(to_lo & zone_lo) + popcount(to_hi & zone_hi)) * np.int64(weights[_DANGER + group])
        scratch[base + 2 * group] |= np.int64(to_lo)
        scratch[base + 2 * group + 1] |= np.int64(to_hi)
        scratch[base + _ALL] |= np.int64(to_lo)
        scratch[base + _ALL + 1] |= np.int64(to_hi)
    scratch[base + _UNITS] = units
    return total


@leaf
def _contacts(state, weights, scratch, color):
    """The packed score of what ``color`` attacks: the enemy king and pieces. Both sides' sets must be in ``scratch``."""
    colors, kinds = state["colors"], state["kinds"]
    other = 1 - color
    base, theirs = _SIDE * color, _SIDE * other
    own_lo, own_hi = colors[2 * color], colors[2 * color + 1]
    occ_lo, occ_hi = colors[0] | colors[2], colors[1] | colors[3]
    units = min(scratch[base + _UNITS], np.int64(MOST_UNITS))
    total = units * units >> DANGER_SHIFT if units > 0 else np.int64(0)

    king = np.int64(state["king"][other])
    by_file, _ = slider_lines(occ_lo, occ_hi, king)
    rooks = gather_file(kinds[2 * ROOK] & own_lo, kinds[2 * ROOK + 1] & own_hi, FILE_OF[king])
    cannons = gather_file(kinds[2 * CANNON] & own_lo, kinds[2 * CANNON + 1] & own_hi, FILE_OF[king])
    first, second, third = by_file & FILE_LINE, (by_file >> U10) & FILE_LINE, by_file >> U20
    total += popcount(second & rooks) * _pair(weights, _KING_LINE)
    total += popcount(first & cannons) * _pair(weights, _KING_LINE + 2)
    total += popcount(third & cannons) * _pair(weights, _KING_LINE + 4)

    guard_lo, guard_hi = np.uint64(scratch[theirs + _ALL]), np.uint64(scratch[theirs + _ALL + 1])
    code = KING + COLOR_BIT * color
    home = np.int64(state["king"][color])
    variant = np.int64(state["variant"])
    steps = popcount(STEP_SETS[variant, code, home, 0] & ~(own_lo | guard_lo))
    steps += popcount(STEP_SETS[variant, code, home, 1] & ~(own_hi | guard_hi))
    total += _pair(weights, _KING_MOVES + 2 * steps)

    prey_lo, prey_hi = colors[2 * other] & ~kinds[2 * KING], colors[2 * other + 1] & ~kinds[2 * KING + 1]
    for group in range(GROUPS):
        hit_lo = np.uint64(scratch[base + 2 * group]) & prey_lo
        hit_hi = np.uint64(scratch[base + 2 * group + 1]) & prey_hi
        while hit_lo | hit_hi != U0:
            if hit_lo != U0:
                guarded = hit_lo & (~hit_lo + U1) & guard_lo != U0
                victim = np.int64(state["board"][lsb(hit_lo)]) & 7
                hit_lo &= hit_lo - U1
            else:
                guarded = hit_hi & (~hit_hi + U1) & guard_hi != U0
                victim = np.int64(state["board"][lsb(hit_hi) + HALF]) & 7
                hit_hi &= hit_hi - U1
            row = GROUPS * VICTIMS if guarded else 0
            total += _pair(weights, _THREAT + 2 * (row + VICTIMS * group + victim - ADVISOR))
    return total


@leaf
def _attacking(state, color):
    """How many pieces of ``color`` can attack beyond their own half."""
    colors, kinds = state["colors"], state["kinds"]
    lo = kinds[2 * ROOK] | kinds[2 * CANNON] | kinds[2 * KNIGHT] | kinds[2 * PAWN]
    hi = kinds[2 * ROOK + 1] | kinds[2 * CANNON + 1] | kinds[2 * KNIGHT + 1] | kinds[2 * PAWN + 1]
    if state["variant"] == PAOWEI:
        lo |= kinds[2 * BISHOP]
        hi |= kinds[2 * BISHOP + 1]
    return popcount(lo & colors[2 * color]) + popcount(hi & colors[2 * color + 1])


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """The score of row ``ply``, see the module; ``scratch``: int64[SCRATCH_WORDS]."""
    state = rows(memory)[ply]
    if is_material_draw(state):
        return np.int64(0)
    player = np.int64(state["player"])
    mine = _pieces(state, weights, scratch, player)
    theirs = _pieces(state, weights, scratch, 1 - player)
    score = mine - theirs + _contacts(state, weights, scratch, player) - _contacts(state, weights, scratch, 1 - player)
    score += _pair(weights, _TEMPO)
    if state["right"][0] >= 0:
        score += _pair(weights, _RIGHT)
    kinds = state["kinds"]
    phase = 4 * (popcount(kinds[2 * ROOK]) + popcount(kinds[2 * ROOK + 1]))
    phase += 2 * (popcount(kinds[2 * KNIGHT] | kinds[2 * CANNON]) + popcount(kinds[2 * KNIGHT + 1] | kinds[2 * CANNON + 1]))
    whole = tapered(score, min(phase, np.int64(FULL_PHASE)))
    whole = whole * fade(np.int64(state["limit"]), np.int64(state["halfmove"])) // (FULL_PHASE * 256)
    strong = player if whole > 0 else 1 - player
    if _attacking(state, strong) == 0:
        whole //= 16
    return max(min(whole, np.int64(EVAL_LIMIT - 1)), np.int64(1 - EVAL_LIMIT))
