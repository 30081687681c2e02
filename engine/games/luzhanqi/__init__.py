"""Army chess with hidden kinds, 陆战棋: rules in compiled kernels for two and for four seats, position strings and move text."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def hidden_game(entry: CatalogueEntry, notation: Any) -> GameSpec:
    """The :class:`GameSpec` of a game on one of the two boards; they share all kernels."""
    from engine.games.luzhanqi import beliefs, evaluate, moves, play, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, evaluate, beliefs),
        notation=notation,
        reasons=state.REASONS,
        max_moves=state.MAX_MOVES,
        cells=state.CELLS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=False,
        weights=weights.WEIGHTS,
        piece_values=weights.PIECE_VALUES,
        row_options=state.ROW_OPTIONS,
    )


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of one of this package's entries; compiles nothing."""
    from engine.games.luzhanqi import notation

    return hidden_game(entry, notation)
