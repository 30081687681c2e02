"""``qiji analyse``: search a position, each position of a file, or each move of the games of a file."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from protocols.cli.arguments import (
    CommandError,
    add_game,
    add_position,
    add_seat,
    at_most,
    load_game,
    natural,
    people_notation,
    positive,
    say_notes,
    seconds,
    seen_by,
)
from protocols.cli.searching import DEFAULT_S, GAME_DEFAULT_S, MOST_JOBS, MOST_THREADS, has_limits, make_analyst, patient
from protocols.cli.words import fit, score_text, score_words, short

if TYPE_CHECKING:
    from engine import Info, Position
    from engine.views import Belief
    from protocols.analysis.analyst import Settings
    from protocols.analysis.records import Recorder
    from protocols.analysis.store import Analysis

_COLUMNS = f"{'depth':>7}  {'score':>7}  {'win/draw/loss %':>15}  {'nodes':>7}  {'nodes/s':>7}  {'time':>6}  line"


EXAMPLES = """
  qiji analyse chess --time 10 --multipv 3                     the start position
  qiji analyse xiangqi --depth 12 --moves 炮二平五
  qiji analyse chess suite.epd --time 1                        what is solved of a suite, and when
  qiji analyse chess game.pgn --time 1 --annotate out.pgn      every move of a game judged
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position or file, the limits, and what becomes of the results."""
    add_game(parser)
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="positions, one a line (EPD or JSON), or games (PGN, PDN, PGN4; xiangqi also XQF, CBR, CBL, CBF); '-': stdin",
    )
    add_position(parser)
    add_seat(parser)
    limits = parser.add_argument_group("how long each position is searched (the first limit reached counts)")
    limits.add_argument(
        "--time", type=seconds, metavar="S", help=f"seconds; without limits: {DEFAULT_S:g}, for moves of games {GAME_DEFAULT_S:g}"
    )
    limits.add_argument("--depth", type=positive, metavar="D", help="plies")
    limits.add_argument("--nodes", type=positive, metavar="N", help="nodes")
    limits.add_argument("--mate", type=positive, metavar="M", help="until a mate in M moves or fewer is proven")
    limits.add_argument("--infinite", action="store_true", help="until Ctrl-C")
    search = parser.add_argument_group("the search")
    search.add_argument("--multipv", type=positive, default=1, metavar="K", help="how many best lines; default: 1")
    search.add_argument(
        "--threads", type=at_most(MOST_THREADS), default=1, metavar="N", help="search threads for each position; default: 1"
    )
    search.add_argument("--hash", type=positive, default=128, metavar="MB", help="size of each hash table; default: 128")
    search.add_argument(
        "--jobs",
        type=at_most(MOST_JOBS, natural),
        default=1,
        metavar="N",
        help="processes for a file; 0: one for each core; default: 1",
    )
    search.add_argument(
        "--eval-file", default="", metavar="FILE", help="network to evaluate with, or hand-made; default: the one that ships"
    )
    search.add_argument("--syzygy", default="", metavar="PATH", help="folders of Syzygy tables (chess)")
    search.add_argument("--bitbases", default="", metavar="PATH", help="folders of endgame tables (draughts)")
    search.add_argument(
        "--store", default="", metavar="FILE", help="keep all results in this SQLite file and reuse what is there"
    )
    output = parser.add_argument_group("output")
    output.add_argument("--notation", metavar="NAME", help="for the printed lines; default: what players of the game write")
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    output.add_argument("--final", action="store_true", help="with --json: only the last word on each position")
    output.add_argument("--epd", metavar="OUT", help="file of positions: write it with the results as EPD operations")
    output.add_argument("--annotate", metavar="OUT", help="games: write them with verdicts, scores and best lines put in")
    output.add_argument("--graph", metavar="OUT", help="games: draw the evaluation graph (.svg or .png), one file for each game")


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print; the search of a position can be cut short with Ctrl-C."""
    game = load_game(arguments)
    notation = people_notation(game.entry, arguments.notation)
    if arguments.syzygy and game.entry.module != "chess":
        raise CommandError("analyse: there are Syzygy tables for chess only")
    if arguments.bitbases and game.entry.module != "draughts":
        raise CommandError("analyse: --bitbases is for draughts")
    settings = _settings(arguments, game.entry.id, notation)
    if arguments.file is None:
        _refuse(arguments, "without FILE", "epd", "annotate", "graph")
        return _one_position(arguments, settings)
    if arguments.seat is not None:
        raise CommandError("analyse: --seat is for one position")
    if arguments.moves or arguments.position != "startpos":
        raise CommandError("analyse: FILE stands in the place of --position and --moves")
    if arguments.infinite:
        raise CommandError("analyse: --infinite is for one position")
    from protocols.analysis.sources import open_source

    with open_source(arguments.file, game) as source:
        if source.games is None:
            _refuse(arguments, "for a file of positions", "annotate", "graph")
            from protocols.cli.analyse_lines import run_lines

            return run_lines(arguments, settings, source)
        _refuse(arguments, "for games", "epd", "final")
        from protocols.cli.analyse_games import run_games

        return run_games(arguments, settings, game, source)


def _refuse(arguments: argparse.Namespace, where: str, *names: str) -> None:
    for name in names:
        if getattr(arguments, name):
            raise CommandError(f"analyse: --{name} means nothing {where}")


def _settings(arguments: argparse.Namespace, game_id: str, notation: str) -> Settings:
    from protocols.analysis.analyst import Settings

    rules = dict(text.split("=", 1) for text in arguments.option)
    return Settings(
        game=game_id,
        rules={name.strip(): value for name, value in rules.items()},
        depth=arguments.depth,
        nodes=arguments.nodes,
        time_s=arguments.time,
        mate=arguments.mate,
        infinite=arguments.infinite,
        multipv=arguments.multipv,
        threads=arguments.threads,
        hash_mb=arguments.hash,
        notation=notation,
        store=arguments.store,
        tables=arguments.syzygy or arguments.bitbases,
        eval_file=arguments.eval_file,
    )


# --- one position -------------------------------------------------------------------------------------------------------


def _one_position(arguments: argparse.Namespace, settings: Settings) -> int:
    from dataclasses import replace

    from protocols.analysis.records import Recorder
    from protocols.analysis.tasks import Task

    if not has_limits(settings):
        settings = replace(settings, time_s=DEFAULT_S)
    position = load_game(arguments).position(arguments.position, " ".join(arguments.moves).split())
    say_notes(position)
    position = seen_by(position, arguments.seat)
    analyst = make_analyst(settings, patient)
    recorder = Recorder(Task(position), settings.notation)
    printer = JsonPrinter(recorder, arguments.final) if arguments.json else TablePrinter(recorder, settings.multipv > 1)
    analysis, interrupted = analyst.analyse(position, printer.line)
    printer.close(analysis)
    return 130 if interrupted else 0


class JsonPrinter:
    """One JSON object a line."""

    def __init__(self, recorder: Recorder, only_final: bool) -> None:
        self._recorder, self._only_final = recorder, only_final

    def line(self, info: Info) -> None:
        """Print one line of the search."""
        if not self._only_final and is_line(info):
            print(json.dumps(self._recorder.line(info)), flush=True)

    def close(self, analysis: Analysis) -> None:
        """Print the final lines."""
        for record in self._recorder.final(analysis):
            print(json.dumps(record), flush=True)
        for belief in beliefs(self._recorder.task.position):
            print(json.dumps({"point": belief.point, "seat": belief.seat, "odds": belief.odds}), flush=True)


class TablePrinter:
    """A row for each finished line of the search, under the board."""

    def __init__(self, recorder: Recorder, numbered: bool) -> None:
        from protocols.cli.show import print_board

        self._recorder, self._numbered = recorder, numbered
        print_board(recorder.task.position)
        print(f"\n{_COLUMNS}", flush=True)

    def line(self, info: Info) -> None:
        """Print one line of the search."""
        if not is_line(info):
            return
        record = self._recorder.line(info)
        win, draw, loss = (round(part / 10) for part in record["wdl"])
        mark = f"{info.multipv}. " if self._numbered else ""
        row = (
            f"{f'{info.depth}/{info.seldepth}':>7}  {score_text(info.score):>7}  {f'{win}/{draw}/{loss}':>15}  "
            f"{short(info.nodes):>7}  {short(info.nps):>7}  {info.time_s:>6.2f}  {mark}{' '.join(record['line'])}"
        )
        print(fit(row), flush=True)

    def close(self, analysis: Analysis) -> None:
        """Print the best move and the last line of each of the best moves in full."""
        position = self._recorder.task.position
        print("(from the store)\n" if analysis.stored else "")
        for record in self._recorder.final(analysis):
            if not record["best"]:
                print(f"no legal move: {record['result']}")
                continue
            people, wire = record["line"], record["pv"]
            name = people[0] if people[0] == wire[0] else f"{people[0]} ({wire[0]})"
            score = score_words(record["score"], position.seat)
            print(f"{record['multipv']}. {name}  {score}, depth {record['depth']}: {' '.join(people)}")
        for number, belief in enumerate(beliefs(position)):
            if not number:
                print("\nwhat the unknown pieces may be, in per cent:")
            print(
                f"{belief.point:>4} {belief.seat:<6} "
                + "  ".join(f"{k} {100 * p:.0f}" for k, p in belief.odds.items() if p >= 0.005)
            )
        print(flush=True)


def beliefs(position: Position) -> list[Belief]:
    """What a seat may think of the pieces that it does not know; nothing in other games."""
    from engine.views import beliefs as of

    return of(position)


def is_line(info: Info) -> bool:
    """Whether the search reports a line, not a bound or what it is at."""
    return info.bound == "exact" and not info.current_number and bool(info.pv)
