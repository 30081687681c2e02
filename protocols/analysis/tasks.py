"""Lines of files of positions: position strings, with moves, with EPD operations, or JSON objects.

    # comment
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    startpos moves e2e4 e7e5
    r1b1k2r/ppp2ppp/8/8/8/8/8/4K3 w kq - bm Nxe5; id "test 7";
    {"fen": "4k4/9/9/9/9/9/9/9/9/R3K4 w", "id": "7", "bm": ["a0a9"]}

EPD operations that count: ``bm`` (best moves), ``am`` (moves to avoid), ``dm`` (mate in so many moves), ``id``, ``hmvc`` and
``fmvn`` (counters), and ``acd``, ``acn``, ``acs`` (depth, nodes, seconds: the limits of a line where its reader has none).
JSON: ``position`` or ``fen``, ``moves`` (a list or one string), and the same names, ``bm`` and ``am`` as a list or one string;
``first_winning_move`` stands for ``bm``, ``win_in_plies`` for ``dm``. Other operations and keys are ignored.
Source: PGN standard (Edwards 1994), section 16.2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Game, Position

#: Four fields (counters may follow) and then operations, each an opcode, operands and a semicolon.
_EPD = re.compile(r"(startpos|\S+\s+\S+\s+\S+\s+\S+(?:\s+\d+\s+\d+)?)\s+((?!moves\s)[A-Za-z]\w*\b[^;]*;.*)")
_OPERATION = re.compile(r"([A-Za-z]\w*)\s*((?:\"[^\"]*\"|[^;\"])*);?")
_LONGEST_LINE = 20_000


class TaskError(QijiError):
    """A line that describes no position."""


@dataclass(frozen=True)
class Task:
    """One position of a file."""

    position: Position
    id: str = ""
    best: tuple[int, ...] = ()
    """Packed moves of which one is wanted; empty: not given."""
    avoid: tuple[int, ...] = field(default=())
    """Packed moves that are mistakes."""
    mate: int | None = None
    """A mate in so many moves is wanted; where best moves are given, they alone decide."""
    depth: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    operations: dict[str, str] = field(default_factory=dict)
    """Every operation of the line as it was written."""

    def solved(self, move: int, score: int | None = None) -> bool | None:
        """Whether ``move`` (with ``score``) is what the file asks for; None where it asks for nothing."""
        if self.best or self.avoid:
            return (not self.best or move in self.best) and move not in self.avoid
        if self.mate is None:
            return None
        from protocols.render import moves_to_mate

        found = moves_to_mate(score) if score is not None else None
        return found is not None and 0 < found <= self.mate

    def wanted(self, notation: str) -> str:
        """What the file asks for, for people."""
        words = [self.position.format(move, notation) for move in self.best]
        words += [f"not {self.position.format(move, notation)}" for move in self.avoid]
        if not words and self.mate is not None:
            words = [f"mate in {self.mate}"]
        return " ".join(words)


def parse_line(game: Game, line: str) -> Task:
    """The position that ``line`` describes.

    Raises
    ------
    engine.QijiError
    """
    line = line.strip()
    if len(line) > _LONGEST_LINE:
        raise TaskError(f"{line[:40]!r}...: a line of {len(line)} characters is no position")
    if line.startswith("{"):
        return _task(game, *_read_json(line))
    line, operations = _split(line)
    text, _, moves = f"{line.strip().rstrip(';')} ".partition(" moves ")
    words = text.split()
    if operations.keys() & {"hmvc", "fmvn"} and len(words) == 4:
        words += [operations.get("hmvc", "0"), operations.get("fmvn", "1")]
    return _task(game, " ".join(words), moves.split(), operations)


def _split(line: str) -> tuple[str, dict[str, str]]:
    """What stands before the EPD operations of a line, and those."""
    found = _EPD.fullmatch(line)
    if not found:
        return line, {}
    return found[1], {name: value.strip().strip('"') for name, value in _OPERATION.findall(found[2])}


def operations_of(line: str) -> dict[str, str]:
    """The EPD operations of a line that :func:`parse_line` has read, those of a JSON object as far as EPD has them."""
    if not line.startswith("{"):
        return _split(line)[1]
    return {name: value for name, value in _read_json(line)[2].items() if name in ("bm", "am", "dm", "id", "hmvc", "fmvn")}


def _read_json(line: str) -> tuple[str, list[str], dict[str, str]]:
    try:
        data: Any = json.loads(line)
    except ValueError as error:
        raise TaskError(f"bad JSON: {error}") from None
    if not isinstance(data, dict):
        raise TaskError("bad JSON: an object is expected")
    text, moves = data.pop("position", None) or data.pop("fen", None), data.pop("moves", "")
    if not isinstance(text, str):
        raise TaskError("bad JSON: neither 'position' nor 'fen' gives a position string")
    if "bm" not in data and "first_winning_move" in data:
        data["bm"] = data["first_winning_move"]
    plies = data.get("win_in_plies")
    if "dm" not in data and isinstance(plies, int):
        data["dm"] = (plies + 1) // 2
    return text, _words(moves), {name: " ".join(_words(value)) for name, value in data.items()}


def _words(value: Any) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list) else str(value).split()


def _task(game: Game, text: str, moves: list[str], operations: dict[str, str]) -> Task:
    position = game.position(text, moves)
    best = tuple(position.parse(move) for move in operations.get("bm", "").split())
    avoid = tuple(position.parse(move) for move in operations.get("am", "").split())
    return Task(
        position,
        operations.get("id", ""),
        best,
        avoid,
        _number(operations, "dm"),
        _number(operations, "acd"),
        _number(operations, "acn"),
        _number(operations, "acs"),
        operations,
    )


def _number(operations: dict[str, str], name: str) -> int | None:
    text = operations.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 16 and int(text) > 0 else None


# --- files --------------------------------------------------------------------------------------------------------------


def decode_line(raw: bytes) -> str:
    """The text of a line in UTF-8, else in GB 18030."""
    try:
        return raw.decode("utf-8-sig").strip("\r\n\0 ")
    except UnicodeDecodeError:
        return raw.decode("gb18030", errors="replace").strip("\r\n\0 ")


def read_lines(file: BinaryIO | Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """The lines of an open binary file that describe positions, with their numbers; one at a time, whatever the file's size."""
    for number, raw in enumerate(file, start=1):
        line = decode_line(raw)
        if line and not line.startswith("#"):
            yield number, line
