"""The command ``bench``: fixed positions to a fixed depth in one thread; the node count is the build's fingerprint."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game

DEFAULT_DEPTH = 8
_HASH_MB = 16
_FOLDER = Path(__file__).with_name("positions")
_DEPTH_MARK = "# depth "


def read_positions(game_id: str) -> tuple[int, list[str]]:
    """Depth and position strings of a game's list, ``positions/<game>.txt``; else the start position alone."""
    path = _FOLDER / f"{game_id}.txt"
    if not path.is_file():
        return DEFAULT_DEPTH, ["startpos"]
    lines = path.read_text(encoding="utf-8").splitlines()
    depth = next((int(line.removeprefix(_DEPTH_MARK)) for line in lines if line.startswith(_DEPTH_MARK)), DEFAULT_DEPTH)
    return depth, [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def run_bench(
    game: Game,
    write: Callable[..., None],
    depth: int | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    eval_file: str = "",
) -> int:
    """Search the positions of ``game`` and write the totals; returns the nodes.

    The engine is a fresh one and forgets everything before each position, so the count depends on the build and ``eval_file``
    (that of ``engine.Engine``) alone. ``write`` gets one or more lines at a time.
    """
    import engine

    player = engine.Engine(game, hash_mb=_HASH_MB, eval_file=eval_file)
    player.warm_up()
    listed, positions = read_positions(game.entry.id)
    limits = engine.Limits(depth=depth or listed)
    nodes, seconds = 0, 0.0
    for number, text in enumerate(positions, start=1):
        if cancelled():
            return nodes
        position = game.position(text)
        player.new_game()
        player.set_position(position)
        begin = time.perf_counter()
        result = player.go(limits)
        seconds += time.perf_counter() - begin
        nodes += result.nodes
        best = position.format(result.best) if result.best else "(none)"
        write(f"{number:2}/{len(positions)} {result.nodes:10} nodes  best {best}  {position.text()}")
    speed = round(nodes / max(seconds, 1e-6))
    write(
        "",
        f"Total time (ms) : {round(seconds * 1000)}",
        f"Nodes searched  : {nodes}",
        f"Nodes/second    : {speed}",
        f"{nodes} nodes {speed} nps",
    )
    return nodes
