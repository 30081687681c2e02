"""Files of games for ``qiji analyse``: every move judged; tables, JSON, annotated PGN and graphs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocols.cli.analyse import GAME_DEFAULT_S, has_limits, interruptible, make_analyst, warm_for_pool
from protocols.cli.arguments import CommandError, say_notes
from protocols.cli.words import columns, fit, score_text

if TYPE_CHECKING:
    from engine import Game
    from protocols.analysis.analyst import Settings
    from protocols.analysis.games import Played, Report
    from protocols.analysis.sources import Source

_HEAD = f"{'move':16}  {'score':>7}  {'expected':>8}  {'lost':>5}  {'of score':>8}  {'depth':>5}  best line"


@dataclass
class _Game:
    number: int
    title: str
    played: Played | None = None
    fault: str = ""
    skipped: bool = False
    """Whether it is annotated already."""


def run_games(arguments: argparse.Namespace, settings: Settings, game: Game, source: Source) -> int:
    """Analyse all games of the file; one that cannot be read is told and makes the exit status 2, the others are done."""
    from protocols.analysis.annotate import Piece, apply, insertions
    from protocols.analysis.games import report
    from protocols.analysis.pool import cores, run_tasks
    from protocols.analysis.scan import encode
    from protocols.analysis.store import Analysis

    assert source.games is not None
    if not has_limits(settings):
        settings = replace(settings, time_s=GAME_DEFAULT_S)
    _check_outputs(arguments)
    games = list(_read(game, source, settings.notation, bool(arguments.annotate)))
    if not games:
        raise CommandError(f"analyse: {source.name} holds no game")
    resume = f"{arguments.annotate}.resume" if arguments.annotate and not settings.store else ""
    if resume:
        settings = replace(settings, store=resume)
    jobs = arguments.jobs or max(1, cores() // arguments.threads)
    analyst = None
    if jobs == 1:
        analyst = make_analyst(settings, interruptible)
    else:
        warm_for_pool(settings)
    pieces: list[Piece] = []
    todo = [one for one in games if one.played is not None]
    total = sum(len(one.played.moves) + 1 for one in todo if one.played)
    limits = limits_text(settings)
    with _bar(total) as bar:
        results = run_tasks(settings, _tasks(todo), jobs, lambda task, ply: bar.step(), analyst)
        for one in games:
            if one.played is None:
                bar.quietly(lambda one=one: _print_unread(one, arguments.json))
                continue
            found: list[Analysis] = []
            for _ in range(_stretches(one.played)):
                _, result = next(results)
                if "error" in result:
                    one.fault = one.fault or result["error"]
                found += [Analysis.of_json(data) for data in result.get("found", ())]
            if one.fault:
                bar.quietly(lambda one=one: _print_unread(one, arguments.json))
                continue
            judged = report(one.played, found)
            bar.quietly(lambda one=one, judged=judged: _print_game(one, judged, len(games), arguments.json, settings.notation))
            if arguments.graph:
                _write_graph(arguments.graph, judged, one.number if len(games) > 1 else 0)
            if arguments.annotate:
                pieces += insertions(judged, source.games.codec, limits)
    if arguments.annotate:
        _write(arguments.annotate, encode(apply(source.games.text, pieces), source.games.codec))
    faults = [*source.games.complaints, *(f"game {one.number}: {one.fault}" for one in games if one.fault)]
    if resume and not faults:
        _remove_store(resume)
    if faults:
        more = f" ({len(faults)} faults in all)" if len(faults) > 1 else ""
        raise CommandError(f"{source.name} {faults[0]}{more}")
    return 0


def _read(game: Game, source: Source, notation: str, skip: bool) -> Iterator[_Game]:
    from protocols.analysis.annotate import is_annotated
    from protocols.analysis.games import GameError, read_game
    from protocols.analysis.scan import scan

    assert source.games is not None
    for number, text in enumerate(scan(source.games.text, game.entry.module == "chess"), start=1):
        one = _Game(number, text.title)
        try:
            if skip and is_annotated(text.comment):
                one.skipped = True
            else:
                one.played = read_game(game, text, notation)
                say_notes(one.played.start)
        except GameError as error:
            one.fault = str(error)
        yield one


def _tasks(games: list[_Game]) -> Iterator[dict[str, Any]]:
    from protocols.analysis.games import stretches

    for one in games:
        assert one.played is not None
        yield from stretches(one.played, one.number)


def _stretches(played: Played) -> int:
    from protocols.analysis.games import STRETCH

    return -(-(len(played.moves) + 1) // STRETCH)


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
    from protocols.analysis.games import label, spelled

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
            "label": label(played.start, verdict.ply),
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
                f"{columns(name, 16)}  {_score(judged, record['ply'] + 1):>7}  {100 * judged.curve[record['ply'] + 1]:>6.0f} %  "
                f"{lost}  {record['depth']:>5}  {best}"
            ).rstrip()
        )
    print()
    for seat in seats:
        if seat["moves"]:
            print(
                f"{seat['seat']}: accuracy {seat['accuracy']:.1f} %, {seat['average_loss_cp']:.0f} points lost a move, "
                f"{seat['inaccuracies']} ?!, {seat['mistakes']} ?, {seat['blunders']} ??"
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
    _write(str(path), graph_png(svg) if path.suffix.lower() == ".png" else svg.encode())


def _write(name: str, data: bytes) -> None:
    """Write a file in one step: it is there as a whole or not at all."""
    fresh = f"{name}.{os.getpid()}.new"
    with open(fresh, "wb") as file:
        file.write(data)
    os.replace(fresh, name)


def _remove_store(name: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(name + suffix).unlink(missing_ok=True)


class _Bar:
    """The progress of all positions on stderr; nothing where nobody watches."""

    def __init__(self, progress: Any, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("positions", total=total) if progress else None

    def step(self) -> None:
        """One more position is done."""
        if self._progress:
            self._progress.advance(self._task)

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
