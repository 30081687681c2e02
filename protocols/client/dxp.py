"""A DXP program (draughts, over TCP) as a player. The runner is the Initiator and plays the other side's moves to it."""

from __future__ import annotations

import math
import queue
import re
import time
from collections.abc import Sequence

from engine import Game, Position
from engine.errors import QijiError
from protocols import dxp_message as dxp
from protocols.client.clock import Clock
from protocols.client.player import EngineError, PlayerSpec, Reply
from protocols.client.process import EngineProcess
from protocols.dxp_link import Link, connect, read_address
from protocols.hub_board import board_of_fen, move_of, squares_of, squares_of_move

#: Settings of the connection; DXP has no options of engines.
HOST, PORT = "host", "port"
_RETRY_S = 0.25
#: How long the end of a game is waited for.
_END_S = 2.0
_LISTENING = re.compile(r"listening (\S+)")
_SIDE = {"white": "W", "black": "B"}


class DxpPlayer:
    """Plays with one DXP program for any number of games.

    process : the program, if we have started it; one of ours tells where it listens.
    """

    def __init__(self, spec: PlayerSpec, game: Game, process: EngineProcess | None) -> None:
        self.name = spec.name
        own = process is not None and not spec.command
        strange = [name for name in spec.options if name not in (HOST, PORT) and not own]
        self.notes: list[str] = [f"{spec.name}: DXP has no option {name!r}" for name in strange]
        self._spec, self._process = spec, process
        self._messages: queue.SimpleQueue[tuple[float, bytes] | None] = queue.SimpleQueue()
        self._link: Link | None = None
        self._playing = False
        self._position: Position | None = None
        self._told = 0
        """Plies of the position that the program knows."""
        self._seat = ""
        try:
            self._address = self._find_address()
            self._connect(spec.patience.start_s)
        except EngineError:
            self.close()
            raise

    # --- connection ---

    def _find_address(self) -> tuple[str, int]:
        options = self._spec.options
        if self._process is not None and not self._spec.command:
            found = _LISTENING.fullmatch(self._process.wait_for("listening", self._spec.patience.start_s)[-1])
            assert found is not None
            return read_address(found[1], "127.0.0.1")
        try:
            return read_address(f"{options.get(HOST, '127.0.0.1')}:{options.get(PORT, dxp.DEFAULT_PORT)}", "127.0.0.1")
        except QijiError as error:
            raise EngineError("start", f"{self.name}: {error}") from None

    def _connect(self, patience_s: float) -> None:
        """Call the program until it answers."""
        deadline = time.perf_counter() + patience_s
        while True:
            try:
                peer = connect(*self._address)
                break
            except QijiError as error:
                if time.perf_counter() > deadline:
                    raise EngineError("start", f"{self.name}: {error}") from None
                if self._process is not None and not self._process.alive:
                    raise EngineError("start", f"{self.name} has ended") from None
                time.sleep(_RETRY_S)
        messages: queue.SimpleQueue[tuple[float, bytes] | None] = queue.SimpleQueue()
        self._messages = messages
        self._link = Link(peer, lambda data: messages.put((time.perf_counter(), data)), lambda reason: messages.put(None))

    def _hang_up(self) -> None:
        self._playing = False
        if self._link is not None:
            self._link.close()
            self._link = None

    def _send(self, message: dxp.Message) -> None:
        try:
            if self._link is None:
                raise EngineError("disconnect", f"{self.name} is not connected")
            self._link.send(message)
        except QijiError as error:
            self._hang_up()
            raise EngineError("disconnect", f"{self.name}: {error}") from None

    def _receive(self, timeout_s: float) -> tuple[float, dxp.Message] | None:
        """The next message that matters and its time; None when the time is over. Requests to go back are refused here."""
        deadline = time.perf_counter() + timeout_s
        while True:
            if self._process is not None:
                self._process_talk()
            try:
                found = self._messages.get(timeout=max(0.0, deadline - time.perf_counter()))
            except queue.Empty:
                return None
            if found is None:
                self._hang_up()
                raise EngineError("disconnect", f"{self.name} closed the connection")
            try:
                message = dxp.decode(found[1])
            except dxp.DxpError as error:
                self._hang_up()
                raise EngineError("protocol", f"{self.name}: {error}") from None
            if isinstance(message, dxp.BackRequest):
                self._send(dxp.BackAccept(dxp.NO_BACK))
            elif not isinstance(message, dxp.Chat):
                return found[0], message

    def _process_talk(self) -> None:
        """What the program prints is nobody's concern, but its pipe must not fill up."""
        assert self._process is not None
        try:
            self._process.drain()
        except EngineError:
            pass  # the connection tells when it has gone

    # --- games ---

    @property
    def usable(self) -> bool:
        """Whether another game can be asked for."""
        return self._process is None or self._process.alive

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Ask for the game, unless the program has the first move: its clock must not run before."""
        if len(seats) != 1:
            raise EngineError("start", f"{self.name}: a DXP program plays one side")
        self._hang_up_if_playing()
        self._position, self._told = position, position.ply
        self._seat = position.game.entry.seats[seats[0]]
        if position.player != seats[0]:
            self._ask(position, clocks[seats[0]])

    def _hang_up_if_playing(self) -> None:
        if self._playing:
            self._hang_up()
        if self._link is None:
            self._connect(self._spec.patience.ping_s)

    def _ask(self, position: Position, clock: Clock) -> float:
        """Ask for a game from ``position``; the time of the answer, from which on the program may think."""
        base_s = clock.control.base_s
        minutes = math.ceil(base_s / 60) if base_s is not None else 0
        request = dxp.GameRequest("Qiji match", _SIDE[self._seat], min(minutes, 999), 0)
        if position.text() != position.game.position().text():
            turn, board = board_of_fen(position.text(), squares_of(position))
            request = dxp.GameRequest(request.name, request.follower, request.minutes, 0, turn, board)
        self._send(request)
        deadline = time.perf_counter() + self._spec.patience.ping_s
        while True:
            found = self._receive(deadline - time.perf_counter())
            if found is None:
                self._hang_up()
                raise EngineError("stall", f"{self.name} did not answer the request for a game")
            if isinstance(found[1], dxp.GameAccept):
                break
        if found[1].code != dxp.ACCEPTED:
            raise EngineError("protocol", f"{self.name} refuses the game with code {found[1].code}")
        self._playing = True
        return found[0]

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Send the move before and wait for the answer; a GAMEEND instead of a move resigns or claims."""
        clock = clocks[position.player]
        first = not self._playing and self._told == position.ply
        began = self._ask(position, clock) if first else time.perf_counter()
        self._tell_moves(position)
        limit_s = clock.budget_s + clock.control.margin_s if math.isfinite(clock.budget_s) else self._spec.patience.stall_s
        while True:
            found = self._receive(began + limit_s + self._spec.patience.kill_s - time.perf_counter())
            if found is None:
                self._hang_up()
                raise EngineError("stall", f"{self.name} gave no move, not even {self._spec.patience.kill_s:g} s after the flag")
            arrived, message = found
            if isinstance(message, dxp.Move):
                self._told = position.ply + 1
                return Reply(_wire(position, message), time_s=arrived - began)
            if isinstance(message, dxp.GameEnd):
                self._playing = False
                self._send(dxp.GameEnd(dxp.UNKNOWN))
                return self._ending(message, position, arrived - began)

    def _tell_moves(self, position: Position) -> None:
        for text in position.history()[self._told :]:
            origin, to, captured = squares_of_move(text)
            self._send(dxp.Move(0, origin, to, tuple(captured)))
        self._told = position.ply

    def _ending(self, message: dxp.GameEnd, position: Position, took_s: float) -> Reply:
        if message.reason == dxp.I_LOSE:
            return Reply(resigns=True, time_s=took_s)
        if message.reason == dxp.UNKNOWN:
            raise EngineError("protocol", f"{self.name} ended the game and gave no reason")
        won = "1-0" if position.player == 0 else "0-1"
        return Reply(claim=f"{won if message.reason == dxp.I_WIN else '1/2-1/2'} {{GAMEEND}}", time_s=took_s)

    def end_game(self, result: str, reason: str) -> None:
        """Say GAMEEND when the turn is ours, else let the program say it; a connection that is in doubt is given up."""
        if not self._playing or self._position is None:
            return
        position = self._position
        self._tell_moves(position)
        code = {"1/2-1/2": dxp.DRAW, "1-0": dxp.I_WIN, "0-1": dxp.I_LOSE}.get(result, dxp.UNKNOWN)
        if self._seat == position.game.entry.seats[0] and code in (dxp.I_WIN, dxp.I_LOSE):
            code = dxp.I_WIN + dxp.I_LOSE - code
        theirs = position.seat == self._seat
        for attempt in range(2):
            if not theirs or attempt:
                self._send(dxp.GameEnd(code))
            found = self._receive(_END_S)
            while found is not None and not isinstance(found[1], dxp.GameEnd | dxp.Move):
                found = self._receive(_END_S)
            if found is not None and isinstance(found[1], dxp.GameEnd):
                if theirs and not attempt:
                    self._send(dxp.GameEnd(dxp.UNKNOWN))
                self._playing = False
                return
        self._hang_up()

    def close(self) -> None:
        """End the connection and the program."""
        self._hang_up()
        if self._process is not None:
            self._process.close(grace_s=self._spec.patience.kill_s)


def _wire(position: Position, message: dxp.Move) -> str:
    """The move in wire notation; an illegal one is left unreadable."""
    try:
        return position.format(move_of(position, message.origin, message.to, list(message.captured)))
    except QijiError as error:
        return f"? {str(error)[:150]}"
