"""What each part of the search is worth: it is switched off and plays the full search at fixed nodes.

    python -m bench ablation chess --nodes 2000 --games 200 [--only razoring,"null move"] [--workers 2]

Every pair of games is a line of FILE (default ``bench/results/ablation-GAME.jsonl``); the same command goes on where it was
killed. Parts get their games in turns, so that an unfinished run says a little about all of them. At the end and by ``--report``
the table is printed as Markdown. Fixed nodes measure the tree only: what a part costs in time is not counted.
"""

from __future__ import annotations

import json
from pathlib import Path

import engine
from bench import frame
from bench.journal import Journal
from bench.selfmatch import Job, Params, Workers
from engine.games import find_entry
from engine.search.params import defaults_of
from protocols.match.elo import Estimate, from_pairs

RESULTS = Path(__file__).resolve().parent / "results"
ROUND = 10  #: pairs that a part plays before the next one gets its turn

#: Part -> the changes that switch it off.
PARTS: dict[str, Params] = {
    "table cutoffs": {"use_table": 0},
    "principal variation search": {"use_pvs": 0},
    "aspiration windows": {"aspiration_depth": 0},
    "quiescence": {"use_quiescence": 0},
    "delta pruning": {"delta": 0},
    "exchanges in quiescence": {"quiescence_see": 0},
    "check extension": {"check_extension": 0},
    "singular extension": {"singular_depth": 0},
    "double singular extension": {"singular_double": 20_000},
    "razoring": {"razor_depth": 0},
    "reverse futility": {"futile_depth": 0},
    "null move": {"null_depth": 0},
    "null move verification": {"null_verify": 1000},
    "ProbCut": {"probcut_depth": 0},
    "internal iterative reduction": {"iir_depth": 0},
    "late move pruning": {"lmp_depth": 0},
    "futility of moves": {"move_futility_depth": -1},
    "history pruning": {"history_depth": -1},
    "exchange pruning": {"see_depth": -1},
    "late move reductions": {"lmr_depth": 0},
    "reductions by history": {"lmr_history": 1 << 30},
    "reductions by cut node": {"lmr_cut": 0},
    "reductions by improving": {"lmr_improving": 0},
    "reductions by principal variation": {"lmr_pv": 0},
    "reductions by check": {"lmr_check": 0},
    "reductions by killer": {"lmr_killer": 0},
    "reductions by noisy table move": {"lmr_noisy": 0},
    "reductions by cutoffs below": {"lmr_cutoffs": 0},
    "rewards and penalties": {"history_limit": 0},
    "penalties": {"history_malus": 0},
    "reward after fail low": {"fail_low_bonus": 0},
    "correction by structure": {"correction_weight": 0},
    "correction by moves": {"correction_moves": 0},
}


def parts_named(only: str) -> list[str]:
    """The parts with these names (separated by commas), all without names.

    Raises
    ------
    ValueError
        For an unknown name.
    """
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in PARTS:
            raise ValueError(f"ablation: no part {name!r}; there are {', '.join(PARTS)}")
    return names or list(PARTS)


def scores(journal: Journal) -> dict[str, dict[int, int]]:
    """Part -> number of a pair -> half points of the search without the part."""
    found: dict[str, dict[int, int]] = {}
    for line in journal.lines:
        found.setdefault(line["part"], {})[line["pair"]] = line["half_points"]
    return found


def run(game_id: str, nodes: int, games: int, parts: list[str], path: Path, workers: int) -> Journal:
    """Play what is missing of ``games`` games for each of ``parts``."""
    journal = Journal(path, header(game_id, nodes))
    done = scores(journal)
    pairs = (games + 1) // 2
    with Workers(game_id, nodes, workers) as pool:
        for first in range(0, pairs, ROUND):
            for part in parts:
                missing = [n for n in range(first, min(first + ROUND, pairs)) if n not in done.get(part, {})]
                jobs = [Job(number, PARTS[part], {}) for number in missing]
                for number, points in zip(missing, pool.results(jobs), strict=True):
                    journal.add({"part": part, "pair": number, "half_points": points})
                if missing:
                    print(f"{game_id} {part}: {estimate(scores(journal)[part])}", flush=True)
    return journal


def header(game_id: str, nodes: int) -> dict:
    """The first line of a file: game, nodes, and the parameters of the full search, since they are what is measured."""
    return {"ablation": 1, "game": game_id, "nodes": nodes, "full": defaults_of(engine.load(game_id).spec.search_params)}


def estimate(points: dict[int, int]) -> Estimate:
    """The result of the search without a part."""
    counts = [0] * 5
    for half_points in points.values():
        counts[half_points] += 1
    return from_pairs(counts)


def table(journal: Journal, games: int) -> str:
    """A Markdown table of a file, the dearest part first; parts with fewer games than ``games`` are marked."""
    head = json.loads(journal.path.read_text(encoding="utf-8").splitlines()[0])
    results = {part: estimate(points) for part, points in scores(journal).items()}
    lines = [
        f"## {head['game']}, {head['nodes']} nodes a move",
        "",
        "| without | Elo | 95 % interval | games |",
        "|---|---|---|---|",
    ]
    for part, result in sorted(results.items(), key=lambda item: item[1].score):
        low, high = result.interval
        mark = "" if result.games >= games else f" of {games}: unfinished"
        lines.append(f"| {part} | {result.elo:+.0f} | {low:+.0f} to {high:+.0f} | {result.games}{mark} |")
    lines += [f"| {part} | not measured | | 0 |" for part in PARTS if part not in results]
    return "\n".join(lines)


@frame.program()
def main(words: list[str]) -> int:
    """Run, go on with or report; see the module's docstring."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--nodes", type=frame.positive, default=2000, help="nodes a move")
    parser.add_argument("--games", type=frame.positive, default=200, help="games for each part")
    parser.add_argument("--only", default="", metavar="PARTS", help="these parts, separated by commas; default: all")
    parser.add_argument("--workers", type=frame.positive, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="JSON lines file; default bench/results/ablation-GAME.jsonl")
    parser.add_argument("--report", action="store_true", help="play nothing, print the table of the file")
    args = parser.parse_args(words)
    game_id = find_entry(args.game).id
    path = args.out or RESULTS / f"ablation-{game_id}.jsonl"
    if args.report:
        journal = Journal(path, header(game_id, args.nodes))
    else:
        journal = run(game_id, args.nodes, args.games, parts_named(args.only), path, args.workers)
    print(table(journal, args.games))
    return 0
