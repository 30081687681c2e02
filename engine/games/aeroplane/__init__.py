"""Aeroplane chess 飞行棋: one die, two to four seats, stacks, colour jumps, flights and their crossing."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec


def seating(options: dict[str, Any]) -> tuple[int, ...]:
    """The team of each seat: every seat that plays is one of its own."""
    from engine.games.aeroplane.rules import SEATING

    return SEATING[options["Players"]]


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``aeroplane``; compiles nothing."""
    from engine.games.aeroplane import evaluate, moves, notation, play, rules, state, weights

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
            "evaluate_seats": evaluate.evaluate_seats,
            "perft": play.perft,
            "chance_outcomes": play.chance_outcomes,
        },
        notation=notation,
        reasons=rules.REASONS,
        max_moves=state.MAX_MOVES,
        cells=state.CELLS,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=False,
        weights=weights.WEIGHTS,
        scratch_words=evaluate.SCRATCH_WORDS,
        row_options=state.ROW_OPTIONS,
        seating=seating,
    )
