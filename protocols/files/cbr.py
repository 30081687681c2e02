"""CBR and CBL, the formats of CCBridge 象棋桥: one game, and a library of games.

A game has 2214 bytes of fields at fixed places and then its tree of moves; text is UTF-16, little-endian, and ends at a zero.
Squares count from Black's left corner row by row. A record of the tree is flags, a spare byte, origin, destination; flags: 1 the
line ends here, 2 an alternative to this move comes later, 4 a comment follows (its length in bytes, four bytes, then the text).
The first record is no move; its comment is that of the game. In a library the games begin on boundaries of 4096 bytes behind an
index with 276 bytes for each place; a long game takes several. Gaps hold whatever was in memory. Source: published descriptions
of the formats, and the files of the test data.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from protocols.files.tree import FILES, FileError, RawGame, RawNode, TreeBuilder

RECORD, LIBRARY = b"CCBridge Record\0", b"CCBridgeLibrary\0"
_BLOCK = 4096
_INDEX, _INDEX_ENTRY = 66_624, 276
_BOARD, _TREE = 2120, 2214
_RESULTS = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_MEN = " RNBAKCP"
_TEXTS = {
    "Title": (180, 128),
    "Opening": (308, 256),
    "Source": (564, 64),
    "Event": (692, 64),
    "Round": (756, 64),
    "Group": (820, 32),
    "Board": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "RedTime": (1204, 64),
    "RedElo": (1268, 32),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
    "BlackTime": (1428, 64),
    "BlackElo": (1492, 32),
    "Referee": (1524, 64),
    "Annotator": (1652, 64),
    "Author": (1780, 64),
    "Termination": (2080, 32),
}
_END, _ALTERNATIVE, _COMMENT = 1, 2, 4


def _text(raw: bytes) -> str:
    """UTF-16 up to the first zero."""
    for at in range(0, len(raw) - 1, 2):
        if raw[at : at + 2] == b"\0\0":
            raw = raw[:at]
            break
    return raw[: len(raw) // 2 * 2].decode("utf-16-le", errors="replace").strip()


def _is_words(text: str) -> bool:
    """Whether text could have been written by a person; fields that were never set hold remains of memory."""
    return all(
        c == "\u3000" or c.isascii() and c.isprintable() or "\u00a0" <= c <= "\u024f" or "\u2000" <= c <= "\u33ff"
        or "\u4e00" <= c <= "\u9fff" or "\uff00" <= c <= "\uffef" for c in text
    )  # fmt: skip


def read_cbr(data: bytes) -> RawGame:
    """The game that begins at the start of ``data``.

    Raises
    ------
    FileError
    """
    if not data.startswith(RECORD[:-1]):
        raise FileError("CBR: the mark 'CCBridge Record' is missing")
    if len(data) < _TREE + 4:
        raise FileError(f"CBR: the game ends after {len(data)} bytes, in its header")
    game = RawGame(result=_RESULTS.get(data[2076], "*"), seat="b" if data[2112] == 2 else "w")
    for name, (at, size) in _TEXTS.items():
        text = _text(data[at : at + size])
        if text and _is_words(text):
            game.tags[name] = text
    if not game.tags.get("Event"):
        game.tags["Event"] = game.tags.pop("Title", "")
    for place in range(90):
        color, kind = divmod(data[_BOARD + place], 16)
        if not data[_BOARD + place]:
            continue
        if color not in (1, 2) or not 1 <= kind <= 7:
            raise FileError(f"CBR: {data[_BOARD + place]:#04x} is no man")
        game.pieces[_square(place)] = _MEN[kind] if color == 1 else _MEN[kind].lower()
    _read_tree(game, data)
    return game


def _square(place: int) -> int:
    return FILES * (9 - place // FILES) + place % FILES


def _read_tree(game: RawGame, data: bytes) -> None:
    builder = TreeBuilder(game.root)
    at, first, open_ = _TREE, True, True
    while open_:
        if at + 4 > len(data):
            game.fault = f"CBR: the file ends in the middle, after {builder.count} moves"
            return
        flags, _, origin, to = data[at : at + 4]
        at += 4
        comment = ""
        if flags & _COMMENT:
            size = struct.unpack_from("<i", data, at)[0] if at + 4 <= len(data) else -1
            at += 4
            if not 0 <= size <= len(data) - at:
                game.fault = f"CBR: a comment of impossible length {size} after {builder.count} moves"
                return
            comment = _text(data[at : at + size])
            at += size
        if first:
            game.root.comment, first, open_ = comment, False, not flags & _END
            continue
        if origin > 89 or to > 89:
            game.fault = f"CBR: move {builder.count + 1} leaves the board"
            return
        node = RawNode(_square(origin), _square(to), comment)
        open_ = builder.add(node, not flags & _END, bool(flags & _ALTERNATIVE))


def read_cbl(data: bytes, complain: Callable[[str], None]) -> list[RawGame]:
    """The games of a library; those that cannot be read are told to ``complain``.

    Raises
    ------
    FileError
        If the library itself is damaged.
    """
    if len(data) < _INDEX:
        raise FileError(f"CBL: the file ends after {len(data)} bytes, in its header")
    places = struct.unpack_from("<i", data, 60)[0]
    first = _INDEX + _INDEX_ENTRY * places if 0 < places < 1_000_000 else len(data)
    if not data.startswith(RECORD[:-1], first):
        first = data.find(RECORD[:-1], _INDEX)  # the number of places is not to be trusted
    if first < 0:
        raise FileError("CBL: the library holds no game")
    starts = [at for at in range(first, len(data), _BLOCK) if data.startswith(RECORD[:-1], at)]
    games = []
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), start=1):
        try:
            games.append(read_cbr(data[begin:end]))
        except FileError as error:
            complain(f"game {number}: {error}")
    return games
