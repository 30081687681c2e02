"""What the suite asks of either board's notation and what does not depend on the board: tokens, views, what cannot be listed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from engine.games.luzhanqi import odds, tokens
from engine.games.luzhanqi.setups import choose_setup
from engine.games.luzhanqi.state import HIDDEN_PLACEMENT, LEAVE, PLACEMENT, STATE, TRUTH

# --- views --------------------------------------------------------------------------------------------------------------


def view_token(memory: np.ndarray, ply: int, move: int, seat: int, options: dict[str, Any], now: int | None = None) -> str:
    """What ``seat`` (-1: a spectator) is sent of ``move``, which is legal in the truth of row ``ply``, when row ``now`` has come.

    Without ``now`` all seats have placed.
    """
    state = memory.view(STATE)[ply]
    quiet = move & (PLACEMENT | HIDDEN_PLACEMENT) or move == LEAVE
    full = move if quiet else tokens.told(memory, ply, move)
    placed = now is None or int(memory.view(STATE)[now]["ply"]) >= int(state["seats"])
    return tokens.move_text(state, tokens.seat_move(state, full, seat, placed))


def piece_odds(memory: np.ndarray, ply: int, samples: int, seed: int) -> list[tuple[str, int, dict[str, float]]]:
    """See :func:`engine.games.luzhanqi.odds.piece_odds`."""
    return odds.piece_odds(memory, ply, samples, seed)


# --- what cannot be listed, counted or played -----------------------------------------------------------------------------


def unlisted(memory: np.ndarray, ply: int) -> str | None:
    """Why the legal moves of row ``ply`` cannot be listed or counted, None if they can."""
    state = memory.view(STATE)[ply]
    seats = int(state["seats"])
    if int(state["ply"]) < seats:
        return f"the placements are too many to list: place with --moves {' '.join(['@...'] * seats)}"
    return None


def uncounted(memory: np.ndarray, ply: int) -> str | None:
    """Why row ``ply`` has no perft, None if it has one."""
    if int(memory.view(STATE)[ply]["view"]) != TRUTH:
        return "perft needs a position with view *: in this one some kinds are unknown"
    return unlisted(memory, ply)


def incomplete(memory: np.ndarray, ply: int, move: int) -> str | None:
    """What ``move`` of row ``ply`` lacks to be played in a list of moves; None if nothing."""
    return tokens.incomplete(memory.view(STATE)[ply], int(move))


# --- moves --------------------------------------------------------------------------------------------------------------


def choose_placement(generator: random.Random) -> int:
    """A placement of the game's own book by its weights."""
    return choose_setup(generator)


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The move that a token means: a placement, two points and what the referee announced, or (four seats) ``0000``.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    return tokens.read_move(memory, ply, text, legal)


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` as a token, with announcements where it carries them."""
    return tokens.move_text(memory.view(STATE)[ply], int(move))
