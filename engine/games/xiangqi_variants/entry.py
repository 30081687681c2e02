"""Catalogue entries of the xiangqi variants; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.xiangqi.entry import ENTRIES as XIANGQI

_START = XIANGQI[0].start
_NOTATIONS = XIANGQI[0].notations
_RETURN = Option("CannonReturn", "check", True)


def _entry(game_id: str, name: str, chinese_name: str, options: tuple[Option, ...]) -> CatalogueEntry:
    return CatalogueEntry(
        id=game_id,
        name=name,
        chinese_name=chinese_name,
        module="xiangqi_variants",
        rules=f"{game_id}.md",
        seats=("red", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci", "ucci"),
        start=_START,
        files=9,
        ranks=10,
        notations=_NOTATIONS,
        options=(*XIANGQI[0].options, *options),
    )


ENTRIES = (
    _entry("paowei-xiangqi", "Paowei xiangqi", "炮位象棋", (_RETURN,)),
    _entry(
        "shengshi-xiangqi",
        "Shengshi xiangqi",
        "盛世象棋",
        (
            Option("HalfPoints", "check", True),
            _RETURN,
            Option("HorseChain", "check", True),
            Option("FlyingGeneral", "check", True),
            Option("BothCentres", "combo", "illegal", values=("illegal", "legal")),
        ),
    ),
)
