"""Writes XQF, version 10: the one that every program reads and that hides nothing. The layout is in ``xqf``."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from engine.errors import QijiError
from engine.games.xiangqi.pgn import Node, Record
from protocols.files.tree import FILES, FileError
from protocols.files.xqf import HEADER

if TYPE_CHECKING:
    from engine import Game

_MEN = "RNBAKABNRCCPPPPP"
_RESULTS = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}
#: Tag, or the first of several that is set -> place and room.
_TEXTS = (
    (("Title", "Event"), 80, 63),
    (("Event",), 208, 63),
    (("Date",), 272, 15),
    (("Site",), 288, 15),
    (("Red", "White"), 304, 15),
    (("Black",), 320, 15),
    (("TimeControl",), 336, 63),
    (("Annotator",), 464, 15),
    (("Author",), 480, 15),
)
_OFF_BOARD = 0xFF


def write_xqf(record: Record, game: Game) -> bytes:
    """The bytes of an XQF file; texts that are too long for their fields are cut, characters that GB 18030 lacks become ``?``.

    Raises
    ------
    FileError
        If more men of a kind stand on the board than the format has room for.
    QijiError
        If the record's position cannot be read.
    """
    position = game.position(record.position)
    words = position.text().split()
    header = bytearray(HEADER)
    header[:3] = b"XQ\x0a"
    header[16:48] = _men(words[0])
    header[50] = int(words[1] == "b")
    header[51] = _RESULTS.get(record.result, 0)
    header[64] = 0 if record.position == "startpos" else 3
    for names, at, room in _TEXTS:
        text = _cut(next((record.tags[name] for name in names if record.tags.get(name, "").strip("?. ")), ""), room)
        header[at] = len(text)
        header[at + 1 : at + 1 + len(text)] = text
    tree = [_entry(0x18, 0x20, bool(record.root.children), False, record.root.comment)]
    stack = [(record.root, at) for at in reversed(range(len(record.root.children)))]
    while stack:
        parent, at = stack.pop()
        node = parent.children[at]
        alternative = at + 1 < len(parent.children)
        comment = " ".join(filter(None, (node.comment_before, node.comment)))
        tree.append(_entry(*_squares(node), bool(node.children), alternative, comment))
        stack += [(node, child) for child in reversed(range(len(node.children)))]
    return bytes(header) + b"".join(tree)


def _men(field: str) -> bytes:
    places = bytearray([_OFF_BOARD] * 32)
    for row, text in enumerate(field.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
                continue
            base = 0 if letter.isupper() else 16
            free = [base + at for at, man in enumerate(_MEN) if man == letter.upper() and places[base + at] == _OFF_BOARD]
            if not free:
                raise FileError(f"XQF has no room for another {letter!r} in {field!r}")
            places[free[0]] = 10 * file + 9 - row
            file += 1
    return bytes(places)


def _cut(text: str, room: int) -> bytes:
    while len(text.encode("gb18030", errors="replace")) > room:
        text = text[:-1]
    return text.encode("gb18030", errors="replace")


def _squares(node: Node) -> tuple[int, int]:
    if len(node.move) != 4:
        raise QijiError(f"{node.move!r} is no move in wire notation")
    origin, to = (10 * "abcdefghi".index(node.move[at]) + int(node.move[at + 1]) for at in (0, 2))
    assert max(origin, to) < 10 * FILES
    return origin + 0x18, to + 0x20


def _entry(origin: int, to: int, more: bool, alternative: bool, comment: str) -> bytes:
    text = comment.encode("gb18030", errors="replace")
    flags = (0xF0 if more else 0) | (0x0F if alternative else 0)
    return struct.pack("<BBBBi", origin & 0xFF, to & 0xFF, flags, 0, len(text)) + text
