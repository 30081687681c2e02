"""One side of DXP as a state machine: messages and moves go in, actions come out. No sockets, no clocks, no search.

States: ``idle``, ``wait-acc`` (our request is out), ``my-turn``, ``their-turn``, ``wait-end`` (our GAMEEND is out).
Whoever drives it carries the actions out in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.errors import QijiError
from protocols import dxp_message as dxp
from protocols.hub_board import board_of_fen, fen_of_board, move_of, squares_of, squares_of_move, squares_on

if TYPE_CHECKING:
    from engine import Game, Position

IDLE, WAIT_ACC, MY_TURN, THEIR_TURN, WAIT_END = "idle", "wait-acc", "my-turn", "their-turn", "wait-end"
#: Beyond so many men of advantage a game that the move limit ends counts as won.
ADJUDICATED_MEN = 3.0
#: So many unreadable messages one after another are no DXP.
_MOST_FAULTS = 8


@dataclass(frozen=True)
class Send:
    """Send ``message``."""

    message: dxp.Message


@dataclass(frozen=True)
class Think:
    """It is our turn: find a move and call :meth:`Side.play`."""


@dataclass(frozen=True)
class Halt:
    """Whatever is being thought about, stop: nobody wants it any more."""


@dataclass(frozen=True)
class Started:
    """A game begins."""

    request: dxp.GameRequest
    opponent: str


@dataclass(frozen=True)
class Refused:
    """Our request was refused."""

    words: str


@dataclass(frozen=True)
class Played:
    """They have moved."""

    wire: str
    seconds: int
    """As they say."""


@dataclass(frozen=True)
class Over:
    """The game is over."""

    by_us: bool
    """Who ended it."""
    reason: int
    """From the view of who ended it."""
    more: bool
    """Whether both sides would play another one."""


@dataclass(frozen=True)
class Close:
    """Close the connection."""

    reason: str


@dataclass(frozen=True)
class Note:
    """Something for people."""

    text: str


Action = Send | Think | Halt | Started | Refused | Played | Over | Close | Note


@dataclass
class Setting:
    """What a side is ready for."""

    name: str
    stop: bool = False
    """Whether the next GAMEEND says that we want no other game."""
    refuse: int = dxp.ACCEPTED
    """The answer to every GAMEREQ, if not ``ACCEPTED``."""
    takeback: bool = True
    """Whether moves may be taken back."""
    judge: Callable[[Position], float] = field(default=lambda position: 0.0)
    """What we think of our position at a move limit, in men."""


class Side:
    """One end of a connection. ``game`` must be the same on both."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game, self.setting = game, setting
        self.state = IDLE
        self.position: Position = game.position()
        self.request: dxp.GameRequest | None = None
        self.seat = 0
        """Our seat in ``game.entry.seats``."""
        self.opponent = ""
        self._we_asked = False
        self._reason = dxp.UNKNOWN
        self._back: int | None = None
        """The ply that we asked to go back to."""
        self._faults = 0

    # --- what we do ---

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.state in (MY_TURN, THEIR_TURN)

    def ask(self, request: dxp.GameRequest) -> list[Action]:
        """Request a game (as the Initiator).

        Raises
        ------
        QijiError
            If the request's position is none.
        """
        assert self.state == IDLE
        self._set_up(request, we_ask=True)
        self.state = WAIT_ACC
        return [Send(request)]

    def play(self, move: int, seconds: float) -> list[Action]:
        """Send our move."""
        assert self.state == MY_TURN
        wire = self.position.format(move)
        self.position.push(move)
        origin, to, captured = squares_of_move(wire)
        self.state = THEIR_TURN
        return [Send(dxp.Move(round(seconds), origin, to, tuple(captured)))]

    def end(self, reason: int) -> list[Action]:
        """End the game instead of moving."""
        assert self.state == MY_TURN
        self.state, self._reason = WAIT_END, reason
        return [Halt(), Send(dxp.GameEnd(reason, self.setting.stop))]

    def ask_back(self, number: int, side: str) -> list[Action]:
        """Ask to go back to the position before a move.

        Raises
        ------
        QijiError
            If there was no such move.
        """
        ply = self._ply_of(number, side) if self.playing else None
        if ply is None:
            raise QijiError(f"there is no move {number} of {side} to go back to")
        self._back = ply
        return [Send(dxp.BackRequest(number, side))]

    def lost(self) -> list[Action]:
        """The connection has gone."""
        if self.state == WAIT_END:
            return [Halt(), *self.forget_end()]
        was_playing, self.state, self._back = self.playing, IDLE, None
        return [Halt(), Note("the game is void")] if was_playing else [Halt()]

    def forget_end(self) -> list[Action]:
        """Nobody has answered our GAMEEND."""
        if self.state != WAIT_END:
            return []
        self.state = IDLE
        return [Over(True, self._reason, False)]

    # --- what comes in ---

    def receive_bytes(self, data: bytes) -> list[Action]:
        """A message as it came, without its NUL."""
        try:
            message = dxp.decode(data)
        except dxp.DxpError as error:
            return self._unreadable(data, str(error))
        self._faults = 0
        return self.receive(message)

    def receive(self, message: dxp.Message) -> list[Action]:
        """A message."""
        if isinstance(message, dxp.Chat):
            return [Note(f"{self.opponent or 'they'}: {message.text}")]
        if isinstance(message, dxp.GameRequest):
            return self._on_request(message)
        if isinstance(message, dxp.GameAccept):
            return self._on_accept(message)
        if isinstance(message, dxp.Move):
            return self._on_move(message)
        if isinstance(message, dxp.GameEnd):
            return self._on_end(message)
        if isinstance(message, dxp.BackRequest):
            return self._on_back_request(message)
        return self._on_back_accept(message)

    def _unreadable(self, data: bytes, fault: str) -> list[Action]:
        if data[:1] == b"M" and self.playing:
            return self._break_off(fault)
        if data[:1] == b"R" and self.state == IDLE:
            return [Note(f"request refused: {fault}"), Send(dxp.GameAccept(self.setting.name, dxp.OTHER_GAME))]
        self._faults += 1
        return self._break_off(fault) if self._faults >= _MOST_FAULTS else [Note(f"ignored: {fault}")]

    def _break_off(self, fault: str) -> list[Action]:
        self.state, self._back = IDLE, None
        return [Halt(), Send(dxp.Chat(fault)), Close(fault)]

    def _on_request(self, request: dxp.GameRequest) -> list[Action]:
        code, words = self.setting.refuse, "no game wanted"
        if self.state != IDLE:
            code, words = dxp.OTHER_GAME, "a request in the middle of a game"
        elif request.version > dxp.VERSION:
            code, words = dxp.OTHER_VERSION, f"version {request.version} is not known"
        elif code == dxp.ACCEPTED:
            try:
                self._set_up(request, we_ask=False)
            except QijiError as error:
                code, words = dxp.OTHER_GAME, str(error)
        answer = Send(dxp.GameAccept(self.setting.name, code))
        if code != dxp.ACCEPTED:
            return [Note(f"request of {request.name} refused: {words}"), answer]
        self.opponent = request.name
        return [answer, *self._start()]

    def _on_accept(self, message: dxp.GameAccept) -> list[Action]:
        if self.state != WAIT_ACC:
            return [Note("ignored: GAMEACC without a request")]
        self.opponent = message.name
        if message.code == dxp.ACCEPTED:
            return self._start()
        self.state = IDLE
        words = ("", "this version is not supported", "this game is not acceptable", "no game at all")[message.code]
        return [Refused(f"{message.name} refuses: {words}")]

    def _set_up(self, request: dxp.GameRequest, we_ask: bool) -> None:
        squares = squares_on(self.game.entry.files)
        text = fen_of_board(request.turn, request.board, squares) if request.board else "startpos"
        position = self.game.position(text)
        ours = {"W": "B", "B": "W"}[request.follower] if we_ask else request.follower
        self.request, self.position, self._we_asked, self._back = request, position, we_ask, None
        self.seat = self.game.entry.seats.index(seat_name(ours))

    def _start(self) -> list[Action]:
        assert self.request is not None
        return [Started(self.request, self.opponent), *self._next_turn()]

    def _next_turn(self) -> list[Action]:
        """The side to move goes on, or ends the game if the rules have ended it."""
        if self.position.player != self.seat:
            self.state = THEIR_TURN
            return []
        self.state = MY_TURN
        result = self.position.result()
        if result.over:
            seat = self.game.entry.seats[self.seat]
            return self.end(dxp.DRAW if not result.winners else dxp.I_WIN if seat in result.winners else dxp.I_LOSE)
        assert self.request is not None
        if self.request.moves and self.position.ply >= 2 * self.request.moves:
            men = self.setting.judge(self.position)
            return self.end(dxp.I_WIN if men >= ADJUDICATED_MEN else dxp.I_LOSE if men <= -ADJUDICATED_MEN else dxp.UNKNOWN)
        return [Think()]

    def _on_move(self, message: dxp.Move) -> list[Action]:
        if self.state == WAIT_END:
            return [Note("ignored: a move after the end of the game")]
        if self.state != THEIR_TURN:
            where = "out of turn" if self.state == MY_TURN else "without a game"
            return self._break_off(f"a move {where}")
        try:
            move = move_of(self.position, message.origin, message.to, list(message.captured))
        except QijiError as error:
            return self._break_off(str(error))
        wire = self.position.format(move)
        self.position.push(move)
        return [Played(wire, message.seconds), *self._next_turn()]

    def _on_end(self, message: dxp.GameEnd) -> list[Action]:
        more = not message.stop and not self.setting.stop
        if self.state == WAIT_END:
            self.state = IDLE
            return [Over(True, self._reason, more)]
        if not self.playing:
            return [Note("ignored: GAMEEND without a game")]
        self.state = IDLE
        return [Halt(), Send(dxp.GameEnd(dxp.UNKNOWN, self.setting.stop)), Over(False, message.reason, more)]

    # --- taking back ---

    def _numbers(self, ply: int) -> tuple[int, str]:
        """Number and side of the move after ``ply`` moves: pairs begin with the side that the game's start position has."""
        first = self.game.entry.start[0].upper()
        turn, _ = board_of_fen(self._start_fen(), squares_of(self.position))
        shifted = ply + (turn != first)
        other = "B" if first == "W" else "W"
        return shifted // 2 + 1, first if shifted % 2 == 0 else other

    def _start_fen(self) -> str:
        return self.game.position(self.position.start_text).text()

    def _ply_of(self, number: int, side: str) -> int | None:
        """How many moves were played before a move; None if it has not come yet."""
        for ply in range(self.position.ply + 1):
            if self._numbers(ply) == (number, side):
                return ply
        return None

    def _go_back(self, ply: int) -> list[Action]:
        while self.position.ply > ply:
            self.position.pop()
        return [Halt(), *self._next_turn()]

    def _on_back_request(self, message: dxp.BackRequest) -> list[Action]:
        if self.state == WAIT_END:
            return [Send(dxp.BackAccept(dxp.GO_ON))]
        ply = self._ply_of(message.number, message.side) if self.playing and self.setting.takeback else None
        if ply is None:
            return [Note(f"refused: back to move {message.number} {message.side}"), Send(dxp.BackAccept(dxp.NO_BACK))]
        return [Send(dxp.BackAccept(dxp.BACK)), Note(f"back to move {message.number} {message.side}"), *self._go_back(ply)]

    def _on_back_accept(self, message: dxp.BackAccept) -> list[Action]:
        ply, self._back = self._back, None
        if ply is None or not self.playing:
            return [Note("ignored: BACKACC without a request")]
        if message.code != dxp.BACK:
            return [Note("they do not take back")]
        return self._go_back(ply) if ply <= self.position.ply else [Note("ignored: BACKACC for a move that is not played")]


def seat_name(side: str) -> str:
    """``white`` or ``black`` for ``W`` or ``B``."""
    return "white" if side == "W" else "black"
