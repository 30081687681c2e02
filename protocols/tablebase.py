"""Syzygy tables at the root of a search, through python-chess: which moves keep the result, and which of them make progress.

Inside the tree the search knows nothing of the tables; where they cover the root, it chooses only among the moves kept here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.search.limits import Info, SearchResult

if TYPE_CHECKING:
    from engine import Position

#: Distances to a zeroing move never reach this.
_MAX_DTZ = 1 << 18
#: What is printed for a position that the tables call won, unless the search knows a mate.
TABLE_SCORE = 20_000


@dataclass(frozen=True)
class RootProbe:
    """What the tables say about a root."""

    moves: tuple[int, ...]
    """The packed moves to search: all that keep the best result (if it is a win or a loss, only the best of them), and where
    these are fewer than the lines wanted, the best after them as well."""
    ranks: dict[int, int]
    """The rank of each packed move, see ``Tablebases.probe``."""
    lines: int
    """How many of them are shown."""
    probes: int

    @property
    def outcome(self) -> int:
        """1 won, 0 drawn, -1 lost, for the player to move."""
        return _outcome(self.ranks[self.moves[0]])

    def adjusted(self, info: Info) -> Info:
        """A line of the search with the score that the tables know better."""
        score = info.score
        outcome = _outcome(self.ranks[info.pv[0]]) if info.pv else self.outcome
        if outcome == 0:
            score = 0
        elif score * outcome < TABLE_SCORE:
            score = outcome * TABLE_SCORE
        return replace(info, score=score, tbhits=info.tbhits + self.probes, wdl=info.wdl if score == info.score else None)

    def ordered(self, lines: Sequence[Info]) -> tuple[Info, ...]:
        """The lines of one depth with the scores that the tables know better, best first; equal ones by the tables' rank."""
        better = sorted(map(self.adjusted, lines), key=lambda info: (info.score, self.ranks[info.pv[0]]), reverse=True)
        return tuple(replace(info, multipv=number) for number, info in enumerate(better, start=1))

    def listener(self, on_info: Callable[[Info], object]) -> Callable[[Info], object]:
        """``on_info`` behind what puts scores and order right. Several lines come out when their depth is complete."""
        if self.lines == 1:
            return lambda info: on_info(self.adjusted(info))
        block: list[Info] = []

        def listen(info: Info) -> None:
            if info.bound != "exact" or not info.pv:
                return
            if info.multipv == 1:
                block.clear()
            block.append(info)
            if len(block) == self.lines:
                for line in self.ordered(block):
                    on_info(line)

        return listen

    def concluded(self, result: SearchResult) -> SearchResult:
        """The result of a search with the scores that the tables know better, and the best move by them."""
        if not result.lines or not result.lines[0].pv:
            return result
        lines, preferred = self.ordered(result.lines), result.lines[0].pv[0]
        first = lines[0].pv
        if result.best != preferred or first[0] == preferred:  # a weakened engine chose another one, or nothing changes
            return replace(result, lines=lines)
        return replace(result, lines=lines, best=first[0], ponder=first[1] if len(first) > 1 else 0)


def _outcome(rank: int) -> int:
    return (rank > 0) - (rank < 0) if abs(rank) > _MAX_DTZ // 2 else 0


class Tablebases:
    """The tables of some folders; folders that do not exist are skipped.

    paths : folders separated by ``os.pathsep`` (``;`` on Windows, else ``:``).
    """

    def __init__(self, paths: str) -> None:
        import chess.syzygy

        self._tables: Any = chess.syzygy.Tablebase()
        self.count = 0
        """Files found."""
        for path in paths.split(os.pathsep):
            if path.strip() and os.path.isdir(path.strip()):
                self.count += self._tables.add_directory(path.strip())

    def close(self) -> None:
        """Close all files."""
        self._tables.close()

    def probe(
        self, position: Position, most_pieces: int = 7, fifty_moves: bool = True, lines: int = 1, among: Sequence[int] = ()
    ) -> RootProbe | None:
        """What the tables know of ``position``, for ``lines`` best lines; ``among`` restricts the moves if there are any.

        None outside chess and where a table is missing.
        """
        if position.game.entry.module != "chess" or not self.count:
            return None
        import chess

        board = chess.Board(position.text(), chess960=True)
        moves = [int(move) for move in among or position.legal_moves()]
        if chess.popcount(board.occupied) > most_pieces or board.castling_rights or not moves:
            return None
        seen = _keys_seen(position)
        ranks: dict[int, int] = {}
        try:
            for packed in moves:
                after = position.copy()
                after.push(packed)
                move = board.parse_uci(position.format(packed))
                ranks[packed] = self._rank(board, move, after.key in seen, fifty_moves)
        except (KeyError, ValueError, OSError):  # a table is missing or damaged
            return None
        shown = min(lines, len(moves))
        best = max(ranks.values())
        chosen = [move for move in moves if ranks[move] == best]
        if len(chosen) < shown:
            chosen = sorted(moves, key=lambda move: -ranks[move])[:shown]
        return RootProbe(tuple(chosen), ranks, shown, len(ranks))

    def _rank(self, board: Any, move: Any, repeats: bool, fifty_moves: bool) -> int:
        """The higher the better: wins, the quicker to the next zeroing move; then draws; then losses, the slower."""
        clock, zeroing = board.halfmove_clock, board.is_zeroing(move)
        board.push(move)
        try:
            if board.is_checkmate():
                return 2 * _MAX_DTZ
            if board.is_insufficient_material() or board.is_stalemate():
                return 0
            if zeroing:
                reply = self._tables.probe_wdl(board)
                distance = (0, 101, 1)[abs(reply)] * (-1 if reply > 0 else 1)
                clock = 0
            else:
                distance = -self._tables.probe_dtz(board)
                distance += (distance > 0) - (distance < 0)
        finally:
            board.pop()
        if distance == 0 or (distance > 0 and repeats):
            return 0
        in_time = not fifty_moves or abs(distance) + clock < 100
        rank = (_MAX_DTZ if in_time else _MAX_DTZ // 4) - abs(distance)
        return rank if distance > 0 else -rank


def _keys_seen(position: Position) -> set[int]:
    rows = position.memory.view(position.game.spec.state)
    first = max(0, position.ply - int(position.state["reversible"]))
    return {int(key) for key in rows["key"][first : position.ply]}
