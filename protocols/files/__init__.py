"""Game files: XQF, CBR, CBL, CBF, PGN of xiangqi, read into records of ``engine.games.xiangqi.pgn``; ``pdn`` is for draughts.

Every reader is bounded by the file's size and by :data:`tree.MAX_NODES`, needs no recursion, and answers damage with one line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocols.files.tree import FileError, RawGame, build

if TYPE_CHECKING:
    from engine import Game
    from engine.games.xiangqi.pgn import Record

__all__ = ["FileError", "format_of", "is_xiangqi_file", "read_bytes"]

_XML_MARKS = (b"<ChineseChessRecord", "<ChineseChessRecord".encode("utf-16-le"), "<ChineseChessRecord".encode("utf-16-be"))


def format_of(data: bytes) -> str:
    """``xqf``, ``cbr``, ``cbl``, ``cbf`` by the first bytes of a file, else empty."""
    if data.startswith(b"XQ") and len(data) > 2 and data[2] < 0x20:
        return "xqf"
    if data.startswith(b"CCBridgeLibrary"):
        return "cbl"
    if data.startswith(b"CCBridge Record"):
        return "cbr"
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith((b"<?xml", b"<ChineseChess", b"\xff\xfe<", b"\xfe\xff\0<")) and (
        head.startswith(b"<?xml") or any(mark in head for mark in _XML_MARKS)
    ):
        return "cbf"
    return ""


def is_xiangqi_file(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a format other than PGN."""
    return bool(format_of(head))


def _ignore(words: str) -> None:
    return None


def _raw_games(data: bytes, complain: Callable[[str], None]) -> list[RawGame]:
    kind = format_of(data)
    if kind == "xqf":
        from protocols.files.xqf import read_xqf

        return [read_xqf(data)]
    if kind == "cbr":
        from protocols.files.cbr import read_cbr

        return [read_cbr(data)]
    if kind == "cbl":
        from protocols.files.cbr import read_cbl

        return read_cbl(data, complain)
    from protocols.files.cbf import read_cbf

    return [read_cbf(data)]


def read_bytes(
    data: bytes, game: Game, complain: Callable[[str], None], partial: bool = False, remark: Callable[[str], None] = _ignore
) -> list[Record]:
    """The games of a file's bytes. What is wrong is told to ``complain``, one line for each game that cannot be read.

    partial : keep what stands before the fault of a game, instead of leaving the game out.
    remark : told of variations that end early.
    """
    if not format_of(data):
        from engine.games.xiangqi import pgn

        faults: list[str] = []
        records = []
        for record in pgn.read_records(pgn.decode(data), game, lambda error: faults.append(str(error))):
            if partial or not faults:
                records.append(record)
            for fault in faults:
                complain(fault)
            faults.clear()
        return records
    try:
        raw = _raw_games(data, complain)
    except FileError as error:
        complain(str(error))
        return []
    records = []
    raw = [one for one in raw if one.pieces or one.fen]  # libraries have entries without a board: headings
    if not raw:
        complain("the file holds no game")
    for number, one in enumerate(raw, start=1):
        built = build(one, game)
        where = f"game {number}: " if len(raw) > 1 else ""
        if built.fault:
            complain(where + built.fault)
        for note in built.notes:
            remark(where + note)
        if built.record is not None and (partial or not built.fault):
            records.append(built.record)
    return records
