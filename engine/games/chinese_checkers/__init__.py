"""Chinese checkers, 跳棋: rules in compiled kernels, position strings and move text."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of

#: Nothing is ever quiet and nothing is taken: the evaluation is asked at once, and no exchange is worth a look.
SEARCH_PARAMS = {"use_quiescence": 0, "see_depth": -1, "probcut_depth": 0}


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``chinese-checkers``; compiles nothing."""
    from engine.games.chinese_checkers import ending, evaluate, moves, notation, play, state, weights
    from engine.games.chinese_checkers.entry import seating
    from engine.games.chinese_checkers.geometry import SEATS

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, ending, evaluate),
        notation=notation,
        reasons=state.REASONS,
        max_moves=state.MAX_MOVES,
        cells=state.CELLS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS,
        scratch_words=SEATS,
        piece_values=state.PIECE_VALUES,
        search_params=SEARCH_PARAMS,
        seating=seating,
        solver=_solver,
        row_options=state.ROW_OPTIONS,
    )


def _solver(game: Any) -> Any:
    """What knows openings and pure races; made on first use."""
    from engine.games.chinese_checkers.solver import Solver

    return Solver(game)
