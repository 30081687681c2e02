"""The opening books of games that have no format of their own (xiangqi): Polyglot's layout behind a header, with plain keys.

All numbers are big-endian. The file is a header of 32 bytes,

======  ====  ============================================
     0     8  ``QijiBook``
     8     2  version: 1
    10     2  size of an entry: 16
    12    20  the game's id in ASCII, zeros behind it
======  ====  ============================================

and entries of 16 bytes, sorted by key, equal keys by falling weight:

======  ====  =====================================================================================================
     0     8  key: the first 8 bytes of BLAKE2b (digest size 8) of the ASCII text ``ID BOARD SIDE``: the game's id and the
              first two fields of the canonical position string, for example ``xiangqi rnbakabnr/.../RNBAKABNR w``
     8     2  move: ``origin * 128 + destination``, squares numbered ``files * rank + file`` from a0 (or a1) = 0
    10     2  weight: how often the move is chosen; only proportions count
    12     4  how many games the move was played in
======  ====  =====================================================================================================
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from engine import Position
    from engine.core.spec import CatalogueEntry

_MAGIC, _VERSION = b"QijiBook", 1
_HEADER = struct.Struct(">8sHH20s")
_ENTRY = struct.Struct(">QHHI")


class OtherBookError(ValueError):
    """A file that is no book of the game at hand."""


@dataclass(frozen=True)
class BookEntry:
    """A move of a position."""

    key: int
    move: str
    """Wire notation."""
    weight: int
    """0..65535."""
    games: int


def key_of(position: Position) -> int:
    """The key of a position."""
    board, side = position.text().split()[:2]
    text = f"{position.game.entry.id} {board} {side}"
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=8).digest(), "big")


def write(path: str, entry: CatalogueEntry, entries: Iterable[BookEntry]) -> None:
    """Write a book."""
    ordered = sorted(entries, key=lambda one: (one.key, -one.weight, one.move))
    with open(path, "wb") as file:
        file.write(_HEADER.pack(_MAGIC, _VERSION, _ENTRY.size, entry.id.encode("ascii")))
        for one in ordered:
            file.write(_ENTRY.pack(one.key, _pack_move(one.move, entry), one.weight, one.games))


def find(path: str, position: Position) -> list[BookEntry]:
    """The entries of a position.

    Raises
    ------
    OSError, OtherBookError
    """
    entry, wanted = position.game.entry, key_of(position)
    with open(path, "rb") as file:
        low, high = 0, _check(file, entry)
        while low < high:
            middle = (low + high) // 2
            if _read(file, middle)[0] < wanted:
                low = middle + 1
            else:
                high = middle
        found = []
        size = _count(file)
        while low < size:
            key, move, weight, games = _read(file, low)
            if key != wanted:
                break
            found.append(BookEntry(key, _unpack_move(move, entry), weight, games))
            low += 1
    return found


def is_own(path: str) -> bool:
    """Whether a file begins as books of this format do."""
    with open(path, "rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def verify(path: str, entry: CatalogueEntry) -> int:
    """The number of entries of a book of the game ``entry``.

    Raises
    ------
    OSError, OtherBookError
    """
    with open(path, "rb") as file:
        return _check(file, entry)


def _check(file: BinaryIO, entry: CatalogueEntry) -> int:
    head = file.read(_HEADER.size)
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        raise OtherBookError(f"this is no book for {entry.id}")
    _, version, size, game = _HEADER.unpack(head)
    if version != _VERSION or size != _ENTRY.size:
        raise OtherBookError(f"version {version} of the book format is not known here")
    name = game.rstrip(b"\0").decode("ascii", errors="replace")
    if name != entry.id:
        raise OtherBookError(f"this is a book for {name}, not for {entry.id}")
    return _count(file)


def _count(file: BinaryIO) -> int:
    return (file.seek(0, 2) - _HEADER.size) // _ENTRY.size


def _read(file: BinaryIO, number: int) -> tuple[int, int, int, int]:
    file.seek(_HEADER.size + number * _ENTRY.size)
    return _ENTRY.unpack(file.read(_ENTRY.size))


def _base(entry: CatalogueEntry) -> int:
    """The lowest rank in wire notation."""
    return 0 if entry.ranks == 10 else 1


def _pack_move(move: str, entry: CatalogueEntry) -> int:
    squares = []
    for at in (0, 2):
        file, rank = ord(move[at]) - ord("a"), int(move[at + 1]) - _base(entry)
        squares.append(entry.files * rank + file)
    return squares[0] * 128 + squares[1]


def _unpack_move(move: int, entry: CatalogueEntry) -> str:
    text = ""
    for square in (move >> 7, move & 127):
        rank, file = divmod(square, entry.files)
        text += f"{chr(ord('a') + file)}{rank + _base(entry)}"
    return text
