"""Banqi, half-board Chinese dark chess 暗棋: flips, moves and captures under three capture tables."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of ``entry``; compiles nothing."""
    from engine.games.banqi import counting, evaluate, moves, notation, play, rules, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, evaluate, counting),
        notation=notation.Notation(entry.id),
        reasons=rules.REASONS,
        max_moves=state.MAX_MOVES,
        cells=rules.SQUARES,
        kinds=state.MOVE_KINDS,
        packed_moves=True,
        null_move=False,
        weights=weights.WEIGHTS,
        scratch_words=evaluate.SCRATCH_WORDS,
        piece_values=weights.PIECE_VALUES,
        row_options=state.ROW_OPTIONS,
    )
