"""Aeroplane chess 飞行棋: one die, two to four seats, stacks, colour jumps, flights and their crossing."""

from __future__ import annotations

from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of


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
        kernels=kernels_of(moves, play, evaluate),
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
