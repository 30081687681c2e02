"""Ends of the game: the result of a row by rules 1 to 5 of section 5, the move limit, ``result`` and ``adjudicate``.

Places are compared by one number for each seat, the smaller the better: finished seats by their moves, then those that play (at
the move limit by what they have home and how far the rest is), then the eliminated ones, the one that lasted longest first.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, popcount
from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.chinese_checkers.geometry import CAMPS, GATES, GOALS, SEATS
from engine.games.chinese_checkers.state import (
    ALL_HOME,
    ELIMINATED,
    EXIT_LIMIT,
    FINISHED,
    GOAL,
    MOVE_LIMIT,
    OFFENCE,
    PLAYING,
    WALL,
    rows,
)

_BEHIND = np.int64(1) << np.int64(40)  #: between the three groups of places
_MANY = np.int64(1) << np.int64(20)


# --- facts of a seat ----------------------------------------------------------------------------------------------------


@inline_leaf
def at_home(state, seat):
    """Whether a seat has pieces in its own camp."""
    return (state["low"][seat] & CAMPS[seat, 0]) | (state["high"][seat] & CAMPS[seat, 1]) != U0


@inline_leaf
def in_goal(state, seat):
    """How many pieces of a seat stand in its goal area."""
    wide = np.int64(state["wide"])
    return popcount(state["low"][seat] & GOALS[wide, seat, 0]) + popcount(state["high"][seat] & GOALS[wide, seat, 1])


@inline_leaf
def is_full(state, seat):
    """Whether a seat has filled its goal area."""
    wide = np.int64(state["wide"])
    missing_low = GOALS[wide, seat, 0] & ~state["low"][seat]
    return missing_low | (GOALS[wide, seat, 1] & ~state["high"][seat]) == U0


@leaf
def is_walled_in(state, seat):
    """Whether opponents hold the whole gate of a seat."""
    low, high = U0, U0
    for other in range(SEATS):
        if state["team"][other] >= 0 and state["team"][other] != state["team"][seat]:
            low |= state["low"][other]
            high |= state["high"][other]
    return (GATES[seat, 0] & ~low) | (GATES[seat, 1] & ~high) == U0


@inline_leaf
def is_late(state, seat):
    """Whether a seat has made so many moves that its pieces have to be out."""
    return state["exit_limit"] != 0 and state["moves"][seat] >= state["exit_limit"]


# --- ranks --------------------------------------------------------------------------------------------------------------


@leaf
def rank(state, seat, by_distance):
    """The number by which a seat's place is compared; ``by_distance``: those that play are ranked as at the move limit."""
    status = np.int64(state["status"][seat])
    if status == FINISHED:
        return np.int64(state["moves"][seat])
    if status == ELIMINATED:
        return 3 * _BEHIND - np.int64(state["moves"][seat]) * 8 - seat
    if by_distance:
        return _BEHIND + (64 - in_goal(state, seat)) * _MANY + np.int64(state["distance"][seat])
    return _BEHIND


@leaf
def members(state, team):
    """The bit set of a team's seats."""
    seats = np.int64(0)
    for seat in range(SEATS):
        if state["team"][seat] == team:
            seats |= np.int64(1) << seat
    return seats


@leaf
def ranked(state, by_distance, reason):
    """The result where places decide: the best seats or the best team have won, a draw if that is all of them."""
    best, winners, all_teams, shared = np.int64(-1), np.int64(0), np.int64(0), np.int64(0)
    for team in range(SEATS):
        place, seats = np.int64(-1), members(state, np.int64(team))
        if seats == 0:
            continue
        all_teams |= seats
        for seat in range(SEATS):
            if seats >> seat & 1:
                value = rank(state, np.int64(seat), by_distance)
                if place < 0 or (value > place) == (state["team_mode"] == ALL_HOME):
                    place = value
        if best < 0 or place < best:
            best, winners, shared = place, seats, np.int64(0)
        elif place == best:
            winners |= seats
            shared = np.int64(1)
    if winners == all_teams or (shared != 0 and state["teamed"] != 0):
        return contract.draw_code(reason)
    return contract.win_code(winners, reason)


# --- rules --------------------------------------------------------------------------------------------------------------


@leaf
def wall_code(state):
    """Rule 5 where two sides play: the side of a seat that is walled in has won; 0 if there is none."""
    if state["wall"] != OFFENCE or state["sides"] != 2:
        return np.int64(0)
    for seat in range(SEATS):
        if state["team"][seat] >= 0 and state["status"][seat] == PLAYING and is_late(state, seat) and at_home(state, seat):
            if is_walled_in(state, seat):
                return contract.win_code(members(state, np.int64(state["team"][seat])), np.int64(WALL))
    return np.int64(0)


@leaf
def exit_code(state):
    """Rule 4: the only side without an eliminated seat has won; 0 while there are several."""
    standing, alone = np.int64(0), np.int64(0)
    for team in range(SEATS):
        seats = members(state, np.int64(team))
        whole = seats != 0
        for seat in range(SEATS):
            if seats >> seat & 1 and state["status"][seat] == ELIMINATED:
                whole = False
        if whole:
            standing += 1
            alone = seats
    if standing == 1:
        return contract.win_code(alone, np.int64(EXIT_LIMIT))
    if standing == 0:
        return ranked(state, False, np.int64(EXIT_LIMIT))
    return np.int64(0)


@leaf
def first_home(state):
    """Without equal turns: the first seat, or the first team with all its seats home, has won at once; 0 if there is none."""
    best, winners = np.int64(-1), np.int64(0)
    for team in range(SEATS):
        seats = members(state, np.int64(team))
        if seats == 0:
            continue
        place, whole = np.int64(-1), True
        for seat in range(SEATS):
            if seats >> seat & 1:
                if state["status"][seat] != FINISHED:
                    whole = False
                else:
                    when = np.int64(state["moves"][seat]) * 8 + seat
                    if place < 0 or (when > place) == (state["team_mode"] == ALL_HOME):
                        place = when
        if place >= 0 and (whole or state["team_mode"] != ALL_HOME) and (best < 0 or place < best):
            best, winners = place, seats
    return contract.win_code(winners, np.int64(GOAL)) if best >= 0 else np.int64(0)


@leaf
def goal_code(state):
    """Rules 1 to 3; 0 while the game goes on."""
    most, least, playing, home = np.int64(-1), np.int64(-1), np.int64(0), np.int64(0)
    for seat in range(SEATS):
        made = np.int64(state["moves"][seat])
        if state["status"][seat] == FINISHED:
            most = max(most, made)
        elif state["status"][seat] == PLAYING:
            playing += 1
            if least < 0 or made < least:
                least = made
    if most < 0:
        return np.int64(0)
    if state["equal_turns"] == 0:
        return first_home(state)
    if playing > 0 and least < most:
        return np.int64(0)
    if state["teamed"] == 0:
        if playing > 1:
            return np.int64(0)
    elif state["team_mode"] == ALL_HOME:
        for team in range(SEATS):
            seats, whole = members(state, np.int64(team)), True
            for seat in range(SEATS):
                if seats >> seat & 1 and state["status"][seat] != FINISHED:
                    whole = False
            if seats != 0 and whole:
                home += 1
        if home == 0:
            return np.int64(0)
    return ranked(state, False, np.int64(GOAL))


@leaf
def code_of(state):
    """The result code by rules 1 to 5 of a row that is complete but for its ``code``."""
    code = wall_code(state)
    events = False
    for seat in range(SEATS):
        if state["status"][seat] == FINISHED or state["status"][seat] == ELIMINATED:
            events = True
    if code != 0 or not events:
        return code
    code = exit_code(state)
    return code if code != 0 else goal_code(state)


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply``."""
    state = rows(memory)[ply]
    if state["code"] != 0:
        return np.int64(state["code"])
    if state["max_rounds"] == 0:
        return np.int64(0)
    for seat in range(SEATS):
        if state["status"][seat] == PLAYING and state["moves"][seat] < state["max_rounds"]:
            return np.int64(0)
    return ranked(state, True, np.int64(MOVE_LIMIT))


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """As ``result``: no rule looks at earlier rows."""
    return result(memory, ply)
