"""The figures and examples of the rule text, section 9, and its decisions, one claim each."""

from __future__ import annotations

import pytest

import engine

START = "4/4/4/4|3/3/3|2/2|1 w"
FULL_GROUND = "wbwb/bwbw/wbwb/bwbw|ww1/3/3|2/2|1 w"
DIAGONAL = "wwwb/bwbw/wbwb/bwbw|wb1/1w1/3|2/2|1 w"
PERFT = [
    *(("quadro pylos pylos-expert pylos-child", START, (16, 240, 3360, 43680)),),
    ("quadro", FULL_GROUND, (381, 5181)),
    ("pylos", FULL_GROUND, (31, 522)),
    ("pylos-expert", FULL_GROUND, (148, 2622)),
    ("pylos-child", FULL_GROUND, (31, 522)),
    ("quadro", "1bbb/1bww/1www/4|1bw/1bb/3|1b/2|1 w", (8, 91)),
    ("pylos-expert", "bb2/wbww/1wwb/4|w2/1wb/3|2/2|1 w", (7, 44)),
    ("pylos", "bbbb/wbw1/1www/2b1|w2/1b1/3|2/2|1 w", (13, 175)),
    ("quadro", "wbbb/wbbw/bbww/bwww|2w/ww1/wbb|2/2|1 w", (119, 4061)),
    ("pylos-expert", "1b1b/2ww/bbww/w1bw|3/2b/3|2/2|1 w", (7, 74)),
    ("pylos", "w2b/1bb1/bwww/bbww|3/1b1/2b|2/2|1 w", (8, 71)),
    ("quadro", "wbw1/wbb1/wbb1/4|ww1/1b1/3|2/2|1 w", (26, 455)),
    ("pylos-expert", "1bw1/wbb1/ww2/1bww|1b1/3/3|2/2|1 w", (9, 68)),
    ("pylos", "4/bwbb/bwwb/1bww|3/wbb/3|2/2|1 w", (8, 54)),
    ("quadro", "ww1w/wwww/www1/wwww|3/3/3|2/2|1 w", (2413,)),
    ("quadro", DIAGONAL, (23, 309)),
    ("quadro diagonals=yes", DIAGONAL, (203, 2195)),
    ("pylos-expert diagonals=yes", DIAGONAL, (93, 1285)),
    ("quadro take_min=1", FULL_GROUND, (376, 5102)),
    ("quadro restack=no", FULL_GROUND, (153, 2701)),
    ("quadro lines=no", FULL_GROUND, (31, 522)),
    ("quadro bonus=no", FULL_GROUND, (31, 522)),
]
SQUARE = "ww2/w3/bbb1/4|3/3/3|2/2|1 w"
LINE = "www1/bb2/bb2/4|3/3/3|2/2|1 w"
STUCK = "bbbw/bbbw/wbbb/bbww|bw1/bwb/wwb|w1/ww|1 b"
LISTS = [
    (
        "quadro",
        SQUARE,
        "1a1 1b1 1b3 1b3x1a3 1b3x1a3x1a4 1b3x1a3x1b3 1b3x1a3x1b4 1b3x1a4 1b3x1a4-2a2 1b3x1a4-2a2x1b4 1b3x1a4x1b3 1b3x1a4x1b4 "
        "1b3x1b3 1b3x1b3x1b4 1b3x1b4 1b3x1b4-2a2 1c1 1c3 1c4 1d1 1d2 1d3 1d4",
    ),
    (
        "pylos",
        SQUARE,
        "1a1 1b1 1b3x1a3 1b3x1a3x1a4 1b3x1a3x1b3 1b3x1a3x1b4 1b3x1a4 1b3x1a4x1b3 1b3x1a4x1b4 1b3x1b3 1b3x1b3x1b4 1b3x1b4 1c1 "
        "1c3 1c4 1d1 1d2 1d3 1d4",
    ),
    ("quadro", "wwb1/wwb1/4/4|3/3/3|2/2|1 b", "1a1 1a2 1b1 1b2 1c1 1c2 1c3-2a3 1c4-2a3 1d1 1d2 1d3 1d4 2a3 2b3"),
    (
        "quadro",
        LINE,
        "1a1 1a4-2a2 1b1 1b4-2a2 1c1 1c2 1c3 1c4-2a2 1c4-2a3 1d1 1d2 1d3 1d4 1d4x1a4 1d4x1a4-2a2 1d4x1a4-2a2x1b4 "
        "1d4x1a4-2a2x1c4 1d4x1a4-2a2x1d4 1d4x1a4x1b4 1d4x1a4x1c4 1d4x1a4x1d4 1d4x1b4 1d4x1b4-2a2 1d4x1b4-2a2x1c4 "
        "1d4x1b4-2a2x1d4 1d4x1b4x1c4 1d4x1b4x1d4 1d4x1c4 1d4x1c4-2a2 1d4x1c4-2a2x1d4 1d4x1c4-2a2x1d4-2a3 1d4x1c4-2a3 "
        "1d4x1c4-2a3x1d4 1d4x1c4x1d4 1d4x1d4 1d4x1d4-2a2 1d4x1d4-2a3 2a2 2a3",
    ),
    ("pylos", LINE, "1a1 1a4-2a2 1b1 1b4-2a2 1c1 1c2 1c3 1c4-2a2 1c4-2a3 1d1 1d2 1d3 1d4 2a2 2a3"),
    ("quadro", STUCK, ""),
    ("quadro out=pass", STUCK, "pass"),
    ("quadro", "bbbw/bbbw/wbbb/bbww|bww/bwb/wwb|1w/1w|1 b", "2a3-3a1"),
]


def load(words: str) -> engine.Game:
    game_id, *options = words.split()
    return engine.load(game_id, dict(option.split("=") for option in options))


@pytest.mark.parametrize(("rules", "position", "counts"), PERFT)
def test_perft_of_the_text(rules, position, counts):
    for words in rules.split() if "=" not in rules else [rules]:
        for depth, count in enumerate(counts, start=1):
            assert load(words).position(position).perft(depth) == count, (words, depth)


@pytest.mark.parametrize(("rules", "position", "turns"), LISTS)
def test_lists_of_the_text(rules, position, turns):
    position = load(rules).position(position)
    assert sorted(position.format(move) for move in position.legal_moves()) == turns.split()


@pytest.mark.parametrize(
    ("position", "turns", "final", "result"),
    [
        (
            "wbwb/bwbw/wbwb/bwbw|wbw/bwb/wbb|bw/wb|1 w",
            "4a1",
            "wbwb/bwbw/wbwb/bwbw|wbw/bwb/wbb|bw/wb|w b",
            "win white top",
        ),
        (SQUARE, "1b3x1a4-2a2 1d4", "1w1b/ww2/bbb1/4|3/w2/3|2/2|1 w", "ongoing"),
        (
            "w3/ww2/3b/2bb|3/3/3|2/2|1 w",
            "1b4x1b3x1b4 1c2x1c1x1c2 1b3 1c1 1b4x1b3x1b4 1c2x1c1x1c2 1b3 1c1",
            "w3/ww2/3b/2bb|3/3/3|2/2|1 w",
            "draw repetition",
        ),
    ],
)
def test_sequences_of_the_text(position, turns, final, result):
    position = load("quadro").position(position, turns.split())
    assert position.text() == final and str(position.result()) == result
    if result.startswith("draw"):
        assert len(position.legal_moves())


def test_out_of_balls():
    assert str(load("quadro").position(STUCK).result()) == "win white out-of-balls"
    assert str(load("quadro out=pass").position(STUCK).result()) == "ongoing"
    raising = load("quadro").position("bbbw/bbbw/wbbb/bbww|bww/bwb/wwb|1w/1w|1 b")
    assert str(raising.result()) == "ongoing"
    reserve = load("quadro out=reserve").position(raising.text())
    assert str(reserve.result()) == "win white out-of-balls" and not len(reserve.legal_moves())


def test_a_mirrored_position_is_no_repetition():
    """The key of the search knows mirrored positions again; the rule wants the same position string."""
    game = load("quadro")
    one, two = game.position("w3/4/4/4|3/3/3|2/2|1 b"), game.position("4/4/4/3w|3/3/3|2/2|1 b")
    assert one.key == two.key and one.text() != two.text()
    # White's square and Black's turn back and forth; the two positions of the cycle are mirror images of each other.
    position = game.position("ww2/w3/3b/2bb|3/3/3|2/2|1 w", "1b3x1b3 1c2x1c2 1b3x1b3".split())
    assert str(position.result()) == "ongoing"
    position.push("1c2x1c2")
    assert str(position.result()) == "draw repetition"
    assert str(load("quadro repetition=0").position("ww2/w3/3b/2bb|3/3/3|2/2|1 w", position.history()).result()) == "ongoing"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("4/4/4/4|3/3/3|2/2 w", "3 levels"),
        ("4/4/4|3/3/3|2/2|1 w", "level 1 has 3 ranks"),
        ("4/5/4/4|3/3/3|2/2|1 w", "'5'"),
        ("4/3/4/4|3/3/3|2/2|1 w", "has 3 sites"),
        ("4/4/4/4|w2/3/3|2/2|1 w", "2a3 has no full square"),
        ("wwww/wwww/wwww/wwww|3/3/3|2/2|1 w", "16 white balls"),
        ("4/4/4/4|3/3/3|2/2|1 x", "w or b"),
        ("4/4/4/4|3/3/3|2/2|1", "w or b"),
    ],
)
def test_bad_positions(text, fault):
    with pytest.raises(engine.PositionError, match="bad position") as caught:
        load("quadro").position(text)
    assert fault in str(caught.value) and "\n" not in str(caught.value)


def test_bad_moves_and_options():
    position = load("quadro").position(SQUARE)
    for text in ("1b3-", "b3", "1b3xx", "1b3x", "3d4", "1a5"):
        with pytest.raises(engine.MoveSyntaxError):
            position.parse(text)
    for text in ("pass", "1a4", "1a4-1a4", "1b3x1b3x1b4x1a4", "1b3x1c2", "1b3x1a4-2a2x2a2", "1b3x1a4-1d4", "2a2"):
        with pytest.raises(engine.IllegalMoveError):
            position.parse(text)
    for option in ("repetition=1", "repetition=2", "repetition=4", "take_min=2", "out=never", "bonus=maybe"):
        with pytest.raises(engine.OptionError):
            load(f"quadro {option}").position()
    assert load("quadro bonus=false lines=true").position(FULL_GROUND).perft(1) == 31
