"""Openings of a match: read from files of positions or games, or shipped, in a fixed or in a shuffled order.

A text file has one position a line, as position string (chess, xiangqi: FEN), with EPD operations behind it or not, or followed
by ``moves M1 M2 ...``; ``startpos`` and comments (``#``) are understood. A game file (PGN) gives the first plies of each game.
"""

from __future__ import annotations

import hashlib
import io
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine import Game
from engine.errors import QijiError

BOOKS = Path(__file__).with_name("books")
FORMATS = ("epd", "fen", "pgn")
ORDERS = ("sequential", "random")
_TAG_LINE = re.compile(r'\s*\[\s*[^\s"\]%]+\s+"')


class OpeningError(QijiError):
    """An opening or a file of openings that cannot be used."""


@dataclass(frozen=True)
class Opening:
    """Where a game starts: a position string and moves in wire notation that are played from there."""

    position: str = "startpos"
    moves: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class OpeningSettings:
    """Which openings, in which order."""

    file: str = ""
    """Empty: the start position; ``builtin``: the list that comes with the game."""
    format: str = ""
    """One of ``FORMATS``; empty: by the file's name."""
    order: str = "sequential"
    start: int = 1
    """The opening to begin with, counted from 1."""
    plies: int = 0
    """Game files: play so many plies of each game; 0: all."""
    seed: int = 1
    again: bool = True
    """Whether to begin again when all have been played; else too few are an error."""


class Openings:
    """The openings of a match by number; they are read when they are wanted."""

    def __init__(self, game: Game, settings: OpeningSettings, texts: Sequence[str], source: str, pgn: bool = False) -> None:
        if not texts:
            raise OpeningError(f"{source}: there is no opening in it")
        self._game, self.settings, self._texts, self.source, self._pgn = game, settings, texts, source, pgn
        self._read: dict[int, Opening] = {}

    def portable(self) -> tuple[list[str], str, bool]:
        """What another process needs beside the game and the settings to have the same openings."""
        return list(self._texts), self.source, self._pgn

    def __len__(self) -> int:
        return len(self._texts)

    @cached_property
    def _order(self) -> list[int]:
        order = list(range(len(self._texts)))
        if self.settings.order == "random":
            random.Random(self.settings.seed).shuffle(order)
        return order

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the openings and their order."""
        digest = hashlib.sha256(repr((self.settings.order, self.settings.start, self.settings.plies, self._pgn)).encode())
        if self.settings.order == "random":
            digest.update(str(self.settings.seed).encode())
        for text in self._texts:
            digest.update(text.encode() + b"\0")
        return digest.hexdigest()[:16]

    def __getitem__(self, number: int) -> Opening:
        """Opening number ``number``, counted from 0 in the match's order; after the last one it begins again.

        Raises
        ------
        OpeningError
            For one that cannot be read.
        """
        index = self._order[(number + self.settings.start - 1) % len(self._texts)]
        if index not in self._read:
            read = _read_game if self._pgn else _read_line
            try:
                self._read[index] = read(self._game, self._texts[index], self.settings.plies)
            except QijiError as error:
                raise OpeningError(f"{self.source}: opening {index + 1}: {error}") from None
        return self._read[index]


def load_openings(game: Game, settings: OpeningSettings) -> Openings:
    """The openings that ``settings`` describe.

    Raises
    ------
    OpeningError
    """
    if not settings.file:
        return Openings(game, settings, ["startpos"], "the start position")
    path = BOOKS / f"{game.entry.id}.txt" if settings.file == "builtin" else Path(settings.file)
    kind = settings.format or {".pgn": "pgn", ".pdn": "pgn", ".epd": "epd"}.get(path.suffix.lower(), "fen")
    if kind not in FORMATS:
        raise OpeningError(f"there is no format {kind!r} of openings; known: {', '.join(FORMATS)}")
    try:
        data = path.read_bytes()
    except OSError as error:
        if settings.file == "builtin":
            raise OpeningError(f"no openings come with {game.entry.id}") from None
        raise OpeningError(f"cannot read {settings.file}: {error.strerror}") from None
    text = decode(game, data)
    if kind == "pgn":
        return Openings(game, settings, _split_games(text), path.name, pgn=True)
    lines = (line.strip() for line in text.splitlines())
    return Openings(game, settings, [line for line in lines if line and not line.startswith("#")], path.name)


def decode(game: Game, data: bytes) -> str:
    """The text of a file; xiangqi files may be in GB 18030."""
    if game.entry.module == "xiangqi":
        from engine.games.xiangqi.pgn import decode as decode_xiangqi

        return decode_xiangqi(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _split_games(text: str) -> list[str]:
    """The texts of the games: one begins with the first tag after moves."""
    games: list[list[str]] = []
    after_moves = True
    for line in text.splitlines():
        tag = bool(_TAG_LINE.match(line))
        if tag and after_moves:
            games.append([])
        if not games:
            if not line.strip():
                continue
            games.append([])
        games[-1].append(line)
        after_moves = not tag and (after_moves or bool(line.strip()))
    return ["\n".join(lines) for lines in games]


def _read_line(game: Game, line: str, plies: int) -> Opening:
    """The opening of one line; what follows the position as EPD operations is dropped."""
    text, _, moves = f"{line} ".partition(" moves ")
    words = text.split()
    problem: QijiError | None = None
    for candidate in (" ".join(words), " ".join(words[:6]), " ".join(words[:4])):
        try:
            position = game.position(candidate, moves.split())
        except QijiError as error:
            problem = problem or error
            continue
        _check_playable(position)
        return Opening("startpos" if candidate.lower() == "startpos" else candidate, tuple(position.history()))
    assert problem is not None
    raise problem


def _read_game(game: Game, text: str, plies: int) -> Opening:
    start, moves, name = (_read_chess if game.entry.module == "chess" else _read_record)(game, text)
    position = game.position(start)
    for move in moves[:plies] if plies else moves:
        if position.result().over:
            break
        position.push(move)
    if position.result().over:
        position.pop()
    _check_playable(position)
    return Opening(start, tuple(position.history()), name)


def _read_chess(game: Game, text: str) -> tuple[str, list[str], str]:
    import chess.pgn

    record = chess.pgn.read_game(io.StringIO(text))
    if record is None:
        raise OpeningError("it holds no game")
    if record.errors:
        raise OpeningError(str(record.errors[0]))
    chess960 = bool(game.options.get("UCI_Chess960"))
    board, moves = record.board(), []
    for move in record.mainline_moves():
        moves.append(board.uci(move, chess960=chess960))
        board.push(move)
    headers = record.headers
    name = " ".join(word for word in (headers.get("ECO", ""), headers.get("Opening", "")) if word not in ("", "?"))
    return headers.get("FEN", "startpos"), moves, name


def _read_record(game: Game, text: str) -> tuple[str, list[str], str]:
    if game.entry.module == "draughts":
        return _read_pdn(game, text)
    if game.entry.module != "xiangqi":
        raise OpeningError(f"game files are not read for {game.entry.id}")
    from engine.games.xiangqi.pgn import read_records

    record = next(read_records(text, game), None)
    if record is None:
        raise OpeningError("it holds no game")
    return record.position, record.main_line(), record.tags.get("Opening", "")


def _read_pdn(game: Game, text: str) -> tuple[str, list[str], str]:
    from protocols.files.pdn import read_records

    def game_of(game_id: str) -> Game:
        if game_id not in ("", game.entry.id):
            raise OpeningError(f"this is a game of {game_id!r}, not of {game.entry.id}")
        return game

    faults: list[str] = []
    record = next(read_records(text, game_of, faults.append), None)
    if faults or record is None:
        raise OpeningError(faults[0] if faults else "it holds no game")
    return record.position, record.main_line(), record.tags.get("Opening", "")


def _check_playable(position) -> None:
    if position.result().over:
        raise OpeningError(f"the game is over there: {position.result()}")
