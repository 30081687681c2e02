"""The kernels against the slow twin on random positions under every rule set and option."""

from __future__ import annotations

import random

import pytest

import engine
from tests.reference.quadro_twin import Twin, read

RULES = [
    ("quadro", {}),
    ("pylos", {}),
    ("pylos-expert", {}),
    ("pylos-child", {}),
    ("quadro", {"diagonals": "yes"}),
    ("quadro", {"take_min": "1", "out": "reserve"}),
    ("pylos-expert", {"take_min": "0", "diagonals": "yes", "out": "pass"}),
    ("pylos", {"restack": "yes", "out": "reserve"}),
    ("pylos-child", {"out": "pass"}),
]


def shares_of_colours(rng: random.Random) -> str:
    """A random pyramid: level by level, dense enough that sites open, with runs of one colour."""
    board: dict = {}
    levels = []
    for level in range(4):
        n, rows = 4 - level, []
        dense = rng.choice((0.5, 0.8, 0.95, 1.0))
        lean = rng.random()
        for rank in range(n - 1, -1, -1):
            row = ""
            for file in range(n):
                held = level == 0 or all((level - 1, f, r) in board for f in (file, file + 1) for r in (rank, rank + 1))
                colour = "w" if rng.random() < lean else "b"
                full = sum(ball == colour for ball in board.values()) >= 15
                if held and not full and rng.random() < dense and level < 3:
                    board[level, file, rank] = colour
                    row += colour
                else:
                    row += "1"
            rows.append(row)
        levels.append("/".join(rows))
    return "|".join(levels) + " " + rng.choice("wb")


def agree(game, position):
    board, side = read(position.text())
    twin = Twin(board, side, game.options)
    turns = twin.turns()
    legal = [int(move) for move in position.legal_moves()]
    texts = {position.format(move): move for move in legal}
    assert len(texts) == len(legal)
    assert sorted(texts) == sorted(turns), position.text()
    assert str(position.result()) == twin.result(), position.text()
    return turns, texts


@pytest.mark.parametrize(("game_id", "options"), RULES, ids=lambda value: str(value))
def test_made_up_positions(game_id, options):
    game = engine.load(game_id, options)
    rng = random.Random(f"{game_id}{options}")
    most = 0
    for _ in range(25):
        position = game.position(shares_of_colours(rng))
        turns, texts = agree(game, position)
        most = max(most, len(turns))
        for turn in rng.sample(sorted(turns), min(3, len(turns))):
            after = game.position(position.text(), [turn])
            assert read(after.text())[0] == turns[turn], (position.text(), turn)
    assert most > 10


@pytest.mark.parametrize(("game_id", "options"), RULES, ids=lambda value: str(value))
def test_games(game_id, options):
    game = engine.load(game_id, {**options, "repetition": "0"})
    rng = random.Random(f"games {game_id}{options}")
    for number in range(2):
        position = game.position()
        for ply in range(90):
            legal = position.legal_moves()
            if not len(legal):
                break
            if ply % 4 == number:
                agree(game, position)
            position.push(int(rng.choice(list(legal))))
        agree(game, position)


def test_bonuses_in_any_order_and_with_detours():
    """Every text that the twin can build, detours included, is read as the turn with the same end."""
    game = engine.load("quadro")
    for text in ("ww2/w3/bbb1/4|3/3/3|2/2|1 w", "www1/bb2/bb2/4|3/3/3|2/2|1 w", "wwbw/wwbb/bbww/bwwb|ww1/1b1/3|2/2|1 w"):
        position = game.position(text)
        board, side = read(text)
        twin = Twin(board, side, game.options)
        turns = twin.turns()
        checked = 0
        for main, site, after in twin.mains():
            if not any(site in s and all(after.get(x) == side for x in s) for s in twin.shapes):
                continue
            for bonus, end in twin.bonuses(after, frozenset(), 2):
                shortest = position.format(position.parse(main + bonus))
                assert turns[shortest] == end, main + bonus
                checked += 1
        assert checked > len(turns) // 2
