"""Chess and Chess960. :func:`game` gives the search and the drivers what they need; RULES.md says which rules and why."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec, packaged_network


def game(entry: CatalogueEntry) -> GameSpec:
    """The specification of chess; compiles nothing."""
    from engine.games.chess import notation
    from engine.games.chess.ending import REASONS, adjudicate, result
    from engine.games.chess.evaluate import PIECE_VALUES, SCRATCH_WORDS, WEIGHTS, evaluate
    from engine.games.chess.exchange import see
    from engine.games.chess.features import INPUTS, PIECES, feature_changes, features
    from engine.games.chess.known import ending
    from engine.games.chess.legal import is_legal
    from engine.games.chess.moves import gen_moves, gen_noisy, gen_quiet
    from engine.games.chess.perft import perft
    from engine.games.chess.play import make_move
    from engine.games.chess.state import KINDS, MAX_MOVES, STATE

    return GameSpec(
        entry=entry,
        state=STATE,
        kernels={
            "gen_moves": gen_moves,
            "gen_noisy": gen_noisy,
            "gen_quiet": gen_quiet,
            "make_move": make_move,
            "result": result,
            "adjudicate": adjudicate,
            "is_legal": is_legal,
            "see": see,
            "evaluate": evaluate,
            "features": features,
            "feature_changes": feature_changes,
            "ending": ending,
            "perft": perft,
        },
        notation=notation,
        reasons=REASONS,
        max_moves=MAX_MOVES,
        cells=64,
        kinds=KINDS,
        packed_moves=True,
        null_move=True,
        weights=WEIGHTS,
        scratch_words=SCRATCH_WORDS,
        piece_values=PIECE_VALUES,
        network_inputs=INPUTS,
        network_pieces=PIECES,
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
