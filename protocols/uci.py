"""UCI, with the Cyclone dialect of xiangqi; the authority is the project's text on the protocol.

``position``, ``go`` and ``ucinewgame`` in a search end it first, and its ``bestmove`` comes before their effect. Options set in a
search count after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import engine
from engine.core.options import Option
from engine.errors import QijiError, UnknownGameError
from engine.games import CATALOGUE
from engine.search.limits import Info, Limits, SearchResult
from protocols import coordinates
from protocols.adapter import ANALYSING, PONDERING, SEARCHING
from protocols.go import bad_number, is_unlimited, read_go, seated, told_faults, uci_limits
from protocols.lines import Events, Output, Quit
from protocols.loader import load_engine
from protocols.options import ENGINE_OPTIONS, merged_rules, uci_line
from protocols.search_options import search_options
from protocols.session import Session
from protocols.uci_output import SearchReporter

if TYPE_CHECKING:
    from engine import Position

#: Games that GUIs know by name; the others are described by a line when they are chosen.
_KNOWN_TO_GUIS = ("chess", "xiangqi")
_DIGITS = 3  #: of a depth of perft that are read; no count is as deep
#: Games whose texts say that setting ``UCI_Variant`` puts their rule options back to the defaults.
_FRESH_OPTIONS = ("luzhanqi", "luzhanqi_flip", "siguo_junqi", "sijiao_xiangqi", "siren_xiangqi", "siguo_xiangqi")


class UciSession(Session):
    """One conversation in UCI."""

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        self._launched = self.entry
        self._announced = (self.entry,) if game_id else _uci_games()
        self._variant_was_set = False
        self._cyclone = False
        self._coordinates = "auto"
        self._greeted = False
        self._debug = False
        self._pondering_without_limit = False
        self._bad_position = False
        """Games with a referee's tokens: the last position string was bad, and nothing is searched until there is a good one."""
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._on_uci,
            "ucicyclone": self._on_cyclone,
            "isready": self._on_isready,
            "setoption": self._on_setoption,
            "ucinewgame": self._on_new_game,
            "position": self._on_position,
            "go": self._on_go,
            "stop": lambda rest: self.search.stop(),
            "ponderhit": self._on_ponderhit,
            "quit": self._on_quit,
            "debug": self._on_debug,
            "register": lambda rest: None,
            "gameover": lambda rest: None,
            "d": self._on_show,
            "eval": self._on_eval,
            "flip": self._on_flip,
            "bench": self._on_bench,
            "perft": self._on_perft,
            "help": self._on_help,
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split(None, 1)
        if not words:
            return
        command, rest = words[0], words[1].strip() if len(words) > 1 else ""
        if command in ("fen", "startpos"):
            self._cyclone = True
            command, rest = "position", line.strip()
        action = self._commands.get(command)
        if action is None:
            self.tell(f"unknown command: {line.strip()[:200]}")
        else:
            self.guarded(lambda: action(rest))

    def tell(self, text: str) -> None:
        """An ``info string``; before the handshake is over, people find it on stderr."""
        if self._greeted:
            self.output.line(f"info string {text}")
        else:
            self.output.aside(text)

    def show_progress(self, text: str) -> None:
        if self._greeted:
            self.output.line(f"info string {text}")

    # --- handshake and options ---

    def _on_uci(self, rest: str) -> None:
        self.output.line(
            f"id name Qiji {engine.__version__}",
            "id author the Qiji authors",
            *(uci_line(option) for option in self._all_options()),
            "uciok",
        )
        self._greeted = True
        self.loader.want(self.entry.id)

    def _on_cyclone(self, rest: str) -> None:
        self._cyclone = True
        if not self._variant_was_set and self.entry is self._launched:
            self.choose_game("xiangqi")
        self._on_uci(rest)

    def _all_options(self) -> list[Option]:
        games = [entry.id for entry in _uci_games()]
        own = [
            Option("UCI_Variant", "combo", self._launched.id, values=tuple(games)),
            Option("UCI_Coordinates", "combo", "auto", values=("auto", "zero", "one")),
        ]
        numbers = search_options(self.entry.id) if self.tuning else ()
        return [*ENGINE_OPTIONS, *own, *merged_rules(self._announced), *numbers]

    def _on_isready(self, rest: str) -> None:
        if not self.search.active:
            self.guarded(self.engine)
        self.output.line("readyok")

    def _on_debug(self, rest: str) -> None:
        self._debug = rest.lower() != "off"

    def _on_setoption(self, rest: str) -> None:
        words = rest.split()
        if words[:1] != ["name"]:
            self.tell("setoption: the word 'name' is missing")
            return
        at = words.index("value") if "value" in words else len(words)
        name, text = " ".join(words[1:at]), _after_value(rest)
        if not name:
            self.tell("setoption: no option is named")
            return
        self.search.after(lambda: self.guarded(lambda: self._set_option(name, text)))

    def _set_option(self, name: str, text: str) -> None:
        word = name.lower()
        if word == "uci_variant":
            self._set_variant(text)
        elif word == "uci_coordinates":
            option = next(o for o in self._all_options() if o.name == "UCI_Coordinates")
            self._coordinates = str(option.parse(text))
        else:
            name = self.set_option(name, text)
            if self._debug:
                self.tell(f"set {name} {text}".rstrip())

    def _set_variant(self, text: str) -> None:
        if not text:
            return
        try:
            self.choose_game(text)
        except UnknownGameError as error:
            self.tell(f"{error}; the game stays {self.entry.id}")
            return
        self._variant_was_set = True
        if self.entry.module in _FRESH_OPTIONS:
            for option in self.entry.options:
                self.rules.forget(option.name)
        if self.entry.id not in _KNOWN_TO_GUIS:
            entry = self.entry
            template = "xiangqi" if coordinates.has_two_bases(entry) else "chess"
            self.tell(
                f"variant {entry.id} files {entry.files} ranks {entry.ranks} pocket 0 template {template} startpos {entry.start}"
            )

    @property
    def _one_based(self) -> bool:
        if not coordinates.has_two_bases(self.entry):
            return False
        if self._coordinates != "auto":
            return self._coordinates == "one"
        return self._variant_was_set and not self._cyclone and coordinates.counts_from_one(self.entry)

    @property
    def _notation(self) -> str | None:
        return coordinates.ONE_BASED if self._one_based else None

    def _read_moves(self, words: list[str]) -> list[str]:
        if not coordinates.has_two_bases(self.entry):
            return words
        return coordinates.to_zero_based(words, self._one_based)

    # --- positions ---

    def _on_new_game(self, rest: str) -> None:
        self.search.finish()
        self.new_game()

    def _on_position(self, rest: str) -> None:
        self.search.finish()
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:at], words[at + 1 :]
        if head[:1] == ["startpos"]:
            base = "startpos"
        elif head[:1] == ["fen"] and len(head) > 1:
            base = " ".join(head[1:])
        else:
            self.tell("position: 'startpos' or 'fen' and a position string are expected; the position stays")
            return
        self.set_position(base, self._read_moves(moves))

    def set_position(self, base: str, moves: list[str]) -> None:
        """See ``Session.set_position``; games with a referee's tokens or several seats have fixed words for bad strings."""
        if self.entry.information == "perfect" and len(self.entry.seats) == 2:
            super().set_position(base, moves)
            return
        self._bad_position = False
        try:
            for complaint in self.history.set(base, moves):
                self.tell(complaint)
        except QijiError as error:
            self._bad_position = True
            self.tell("invalid position: " + str(error).removeprefix("bad position: "))

    # --- searching ---

    def _on_go(self, rest: str) -> None:
        self.search.finish()
        words = rest.split()
        if words[:1] == ["perft"]:
            self._on_perft(" ".join(words[1:]))
            return
        said = read_go(words)
        if said.faults:
            self.tell(f"go: {told_faults(said)}")
        if "perft" in said.numbers:
            self._perft(said.numbers["perft"])
            return
        if self._bad_position and self.entry.information != "perfect":
            self.output.line("bestmove 0000")
            return
        position = self.position
        limits = uci_limits(said, len(self.entry.seats), self._search_moves(position, said.moves))
        clock_seats = getattr(position.game.spec.notation, "clock_seats", None)
        if clock_seats:
            limits = seated(limits, clock_seats(position.game.options))
        unlimited = is_unlimited(limits)
        if unlimited and not limits.ponder and not limits.infinite:
            limits = uci_limits(read_go([*rest.split(), "infinite"]), len(self.entry.seats), limits.search_moves)
        state = PONDERING if limits.ponder and not limits.infinite else ANALYSING if unlimited else SEARCHING
        self._pondering_without_limit = limits.ponder and unlimited
        self._begin(position, limits, state)

    def _search_moves(self, position: Position, texts: list[str]) -> tuple[int, ...]:
        found: list[int] = []
        for text, plain in zip(texts, self._read_moves(texts), strict=True):
            try:
                found.append(position.parse(plain))
            except QijiError as error:
                self.tell(f"searchmoves: {text} is ignored: {error}")
        return tuple(dict.fromkeys(found))

    def _begin(self, position: Position, limits: Limits, state: str) -> None:
        player = self.engine()
        reporter = SearchReporter(self, position, self._notation)
        outcome = position.result_string()
        if outcome:
            self.tell(f"result {outcome} {position.result().reason}")
        if not len(position.legal_moves()):
            self.answer_at_once(SearchResult(0, 0), reporter.finish, state)
            return
        if state == SEARCHING and not limits.depth and not limits.nodes and not limits.mate and not limits.search_moves:
            move = self.book_move()
            if move:
                self.tell("book move")
                line = Info(1, 1, 1, 0, "exact", 0, 0.0, 0, player.hashfull(), (move,))
                self.answer_at_once(SearchResult(move, 0, (line,)), reporter.finish, state)
                return
        self.think(limits, reporter.show, reporter.finish, state)

    def _on_ponderhit(self, rest: str) -> None:
        if self._pondering_without_limit and self.search.state == PONDERING:
            self.search.stop()
        else:
            self.search.ponderhit()

    # --- for people ---

    def _on_show(self, rest: str) -> None:
        self.search.finish()
        from protocols.boards import describe

        self.output.line(*describe(self.position))

    def _on_eval(self, rest: str) -> None:
        self.search.finish()
        position = self.position
        score = self.engine().evaluate(position)
        said = f"Evaluation: {score / 100:+.2f} for {position.seat} to move"
        teams = position.game.teams
        if len({team for team in teams if team >= 0}) == 2 and teams[0] >= 0:
            first = score if teams[position.player] == teams[0] else -score
            said += f", {first / 100:+.2f} for {self.entry.seats[0]}"
        self.output.line(said)

    def _on_flip(self, rest: str) -> None:
        self.search.finish()
        from protocols.boards import flipped

        self.set_position(flipped(self.position), [])

    def _on_bench(self, rest: str) -> None:
        self.search.finish()
        from protocols.bench import run_bench

        evaluation = self.engine().eval_file
        game, depth = self.game(), rest.split()[:1]
        chosen = int(depth[0]) if depth and depth[0].isdigit() and int(depth[0]) > 0 else None
        self.run_aside(lambda cancelled: run_bench(game, self.output.line, chosen, cancelled, evaluation))

    def _on_perft(self, rest: str) -> None:
        self.search.finish()
        """``perft [N [MODE ...]]``, also behind ``go``."""
        depth, *mode = rest.split() or ["1"]
        if depth.isascii() and depth.isdigit():
            self._perft(int(depth[:_DIGITS]), mode)
        else:
            self.tell(f"perft: {bad_number('perft', depth)}")

    def _perft(self, depth: int, mode: Sequence[str] = ()) -> None:
        from protocols.boards import divide

        if self.position.uncounted:
            self.tell(self.position.uncounted)
            return
        position, notation = self.position, self._notation

        def job(cancelled: Callable[[], bool]) -> None:
            total = 0
            for move, count in divide(position, depth, notation, cancelled, mode):
                total += count
                self.output.line(f"{move}: {count}")
            self.output.line("", f"Nodes searched: {total}", "")

        self.run_aside(job)

    def _on_help(self, rest: str) -> None:
        self.output.line(
            "Qiji plays many board games; this is its UCI side. Commands for people beside those of the protocol:",
            "d (show the position), eval, flip, go perft N, bench [DEPTH], help, quit",
            "setoption name UCI_Variant value GAME chooses one of " + ", ".join(entry.id for entry in _uci_games()),
        )

    def _on_quit(self, rest: str) -> None:
        raise Quit


def _uci_games() -> tuple[Any, ...]:
    return tuple(entry for entry in CATALOGUE if "uci" in entry.protocols)


def _after_value(rest: str) -> str:
    """What follows the first word ``value``, inner blanks kept."""
    match = re.search(r"\svalue(\s.*)?$", rest)
    return (match[1] or "").strip() if match else ""
