"""Threat-space search: wins by fours alone (VCF) and by fours and open threes (VCT), proven against every defence.

An attack is a series of moves each of which threatens to win with the next one (a four) or to make a four that one stone cannot
parry (an open three and its like). The defender's answers are those of ``moves.select``: all that can parry, so what is found
here wins. ``attack`` is a depth-first search for wins within a number of the attacker's moves; called with 1, 2, 3, ... it finds
a shortest one. In renju Black attacks and defends without forbidden points, so White also wins by leaving Black nothing else.

The table remembers, for positions with the attacker to move, in how many moves it wins and up to how many it does not.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.bits import lsb
from engine.core.contract import winners_of
from engine.core.jit import kernel
from engine.core.raw import load_i64, load_u64, store_i64, store_u64
from engine.games.gomoku.board import count_of, open_near
from engine.games.gomoku.forbidden import forbidden_shape
from engine.games.gomoku.moves import (
    NOISY_PART,
    QUIET_PART,
    choose,
    has_four,
    is_caro,
    pack,
    shuts_five,
    urgency_at,
)
from engine.games.gomoku.patterns import C_FIVE, C_OPEN, C_RISKY
from engine.games.gomoku.play import call_make
from engine.games.gomoku.rules import RENJU
from engine.games.gomoku.state import LARGEST, MARKS, MAX_MOVES, ROW_BYTES, ROW_MASK, SETS, SHAPES, state_at
from engine.games.gomoku.tables import CALLED, directory, load_u8, load_u32

FOURS, THREES = 0, 1  #: what an attack may use

#: Words of a job: addresses of the stack, of room for move lists and of the table, and numbers. STOP: address of a stop cell.
#: POINT: the first move of the last win found. CUT: more moves might find more.
(MEMORY, BYTES, ARENA, TABLE, MASK, MODE, NODES, LIMIT, STOP, ABORTED, POINT, CUT) = range(12)
JOB_WORDS = 12
POLL = 1024
LIST_BYTES = 8 * (MAX_MOVES + 1)
DEEPEST = 60  #: moves of the attacker

#: ``(job, row, left) -> 1 | 0``: whether the player to act in ``row`` wins within ``left`` of its moves.
ATTACK = types.FunctionType(types.int64(types.int64, types.int64, types.int64))


@kernel(ATTACK)
def attack(job, row, left):
    """See ``ATTACK``; 0 also where the node limit or the stop cell ended the search (``ABORTED`` is then set)."""
    here = load_i64(job, MEMORY) + row * ROW_BYTES
    state = state_at(here)
    nodes = load_i64(job, NODES) + 1
    store_i64(job, NODES, nodes)
    if nodes >= load_i64(job, LIMIT) or (nodes & (POLL - 1) == 0 and load_i64(load_i64(job, STOP), np.int64(0)) != 0):
        store_i64(job, ABORTED, np.int64(1))
    if load_i64(job, ABORTED) != 0:
        return np.int64(0)
    own, rule, size = np.int64(state["player"]), np.int64(state["rule"]), np.int64(state["size"])
    other = 1 - own
    if state["outcome"] != 0:
        return np.int64(0)
    if count_of(here, own, C_FIVE) > 0:
        return np.int64(1)
    if left <= 1:
        store_i64(job, CUT, np.int64(1))
        return np.int64(0)
    mode = load_i64(job, MODE)

    # 1. The table.
    key = state["key"] ^ np.uint64(mode)
    slot = load_i64(job, TABLE) + 16 * (np.int64(key >> np.uint64(20)) & load_i64(job, MASK))
    known = np.int64(0)
    if load_u64(slot, np.int64(0)) == key:
        known = load_i64(slot, np.int64(1))
        if known & 255 != 0 and known & 255 <= left:
            store_i64(job, POINT, known >> 16)
            return np.int64(1)
        if known >> 8 & 255 >= left:
            store_i64(job, CUT, np.int64(1))
            return np.int64(0)

    # 2. Threats, the strongest first; who must block a five may only do that.
    caro = is_caro(rule)
    must_block = count_of(here, other, C_FIVE) > 0
    moves = load_i64(job, ARENA) + row * LIST_BYTES
    count = np.int64(0)
    row_of, places = np.int64(-1), np.int64(0)
    while True:
        while places == 0 and row_of < size - 1:
            row_of += 1
            places = load_i64(here + SETS, row_of) >> (LARGEST * (other if must_block else own)) & ROW_MASK
            if must_block and caro:
                places |= open_near(here, row_of)
        if places == 0:
            break
        point = row_of * size + lsb(places)
        places &= places - 1
        mark = load_u8(here + MARKS, point)
        name = mark >> (4 * own) & 15
        if must_block and mark >> (4 * other) & 15 != C_FIVE:
            if not caro or not shuts_five(here, size, point, own):
                continue
        four = has_four(load_u32(here + SHAPES, point) >> (16 * own))
        if not four and mode == FOURS:
            continue
        if not four and left < 3:
            store_i64(job, CUT, np.int64(1))
            continue
        # The last move but one must make two fives, or one that Black may not block.
        if left == 2 and name != C_OPEN and rule != RENJU and not caro:
            store_i64(job, CUT, np.int64(1))
            continue
        if name >= C_RISKY and forbidden_shape(here, point, own) != 0:
            continue
        entry = name << 16 | point
        place = count
        while place > 0 and load_i64(moves, place - 1) < entry:
            store_i64(moves, place, load_i64(moves, place - 1))
            place -= 1
        store_i64(moves, place, entry)
        count += 1

    # 3. Each threat against each answer.
    make = load_i64(directory(), np.int64(CALLED + 2))
    memory, size_in_bytes = load_i64(job, MEMORY), load_i64(job, BYTES)
    child = here + ROW_BYTES
    answers = moves + LIST_BYTES
    for index in range(count):
        point = load_i64(moves, index) & 0xFFFF
        move = pack(point, urgency_at(here, point, own))
        call_make(make, (memory, size_in_bytes, row, move))
        if state_at(child)["outcome"] != 0 or count_of(child, other, C_FIVE) > 0:
            continue
        fives = count_of(child, own, C_FIVE)
        if fives == 0 and (mode == FOURS or count_of(child, own, C_OPEN) == 0):
            continue
        wins = np.int64(1)
        if fives < 2 or caro:
            parries = choose(child, answers, np.int64(NOISY_PART))
            parries += choose(child, answers + 8 * parries, np.int64(QUIET_PART))
            for number in range(parries):
                call_make(make, (memory, size_in_bytes, row + 1, load_i64(answers, number)))
                outcome = np.int64(state_at(child + ROW_BYTES)["outcome"])
                if outcome != 0:
                    wins = np.int64(winners_of(outcome) == 1 << own)
                else:
                    wins = attack(job, row + 2, left - 1)
                if wins == 0:
                    break
        if load_i64(job, ABORTED) != 0:
            return np.int64(0)
        if wins != 0:
            store_u64(slot, np.int64(0), key)
            store_i64(slot, np.int64(1), left | (known & 0xFF00) | point << 16)
            store_i64(job, POINT, point)
            return np.int64(1)
    if load_u64(slot, np.int64(0)) == key:
        known = load_i64(slot, np.int64(1))
    else:
        known = np.int64(0)
    store_u64(slot, np.int64(0), key)
    store_i64(slot, np.int64(1), (known & ~np.int64(0xFF00)) | left << 8)
    return np.int64(0)
