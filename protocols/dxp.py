"""DXP between two programs over TCP: our engine as Initiator or Follower, as the side that listens or that connects.

Standard output tells people what happens, a line an event; on standard input they may type ``chat TEXT``, ``back NUMBER W|B``,
``end`` and ``quit``. The end of the input means nothing, so that a server may run without a terminal.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import engine
from engine.errors import QijiError
from engine.search.limits import Info, Limits, SearchResult
from protocols import dxp_game, dxp_message
from protocols.adapter import SEARCHING
from protocols.dxp_link import Link, LinkError, Listener, address_text, connect
from protocols.hub_board import board_of_fen, squares_of
from protocols.hub_output import score_text
from protocols.lines import Events, Output, Quit
from protocols.loader import LoadError, load_engine
from protocols.session import Session, first_legal

if TYPE_CHECKING:
    from engine import Position

#: Kept back of our clock for the network.
TRANSPORT_MS = 500
#: A move without any limit takes so long.
UNTIMED_S = 5.0
#: How long answers are waited for: to a request, to a GAMEEND, to a GAMEEND that crossed a move, and beyond their clock.
ANSWER_S, END_S, CROSSED_S, GRACE_S = 60.0, 10.0, 2.0, 60.0
RETRY_S = 3.0


@dataclass(frozen=True)
class DxpSettings:
    """What the command line says."""

    address: tuple[str, int]
    listen: bool
    """Whether we wait for the other program or call it."""
    initiator: bool
    color: str = "W"
    """Initiator: our side in the first game; it changes after each."""
    minutes: int = 10
    moves: int = 75
    position: str = "startpos"
    games: int = 0
    """Games that are played; 0: as many as the other side wants (an Initiator plays one)."""
    limits: Limits = field(default_factory=Limits)
    """Limits of each move, beside the clock."""
    name: str = ""
    takeback: bool = True
    reconnect: bool = False
    pdn: str = ""
    """A file to which games are appended."""


class DxpEvents(Events):
    """A queue that does not end with the input."""

    def post(self, item: Any) -> None:
        if item is not None:
            super().post(item)


class DxpSession(Session):
    """One end of DXP."""

    default_game = "draughts"

    def __init__(
        self,
        events: Events,
        output: Output,
        settings: DxpSettings,
        game_id: str | None = None,
        load: Callable[..., Any] = load_engine,
    ) -> None:
        super().__init__(events, output, game_id, load)
        self.settings, self.status = settings, 0
        self.options.values["Move Overhead"] = TRANSPORT_MS
        self._listener = Listener(*settings.address) if settings.listen else None
        self._link: Link | None = None
        self._side: dxp_game.Side | None = None
        self._color = settings.color
        self._number = self._finished = 0
        """Games begun, and those that came to an end."""
        self._games = settings.games or (1 if settings.initiator else 0)
        self._thought = 0
        """Counts what we have thought about, so that an answer that comes too late is known."""
        self._used_s = self._their_used_s = 0.0
        self._turn_began = 0.0
        self._turn = (0, 0, "")
        """Game, ply and state of the last action."""
        self._last: Info | None = None
        self._timer: threading.Timer | None = None

    # --- running ---

    def run(self, first_line: str | None = None) -> int:
        """Play until the end; returns the exit status."""
        if self._listener:
            self.say(f"listening {address_text(self._listener.address)}")
        self.events.post(self._begin)
        self.events.run(self.handle)
        self.search.discard(0.5)
        if self._link:
            self._link.close()
        return self.status

    def _begin(self) -> None:
        try:
            self.engine()
            game = self.game()
            name = self.settings.name or f"Qiji {engine.__version__}"
            self._side = dxp_game.Side(game, dxp_game.Setting(name, takeback=self.settings.takeback, judge=self._judge))
            if self.settings.initiator:
                self._request()  # a bad position is found out now
        except (QijiError, LoadError) as error:
            self._fail(str(error))
        if self._listener:
            self._listener.start(lambda peer: self._post(self._connected, peer))
        else:
            self._connect()

    def _fail(self, text: str) -> None:
        self.output.aside(f"error: {text}")
        self.status = 2
        raise Quit

    def _connect(self, pause_s: float = 0.0) -> None:
        """Call the other program in the background, after a pause."""

        def work() -> None:
            time.sleep(pause_s)
            while True:
                try:
                    peer = connect(*self.settings.address)
                except LinkError as error:
                    if not self.settings.reconnect:
                        self._post(self._fail, str(error))
                        return
                    time.sleep(RETRY_S)
                    continue
                self._post(self._connected, peer)
                return

        threading.Thread(target=work, name="qiji-dxp-connect", daemon=True).start()

    def _post(self, action: Callable[[Any], None], what: Any) -> None:
        self.events.post(lambda: action(what))

    def say(self, text: str) -> None:
        """One line for people."""
        self.output.line(text)

    def tell(self, text: str) -> None:
        self.say(f"note: {text}")

    def show_progress(self, text: str) -> None:
        self.tell(text)

    @property
    def side(self) -> dxp_game.Side:
        """The state machine."""
        assert self._side is not None
        return self._side

    @property
    def position(self) -> Position:
        return self.side.position

    def handle(self, line: str) -> None:
        """What people type."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            raise Quit
        if word:
            self.guarded(lambda: self._typed(word, rest.strip()))

    def _typed(self, word: str, rest: str) -> None:
        if word == "chat" and rest and self._link:
            self._act([dxp_game.Send(dxp_message.Chat(rest))])
        elif word == "back" and self._side:
            number, side = (rest.upper().replace("Z", "B").split() + ["", ""])[:2]
            if not number.isascii() or not number.isdigit() or side not in ("W", "B"):
                raise QijiError("back wants the number of a move and W or B")
            self._act(self.side.ask_back(int(number[:4]), side))
        elif word == "end" and self._side and self.side.state == dxp_game.MY_TURN:
            self._act(self.side.end(dxp_message.I_LOSE))
        else:
            raise QijiError(f"{word[:40]!r} is nothing to do now; known: chat TEXT, back NUMBER W|B, end, quit")

    # --- connection ---

    def _connected(self, peer: socket.socket) -> None:
        if self._link is not None and self._link.closed:
            self._disconnected(self._link, self._link.reason)  # its reader has not said so yet
        if self._link is not None:
            self._refuse(peer)
            return

        def on_message(data: bytes) -> None:
            self.events.post(lambda: self._receive(link, data))

        def on_end(reason: str) -> None:
            self.events.post(lambda: self._disconnected(link, reason))

        link = Link(peer, on_message, on_end)
        self._link = link
        self.say(f"connected {link.peer}")
        if self.settings.initiator:
            self._ask()

    def _refuse(self, peer: socket.socket) -> None:
        """One peer at a time."""
        other = Link(peer, lambda data: None, lambda reason: None)
        try:
            other.send(dxp_message.Chat("another program is connected"))
        except QijiError:
            pass
        other.close()

    def _receive(self, link: Link, data: bytes) -> None:
        if link is not self._link:
            return
        ending = self.side.state == dxp_game.WAIT_END
        self._act(self.side.receive_bytes(data))
        if ending and self.side.state == dxp_game.WAIT_END:
            self._after(CROSSED_S, self._end_is_late)

    def _disconnected(self, link: Link, reason: str) -> None:
        if link is not self._link:
            return
        self._link = None
        self._stop_timer()
        self._act(self.side.lost())
        self.say(f"disconnected: {reason}")
        done = bool(self._games) and self._finished >= self._games
        if done or not (self._listener or self.settings.reconnect) or (self.settings.initiator and not self.settings.reconnect):
            raise Quit
        if not self._listener:
            self._connect(RETRY_S)

    # --- actions ---

    def _act(self, actions: Iterable[dxp_game.Action]) -> None:
        reached = True
        for action in actions:
            if not reached and not isinstance(action, dxp_game.Over):
                continue  # a game that has ended counts, whether or not the other side hears our answer
            if isinstance(action, dxp_game.Send):
                reached = self._send(action.message)
            elif isinstance(action, dxp_game.Think):
                self._think()
            elif isinstance(action, dxp_game.Halt):
                self._thought += 1
                self.search.discard()
            elif isinstance(action, dxp_game.Started):
                self._started(action)
            elif isinstance(action, dxp_game.Played):
                self._their_used_s += time.monotonic() - self._turn_began
                self.say(f"theirs {action.wire} in {action.seconds} s")
            elif isinstance(action, dxp_game.Over):
                self._over(action)
            elif isinstance(action, dxp_game.Refused):
                self._stop_timer()
                self.say(f"note: {action.words}")
                self._hang_up()
            elif isinstance(action, dxp_game.Close):
                self._hang_up()
            else:
                self.say(f"note: {action.text}")
        turn = (self._number, self.position.ply, self.side.state)
        if reached and turn != self._turn:
            self._turn = turn
            if self.side.state == dxp_game.THEIR_TURN:
                self._wait_for_them()

    def _hang_up(self) -> None:
        if self._link:
            self._link.close()

    def _send(self, message: dxp_message.Message) -> bool:
        if self._link is None:
            return False
        if isinstance(message, dxp_message.GameEnd) and self.side.state == dxp_game.WAIT_END:
            self.say(f"ending the game: {message}")
            self._after(END_S, self._end_is_late)
        try:
            self._link.send(message)
        except LinkError as error:
            link, text = self._link, str(error)
            self.events.post(lambda: self._disconnected(link, text))
            return False
        return True

    def _end_is_late(self) -> None:
        self._act(self.side.forget_end())

    def _wait_for_them(self) -> None:
        """Their clock runs; whoever does not move long after its end is given up."""
        self._turn_began = time.monotonic()
        assert self.side.request is not None
        if self.side.request.minutes:
            left = 60.0 * self.side.request.minutes - self._their_used_s
            self._after(max(0.0, left) + GRACE_S, lambda: self._give_up("no move came"))

    def _give_up(self, words: str) -> None:
        self._act([dxp_game.Halt(), dxp_game.Send(dxp_message.Chat(words)), dxp_game.Close(words)])

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        """Do ``action`` later, unless something else comes first."""
        self._stop_timer()
        timer = threading.Timer(seconds, lambda: self.events.post(lambda: action() if timer is self._timer else None))
        timer.daemon = True
        self._timer = timer
        timer.start()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # --- games ---

    def _request(self) -> dxp_message.GameRequest:
        settings, other = self.settings, {"W": "B", "B": "W"}[self._color]
        request = dxp_message.GameRequest(self.side.setting.name, other, settings.minutes, settings.moves)
        start = self.game().position(settings.position)
        if start.text() != self.game().position().text():
            turn, board = board_of_fen(start.text(), squares_of(start))
            request = replace(request, turn=turn, board=board)
        return request

    def _ask(self) -> None:
        self._plan_stop()
        self._after(ANSWER_S, lambda: self._give_up("no answer to the request"))
        self._act(self.side.ask(self._request()))

    def _plan_stop(self) -> None:
        """In the last game we say that we want no other one."""
        games = self._games
        self.side.setting.stop = bool(games) and self._finished + 1 >= games
        self.side.setting.refuse = dxp_message.NO_GAME if games and self._finished >= games else dxp_message.ACCEPTED

    def _started(self, action: dxp_game.Started) -> None:
        self._stop_timer()
        self._plan_stop()
        self._number += 1
        self._used_s = self._their_used_s = 0.0
        self._last = None
        self.new_game()
        self.engine()
        request, seat = action.request, self.side.game.entry.seats[self.side.seat]
        limit = f", {request.moves} moves" if request.moves else ""
        start = f", from {self.position.text()}" if request.board else ""
        self.say(f"game {self._number}: {seat} against {action.opponent}, {request.minutes} min{limit}{start}")

    def _over(self, action: dxp_game.Over) -> None:
        self._stop_timer()
        self._finished += 1
        self._report(action)
        self._plan_stop()
        if not self.settings.initiator:
            return
        if action.more and self._finished < self._games:
            self._color = {"W": "B", "B": "W"}[self._color]
            self._ask()
        else:
            self._hang_up()

    def _report(self, action: dxp_game.Over) -> None:
        from protocols.dxp_record import record_text, verdict

        winner, words = verdict(self.side, action)
        self.say(f"game {self._number} over after {self.position.ply} plies: {words}")
        if self.settings.pdn:
            text = record_text(self.side, winner, words, self._number)
            try:
                with Path(self.settings.pdn).open("a", encoding="utf-8") as file:
                    file.write(text)
            except OSError as error:
                self.say(f"note: cannot write {self.settings.pdn}: {error.strerror}")

    # --- thinking ---

    def _judge(self, position: Position) -> float:
        """Our view of a position in men: the last search's, else the static one."""
        score = self._last.score if self._last else self.engine().evaluate(position)
        return score / 100

    def _limits(self) -> Limits:
        """Our clock, beside the limits of each move."""
        request, limits = self.side.request, self.settings.limits
        assert request is not None
        if request.minutes:
            left = 60.0 * request.minutes - self._used_s
            played = sum(1 for ply in range(self.position.ply) if _mover(self.position, ply) == self.side.seat)
            to_go = max(1, request.moves - played) if request.moves else None
            return replace(limits, clock_s=(left, left), increment_s=(0.0, 0.0), moves_to_go=to_go)
        if limits.depth or limits.nodes or limits.movetime_s:
            return limits
        return replace(limits, movetime_s=UNTIMED_S)

    def _think(self) -> None:
        self._stop_timer()
        self._turn_began = time.monotonic()
        request = self.side.request
        assert request is not None
        if request.minutes and self._used_s >= 60.0 * request.minutes:
            self.say("note: our time is up")
            self._act(self.side.end(dxp_message.I_LOSE))
            return
        self._thought += 1
        thought, position = self._thought, self.position

        def done(result: SearchResult | None) -> None:
            if thought == self._thought:
                self._play(position, result)

        book = self.book_move()
        if book:
            self.answer_at_once(SearchResult(book, 0), done, SEARCHING)
        else:
            self.think(self._limits(), self._keep, done, SEARCHING, position)

    def _keep(self, info: Info) -> None:
        if not info.current_number and info.bound == "exact" and info.multipv == 1:
            self._last = info

    def _play(self, position: Position, result: SearchResult | None) -> None:
        move = result.best if result is not None and result.best else first_legal(position)
        took = time.monotonic() - self._turn_began
        self._used_s += took
        words = f", {score_text(self._last.score)} at depth {self._last.depth}" if self._last else ""
        self.say(f"ours {position.format(move)} in {took:.1f} s{words}")
        self._act(self.side.play(move, took))


def _mover(position: Position, ply: int) -> int:
    """The seat that made the move after ``ply`` moves."""
    return int(position.memory.view(position.game.spec.state)["player"][ply])


def serve(settings: DxpSettings, game_id: str | None, options: dict[str, str]) -> int:
    """Play over DXP; ends the process.

    Raises
    ------
    QijiError
        If we cannot listen, or an option is none.
    """
    events = DxpEvents()
    session = DxpSession(events, Output(), settings, game_id)
    for name, text in options.items():
        session.set_option(name, text)
    events.read_from(0)
    status = session.run()
    if sys.stdout is not None:
        sys.stdout.flush()
    os._exit(status)  # a compilation under way cannot be stopped
