"""Five in a row, 五子棋: freestyle, standard, caro and renju on boards of 5 to 20 points, one set of kernels for all."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of

#: Fours are what quiescence and the solver look at; extending them as well only costs time.
SEARCH_PARAMS: dict[str, int] = {"check_extension": 0}


def game(entry: CatalogueEntry) -> GameSpec:
    """The specification of the game of ``entry``; compiles nothing."""
    from engine.games.gomoku import evaluate, moves, notation, play, solver, state, weights
    from engine.games.gomoku.kernels import CALLED_KERNELS
    from engine.games.gomoku.rules import REASONS

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, evaluate),
        notation=notation,
        reasons=REASONS,
        max_moves=state.MAX_MOVES,
        cells=state.CELLS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS,
        piece_values=state.PIECE_VALUES,
        search_params=SEARCH_PARAMS,
        row_options=state.ROW_OPTIONS,
        helpers=CALLED_KERNELS,
        selective=True,
        solver=solver.Solver,
    )
