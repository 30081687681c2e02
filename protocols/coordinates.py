"""Ten-rank boards count their ranks from 0 (UCCI, Cyclone, XBoard) or from 1 (plain UCI of multi-variant engines)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.spec import CatalogueEntry

#: The name of the one-based twin of a zero-based wire notation.
ONE_BASED = "fairy"
_MOVE = re.compile(r"([a-z])(\d{1,2})([a-z])(\d{1,2})(\D*)")


def has_two_bases(entry: CatalogueEntry) -> bool:
    """Whether the game's moves are written in both ways."""
    return ONE_BASED in entry.notations


def counts_from_one(entry: CatalogueEntry) -> bool:
    """Whether UCI counts the game's ranks from 1 once ``UCI_Variant`` has named it: where GUIs know it from elsewhere."""
    return has_two_bases(entry) and entry.id == "xiangqi"


def to_zero_based(moves: Sequence[str], one_based: bool) -> list[str]:
    """``moves`` with ranks counted from 0.

    One base holds for all of them: one-based if any has a rank 10, zero-based if any has a rank 0, else ``one_based``.
    """
    read = [_MOVE.fullmatch(move.lower()) for move in moves]
    ranks = {int(rank) for match in read if match for rank in (match[2], match[4])}
    if 10 in ranks:
        one_based = True
    elif 0 in ranks:
        one_based = False
    if not one_based:
        return list(moves)
    return [_lower(match) if match else move for match, move in zip(read, moves, strict=True)]


def _lower(match: re.Match[str]) -> str:
    if int(match[2]) == 0 or int(match[4]) == 0:
        return match[0]
    return f"{match[1]}{int(match[2]) - 1}{match[3]}{int(match[4]) - 1}{match[5]}"
