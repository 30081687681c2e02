"""Catalogue entries of the pyramid; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.quadro.rules import OUT, SETTINGS, Setting

START = "4/4/4/4|3/3/3|2/2|1 w"


def _options(setting: Setting) -> tuple[Option, ...]:
    return (
        Option("bonus", "check", setting.bonus, help="a shape of one's own lets one take balls back"),
        Option("lines", "check", setting.lines, help="rows and columns of levels 1 and 2 are shapes"),
        Option("diagonals", "check", False, help="with lines: the main diagonals of levels 1 and 2 are shapes"),
        Option("restack", "check", setting.restack, help="a ball taken back may be put on a higher site at once"),
        Option("take_min", "spin", setting.take_min, 0, 1, help="fewest balls to take back"),
        Option("out", "combo", OUT[0], values=OUT, help="when a side is out of balls, or that it passes then"),
        Option("repetition", "spin", 3, 0, 3, help="occurrences of a position that are a draw; 0: none are"),
    )


def _entry(setting: Setting) -> CatalogueEntry:
    return CatalogueEntry(
        id=setting.id,
        name=setting.name,
        chinese_name=setting.chinese_name,
        module="quadro",
        rules="quadro.md",
        seats=("white", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci",),
        start=START,
        files=4,
        ranks=4,
        notations=("turn",),
        options=_options(setting),
    )


ENTRIES = tuple(_entry(setting) for setting in SETTINGS.values())
