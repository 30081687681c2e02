"""The numbers of the rule text: modes, options, reasons. Light: a handshake imports this."""

from __future__ import annotations

from dataclasses import dataclass

BLACK, WHITE = 0, 1
SMALLEST, LARGEST = 5, 20

MODES = ("freestyle", "standard", "caro", "caro-exact", "renju")
FREESTYLE, STANDARD, CARO, CARO_EXACT, RENJU = range(5)

FORBIDDEN = ("loss", "illegal", "claim")
LOSS, ILLEGAL, CLAIM = range(3)

OPENINGS = ("none", "centre", "swap", "swap2", "rif", "soosyrv-8", "taraguchi-10")

#: Words of ``qiji result``; result codes hold an index into this tuple. The forbidden shapes are numbered as ``forbidden_shape``.
REASONS = ("none", "overline", "double-four", "double-three", "five", "claim", "full", "passes", "move-limit", "only-forbidden")
NONE, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE, FIVE_MADE, CLAIMED, FULL, PASSES, MOVE_LIMIT, ONLY_FORBIDDEN = range(10)

#: Opening -> squares around the centre, as distance, in which stone 1, 2, ... must lie.
OPENING_REACH = {"centre": (0,), "rif": (0, 1, 2), "soosyrv-8": (0, 1, 2), "taraguchi-10": (0, 1, 2, 3)}


@dataclass(frozen=True)
class Setting:
    """One catalogue id: its names and the defaults of its options."""

    id: str
    name: str
    chinese_name: str
    mode: str
    forbidden: str = "loss"
    opening: str = "none"
    aliases: tuple[str, ...] = ()


SETTINGS = {
    setting.id: setting
    for setting in (
        Setting("gomoku", "Gomoku, freestyle", "五子棋 自由规则", "freestyle", aliases=("gomoku-freestyle", "five-in-a-row")),
        Setting("gomoku-standard", "Gomoku, exactly five", "五子棋 标准规则", "standard"),
        Setting("gomoku-caro", "Caro", "五子棋 越南规则", "caro", aliases=("caro",)),
        Setting("renju", "Renju", "连珠", "renju", opening="centre"),
        Setting("renju-seed", "Renju, forbidden moves pointed out", "五子棋 指出禁手", "renju", "claim", "centre"),
    )
}
