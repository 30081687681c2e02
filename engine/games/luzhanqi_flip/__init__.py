"""The flip game of army chess, 陆战棋 翻棋: face-down pieces that nobody knows, on the board of ``engine.games.luzhanqi``."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``luzhanqi-flip``; compiles nothing."""
    from engine.games.luzhanqi_flip import counting, evaluate, moves, notation, play, state, weights

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
