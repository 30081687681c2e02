"""Rule sets and options (rule text, section 7): what each game has, and the bits that a record carries. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

BONUS, LINES, DIAGONALS, RESTACK, TAKE_ONE, OUT_RESERVE, OUT_PASS = 1, 2, 4, 8, 16, 32, 64
OUT = ("no-move", "reserve", "pass")


@dataclass(frozen=True)
class Setting:
    """One game of the family."""

    id: str
    name: str
    chinese_name: str
    bonus: bool
    lines: bool
    restack: bool
    take_min: int


SETTINGS = {
    setting.id: setting
    for setting in (
        Setting("quadro", "Quadro, the pyramid", "立体下方", True, True, True, 0),
        Setting("pylos", "Pylos", "金字塔棋", True, False, False, 1),
        Setting("pylos-expert", "Pylos for experts", "金字塔棋 高级规则", True, True, False, 1),
        Setting("pylos-child", "Pylos for children", "金字塔棋 儿童规则", False, False, False, 1),
    )
}


def rules_of(options: dict[str, Any]) -> int:
    """The ``rules`` bits of a record; options without effect leave no trace."""
    bonus, lines = options["bonus"], options["lines"]
    return (
        BONUS * bonus
        | LINES * (bonus and lines)
        | DIAGONALS * (bonus and lines and options["diagonals"])
        | RESTACK * (bonus and options["restack"])
        | TAKE_ONE * (bonus and options["take_min"] == 1)
        | {"no-move": 0, "reserve": OUT_RESERVE, "pass": OUT_PASS}[options["out"]]
    )
