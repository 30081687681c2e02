"""Makes opening books from games: Polyglot for chess, ``book_format`` for xiangqi.

A move weighs two for each game that its player won, one for each that was drawn or has no result, none for a lost one, as in
Polyglot's own ``make-book``; a move that weighs nothing is left out. Weights too large for sixteen bits are all divided alike.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError
from protocols import book_format

if TYPE_CHECKING:
    from engine import Game, Position

_LARGEST = 0xFFFF
_POLYGLOT = struct.Struct(">QHHI")
_WIN, _DRAW = 2, 1


@dataclass
class _Count:
    weight: int = 0
    games: int = 0


@dataclass
class BookMaker:
    """Counts the moves of games."""

    game: Game
    plies: int
    """Moves of each game that count."""
    seat: int | None = None
    """Only this seat's moves."""
    games: int = 0
    """Games counted so far."""
    counts: dict[tuple[int, Any], _Count] = field(default_factory=dict)
    """(key, move as the format packs it) -> count."""

    def add(self, moves: Iterator[tuple[Position, int]], result: str) -> None:
        """Count a game; ``moves`` are its positions, each with the packed move played there. If they raise, nothing counts."""
        winner = {"1-0": 0, "0-1": 1}.get(result)
        code = _polyglot_code if self.game.entry.module == "chess" else _own_code
        played = [(position.player, code(position, move)) for position, move in moves]
        self.games += 1
        for player, key in played:
            if self.seat is not None and player != self.seat:
                continue
            count = self.counts.setdefault(key, _Count())
            count.games += 1
            count.weight += _DRAW if winner is None else _WIN * (winner == player)

    def write(self, path: str, least_games: int = 1) -> int:
        """Write the moves that occurred in ``least_games`` games and weigh something; returns how many."""
        kept = {key: count for key, count in self.counts.items() if count.weight and count.games >= least_games}
        if not kept:
            raise QijiError("no move of the games may go into the book")
        divisor = max(1, -(-max(count.weight for count in kept.values()) // _LARGEST))
        weights = {key: max(1, count.weight // divisor) for key, count in kept.items()}
        if self.game.entry.module == "chess":
            _write_polyglot(path, weights)
        else:
            book_format.write(
                path,
                self.game.entry,
                (book_format.BookEntry(*key, weights[key], count.games) for key, count in kept.items()),
            )
        return len(kept)


def _own_code(position: Position, move: int) -> tuple[int, str]:
    return book_format.key_of(position), position.format(move)


def _polyglot_code(position: Position, move: int) -> tuple[int, int]:
    """Key and packed move of Polyglot: destination and origin in sixes of bits, promotion above; castling takes the rook."""
    import chess
    import chess.polyglot

    board = chess.Board(position.text(), chess960=True)
    parsed = board.parse_uci(_king_takes_rook(position, move))
    promotion = (parsed.promotion or 1) - 1
    return chess.polyglot.zobrist_hash(board), parsed.to_square | parsed.from_square << 6 | promotion << 12


def _king_takes_rook(position: Position, move: int) -> str:
    """UCI as Chess960 writes it."""
    from engine.games.chess.notation import format_move

    return format_move(position.memory, position.ply, move, position.legal_moves(), "uci", {"UCI_Chess960": True})


def _write_polyglot(path: str, weights: dict[tuple[int, int], int]) -> None:
    with open(path, "wb") as file:
        for (key, move), weight in sorted(weights.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
            file.write(_POLYGLOT.pack(key, move, weight, 0))


# --- reading games ------------------------------------------------------------------------------------------------------


def add_file(maker: BookMaker, data: bytes, complain: Callable[[str], None]) -> None:
    """Count the games of a file's bytes; those that cannot be read are told to ``complain`` and left out."""
    if maker.game.entry.module == "chess":
        _add_chess(maker, data, complain)
        return
    from protocols.files import read_bytes

    for record in read_bytes(data, maker.game, complain):
        position = maker.game.position(record.position)
        maker.add(_walk(position, record.main_line()[: maker.plies]), record.result)


def _add_chess(maker: BookMaker, data: bytes, complain: Callable[[str], None]) -> None:
    from protocols.analysis.games import check_variant
    from protocols.analysis.scan import decode, scan

    text, _ = decode(data, chinese=False)
    for one in scan(text, chess=True):
        try:
            if one.fault:
                raise QijiError(one.fault)
            check_variant(one, maker.game)
            moves = [move.text for move in one.moves[: maker.plies]]
            maker.add(_walk(maker.game.position(one.position), moves), one.tags.get("Result", one.result))
        except QijiError as error:
            complain(f"line {one.line}: {error}" if not str(error).startswith("line ") else str(error))


def _walk(position: Position, moves: list[str]) -> Iterator[tuple[Position, int]]:
    """Play ``moves``, yielding the position before each and the packed move."""
    for move in moves:
        packed = position.parse(move)
        yield position, packed
        position.push(packed)
