"""Compiled rules against the slow twin: moves, text, checks and results of random games under every set of rules."""

from __future__ import annotations

import random

import pytest

import engine
from tests.reference.sijiao_twin import Twin, wire

CORNERS, SIDES = "sijiao-xiangqi", "sifang-xiangqi"
RULES = [
    (CORNERS, {}),
    (CORNERS, {"PerpetualCheck": "draw", "NoCaptureLimit": "12"}),
    (CORNERS, {"Command": "own"}),
    (CORNERS, {"Command": "shared", "EndRule": "mate-both", "DeadPieces": "stay"}),
    (CORNERS, {"Command": "own", "EndRule": "capture-both", "MoveLimit": "80"}),
    (SIDES, {}),
    (SIDES, {"Command": "own", "EndRule": "mate-one"}),
    (SIDES, {"EndRule": "capture-both"}),
    (SIDES, {"Command": "own", "EndRule": "capture-both", "DeadPieces": "stay"}),
]


def thin(rng: random.Random, game: str, keep: float) -> str:
    """The start position without many of its men, the rest thrown about where they may stand."""
    fields = engine.find_entry(game).start.split()
    twin = Twin(game, " ".join(fields))
    board = {}
    points = [(f, r) for f in range(1, 20) for r in range(1, 20) if twin.exists((f, r))]
    for point, piece in twin.board.items():
        if piece[1] == "K":
            board[point] = piece
        elif rng.random() < keep:
            colour = "krbw".index(piece[0])
            places = {"A": twin.adviser_points(colour), "B": [p for p in points if twin.land(p) == colour]}.get(piece[1], points)
            place = rng.choice(places)
            if place not in twin.board:
                board[place] = piece
    twin.board = board
    return twin.text()


def play(game: str, options: dict[str, str], text: str, plies: int, rng: random.Random) -> str:
    """Compare every position of a random game; how it ended."""
    position = engine.load(game, options).position(text)
    twin = Twin(game, text, **options)
    for _ in range(plies):
        assert position.text() == twin.text()
        legal = list(position.legal_moves())
        assert sorted(position.format(int(m)) for m in legal) == sorted(map(wire, twin.legal())), position.text()
        assert str(position.result()) == twin.result(), (text, position.history())
        if twin.over or not legal:
            break
        assert position.in_check == twin.in_check, position.text()
        captures = [m for m in legal if int(m) >> 23 & 31]
        kings = [m for m in captures if int(m) >> 23 & 31 == 1]
        back = [m for m in legal if position.ply > 3 and position.format(int(m)) == position.history()[-4]]
        pool = kings or (captures if captures and rng.random() < 0.35 else back if back and rng.random() < 0.5 else legal)
        move = position.format(int(rng.choice(pool)))
        position.push(move)
        twin.push(move)
    return str(position.result())


@pytest.mark.parametrize(("game", "options"), RULES)
def test_random_games(game, options):
    rng = random.Random(f"{game}{options}")
    plies = 60 if game == CORNERS else 24
    play(game, options, engine.find_entry(game).start, plies, rng)


@pytest.mark.parametrize(("game", "options"), RULES)
def test_thin_boards(game, options):
    """Few men: generals fall, games end."""
    rng, ends, count = random.Random(f"thin{game}{options}"), set(), 0
    while count < (8 if game == CORNERS else 3):
        text = thin(rng, game, rng.choice((0.25, 0.4, 0.6)))
        try:
            engine.load(game, options).position(text)
        except engine.PositionError:
            continue
        count += 1
        ends.add(play(game, options, text, 45 if game == CORNERS else 26, rng))
    assert len(ends) > 1 or game == SIDES
