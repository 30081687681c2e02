"""Syzygy tables at the root of a search, through python-chess: which moves keep the result, and which of them make progress.

Inside the tree the search knows nothing of the tables; where they cover the root, it chooses only among the moves kept here.
"""

from __future__ import annotations

import os
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
    """Packed moves that keep the best result; if that is a win or a loss, only the best of them."""
    outcome: int
    """1 won, 0 drawn, -1 lost, for the player to move."""
    probes: int

    def adjusted(self, info: Info) -> Info:
        """A line of the search with the score that the tables know better."""
        score = info.score
        if self.outcome == 0:
            score = 0
        elif score * self.outcome < TABLE_SCORE:
            score = self.outcome * TABLE_SCORE
        return replace(info, score=score, tbhits=info.tbhits + self.probes, wdl=info.wdl if score == info.score else None)

    def concluded(self, result: SearchResult) -> SearchResult:
        """The result of a search with the scores that the tables know better."""
        return replace(result, lines=tuple(self.adjusted(info) for info in result.lines))


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

    def probe(self, position: Position, most_pieces: int = 7, fifty_moves: bool = True) -> RootProbe | None:
        """What the tables know of ``position``; None outside chess and where a table is missing."""
        if position.game.entry.module != "chess" or not self.count:
            return None
        import chess

        board = chess.Board(position.text(), chess960=True)
        if chess.popcount(board.occupied) > most_pieces or board.castling_rights or not len(position.legal_moves()):
            return None
        seen = _keys_seen(position)
        ranked: list[tuple[int, int]] = []
        try:
            for packed in position.legal_moves():
                after = position.copy()
                after.push(int(packed))
                move = board.parse_uci(position.format(int(packed)))
                ranked.append((self._rank(board, move, after.key in seen, fifty_moves), int(packed)))
        except (KeyError, ValueError, OSError):  # a table is missing or damaged
            return None
        best = max(rank for rank, _ in ranked)
        outcome = (best > 0) - (best < 0) if abs(best) > _MAX_DTZ // 2 else 0
        return RootProbe(tuple(move for rank, move in ranked if rank == best), outcome, len(ranked))

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
