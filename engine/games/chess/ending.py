"""Ends of the game: ``result`` as the referee sees it, ``adjudicate`` as the search does, ``claimable`` where claims are free."""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, popcount
from engine.core.jit import kernel, leaf
from engine.games.chess.attacks import DARK_CELLS
from engine.games.chess.moves import has_moves
from engine.games.chess.state import (
    BISHOP,
    KING,
    KNIGHT,
    RULE_CLAIMS_AUTO,
    RULE_CLAIMS_OFF,
    RULE_KING_CAPTURE,
    RULE_SEED_MATERIAL,
    rows,
)

REASONS = (
    "",
    "checkmate",
    "stalemate",
    "insufficient-material",
    "repetition",
    "fifty-moves",
    "fivefold-repetition",
    "seventyfive-moves",
    "king-capture",
)
_MATE, _STALEMATE, _MATERIAL, _REPETITION, _FIFTY, _FIVEFOLD, _SEVENTYFIVE, _KING_TAKEN = range(1, 9)


@leaf
def _is_dead(state):
    """Whether the material alone rules out every mate (RULES.md, "Insufficient material")."""
    kinds = state["kinds"]
    bishops, minors = kinds[BISHOP], kinds[BISHOP] | kinds[KNIGHT]
    rules = state["rules"]
    if kinds[0] != minors | kinds[KING] or rules & RULE_KING_CAPTURE != 0:
        return False
    if popcount(minors) <= 1:
        return True
    if kinds[KNIGHT] != U0 or (bishops & DARK_CELLS != U0 and bishops & ~DARK_CELLS != U0):
        return False
    if rules & RULE_SEED_MATERIAL != 0:
        return popcount(bishops) == 2 and popcount(bishops & state["colours"][0]) == 1
    return True


@leaf
def _occurrences(states, ply, enough):
    """How often the position of row ``ply`` has occurred, itself included; counting stops at ``enough``."""
    key = states[ply]["key"]
    oldest = ply - min(ply, np.int64(states[ply]["reversible"]))
    count = 1
    row = ply - 4
    while row >= oldest and count < enough:
        if states[row]["key"] == key:
            count += 1
        row -= 2
    return count


@leaf
def _draw_by_history(states, ply, occurrences, plies, reason_repetition, reason_plies):
    """The result code of a draw by ``occurrences`` of the position or ``plies`` on the clock; 0 if there is none."""
    if np.int64(states[ply]["halfmove"]) >= plies:
        return contract.draw_code(np.int64(reason_plies))
    if _occurrences(states, ply, occurrences) >= occurrences:
        return contract.draw_code(np.int64(reason_repetition))
    return np.int64(0)


@leaf
def _claim(states, ply):
    """The draw that can be claimed by the clock or a repetition, as a result code; 0 if none."""
    state = states[ply]
    return _draw_by_history(states, ply, np.int64(state["repetition_claim"]), np.int64(state["fifty"]), _REPETITION, _FIFTY)


@leaf
def _king_taken(state):
    """The result code of a game that ended by the capture of a king (win_by=king-capture), else 0."""
    side = np.int64(state["player"])
    if state["kinds"][KING] & state["colours"][side] == U0:
        return contract.win_code(np.int64(1) << (1 - side), np.int64(_KING_TAKEN))
    return np.int64(0)


@leaf
def _moves_end(memory, ply):
    """The result code of mate, stalemate and a taken king, else 0."""
    state = rows(memory)[ply]
    code = _king_taken(state)
    if code != 0 or has_moves(memory, ply):
        return code
    if state["checkers"] != U0 and state["rules"] & RULE_KING_CAPTURE == 0:
        return contract.win_code(np.int64(1) << (1 - np.int64(state["player"])), np.int64(_MATE))
    return contract.draw_code(np.int64(_STALEMATE))


@kernel(contract.RESULT)
def result(memory, ply):
    """The result code of row ``ply`` under the options in the record; mate and stalemate come before every draw by count."""
    code = _moves_end(memory, ply)
    if code != 0:
        return code
    states = rows(memory)
    state = states[ply]
    if _is_dead(state):
        return contract.draw_code(np.int64(_MATERIAL))
    if state["rules"] & RULE_CLAIMS_AUTO != 0:
        code = _claim(states, ply)
        if code != 0:
            return code
    automatic, limit = np.int64(state["repetition_auto"]), np.int64(state["seventyfive"])
    return _draw_by_history(states, ply, automatic, limit, _FIVEFOLD, _SEVENTYFIVE)


@kernel(contract.RESULT)
def claimable(memory, ply):
    """The draw code that the player to act can claim in row ``ply``; 0 if none, if the game is over or if nobody may claim."""
    states = rows(memory)
    if states[ply]["rules"] & RULE_CLAIMS_OFF != 0:
        return np.int64(0)
    code = _claim(states, ply)
    if code != 0 and _moves_end(memory, ply) != 0:
        return np.int64(0)
    return code


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The draws that a search sees: dead material, one repetition on its path, two of the game, the move count; a taken king.

    Under claims=off the move count is that of the automatic draw. A mate on the last ply of the count is left to the search.
    """
    states = rows(memory)
    state = states[ply]
    if state["rules"] & RULE_KING_CAPTURE != 0:
        code = _king_taken(state)
        if code != 0:
            return code
    limit = np.int64(state["seventyfive"] if state["rules"] & RULE_CLAIMS_OFF != 0 else state["fifty"])
    if np.int64(state["halfmove"]) >= limit and (state["checkers"] == U0 or has_moves(memory, ply)):
        return contract.draw_code(np.int64(_FIFTY))
    reversible = np.int64(state["reversible"])
    if reversible >= 4:
        key = state["key"]
        oldest = ply - min(ply, reversible)
        row = ply - 4
        seen = False
        while row >= oldest:
            if states[row]["key"] == key:
                if row > root or seen:
                    return contract.draw_code(np.int64(_REPETITION))
                seen = True
            row -= 2
    if _is_dead(state):
        return contract.draw_code(np.int64(_MATERIAL))
    return np.int64(0)
