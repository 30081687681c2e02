"""What the readers of binary xiangqi files hand on: men on squares and a tree of moves, and how that becomes a record.

Squares are numbers ``9 * rank + file``: a0, Red's left corner, is 0, i9 is 89.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.errors import QijiError
from engine.games.xiangqi.pgn import RESULTS, Node, Record

if TYPE_CHECKING:
    from engine import Game, Position

MAX_NODES = 1_000_000  #: moves in one game with all variations
FILES, RANKS = 9, 10
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


class FileError(QijiError):
    """A game file that cannot be read; one line that says what is wrong with it."""


@dataclass
class RawNode:
    """A move by squares and what follows it."""

    origin: int = -1
    to: int = -1
    comment: str = ""
    children: list[RawNode] = field(default_factory=list)
    """The continuation first, then the alternatives to it."""


@dataclass
class RawGame:
    """One game of a file."""

    pieces: dict[int, str] = field(default_factory=dict)
    """Square -> FEN letter."""
    seat: str = "w"
    """Who moves first, where no move tells: ``w`` or ``b``."""
    tags: dict[str, str] = field(default_factory=dict)
    root: RawNode = field(default_factory=RawNode)
    result: str = "*"
    fault: str = ""
    """Why the tree of moves ends before the game does."""
    fen: str = ""
    """The position, where the file has it as text."""


def square_name(square: int) -> str:
    """The wire form of a square."""
    return f"{'abcdefghi'[square % FILES]}{square // FILES}"


def placement(pieces: dict[int, str]) -> str:
    """The first field of the position string."""
    rows = []
    for rank in range(RANKS - 1, -1, -1):
        row, empty = "", 0
        for file in range(FILES):
            letter = pieces.get(FILES * rank + file)
            if letter is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def _first_seat(raw: RawGame) -> str:
    """Who moves first: the owner of the piece that does, else what the file says."""
    if raw.root.children:
        mover = raw.pieces.get(raw.root.children[0].origin)
        if mover is not None:
            return "w" if mover.isupper() else "b"
    return raw.seat


@dataclass
class Built:
    """What became of a game."""

    record: Record | None
    """None where the position itself cannot be."""
    fault: str = ""
    """What is wrong with the game; empty: nothing."""
    notes: list[str] = field(default_factory=list)
    """What is wrong with variations, which end there."""


def build(raw: RawGame, game: Game) -> Built:
    """The record of a game; every line goes up to its first illegal move."""
    fen = raw.fen or f"{placement(raw.pieces)} {_first_seat(raw)} - - 0 1"
    try:
        position = game.position(fen)
    except QijiError as error:
        return Built(None, str(error))
    tags = {name: " ".join(value.split()) for name, value in raw.tags.items() if value.strip()}
    record = Record(tags, result=raw.result if raw.result in RESULTS else "*")
    if fen != f"{START} w - - 0 1":
        record.tags["FEN"] = position.text()
    record.root.comment = raw.root.comment
    built = Built(record)
    _grow(built, raw.root, position)
    built.fault = built.fault or raw.fault
    return built


def _grow(built: Built, raw_root: RawNode, position: Position) -> None:
    """Copy the tree below ``raw_root``, playing every move."""
    assert built.record is not None
    start = position.ply
    stack = [(raw, built.record.root, start, at == 0) for at, raw in enumerate(raw_root.children)][::-1]
    while stack:
        raw, parent, ply, is_main = stack.pop()
        while position.ply > ply:
            position.pop()
        move = square_name(raw.origin) + square_name(raw.to)
        try:
            position.push(move)
        except QijiError as error:
            fault = f"move {ply - start + 1}: {error}"
            if is_main:
                built.fault = fault
            else:
                built.notes.append(f"a variation ends before {fault}")
            continue
        node = Node(move, comment=raw.comment)
        parent.children.append(node)
        stack += [(child, node, ply + 1, is_main and at == 0) for at, child in enumerate(raw.children)][::-1]


class TreeBuilder:
    """Puts moves that come one after another, each with two flags, into a tree: after a move its continuation, then its
    alternative."""

    def __init__(self, root: RawNode) -> None:
        self._parent = root
        self._pending: list[RawNode] = []
        self.count = 0

    def add(self, node: RawNode, more: bool, alternative: bool) -> bool:
        """Append ``node``; ``more``: a move follows it; ``alternative``: one that stands in its place comes later.

        Returns whether anything is still to come.

        Raises
        ------
        FileError
        """
        self.count += 1
        if self.count > MAX_NODES:
            raise FileError(f"more than {MAX_NODES} moves in one game")
        self._parent.children.append(node)
        if alternative:
            self._pending.append(self._parent)
        if more:
            self._parent = node
        elif self._pending:
            self._parent = self._pending.pop()
        else:
            return False
        return True
