"""XBoard's protocol (CECP) version 2; the authority is the project's text on it.

The session is in one of three modes: *force* (both sides' moves are taken), *playing* one seat, *analysing*. Whatever changes the
position ends the search at hand without an answer; analysis then goes on in the new position.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from typing import Any

import engine
from engine.errors import IllegalMoveError, OptionError, QijiError
from engine.games import CATALOGUE, find_entry
from engine.search.limits import Limits, SearchResult
from protocols import xboard_boards
from protocols.adapter import ANALYSING, IDLE, PONDERING, SEARCHING
from protocols.clock import GameClock
from protocols.lines import Events, Output, Quit
from protocols.loader import LoadError, load_engine
from protocols.options import ENGINE_OPTIONS, merged_rules, xboard_line
from protocols.session import Session, first_legal
from protocols.xboard_output import ThinkingOutput, claim_of, move_text

FORCE, PLAYING, ANALYSIS = "force", "playing", "analysis"

#: Taken and of no consequence here.
_SILENT = "accepted rejected computer name rating random ics white black egtpath lift put hover xboard".split()
#: Engine options that XBoard sets by commands of its own, or that mean nothing in it.
_NOT_ANNOUNCED = {"Hash", "Threads", "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Opponent", "UCI_EngineAbout"}
_RULES_BY_VARIANT = {"UCI_Chess960"}
_MOVE = re.compile(r"[a-z]\d{1,2}[a-z]\d{1,2}[a-z+=]?(,[a-z]\d{1,2}[a-z]\d{1,2})*|[A-Za-z+]+@[a-z]\d{1,2}|[O0]-[O0](-[O0])?|@@@@")
#: A draw is accepted if the last scores (at most so many) are all no better than 0, without any if the static one is about even.
_DRAW_SCORES, _EVEN = 5, 25


class XboardSession(Session):
    """One conversation in XBoard's protocol."""

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        events.ignore_interrupt = sys.stdin is None or not sys.stdin.isatty()
        entries = (self.entry,) if game_id else tuple(e for e in CATALOGUE if "xboard" in e.protocols)
        self.variants = xboard_boards.variants_of(entries)
        self._home = next((name for name, v in self.variants.items() if v.game == self.entry.id), "normal")
        self.variant = self._home
        self.mode = FORCE
        self.seat = 1
        """The seat that the engine plays in playing mode."""
        self.clock = GameClock()
        self._post = False
        self._ponder = False
        self._over = False
        self._bad_position = False
        self._allowed: set[int] | None = None
        """Packed root moves that analysis looks at; None: all."""
        self._pings: list[str] = []
        self._guess = 0
        """The move that is being pondered on."""
        self._expected = 0
        """The reply that the last search expects."""
        self._scores: list[int] = []
        self._offered = False
        """Whether a draw was offered in force mode; the next move answers."""
        self._thinking: ThinkingOutput | None = None
        self._think_start = 0.0
        self.loader.on_loaded = self._loaded
        self._told_features = self._told_done = False
        self._commands: dict[str, Callable[[str], None]] = {
            "protover": self._on_protover,
            "new": self._on_new,
            "variant": self._on_variant,
            "quit": self._on_quit,
            "force": self._on_force,
            "go": self._on_go,
            "playother": self._on_playother,
            "level": lambda rest: self.clock.set_level(rest.split()),
            "st": self.clock.set_move_time,
            "sd": self.clock.set_depth,
            "time": self.clock.set_own,
            "otim": self.clock.set_other,
            "usermove": self._on_move,
            "?": self._on_move_now,
            "ping": self._on_ping,
            "draw": self._on_draw,
            "result": self._on_result,
            "setboard": self._on_setboard,
            "hint": self._on_hint,
            "bk": self._on_book,
            "undo": lambda rest: self._take_back(1),
            "remove": lambda rest: self._take_back(2),
            "hard": self._on_hard,
            "easy": self._on_easy,
            "post": lambda rest: self._set_post(True),
            "nopost": lambda rest: self._set_post(False),
            "analyze": self._on_analyze,
            "exit": self._on_exit,
            ".": self._on_status,
            "exclude": lambda rest: self._filter(rest, False),
            "include": lambda rest: self._filter(rest, True),
            "memory": lambda rest: self._configure("Hash", rest),
            "cores": lambda rest: self._configure("Threads", rest),
            "option": self._on_option,
            **{word: (lambda rest: None) for word in _SILENT},
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split(None, 1)
        if not words:
            return
        command, rest = words[0], words[1].strip() if len(words) > 1 else ""
        action = self._commands.get(command)
        if action is not None:
            self.guarded(lambda: action(rest))
        elif not rest and (_MOVE.fullmatch(command) or self._reads_as_move(command)):
            self.guarded(lambda: self._on_move(command))
        else:
            self.output.line(f"Error (unknown command): {line.strip()[:200]}")

    def _reads_as_move(self, word: str) -> bool:
        if not self.loader.has(self.entry.id):
            return False
        try:
            self.position.parse(word)
        except QijiError:
            return False
        return True

    def tell(self, text: str) -> None:
        self.output.line(f"# {text}")

    def guarded(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OptionError as error:
            self.output.line(f"Error (bad value): {error}")
        except (QijiError, LoadError) as error:
            self.output.line(f"tellusererror {error}")

    # --- handshake ---

    def _on_protover(self, rest: str) -> None:
        names = ",".join(self.variants)
        rules = [o for o in merged_rules(find_entry(v.game) for v in self.variants.values()) if o.name not in _RULES_BY_VARIANT]
        options = [option for option in ENGINE_OPTIONS if option.name not in _NOT_ANNOUNCED] + rules
        self.output.line(
            "feature done=0",
            f'feature myname="Qiji {engine.__version__}" setboard=1 ping=1 usermove=1 playother=1 san=0 time=1 draw=1 reuse=1',
            "feature analyze=1 colors=0 sigint=0 sigterm=0 nps=0 debug=1 memory=1 smp=1 exclude=1 name=1 highlight=0 pause=0",
            f'feature variants="{names}"',
            *(xboard_line(option, self.options.values.get(option.name)) for option in options),
        )
        self._told_features = True
        self.loader.want(self.entry.id)
        if self.loader.has(self.entry.id):
            self._loaded()

    def _loaded(self) -> None:
        if self._told_features and not self._told_done:
            self._told_done = True
            self.output.line("feature done=1")

    def show_progress(self, text: str) -> None:
        if self._told_features:
            self.output.line(f"# {text}")

    # --- games and positions ---

    def _on_new(self, rest: str) -> None:
        self._drop_search()
        self.clock.new_game()
        self._set_variant(self._home)
        if self.mode != ANALYSIS:
            self.mode, self.seat = PLAYING, 1
        self._bad_position = False
        self.new_game()
        self._new_line()

    def _on_variant(self, rest: str) -> None:
        name = xboard_boards.ALIASES.get(rest, rest)
        if name not in self.variants:
            self.output.line(f"Error (unsupported variant): variant {rest}")
            return
        self._drop_search()
        self._set_variant(name)
        if self.entry.id in xboard_boards.FOREIGN:
            self.output.line(*xboard_boards.FOREIGN[self.entry.id].lines(self.entry))
        self._bad_position = False
        self._new_line()

    def _set_variant(self, name: str) -> None:
        self.variant = name
        chosen = self.variants[name]
        self.choose_game(chosen.game)
        for rule, text in chosen.rules.items():
            self.set_option(rule, text)

    def _on_setboard(self, rest: str) -> None:
        self._drop_search()
        self._bad_position = False
        try:
            for note in self.history.set(rest, []):
                self.tell(note)
        except QijiError as error:
            self._bad_position = True
            self.output.line(f"tellusererror Illegal position: {error}")
        self._new_line()

    def _new_line(self) -> None:
        """Forget everything that belongs to the game before; analysis goes on in the new position."""
        self._over = False
        self._scores.clear()
        self._new_position()

    def _new_position(self) -> None:
        self._allowed, self._expected, self._offered = None, 0, False
        self._analyse()

    def _on_move(self, rest: str) -> None:
        try:
            if self._bad_position:
                raise IllegalMoveError(rest)
            move = self.position.parse(rest)
        except QijiError:
            self.output.line(f"Illegal move: {rest}")
            return
        if self.search.state == PONDERING and move == self._guess:
            self._follow_guess(rest)
            return
        self._drop_search()
        self.history.play(rest)
        self._new_position()
        self._think_if_due()

    def _follow_guess(self, text: str) -> None:
        """The move that is being pondered on was played: thinking goes on, on our own time."""
        self.history.play(text)
        self._allowed, self._expected, self._guess = None, 0, 0
        self._think_start = time.monotonic()
        if self._thinking:
            self._thinking.release()
        self.search.ponderhit()

    def _take_back(self, count: int) -> None:
        self._drop_search()
        for _ in range(count):
            self.history.undo()
        self._over = False
        self._new_position()

    # --- playing ---

    def _on_force(self, rest: str) -> None:
        self._drop_search()
        self.mode, self._over = FORCE, False

    def _on_go(self, rest: str) -> None:
        self._drop_search()
        self.mode, self._over = PLAYING, False
        self.seat = self.position.player
        self._think_if_due()

    def _on_playother(self, rest: str) -> None:
        self._drop_search()
        self.mode, self._over = PLAYING, False
        seats = len(self.entry.seats)
        self.seat = (self.position.player + 1) % seats
        self._start_pondering()

    def _own_moves(self) -> int:
        position = self.position
        players = position.memory.view(position.game.spec.state)["player"]
        return int((players[: position.ply] == self.seat).sum())

    def _limits(self, **more: Any) -> Limits:
        overhead = self.options.number("Move Overhead") / 1000
        return Limits(**self.clock.limits(self.seat, self._own_moves(), overhead), **more)

    def _think_if_due(self) -> None:
        if self.mode != PLAYING or self._over or self._bad_position or self.search.active:
            return
        position = self.position
        if position.player != self.seat or not len(position.legal_moves()):
            return
        self._think_start = time.monotonic()
        self._thinking = ThinkingOutput(self.output, position, self.variant, lambda: self._post)
        limits = self._limits()
        move = self.book_move() if not limits.depth else 0
        if move:
            self.answer_at_once(SearchResult(move, 0), self._on_found, SEARCHING)
        else:
            self.think(limits, self._thinking.show, self._on_found, SEARCHING)

    def _on_found(self, result: SearchResult | None) -> None:
        """A search for a move has ended: play it."""
        position = self.position
        best = result.best if result and result.best else first_legal(position)
        if self._thinking:
            self._thinking.close(result)
        text = move_text(position, best, self.variant)
        self.history.play(position.format(best))
        self.clock.moved(time.monotonic() - self._think_start, self._own_moves())
        self.output.line(f"move {text}")
        claim = claim_of(self.position)
        if claim:
            self._over = True
            self.output.line(claim)
        if result and result.lines:
            self._scores = [*self._scores, result.score][-_DRAW_SCORES:]
            if self._offered and result.score <= 0 and not self._over:
                self.output.line("offer draw")
        self._offered, self._allowed = False, None
        self._answer_pings()
        self._expected = result.ponder if result else 0
        self._start_pondering()

    def _start_pondering(self) -> None:
        position = self.position
        if not self._ponder or self.mode != PLAYING or self._over or self._bad_position or position.player == self.seat:
            return
        guess = self._expected
        if not guess or guess not in position.legal_moves():
            return
        after = position.copy()
        after.push(guess)
        if after.result().over or not len(after.legal_moves()) or after.player != self.seat:
            return
        self._guess = guess
        self._thinking = ThinkingOutput(self.output, after, self.variant, lambda: self._post, held=True)
        self.think(self._limits(ponder=True), self._thinking.show, self._on_found, PONDERING, after)

    def _on_move_now(self, rest: str) -> None:
        if self.search.state == SEARCHING:
            self.search.stop()

    def _drop_search(self) -> None:
        """End whatever is being searched without an answer."""
        self.search.discard()
        self._guess = 0
        self._answer_pings()

    def _on_result(self, rest: str) -> None:
        self._drop_search()
        self._over = True

    def _on_draw(self, rest: str) -> None:
        if self.mode == FORCE:
            self._offered = True  # python-chess offers before its go
        if self.mode != PLAYING or self._over:
            return
        current = self._thinking.score if self.search.state == SEARCHING and self._thinking else None
        scores = self._scores if current is None else [*self._scores, current]
        if scores:
            accept = all(score <= 0 for score in scores[-_DRAW_SCORES:])
        elif self.search.active:
            accept = False
        else:
            score = self.engine().evaluate(self.position)
            accept = (score if self.position.player == self.seat else -score) <= _EVEN
        if accept:
            self.output.line("offer draw")

    def _on_hard(self, rest: str) -> None:
        self._ponder = True
        if self.search.state == IDLE:
            self._start_pondering()

    def _on_easy(self, rest: str) -> None:
        self._ponder = False
        if self.search.state == PONDERING:
            self._drop_search()

    def _on_ping(self, rest: str) -> None:
        if self.search.state == SEARCHING:
            self._pings.append(rest)
        else:
            self.output.line(f"pong {rest}".rstrip())

    def _answer_pings(self) -> None:
        pings, self._pings = self._pings, []
        self.output.line(*(f"pong {number}" for number in pings))

    def _set_post(self, post: bool) -> None:
        self._post = post

    def _on_hint(self, rest: str) -> None:
        if self._bad_position:
            return
        position = self.position
        move = self._guess or self._expected
        if not move and not self.search.active:
            known = self.engine().probe(position)
            move = int(known["best"]) if known else 0
        if move and move in position.legal_moves():
            self.output.line(f"Hint: {move_text(position, move, self.variant)}")

    def _on_book(self, rest: str) -> None:
        path = self.options.text("BookFile")
        lines: list[str] = []
        if path and not self._bad_position:
            from protocols.book import book_moves

            moves = book_moves(path, self.position)
            total = sum(weight for _, weight in moves) or 1
            lines = [f" {move_text(self.position, m, self.variant)} {100 * weight / total:.0f}%" for m, weight in moves]
        self.output.line(*(lines or [" no book moves"]), "")

    # --- analysis ---

    def _on_analyze(self, rest: str) -> None:
        self._drop_search()
        self.mode, self._over = ANALYSIS, False
        self._analyse()

    def _on_exit(self, rest: str) -> None:
        if self.mode == ANALYSIS:
            self._drop_search()
            self.mode, self.analysing = FORCE, False

    def _analyse(self) -> None:
        """Start analysing the position on the board, if that is the mode and there is something to analyse."""
        self.analysing = self.mode == ANALYSIS
        if self.mode != ANALYSIS or self._bad_position or self.search.active:
            return
        position = self.position
        legal = [int(move) for move in position.legal_moves()]
        allowed = tuple(move for move in legal if self._allowed is None or move in self._allowed)
        if not allowed:
            return
        self._thinking = ThinkingOutput(self.output, position, self.variant, lambda: self._post)
        limits = Limits(infinite=True, search_moves=allowed if len(allowed) < len(legal) else ())
        self.think(limits, self._thinking.show, lambda result: None, ANALYSING)

    def _on_status(self, rest: str) -> None:
        if self.mode == ANALYSIS and self._thinking and self.search.active:
            self.output.line(self._thinking.status())

    def _filter(self, text: str, include: bool) -> None:
        position = self.position
        legal = {int(move) for move in position.legal_moves()}
        if text == "all":
            moves = legal
        else:
            try:
                moves = {position.parse(text)}
            except QijiError:
                self.output.line(f"Illegal move: {text}")
                return
        allowed = legal if self._allowed is None else self._allowed
        allowed = allowed | moves if include else allowed - moves
        self._allowed = None if allowed == legal else allowed
        if self.mode == ANALYSIS:
            self.search.discard()
            self._analyse()

    # --- settings ---

    def _on_option(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self._configure(name.strip(), value.strip())

    def _configure(self, name: str, value: str) -> None:
        if self.mode == ANALYSIS:
            self.search.discard()
            self.guarded(lambda: self.set_option(name, value))
            self._analyse()
        else:
            self.search.after(lambda: self.guarded(lambda: self.set_option(name, value)))

    def _on_quit(self, rest: str) -> None:
        raise Quit
