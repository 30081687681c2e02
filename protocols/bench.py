"""The command ``bench``: fixed positions to a fixed depth in one thread; the node count is the build's fingerprint."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game

DEFAULT_DEPTH = 9
_HASH_MB = 16

#: Position strings and moves from them. Chess: the perft positions of the Chess Programming Wiki and standard endings;
#: xiangqi: lines of common openings and positions that follow from them.
POSITIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "chess": (
        ("startpos", ""),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ""),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", ""),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", ""),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", ""),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", ""),
        ("startpos", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"),
        ("startpos", "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5 e1g1 b8c6"),
        ("8/8/1p1k4/5ppp/PPK1p3/6P1/5PP1/8 b - - 0 1", ""),
        ("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1", ""),
        ("8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1", ""),
        ("6k1/5ppp/4p3/3pP3/1q1P4/1P2R3/5PPP/3Q2K1 w - - 0 1", ""),
    ),
    "xiangqi": (
        ("startpos", ""),
        ("startpos", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 h7i7"),
        ("startpos", "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 h0h6 h7i7 h6g6 i7i8 b0c2 c9e7"),
        ("startpos", "c0e2 h7e7 h0g2 h9g7 i0h0 i9h9 g3g4 b9c7 b0c2 c6c5"),
        ("startpos", "b0c2 c6c5 c3c4 c5c4 c2d4 c4d4 b2d2 d4e4"),
        ("3akab2/4n4/4b4/p3p3p/2p6/6P2/P1P1P3P/4B1N2/4A4/2BAK4 w - - 0 1", ""),
        ("4kab2/4a4/4b4/9/4N1p2/9/4n1P2/4B4/4A4/3AK1B2 w - - 0 1", ""),
        ("2bak4/4a4/4b4/4R4/9/9/9/4B4/r8/4KA3 w - - 0 1", ""),
        ("r2akab1r/9/2n1b1n1c/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 w - - 0 1", ""),
        ("3k1ab2/4a4/4b4/2P6/9/9/9/4BA3/4A4/3K2B2 w - - 0 1", ""),
    ),
}


def run_bench(
    game: Game, write: Callable[..., None], depth: int | None = None, cancelled: Callable[[], bool] = lambda: False
) -> int:
    """Search the positions of ``game`` (its start position where none are listed) and write the totals; returns the nodes.

    The engine is a fresh one and forgets everything before each position, so the count depends on the build alone.
    ``write`` gets one or more lines at a time.
    """
    import engine

    player = engine.Engine(game, hash_mb=_HASH_MB)
    player.warm_up()
    positions = POSITIONS.get(game.entry.id, (("startpos", ""),))
    limits = engine.Limits(depth=depth or DEFAULT_DEPTH)
    nodes, seconds = 0, 0.0
    for number, (text, moves) in enumerate(positions, start=1):
        if cancelled():
            return nodes
        position = game.position(text, moves.split())
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
