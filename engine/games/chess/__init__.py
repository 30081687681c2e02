"""Chess and Chess960. :func:`game` gives the search and the drivers what they need; RULES.md says which rules and why."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, kernels_of, packaged_network


def game(entry: CatalogueEntry) -> GameSpec:
    """The specification of chess; compiles nothing."""
    from engine.games.chess import ending, evaluate, exchange, features, known, legal, moves, notation, perft, play, state

    return GameSpec(
        entry=entry,
        state=state.STATE,
        kernels=kernels_of(moves, play, legal, ending, exchange, evaluate, features, known, perft),
        notation=notation,
        reasons=ending.REASONS,
        max_moves=state.MAX_MOVES,
        cells=64,
        kinds=state.KINDS,
        packed_moves=True,
        null_move=True,
        weights=evaluate.WEIGHTS,
        scratch_words=evaluate.SCRATCH_WORDS,
        piece_values=evaluate.PIECE_VALUES,
        network_inputs=features.INPUTS,
        network_pieces=features.PIECES,
        network_file=packaged_network(__file__, entry.id),
        analysis_params={
            "check_extension": 2,
            "razor_depth": 0,
            "futile_depth": 6,
            "probcut_depth": 0,
            "see_check": 0,
            "lmr_base": 40,
            "lmr_pv": 2000,
            "lmr_check": 3000,
            "lmr_root": 1024,
            "lmr_improving": 0,
        },
        row_options={
            "claims": "rules",
            "insufficient": "rules",
            "win_by": "rules",
            "castle_rook_safe": "rules",
            "repetition_claim": "repetition_claim",
            "repetition_auto": "repetition_auto",
            "fifty_limit": "fifty",
            "seventyfive_limit": "seventyfive",
        },
    )
