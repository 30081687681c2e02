"""Xiangqi, 中国象棋: rules in compiled kernels, position strings and move text."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of, packaged_network


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``xiangqi``; compiles nothing."""
    from engine.games.xiangqi import evaluate, exchange, features, known, moves, notation, play, scratch, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, exchange, evaluate, features, known),
        notation=notation,
        reasons=state.REASONS,
        max_moves=moves.MAX_MOVES,
        cells=state.SQUARES,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=weights.WEIGHTS,
        scratch_words=scratch.SCRATCH_WORDS,
        piece_values=exchange.PIECE_VALUES,
        reversible_limit=120,
        network_inputs=features.INPUTS,
        network_pieces=features.PIECES,
        network_file=packaged_network(__file__, entry.id),
        row_options=state.ROW_OPTIONS,
    )
