"""XQF, the format of XQStudio 象棋演播室: a header of 1024 bytes, then the tree of moves.

Up to version 10 nothing is hidden. Later versions add a number to every byte of the tree and to the squares, numbers that follow
from eight bytes of the header. Text is GB 18030. Offsets in the header:

====  ====  ===============================================  ====  ====  =============================
   0     2  ``XQ``                                            208    64  event
   2     1  version                                           272    16  date
   3    13  the bytes that the numbers follow from            288    16  site
  16    32  squares of the men, ``10 * file + rank``          304    16  Red
  50     1  who moves first: 0 Red, 1 Black                   320    16  Black
  51     1  result: 1 Red, 2 Black, 3 and 4 drawn             336    64  time rule
  64     1  kind: 0 whole game, 1 opening, 2 middle, 3 end    464    16  commentator
  80    64  title                                             480    16  author
====  ====  ===============================================  ====  ====  =============================

Texts have their length in the first byte. A record of the tree is origin + 24, destination + 32, flags, a spare byte, and where
it has one a comment with its length in four bytes. Flags: up to version 10 the high half says that a move follows, the low half
that an alternative does, and every record has a length; later 0x80, 0x40 and 0x20 say move, alternative and comment. The first
record is no move; its comment is that of the game. Source: the layout that XQStudio published, and the files of the test data.
"""

from __future__ import annotations

import struct

from protocols.files.tree import FILES, FileError, RawGame, RawNode, TreeBuilder

HEADER = 1024
_MEN = "RNBAKABNRCCPPPPP"
_RESULTS = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1/2-1/2"}
_TEXTS = {
    "Title": (80, 63),
    "Event": (208, 63),
    "Date": (272, 15),
    "Site": (288, 15),
    "Red": (304, 15),
    "Black": (320, 15),
    "TimeControl": (336, 63),
    "Annotator": (464, 15),
    "Author": (480, 15),
}
_PLAIN = 10
"""The last version that hides nothing."""
_SECRET = b"[(C) Copyright Mr. Dong Shiwei.]"
_ORIGIN, _TO = 24, 32


class _Keys:
    """The numbers that a file of a later version was hidden with."""

    def __init__(self, data: bytes) -> None:
        mask, masks, total = data[3], data[8:12], data[12]
        square, origin, to = data[13], data[14], data[15]
        self.square = _mixed(square, square)
        self.origin = _mixed(origin, self.square)
        self.to = _mixed(to, self.origin)
        self.comment = (256 * total + square) % 32000 + 767
        words = [(byte & mask) | other for byte, other in zip((total, square, origin, to), masks, strict=True)]
        self.stream = bytes(letter & words[place % 4] for place, letter in enumerate(_SECRET))

    def reveal(self, tree: bytes) -> bytes:
        """The tree as it was; it begins at offset 1024, a multiple of the period."""
        size = len(tree)
        stream = self.stream * (size // len(self.stream) + 1)
        return bytes((byte - key) & 0xFF for byte, key in zip(tree, stream, strict=False))


def _mixed(byte: int, factor: int) -> int:
    """The polynomial 54 b**2 + 221 in ``byte``, times ``factor``, modulo 256."""
    return (54 * byte * byte + 221) * factor & 0xFF


def read_xqf(data: bytes) -> RawGame:
    """The game of an XQF file.

    Raises
    ------
    FileError
    """
    if len(data) < HEADER + 4:
        raise FileError(f"XQF: the file ends after {len(data)} bytes, in its header")
    version = data[2]
    keys = _Keys(data) if version > _PLAIN else None
    game = RawGame(result=_RESULTS.get(data[51], "*"), seat="b" if data[50] == 1 else "w")
    for name, (at, size) in _TEXTS.items():
        length = min(data[at], size)
        game.tags[name] = _text(data[at + 1 : at + 1 + length])
    if not game.tags["Event"]:
        game.tags["Event"] = game.tags.pop("Title")
    _place_men(game, data[16:48], version, keys)
    tree = data[HEADER:]
    _read_tree(game, keys.reveal(tree) if keys else tree, keys)
    return game


def _text(raw: bytes) -> str:
    return raw.decode("gb18030", errors="replace").rstrip("\0").strip()


def _square(number: int) -> int:
    """The square of ``10 * file + rank``, -1 for a number that is none."""
    file, rank = divmod(number, 10)
    return FILES * rank + file if file < FILES else -1


def _place_men(game: RawGame, bytes_: bytes, version: int, keys: _Keys | None) -> None:
    men = bytearray(bytes_)
    if keys is not None:
        for index, byte in enumerate(bytes_):
            place = (keys.square + index + 1) & 31 if version > 11 else index
            men[place] = (byte - keys.square) & 0xFF
    for index, number in enumerate(men):
        if number > 89:
            continue  # taken off the board
        square = _square(number)
        letter = _MEN[index % 16]
        if square in game.pieces:
            raise FileError("XQF: two men stand on one point")
        game.pieces[square] = letter if index < 16 else letter.lower()


def _read_tree(game: RawGame, tree: bytes, keys: _Keys | None) -> None:
    """Fill ``game.root``; a fault that comes after some moves is kept in ``game.fault``."""
    builder = TreeBuilder(game.root)
    at, node, open_ = 0, game.root, True
    while open_:
        if at + 4 > len(tree):
            game.fault = f"XQF: the file ends in the middle, after {builder.count} moves"
            return
        origin, to, flags, _ = tree[at : at + 4]
        at += 4
        if keys is None:
            more, alternative, has_length = bool(flags & 0xF0), bool(flags & 0x0F), True
        else:
            more, alternative, has_length = bool(flags & 0x80), bool(flags & 0x40), bool(flags & 0x20)
        size = 0
        if has_length:
            if at + 4 > len(tree):
                game.fault = f"XQF: the file ends in the middle, after {builder.count} moves"
                return
            size = struct.unpack_from("<i", tree, at)[0] - (keys.comment if keys else 0)
            at += 4
        if not 0 <= size <= len(tree) - at:
            game.fault = f"XQF: a comment of impossible length {size} after {builder.count} moves"
            return
        comment = _text(tree[at : at + size])
        at += size
        if node is game.root and builder.count == 0 and not node.comment and origin >= 0 and game.root.origin == -1:
            game.root.comment, game.root.origin = comment, -2
            node, open_ = RawNode(), more
            continue
        add = (keys.origin if keys else 0, keys.to if keys else 0)
        from_square = _square((origin - _ORIGIN - add[0]) & 0xFF)
        to_square = _square((to - _TO - add[1]) & 0xFF)
        if from_square < 0 or to_square < 0 or from_square >= 90 or to_square >= 90:
            game.fault = f"XQF: move {builder.count + 1} leaves the board"
            return
        open_ = builder.add(RawNode(from_square, to_square, comment), more, alternative)
