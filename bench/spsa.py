"""SPSA: tunes the numbers of the search by fixed-node games between two random neighbours of the present point.

    python -m bench spsa chess --nodes 5000 --games 4000 --out chess.jsonl [--only lmr_base,lmr_divisor] [--step 0.002]

Each iteration draws a sign for every number, plays the point shifted by plus the signs against the point shifted by minus the
signs, and moves the point towards the winner (J. C. Spall's simultaneous perturbation; the schedule is that of common chess
frameworks: shift ``c / k^0.101``, step ``a / (A + k)^0.602`` with A a tenth of the iterations, both given by their last values).

Every iteration is a line of FILE; the same command goes on where it was killed. Games depend on the seed and the iteration
only, so the trajectory is the same with any number of workers and interruptions.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

import engine
from bench import frame
from bench.journal import Journal
from bench.selfmatch import Job, Workers, openings
from engine.games import find_entry
from engine.search.params import PARAMETERS, Parameter, defaults_of

SHIFT_DECAY, STEP_DECAY = 0.101, 0.602
SHIFT_SHARE = 20  #: the last shift of a number is its range divided by this, at least MIN_SHIFT
MIN_SHIFT = 0.6
STEP_RATIO = 0.002  #: last step in units of the squared last shift, by default; short runs want more


def tunable(only: str = "") -> tuple[Parameter, ...]:
    """The numbers with these names (separated by commas), without names all but switches.

    Raises
    ------
    ValueError
        For an unknown name.
    """
    names = [name for name in only.replace(" ", "").split(",") if name]
    known = {parameter.name: parameter for parameter in PARAMETERS}
    for name in names:
        if name not in known:
            raise ValueError(f"spsa: no parameter {name!r}; there are {', '.join(known)}")
    return tuple(known[name] for name in names) or tuple(p for p in PARAMETERS if p.high - p.low > 1)


@dataclass(frozen=True)
class Plan:
    """What a run depends on; the first line of its file."""

    game: str
    nodes: int
    games: int
    pairs: int
    """Pairs of games an iteration."""
    seed: int
    names: tuple[str, ...]
    step: float = STEP_RATIO

    @property
    def iterations(self) -> int:
        """How many iterations the games are enough for, at least 1."""
        return max(1, self.games // (2 * self.pairs))


class Spsa:
    """The point and its rule of motion. ``point``: name -> float, kept inside the ranges."""

    def __init__(self, plan: Plan) -> None:
        known = {parameter.name: parameter for parameter in PARAMETERS}
        self.plan = plan
        self.parameters = tuple(known[name] for name in plan.names)
        self.start = defaults_of(engine.load(plan.game).spec.search_params)
        self.point = {p.name: float(self.start[p.name]) for p in self.parameters}

    def _draw(self, iteration: int) -> tuple[dict[str, float], dict[str, float]]:
        """Signed shifts and step sizes of an iteration (from 0), by name."""
        rng = random.Random(f"{self.plan.seed}-{iteration}")
        last = self.plan.iterations
        k, offset = iteration + 1, last / 10
        shifts, steps = {}, {}
        for p in self.parameters:
            final = max((p.high - p.low) / SHIFT_SHARE, MIN_SHIFT)
            shift = final * (last / k) ** SHIFT_DECAY
            shifts[p.name] = shift * rng.choice((-1, 1))
            steps[p.name] = self.plan.step * final * final * ((offset + last) / (offset + k)) ** STEP_DECAY / shift
        return shifts, steps

    def _rounded(self, iteration: int, shifts: dict[str, float], sign: int) -> dict[str, int]:
        """The shifted point in whole numbers, inside the ranges; fractions are rounded up as often as they are large."""
        rng = random.Random(f"{self.plan.seed}-{iteration}-round")
        return {
            p.name: min(max(int(self.point[p.name] + sign * shifts[p.name] + rng.random()), p.low), p.high)
            if p.low >= 0
            else min(max(round(self.point[p.name] + sign * shifts[p.name]), p.low), p.high)
            for p in self.parameters
        }

    def jobs(self, iteration: int, book: int) -> list[Job]:
        """The pairs of games of an iteration; ``book``: how many openings there are."""
        shifts, _ = self._draw(iteration)
        plus, minus = (self._rounded(iteration, shifts, sign) for sign in (1, -1))
        rng = random.Random(f"{self.plan.seed}-{iteration}-openings")
        return [Job(rng.randrange(book), plus, minus) for _ in range(self.plan.pairs)]

    def move(self, iteration: int, half_points: list[int]) -> None:
        """Move the point after an iteration whose pairs gave the plus side these half points."""
        shifts, steps = self._draw(iteration)
        result = sum(points - 2 for points in half_points)
        for p in self.parameters:
            sign = 1 if shifts[p.name] > 0 else -1
            self.point[p.name] = min(max(self.point[p.name] + steps[p.name] * result * sign, float(p.low)), float(p.high))

    def summary(self) -> str:
        """A line for each number: name, default, value, share of the range that it moved."""
        lines = [f"{'parameter':22} {'default':>8} {'value':>8} {'moved':>7}"]
        for p in self.parameters:
            moved = (self.point[p.name] - self.start[p.name]) / (p.high - p.low)
            lines.append(f"{p.name:22} {self.start[p.name]:8} {round(self.point[p.name]):8} {100 * moved:+6.1f}%")
        return "\n".join(lines)


def run(plan: Plan, path: Path, workers: int, report: bool = True) -> Spsa:
    """Do what is left of ``plan``; the journal at ``path`` holds what is done."""
    tuner = Spsa(plan)
    journal = Journal(path, {"spsa": 1, **asdict(plan), "names": list(plan.names)})
    done = journal.lines
    for iteration, line in enumerate(done):
        tuner.move(iteration, line["half_points"])
    book = len(openings(plan.game))
    if len(done) < plan.iterations:
        with Workers(plan.game, plan.nodes, workers) as pool:
            for iteration in range(len(done), plan.iterations):
                points = list(pool.results(tuner.jobs(iteration, book)))
                tuner.move(iteration, points)
                shown = {name: round(value, 3) for name, value in tuner.point.items()}
                journal.add({"iteration": iteration, "half_points": points, "point": shown})
                if report and (iteration + 1) % 10 == 0:
                    print(f"{iteration + 1}/{plan.iterations} {json.dumps({k: round(v) for k, v in shown.items()})}", flush=True)
    return tuner


@frame.program()
def main(words: list[str]) -> int:
    """Run or go on with a tuning; see the module's docstring."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--nodes", type=frame.positive, default=5000, help="nodes a move")
    parser.add_argument("--games", type=frame.positive, default=4000, help="games in all")
    parser.add_argument("--pairs", type=frame.positive, default=4, help="pairs of games an iteration")
    parser.add_argument("--only", default="", metavar="NAMES", help="these parameters, separated by commas; default: all numbers")
    frame.add_seed(parser)
    parser.add_argument("--step", type=float, default=STEP_RATIO, help="last step in units of the squared last shift")
    parser.add_argument("--workers", type=frame.positive, default=1, help="processes")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines file of the trajectory")
    args = parser.parse_args(words)
    if not 0 < args.step < 1:
        parser.error("--step must be between 0 and 1")
    names = tuple(p.name for p in tunable(args.only))
    plan = Plan(find_entry(args.game).id, args.nodes, args.games, args.pairs, args.seed, names, args.step)
    print(run(plan, args.out, args.workers).summary())
    return 0
