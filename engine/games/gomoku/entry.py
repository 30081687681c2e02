"""Catalogue entries of five in a row; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.gomoku.rules import FORBIDDEN, LARGEST, MODES, OPENINGS, SETTINGS, SMALLEST, Setting

SIZE = 15


def _entry(setting: Setting) -> CatalogueEntry:
    return CatalogueEntry(
        id=setting.id,
        name=setting.name,
        chinese_name=setting.chinese_name,
        module="gomoku",
        rules="gomoku.md",
        seats=("black", "white"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("gomocup", "uci"),
        start="/".join(["15"] * SIZE) + " b",
        files=SIZE,
        ranks=SIZE,
        notations=("wire", "gomocup"),
        options=(
            Option("size", "spin", SIZE, SMALLEST, LARGEST, help="points on a side of the start position's board"),
            Option("rule", "combo", setting.mode, values=MODES, help="which rows win, and whether Black has forbidden moves"),
            Option("forbidden", "combo", setting.forbidden, values=FORBIDDEN, help="what becomes of a forbidden move"),
            Option("opening", "combo", setting.opening, values=OPENINGS, help="how a game begins"),
            Option("pass", "check", False, help="players may pass; two passes in a row are a draw"),
            Option("max_moves", "spin", 0, 0, LARGEST * LARGEST, help="stones after which the game is drawn; 0: no limit"),
        ),
        aliases=setting.aliases,
    )


ENTRIES = tuple(_entry(setting) for setting in SETTINGS.values())
