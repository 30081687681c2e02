"""The flip game of army chess, 陆战棋 翻棋: face-down pieces that nobody knows, on the board of ``engine.games.luzhanqi``."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``luzhanqi-flip``; compiles nothing."""
    from engine.games.luzhanqi_flip import counting, evaluate, moves, notation, play, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, evaluate, counting),
        notation=notation,
        reasons=state.REASONS,
        max_moves=state.MAX_MOVES,
        cells=state.POINTS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=False,
        weights=weights.WEIGHTS,
        piece_values=weights.PIECE_VALUES,
        row_options=state.ROW_OPTIONS,
    )
