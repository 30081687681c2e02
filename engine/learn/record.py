"""Game records: the file format of self-play, about 2.5 bytes a position, readable after a kill at any moment.

A file holds games of one game under one set of rule options. All numbers are little-endian.

**File** = magic (8 bytes) + length of the header text (uint32) + its crc32 (uint32) + header text (JSON, UTF-8), then blocks up
to the end. Keys of the header: ``format``, ``game``, ``options`` (rule option -> value), ``start`` (position string or
``startpos``), ``move_bytes`` (1 or 2), ``reasons`` (the game's words for the ends by its rules), ``info`` (how the games were
made).

**Block** = ``QBLK`` + stored bytes + raw bytes + games + positions + crc32 (five uint32; the checksum covers the 20 bytes before
it and the stored ones), then the stored bytes: zlib of

==============  ==========================================================================================================
games           ``GAME`` records, 16 bytes each
starts          uint16 count, then for each uint16 length and UTF-8 text: start positions other than the header's
moves           uint8[positions], the low byte of the index of each move played in ``gen_moves``' order (of each event of
                chance in ``chance_outcomes``' order); then the high bytes, if ``move_bytes`` is 2
scores          uint8[positions] low bytes, uint8[positions] high bytes of int16 scores
==============  ==========================================================================================================

Moves and scores of all games of the block follow each other. A score is that of the position *before* the move, in score units
(``core.score``), from the view of the player who moves; ``NO_SCORE`` in the plies of the opening
and in those of chance.

A block is complete or it does not count: readers pass over what is damaged and stop where the file is torn.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.score import NONE
from engine.errors import QijiError

MAGIC = b"\x89QSP\r\n\x1a\n"
FORMAT = 1
NO_SCORE = NONE
NARROW_MOVES = 255  #: games with at most so many legal moves store one byte a move
MOST_PLIES = 65_535

#: number : which game of its run, from 0; with the run's seed it names the game. plies : moves played. start : 0 the header's
#: start, n the n-th text of the block. opening : random plies at the beginning. result : for team 0, LOSS, DRAW or WIN.
#: end : an END_ code. reason : index into the header's ``reasons`` if the rules ended the game, else 0.
GAME = np.dtype(
    [("number", "<u8"), ("plies", "<u2"), ("start", "<u2"), ("opening", "u1"), ("result", "u1"), ("end", "u1"), ("reason", "u1")]
)
LOSS, DRAW, WIN = 0, 1, 2
END_RULE, END_WIN, END_DRAW, END_LENGTH = 0, 1, 2, 3  #: by the rules, adjudicated a win, a draw, too long (a draw)
ENDS = ("rules", "adjudicated win", "adjudicated draw", "too long")

_LENGTHS = struct.Struct("<II")
_BLOCK = struct.Struct("<4sIIIII")
_MARK = b"QBLK"
_CHECKED = 20
_MOST_BYTES = 1 << 28
_LEVEL = 6


class RecordError(QijiError):
    """A file that is no file of game records, or not one for this game."""


@dataclass(frozen=True)
class Header:
    """What all games of a file have in common."""

    game: str
    options: dict[str, Any]
    """Every rule option and its value."""
    move_bytes: int
    reasons: tuple[str, ...]
    start: str = "startpos"
    info: dict[str, Any] = field(default_factory=dict)
    """How the games were made; the format gives it no meaning."""

    def encode(self) -> bytes:
        """The first bytes of a file."""
        known = {"format": FORMAT, "game": self.game, "options": self.options, "start": self.start}
        rest = {"move_bytes": self.move_bytes, "reasons": list(self.reasons), "info": self.info}
        text = json.dumps({**known, **rest}, ensure_ascii=False).encode()
        return MAGIC + _LENGTHS.pack(len(text), zlib.crc32(text)) + text


def decode_header(data: bytes, path: str | Path) -> tuple[Header, int]:
    """The header at the beginning of ``data`` and its length in bytes; ``path`` is for messages.

    Raises
    ------
    RecordError
    """
    if data[: len(MAGIC)] != MAGIC:
        raise RecordError(f"{path}: no file of game records")
    begin = len(MAGIC) + _LENGTHS.size
    if len(data) < begin:
        raise RecordError(f"{path}: the header is torn")
    length, check = _LENGTHS.unpack_from(data, len(MAGIC))
    text = data[begin : begin + length]
    if len(text) < length:
        raise RecordError(f"{path}: the header is torn")
    if zlib.crc32(text) != check:
        raise RecordError(f"{path}: the header is damaged")
    fields = json.loads(text)
    if fields.get("format") != FORMAT:
        raise RecordError(f"{path}: format {fields.get('format')}, this program reads {FORMAT}")
    names = ("game", "options", "move_bytes", "start", "info")
    return Header(reasons=tuple(fields["reasons"]), **{name: fields[name] for name in names}), begin + length


@dataclass(frozen=True)
class GameRecord:
    """One game. ``moves`` uint16 and ``scores`` int16 have one element a ply."""

    number: int
    start: str
    opening: int
    result: int
    end: int
    reason: int
    moves: np.ndarray
    scores: np.ndarray


@dataclass(frozen=True)
class Block:
    """Games that were written together. ``games``: ``GAME`` records; ``moves`` uint16, ``scores`` int16, all games joined."""

    games: np.ndarray
    moves: np.ndarray
    scores: np.ndarray
    starts: tuple[str, ...] = ()

    def offsets(self) -> np.ndarray:
        """int64[games + 1]: where the plies of each game begin in ``moves`` and ``scores``, and the end."""
        return np.concatenate(([0], np.cumsum(self.games["plies"], dtype=np.int64)))

    def records(self, header: Header) -> Iterator[GameRecord]:
        """The games one by one; arrays are views."""
        offsets = self.offsets()
        texts = (header.start, *self.starts)
        for index, game in enumerate(self.games):
            part = slice(int(offsets[index]), int(offsets[index + 1]))
            number, start = int(game["number"]), texts[int(game["start"])]
            opening, result, end, reason = (int(game[name]) for name in ("opening", "result", "end", "reason"))
            yield GameRecord(number, start, opening, result, end, reason, self.moves[part], self.scores[part])

    def encode(self, move_bytes: int) -> bytes:
        """The block as it stands in a file."""
        moves, scores = self.moves.astype("<u2"), self.scores.astype("<i2").view("<u2")
        starts = [text.encode() for text in self.starts]
        parts = [self.games.tobytes(), struct.pack("<H", len(starts))]
        parts += [struct.pack("<H", len(text)) + text for text in starts]
        parts += _planes(moves, move_bytes) + _planes(scores, 2)
        raw = b"".join(parts)
        stored = zlib.compress(raw, _LEVEL)
        head = _BLOCK.pack(_MARK, len(stored), len(raw), len(self.games), len(moves), 0)[:_CHECKED]
        return head + struct.pack("<I", zlib.crc32(stored, zlib.crc32(head))) + stored


def join_games(records: list[GameRecord], start: str) -> Block:
    """A block of ``records``; ``start`` is the header's start."""
    texts = [start]
    games = np.zeros(len(records), dtype=GAME)
    for game, record in zip(games, records, strict=True):
        if record.start not in texts:
            texts.append(record.start)
        game["number"], game["plies"], game["start"] = record.number, len(record.moves), texts.index(record.start)
        game["opening"], game["result"], game["end"], game["reason"] = record.opening, record.result, record.end, record.reason
    empty: list[Any] = [[]]
    moves = np.concatenate([record.moves for record in records] or empty).astype(np.uint16)
    scores = np.concatenate([record.scores for record in records] or empty).astype(np.int16)
    return Block(games, moves, scores, tuple(texts[1:]))


def _planes(words: np.ndarray, count: int) -> list[bytes]:
    """The low and, for a ``count`` of 2, the high bytes: apart they compress better."""
    pairs = words.view(np.uint8).reshape(-1, 2)
    return [np.ascontiguousarray(pairs[:, plane]).tobytes() for plane in range(count)]


def _words(raw: bytes, offset: int, size: int, count: int) -> np.ndarray:
    words = np.frombuffer(raw, np.uint8, size, offset).astype(np.uint16)
    if count == 2:
        words |= np.frombuffer(raw, np.uint8, size, offset + size).astype(np.uint16) << np.uint16(8)
    return words


def decode_block(data: bytes, offset: int, move_bytes: int) -> tuple[Block, int] | None:
    """The block at ``offset`` and the offset behind it; None if no complete, undamaged block stands there."""
    if len(data) - offset < _BLOCK.size:
        return None
    mark, stored, raw_size, count, positions, check = _BLOCK.unpack_from(data, offset)
    begin = offset + _BLOCK.size
    if mark != _MARK or stored > len(data) - begin or raw_size > _MOST_BYTES:
        return None
    payload = data[begin : begin + stored]
    if zlib.crc32(payload, zlib.crc32(data[offset : offset + _CHECKED])) != check:
        return None
    raw = zlib.decompress(payload)
    games = np.frombuffer(raw, GAME, count).copy()
    place = count * GAME.itemsize
    starts = []
    (number,) = struct.unpack_from("<H", raw, place)
    place += 2
    for _ in range(number):
        (length,) = struct.unpack_from("<H", raw, place)
        starts.append(raw[place + 2 : place + 2 + length].decode())
        place += 2 + length
    moves = _words(raw, place, positions, move_bytes)
    scores = _words(raw, place + move_bytes * positions, positions, 2).view(np.int16)
    return Block(games, moves, scores, tuple(starts)), begin + stored


class GameReader:
    """The games of a file, as blocks or one by one. The whole file is read at once."""

    def __init__(self, path: str | Path, game: str | None = None) -> None:
        """Read the file; ``game`` is the id that it must have.

        Raises
        ------
        RecordError
            If the file cannot be read, is no file of game records or is one of another game.
        """
        self.path = Path(path)
        try:
            self._data = self.path.read_bytes()
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror}") from None
        self.header, self._first = decode_header(self._data, self.path)
        """The file's :class:`Header`."""
        if game is not None and self.header.game != game:
            raise RecordError(f"{path}: games of {self.header.game}, not of {game}")
        self.damaged: list[int] = []
        """Offsets of damaged parts that were passed over, a torn end not among them; complete after a full iteration."""
        self.end = self._first
        """The offset behind the last good block; after a full iteration."""

    def blocks(self) -> Iterator[Block]:
        """All good blocks in the order of the file."""
        self.damaged, self.end = [], self._first
        offset: int = self._first
        while 0 <= offset < len(self._data):
            found = decode_block(self._data, offset, self.header.move_bytes)
            if found is None:
                offset = self._data.find(_MARK, offset + 1)
                continue
            if offset != self.end:
                self.damaged.append(self.end)
            block, offset = found
            self.end = offset
            yield block

    def __iter__(self) -> Iterator[GameRecord]:
        """All games in the order of the file."""
        for block in self.blocks():
            yield from block.records(self.header)
