"""Catalogue entries of banqi in its three tables; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.errors import OptionError
from engine.games.banqi.rules import COLOUR_BY, EQUAL_CAPTURE, FILES, RANKS, REPETITION


@dataclass(frozen=True)
class _PlyLimit(Option):
    """A number of plies, or 0 for no limit; limits that end a game within a few moves are no values."""

    least: int = 20

    def parse(self, text: str) -> bool | int | str | None:
        """As ``Option.parse``."""
        number = super().parse(text)
        if isinstance(number, int) and 0 < number < self.least:
            raise OptionError(f"option {self.name}: {number} is neither 0 nor in {self.least}..{self.high}")
        return number


START = "????????/????????/????????/???????? - K1A2B2R2N2C2P5k1a2b2r2n2c2p5 0 0"

_COMMON = (
    Option(
        "ColourBy", "combo", "first-flip", values=COLOUR_BY, help="who has which colour: the first flip decides, or seat 0 is red"
    ),
    _PlyLimit(
        "NoProgressPlies", "spin", 180, 0, 1000, help="plies without flip or capture that are a draw: 20 to 1000; 0: never"
    ),
    Option("Repetition", "combo", "draw", values=REPETITION, help="whether the third occurrence of a position is a draw"),
    Option("WipeoutEnds", "check", True, help="a side without any piece left has lost, whatever is face-down"),
)
_LIANZHONG = (
    Option("EqualCapture", "combo", "letter", values=EQUAL_CAPTURE, help="all: horses and soldiers take their equals"),
    Option("CannonTakesHorse", "check", False, help="the cannon takes horses too"),
)


def _entry(game_id: str, name: str, chinese_name: str, more: tuple[Option, ...], aliases: tuple[str, ...]) -> CatalogueEntry:
    return CatalogueEntry(
        id=game_id,
        name=name,
        chinese_name=chinese_name,
        module="banqi",
        rules="banqi.md",
        seats=("first", "second"),
        teams=(0, 1),
        information="chance",
        searches=("expectimax", "mcts-chance"),
        protocols=("uci",),
        start=START,
        files=FILES,
        ranks=RANKS,
        notations=("wire", "letters", "chinese"),
        options=(*_COMMON, *more),
        aliases=aliases,
    )


ENTRIES = (
    _entry("banqi", "Banqi, Taiwan rules", "暗棋", (), ("darkchess", "chinese-dark-chess")),
    _entry("banqi-lianzhong", "Banqi, Lianzhong rules", "暗棋 联众规则", _LIANZHONG, ()),
    _entry("banqi-hk", "Banqi, Hong Kong rules", "暗棋 香港规则", (), ()),
)
