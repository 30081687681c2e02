"""Results that a player claims instead of moving."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine import Position

_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)")


@dataclass(frozen=True)
class Claim:
    """What a claim amounts to. ``kind``: ``resignation``, ``draw`` (true, for ``reason``) or ``false``."""

    kind: str
    reason: str = ""


def judge(position: Position, seat: int, text: str) -> Claim:
    """Judge the claim ``text`` of ``seat`` in a game of two seats that goes on by its rules.

    A draw may be claimed where the rules leave it to the players (option ``claims=player``). A claim of the own loss is a
    resignation; every other claim is false, since a decided game would have ended by itself.
    """
    found = _RESULT.search(text)
    claimed = found[1] if found else ""
    if claimed == ("0-1" if seat == 0 else "1-0"):
        return Claim("resignation")
    reason = position.claimable() if claimed == "1/2-1/2" else None
    return Claim("draw", reason) if reason else Claim("false")
