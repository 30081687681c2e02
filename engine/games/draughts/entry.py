"""Catalogue entries of the draughts family; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.draughts.rules import DRAW_RULES, RULE_FLYING, RULE_MOST, RULE_THROUGH, SETTINGS, Setting


def _options(setting: Setting) -> tuple[Option, ...]:
    """The options of the rule text, section 8, with the game's own defaults."""

    def choice(name: str, rule: int, on: str, off: str, text: str) -> Option:
        return Option(name, "combo", on if setting.rules & rule else off, values=(on, off), help=text)

    return (
        Option("MustCapture", "check", True, help="a possible capture must be made"),
        choice("KingRange", RULE_FLYING, "flying", "short", "kings move along whole diagonals or one square"),
        choice("Promotion", RULE_THROUGH, "through", "end", "a man is crowned in passing, or only where its move ends"),
        choice("CaptureRule", RULE_MOST, "most", "free", "which of several captures may be chosen"),
        Option("DrawRules", "combo", DRAW_RULES[setting.draws], values=DRAW_RULES, help="which draws are declared"),
        Option(
            "KingMovesLimit",
            "spin",
            setting.king_moves_limit,
            0,
            1000,
            help="moves each without capture and man move; 0: no limit",
        ),
        Option("Repetition", "spin", 3, 0, 100, help="occurrences of a position that are a draw; 0: none are"),
    )


def _entry(setting: Setting) -> CatalogueEntry:
    return CatalogueEntry(
        id=setting.id,
        name=setting.name,
        chinese_name=setting.chinese_name,
        module="draughts",
        rules="draughts.md",
        seats=("white", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci", "hub", "dxp"),
        start=setting.start(),
        files=setting.side,
        ranks=setting.side,
        notations=("hub", "numeric", "full", "uci") + (("algebraic",) if setting.side == 8 else ()),
        options=_options(setting),
        aliases=setting.aliases,
    )


ENTRIES = tuple(_entry(setting) for setting in SETTINGS.values())
