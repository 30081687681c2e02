"""XBoard's protocol (CECP) version 2; the authority is the project's text on it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import engine
from engine.errors import IllegalMoveError, OptionError, QijiError
from engine.games import find_entry
from protocols import xboard_boards
from protocols.adapter import IDLE, PONDERING, SEARCHING
from protocols.lines import Events, Output, Quit
from protocols.loader import LoadError, load_engine
from protocols.options import ENGINE_OPTIONS, merged_rules, xboard_line
from protocols.xboard_edit import BoardEditor
from protocols.xboard_game import ANALYSIS, FORCE, PLAYING, XboardGame
from protocols.xboard_output import move_text

#: Taken and of no consequence here.
_SILENT = "accepted rejected computer name rating random ics white black lift put hover xboard".split()
#: Engine options that XBoard sets by commands of its own, or that mean nothing in it.
_NOT_ANNOUNCED = {"Hash", "Threads", "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Opponent", "UCI_EngineAbout"}
_RULES_BY_VARIANT = {"UCI_Chess960"}
_MOVE = re.compile(r"[a-z]\d{1,2}[a-z]\d{1,2}[a-z+=]?(,[a-z]\d{1,2}[a-z]\d{1,2})*|[A-Za-z+]+@[a-z]\d{1,2}|[O0]-[O0](-[O0])?|@@@@")


class XboardSession(XboardGame):
    """One conversation in XBoard's protocol."""

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        events.ignore_interrupt = sys.stdin is None or not sys.stdin.isatty()
        self.loader.on_loaded = self._loaded
        self._told_features = self._told_done = False
        self._editor: BoardEditor | None = None
        """The board of edit mode, while it lasts."""
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
            "edit": self._on_edit,
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
            "egtpath": self._on_egtpath,
            **{word: (lambda rest: None) for word in _SILENT},
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split(None, 1)
        if not words:
            return
        if self._editor is not None and words[0] != "quit":
            self._edit(self._editor, line.strip())
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
            f'feature variants="{names}" egt="syzygy"',
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

    def _on_edit(self, rest: str) -> None:
        if self.entry.module not in ("chess", "xiangqi"):
            self.output.line(f"Error (not for {self.entry.id}): edit")
            return
        self._drop_search()
        self._editor = BoardEditor(self.entry, self.position.text())

    def _edit(self, editor: BoardEditor, line: str) -> None:
        """A line of edit mode."""
        if line == ".":
            self._editor = None
            self.guarded(lambda: self._on_setboard(editor.text()))
        elif not editor.obey(line):
            self.output.line(f"Error (unknown command): {line[:200]}")

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

    # --- playing ---

    def _on_force(self, rest: str) -> None:
        self._set_mode(FORCE)

    def _on_go(self, rest: str) -> None:
        self._set_mode(PLAYING)
        self.seat = self.position.player
        self._think_if_due()

    def _on_playother(self, rest: str) -> None:
        self._set_mode(PLAYING)
        seats = len(self.entry.seats)
        self.seat = (self.position.player + 1) % seats
        self._start_pondering()

    def _on_move_now(self, rest: str) -> None:
        if self.search.state == SEARCHING:
            self.search.stop()

    def _on_result(self, rest: str) -> None:
        self._drop_search()
        self._over = True

    def _on_draw(self, rest: str) -> None:
        if self.mode == FORCE:
            self._offered = True  # python-chess offers before its go
        if self.mode != PLAYING or self._over:
            return
        if self._accepts_draw():
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
        moves = [] if self._bad_position else self.book_moves()
        total = sum(weight for _, weight in moves) or 1
        lines = [f" {move_text(self.position, move, self.variant)} {100 * weight / total:.0f}%" for move, weight in moves]
        self.output.line(*(lines or [" no book moves"]), "")

    # --- analysis ---

    def _on_analyze(self, rest: str) -> None:
        self._set_mode(ANALYSIS)
        self._analyse()

    def _on_exit(self, rest: str) -> None:
        if self.mode == ANALYSIS:
            self._set_mode(FORCE)

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

    def _on_egtpath(self, rest: str) -> None:
        kind, _, path = rest.partition(" ")
        if kind.lower() == "syzygy":
            self._configure("SyzygyPath", path.strip())

    def _configure(self, name: str, value: str) -> None:
        if self.mode == ANALYSIS:
            self.search.discard()
            self.guarded(lambda: self.set_option(name, value))
            self._analyse()
        else:
            self.search.after(lambda: self.guarded(lambda: self.set_option(name, value)))

    def _on_quit(self, rest: str) -> None:
        raise Quit
