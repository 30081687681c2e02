"""The war of the four kingdoms: rules in compiled kernels, position strings and move text."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def seating(options: dict[str, Any]) -> tuple[int, ...]:
    """The team of each seat."""
    return (0, 1, 2, 3) if options["Teams"] == "ffa" else (0, 1, 0, 1)


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``siguo-xiangqi``; compiles nothing."""
    from engine.games.cross.ending import REASONS
    from engine.games.cross.geometry import CELLS
    from engine.games.siguo_xiangqi import ending, evaluate, exchange, moves, notation, play, state, weights

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
        seating=seating,
    )
