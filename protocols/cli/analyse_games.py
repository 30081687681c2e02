"""Files of games for ``qiji analyse``: every move judged; tables, JSON, annotated PGN and graphs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocols.cli.arguments import CommandError, say_notes
from protocols.cli.searching import GAME_DEFAULT_S, has_limits, interruptible, make_analyst, warm_for_pool
from protocols.cli.words import columns, fit, score_text
from protocols.whole import write_whole

if TYPE_CHECKING:
    from engine import Game
    from protocols.analysis.analyst import Settings
    from protocols.analysis.annotate import Piece
    from protocols.analysis.games import Played, Report
    from protocols.analysis.scan import Text
    from protocols.analysis.sources import Source
    from protocols.analysis.store import Analysis

_HEAD = f"{'move':20}  {'score':>7}  {'expected':>8}  {'lost':>5}  {'of score':>8}  {'depth':>5}  best line"


@dataclass
class _Game:
    number: int
    title: str
    played: Played | None = None
    fault: str = ""
    skipped: bool = False
    """Whether it is annotated already."""
    found: list[Analysis] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether nothing more is to be searched for it."""
        return self.played is None or bool(self.fault) or len(self.found) > len(self.played.moves)


class _Course:
    """The games of a file on their way: read when their turn comes, told in order when they are done."""

    def __init__(self, arguments: argparse.Namespace, settings: Settings, game: Game, source: Source) -> None:
        from protocols.analysis.games import scan_games

        assert source.games is not None
        self._arguments, self._settings, self._game = arguments, settings, game
        self.codec = source.games.codec
        self.texts = list(scan_games(game, source.games.text))
        self.total = sum(len(text.moves) + 1 for text in self.texts)
        self.pieces: list[Piece] = []
        """What goes into the text."""
        self.faults: list[str] = list(source.games.complaints)
        self._games: dict[int, _Game] = {}
        self._told = 0

    def tasks(self) -> Iterator[dict[str, Any]]:
        """The tasks of a pool, each with the number of its game."""
        from protocols.analysis.games import stretches

        for number, text in enumerate(self.texts, start=1):
            one = self._read(number, text)
            self._games[number] = one
            if one.played is not None:
                yield from stretches(one.played, number)

    def _read(self, number: int, text: Text) -> _Game:
        from protocols.analysis.annotate import is_annotated
        from protocols.analysis.games import GameError, read_game

        one = _Game(number, text.title)
        if self._arguments.annotate and is_annotated(text.comment):
            one.skipped = True
            return one
        try:
            one.played = read_game(self._game, text, self._settings.notation)
            say_notes(one.played.start)
        except GameError as error:
            one.fault = str(error)
        return one

    def take(self, task: dict[str, Any], result: dict[str, Any], bar: _Bar) -> None:
        """Take the result of a task and tell every game that is done now."""
        from protocols.analysis.store import Analysis

        one = self._games[task["game"]]
        one.fault = one.fault or result.get("error", "")
        one.found += [Analysis.of_json(data) for data in result.get("found", ())]
        self.tell(bar)

    def tell(self, bar: _Bar) -> None:
        """Tell the games that are done, in order."""
        while (one := self._games.get(self._told + 1)) is not None and one.complete:
            self._told += 1
            del self._games[self._told]
            if one.fault:
                self.faults.append(f"game {one.number}: {one.fault}")
            bar.quietly(lambda one=one: self._tell_game(one))
            if one.played is None:
                bar.step(len(self.texts[one.number - 1].moves) + 1)

    def _tell_game(self, one: _Game) -> None:
        from protocols.analysis.annotate import insertions
        from protocols.analysis.games import report

        arguments = self._arguments
        if one.played is None or one.fault:
            _print_unread(one, arguments.json)
            return
        judged = report(one.played, one.found)
        _print_game(one, judged, len(self.texts), arguments.json, self._settings.notation)
        if arguments.graph:
            _write_graph(arguments.graph, judged, one.number if len(self.texts) > 1 else 0)
        if arguments.annotate:
            self.pieces += insertions(judged, self.codec, limits_text(self._settings))


def run_games(arguments: argparse.Namespace, settings: Settings, game: Game, source: Source) -> int:
    """Analyse all games of the file; one that cannot be read is told and makes the exit status 2, the others are done."""
    from protocols.analysis.annotate import apply
    from protocols.analysis.pool import cores, run_tasks
    from protocols.analysis.scan import encode

    assert source.games is not None
    if len(set(game.teams)) > 2:
        raise CommandError(
            "analyse: moves are judged where two teams play; for each seat of its own, analyse positions: "
            "'qiji convert' with --positions all makes a file of them"
        )
    if not has_limits(settings):
        settings = replace(settings, time_s=GAME_DEFAULT_S)
    _check_outputs(arguments)
    resume = f"{arguments.annotate}.resume" if arguments.annotate and not settings.store else ""
    if resume:
        settings = replace(settings, store=resume, apart=True)
    course = _Course(arguments, settings, game, source)
    if not course.texts:
        raise CommandError(f"analyse: {source.name} holds no game")
    jobs = arguments.jobs or max(1, cores() // arguments.threads)
    analyst = None
    if jobs == 1:
        analyst = make_analyst(settings, interruptible)
    else:
        warm_for_pool(settings)
    with _bar(course.total) as bar:
        for task, result in run_tasks(settings, course.tasks(), jobs, lambda task, ply: bar.step(), analyst):
            course.take(task, result, bar)
        course.tell(bar)
    if arguments.annotate:
        write_whole(arguments.annotate, encode(apply(source.games.text, course.pieces), source.games.codec))
    if resume and not course.faults:
        _remove_store(resume)
    if course.faults:
        more = f" ({len(course.faults)} faults in all)" if len(course.faults) > 1 else ""
        raise CommandError(f"{source.name} {course.faults[0]}{more}")
    return 0


def limits_text(settings: Settings) -> str:
    """How long each position is searched, in few words."""
    parts = []
    if settings.depth:
        parts.append(f"depth {settings.depth}")
    if settings.nodes:
        parts.append(f"{settings.nodes} nodes")
    if settings.time_s:
        parts.append(f"{settings.time_s:g} s")
    if settings.mate:
        parts.append(f"mate in {settings.mate}")
    return " or ".join(parts)


# --- output -------------------------------------------------------------------------------------------------------------


def _print_unread(one: _Game, as_json: bool) -> None:
    if as_json:
        keys = "kind number title result moves seats error".split()
        error = one.fault or None
        values = {"kind": "game", "number": one.number, "title": one.title, "moves": 0, "seats": [], "error": error}
        print(json.dumps({**dict.fromkeys(keys), **values}), flush=True)
        return
    print(f"{one.number}. {one.title}: {one.fault or 'annotated already, left as it is'}\n", flush=True)


def move_records(one: _Game, judged: Report, notation: str) -> Iterator[dict[str, Any]]:
    """A record for each move of a game, the keys always the same."""
    from protocols.analysis.games import spelled

    played, entry = judged.played, judged.played.start.game.entry
    walk = played.start.copy()
    for verdict, wire, name in zip(judged.verdicts, played.moves, played.names, strict=True):
        found = judged.found[verdict.ply]
        line = found.lines[0].pv if found.lines else ()
        people = spelled(walk, line, notation)
        yield {
            "kind": "move",
            "number": one.number,
            "ply": verdict.ply,
            "label": played.label(verdict.ply),
            "seat": entry.seats[played.players[verdict.ply]],
            "move": wire,
            "name": name,
            "mark": verdict.mark or None,
            "nag": verdict.nag or None,
            "score": verdict.score,
            "score_after": verdict.score_after,
            "expected": round(verdict.expected, 4),
            "expected_after": round(verdict.expected_after, 4),
            "loss_cp": verdict.loss_cp,
            "loss": round(verdict.loss, 4),
            "accuracy": round(verdict.accuracy, 2),
            "best": line[0] if line else None,
            "best_name": people[0] if people else None,
            "pv": list(line),
            "line": people,
            "depth": found.depth,
            "stored": found.stored,
        }
        walk.push(wire)


def _print_game(one: _Game, judged: Report, count: int, as_json: bool, notation: str) -> None:
    played, entry = judged.played, judged.played.start.game.entry
    result = played.text.result or played.text.tags.get("Result", "*")
    seats = [
        {
            "seat": entry.seats[summary.seat],
            "moves": summary.moves,
            "accuracy": None if summary.accuracy is None else round(summary.accuracy, 2),
            "average_loss_cp": round(summary.average_loss_cp, 1),
            "inaccuracies": summary.inaccuracies,
            "mistakes": summary.mistakes,
            "blunders": summary.blunders,
        }
        for summary in judged.summaries
    ]
    if as_json:
        for record in move_records(one, judged, notation):
            print(json.dumps(record))
        head = {"kind": "game", "number": one.number, "title": one.title, "result": result}
        print(json.dumps({**head, "moves": len(played.moves), "seats": seats, "error": None}), flush=True)
        return
    print(f"{f'{one.number}/{count}  ' if count > 1 else ''}{one.title}  {result}\n\n{_HEAD}")
    for record in move_records(one, judged, notation):
        name = f"{record['label']} {record['name']}{record['mark'] or ''}"
        lost = f"{record['loss_cp']:>5}  {100 * record['loss']:>6.1f} %" if record["loss_cp"] or record["loss"] else " " * 15
        best = "" if record["best"] == record["move"] and not record["mark"] else " ".join(record["line"])
        print(
            fit(
                f"{columns(name, 20)}  {_score(judged, record['ply'] + 1):>7}  {100 * judged.curve[record['ply'] + 1]:>6.0f} %  "
                f"{lost}  {record['depth']:>5}  {best}"
            ).rstrip()
        )
    print()
    # From the summaries, not from the rounded numbers above: the graph and the annotations say the same.
    for summary in judged.summaries:
        if summary.moves:
            print(
                f"{entry.seats[summary.seat]}: accuracy {summary.accuracy:.1f} %, "
                f"{summary.average_loss_cp:.0f} points lost a move, "
                f"{summary.inaccuracies} ?!, {summary.mistakes} ?, {summary.blunders} ??"
            )
    print(flush=True)


def _score(judged: Report, ply: int) -> str:
    """The score after ``ply`` moves from the view of the first seat; ``#`` where the game is over by mate."""
    score, mate = judged.first_view(ply)
    return score_text(score) if mate is None else f"#{mate or ''}"


def _check_outputs(arguments: argparse.Namespace) -> None:
    """Find out before hours of work whether the results can be written."""
    if arguments.graph and Path(arguments.graph).suffix.lower() not in (".svg", ".png"):
        raise CommandError(f"analyse: --graph wants a name that ends in .svg or .png, not {arguments.graph!r}")
    for name in filter(None, (arguments.graph, arguments.annotate)):
        folder = Path(name).parent
        if not folder.is_dir():
            raise CommandError(f"analyse: no folder {str(folder)!r} for {name!r}")


def _write_graph(name: str, judged: Report, number: int) -> None:
    from protocols.analysis.graph import graph_png, graph_svg

    path = Path(name)
    if number:
        path = path.with_name(f"{path.stem}-{number}{path.suffix}")
    svg = graph_svg(judged)
    write_whole(str(path), graph_png(svg) if path.suffix.lower() == ".png" else svg.encode())


def _remove_store(name: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(name + suffix).unlink(missing_ok=True)


class _Bar:
    """The progress of all positions on stderr; nothing where nobody watches."""

    def __init__(self, progress: Any, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("positions", total=total) if progress else None

    def step(self, count: int = 1) -> None:
        """``count`` more positions are done."""
        if self._progress:
            self._progress.advance(self._task, count)

    def quietly(self, say: Any) -> None:
        """Let ``say`` print while the bar is out of the way."""
        if not self._progress:
            say()
            return
        self._progress.stop()
        say()
        self._progress.start()


@contextmanager
def _bar(total: int) -> Iterator[_Bar]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield _Bar(None, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(file=sys.stderr)
    with Progress(*shown, console=console, redirect_stdout=False, redirect_stderr=False, transient=True) as progress:
        yield _Bar(progress, total)
