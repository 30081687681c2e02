"""Balanced openings made by our own engine: random plies from the start position, kept if the search calls them even."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import engine
from protocols.whole import fresh_file


@dataclass(frozen=True)
class BalanceSettings:
    """How openings are made; equal settings give equal lists on every machine."""

    count: int = 100
    plies: int = 8
    nodes: int = 30_000
    margin: int = 40
    """Score units."""
    seed: int = 1


def balanced(game: engine.Game, plies: int, nodes: int, margin: int, seed: int) -> Iterator[str]:
    """Endless openings of ``plies`` random plies whose score at ``nodes`` nodes is within ``margin`` score units.

    Each is ``startpos moves ...``, since not every engine can set up a position.

    A ply is drawn among the moves that lose nothing by the game's static exchange, where there are any, and in games whose search
    leaves moves out among those that it looks at. Each position is searched
    with fixed nodes and a clear table, so that the list depends on nothing but the arguments.
    """
    rng = random.Random(f"{game.entry.id}-{seed}")
    player = engine.Engine(game, hash_mb=16)
    see = game.kernel("see")
    seen: set[str] = set()
    while True:
        position = game.position()
        for _ in range(plies):
            legal = _sensible(game, position)
            if not legal:
                break
            safe = [m for m in legal if see(position.memory, position.ply, m, 0)]
            position.push(rng.choice(safe or legal))
        text = position.text()
        if position.result().over or text in seen or position.in_check:
            continue
        seen.add(text)
        player.new_game()
        player.set_position(game.position(text))
        if abs(player.go(engine.Limits(nodes=nodes)).score) <= margin:
            yield f"startpos moves {' '.join(position.history())}"


def _sensible(game: engine.Game, position: engine.Position) -> list[int]:
    """All legal moves; in a selective game those that the search generates."""
    if not game.spec.selective:
        return [int(m) for m in position.legal_moves()]
    found: list[int] = []
    moves = np.zeros(game.spec.max_moves, dtype=np.int64)
    for name in ("gen_noisy", "gen_quiet"):
        found += moves[: game.kernel(name)(position.memory, position.ply, moves)].tolist()
    return found


def write_balanced(
    game: engine.Game, settings: BalanceSettings, path: Path, comment: str, progress: Callable[[int, int], None] | None = None
) -> None:
    """Write ``settings.count`` openings into ``path``, one a line under a comment; the file appears when it is complete."""
    source = balanced(game, settings.plies, settings.nodes, settings.margin, settings.seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    with fresh_file(path) as fresh, fresh.open("w", encoding="utf-8") as file:
        file.write(f"# {comment}\n")
        for number in range(settings.count):
            file.write(next(source) + "\n")
            if progress:
                progress(number + 1, settings.count)
