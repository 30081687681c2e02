"""Fangqi, 平面下方: rules in compiled kernels, position strings and move text."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of

#: A quiet move gives nothing to take, so no exchange is worth a look.
SEARCH_PARAMS = {"see_depth": -1}


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``fangqi``; compiles nothing."""
    from engine.games.fangqi import ending, evaluate, moves, notation, play, state, weights

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
        piece_values=state.PIECE_VALUES,
        search_params=SEARCH_PARAMS,
        row_options=state.ROW_OPTIONS,
    )
