"""Four-player xiangqi with the royal palace and the throne: rules in compiled kernels, position strings and move text."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``siren-xiangqi``; compiles nothing."""
    from engine.games.cross.ending import REASONS
    from engine.games.cross.geometry import CELLS
    from engine.games.siren_xiangqi import ending, evaluate, exchange, moves, notation, play, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, ending, exchange, evaluate),
        notation=notation,
        reasons=REASONS,
        max_moves=state.MAX_MOVES,
        cells=CELLS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS,
        piece_values=state.PIECE_VALUES,
        row_options=state.ROW_OPTIONS,
    )
