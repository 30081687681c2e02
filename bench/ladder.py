"""Strength against engines that anyone can install: matches from balanced openings with colours swapped.

    python -m bench ladder chess --opponent sjaakii --games 100 --time 5 --inc 0.05

Every finished game is appended to a JSON lines file at once; the same command goes on where it stopped. The summary is printed at
the end and again by ``--report``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import engine
from bench import frame
from bench.draughts_engines import DRAUGHTS_ENGINES, draughts_engine
from protocols.client import start_player
from protocols.client.clock import TimeControl
from protocols.client.player import PlayerSpec
from protocols.match.elo import from_games, from_pairs
from protocols.match.openings import BOOKS, Opening
from protocols.match.play import GameRecord, GameTable

HERE = Path(__file__).resolve().parent
GAMES_PATH = os.pathsep.join(["/usr/games", os.environ.get("PATH", "")])

#: Debian's engines and ElephantEye (built from its public source; ``eleeye`` on the PATH), by name, with tables of 64 MB.
OPPONENTS = {
    "sjaakii": PlayerSpec("sjaakii", ("sjaakii",), "uci", {"Hash": "64", "Ponder": "false"}),
    "sjaakii-xboard": PlayerSpec("sjaakii-xboard", ("sjaakii",), "xboard", init=("memory 64",)),
    "phalanx": PlayerSpec("phalanx", ("phalanx", "-b-", "-t65536"), "xboard"),
    "hoichess": PlayerSpec("hoichess", ("hoichess", "--xboard"), "xboard"),
    "hoixiangqi": PlayerSpec("hoixiangqi", ("hoixiangqi", "--xboard"), "xboard"),
    "toga2": PlayerSpec("toga2", ("toga2",), "uci", {"Hash": "64", "OwnBook": "false", "Ponder": "false"}),
    "ethereal-chess": PlayerSpec("ethereal-chess", ("ethereal-chess",), "uci", {"Hash": "64", "Threads": "1"}),
    "glaurung": PlayerSpec("glaurung", ("glaurung",), "uci", {"Hash": "64", "OwnBook": "false", "Ponder": "false"}),
    "stockfish": PlayerSpec("stockfish", ("stockfish",), "uci", {"Hash": "64", "Threads": "1"}),
    "elephanteye": PlayerSpec("elephanteye", ("eleeye",), "ucci", {"hashsize": "64", "usebook": "false"}),
    "fairy-stockfish": PlayerSpec("fairy-stockfish", ("fairy-stockfish",), "uci", {"Hash": "64", "Threads": "1"}),
}


def own_player(options: dict[str, str]) -> PlayerSpec:
    """Our engine as a process, one thread, 64 MB."""
    return PlayerSpec("qiji", (), "uci", {"Hash": "64", "Threads": "1", **options})


def read_openings(game_id: str) -> list[Opening]:
    """The list that comes with the game: ``startpos moves ...``, one a line."""
    lines = (BOOKS / f"{game_id}.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.partition(" moves ") for line in lines if line and not line.startswith("#")]
    return [Opening(position, tuple(moves.split())) for position, _, moves in parts]


def read_results(path: Path) -> dict[int, dict]:
    """The finished games of an earlier run, by number; a line that was cut off by a kill is ignored."""
    done: dict[int, dict] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            done[entry["number"]] = entry
    return done


def summarise(results: dict[int, dict]) -> str:
    """Score, Elo with error, and how the games ended."""
    points = {number: entry["points"] for number, entry in results.items()}
    wins, draws, losses = (sum(p == value for p in points.values()) for value in (1.0, 0.5, 0.0))
    counts = [0, 0, 0, 0, 0]
    for number in points:
        if number % 2 == 0 and number + 1 in points:
            counts[round(2 * (points[number] + points[number + 1]))] += 1
    faults: dict[str, int] = {}
    reasons: dict[str, int] = {}
    for entry in results.values():
        reasons[entry["reason"]] = reasons.get(entry["reason"], 0) + 1
        if entry["fault"]:
            faults[f"{entry['fault']} {entry['reason']}"] = faults.get(f"{entry['fault']} {entry['reason']}", 0) + 1
    pairs = from_pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))
    return (
        f"+{wins} ={draws} -{losses}: {from_games(wins, draws, losses)}\n"
        f"pairs {counts}: {pairs}\n"
        f"ends: {', '.join(f'{n} {r}' for r, n in sorted(reasons.items(), key=lambda x: -x[1]))}\n"
        f"faults: {', '.join(f'{n} {f}' for f, n in faults.items()) or 'none'}"
    )


@frame.program()
def main(words: list[str]) -> int:
    """Run or go on with a match; see the module's docstring."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--opponent", required=True, choices=sorted({*OPPONENTS, *DRAUGHTS_ENGINES}))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=5.0, help="seconds for the whole game")
    parser.add_argument("--inc", type=float, default=0.05, help="seconds a move")
    parser.add_argument("--movetime", type=float, help="seconds for every move, instead of a clock")
    parser.add_argument("--margin", type=float, default=0.05, help="seconds that a clock may be overdrawn by (a busy machine)")
    parser.add_argument("--from-start", action="store_true", help="every game from the start position, no openings")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--out", type=Path, help="JSON lines file; default bench/results/ladder-GAME-OPPONENT.jsonl")
    frame.add_options(parser, "--option", "an option of our engine")
    frame.add_options(parser, "--their-option", "an option of the opponent")
    frame.add_options(parser, "--rule")
    parser.add_argument("--report", action="store_true", help="print the summary of the file and stop")
    args = parser.parse_args(words)
    game = engine.load(args.game, dict(args.rule))
    path = args.out or HERE / "results" / f"ladder-{args.game}-{args.opponent}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    results = read_results(path)
    if not args.report:
        _play(args, game, path, results)
    print(f"qiji against {args.opponent}, {args.game}, {time_control(args)}, {len(results)} games")
    print(summarise(results))
    return 0


def time_control(args: argparse.Namespace) -> TimeControl:
    """What the command line asks for."""
    if args.movetime is not None:
        return TimeControl(movetime_s=args.movetime, margin_s=args.margin)
    return TimeControl(base_s=args.time, increment_s=args.inc, margin_s=args.margin)


def _play(args: argparse.Namespace, game: engine.Game, path: Path, results: dict[int, dict]) -> None:
    os.environ["PATH"] = GAMES_PATH
    subprocess.run([sys.executable, "-m", "protocols.cli", "warmup", args.game], check=True, stdout=subprocess.DEVNULL)
    openings = [Opening()] if args.from_start else read_openings(args.game)
    ours = own_player(dict(args.rule) | dict(args.option))
    theirs = OPPONENTS.get(args.opponent) or draughts_engine(args.opponent)
    theirs = replace(theirs, options={**theirs.options, **dict(args.their_option)})
    lock = threading.Lock()
    local = threading.local()

    def one(number: int) -> None:
        pair = getattr(local, "pair", None) or (start_player(ours, game), start_player(theirs, game))
        local.pair = pair
        start = openings[(number // 2) % len(openings)]
        our_seat = number % 2
        seats = pair if our_seat == 0 else (pair[1], pair[0])
        control = time_control(args)
        record = GameTable(game, start, seats, (control, control)).play()
        if record.fault is not None:
            for player in pair:
                player.close()
            local.pair = None
        entry = _entry(number, our_seat, record)
        with lock:
            results[number] = entry
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
            print(f"{len(results)}/{args.games}", summarise(results).splitlines()[0], record.reason, record.detail, flush=True)

    with ThreadPoolExecutor(args.concurrency) as pool:
        list(pool.map(one, [n for n in range(args.games) if n not in results]))


def _entry(number: int, our_seat: int, record: GameRecord) -> dict:
    points = float(our_seat in record.winners) if record.winners else 0.5
    fault = "" if record.fault is None else ("qiji" if record.fault == our_seat else "opponent")
    return {
        "number": number,
        "our_seat": our_seat,
        "points": points,
        "reason": record.reason,
        "detail": record.detail,
        "fault": fault,
        "start": record.opening.position,
        "moves": " ".join(record.moves),
        "depths": record.depths,
        "scores": record.scores,
        "times_s": record.times_s,
    }
