"""``qiji bench``: search a fixed list of positions to a fixed depth with one thread.

The node total is a checksum of everything that steers the search: an edit that means to change nothing leaves it alone. The last
line has the form that testing frameworks read.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from protocols.cli.arguments import positive

if TYPE_CHECKING:
    from engine.core.spec import CatalogueEntry

HASH_MB = 16
POSITIONS = Path(__file__).with_name("positions")
DEPTH_MARK = "# depth "


@dataclass(frozen=True)
class Count:
    """What a bench of one game found."""

    nodes: int
    time_s: float

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time_s) if self.time_s else 0


def read_positions(game_id: str) -> tuple[int, list[str]]:
    """Depth and positions of a game's list (``positions/<game>.txt``), else the start position to depth 8."""
    path = POSITIONS / f"{game_id}.txt"
    if not path.is_file():
        return 8, ["startpos"]
    depth, positions = 8, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(DEPTH_MARK):
            depth = int(line.removeprefix(DEPTH_MARK))
        elif line.strip() and not line.startswith("#"):
            positions.append(line.strip())
    return depth, positions


def bench_game(game_id: str, depth: int | None = None, on_position: Callable[[int, int, str, int], None] | None = None) -> Count:
    """Search the positions of ``game_id``, each with an empty table, and count.

    ``on_position(number, count, text, nodes)`` is called after each position.
    """
    import engine
    from protocols.cli.progress import warm_up
    from protocols.cli.suite import parse_line

    listed, lines = read_positions(game_id)
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=HASH_MB, threads=1)
    warm_up(player)
    nodes, time_s = 0, 0.0
    for number, line in enumerate(lines, start=1):
        player.new_game()
        player.set_position(parse_line(game, line).position)
        result = player.go(engine.Limits(depth=depth or listed))
        nodes, time_s = nodes + result.nodes, time_s + result.time_s
        if on_position:
            on_position(number, len(lines), line, result.nodes)
    return Count(nodes, time_s)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and ``--depth``."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's id, see 'qiji games'; default: all games")
    parser.add_argument("--depth", type=positive, metavar="D", help="plies; default: the depth of the game's list")


def run(arguments: argparse.Namespace) -> int:
    """Print the count of each position, of each game, and the total."""
    from engine.games import CATALOGUE, find_entry

    entries: list[CatalogueEntry] = [find_entry(arguments.game)] if arguments.game else list(CATALOGUE)
    counts = []
    for entry in entries:

        def say(number: int, count: int, text: str, nodes: int, title: str = entry.id) -> None:
            print(f"{title} {number}/{count}: {nodes:>9}  {text}", flush=True)

        counts.append(bench_game(entry.id, arguments.depth, say))
        print(f"Bench: {entry.id} {counts[-1].nodes}")
    total = Count(sum(count.nodes for count in counts), sum(count.time_s for count in counts))
    print(f"{total.nodes} nodes {total.nps} nps")
    return 0
