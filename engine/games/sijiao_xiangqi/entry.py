"""Catalogue entries of four-corner and four-side xiangqi; imports nothing heavy."""

from __future__ import annotations

from typing import Any

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.errors import OptionError

_CORNERS = (
    "rK,rR,1,rS,2,bS,bB,1,bK/1,rA,5,bC,bA,bR/rB,rC,rN,rS,2,bS,bN,2/rP,1,rP,4,bP,1,bP/10/10/kP,1,kP,4,wP,1,wP/"
    "2,kN,kS,2,wS,wN,wC,wB/kR,kA,kC,5,wA,1/kK,1,kB,kS,2,wS,1,wR,wK k 1111 - 0 0"
)
_SIDES = (
    "x5,bR,bN,bB,bA,bK,bA,bB,bN,bR,x5/x5,9,x5/x5,1,bC,5,bC,1,x5/x5,bP,1,bP,1,bP,1,bP,1,bP,x5/x5,9,x5/"
    "rR,2,rP,11,wP,2,wR/rN,1,rC,13,wC,1,wN/rB,2,rP,11,wP,2,wB/rA,17,wA/rK,2,rP,11,wP,2,wK/rA,17,wA/rB,2,rP,11,wP,2,wB/"
    "rN,1,rC,13,wC,1,wN/rR,2,rP,11,wP,2,wR/x5,9,x5/x5,kP,1,kP,1,kP,1,kP,1,kP,x5/x5,1,kC,5,kC,1,x5/x5,9,x5/"
    "x5,kR,kN,kB,kA,kK,kA,kB,kN,kR,x5 k 1111 - 0 0"
)


def _entry(game_id: str, name: str, chinese_name: str, start: str, side: int) -> CatalogueEntry:
    return CatalogueEntry(
        id=game_id,
        name=name,
        chinese_name=chinese_name,
        module="sijiao_xiangqi",
        rules="sijiao-xiangqi.md",
        seats=("black", "red", "blue", "white"),
        teams=(0, 1, 0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci",),
        start=start,
        files=side,
        ranks=side,
        notations=("wire", "pgn4", "chinese"),
        options=(
            Option("Command", "combo", "auto", values=("auto", "unified", "own", "shared")),
            Option("EndRule", "combo", "auto", values=("auto", "mate-one", "mate-both", "capture-both")),
            Option("DeadPieces", "combo", "remove", values=("remove", "stay")),
            Option("PerpetualCheck", "combo", "loss", values=("loss", "draw")),
            Option("NoCaptureLimit", "spin", 0, 0, 10_000),
            Option("MoveLimit", "spin", 0, 0, 100_000),
        ),
    )


def rules_of(game_id: str, values: dict[str, Any]) -> tuple[str, str]:
    """``(command, end rule)`` that option values stand for, ``auto`` replaced."""
    corners = game_id == "sijiao-xiangqi"
    command, end_rule = values.get("Command", "auto"), values.get("EndRule", "auto")
    if command == "auto":
        command = "unified" if corners else "shared"
    if end_rule == "auto":
        end_rule = "mate-one" if corners else "mate-both"
    return command, end_rule


def check_options(game_id: str, values: dict[str, Any]) -> None:
    """Refuse combinations that no rule set has; values that are missing are the defaults.

    Raises
    ------
    OptionError
    """
    command, end_rule = rules_of(game_id, values)
    if command == "unified" and game_id != "sijiao-xiangqi":
        raise OptionError("option Command: unified is not played on the cross")
    if command == "unified" and end_rule != "mate-one":
        raise OptionError(f"option EndRule: {end_rule} needs Command own or shared")


ENTRIES = (
    _entry("sijiao-xiangqi", "Four-corner xiangqi", "四角象棋", _CORNERS, 10),
    _entry("sifang-xiangqi", "Four-side xiangqi", "四方象棋", _SIDES, 19),
)
