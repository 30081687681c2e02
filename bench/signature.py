"""The checksum of search behaviour: nodes of fixed-depth searches of fixed positions, equal on every machine and run.

    python -m bench signature [GAME ...] [--depth D]

Prints a line a position; the last line is ``N nodes N nps``. A commit that changes the count says so in its message.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import engine
from bench import frame

POSITIONS = Path(__file__).resolve().parent / "positions"
DEPTHS = {"chess": 13, "xiangqi": 11}
OTHER_DEPTH = 8
HASH_MB = 16


def positions(game_id: str) -> list[str]:
    """The bench positions of a game, its start position where there is no file."""
    path = POSITIONS / f"{game_id}.epd"
    if not path.exists():
        return ["startpos"]
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split(";")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


def run(game_id: str, depth: int | None = None, report: Callable[[str], None] | None = None) -> tuple[int, float]:
    """``(nodes, seconds)`` of the bench of a game in one thread; every position starts with an empty memory."""
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=HASH_MB)
    player.warm_up()
    limits = engine.Limits(depth=depth or DEPTHS.get(game_id, OTHER_DEPTH))
    nodes, seconds = 0, 0.0
    for number, text in enumerate(positions(game_id), start=1):
        position = game.position(text)
        player.new_game()
        player.set_position(position)
        begin = time.perf_counter()
        result = player.go(limits)
        seconds += time.perf_counter() - begin
        nodes += result.nodes
        if report:
            best = position.format(result.best) if result.best else "(none)"
            report(f"{number:3} {result.nodes:9} nodes {result.score:6} {best:8} {text}")
    return nodes, seconds


@frame.program()
def main(words: list[str]) -> int:
    """Run and print."""
    from engine.games import CATALOGUE, find_entry

    parser = frame.parser(__name__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--depth", type=int)
    arguments = parser.parse_args(words)
    for name in arguments.games or [entry.id for entry in CATALOGUE]:
        game_id = find_entry(name).id
        nodes, seconds = run(game_id, arguments.depth, print)
        print(f"{game_id}: {nodes} nodes in {seconds:.2f} s")
        print(f"{nodes} nodes {round(nodes / max(seconds, 1e-9))} nps")
    return 0
