"""Hub version 2, the protocol of draughts GUIs, engine side; the authority is the project's text on it.

A line that comes in a search, other than ``ping``, ``ponder-hit`` and ``stop``, ends the search first: its ``done`` comes before
the line's effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import engine
from engine.search.limits import SearchResult
from protocols.adapter import ANALYSING, PONDERING, SEARCHING
from protocols.history import History
from protocols.hub_board import read_hub_move, read_hub_position, squares_on
from protocols.hub_level import Level
from protocols.hub_line import HubLineError, read_line, write_line
from protocols.hub_output import SearchReporter
from protocols.hub_params import BY_GAME, declarations, read_variant, translated
from protocols.lines import Events, Output, Quit
from protocols.loader import load_engine
from protocols.session import Session

if TYPE_CHECKING:
    from engine import Position

#: What a search reacts to without ending.
_IN_SEARCH = ("ping", "ponder-hit", "stop")
Arguments = dict[str, str]


class HubHistory(History):
    """A game whose moves are read as Hub moves only."""

    def play(self, text: str) -> int:
        move = read_hub_move(self.position, text)
        self.position.push(move)
        self.texts.append(text)
        return move


class HubSession(Session):
    """One conversation in Hub."""

    default_game = "draughts"
    history_type = HubHistory

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        self._greeted = self._starting = self._started = False
        self._level = Level()
        self._commands: dict[str, Callable[[Arguments], None]] = {
            "hub": self._on_hub,
            "init": self._on_init,
            "set-param": self._on_set_param,
            "new-game": lambda arguments: self.new_game(),
            "pos": self._on_pos,
            "level": self._on_level,
            "go": self._on_go,
            "ping": lambda arguments: self.output.line("pong"),
            "ponder-hit": lambda arguments: self.search.ponderhit(),
            "stop": lambda arguments: self.search.stop(),
            "quit": self._on_quit,
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        try:
            command, arguments = read_line(line)
        except HubLineError as error:
            fault = f"bad line: {error}"
            self._obey("", lambda: self.tell(fault))
            return
        if not command:
            return
        action = self._commands.get(command)
        if action is None:
            self._obey(command, lambda: self.tell(f"bad command {command[:80]!r}"))
        else:
            self._obey(command, lambda: action(arguments))

    def _obey(self, command: str, action: Callable[[], None]) -> None:
        """Carry a line out; before ``hub`` an engine is silent."""
        if not self._greeted and command not in ("hub", "quit"):
            return
        if command == "quit":
            action()
        if command not in _IN_SEARCH:
            self.search.finish()
        self.guarded(action)

    def tell(self, text: str) -> None:
        """An ``error`` line; before the handshake people find it on stderr."""
        if self._greeted:
            self.output.line(write_line("error", {"message": text}))
        else:
            self.output.aside(text)

    def show_progress(self, text: str) -> None:
        """Free lines are for the time of ``init``; before it there is no room, and later people find them on stderr."""
        if self._starting:
            self.output.line(f"init {text}")
        elif self._started:
            self.output.aside(text)

    # --- handshake and parameters ---

    def _on_hub(self, arguments: Arguments) -> None:
        name = {"name": "Qiji", "version": engine.__version__, "author": "the Qiji authors", "country": "International"}
        self.output.line(write_line("id", name), *declarations(self.entry), "wait")
        self._greeted = True
        self.loader.want(self.entry.id)

    def _on_init(self, arguments: Arguments) -> None:
        self._starting = True
        self.guarded(self.engine)
        self._starting, self._started = False, True
        self.output.line("ready")

    def _on_set_param(self, arguments: Arguments) -> None:
        name, value = arguments.get("name"), arguments.get("value")
        if not name or value is None:
            self.tell("set-param wants name= and value=")
            return
        if name.lower() == "variant":
            game_id = read_variant(value)
            if game_id != self.entry.id:
                self.choose_game(game_id)
            return
        known = translated(name, value)
        if known is not None and known[1].lower() == BY_GAME and self._is_rule(known[0]):
            self.rules.forget(known[0])
        elif known is not None:
            self.set_option(*known)

    def _is_rule(self, name: str) -> bool:
        return name not in self.options.values

    # --- positions ---

    def _on_pos(self, arguments: Arguments) -> None:
        self._level = Level()
        text = arguments.get("pos")
        base = "startpos" if text is None else read_hub_position(text, squares_on(self.entry.files))
        self.set_position(base, arguments.get("moves", "").split())

    # --- searching ---

    def _on_level(self, arguments: Arguments) -> None:
        self._level = self._level.read(arguments)

    def _on_go(self, arguments: Arguments) -> None:
        ponder = "ponder" in arguments
        position, level = self.position, self._level
        limits = level.limits(position.player, len(self.entry.seats), ponder)
        analysing = "analyze" in arguments or "analyse" in arguments
        state = PONDERING if ponder else ANALYSING if level.unlimited else SEARCHING
        self._begin(position, state, analysing and not ponder, limits)

    def _begin(self, position: Position, state: str, analysing: bool, limits: engine.Limits) -> None:
        self.analysing = analysing
        reporter = SearchReporter(self, position)

        def finish(result: SearchResult | None) -> None:
            self._level = Level()
            reporter.finish(result)

        self.engine()
        if not len(position.legal_moves()):
            self.answer_at_once(SearchResult(0, 0), finish, SEARCHING)
            return
        if state == SEARCHING and not analysing and limits.depth is None and limits.nodes is None:
            move = self.book_move()
            if move:
                self.answer_at_once(SearchResult(move, 0), finish, state)
                return
        self.think(limits, reporter.show, finish, state)

    def _on_quit(self, arguments: Arguments) -> None:
        raise Quit
