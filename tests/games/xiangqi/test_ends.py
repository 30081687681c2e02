"""Results: mate, stalemate, material, the natural limit, and which of them comes first."""

from __future__ import annotations

import random

import pytest

import engine

LIMIT = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - {} 60"


def result(text: str, moves: str = "", **options: str) -> str:
    game = engine.load("xiangqi", {name.replace("_", " "): value for name, value in options.items()})
    return str(game.position(text, moves.split()).result())


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        ("startpos", "", "ongoing"),
        ("4k4/4a3R/9/9/9/9/9/9/4K4/9 w", "i8i9", "win red checkmate"),
        ("3k5/9/3P5/9/9/9/9/9/9/4K4 b", "", "win red stalemate"),
        ("4k4/9/9/9/9/9/9/3p5/9/3K5 w", "", "win black stalemate"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "", "draw material"),
        ("2bak1b2/4a4/9/9/9/9/9/9/9/2BAKAB2 w", "", "draw material"),
        ("2bak1b2/4a4/9/9/9/9/9/9/p8/2BAKAB2 w", "", "ongoing"),
        ("3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", "draw material"),
        (LIMIT.format(119), "a1b1", "draw move-limit"),
        (LIMIT.format(118), "a1b1", "ongoing"),
        (LIMIT.format(120), "", "draw move-limit"),
        (LIMIT.format(1000), "", "draw move-limit"),
        ("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 119 60", "b1b9", "win red checkmate"),
        ("3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 119 60", "d6d7", "win red stalemate"),
        # A capture starts the count anew.
        ("3k5/9/9/9/9/9/9/9/Rp7/4K4 w - - 119 60", "a1b1", "ongoing"),
    ],
)
def test_results(text, moves, expected):
    assert result(text, moves) == expected


def test_limit_options():
    text = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 79 60"
    assert result(text, "a1b1", Rule60MaxPly="80") == "draw move-limit"
    assert result(text, "a1b1", Rule60MaxPly="81") == "ongoing"
    assert result(LIMIT.format(500), "a1b1", Sixty_Move_Rule="false") == "ongoing"
    assert result(LIMIT.format(0), "", Rule60MaxPly="1") == "ongoing"
    assert result(LIMIT.format(0), "a1b1", Rule60MaxPly="1") == "draw move-limit"


def test_a_drawn_position_still_has_its_moves():
    position = engine.load("xiangqi").position(LIMIT.format(120))
    assert str(position.result()) == "draw move-limit" and len(position.legal_moves()) == 19
    assert position.perft(1) == 19


def test_the_first_ply_at_which_a_rule_applies_decides():
    game = engine.load("xiangqi")
    position = game.position("3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 117 60", ["b1c1", "d9e9", "c1b1", "e9d9", "b1b9"])
    assert len(position.legal_moves()) == 0
    assert str(position.result()) == "draw move-limit"
    # The compiled result looks at the whole game by itself.
    assert game.kernel("result")(position.memory, position.ply) == game.kernel("result")(position.memory, 3)
    position.pop()
    assert str(position.result()) == "draw move-limit"
    position.pop()
    position.pop()
    assert str(position.result()) == "ongoing"


def test_capture_of_the_last_piece_is_a_draw_whoever_it_was():
    assert result("3k5/9/9/9/9/9/9/9/4r4/4K4 w", "e0e1") == "draw material"
    # The game ends there although moves are played on.
    assert result("3k5/9/9/9/9/9/9/9/4r4/4KA3 w", "e0e1 d9d8 e1e2 d8d9") == "draw material"


def test_a_capture_that_gives_check_is_no_free_check():
    """The capture is not among the plies that are counted, so its check cannot be left out of the count."""
    game = engine.load("xiangqi")
    position = game.position("3k5/9/9/9/p8/9/9/9/R8/5K3 w", ["a1a5", "d9d8", "a5d5", "d8e8"])
    assert position.state["checks"].tolist() == [1, 0]
    position = game.position("4k4/9/9/4p4/9/9/9/4R4/9/3K5 w", ["e2e6"])
    assert position.in_check and position.state["checks"].tolist() == [0, 0]


def free_check_count(position, checks: list[int]) -> int:
    """The count of rule 4 with ``Rule60 Free Checks``, from the list of seats whose moves after the last capture gave check."""
    return int(position.state["halfmove"]) - sum(max(checks.count(seat) - 10, 0) for seat in (0, 1))


def test_free_checks():
    """Checks beyond the tenth of a side since the last capture do not count; judged on games full of checks."""
    options = {"Rule60 Free Checks": "true", "Rule60MaxPly": "40", "Repetition Fold": "5", "Repetition Rule": "NoJudgement"}
    game = engine.load("xiangqi", options)
    rng = random.Random(21)
    later = limits = 0
    for _ in range(25):
        position = game.position("3k5/9/9/9/p8/9/9/R8/4A4/4KA3 w")
        checks: list[int] = []
        while True:
            over = str(position.result())
            expected = free_check_count(position, checks) >= 40
            assert (over == "draw move-limit") == expected or over not in ("ongoing", "draw move-limit")
            later += expected and int(position.state["halfmove"]) > 40
            limits += expected
            if over != "ongoing":
                break
            choice, quiet = [], []
            for move in position.legal_moves().tolist():
                position.push(move)
                choice += [move] * position.in_check
                quiet += [move] * (not move >> 23 & 31)
                position.pop()
            move = rng.choice(choice or quiet or position.legal_moves().tolist())
            seat = position.player
            position.push(move)
            if move >> 23 & 31:
                checks.clear()
            else:
                checks += [seat] * position.in_check
    assert limits > 5 and later > 5, (limits, later)


def test_adjudicate_sees_draws_without_moves():
    game = engine.load("xiangqi")
    adjudicate = game.kernel("adjudicate")
    for text, expected in (
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "material"),
        (LIMIT.format(120), "move-limit"),
        (LIMIT.format(119), None),
        # Mate on the last ply of the limit is no draw.
        ("1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 120 60", None),
    ):
        position = game.position(text)
        code = int(adjudicate(position.memory, 0, 0))
        assert (game.spec.reasons[code & 255] if code else None) == expected, text


def test_adjudicate_judges_a_repetition_on_the_search_path():
    game = engine.load("xiangqi")
    cycle = "h8h9 f9f8 h9h8 f8f9".split()
    position = game.position("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", ["e1e0", "i6i5", "e0e1", "i5i4", *cycle])
    adjudicate = game.kernel("adjudicate")
    assert adjudicate(position.memory, position.ply, position.ply) == 0
    code = int(adjudicate(position.memory, position.ply, 3))
    assert game.spec.reasons[code & 255] == "perpetual-check" and code >> 8 & 255 == 2
