"""UCCI 3.0, the protocol of xiangqi GUIs; the authority is the project's text on it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import engine
from engine.errors import OptionError, QijiError
from engine.games import CATALOGUE, find_entry
from engine.hints import has_option
from engine.search.limits import Info, Limits, SearchResult
from protocols.adapter import ANALYSING, PONDERING, SEARCHING
from protocols.go import GoWords, is_unlimited, read_go, told_faults, uci_limits
from protocols.lines import Events, Output, Quit
from protocols.loader import load_engine
from protocols.options import OptionValues, RuleTexts
from protocols.render import VariationWriter
from protocols.session import Session, first_legal
from protocols.ucci_options import IDLE_SHARES, OWN_OPTIONS, RANDOM_POINTS, announcement, translated
from protocols.ucci_policy import Policy

if TYPE_CHECKING:
    from engine import Position

_MATE = 10_000
#: Kind of the horse in the piece order that all xiangqi-board games share: K A B N R C P.
_HORSE = 4
#: A mate in so many moves is any mate.
_ANY_MATE = 1000
#: Lines that are searched for a random choice.
_RANDOM_LINES = 6


class UcciSession(Session):
    """One conversation in UCCI."""

    default_game = "xiangqi"

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        self.rules = RuleTexts(entry for entry in CATALOGUE if "ucci" in entry.protocols)
        self._launched = self.entry
        self.own = OptionValues(OWN_OPTIONS)
        self.options.values["Move Overhead"] = 50
        self.options.values["OwnBook"] = True  # has no effect until ``bookfiles`` names one
        self.policy = Policy(self.own)
        self._greeted = False
        self._banned: list[int] = []
        self._reporter: SearchReporter | None = None
        self._timed = False
        """Whether the search at hand has a clock that a ``ponderhit`` would start."""
        self._random = random.Random()
        self._commands: dict[str, Callable[[str], None]] = {
            "isready": self._on_isready,
            "setoption": self._on_setoption,
            "position": self._on_position,
            "fen": lambda rest: self._on_position(f"fen {rest}"),
            "startpos": lambda rest: self._on_position(f"startpos {rest}"),
            "banmoves": self._on_banmoves,
            "go": self._on_go,
            "ponderhit": self._on_ponderhit,
            "stop": self._on_stop,
            "probe": self._on_probe,
            "uccinewgame": lambda rest: self.search.after(self._new_game),
            "quit": self._on_quit,
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split(None, 1)
        if not words:
            return
        command, rest = words[0], words[1].strip() if len(words) > 1 else ""
        if command == "ucci":
            self._on_ucci()
        elif command == "quit":
            self._on_quit(rest)
        elif self._greeted:
            action = self._commands.get(command)
            if action is not None:
                self.guarded(lambda: action(rest))
            else:
                self.tell(f"unknown command: {line.strip()[:200]}")

    def tell(self, text: str) -> None:
        if self._greeted:
            self.output.line(f"info message {text}")

    def at_end(self, quitting: bool) -> None:
        if quitting:
            self.output.line("bye")

    def _on_ucci(self) -> None:
        games = [entry for entry in CATALOGUE if "ucci" in entry.protocols]
        self.output.line(
            f"id name Qiji {engine.__version__}",
            "id copyright GNU General Public License, version 3 or later",
            "id author the Qiji authors",
            "id user",
            *announcement(games, self._launched),
            "ucciok",
        )
        self._greeted = True
        self.loader.want(self.entry.id)

    def _on_isready(self, rest: str) -> None:
        if not self.search.active:
            self.guarded(self.engine)
        self.output.line("readyok")

    def _on_quit(self, rest: str) -> None:
        raise Quit

    # --- options ---

    def _on_setoption(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        if name == "name" and text.strip():
            name, _, text = text.strip().partition(" ")
        text = text.strip()
        if text.startswith("value ") or text == "value":
            text = text[len("value") :].strip()
        name = name.lower()
        if name:
            self.search.after(lambda: self.guarded(lambda: self._set_option(name, text)))

    def _set_option(self, name: str, text: str) -> None:
        if name == "newgame":
            self._new_game()
        elif name == "variant":
            entry = find_entry(text)
            if "ucci" not in entry.protocols:
                raise OptionError(f"{entry.id} is not played over UCCI")
            self.choose_game(entry.id)
        elif has_option(OWN_OPTIONS, name):
            self.own.set(name, text)
        else:
            try:
                self.set_option(*translated(name, text))
            except OptionError as error:
                if not str(error).startswith("unknown option"):
                    raise

    def _new_game(self) -> None:
        self.policy.new_game()
        self.new_game()

    # --- positions ---

    def _on_position(self, rest: str) -> None:
        self.search.finish()
        base, moves = _split_position(rest)
        if not base:
            self.tell("position: 'startpos' or 'fen' and a position string are expected; the position stays")
            return
        self._banned.clear()
        self.set_position(base, moves)

    def _on_banmoves(self, rest: str) -> None:
        position = self.position
        for text in rest.split():
            try:
                move = position.parse(text)
            except QijiError:
                continue
            if move not in self._banned:
                self._banned.append(move)

    def _on_probe(self, rest: str) -> None:
        answer = "pophash"
        base, moves = _split_position(rest)
        known = None
        if base and self.loader.has(self.entry.id):
            try:
                position = self.game().position(base, moves)
                known = self.engine_unchanged().probe(position)
            except QijiError:
                known = None
        if known:
            if known["best"]:
                answer += f" bestmove {position.format(known['best'])}"
            for bound in ("lower", "upper"):
                if abs(known[bound]) <= engine.MATE:
                    answer += f" {bound}bound {self.score(known[bound])} depth {known['depth']}"
        self.output.line(answer)

    # --- thinking ---

    def score(self, score: int) -> int:
        """A score on UCCI's scale: a horse is 100, a mate in N plies 10000 - N."""
        if engine.is_mate(score):
            value = _MATE - engine.mate_plies(score)
            return value if score > 0 else -value
        values = self.game().spec.piece_values
        horse = values[_HORSE] if len(values) > _HORSE and values[_HORSE] else 100
        scaled = round(score * 100 / horse)
        return max(-_MATE + 1000, min(_MATE - 1000, scaled))

    def _on_go(self, rest: str) -> None:
        self.search.finish()
        said = read_go(rest.split())
        if said.faults:
            self.tell(f"go: {told_faults(said)}")
        position = self.position
        if said.numbers.get("depth") == 0:
            self.output.line(f"info depth 0 score {self.score(self.engine().evaluate(position))}", "nobestmove")
            return
        legal = [int(move) for move in position.legal_moves()]
        banned = [move for move in self._banned if move in legal]
        if len(banned) == len(legal):
            banned = []
        limits = replace(self._limits(said, position), exclude_moves=tuple(banned))
        unlimited = is_unlimited(limits)
        if unlimited and not limits.ponder:  # until a mate is found, or ``stop``
            limits = replace(limits, infinite=False, mate=_ANY_MATE)
        state = PONDERING if limits.ponder else ANALYSING if unlimited else SEARCHING
        self._timed = any(clock is not None for clock in limits.clock_s)
        self.policy.draw_offered = "draw" in said.flags
        all_banned = bool(self._banned) and not banned and bool(legal) and set(legal) <= set(self._banned)
        reporter = SearchReporter(self, position, limits, all_banned, state == SEARCHING)
        self._reporter = reporter
        if not legal:
            self.answer_at_once(SearchResult(0, 0), reporter.finish, state)
            return
        move = self.book_move() if self._timed and state == SEARCHING and not self._banned else 0
        if move:
            self.answer_at_once(SearchResult(move, 0), reporter.finish, state)
            return
        self.extra_lines = _RANDOM_LINES if reporter.random_points else 1
        self.think(limits, reporter.show, reporter.finish, state, is_final=_has_mate)
        if self.own.flag("batch") and state == SEARCHING:
            self.events.wait_until(lambda: not self.search.active)

    def _limits(self, said: GoWords, position: Position) -> Limits:
        """The limits of UCCI's modes; UCI's words are understood, too."""
        seats = len(self.entry.seats)
        numbers = dict(said.numbers)
        if "time" not in numbers:
            return uci_limits(said, seats)
        unit = 1 if self.own.flag("usemillisec") else 1000
        own, other = ("w", "b") if position.player == 0 else ("b", "w")
        translated_numbers = {f"{own}time": numbers["time"] * unit, f"{own}inc": numbers.get("increment", 0) * unit}
        if "opptime" in numbers:
            translated_numbers[f"{other}time"] = numbers["opptime"] * unit
        translated_numbers[f"{other}inc"] = numbers.get("oppincrement", 0) * unit
        if "movestogo" in numbers:
            translated_numbers["movestogo"] = numbers["movestogo"]
        elif "increment" not in numbers:
            translated_numbers["movestogo"] = 1
        for word in ("depth", "nodes", "mate", "movetime"):
            if word in numbers:
                translated_numbers[word] = numbers[word]
        return uci_limits(GoWords(translated_numbers, said.flags), seats)

    def _on_ponderhit(self, rest: str) -> None:
        if self.search.state != PONDERING:
            return
        self.policy.draw_offered = rest.split()[:1] == ["draw"]
        if self._timed:
            self.search.ponderhit()
        else:
            self.search.stop()

    def _on_stop(self, rest: str) -> None:
        if self.search.active:
            if self._reporter:
                self._reporter.wake()
            self.search.stop()
        else:
            self.output.line("nobestmove")

    def pick(self, lines: tuple[Info, ...], points: int) -> Info:
        """One of the lines that are at most ``points`` worse than the best."""
        best = self.score(lines[0].score)
        return self._random.choice([line for line in lines if line.pv and best - self.score(line.score) <= points] or [lines[0]])


class SearchReporter:
    """Prints what one search reports, and its ``bestmove``."""

    def __init__(self, session: UcciSession, position: Position, limits: Limits, all_banned: bool, idle: bool) -> None:
        self._session, self._position = session, position.copy()
        self._writer = VariationWriter(position)
        self._all_banned = all_banned
        self._many = session.options.number("MultiPV") > 1
        self._last: Info | None = None
        self.random_points = RANDOM_POINTS[session.own.text("randomness")] if not limits.mate else 0
        share = IDLE_SHARES[session.own.text("idle")] if idle else 1.0
        self._rest_factor = (1 - share) / share
        clocks = [clock for clock in (*limits.clock_s, limits.movetime_s) if clock is not None]
        self._longest_rest_s = min(1.0, min(clocks) / 100) if clocks else 1.0
        self._awake = threading.Event()
        self._worked_since = time.monotonic()

    def wake(self) -> None:
        """End a rest at once."""
        self._awake.set()

    def show(self, info: Info) -> None:
        """Print one line of the search, then rest as ``idle`` asks; called in the search's thread."""
        if not info.current_number and info.bound == "exact":
            if info.multipv == 1:
                self._last = info
            if info.multipv == 1 or self._many:
                self._print(info)
        if self._rest_factor:
            now = time.monotonic()
            self._awake.wait(min((now - self._worked_since) * self._rest_factor, self._longest_rest_s))
            self._worked_since = time.monotonic()

    def _print(self, info: Info) -> None:
        number = f" multipv {info.multipv}" if self._many else ""
        pv = " ".join(self._writer.write(info.pv))
        self._session.output.line(
            f"info depth {info.depth}{number} score {self._session.score(info.score)}" + (f" pv {pv}" if pv else ""),
            f"info nodes {info.nodes} time {round(info.time_s * 1000)}",
        )

    def finish(self, result: SearchResult | None) -> None:
        """Print the last line and ``bestmove``, with an offer or a resignation where the policy says so."""
        session, position = self._session, self._position
        session.extra_lines = 1
        if not len(position.legal_moves()):
            session.output.line("nobestmove")
            return
        if result is None or not result.best:
            session.tell("the search failed; some legal move is played")
            result = SearchResult(first_legal(position), 0)
        best, reply, line = result.best, result.ponder, result.lines[0] if result.lines else None
        if self.random_points and len(result.lines) > 1:
            line = session.pick(result.lines, self.random_points)
            best, reply = line.pv[0], line.pv[1] if len(line.pv) > 1 else 0
        if line and (self._last is None or self._last.pv != line.pv):
            self._print(line)
        answer = f"bestmove {position.format(best)}"
        after = position.copy()
        after.push(best)
        if reply and not after.result().over and reply in after.legal_moves():
            answer += f" ponder {after.format(reply)}"
        score = line.score if line else 0
        if self._all_banned and engine.is_mate(score) and score < 0:
            answer += " resign"
        else:
            answer += session.policy.word(position, session.score(score), after.result())
        session.output.line(answer)


def _has_mate(result: SearchResult) -> bool:
    return bool(result.lines) and engine.is_mate(result.score) and result.score > 0


def _split_position(rest: str) -> tuple[str, list[str]]:
    """Position string and moves of ``fen F moves ...`` or ``startpos moves ...``; an empty string for anything else."""
    words = rest.split()
    at = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:at], words[at + 1 :]
    if head[:1] == ["startpos"]:
        return "startpos", moves
    if head[:1] == ["fen"] and len(head) > 1:
        return " ".join(head[1:]), moves
    return "", []
