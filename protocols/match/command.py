"""Carries a match out: openings, journal, outputs, display, players here or elsewhere."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import IO, TextIO

import engine
from protocols.client.inprocess import read_settings
from protocols.client.player import EngineError
from protocols.match.balance import BalanceSettings, write_balanced
from protocols.match.flags import FlagError
from protocols.match.journal import Journal
from protocols.match.openings import OpeningError, Openings, load_openings
from protocols.match.outputs import GameFile, json_line
from protocols.match.records import NOTATIONS, writer_for
from protocols.match.runner import BROKEN, INTERRUPTED, Match, Observer, run_here
from protocols.match.settings import MatchSettings
from protocols.match.worker import Worker

STATUS = {BROKEN: 1, INTERRUPTED: 130}


def run_match(settings: MatchSettings, make: BalanceSettings | None, observer: Observer, errors: TextIO) -> int:
    """Play what is left of the match; returns the exit status.

    Raises
    ------
    engine.errors.QijiError
        For anything that makes the match impossible, before a game is begun.
    """
    game = engine.load(settings.game, settings.options)
    _check(settings, game)
    if make is not None:
        settings = _with_made_openings(settings, make, game, errors)
    openings = load_openings(game, settings.openings)
    _check_openings(settings, openings, errors)
    identity = settings.identity(openings.fingerprint)
    with contextlib.ExitStack() as stack:
        journal = Journal(settings.journal_path(identity), identity)
        stack.callback(journal.close)
        log: IO[str] | None = None
        if settings.log:
            log = stack.enter_context(_open_log(settings.log))
        match = Match(settings, journal, [*_files(settings, game, journal), observer])
        if match.end or match.done >= match.total:
            end = match.run(lambda _: None)
        elif settings.ray:
            from protocols.match.remote import run_on_ray

            end = match.run(lambda running: run_on_ray(running, openings))
        else:
            worker = Worker(settings, openings, log)
            stack.callback(worker.close)
            _try_players(worker, errors)
            end = match.run(lambda running: run_here(running, worker))
        if settings.report:
            from protocols.match.report import write_report

            write_report(Path(settings.report), match, game)
    return STATUS.get(end, 0)


def _check(settings: MatchSettings, game: engine.Game) -> None:
    """What would otherwise be found out in the middle of the match."""
    teams = len({team for team in game.teams if team >= 0})
    if settings.plan.tournament == "table" and settings.plan.players != teams:
        raise FlagError(f"-tournament table: {game.entry.id} has {teams} teams here, not {settings.plan.players}")
    if settings.sprt and teams > 2:
        raise FlagError("-sprt: games of more than two teams are not counted as won, drawn and lost")
    if settings.report:
        _check_report(Path(settings.report))
    if settings.pgn.file:
        writer_for(game)
        known = NOTATIONS.get(game.entry.module, ())
        if settings.pgn.notation and settings.pgn.notation not in known:
            raise FlagError(f"-pgnout notation: {game.entry.id} is written as {', '.join(known)}, not {settings.pgn.notation}")
    if settings.rules.table and game.entry.module != "chess":
        raise FlagError(f"-tb: there are no endgame tables of {game.entry.id}")
    if settings.sprt and len(settings.players) != 2:
        raise FlagError("-sprt is for two players")
    for player in settings.players:
        if player.protocol == "inprocess":
            read_settings(player.options)
        if player.protocol in ("ucci", "hub", "dxp", "gomocup") and player.protocol not in game.entry.protocols:
            raise FlagError(f"{player.name}: {game.entry.id} is not played over {player.protocol.upper()}")


def _open_log(name: str) -> TextIO:
    try:
        return open(name, "a", encoding="utf-8")
    except OSError as error:
        raise FlagError(f"-log: cannot write {name}: {error.strerror}") from None


def _check_report(path: Path) -> None:
    """The report is written at the end, when it would be too late to say that there is no place for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
        if not path.stat().st_size:
            path.unlink()
    except OSError as error:
        raise FlagError(f"-report: cannot write {path}: {error.strerror}") from None


def _check_openings(settings: MatchSettings, openings: Openings, errors: TextIO) -> None:
    """Read the openings that will be needed, as far as that takes no time, and tell if they are played again."""
    wanted = settings.plan.openings
    if settings.openings.start > len(openings):
        raise OpeningError(f"{openings.source} has {len(openings)} openings, start={settings.openings.start} is beyond them")
    if len(openings) < wanted:
        if not settings.openings.again:
            raise OpeningError(f"{openings.source} has {len(openings)} openings, the match wants {wanted}")
        if settings.openings.file:
            print(f"qiji: note: {openings.source}: {len(openings)} openings for {wanted}; they are played again", file=errors)
    for number in range(min(wanted, len(openings), 500)):
        openings[number]


def _with_made_openings(settings: MatchSettings, make: BalanceSettings, game: engine.Game, errors: TextIO) -> MatchSettings:
    """Write the list of balanced openings, unless an earlier run has."""
    name = (
        settings.openings.file or f"openings-{game.entry.id}-{make.count}-{make.plies}-{make.nodes}-{make.margin}-{make.seed}.txt"
    )
    path = Path(name)
    if not path.exists():
        from protocols.cli.progress import warm_up

        warm_up(engine.Engine(game, hash_mb=1), errors)

        def progress(done: int, total: int) -> None:
            if errors.isatty():
                print(f"\rbalanced openings: {done}/{total}", end="\n" if done == total else "", file=errors, flush=True)

        comment = f"{game.entry.id}: {make.plies} random plies, within {make.margin} at {make.nodes} nodes, seed {make.seed}"
        write_balanced(game, make, path, comment, progress)
        print(f"qiji: note: {make.count} openings written to {path}", file=errors)
    return replace(settings, openings=replace(settings.openings, file=name, format="fen"))


def _files(settings: MatchSettings, game: engine.Game, journal: Journal) -> list[Observer]:
    files: list[Observer] = []
    if settings.pgn.file:
        write = writer_for(game)
        path = Path(settings.pgn.file)
        files.append(GameFile(path, journal.offset_of(path), lambda entry: write(entry, settings, game)))
    if settings.json:
        names = [player.name for player in settings.players]
        path = Path(settings.json)
        files.append(GameFile(path, journal.offset_of(path), lambda entry: json_line(entry, names)))
    return files


def _try_players(worker: Worker, errors: TextIO) -> None:
    """Start every player once, so that a wrong command is an error and not a lost game.

    Raises
    ------
    FlagError
    """
    settings = worker.settings
    if any(not player.command for player in settings.players):
        from protocols.cli.progress import warm_up

        warm_up(engine.Engine(worker.game, hash_mb=1), errors)
    for index, player in enumerate(settings.players):
        try:
            notes = worker.try_player(index)
        except EngineError as error:
            if settings.recover and error.kind != "start":
                continue
            raise FlagError(f"engine {player.name}: {error}") from None
        for note in notes:
            print(f"qiji: note: {note}", file=errors)
