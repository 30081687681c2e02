"""Endgame tables of draughts for sessions, analysis and ``qiji result``: which are open, what they say of a position.

The search reads them itself, inside its tree (``engine.games.draughts.tables.probe``); here they name results and keep a root's
moves to those that give nothing away. What is open holds for the whole process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from protocols.tablebase import TABLE_SCORE, RootProbe

if TYPE_CHECKING:
    from engine import Info, Position
    from engine.core.spec import CatalogueEntry

_RANK = 1 << 18  #: of a move that wins, as ``RootProbe`` has it
_EVERY = 99  #: more pieces than any table has
_TABLE_WIN = 10_000  #: the evaluation calls nothing else so good as what the tables call won (``tables.probe.WON``)


@dataclass(frozen=True)
class BitbaseProbe(RootProbe):
    """What the tables say about a root. They leave the draw counters out, so a win is only what the search does not refute."""

    def adjusted(self, info: Info) -> Info:
        """A line of the search with the score that the tables know better."""
        outcome = self.ranks[info.pv[0]] if info.pv else self.outcome
        score = info.score
        if outcome == 0:
            score = 0
        elif _TABLE_WIN < abs(score) < TABLE_SCORE and (score > 0) == (outcome > 0):
            score = TABLE_SCORE if outcome > 0 else -TABLE_SCORE
        return replace(info, score=score, tbhits=info.tbhits + self.probes, wdl=info.wdl if score == info.score else None)


def _pieces(position: Position) -> int:
    return sum(int(word).bit_count() for word in position.state["pieces"])


class Bitbases:
    """The open tables of one game of the draughts family, ``tell`` hears of files that cannot be used.

    paths : folders separated by ``os.pathsep``. most_pieces : positions with more are not looked up.
    """

    def __init__(self, entry: CatalogueEntry, paths: str, tell: Callable[[str], object], most_pieces: int = _EVERY) -> None:
        from engine.games.draughts.tables.opened import limit_lookups, open_tables, value_of

        self.entry = entry
        self._value_of, self._limit = value_of, limit_lookups
        self.count = open_tables(entry.id, paths, tell, most_pieces)
        """Tables found."""

    def close(self) -> None:
        """Look up nothing more."""
        from engine.games.draughts.tables.opened import close_tables

        close_tables(self.entry.id)

    def value(self, position: Position) -> int | None:
        """1 won, 0 drawn, -1 lost for the player to act, draw counters left out; None where the tables do not know."""
        self._limit(self.entry.id, _EVERY)
        return self._value(position)

    def _value(self, position: Position) -> int | None:
        known = self._value_of(self.entry.id, position.memory, position.ply)
        if known is not None:
            return known
        moves = position.legal_moves()
        if not len(moves):
            return -1
        if not position.in_check or not self._covers(position):
            return None
        best: int | None = -1
        for move in moves:  # captures: every one leads to fewer pieces
            reply = self._after(position, int(move))
            if reply == -1:
                return 1
            best = None if reply is None or best is None else max(best, -reply)
        return best

    def _covers(self, position: Position) -> bool:
        from engine.games.draughts.tables.opened import most_pieces

        return _pieces(position) <= most_pieces(self.entry.id)

    def _after(self, position: Position, move: int) -> int | None:
        after = position.copy()
        after.push(move)
        return self._value(after)

    def probe(self, position: Position, *, lines: int = 1, among: Sequence[int] = ()) -> BitbaseProbe | None:
        """The moves that keep the result, for ``lines`` best lines; ``among`` restricts the moves if there are any.

        None where the tables do not know the position or one of the moves. To be called before each search: one whose root is
        known looks up positions with fewer pieces only. Among positions of equal value the evaluation leads on, not the tables;
        so a won ending makes progress, and the way to the next capture is known to be right.
        """
        self._limit(self.entry.id, _EVERY)
        moves = [int(move) for move in among or position.legal_moves()]
        if not moves or not self._covers(position):
            return None
        ranks: dict[int, int] = {}
        for move in moves:
            reply = self._after(position, move)
            if reply is None:
                return None
            ranks[move] = -reply * _RANK
        self._limit(self.entry.id, _pieces(position) - 1)
        shown = min(lines, len(moves))
        best = max(ranks.values())
        chosen = [move for move in moves if ranks[move] == best]
        if len(chosen) < shown:
            chosen = sorted(moves, key=lambda move: -ranks[move])[:shown]
        return BitbaseProbe(tuple(chosen), ranks, shown, len(ranks))
