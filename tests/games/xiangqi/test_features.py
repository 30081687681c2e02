"""The network's inputs against the board read as text: which piece stands where, in each player's view."""

from __future__ import annotations

import random

import numpy as np

import engine

LETTERS = "kabnrcp"
INPUTS = 1260


def board_of(position: engine.Position) -> dict[tuple[int, int], str]:
    """(rank from Red's side, file) -> letter, from the position string."""
    found = {}
    for row, line in enumerate(position.text().split()[0].split("/")):
        file = 0
        for letter in line:
            if letter.isdigit():
                file += int(letter)
            else:
                found[9 - row, file] = letter
                file += 1
    return found


def expected(board: dict[tuple[int, int], str], view: int) -> set[int]:
    """The inputs by the definition: own pieces first, points from the own side, the own general on files a to e."""
    own = str.isupper if view == 0 else str.islower
    mirrored = is_mirrored(board, view)
    found = set()
    for (rank, file), letter in board.items():
        plane = LETTERS.index(letter.lower()) + (0 if own(letter) else 7)
        found.add(plane * 90 + (rank if view == 0 else 9 - rank) * 9 + (8 - file if mirrored else file))
    return found


def is_mirrored(board: dict[tuple[int, int], str], view: int) -> bool:
    return next(file for (_, file), letter in board.items() if letter == "Kk"[view]) > 4


def active(game: engine.Game, position: engine.Position, view: int) -> set[int]:
    out = np.full(100, -1, dtype=np.int64)
    n = game.kernel("features")(position.memory, position.ply, view, out)
    found = set(out[:n].tolist())
    assert len(found) == n and 0 <= min(found) <= max(found) < INPUTS and (out[n:] == -1).all()
    return found


def test_inputs_and_changes_in_random_games(game):
    rng = random.Random(11)
    differ = game.kernel("feature_changes")
    frames = plain = 0
    for _ in range(10):
        position = game.position()
        boards = [board_of(position)]
        for _ in range(200):
            moves = position.legal_moves()
            if not len(moves):
                break
            general = [int(m) for m in moves if (int(m) >> 18 & 31) == 1]
            position.push(rng.choice(general) if general and rng.random() < 0.2 else int(rng.choice(list(moves))))
            boards.append(board_of(position))
            ply = position.ply
            for view in (0, 1):
                assert active(game, position, view) == expected(boards[ply], view), position.text()
                for before in (ply - 1, rng.randrange(ply)):
                    for a, b in ((before, ply), (ply, before)):
                        out = np.full(200, 1 << 40, dtype=np.int64)
                        n = differ(position.memory, a, b, view, out)
                        if is_mirrored(boards[a], view) != is_mirrored(boards[b], view):
                            assert n == -1
                            frames += 1
                            continue
                        old, new = expected(boards[a], view), expected(boards[b], view)
                        found = out[:n].tolist()
                        assert len(found) == len(set(found))
                        assert {i for i in found if i >= 0} == new - old and {~i for i in found if i < 0} == old - new
                        plain += 1
    assert frames > 100 and plain > 1000


def test_null_move_changes_nothing(game):
    position = game.position()
    game.kernel("make_move")(position.memory, 0, 0)
    out = np.zeros(200, dtype=np.int64)
    for view in (0, 1):
        assert game.kernel("feature_changes")(position.memory, 0, 1, view, out) == 0


def test_a_mirrored_board_has_the_same_inputs(game):
    """With the generals off the middle file, a board and its mirror image look the same."""
    text = "4kab2/4a4/4b4/p3p3p/2p6/6P2/P3P3P/4B1N2/4A4/2BAK1R2 w - - 0 1".replace("4k", "3k1").replace("AK1", "A1K")
    position = game.position(text)
    rows = [line[::-1] for line in text.split()[0].split("/")]
    other = game.position(" ".join(["/".join(rows), *text.split()[1:]]))
    for view in (0, 1):
        assert active(game, position, view) == active(game, other, view)
