"""Quadro, 立体下方, and the Pylos rules of the same pyramid: one set of kernels, the rules travel in the record."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The specification of the game of ``entry``; compiles nothing."""
    from engine.games.quadro import evaluate, moves, notation, play, state, weights
    from engine.games.quadro.geometry import SITES

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, evaluate),
        notation=notation,
        reasons=state.REASONS,
        max_moves=state.MAX_MOVES,
        cells=SITES,
        kinds=state.KINDS,
        packed_moves=False,
        null_move=False,
        weights=weights.weights_of(entry.id),
        solver=_solver,
        piece_values=(0, state.BALL_VALUE, 2 * state.BALL_VALUE),
        row_options={"repetition": "repetition"}
        | dict.fromkeys(("bonus", "lines", "diagonals", "restack", "take_min", "out"), "rules"),
    )


def _solver(game: Any) -> Any:
    """What knows the solved positions; made on first use."""
    from engine.games.quadro.solver import Solver

    return Solver(game)
