"""Leaves a second of draughts move generation beside ``dame-rs`` (10x10) and ``py-draughts``, in turn, on one thread.

    python -m bench draughts_perft [--rounds 5]

All count distinct moves and the last ply without making it; every count is checked. Rates are leaves by processor time, the best
round of each side. py-draughts counts the start positions only, two plies less.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import engine
from bench import frame
from bench.draughts_engines import DRAUGHTS_ENGINES
from bench.perft import perft_file, read_rows
from bench.side_packages import folder

#: Game, row of its perft file, depth.
ROWS = (
    ("draughts", "start-position", 7),
    ("draughts", "published-1", 6),
    ("draughts", "published-4", 6),
    ("draughts", "published-2", 11),
    ("draughts", "published-3", 7),
    ("russian", "start-position", 8),
    ("draughts64", "start-position", 8),
)
_BOARDS = {"draughts": "StandardBoard", "russian": "RussianBoard", "draughts64": "BrazilianBoard"}
_LESS = 2  #: plies


def _library_leaves(board: Any, depth: int) -> int:
    """The same by py-draughts."""
    legal = board.legal_moves
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        board.push(move)
        total += _library_leaves(board, depth - 1)
        board.pop()
    return total


def _rate(count: Callable[[int], int], depth: int, expected: int) -> float:
    """Leaves a second of one count."""
    start = time.process_time()
    leaves = count(depth)
    seconds = time.process_time() - start
    if leaves != expected:
        raise SystemExit(f"{leaves} leaves instead of {expected} at depth {depth}")
    return leaves / max(seconds, 1e-9)


def _library_board(game_id: str, position: str) -> Any:
    import draughts

    return getattr(draughts, _BOARDS[game_id]).from_fen(position)


@frame.program()
def main(words: list[str]) -> int:
    """Count, compare, print."""
    parser = frame.parser(__name__)
    parser.add_argument("--rounds", type=int, default=5, help="best of so many (default 5)")
    rounds = parser.parse_args(words).rounds
    sys.path[:0] = [str(folder(DRAUGHTS_ENGINES[name])) for name in ("dame-rs", "py-draughts")]
    import dame

    print("million leaves a second\ngame        position        depth      leaves     qiji  dame-rs  py-draughts")
    for game_id, name, depth in ROWS:
        known = {(row.name, row.depth): row for row in read_rows(perft_file(game_id))}
        row = known[name, depth]
        position = engine.load(game_id).position(row.position)
        position.perft(2)
        sides: list[tuple[Callable[[int], int], int]] = [(position.perft, depth)]
        if game_id == "draughts":
            sides.append((partial(dame.perft, dame.Board(position.text())), depth))
        if name == "start-position":
            sides.append((partial(_library_leaves, _library_board(game_id, position.text())), depth - _LESS))
        best = [0.0] * len(sides)
        for _ in range(rounds):
            for number, (count, plies) in enumerate(sides):
                best[number] = max(best[number], _rate(count, plies, known[name, plies].leaves))
        shown = [f"{rate / 1e6:9.2f}" for rate in best]
        if game_id != "draughts":
            shown.insert(1, f"{'':9}")
        print(f"{game_id:11} {name:15} {depth:5} {row.leaves:11}" + "".join(shown), flush=True)
    return 0
