"""Banqi, half-board Chinese dark chess 暗棋: flips, moves and captures under three capture tables."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of ``entry``; compiles nothing."""
    from engine.games.banqi import counting, evaluate, moves, notation, play, rules, state, weights

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels={
            "gen_moves": moves.gen_moves,
            "gen_noisy": moves.gen_noisy,
            "gen_quiet": moves.gen_quiet,
            "make_move": play.make_move,
            "result": play.result,
            "adjudicate": play.adjudicate,
            "is_legal": moves.is_legal,
            "see": moves.see,
            "evaluate": evaluate.evaluate,
            "perft": counting.perft,
            "chance_outcomes": play.chance_outcomes,
        },
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
