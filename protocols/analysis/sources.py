"""What a file for analysis holds: positions, one a line, or games."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Game

_TAG_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\w+\s+\"")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class SourceError(QijiError):
    """A file that cannot be analysed."""


@dataclass
class Games:
    """The text of a file of games."""

    text: str
    codec: str
    """How it becomes the bytes of the file again."""
    complaints: tuple[str, ...] = ()
    """What could not be read, where the file is no text."""


@dataclass
class Source:
    """An open file."""

    name: str
    lines: Iterable[bytes]
    """Where it holds positions: its lines, read as they are asked for."""
    games: Games | None = None


@contextmanager
def open_source(name: str, game: Game) -> Iterator[Source]:
    """The file ``name`` (``-``: standard input).

    Raises
    ------
    OSError, engine.QijiError
    """
    if name == "-":
        if sys.stdin is None:
            raise SourceError("standard input is closed")
        yield _source(name, sys.stdin.buffer, game)
        return
    with open(name, "rb") as file:
        yield _source(name, file, game)


def _source(name: str, file: BinaryIO, game: Game) -> Source:
    head = b""
    while not head.strip() or head.lstrip().startswith(b"%"):
        line = file.readline()
        if not line:
            break
        head += line
        if head.strip() and not line.lstrip().startswith(b"%"):
            break
    from protocols.files import is_xiangqi_file

    if is_xiangqi_file(head):
        if game.entry.id != "xiangqi":
            raise SourceError(f"{name} holds games of xiangqi, not of {game.entry.id}")
        return Source(name, (), _converted(name, head + file.read(), game))
    text_line = head.split(b"\n")[-2] if head.endswith(b"\n") and head.count(b"\n") > 1 else head
    if name.lower().endswith((".pgn", ".pgn4", ".pdn")) or _TAG_LINE.match(text_line) or head.startswith(_UTF16):
        from protocols.analysis.scan import decode

        try:
            text, codec = decode(head + file.read(), game.entry.module == "xiangqi")
        except QijiError as error:
            raise SourceError(f"{name}: {error}") from None
        return Source(name, (), Games(text, codec))
    return Source(name, itertools.chain(head.splitlines(keepends=True), file))


def _converted(name: str, data: bytes, game: Game) -> Games:
    """The games of a xiangqi file that is no text, as PGN."""
    from engine.games.xiangqi import pgn
    from protocols.files import read_bytes

    complaints: list[str] = []
    records = read_bytes(data, game, complaints.append)
    if not records:
        raise SourceError(f"{name}: {complaints[0] if complaints else 'no game'}")
    return Games("".join(pgn.write_record(record, game) for record in records), "utf-8", tuple(complaints))
