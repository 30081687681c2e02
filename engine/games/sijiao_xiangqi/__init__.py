"""Four-corner xiangqi 四角象棋 and four-side xiangqi 四方象棋: two boards, one set of kernels."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of ``entry``; compiles nothing."""
    from engine.games.sijiao_xiangqi import ending, evaluate, exchange, moves, notation, play, state, weights
    from engine.games.sijiao_xiangqi.geometry import COUNT, GAMES

    board = GAMES.index(entry.id)
    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, ending, exchange, evaluate),
        notation=notation.Notation(entry.id),
        reasons=state.REASONS,
        max_moves=state.MAX_MOVES,
        cells=int(COUNT[board]),
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS[board],
        piece_values=weights.PIECE_VALUES,
        row_options=state.ROW_OPTIONS,
    )
