"""Learn by generations, unattended: self-play with the best network, training, a match by SPRT; the better one is kept.

    python -m bench generations GAME --dir DIR [--generations 10] [--positions 1000000] [--hidden 64] [--nodes 1000] ...

Everything stands in DIR (``engine.learn.generations``). The same command goes on where a kill ended it.
"""

from __future__ import annotations

import argparse
import functools
import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

import engine
from bench import frame
from bench.train import Shown, bars
from engine.errors import QijiError
from engine.learn.collect import Goal, Run
from engine.learn.farm import Work, play_here
from engine.learn.generations import Generation, Matched, Played, Trained, run_generations, table
from engine.learn.selfplay import Settings as PlaySettings
from engine.learn.train import Settings as TrainSettings
from engine.learn.train_run import Job, train_network

HAND_MADE = "hand-made"
#: Highest learning rate of first lessons: of a network that starts from nothing, of one that has learned before.
FIRST_RATE, LATER_RATE = 4e-3, 2e-3


class GenerationSteps:
    """The steps of ``engine.learn.generations.Steps`` on this machine."""

    def __init__(self, game: engine.Game, args: argparse.Namespace, console: Console) -> None:
        self._game, self._args, self._console = game, args, console

    def play(self, number: int, champion: str, folder: Path) -> Played:
        """Games of the champion against itself; the generation's number is the seed."""
        args = self._args
        work = Work(self._game.spec.id, (), PlaySettings(nodes=args.nodes), args.seed * 1000 + number, champion)
        player = work.player()
        goal = Goal(None, args.positions)
        with Run(work, folder, goal, player) as session:
            self._console.print(f"generation {number}: games with {Path(champion).name}")
            with bars(self._console) as progress:
                task = progress.add_task("self-play", total=args.positions, text="")

                def report(_: Any = None) -> None:
                    done = session.writer.positions
                    progress.update(task, completed=min(done, args.positions), text=f"{len(session.writer.numbers)} games")

                report()
                session.play(functools.partial(play_here, work, args.workers), report)
            return Played(session.writer.path, len(session.writer.numbers), session.writer.positions)

    def train(self, number: int, records: list[Path], champion: str, out: Path) -> Trained:
        """The next network, from the champion's weights if it is a network of the same shape."""
        args = self._args
        start = None if champion in ("", HAND_MADE) or args.fresh else Path(champion)
        lessons = args.pretrain if start is None or args.teacher else 0
        settings = TrainSettings(
            args.epochs, rate=args.lr, wdl=args.wdl, trace=args.trace, slope=args.slope, seed=args.seed,
            threads=args.workers,
        )  # fmt: skip
        job = Job(
            (*args.more, *records), out, args.hidden, args.buckets, settings=settings, start=start, pretrain=lessons,
            pretrain_nodes=args.pretrain_nodes, pretrain_rate=LATER_RATE if start else FIRST_RATE, teacher=args.teacher,
            resume=True, force=True,
            note=f"generation {number} of {self._game.spec.id}, games with {Path(champion).name}",
        )  # fmt: skip
        with bars(self._console) as progress:
            outcome = train_network(self._game, job, Shown(progress, out))
        return Trained(outcome.positions, outcome.loss)

    def match(self, number: int, network: Path, champion: str, journal: Path) -> Matched:
        """Both networks, colours swapped on balanced openings, until the test decides or the games are used up."""
        from protocols.client import IN_PROCESS
        from protocols.client.clock import TimeControl
        from protocols.client.player import PlayerSpec
        from protocols.match.journal import Journal
        from protocols.match.openings import OpeningSettings, load_openings
        from protocols.match.rules import DrawRule, MatchRules, ResignRule
        from protocols.match.runner import Match, run_here
        from protocols.match.schedule import Plan
        from protocols.match.settings import MatchSettings
        from protocols.match.sprt import Sprt
        from protocols.match.worker import Worker

        args = self._args
        limit = {"nodes": args.match_nodes} if args.match_nodes else {"base_s": args.time, "increment_s": args.inc}
        control = TimeControl(**limit)
        players = tuple(
            PlayerSpec(name, (), IN_PROCESS, {"Hash": "16", "EvalFile": evaluation}, control=control)
            for name, evaluation in (("new", str(network)), ("best", champion))
        )
        settings = MatchSettings(
            self._game.spec.id, {}, players, Plan(2, max(1, args.match_games // 2)), OpeningSettings("builtin"),
            MatchRules(ResignRule(4, 800, True), DrawRule(60, 6, 8), max_moves=200),
            Sprt(args.elo0, args.elo1), args.workers, recover=True,
        )  # fmt: skip
        worker = Worker(settings)
        openings = load_openings(self._game, settings.openings)
        book = Journal(journal, settings.identity(openings.fingerprint))
        try:
            with bars(self._console) as progress:
                match = Match(settings, book, [_Counter(progress)])
                match.run(lambda running: run_here(running, worker))
            estimate = match.standings.against(0, 1).estimate
            low, high = estimate.interval
            return Matched(_finite(estimate.elo), _finite((high - low) / 2), match.done, match.verdict)
        finally:
            worker.close()
            book.close()


class _Counter:
    """Shows a match as a bar."""

    watches_plies = False

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("match", total=None, text="")

    def begin(self, match: Any) -> None:
        """The match begins or goes on."""
        self._progress.update(self._task, total=match.total, completed=match.done)

    def ply(self, match: Any, task: Any, position: Any, reply: Any) -> None:
        """Not wanted."""

    def game(self, match: Any, entry: Any) -> None:
        """A game is finished."""
        text = f"{match.standings.against(0, 1).estimate}, llr {match.log_likelihood_ratio:.2f}"
        self._progress.update(self._task, completed=match.done, text=text)

    def end(self, match: Any) -> None:
        """The last line of the match."""
        self._progress.console.print(f"match: {match.standings.against(0, 1).estimate} {match.verdict}")


def _finite(elo: float) -> float:
    """JSON has no infinity."""
    return max(-9999.0, min(9999.0, elo))


#: Settings that a run keeps from its first generation to its last.
_LASTING = (
    "positions", "nodes", "window", "hidden", "buckets", "epochs", "lr", "wdl", "trace", "slope", "pretrain", "pretrain_nodes",
    "teacher", "more", "fresh", "seed", "match_games", "match_nodes", "time", "inc", "elo0", "elo1", "first",
)  # fmt: skip


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = frame.parser(__name__, game=True)
    made.add_argument("--dir", type=Path, required=True, help="folder of the run")
    made.add_argument("--generations", type=frame.positive, default=10, help="how many there shall be in the end")
    made.add_argument("--first", default="", metavar="FILE", help="network to begin with; default: what the engine plays with")
    made.add_argument("--positions", type=frame.positive, default=1_000_000, help="of each generation's games")
    made.add_argument("--nodes", type=frame.positive, default=1000, help="of a search of self-play")
    made.add_argument("--window", type=frame.positive, default=4, help="generations whose games are trained on")
    made.add_argument("--hidden", type=int, default=64)
    made.add_argument("--buckets", type=int, default=8)
    made.add_argument("--epochs", type=frame.positive, default=15)
    made.add_argument("--lr", type=float, default=1e-3)
    made.add_argument("--wdl", type=float, default=0.0, help="share of the result in the target")
    made.add_argument("--trace", type=float, default=0.8, help="lambda of scores that look ahead in the game")
    made.add_argument("--slope", type=float, default=0.0, help="of the curve from score to expectation; default: fitted")
    made.add_argument("--pretrain", type=int, default=0, help="cheap positions to learn first, without a start or with a teacher")
    made.add_argument("--pretrain-nodes", type=int, default=0)
    made.add_argument("--teacher", type=int, default=0, help="hidden size of a correction of the labels, learned from games")
    made.add_argument("--more", type=Path, nargs="+", default=[], metavar="DIR", help="earlier games, used in every generation")
    made.add_argument("--fresh", action="store_true", help="start every network from nothing, not from the best one")
    made.add_argument("--match-games", type=int, default=1000, help="games at most")
    made.add_argument("--match-nodes", type=int, default=0, help="nodes a move instead of a clock")
    made.add_argument("--time", type=float, default=5.0, help="seconds for a game")
    made.add_argument("--inc", type=float, default=0.05, help="seconds a move")
    made.add_argument("--elo0", type=float, default=0.0, help="of the sequential test, normalised")
    made.add_argument("--elo1", type=float, default=10.0)
    frame.add_seed(made)
    made.add_argument("--workers", type=frame.positive, default=os.cpu_count() or 1, help="processors to use")
    return made


@frame.program("stopped; the same command goes on from here")
def main(words: list[str]) -> int:
    """Run up to the wanted generation."""
    args = parser().parse_args(words)
    console = Console()
    game = engine.load(args.game)
    if args.first and args.first != HAND_MADE and not Path(args.first).is_file():
        raise QijiError(f"--first {args.first}: no such file")
    identity = {"game": game.spec.id, **{name: getattr(args, name) for name in _LASTING}}
    identity["more"] = [str(path) for path in args.more]

    def shown(entry: Generation) -> None:
        console.print(table([entry]), end="")

    steps = GenerationSteps(game, args, console)
    entries = run_generations(args.dir, identity, args.generations, args.window, args.first, steps, shown)
    console.print(f"{len(entries)} generations, {sum(entry.kept for entry in entries)} kept; see {args.dir}")
    return 0
