"""The messages of DamExchange (DXP) version 01: fixed-width fields after a type letter. The authority is the project's text.

Sides and boards are in Hub's letters here (``W``, ``B``; ``wbWBe``) and in DXP's (``W``, ``Z``; ``wzWZe``) on the wire.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import QijiError
from protocols.hub_board import from_dxp, to_dxp

VERSION = 1
DEFAULT_PORT = 27531
NAME_WIDTH = 32
LONGEST = 127
ACCEPTED, OTHER_VERSION, OTHER_GAME, NO_GAME = 0, 1, 2, 3
UNKNOWN, I_LOSE, DRAW, I_WIN = 0, 1, 2, 3
BACK, NO_BACK, GO_ON = 0, 1, 2
_REASONS = ("unknown", "loses", "draw", "wins")


class DxpError(QijiError):
    """Bytes that are no message, or a message that cannot be sent."""


@dataclass(frozen=True)
class GameRequest:
    """The Initiator asks for a game."""

    name: str
    follower: str
    """The side of the receiver, ``W`` or ``B``."""
    minutes: int
    """For the whole game of each player."""
    moves: int = 0
    """Moves of each player after which the game may be ended; 0: no limit."""
    turn: str = ""
    """With ``board``: who moves; empty: the start position."""
    board: str = ""
    version: int = VERSION

    def encode(self) -> str:
        name = _name(self.name)
        head = f"R{_digits(self.version, 2)}{name}{to_dxp(self.follower)}{_digits(self.minutes, 3)}{_digits(self.moves, 3)}"
        return f"{head}B{to_dxp(self.turn)}{to_dxp(self.board)}" if self.board else f"{head}A"


@dataclass(frozen=True)
class GameAccept:
    """The Follower's answer: ``ACCEPTED`` or why not."""

    name: str
    code: int

    def encode(self) -> str:
        return f"A{_name(self.name)}{_digits(self.code, 1)}"


@dataclass(frozen=True)
class Move:
    """A move, always sent, forced or not."""

    seconds: int
    origin: int
    to: int
    captured: tuple[int, ...] = ()

    def encode(self) -> str:
        squares = (self.origin, self.to, len(self.captured), *self.captured)
        return f"M{_digits(min(self.seconds, 9999), 4)}" + "".join(_digits(number, 2) for number in squares)


@dataclass(frozen=True)
class GameEnd:
    """Sent instead of a move, and as the answer to itself."""

    reason: int
    """From the sender's view: ``UNKNOWN``, ``I_LOSE``, ``DRAW`` or ``I_WIN``."""
    stop: bool = False
    """Whether the sender wants no other game."""

    def encode(self) -> str:
        return f"E{_digits(self.reason, 1)}{int(self.stop)}"

    def __str__(self) -> str:
        return _REASONS[self.reason]


@dataclass(frozen=True)
class Chat:
    """Words for people."""

    text: str

    def encode(self) -> str:
        return "C" + (_ascii(self.text)[: LONGEST - 1] or " ")


@dataclass(frozen=True)
class BackRequest:
    """Go back to the position before a move."""

    number: int
    """1 is the first pair of moves."""
    side: str
    """``W`` or ``B``."""

    def encode(self) -> str:
        return f"B{_digits(self.number, 3)}{to_dxp(self.side)}"


@dataclass(frozen=True)
class BackAccept:
    """The answer: ``BACK``, ``NO_BACK`` or ``GO_ON``."""

    code: int

    def encode(self) -> str:
        return f"K{_digits(self.code, 1)}"


Message = GameRequest | GameAccept | Move | GameEnd | Chat | BackRequest | BackAccept


# --- writing ------------------------------------------------------------------------------------------------------------


def _digits(number: int, width: int) -> str:
    text = str(number).zfill(width)
    if len(text) > width or number < 0:
        raise DxpError(f"{number} does not fit into {width} digit{'s' if width > 1 else ''}")
    return text


def _ascii(text: str) -> str:
    return re.sub(r"[^\x20-\x7e]", "?", " ".join(text.split()))


def _name(text: str) -> str:
    return (_ascii(text).strip() or "?")[:NAME_WIDTH].ljust(NAME_WIDTH)


def encode(message: Message) -> bytes:
    """The bytes of a message with the closing NUL.

    Raises
    ------
    DxpError
        If a field does not fit.
    """
    text = message.encode()
    if len(text) > LONGEST:
        raise DxpError(f"a message of {len(text)} characters; {LONGEST} is the most")
    return text.encode("ascii") + b"\0"


# --- reading ------------------------------------------------------------------------------------------------------------


class _Fields:
    """The fields of one message, taken from left to right."""

    def __init__(self, kind: str, text: str) -> None:
        self._kind, self._text, self._at = kind, text, 1

    def take(self, width: int, what: str) -> str:
        found = self._text[self._at : self._at + width]
        if len(found) < width:
            raise DxpError(f"{self._kind}: {what} is missing or cut short")
        self._at += width
        return found

    def number(self, width: int, what: str) -> int:
        # Old programs pad numbers with blanks.
        text = self.take(width, what)
        if not re.fullmatch(r" *[0-9]+", text, re.ASCII):
            raise DxpError(f"{self._kind}: {what} is {text!r}, no number")
        return int(text)

    def code(self, highest: int, what: str) -> int:
        number = self.number(1, what)
        if number > highest:
            raise DxpError(f"{self._kind}: {what} {number} is not in 0..{highest}")
        return number

    def side(self, what: str) -> str:
        text = self.take(1, what)
        if text not in "WZ":
            raise DxpError(f"{self._kind}: {what} is {text!r}, neither W nor Z")
        return from_dxp(text)

    def rest(self) -> str:
        return self._text[self._at :]

    def end(self) -> None:
        if self.rest().strip():
            raise DxpError(f"{self._kind}: {self.rest()[:20]!r} stands behind its end")


def _request(fields: _Fields) -> GameRequest:
    version = fields.number(2, "version")
    name, follower = fields.take(NAME_WIDTH, "name").strip(), fields.side("follower's colour")
    minutes, moves = fields.number(3, "time"), fields.number(3, "number of moves")
    start = fields.take(1, "start code")
    if start == "A":
        if version <= VERSION:
            fields.end()
        return GameRequest(name, follower, minutes, moves, version=version)
    if start != "B":
        raise DxpError(f"GAMEREQ: start code is {start!r}, neither A nor B")
    turn, board = fields.side("side to move"), fields.rest().rstrip()
    if not board:
        raise DxpError("GAMEREQ: position is missing or cut short")
    return GameRequest(name, follower, minutes, moves, turn, from_dxp(board), version)


def _move(fields: _Fields) -> Move:
    seconds = fields.number(4, "time")
    origin, to, count = fields.number(2, "origin"), fields.number(2, "destination"), fields.number(2, "number of captures")
    return Move(seconds, origin, to, tuple(fields.number(2, "captured square") for _ in range(count)))


def decode(data: bytes) -> Message:
    """The message in ``data``, without its NUL.

    Raises
    ------
    DxpError
        One line that names the field.
    """
    if not data:
        raise DxpError("an empty message")
    kind = chr(data[0]) if data[0] < 128 else "?"
    if kind == "C":
        return Chat(data[1:].decode("ascii", "replace").replace("\ufffd", "?"))
    if len(data) > LONGEST:
        raise DxpError(f"a message of {len(data)} characters; {LONGEST} is the most")
    if any(byte > 127 for byte in data):
        raise DxpError(f"a message of type {kind!r} with bytes beyond ASCII")
    text = data.decode("ascii").strip("\r\n")
    message: Message
    if kind == "R":
        return _request(_Fields("GAMEREQ", text))
    if kind == "A":
        fields = _Fields("GAMEACC", text)
        message = GameAccept(fields.take(NAME_WIDTH, "name").strip(), fields.code(NO_GAME, "code"))
    elif kind == "M":
        fields = _Fields("MOVE", text)
        message = _move(fields)
    elif kind == "E":
        fields = _Fields("GAMEEND", text)
        message = GameEnd(fields.code(I_WIN, "reason"), bool(fields.code(1, "stop code")))
    elif kind == "B":
        fields = _Fields("BACKREQ", text)
        message = BackRequest(fields.number(3, "move number"), fields.side("colour"))
    elif kind == "K":
        fields = _Fields("BACKACC", text)
        message = BackAccept(fields.code(GO_ON, "code"))
    else:
        raise DxpError(f"unknown message type {kind!r}")
    fields.end()
    return message


class Splitter:
    """Cuts a byte stream at its NULs.

    ``limit`` : so many bytes without a NUL are no DXP.
    """

    def __init__(self, limit: int = 4096) -> None:
        self._limit = limit
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are complete now, empty ones left out.

        Raises
        ------
        DxpError
            When too much comes without a NUL.
        """
        *complete, self._rest = (self._rest + data).split(b"\0")
        if len(self._rest) > self._limit or any(len(message) > self._limit for message in complete):
            raise DxpError(f"more than {self._limit} bytes without an end of message")
        return [message for message in complete if message.strip(b"\r\n")]
