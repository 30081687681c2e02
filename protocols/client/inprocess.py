"""Our own engine as a player without a process of its own."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import engine
from engine import Game, Position, SearchResult
from engine.errors import NetworkError, OptionError, QijiError
from engine.search.params import PARAMETERS
from protocols.client.clock import Clock
from protocols.client.player import MATE_BOUND, MATE_CP, EngineError, PlayerSpec, Reply
from protocols.options import OptionValues

_PARAMETERS = {parameter.name: parameter for parameter in PARAMETERS}
#: Options that a match can do without in this form of the engine.
_IGNORED = ("Ponder", "UCI_ShowWDL", "UCI_Opponent", "UCI_EngineAbout", "Debug Log File", "Clear Hash")


def read_settings(options: dict[str, str]) -> tuple[OptionValues, dict[str, int]]:
    """The engine options and the numbers of the search that ``options`` set.

    Raises
    ------
    engine.errors.OptionError
        For an unknown name or a bad value.
    """
    values, numbers = OptionValues(), {}
    for name, text in options.items():
        parameter = _PARAMETERS.get(name)
        if parameter is None:
            values.set(name, text)
            continue
        try:
            numbers[name] = int(text)
        except ValueError:
            raise OptionError(f"option {name}: {text!r} is no whole number") from None
        if not parameter.low <= numbers[name] <= parameter.high:
            raise OptionError(f"option {name}: {text} is not in {parameter.low}..{parameter.high}")
    return values, numbers


class InProcessPlayer:
    """One :class:`engine.Engine`; searches run in the calling thread without holding the interpreter."""

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        self.name = spec.name
        self.notes: list[str] = []
        try:
            values, numbers = read_settings(spec.options)
        except OptionError as error:
            raise EngineError("start", f"{spec.name}: {error}") from None
        try:
            self._engine = engine.Engine(
                game, values.number("Hash"), values.number("Threads"), values.number("Move Overhead") / 1000
            )
        except MemoryError:
            raise EngineError("start", f"{spec.name}: no memory for a table of {values.number('Hash')} MB") from None
        self._engine.configure(
            multipv=values.number("MultiPV"),
            skill_level=values.number("Skill Level"),
            elo=values.number("UCI_Elo") if values.flag("UCI_LimitStrength") else 0,
            analyse_mode=values.flag("UCI_AnalyseMode"),
        )
        try:
            self._engine.configure(search=values.text("Search"))
        except OptionError as error:
            raise EngineError("start", f"{spec.name}: {error}") from None
        if values.text("EvalFile"):
            try:
                self._engine.configure(eval_file=values.text("EvalFile"))
            except NetworkError as error:
                raise EngineError("start", f"{spec.name}: {error}") from None
        self._engine.set_params(numbers)
        self._book = values.text("BookFile") if values.flag("OwnBook") else ""
        try:
            self._book_move(game.position())
        except QijiError as error:
            raise EngineError("start", f"{spec.name}: {error}") from None

    @property
    def usable(self) -> bool:
        """Always."""
        return True

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Forget the game before."""
        self._engine.new_game()

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Search under the clocks; accepts a draw when it does not stand better."""
        began = time.perf_counter()
        move = self._book_move(position)
        if move:
            return Reply(position.format(move), time_s=time.perf_counter() - began)
        self._engine.set_position(position)
        result = self._engine.go(_limits(clocks, position.player))
        took = time.perf_counter() - began
        return _reply(position, result, took, draw_offered)

    def _book_move(self, position: Position) -> int:
        if not self._book:
            return 0
        from protocols.book import book_moves, choose

        return choose(book_moves(self._book, position))

    def end_game(self, result: str, reason: str) -> None:
        """Nothing is kept beyond the game."""

    def close(self) -> None:
        """End the search, if one is running."""
        self._engine.stop()


def _limits(clocks: Sequence[Clock], seat: int) -> engine.Limits:
    control = clocks[seat].control
    timed = control.base_s is not None and control.movetime_s is None
    return engine.Limits(
        depth=control.depth,
        nodes=control.nodes,
        movetime_s=control.movetime_s,
        clock_s=tuple(c.remaining_s if math.isfinite(c.remaining_s) else None for c in clocks) if timed else (),
        increment_s=tuple(c.control.increment_s for c in clocks) if timed else (),
        moves_to_go=clocks[seat].moves_to_go if timed else None,
    )


def _reply(position: Position, result: SearchResult, took_s: float, draw_offered: bool) -> Reply:
    best = result.lines[0] if result.lines else None
    score = best.score if best else None
    if score is not None and engine.is_mate(score):
        score = (MATE_CP - engine.mate_plies(score)) * (1 if score > 0 else -1)
    elif score is not None:
        score = max(-MATE_BOUND + 1, min(MATE_BOUND - 1, score))
    line, expected = [], position.copy()
    for move in best.pv if best else ():
        line.append(expected.format(move))
        expected.push(move)
    return Reply(
        position.format(result.best) if result.best else "",
        score=score,
        depth=result.depth,
        seldepth=best.seldepth if best else None,
        nodes=result.nodes,
        time_s=took_s,
        pv=tuple(line),
        offers_draw=draw_offered and score is not None and score <= 0,
    )
