"""The draughts family: one generator, six rule settings. :func:`game` gives the search and the drivers what they need."""

from __future__ import annotations

from importlib import import_module

from engine.core.spec import CatalogueEntry, GameSpec

#: No exchange is looked at for pruning: a capture is judged by what it takes, and a move that forces captures is never left out.
SEARCH_PARAMS = {"see_depth": -1}


def game(entry: CatalogueEntry) -> GameSpec:
    """The specification of the game of ``entry``; compiles nothing."""
    from engine.core.spec import packaged_network
    from engine.games.draughts import notation
    from engine.games.draughts.ending import REASONS
    from engine.games.draughts.geometry import constants
    from engine.games.draughts.prior import pattern_start
    from engine.games.draughts.rules import SETTINGS
    from engine.games.draughts.state import KINDS, MAX_MOVES, PIECE_VALUES, STATE
    from engine.games.draughts.weights import weights_of

    setting = SETTINGS[entry.id]
    compiled = import_module(f"engine.games.draughts.compiled.{entry.id.replace('-', '_')}").KERNELS
    names = (
        "gen_moves", "gen_noisy", "gen_quiet", "make_move", "result", "adjudicate", "is_legal", "describe", "unfold", "see",
        "evaluate", "evaluate_patterns", "patterns", "features", "perft",
    )  # fmt: skip
    return GameSpec(
        entry=entry,
        state=STATE,
        kernels={name: compiled[name] for name in names},
        notation=notation.Notation(setting, compiled["finish_row"], compiled["gen_noisy"]),
        reasons=REASONS,
        max_moves=MAX_MOVES,
        cells=constants(setting.side)["CELLS"],
        kinds=KINDS,
        packed_moves=False,
        null_move=False,
        weights=weights_of(setting),
        pattern_start=pattern_start(entry.id),
        network_file=packaged_network(__file__, entry.id, "qpat"),
        piece_values=PIECE_VALUES,
        search_params=SEARCH_PARAMS,
        reversible_limit=2 * setting.king_moves_limit,
        row_options={
            "MustCapture": "rules",
            "KingRange": "rules",
            "Promotion": "rules",
            "CaptureRule": "rules",
            "DrawRules": "draws",
            "KingMovesLimit": "quiet_limit",
            "Repetition": "repetition",
        },
    )
