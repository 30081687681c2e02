"""The evidence of one seat: which kinds every foreign piece may still be, by all that the seat was told (see ``beliefs``).

Everything lives in one ``int64`` array, ``know``, whose first word is the generator's state. Piece ids are ``25 * owner`` and up.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, leaf
from engine.games.luzhanqi.geometry import ARMY, HQ, MOST_POINTS, OWN_ROW, POINTS, SLOT_OF, SLOT_POINT, SLOT_ROW
from engine.games.luzhanqi.moves import reaches
from engine.games.luzhanqi.play import fight
from engine.games.luzhanqi.state import (
    BOMB,
    BOTH,
    BOUNCE,
    CODE_SHIFT,
    ENGINEER,
    EXIT,
    FLAG,
    FLAG1_SHIFT,
    FLAG2_SHIFT,
    HASH_SHIFT,
    HIDDEN_PLACEMENT,
    KIND,
    KNOWN,
    LOSS,
    MARSHAL,
    MAX_MOVES,
    MINE,
    PLACEMENT,
    POINT_FIELD,
    SCOUT_SHIFT,
    WIN,
    owner_of,
    sees,
)

IDS = 4 * ARMY
PAIR_LIMIT = 256
#: Layout of ``know``. READY: the chain has begun. FIXED[seat]: its kinds are seen, or it has no pieces here. MASK, WHERE
#: (point, -1 if gone), SLOT (place of the placement, -1 unknown), KIND_NOW (sample), WEIGHT[16 * id + kind], PAIRS (count, then
#: triples attacker, defender, token), PAIRED[id]: it is in a pair, FREE (four counts, then the ids of each army that may be of
#: more than one kind).
READY, HIT, REVEAL, SCOUT, FIXED = 1, 2, 3, 4, 8
MASK = 16
WHERE, SLOT, KIND_NOW = MASK + IDS, MASK + 2 * IDS, MASK + 3 * IDS
WEIGHT = MASK + 4 * IDS
PAIRS = WEIGHT + 16 * IDS
PAIRED = PAIRS + 1 + 3 * PAIR_LIMIT
FREE = PAIRED + IDS
FREE_IDS = FREE + 4
WORDS = FREE_IDS + IDS

ANY = (1 << (FLAG + 1)) - 2  #: mask of all kinds
_STILL = (1 << MINE) | (1 << FLAG)
_ONE = np.int64(1)


# --- who is who ---------------------------------------------------------------------------------------------------------


@leaf
def track(states, row, at, where, used):
    """Bring ``at`` (point -> id) and ``where`` (id -> point) from row ``row - 1`` to row ``row``; row 0 begins.

    ``used`` int64[4]: how many ids each seat has.
    """
    if row == 0:
        state = states[0]
        for point in range(POINTS[np.int64(state["board"])]):
            piece = np.int64(state["piece"][point])
            if piece != 0:
                owner = owner_of(piece)
                piece_id = ARMY * owner + used[owner]
                used[owner] += 1
                at[point], where[piece_id] = piece_id, point
        return
    before, move = states[row - 1], np.int64(states[row]["last"])
    seat, board = np.int64(before["player"]), np.int64(before["board"])
    if move & (PLACEMENT | HIDDEN_PLACEMENT):
        for slot in range(ARMY):
            point = np.int64(SLOT_POINT[board, seat, slot])
            at[point], where[ARMY * seat + slot] = ARMY * seat + slot, point
        used[seat] = ARMY
        return
    if contract.move_mover(move) == EXIT:
        _drop(at, where, seat)
        return
    origin, to, code = contract.move_origin(move), contract.move_to(move), (move >> CODE_SHIFT) & 7
    mover, other = at[origin], at[to]
    if code == BOUNCE:
        return
    at[origin] = -1
    if code == LOSS or code == BOTH:
        where[mover] = -1
    else:
        at[to], where[mover] = mover, to
    if code == BOTH:
        at[to] = -1
    if other >= 0 and (code == WIN or code == BOTH):
        where[other] = -1
    if (move >> HASH_SHIFT) & 1 and board != 0:
        _drop(at, where, other // ARMY)


@leaf
def _drop(at, where, seat):
    """The pieces of a seat leave the board."""
    for piece in range(ARMY * seat, ARMY * (seat + 1)):
        if where[piece] >= 0:
            at[where[piece]] = -1
            where[piece] = -1


# --- constraints --------------------------------------------------------------------------------------------------------


@inline_leaf
def could_be(know, move, mover_shown, other_shown, attacker, defender):
    """Whether a fight between two kinds gives exactly what the token ``move`` says."""
    code = (move >> CODE_SHIFT) & 7
    if attacker == MINE or attacker == FLAG or fight(attacker, defender, know[HIT]) != code:
        return False
    if (defender == FLAG) != ((move >> HASH_SHIFT) & 1 != 0):
        return False
    if know[REVEAL] != 0:
        if (code == LOSS or code == BOTH) and (attacker == MARSHAL) != mover_shown:
            return False
        if (code == WIN or code == BOTH) and (defender == MARSHAL) != other_shown:
            return False
    if know[SCOUT] != 0:
        told = (move >> SCOUT_SHIFT) & KIND
        if code == LOSS and ((attacker == ENGINEER) != (told != 0) or (told != 0 and told != defender)):
            return False
        if code == WIN and ((defender == ENGINEER) != (told != 0) or (told != 0 and told != attacker)):
            return False
    return True


@leaf
def pair_holds(know, index):
    """Whether the sample fits pair constraint ``index``."""
    base = PAIRS + 1 + 3 * index
    packed = know[base + 2]
    return could_be(
        know, packed & ((_ONE << 60) - 1), (packed >> 60) & 1 != 0, (packed >> 61) & 1 != 0, know[KIND_NOW + know[base]],
        know[KIND_NOW + know[base + 1]],
    )  # fmt: skip


@leaf
def _narrow(know, mover, other, move, mover_shown, other_shown):
    """Restrict the masks of two pieces that fought to kinds for which the other one has a partner."""
    attackers, defenders = np.int64(0), np.int64(0)
    for attacker in range(1, FLAG + 1):
        if (know[MASK + mover] >> attacker) & 1 == 0:
            continue
        for defender in range(1, FLAG + 1):
            if (know[MASK + other] >> defender) & 1 == 0:
                continue
            if could_be(know, move, mover_shown, other_shown, np.int64(attacker), np.int64(defender)):
                attackers |= _ONE << attacker
                defenders |= _ONE << defender
    know[MASK + mover], know[MASK + other] = attackers, defenders


@inline_leaf
def _is_open(mask):
    return mask & (mask - 1) != 0


@leaf
def _fought(know, states, row, at, mover, other, move):
    """The evidence of a fight; ``at`` is still that of the row before."""
    before = states[row - 1]
    code = (move >> CODE_SHIFT) & 7
    mover_shown, other_shown = False, False
    for shift in (FLAG1_SHIFT, FLAG2_SHIFT):
        point = ((move >> shift) & POINT_FIELD) - 1
        if point < 0 or at[point] < 0:
            continue
        know[MASK + at[point]] &= _ONE << FLAG
        owner = owner_of(np.int64(before["piece"][point]))
        if owner == mover // ARMY and code != WIN and not mover_shown:
            mover_shown = True
        elif owner == other // ARMY:
            other_shown = True
    _narrow(know, mover, other, move, mover_shown, other_shown)
    if _is_open(know[MASK + mover]) and _is_open(know[MASK + other]) and know[PAIRS] < PAIR_LIMIT:
        base = PAIRS + 1 + 3 * know[PAIRS]
        know[base], know[base + 1] = mover, other
        know[base + 2] = move | (np.int64(mover_shown) << 60) | (np.int64(other_shown) << 61)
        know[PAIRS] += 1


@leaf
def _always_holds(know, mover, other, move, mover_shown, other_shown):
    """Whether any two kinds of the masks fit a token, so that the pair is no constraint any more."""
    for attacker in range(1, FLAG + 1):
        if (know[MASK + mover] >> attacker) & 1 == 0:
            continue
        for defender in range(1, FLAG + 1):
            if (know[MASK + other] >> defender) & 1 == 0:
                continue
            if not could_be(know, move, mover_shown, other_shown, np.int64(attacker), np.int64(defender)):
                return False
    return True


@leaf
def _settle(know):
    """Narrow the masks by the pairs once more, drop the pairs that bind nothing, and list the pieces that are free."""
    kept = np.int64(0)
    for turn in range(4):
        for index in range(know[PAIRS]):
            base = PAIRS + 1 + 3 * index
            mover, other, packed = know[base], know[base + 1], know[base + 2]
            move, mover_shown, other_shown = packed & ((_ONE << 60) - 1), (packed >> 60) & 1 != 0, (packed >> 61) & 1 != 0
            if turn < 3:
                _narrow(know, mover, other, move, mover_shown, other_shown)
            elif not _always_holds(know, mover, other, move, mover_shown, other_shown):
                place = PAIRS + 1 + 3 * kept
                know[place], know[place + 1], know[place + 2] = mover, other, packed
                kept += 1
    know[PAIRS] = kept
    know[PAIRED : PAIRED + IDS] = 0
    for index in range(kept):
        know[PAIRED + know[PAIRS + 1 + 3 * index]] = 1
        know[PAIRED + know[PAIRS + 2 + 3 * index]] = 1
    for seat in range(4):
        count = np.int64(0)
        for piece in range(ARMY * seat, ARMY * (seat + 1)):
            if know[FIXED + seat] == 0 and _is_open(know[MASK + piece]):
                know[FREE_IDS + ARMY * seat + count] = piece
                count += 1
        know[FREE + seat] = count


# --- all of it ----------------------------------------------------------------------------------------------------------


@leaf
def _first_mask(state, owner, point, placed_slot):
    """The kinds that an unseen piece may be: by its place of the placement, or by where a string shows it."""
    mask = np.int64(ANY)
    board = np.int64(state["board"])
    row = SLOT_ROW[placed_slot] if placed_slot >= 0 else OWN_ROW[board, owner, point]
    if row < 5:
        mask &= ~(_ONE << MINE)
    if row == 0 or HQ[board, point] == 0:
        mask &= ~(_ONE << FLAG)
    if placed_slot >= 0 and row == 1:
        mask &= ~(_ONE << BOMB)
    return mask


@leaf
def gather(states, ply, seat, know):
    """Fill ``know`` (all but the weights and the sample) with the evidence of ``seat`` from rows 0 .. ``ply``.

    Reads of foreign kinds only what ``seat`` was told, so that a truth and its view give the same.
    """
    final, first = states[ply], states[0]
    seats, board = np.int64(final["seats"]), np.int64(final["board"])
    know[HIT], know[REVEAL], know[SCOUT] = np.int64(final["mine_hit"]), np.int64(final["flag_reveal"]), np.int64(final["scout"])
    know[PAIRS] = 0
    know[MASK : MASK + IDS] = ANY & ~(_ONE << FLAG)  # pieces that a string no longer shows: dead, so no flag of a living seat
    know[SLOT : SLOT + IDS] = -1
    for other in range(4):
        know[FIXED + other] = np.int64(other >= seats or sees(final, seat, np.int64(other)))
    at, where, used = np.full(MOST_POINTS, -1, np.int64), np.full(IDS, -1, np.int64), np.zeros(4, np.int64)
    moves = np.empty(MAX_MOVES, np.int64)
    track(states, np.int64(0), at, where, used)
    placing = np.int64(first["ply"]) < seats
    for point in range(POINTS[board]):
        if at[point] >= 0:
            piece = np.int64(first["piece"][point])
            owner = owner_of(piece)
            slot = np.int64(SLOT_OF[board, owner, point])
            know[SLOT + at[point]] = slot
            if piece & KNOWN != 0 or sees(final, seat, owner):
                know[MASK + at[point]] = _ONE << (piece & KIND)
            else:
                know[MASK + at[point]] = _first_mask(first, owner, np.int64(point), slot if placing else np.int64(-1))
    for row in range(1, ply + 1):
        before, move = states[row - 1], np.int64(states[row]["last"])
        player = np.int64(before["player"])
        if move & (PLACEMENT | HIDDEN_PLACEMENT):
            for slot in range(ARMY):
                piece_id, point = ARMY * player + slot, np.int64(SLOT_POINT[board, player, slot])
                know[SLOT + piece_id] = slot
                if sees(final, seat, player):
                    know[MASK + piece_id] = _ONE << (np.int64(states[row]["piece"][point]) & KIND)
                else:
                    know[MASK + piece_id] = _first_mask(first, player, point, np.int64(slot))
        elif contract.move_mover(move) != EXIT:
            origin, to = contract.move_origin(move), contract.move_to(move)
            mover, other = at[origin], at[to]
            if _is_open(know[MASK + mover]):
                know[MASK + mover] &= ~np.int64(_STILL)
                if not reaches(before, player, origin, to, np.int64(MARSHAL), moves):
                    know[MASK + mover] &= _ONE << ENGINEER
            if (move >> CODE_SHIFT) & 7 != 0 and other >= 0:
                _fought(know, states, np.int64(row), at, mover, other, move)
        track(states, np.int64(row), at, where, used)
    know[WHERE : WHERE + IDS] = where
    for other in range(seats):
        if used[other] == 0:
            know[FIXED + other] = 1  # out before the first row
    _settle(know)
