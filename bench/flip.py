"""The engine at the flip game of army chess against a random mover or a greedy one, every deal with seats exchanged.

python -m bench flip --opponent greedy --games 40 --nodes 3000
"""

from __future__ import annotations

import random

import engine
from bench import frame
from protocols.match.chance import Deal


def _random(position: engine.Position, rng: random.Random) -> int:
    return int(rng.choice(position.legal_moves().tolist()))


def _greedy(position: engine.Position, rng: random.Random) -> int:
    """The attack that wins most at once, else a flip or a move at random."""
    see = position.game.kernel("see")
    best, most = 0, 0
    for move in position.legal_moves().tolist():
        for worth in (1500, 700, 400, 250, 150, 80, 1):
            if worth > most and move >> 23 & 31 and see(position.memory, position.ply, move, worth):
                best, most = move, worth
                break
    return best or _random(position, rng)


@frame.program()
def main(words: list[str]) -> int:
    """``python -m bench flip``."""
    parser = frame.parser(__name__)
    parser.add_argument("--opponent", choices=("random", "greedy"), default="greedy")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--search", default="")
    given = parser.parse_args(words)
    game = engine.load("luzhanqi-flip")
    player = engine.Engine(game, hash_mb=16)
    player.configure(search=given.search)
    other = {"random": _random, "greedy": _greedy}[given.opponent]
    points: list[float] = []
    plies = 0
    for number in range(given.games):
        deal, rng, own = Deal(game, 1000 + number // 2), random.Random(number // 2), number % 2
        position = game.position(deal.start("startpos"))
        while not position.result().over and position.ply < 1000:
            if position.player == own:
                player.set_position(position)
                move = player.go(engine.Limits(nodes=given.nodes)).best
            else:
                move = other(position, rng)
            position.push(deal.settle(position, move) or move)
        result = position.result()
        points.append(float(own in result.winning_seats) if result.winning_seats else 0.5)
        plies += position.ply
        counts = " ".join(f"{sign}{points.count(value)}" for sign, value in (("+", 1.0), ("=", 0.5), ("-", 0.0)))
        print(f"{number + 1}: {result}, {position.ply} plies; {counts}", flush=True)
    print(f"{player.search_name} against {given.opponent}, luzhanqi-flip: {given.games} games {counts}")
    print(f"score {frame.score_text(points)}, {plies / given.games:.0f} plies a game")
    return 0
