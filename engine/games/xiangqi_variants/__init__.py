"""Paowei xiangqi 炮位象棋 and shengshi xiangqi 盛世象棋: one set of kernels on xiangqi's tables."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of ``entry``; compiles nothing."""
    from engine.games.xiangqi.state import KINDS, REASONS
    from engine.games.xiangqi_variants import evaluate, exchange, moves, notation, play, state, weights

    variant = state.VARIANTS.index(entry.id)
    options = {option.name for option in entry.options}
    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, exchange, evaluate),
        notation=notation.Notation(entry.id),
        reasons=REASONS,
        max_moves=moves.MAX_CHAIN_MOVES if variant == state.SHENGSHI else moves.MAX_MOVES,
        cells=state.CELLS,
        kinds=KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS[variant],
        scratch_words=evaluate.SCRATCH_WORDS,
        piece_values=weights.PIECE_VALUES[variant],
        reversible_limit=120,
        row_options={name: field for name, field in state.ROW_OPTIONS.items() if name in options},
    )
