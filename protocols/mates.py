"""Variations that reach the mate that they announce.

A search may cut the tail of a variation where its table already knew the result; match runners compare the length of a line with
its mate score, and people want to see the end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine import Engine, Info, Position

#: Printed for a win whose whole line is not known: decisive, but no distance that the line does not show.
UNSHOWN_WIN = 20_000
#: Tails of this many plies are searched for by trying out; longer ones must be in the table.
_TRIED_PLIES = 3


def with_whole_mate(player: Engine, root: Position, info: Info) -> Info:
    """``info`` with the variation of an exact mate completed, or with :data:`UNSHOWN_WIN` where its rest cannot be found."""
    if info.bound != "exact" or not info.pv or not engine.is_mate(info.score):
        return info
    plies = engine.mate_plies(info.score)
    if len(info.pv) >= plies:
        return info
    walk = root.copy()
    for move in info.pv:
        if move not in walk.legal_moves():
            return _unshown(info)
        walk.push(move)
    tail = _tail(player, walk, plies - len(info.pv))
    return replace(info, pv=(*info.pv, *tail)) if tail else _unshown(info)


def _unshown(info: Info) -> Info:
    return replace(info, score=UNSHOWN_WIN if info.score > 0 else -UNSHOWN_WIN)


def _tail(player: Engine, walk: Position, plies: int) -> list[int]:
    """Moves from ``walk`` that end in mate after exactly ``plies`` plies; empty if none are found. ``walk`` is left as it was."""
    if plies <= _TRIED_PLIES:
        return _tried(walk, plies)
    known = player.probe(walk)
    move = int(known["best"]) if known else 0
    if not move:
        return []
    walk.push(move)
    rest = _tail(player, walk, plies - 1)
    walk.pop()
    return [move, *rest] if rest else []


def _tried(walk: Position, plies: int) -> list[int]:
    """As :func:`_tail`, by trying every move: the winner needs one that mates in time, the loser has none that lasts longer."""
    longest: list[int] = []
    for move in walk.legal_moves().tolist():
        walk.push(move)
        if plies == 1:
            line = [move] if not len(walk.legal_moves()) and walk.result().winners else []
        else:
            rest = _tried(walk, plies - 1) if len(walk.legal_moves()) else []
            line = [move, *rest] if rest else []
        walk.pop()
        if line and plies % 2 == 1:
            return line
        longest = line or longest
    return longest
