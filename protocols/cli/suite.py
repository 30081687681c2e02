"""Files of positions for ``qiji analyse``: one position a line, with or without EPD operations.

    # comment
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    startpos moves e2e4 e7e5
    r1b1k2r/ppp2ppp/8/8/8/8/8/4K3 w kq - bm Nxe5; id "test 7";

Of the operations ``bm`` (best moves), ``am`` (moves to avoid), ``id``, ``hmvc`` and ``fmvn`` are used.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Game, Position

#: Four fields (counters may follow) and then operations, each an opcode, operands and a semicolon.
_EPD = re.compile(r"(startpos|\S+\s+\S+\s+\S+\s+\S+(?:\s+\d+\s+\d+)?)\s+((?!moves\s)[A-Za-z]\w*\b[^;]*;.*)")
_OPERATION = re.compile(r"([A-Za-z]\w*)\s*((?:\"[^\"]*\"|[^;\"])*);?")


@dataclass(frozen=True)
class Task:
    """One position of a file."""

    position: Position
    id: str = ""
    best: tuple[int, ...] = ()
    """Packed moves of which one is wanted; empty: not given."""
    avoid: tuple[int, ...] = field(default=())
    """Packed moves that are mistakes."""

    def solved(self, move: int) -> bool | None:
        """Whether ``move`` is what the file asks for; None where it asks for nothing."""
        if not self.best and not self.avoid:
            return None
        return (not self.best or move in self.best) and move not in self.avoid


def parse_line(game: Game, line: str) -> Task:
    """The position that ``line`` describes.

    Raises
    ------
    engine.QijiError
    """
    operations: dict[str, str] = {}
    found = _EPD.fullmatch(line)
    if found:
        line, rest = found.groups()
        operations = {name: value.strip().strip('"') for name, value in _OPERATION.findall(rest)}
    text, _, moves = f"{line.strip().rstrip(';')} ".partition(" moves ")
    words = text.split()
    if operations.keys() & {"hmvc", "fmvn"} and len(words) == 4:
        words += [operations.get("hmvc", "0"), operations.get("fmvn", "1")]
    position = game.position(" ".join(words), moves.split())
    best = tuple(position.parse(move) for move in operations.get("bm", "").split())
    avoid = tuple(position.parse(move) for move in operations.get("am", "").split())
    return Task(position, operations.get("id", ""), best, avoid)


def read_tasks(game: Game, name: str) -> list[Task]:
    """All positions of the file ``name`` (``-``: standard input).

    Raises
    ------
    OSError, engine.QijiError
    """
    if name == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(name, "rb") as file:
            data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("gb18030", errors="replace")
    tasks = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            tasks.append(parse_line(game, line.strip()))
        except QijiError as error:
            raise type(error)(f"{name} line {number}: {error}") from None
    if not tasks:
        raise QijiError(f"{name} holds no position")
    return tasks
