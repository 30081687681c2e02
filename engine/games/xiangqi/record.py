"""A game of xiangqi as a tree of moves with comments and variations, whatever file it comes from or goes to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import QijiError

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
BLANKS = " \t\r\n\f\v"


class RecordError(QijiError):
    """A game record that cannot be read; the message names the line."""


@dataclass
class Node:
    """A move and what follows it."""

    move: str = ""
    """Wire form; empty in the root of a record."""
    comment: str = ""
    """What is said after the move (in the root: before the first move), white space folded to single blanks."""
    comment_before: str = ""
    """What is said at the start of a variation, before the move."""
    nags: list[int] = field(default_factory=list)
    """Numeric annotation glyphs."""
    children: list[Node] = field(default_factory=list)
    """The continuation first, then the alternatives to it."""


@dataclass
class Record:
    """One game."""

    tags: dict[str, str] = field(default_factory=dict)
    """All tags in the order of the text, values as written."""
    root: Node = field(default_factory=Node)
    result: str = "*"
    """One of ``RESULTS``."""
    line: int = 1
    """Where the record begins in the text that it was read from."""

    @property
    def position(self) -> str:
        """The position string that the game starts from, ``startpos`` if no tag gives one."""
        return self.tags.get("FEN", "").strip() or "startpos"

    def main_line(self) -> list[str]:
        """The moves of the game without variations, in wire form."""
        moves, node = [], self.root
        while node.children:
            node = node.children[0]
            moves.append(node.move)
        return moves


def record_of(moves: Iterable[str], position: str = "startpos", result: str = "*", tags: dict[str, str] | None = None) -> Record:
    """The record of a game played: ``moves`` in wire form from ``position`` on."""
    record = Record(dict(tags or {}), result=result)
    if position != "startpos":
        record.tags["FEN"] = position
    node = record.root
    for move in moves:
        node.children.append(Node(move))
        node = node.children[0]
    return record


def is_wide(character: str) -> bool:
    """Whether a character takes two columns."""
    return unicodedata.east_asian_width(character) in "WF"


def fold_comment(text: str) -> str:
    """Comment text on one line. A line break between two wide characters stands for nothing, other ASCII blanks for one blank."""
    words = [line.strip(BLANKS) for line in text.split("\n")]
    folded = ""
    for word in filter(None, words):
        glued = folded and is_wide(folded[-1]) and is_wide(word[0])
        folded += word if glued or not folded else " " + word
    return re.sub(f"[{BLANKS}]+", " ", folded)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 by their marks, else UTF-8, else GB 18030 or Big5, whichever yields more xiangqi words.

    Bytes that fit none become U+FFFD.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    texts = [data.decode(name, errors="replace") for name in ("gb18030", "cp950")]
    return max(texts, key=lambda text: sum(text.count(c) for c in "进退平進車车马馬炮砲兵卒") - 2 * text.count("\ufffd"))
