"""What the protocols of one process share: the game, its engine, the position, the settings, and a clean end."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import NetworkError, OptionError, QijiError
from engine.games import CATALOGUE, find_entry
from engine.hints import has_option
from engine.search.skill import SKILL_FULL
from protocols.adapter import SearchThread
from protocols.history import History
from protocols.lines import Events, LineLog, Output, report_defect
from protocols.loader import Loader, LoadError, load_engine
from protocols.options import OptionValues, RuleTexts
from protocols.search_options import is_search_option, parse_search_option

if TYPE_CHECKING:
    from engine import Engine, Game, Info, Limits, Position, SearchResult
    from protocols.bitbases import Bitbases
    from protocols.tablebase import RootProbe, Tablebases

#: How long a session that ends waits for its search; a search stops within 10 ms.
_LAST_WAIT_S = 0.5


class Session:
    """Base of the protocols. A subclass offers ``handle(line)`` and says how it talks to people (:meth:`tell`)."""

    default_game = "chess"
    history_type = History
    """How moves are read."""

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., tuple[Game, Engine]] = load_engine
    ) -> None:
        self.events, self.output = events, output
        self.entry = find_entry(game_id or self.default_game)
        self.options = OptionValues()
        self.rules = RuleTexts(CATALOGUE)
        self.search = SearchThread(events)
        self.loader = Loader(events, self.show_progress, load)
        self.analysing = False
        """Whether the engine must not play at once even where it could."""
        self.extra_lines = 1
        """Lines to search even where the option asks for fewer."""
        self._engine: Engine | None = None
        self._forget = False
        self._tables: Tablebases | None = None
        self._bitbases: Bitbases | None = None
        self._bitbases_tried: tuple[str, str, int] | None = None
        self._applied: dict[str, Any] = {}
        self._search_tried: tuple[Engine, str] | None = None
        self._eval_file_tried: tuple[Engine, str] | None = None
        self._eval_file_set = False
        self.tuning = False
        """Whether the numbers of the search are announced among the options."""
        self._numbers: dict[str, int] = {}
        self._new_numbers: dict[str, int] = {}
        self._game: tuple[str, dict[str, str], Game] | None = None
        self._history: History | None = None

    # --- what a protocol adds ---

    def handle(self, line: str) -> None:
        """Obey one input line."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """Say something to people that is no reply of the protocol."""
        raise NotImplementedError

    def show_progress(self, text: str) -> None:
        """Report loading; called in the loading thread."""
        self.tell(text)

    def at_end(self, quitting: bool) -> None:
        """Last words; ``quitting`` tells ``quit`` from the end of input."""

    # --- running ---

    def run(self, first_line: str | None = None) -> int:
        """Handle ``first_line``, then the queue until the end; returns the exit code.

        Once anything has been loaded the process ends here: tearing the compiler down takes a second that a GUI may not grant,
        and a compilation under way cannot be stopped.
        """
        if first_line is not None:
            self.events.unread(first_line)
        quitting = self.events.run(self.handle)
        if quitting:
            self.search.discard(_LAST_WAIT_S)
        else:
            self.search.finish(_LAST_WAIT_S)
        self.at_end(quitting)
        if self.loader.started:
            os._exit(0)
        return 0

    # --- game and engine ---

    def engine(self) -> Engine:
        """The engine of the game at hand with all settings applied; waits until it is loaded.

        Raises
        ------
        protocols.loader.LoadError
        """
        player = self.loader.get(self.entry.id)[1]
        if player is not self._engine:
            self._engine, self._applied, self._new_numbers = player, {}, dict(self._numbers)
        self._apply_settings(player)
        if self._new_numbers:
            player.set_params(self._new_numbers)
            self._new_numbers = {}
        if self._forget:
            self._forget = False
            player.new_game()
        return player

    def new_game(self) -> None:
        """Let the engine forget everything before its next search; waits for nothing."""
        self._forget = True

    def engine_unchanged(self) -> Engine:
        """The engine of the game at hand as it is, also in the middle of a search.

        Raises
        ------
        protocols.loader.LoadError
        """
        return self.loader.get(self.entry.id)[1]

    def _apply_settings(self, player: Engine) -> None:
        options = self.options
        wanted = {
            "hash_mb": options.number("Hash"),
            "threads": options.number("Threads"),
            "multipv": max(options.number("MultiPV"), self.extra_lines),
            "move_overhead_s": options.number("Move Overhead") / 1000,
            "skill_level": SKILL_FULL if self.analysing else options.number("Skill Level"),
            "elo": options.number("UCI_Elo") if options.flag("UCI_LimitStrength") and not self.analysing else 0,
            "analyse_mode": options.flag("UCI_AnalyseMode") or self.analysing,
        }
        self._apply_search(player)
        self._apply_eval_file(player)
        self._apply_bitbases()
        changes = {name: value for name, value in wanted.items() if self._applied.get(name) != value}
        if not changes:
            return
        try:
            player.configure(**changes)
        except MemoryError:
            kept = int(self._applied.get("hash_mb", 64))
            self.tell(f"no memory for a table of {wanted['hash_mb']} MB; it stays at {kept} MB")
            options.values["Hash"] = wanted["hash_mb"] = kept
            changes.pop("hash_mb", None)
            player.configure(**changes)
        self._applied = wanted

    def _apply_search(self, player: Engine) -> None:
        """Search as ``Search`` says; a name that the game at hand does not know is told once."""
        wanted = self.options.text("Search")
        if self._search_tried == (player, wanted):
            return
        self._search_tried = (player, wanted)
        try:
            player.configure(search=wanted)
        except OptionError as error:
            self.tell(f"{error}; it stays {player.search_name}")

    def _apply_eval_file(self, player: Engine) -> None:
        """Evaluate as ``EvalFile`` says; what cannot be used is told once, and the evaluation stays as it is."""
        wanted = self.options.text("EvalFile")
        if self._eval_file_tried == (player, wanted) or (wanted == player.eval_file and not self._eval_file_set):
            return
        self._eval_file_tried, self._eval_file_set = (player, wanted), False
        try:
            player.configure(eval_file=wanted)
        except NetworkError as error:
            self.tell(f"{error}; the evaluation stays {player.evaluation_name}")

    def _apply_bitbases(self) -> None:
        """Open the endgame tables of the game at hand as ``BitbasePath`` and ``BitbaseSize`` say; draughts only."""
        paths, size = self.options.text("BitbasePath"), self.options.number("BitbaseSize")
        wanted = (self.entry.id, paths, size)
        if self.entry.module != "draughts" or wanted == self._bitbases_tried or not (paths or self._bitbases):
            return
        from protocols.bitbases import Bitbases

        if self._bitbases is not None:
            self._bitbases.close()
        self._bitbases_tried, self._bitbases = wanted, None
        if paths:
            self._bitbases = Bitbases(self.entry, paths, self.tell, size)
            self.tell(f"{self._bitbases.count} endgame tables found")

    def game(self) -> Game:
        """The game at hand under the rule options set so far; waits until it is loaded.

        Raises
        ------
        protocols.loader.LoadError
        """
        texts = self.rules.of(self.entry)
        if self._game is None or self._game[0] != self.entry.id or self._game[1] != texts:
            base = self.loader.get(self.entry.id)[0]
            self._game = (self.entry.id, texts, base.with_options(texts) if texts else base)
        return self._game[2]

    @property
    def history(self) -> History:
        """The game on the board; the start position of the game at hand until something else is set."""
        game = self.game()
        if self._history is None or self._history.game.entry is not game.entry:
            self._history = self.history_type(game)
        elif self._history.game is not game:
            self._history = self._history.under(game)
        return self._history

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.history.position

    def set_position(self, base: str, moves: list[str]) -> None:
        """Put a position on the board, telling what had to be dropped; a bad one changes nothing but for the words."""
        try:
            for complaint in self.history.set(base, moves):
                self.tell(complaint)
        except QijiError as error:
            self.tell(str(error))

    def choose_game(self, name: str) -> None:
        """Change to another game (or back to its start position) and begin to load it.

        Raises
        ------
        engine.errors.UnknownGameError
        """
        self.entry = find_entry(name)
        self._history = None
        self.loader.want(self.entry.id)

    def set_option(self, name: str, text: str) -> str:
        """Set an engine or rule option; returns its name in the right spelling. Buttons and logs take effect here.

        Raises
        ------
        engine.errors.OptionError
        """
        if is_search_option(name):
            option, number = parse_search_option(name, text, self.entry.id)
            parameter = option.name.partition(".")[2]
            self._numbers[parameter] = self._new_numbers[parameter] = number
            return option.name
        if not has_option(self.options.options, name):
            return self.rules.set(self.entry, name, text)
        option = self.options.set(name, text)
        if option.name == "Clear Hash" and self._engine is not None:
            self._engine.clear_hash()
        elif option.name == "EvalFile":
            self._eval_file_tried, self._eval_file_set = None, True
        elif option.name == "SyzygyPath":
            self._open_tables(self.options.text(option.name))
        elif option.name == "Debug Log File":
            self._open_log(self.options.text(option.name))
        return option.name

    def _open_tables(self, paths: str) -> None:
        if self._tables:
            self._tables.close()
        self._tables = None
        if paths:
            from protocols.tablebase import Tablebases

            self._tables = Tablebases(paths)
            self.tell(f"{self._tables.count} tablebase files found")

    def _open_log(self, path: str) -> None:
        if self.output.log:
            self.output.log.close()
        self.output.log = self.events.log = None
        if path:
            try:
                self.output.log = self.events.log = LineLog(path)
            except OSError as error:
                raise OptionError(f"option Debug Log File: cannot write {path!r}: {error.strerror}") from None

    def book_move(self) -> int:
        """A move of the opening book for the position on the board; 0 without one."""
        if not self.options.flag("OwnBook") or self.options.flag("UCI_AnalyseMode"):
            return 0
        from protocols.book import choose

        return choose(self.book_moves())

    def book_moves(self) -> list[tuple[int, int]]:
        """Moves and weights of the first book (``BookFile`` may name several, separated by ``;``) that knows the position."""
        from protocols.book import book_moves

        for path in self.options.text("BookFile").split(";"):
            try:
                found = book_moves(path.strip(), self.position) if path.strip() else []
            except QijiError as error:
                self.tell(str(error))
                continue
            if found:
                return found
        return []

    # --- thinking ---

    def think(
        self,
        limits: Limits,
        on_info: Callable[[Any], None],
        on_done: Callable[[SearchResult | None], None],
        state: str,
        position: Position | None = None,
        is_final: Callable[[SearchResult], bool] = lambda result: False,
    ) -> None:
        """Search the position on the board (or ``position``) in the background; see ``SearchThread.start``."""
        from protocols.mates import MateLines  # needs numba, which a handshake must not wait for

        player, root = self.engine(), position or self.position
        player.set_position(root)
        player.prepare()
        known = self._probe_root(root, limits)
        if known is not None:
            limits = replace(limits, search_moves=known.moves)
        show = known.listener(on_info) if known is not None else on_info
        mates = MateLines(player, root)
        last: dict[int, tuple[Info, Info]] = {}

        def improved(info: Info) -> Info:
            given, better = last.get(info.multipv, (None, info))
            if given is None or (given.score, given.bound, given.pv) != (info.score, info.bound, info.pv):
                better = mates.complete(info)
                last[info.multipv] = (info, better)
            return replace(info, pv=better.pv, score=better.score)

        def work() -> SearchResult:
            result = player.go(limits, lambda info: on_info(info) if info.current_number else show(improved(info)))
            result = replace(result, lines=tuple(map(improved, result.lines)))
            return known.concluded(result) if known is not None else result

        self.search.start(work, on_done, player.stop, player.ponderhit, state, is_final)

    def _probe_root(self, position: Position, limits: Limits) -> RootProbe | None:
        options = self.options
        if self.entry.module == "draughts":
            if self._bitbases is None:
                return None
            among = [move for move in limits.search_moves or position.legal_moves().tolist() if move not in limits.exclude_moves]
            return self._bitbases.probe(position, lines=max(options.number("MultiPV"), self.extra_lines), among=tuple(among))
        if not self._tables or (limits.depth is not None and limits.depth < options.number("SyzygyProbeDepth")):
            return None
        among = [move for move in limits.search_moves or position.legal_moves().tolist() if move not in limits.exclude_moves]
        lines = max(options.number("MultiPV"), self.extra_lines)
        return self._tables.probe(
            position, options.number("SyzygyProbeLimit"), options.flag("Syzygy50MoveRule"), lines, tuple(among)
        )

    def answer_at_once(self, result: SearchResult, on_done: Callable[[SearchResult | None], None], state: str) -> None:
        """As :meth:`think` where there is nothing to search: the result is delivered by the same rules."""
        self.search.start(lambda: result, on_done, state=state)

    def run_aside(self, job: Callable[[Callable[[], bool]], object]) -> None:
        """Run ``job(cancelled)`` to its end in another thread, so that ``quit`` and ``stop`` are obeyed meanwhile."""
        cancel, done = threading.Event(), threading.Event()

        def work() -> None:
            try:
                job(cancel.is_set)
            except QijiError as error:
                self.tell(str(error))
            except Exception:
                report_defect()
            done.set()
            self.events.post(lambda: None)

        threading.Thread(target=work, name="qiji-aside", daemon=True).start()
        self.events.wait_until(done.is_set, cancel.set)

    def guarded(self, action: Callable[[], object]) -> None:
        """Do ``action``, turning what the user got wrong into one line."""
        try:
            action()
        except (QijiError, LoadError) as error:
            self.tell(str(error))


def first_legal(position: Position) -> int:
    """Some legal move, 0 if there is none: the last resort after a failed search."""
    legal = position.legal_moves()
    return int(legal[0]) if len(legal) else 0
