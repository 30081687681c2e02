"""The Gomocup (Piskvork) protocol of five in a row, engine side; the authority is the project's text on it.

A command that comes in a search ends the search first: its answer comes before the command's. Questions (``ABOUT``,
``YXSHOWFORBID`` and the like) and ``INFO`` leave the search alone. Bad input is answered by one ``ERROR`` or ``UNKNOWN`` line and
changes nothing.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import engine
from engine.core.options import find_option
from engine.errors import QijiError
from engine.games.gomoku.rules import SETTINGS
from engine.search.limits import SearchResult
from protocols.adapter import PONDERING, SEARCHING
from protocols.gomocup_board import (
    BLACK,
    WHITE,
    Board,
    BoardError,
    Point,
    read_point,
    read_points,
    read_rectangle,
    read_size,
    read_stones,
    shown,
    write_point,
)
from protocols.gomocup_openers import Opener
from protocols.gomocup_opening import even_start, follow
from protocols.gomocup_output import SearchReporter, point_of
from protocols.gomocup_settings import RULE_NUMBERS, TABLE_KEYS, TIME_KEYS, Settings
from protocols.lines import Events, Output, Quit
from protocols.loader import LoadError, load_engine
from protocols.memory import used_bytes
from protocols.options import ENGINE_OPTIONS
from protocols.session import Session, first_legal

if TYPE_CHECKING:
    from engine import Info, Position

_MB = 1 << 20
#: Tables: without a word about memory, and the most that a limit on memory is used for.
_USUAL_HASH_MB, _LARGEST_HASH_MB = 64, 256
#: What a search needs besides its table, and what Python may still take; more for each further thread.
_RESERVE_MB, _RESERVE_PER_THREAD_MB = 16, 4
#: Lines of a block; what is more is no position.
_LONGEST_BLOCK = 2000
_MOST_LINES = 64


def _high(name: str) -> int:
    """The greatest value of an option."""
    return find_option(ENGINE_OPTIONS, name).high or 1


class GomocupSession(Session):
    """One conversation in the Gomocup protocol."""

    default_game = "gomoku"

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        self.settings = Settings(rule=RULE_NUMBERS[SETTINGS[self.entry.id].mode])
        self.settings.claim = int(SETTINGS[self.entry.id].forbidden == "claim")
        self.options.values["Move Overhead"] = 0  # the limits of ``settings`` have their margin
        self.board: Board | None = None
        self._block: tuple[str, list[str]] | None = None
        """The command whose lines are being read, and the lines."""
        self._avoid: dict[Point, None] = {}
        """Points that the engine must not choose."""
        self._chance = random.Random()
        self._starting = self._compiled = False
        self._born: float | None = time.monotonic()
        self._base_mb: float | None = None
        self._arrived = 0.0
        self._timer: threading.Timer | None = None
        events.is_quit = lambda line: line.split()[:1] in (["END"], ["end"], ["End"])
        events.is_stop = lambda line: False
        self._commands: dict[str, Callable[[str], None]] = {
            "START": lambda rest: self._start(read_size(rest)),
            "RECTSTART": lambda rest: self._start(read_rectangle(rest)),
            "RESTART": self._on_restart,
            "BEGIN": self._on_begin,
            "TURN": self._on_turn,
            "PLAY": self._on_play,
            "TAKEBACK": self._on_takeback,
            "CLAIM": self._on_claim,
            "YXNBEST": self._on_nbest,
            "YXBLOCKRESET": lambda rest: self._avoid.clear(),
            "DONE": lambda rest: self._fail("DONE without a block of lines"),
        }
        self._blocks: dict[str, Callable[[list[str]], None]] = {
            "BOARD": self._on_board,
            "YXBOARD": self._on_yxboard,
            "SWAP2BOARD": self._on_swap2board,
            "YXBLOCK": self._on_block,
            "YXBLOCKUNDO": self._on_block_undo,
            "OPENING": lambda lines: None,  # needs its argument, see ``_end_block``
        }
        self._questions: dict[str, Callable[[str], None]] = {
            "ABOUT": self._on_about,
            "INFO": self._on_info,
            "YXSTOP": self._on_stop,
            "STOP": self._on_stop,
            "YXSHOWFORBID": self._on_showforbid,
            "YXWHYFORBID": self._on_whyforbid,
            "YXSHOWINFO": self._on_showinfo,
            "YXHASHCLEAR": lambda rest: self.search.after(lambda: self._clear_hash()),
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split(None, 1)
        if not words:
            return
        self._arrived = time.monotonic()
        command, rest = words[0].upper(), words[1].strip() if len(words) > 1 else ""
        if command == "END":
            raise Quit
        if command.startswith("YX"):
            self.settings.yixin = True
        if self._block is not None and not self._goes_on(command, line.strip()):
            return
        if command in self._questions:
            self.guarded(lambda: self._questions[command](rest))
        elif command in self._commands:
            self._end_search()
            self.guarded(lambda: self._commands[command](rest))
        elif command in self._blocks:
            self._end_search()
            self._block = (f"{command} {rest}", [])
        else:
            self.output.line(f"UNKNOWN {shown(line)}")

    def _goes_on(self, command: str, line: str) -> bool:
        """Take a line of the block that is being read; whether ``line`` is to be obeyed as a command."""
        assert self._block is not None
        name, lines = self._block
        if command == "DONE":
            self._block = None
            self.guarded(lambda: self._end_block(name, lines))
            return False
        if command == "INFO":
            return True
        if command not in self._commands and command not in self._blocks and command not in self._questions:
            if len(lines) <= _LONGEST_BLOCK:
                lines.append(line)
            return False
        self._block = None
        self.output.line(f"ERROR {name.split()[0]} without DONE")
        return True

    def _end_block(self, name: str, lines: list[str]) -> None:
        command, _, rest = name.partition(" ")
        if self.board is None:
            raise BoardError("no board")
        if command == "OPENING":
            self._on_opening(rest, lines)
        else:
            self._blocks[command](lines)

    def tell(self, text: str) -> None:
        """A ``MESSAGE`` while the manager waits for an answer; else people find it on stderr."""
        if self._starting or self.search.state == SEARCHING:
            self.output.line(f"MESSAGE {text}")
        else:
            self.output.aside(text)

    def show_progress(self, text: str) -> None:
        self._compiled = True
        if self._starting:
            self.output.line(f"MESSAGE {text}")

    def guarded(self, action: Callable[[], object]) -> None:
        """Do ``action``; what the manager got wrong is one ``ERROR`` line."""
        try:
            action()
        except (QijiError, LoadError) as error:
            self.output.line(f"ERROR {error}")

    def _fail(self, text: str) -> None:
        raise BoardError(text)

    def _require_board(self) -> Board:
        if self.board is None:
            raise BoardError("no board")
        return self.board

    def _require_settings(self) -> None:
        """Make the settings hold.

        Raises
        ------
        BoardError
            If one of them cannot be met.
        """
        problem = self.settings.rule_problem or self._fit_memory()
        if problem:
            raise BoardError(problem)
        for name, text in {
            "rule": self.settings.mode, "forbidden": "loss", "opening": "none", "pass": "false", "max_moves": "0",
        }.items():  # fmt: skip
            self.rules.set(self.entry, name, text)

    def _fit_memory(self) -> str:
        """Choose the size of the table; why no size will do, else nothing."""
        settings, values = self.settings, self.options.values
        threads = min(max(settings.thread_num, 1), _high("Threads"))
        values["Threads"] = threads
        wanted = settings.hash_size // 1024 if settings.hash_size else _LARGEST_HASH_MB if settings.max_memory else _USUAL_HASH_MB
        wanted = min(max(wanted, 1), _high("Hash"))
        if settings.max_memory and self.loader.has(self.entry.id):
            if self._base_mb is None:
                self._base_mb = (used_bytes() or 0) / _MB
            needed = self._base_mb + _RESERVE_MB + _RESERVE_PER_THREAD_MB * (threads - 1)
            room = int(settings.max_memory / _MB - needed)
            if room < 1:
                advice = "; less after 'qiji warmup gomoku' and a new start" if self._compiled else ""
                return f"max_memory {settings.max_memory} is too small: about {int(needed + 1) * _MB} bytes are needed{advice}"
            wanted = min(wanted, room)
        values["Hash"] = wanted
        return ""

    # --- questions ---

    def _on_about(self, rest: str) -> None:
        about = {
            "name": "Qiji", "version": engine.__version__, "author": "the Qiji authors", "country": "International",
            "www": "", "email": "",
        }  # fmt: skip
        self.output.line(", ".join(f'{key}="{value}"' for key, value in about.items()))

    def _on_info(self, rest: str) -> None:
        words = rest.split()
        if len(words) < 2:
            return
        key = words[0].lower()
        if not self.settings.set(key, words[1]):
            return
        if key in TIME_KEYS and self.search.state == SEARCHING:
            self._stop_after(self.settings.longest_s() - (time.monotonic() - self._turn_began))
        elif key in TABLE_KEYS and not self.search.active and self.board is not None and not self._fit_memory():
            self.engine()  # a new table now, and not in the engine's turn

    def _on_stop(self, rest: str) -> None:
        if self.search.state == PONDERING:
            self.search.discard()
        else:
            self.search.stop()

    def _on_showforbid(self, rest: str) -> None:
        board = self._require_board()
        found: list[Point] = []
        if self.settings.mode == "renju" and board.player == BLACK:
            position = self._renju_position(board)
            names = position.game.spec.notation.forbidden_points(position.memory, position.ply)
            found = [(ord(name[0]) - 97, board.size - int(name[1:])) for name in names]
        self.output.line("FORBID " + "".join(f"{x:02d}{y:02d}" for x, y in found) + ".")

    def _on_whyforbid(self, rest: str) -> None:
        board = self._require_board()
        point = board.require_empty(read_point(rest, board.size))
        self.output.line(f"FORBID {self._shape(board, point) if self.settings.mode == 'renju' else 'none'}")

    def _renju_position(self, board: Board) -> Position:
        """Black to move; blocked points stop its rows like white stones."""
        self._require_settings()
        return self.game().position(board.text(blocked=WHITE, player=BLACK))

    def _shape(self, board: Board, point: Point) -> str:
        """What forbids Black an empty point, ``none`` if nothing does."""
        position = self._renju_position(board)
        names = position.game.spec.notation.forbidden_points(position.memory, position.ply)
        return names.get(f"{chr(97 + point[0])}{board.size - point[1]}", "none")

    def _on_showinfo(self, rest: str) -> None:
        largest_kb = _high("Hash") * 1024
        self.output.line(
            f"MESSAGE Qiji {engine.__version__}",
            f"MESSAGE INFO MAX_THREAD_NUM {os.cpu_count() or 1}",
            f"MESSAGE INFO MAX_HASH_SIZE {largest_kb.bit_length() - 1}",  # binary logarithm of KB, as these GUIs read it
        )

    def _clear_hash(self) -> None:
        if self._engine is not None:
            self._engine.clear_hash()

    # --- games ---

    def _start(self, size: int) -> None:
        self._starting = True
        try:
            self.engine()
            self._base_mb = self._base_mb if self._base_mb is not None else (used_bytes() or 0) / _MB
            self._require_settings()
            self.engine()
        finally:
            self._starting = False
        self.board = Board(size)
        self._begin_game()

    def _begin_game(self) -> None:
        self._avoid.clear()
        self.new_game()
        self.settings.new_game()
        self.settings.spend(time.monotonic() - (self._arrived if self._born is None else self._born))
        self._born = None
        self.output.line("OK")

    def _on_restart(self, rest: str) -> None:
        board = self._require_board()
        self._require_settings()
        self.board = Board(board.size)
        self._begin_game()

    def _on_begin(self, rest: str) -> None:
        board = self._require_board()
        if board.stones:
            raise BoardError("the board is not empty")
        board.player = BLACK
        self._answer()

    def _on_turn(self, rest: str) -> None:
        board = self._require_board()
        point = board.require_empty(read_point(rest, board.size))
        self._require_settings()
        if len(board.stones) + 1 >= board.size * board.size:
            board.play(point)
            raise BoardError("the board is full")
        board.play(point)
        self._answer()

    def _on_play(self, rest: str) -> None:
        board = self._require_board()
        point = board.require_empty(read_point(rest, board.size))
        self._require_settings()
        board.play(point)
        self.output.line(write_point(point))

    def _on_takeback(self, rest: str) -> None:
        board = self._require_board()
        self._require_settings()
        board.take_back(read_point(rest, board.size))
        self.output.line("OK")

    def _on_claim(self, rest: str) -> None:
        board = self._require_board()
        if not self._was_forbidden(board):
            raise BoardError("not forbidden")
        self.output.line("OK")

    def _was_forbidden(self, board: Board) -> bool:
        """Whether the last stone is Black's and was forbidden."""
        earlier, last = board.before_last()
        if last is None or self.settings.mode != "renju" or board.stones[last] != BLACK:
            return False
        return self._shape(earlier, last) != "none"

    # --- blocks ---

    def _on_board(self, lines: list[str]) -> None:
        self._set_up(lines)
        self._answer()

    def _on_yxboard(self, lines: list[str]) -> None:
        self._set_up(lines, passes=True)

    def _set_up(self, lines: list[str], passes: bool = False) -> None:
        new = read_stones(lines, self._require_board().size, self.settings.mode == "renju", passes)
        if not passes:
            self._require_settings()
            if new.full:
                raise BoardError("the board is full")
        self.board = new

    def _on_block(self, lines: list[str]) -> None:
        self._avoid.update(dict.fromkeys(read_points(lines, self._require_board().size)))

    def _on_block_undo(self, lines: list[str]) -> None:
        for point in read_points(lines, self._require_board().size):
            self._avoid.pop(point, None)

    def _on_swap2board(self, lines: list[str]) -> None:
        size = self._require_board().size
        points = read_points(lines, size)
        if len(points) not in (0, 3, 5):
            raise BoardError(f"SWAP2BOARD has {len(points)} stones, not 0, 3 or 5")
        self._require_settings()
        if not points:
            self.output.line(" ".join(map(write_point, even_start(size, self._chance))))
            return
        board = Board(size)
        for point in points:
            board.play(point)

        def finish(result: SearchResult | None) -> None:
            # White is to move: one point is to be White, SWAP to be Black.
            if result is not None and result.best and result.score >= 0:
                self.output.line(write_point(point_of(result.best, size)))
            else:
                self.output.line("SWAP")

        self._search(board, finish)

    def _on_opening(self, name: str, lines: list[str]) -> None:
        due = follow(name, lines, self._require_board().size)
        self._require_settings()
        opener = Opener(due, self._chance)
        if opener.at_once:
            self.output.line(opener.at_once)
            return
        self._search(due.board, lambda result: self.output.line(opener.event(result)), opener.lines, opener.points)

    # --- thinking ---

    def _end_search(self) -> None:
        if self.search.state == SEARCHING:
            self.search.finish()
        if self.search.state == PONDERING:
            self.search.discard()

    def _on_nbest(self, rest: str) -> None:
        self._require_board()
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
        if not 1 <= count <= _MOST_LINES:
            raise BoardError(f"bad number of lines {shown(rest)!r}; wanted: 1 to {_MOST_LINES}")
        self._answer(count)

    def _answer(self, lines: int = 1) -> None:
        """Find a move for the player to move, play and print it."""
        board = self._require_board()
        self._require_settings()
        if board.full:
            raise BoardError("the board is full")
        if self.settings.claim and board.player == WHITE and self._was_forbidden(board):
            self.output.line("CLAIM")
            return
        middle = (board.size // 2, board.size - 1 - board.size // 2)
        if not board.stones and middle not in self._avoid and lines == 1:
            self._play(board, middle)
            return
        empty = board.empty_points()
        if len(empty) == 1:
            self._play(board, empty[0])
            return

        def finish(result: SearchResult | None) -> None:
            if result is None or not result.best:
                self._play(board, empty[0])
            else:
                self._play(board, point_of(result.best, board.size))
                self._ponder(board)

        self._search(board, finish, lines)

    def _play(self, board: Board, point: Point) -> None:
        board.play(point)
        self.output.line(write_point(point))

    def _search(
        self,
        board: Board,
        on_done: Callable[[SearchResult | None], None],
        lines: int = 1,
        points: list[Point] | None = None,
    ) -> None:
        """Search a position and go on with its result; ``points``: only these moves."""
        position = self.game().position(board.text())
        legal = {point_of(int(move), board.size): int(move) for move in position.legal_moves()}
        excluded = tuple(legal[point] for point in self._avoid if point in legal)
        limits = replace(
            self.settings.limits(self._arrived),
            exclude_moves=excluded if len(excluded) < len(legal) else (),
            search_moves=tuple(legal[point] for point in points if point in legal) if points else (),
        )
        reporter = SearchReporter(self.output.line, position, lines > 1)
        self.extra_lines = lines
        self._turn_began = self._arrived

        def show(info: Info) -> None:
            reporter.show(info)

        def finish(result: SearchResult | None) -> None:
            self._stop_after(None)
            used_s = time.monotonic() - self._turn_began
            self.settings.note_lag(limits, used_s)
            if result is None or not result.best:
                result = SearchResult(first_legal(position), 0)
            else:
                reporter.conclude(result)
            on_done(result)
            self.settings.spend(time.monotonic() - self._turn_began)

        self.think(limits, show, finish, SEARCHING, position)

    def _ponder(self, board: Board) -> None:
        """Think about the answer to the move just played, so that the table knows it."""
        if not self.settings.pondering or board.full:
            return
        position = self.game().position(board.text())
        if not len(position.legal_moves()):
            return
        self.extra_lines = 1
        self.think(engine.Limits(ponder=True), lambda info: None, lambda result: None, PONDERING, position)

    def _stop_after(self, seconds: float | None) -> None:
        """End the search at hand in so many seconds; None: leave it to its own limits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = threading.Timer(max(seconds, 0.0), lambda: self.events.post(self._out_of_time))
            self._timer.daemon = True
            self._timer.start()

    def _out_of_time(self) -> None:
        if self._timer is not None and self.search.state == SEARCHING:
            self.search.stop()
