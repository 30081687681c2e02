"""What the match runner itself costs: time a move on top of the engines, and how busy two games at a time keep the processors.

    python -m bench runner [GAME ...] [--plies 200] [--seconds 20]

Moves: two processes that answer at once replay a random game over each protocol, so all that is left is the runner's work: the
referee, the clocks, the pipes, the handshake before every move. Processors: own engines in process, two games at a time.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from bench import frame

ENGINE_FLAG = "--answer"


def answer(path: Path) -> int:
    """Be the engine that replays the moves of a file; speaks UCI and UCCI, whichever it is spoken to in."""
    moves = path.read_text().split()
    played = 0
    for line in sys.stdin:
        word = line.split(None, 1)[0] if line.strip() else ""
        if word in ("uci", "ucci"):
            print(f"option usemillisec type check default true\n{word}ok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            played = _plies_before(line) + (len(line.split(" moves ", 1)[1].split()) if " moves " in line else 0)
        elif word == "go":
            print(f"info depth 1 score cp 0 pv {moves[played]}\nbestmove {moves[played]}", flush=True)
        elif word == "quit":
            break
    return 0


def _plies_before(line: str) -> int:
    """Plies before the position of a ``position fen`` line by its counters; 0 for ``startpos``."""
    fields = line.split()
    return 0 if fields[1] != "fen" else 2 * (int(fields[7]) - 1) + (fields[3] == "b")


def random_game(game, plies: int) -> list[str]:
    """A random game that goes on for ``plies`` plies at least."""
    for seed in range(1000):
        rng = random.Random(seed)
        position = game.position()
        while position.ply < plies and not position.result().over:
            legal = position.legal_moves()
            position.push(int(legal[rng.randrange(len(legal))]))
        if position.ply >= plies:
            return position.history()
    raise SystemExit(f"no random game of {game.entry.id} lasts {plies} plies")


def measure_moves(game_id: str, protocol: str, plies: int) -> tuple[float, float, float]:
    """Milliseconds a move: wall clock, of it outside of the engines' thinking, and processor time of this process."""
    import engine
    from protocols.client import start_player
    from protocols.client.clock import TimeControl
    from protocols.client.player import PlayerSpec
    from protocols.match.openings import Opening
    from protocols.match.play import GameTable
    from protocols.match.rules import MatchRules

    game = engine.load(game_id)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "moves.txt"
        path.write_text(" ".join(random_game(game, plies)))
        command = (sys.executable, "-m", "bench", "runner", ENGINE_FLAG, str(path))
        root = str(Path(__file__).resolve().parents[1])
        control = TimeControl(base_s=60.0, increment_s=1.0)
        players = [start_player(PlayerSpec(name, command, protocol, directory=root, control=control), game) for name in "ab"]
        try:
            rules = MatchRules(max_moves=plies // 2)
            GameTable(game, Opening(), players, [control, control], MatchRules(max_moves=4)).play()
            cpu = time.process_time()
            record = GameTable(game, Opening(), players, [control, control], rules).play()
            cpu = time.process_time() - cpu
        finally:
            for player in players:
                player.close()
    count = len(record.moves)
    assert record.fault is None and count == plies // 2 * 2, (record.reason, record.detail)
    return 1000 * record.duration_s / count, 1000 * record.overhead_s / count, 1000 * cpu / count


def measure_processors(game_id: str, seconds: float) -> tuple[float, float]:
    """Two games of own engines at a time: boards at which an engine thinks on average, and processors' worth of work.

    On a machine with nothing else to do both are nearly two.
    """
    from protocols.client.clock import TimeControl
    from protocols.client.player import PlayerSpec
    from protocols.match.journal import Journal
    from protocols.match.openings import OpeningSettings
    from protocols.match.rules import MatchRules
    from protocols.match.runner import Match, run_here
    from protocols.match.schedule import Plan
    from protocols.match.settings import MatchSettings
    from protocols.match.worker import Worker

    control = TimeControl(movetime_s=0.05)
    players = tuple(PlayerSpec(name, (), "inprocess", {"Hash": "16"}, control=control) for name in "ab")
    moves = max(2, round(seconds / 0.05 / 2 / 2))
    settings = MatchSettings(
        game_id, {}, players, Plan(2, 2, 1), OpeningSettings("builtin"), MatchRules(max_moves=moves), concurrency=2
    )
    with tempfile.TemporaryDirectory() as folder:
        worker = Worker(settings)
        journal = Journal(Path(folder) / "j.jsonl", {})
        began, cpu = time.perf_counter(), time.process_time()
        Match(settings, journal).run(lambda match: run_here(match, worker))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - began
        worker.close()
        journal.close()
        thinking = sum(time_s or 0.0 for entry in journal.games.values() for time_s in entry["times_s"])
    return thinking / wall, cpu / wall


@frame.program()
def main(words: list[str]) -> int:
    """Print both figures for each game."""
    parser = frame.parser(__name__)
    parser.add_argument("games", nargs="*", default=["chess", "xiangqi"])
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(ENGINE_FLAG, type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.answer:
        return answer(args.answer)
    for game_id in args.games:
        for protocol in ("uci", "ucci") if game_id == "xiangqi" else ("uci",):
            wall, overhead, cpu = measure_moves(game_id, protocol, args.plies)
            print(
                f"{game_id} {protocol}: {wall:.3f} ms a move, {overhead:.3f} of it outside of thinking, {cpu:.3f} ms of CPU here"
            )
        boards, busy = measure_processors(game_id, args.seconds)
        print(f"{game_id}: two games at a time: {boards:.2f} searches on average, {busy:.2f} of {os.cpu_count()} processors busy")
    return 0
