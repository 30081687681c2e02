"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does (rule text, section 6)."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, popcount
from engine.games.draughts.geometry import constants
from engine.games.draughts.rules import FLYING, FMJD, FMJD64, REPETITION_ONLY, RULE_FLYING, RULE_OPTIONAL
from engine.games.draughts.sets import can_capture, can_step, kings_capture, step
from engine.games.draughts.specialise import entry_point, part
from engine.games.draughts.state import rows
from engine.games.draughts.tables.probe import table_draws

BOARD = constants(10)["BOARD"]

REASONS = (
    "",
    "no-pieces",
    "blocked",
    "repetition",
    "king-moves",
    "three-against-one",
    "two-against-one",
    "main-road",
    "equal-force",
    "one-king-each",
)
NO_PIECES, BLOCKED, REPEATED, KING_MOVES, LONG_CLOCK, SHORT_CLOCK, MAIN_ROAD, EQUAL_FORCE, ONE_KING_EACH = range(1, 10)

LONG_PLIES, SHORT_PLIES, ROAD_PLIES = 32, 10, 10
SMALL_FORCE_PLIES, FORCE_PLIES = 60, 120  #: balance with 4 or 5 pieces in all, with 6 or 7


# --- one king each ------------------------------------------------------------------------------------------------------


@part
def _is_lost(own, enemy, rules):
    """Whether the king ``own``, to move against the king ``enemy``, has no capture and only moves that let it be captured."""
    kings = own | enemy
    empty = BOARD & ~kings
    if kings_capture(own, enemy, empty, rules):
        return False
    for direction in range(4):
        place = step(own, direction) & empty
        while place:
            if not kings_capture(enemy, place, BOARD & ~(enemy | place), rules):
                return False
            if rules & RULE_FLYING == 0:
                break
            place = step(place, direction) & empty
    return True


@part
def _nobody_wins(own, enemy, rules):
    """Whether one king each is a draw, ``own`` to move: no capture, not lost, no move that leaves the other one lost."""
    empty = BOARD & ~(own | enemy)
    if kings_capture(own, enemy, empty, rules) or _is_lost(own, enemy, rules):
        return False
    for direction in range(4):
        place = step(own, direction) & empty
        while place:
            if _is_lost(enemy, place, rules):
                return False
            if rules & RULE_FLYING == 0:
                break
            place = step(place, direction) & empty
    return True


# --- draws --------------------------------------------------------------------------------------------------------------


@part
def has_moves(state):
    """Whether the player to act has a legal move."""
    if state["flags"] & contract.FLAG_IN_CHECK != 0:
        return True
    side = np.int64(state["player"])
    own, enemy, kings, rules = state["pieces"][side], state["pieces"][1 - side], state["kings"], np.int64(state["rules"])
    if can_step(own, enemy, kings, side):
        return True
    return rules & RULE_OPTIONAL != 0 and can_capture(own, enemy, kings, side, rules)


@part
def draw_by_count(state):
    """The reason of a draw by a counter or by one king each, 0 if there is none; repetition is not looked at."""
    draws = np.int64(state["draws"])
    if draws == REPETITION_ONLY:
        return np.int64(0)
    if state["quiet_limit"] != 0 and state["quiet"] >= state["quiet_limit"]:
        return np.int64(KING_MOVES)
    if draws == FMJD or draws == FMJD64:
        if state["short"] >= SHORT_PLIES:
            return np.int64(SHORT_CLOCK)
        if draws == FMJD:
            return np.int64(LONG_CLOCK if state["long"] >= LONG_PLIES else 0)
        if state["road"] >= ROAD_PLIES:
            return np.int64(MAIN_ROAD)
        if state["balance"] >= SMALL_FORCE_PLIES:
            kings = state["kings"]
            if kings & state["pieces"][0] != U0 and kings & state["pieces"][1] != U0:
                count = popcount(state["pieces"][0] | state["pieces"][1])
                if count <= 7 and count >= 4 and (count <= 5 or state["balance"] >= FORCE_PLIES):
                    return np.int64(EQUAL_FORCE)
    elif draws == FLYING:
        white, black = state["pieces"][0], state["pieces"][1]
        if (white | black) == state["kings"] and popcount(white) == 1 and popcount(black) == 1:
            side = np.int64(state["player"])
            if _nobody_wins(state["pieces"][side], state["pieces"][1 - side], np.int64(state["rules"])):
                return np.int64(ONE_KING_EACH)
    return np.int64(0)


@entry_point(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``: a player without a move has lost, before any draw."""
    states = rows(memory)
    state = states[ply]
    side = np.int64(state["player"])
    if not has_moves(state):
        reason = NO_PIECES if state["pieces"][side] == U0 else BLOCKED
        return contract.win_code(np.int64(1) << (1 - side), np.int64(reason))
    reason = draw_by_count(state)
    if reason != 0:
        return contract.draw_code(reason)
    enough = np.int64(state["repetition"])
    if enough != 0:
        count = np.int64(1)
        row = ply - 4
        oldest = ply - min(ply, np.int64(state["reversible"]))
        while row >= oldest and count < enough:
            if states[row]["key"] == state["key"]:
                count += 1
            row -= 2
        if count >= enough:
            return contract.draw_code(np.int64(REPEATED))
    return np.int64(0)


@entry_point(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The draws that a search sees: counters, one repetition on its path, two of the game, endgame tables.

    No moves is not its business.
    """
    states = rows(memory)
    state = states[ply]
    reason = draw_by_count(state)
    if reason != 0:
        return contract.draw_code(reason) if has_moves(state) else np.int64(0)
    reversible = np.int64(state["reversible"])
    if reversible >= 4 and state["repetition"] != 0:
        oldest = ply - min(ply, reversible)
        row = ply - 4
        times = np.int64(1)
        while row >= oldest:
            if states[row]["key"] == state["key"]:
                times += 1
                if row > root or times >= np.int64(state["repetition"]):
                    return contract.draw_code(np.int64(REPEATED))
            row -= 2
    if ply > root and table_draws(state, states[root]):
        return contract.draw_code(np.int64(0))
    return np.int64(0)
