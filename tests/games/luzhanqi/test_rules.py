"""Army chess for two: every figure and worked example of the rule text."""

from __future__ import annotations

import pytest

import engine
from engine.games.luzhanqi.geometry import BOARDS, HQ, NEIGHBOURS, RAILS
from engine.games.luzhanqi.placement import PLACEMENTS, placement_faults, rank_placement, unrank_placement
from engine.games.luzhanqi.setups import SETUPS, kinds_of

THIRD = "1l1a1/j1b2/1C3/2f2/1D1e1/5/5/1A1h1/2g2/1k1I1/3K1/1L1B1 w * - 3 80"
PLACED = ["@abccddeeffggghhhiiijjkklj", "@hgdcabfieihgfeickdghkjjlj"]


def load(game_id, **options):
    return engine.load(game_id, {name: str(value) for name, value in options.items()})


@pytest.mark.parametrize(
    ("number", "points", "road", "rail", "pairs", "origins", "most"),
    [(0, 60, 98, 35, 1176, 56, 35), (1, 129, 196, 92, 5624, 121, 76)],
)
def test_board_figures(number, points, road, rail, pairs, origins, most):
    board = BOARDS[number]
    assert (board.points, len(board.roads), len(board.rails)) == (points, road, rail)
    counts = []
    for start in range(points):
        met, todo = {start}, [start]
        while todo:
            for other in RAILS[number, todo.pop()].tolist():
                if other >= 0 and other not in met:
                    met.add(other)
                    todo.append(other)
        met |= {p for p in NEIGHBOURS[number, start].tolist() if p >= 0}
        if not HQ[number, start]:
            counts.append(len(met) - 1)
    assert (sum(counts), len(counts), max(counts)) == (pairs, origins, most)


def test_number_of_placements():
    assert PLACEMENTS == 709_596_419_051_520_000


@pytest.mark.parametrize("number", [0, 1, PLACEMENTS - 1, PLACEMENTS // 3, 123_456_789_012_345_678])
def test_placements_are_numbered(number):
    import numpy as np

    kinds = np.zeros(25, np.int64)
    unrank_placement(np.int64(number), kinds)
    assert not placement_faults(kinds.tolist())
    assert rank_placement(kinds.tolist()) == number | 1 << 62


def test_book_is_legal_and_varied():
    assert all(weight > 0 and not placement_faults(kinds_of(letters)) for weight, letters in SETUPS)
    assert len({letters for _, letters in SETUPS}) == len(SETUPS) >= 24


PERFT = [
    ("luzhanqi", {}, "1l1j1/5/5/5/5/I4/4d/5/5/2c2/k1b2/1L3 w * - 0 60", (25, 816, 19788)),
    ("luzhanqi-ccgc", {}, "1l1j1/5/5/5/5/I4/4d/5/5/2c2/k1b2/1L3 w * - 0 60", (25, 816, 19788)),
    ("luzhanqi", {}, THIRD, (31, 1148, 39350)),
    ("luzhanqi-ccgc", {}, THIRD, (31, 1150, 39142)),
    ("luzhanqi", {"MineHit": "both-die"}, THIRD, (31, 1151, 39166)),
    ("luzhanqi", {"NoContactPlies": 4}, THIRD, (31, 38, 923)),
    ("luzhanqi", {"NoContactPlies": 4, "NoContactResult": "mover-loses"}, THIRD, (31, 38, 923)),
    ("luzhanqi", {}, "jl1j1/1Kj2/1I3/5/5/a3k/A3C/5/5/1i3/1J1J1/JL1c1 b * - 0 90", (26, 761, 17730)),
    ("luzhanqi-ccgc", {}, "jl1j1/1Kj2/1I3/5/5/a3k/A3C/5/5/1i3/1J1J1/JL1c1 b * - 0 90", (26, 761, 17730)),
    ("luzhanqi", {}, "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 30 100", (12, 146)),
    ("luzhanqi-ccgc", {}, "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 30 100", (12, 15)),
    ("luzhanqi", {}, "1l3/5/5/5/5/a4/5/5/5/5/J3J/1LJB1 w * - 0 98", (0, 0)),
    ("luzhanqi", {}, "1l1a1/j4/5/5/5/5/5/5/5/5/J3J/1LJB1 w * - 0 98", (0, 0)),
]


@pytest.mark.parametrize(("game_id", "options", "text", "counts"), PERFT)
def test_perft(game_id, options, text, counts):
    position = load(game_id, **options).position(text)
    assert position.text() == text
    assert tuple(position.perft(depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.parametrize("game_id", ["luzhanqi", "luzhanqi-ccgc"])
def test_perft_after_placing(game_id):
    position = load(game_id).position("startpos", PLACED)
    assert position.text() == "jljjk/hgdkc/i1e1f/gh1ie/i1f1b/acdgh/ABCCD/D1E1E/FF1GG/G1H1H/HIIIJ/JKKLJ w * - 0 2"
    assert (position.perft(1), position.perft(2)) == (34, 1195)


def moves_from(position, origin):
    return sorted(t[len(origin) :] for t in map(position.format, position.legal_moves().tolist()) if t.startswith(origin))


def test_moves_of_the_second_position():
    position = load("luzhanqi").position("1l1j1/5/5/5/5/I4/4d/5/5/2c2/k1b2/1L3 w * - 0 60")
    wanted = "a2 a3 a4 a5 a6 a8 a9 a10 a11 b6 c6 d6 e6 b7 c7 d7 e7 b8 e8 e9 e10 e11 b11 c11 d11"
    assert moves_from(position, "a7") == sorted(wanted.split()) and len(position.legal_moves()) == 25


def test_moves_of_the_third_position():
    position = load("luzhanqi").position(THIRD)
    for origin, targets in {
        "b10": "a9 b9 a10 c10 a11 b11 c11",
        "b8": "a7 b7 c7 a8 c8 a9 b9",
        "b5": "a4 b4 a5 c5 a6 b6 c6",
        "d3": "c2 e2 c3 e3 d4 e4",
        "d2": "a2 b2 c2 e2",
    }.items():
        assert moves_from(position, origin) == sorted(targets.split()), origin


PLAYS = [
    ({}, "1l1j1/jik1b/5/2g2/1h3/a3k/A1D1I/1C3/5/K3i/1J1FJ/1L1G1 w * - 5 40", "a6a7", "a6a7=!b1!b12", "ongoing",
     "1l1j1/jik1b/5/2g2/1h3/4k/2D1I/1C3/5/K3i/1J1FJ/1L1G1 b * b12,b1 0 41"),
    ({}, "1l1j1/jik1b/5/2g2/1h3/a3k/A1D1I/1C3/5/K3i/1J1FJ/1L1G1 w * - 5 40", "e6e7", "e6e7=", "ongoing",
     "1l1j1/jik1b/5/2g2/1h3/a4/A1D2/1C3/5/K3i/1J1FJ/1L1G1 b * - 0 41"),
    ({}, "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 w * - 5 40", "b11b12", "b11b12x#", "win red flag", None),
    ({}, "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 w * - 5 40", "b11a11", "b11a11~", "ongoing",
     "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 b * a11 6 41"),
    ({"game": "luzhanqi-ccgc"}, "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 w * - 5 40", "b11a11", "b11a11o!b1", "ongoing",
     "1l1j1/j4/5/5/5/5/5/5/5/5/K1i1J/1L1G1 b * b1 0 41"),
    ({"MineHit": "both-die"}, "1l1j1/jA3/5/5/5/5/5/5/5/5/K1i1J/1L1G1 w * - 5 40", "b11a11", "b11a11=!b1", "ongoing",
     "1l1j1/5/5/5/5/5/5/5/5/5/K1i1J/1L1G1 b * b1 0 41"),
    ({"EngineerScout": "true"}, "1l3/5/5/5/5/e3a/I3I/5/5/5/5/1L3 w * - 0 30", "a6a7", "a6a7o?e", "ongoing",
     "1l3/5/5/5/5/e3a/4I/5/5/5/5/1L3 b * a7 0 31"),
    ({"EngineerScout": "true"}, "1l3/5/5/5/5/e3a/I3I/5/5/5/5/1L3 w * - 0 30", "a6a7 a7a6 e6e7", "a6a7o?e a7a6 e6e7o?a", "ongoing",
     "1l3/5/5/5/5/4a/e4/5/5/5/5/1L3 b * e7,a6 0 33"),
    ({"EngineerScout": "true"}, "1l3/5/5/5/5/i3a/E3I/5/5/5/5/1L3 w * - 0 30", "a6a7", "a6a7x?E", "ongoing",
     "1l3/5/5/5/5/E3a/4I/5/5/5/5/1L3 b * a7 0 31"),
    ({}, "1l3/1K3/5/5/5/5/5/5/5/5/4c/1L3 w * - 0 30", "b11b12", "b11b12=#", "win red flag",
     "5/5/5/5/5/5/5/5/5/5/4c/1L3 b * - 0 31"),
    ({}, "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 69 100", "e4e5", "e4e5", "draw no-contact", None),
    ({"NoContactPlies": "0"}, "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 69 100", "e4e5", "e4e5", "ongoing", None),
    ({"game": "luzhanqi-ccgc"}, "1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 30 100", "e4e5", "e4e5", "win black no-contact", None),
    ({"FlagReveal": "false"}, "1l1j1/jik1b/5/2g2/1h3/a3k/A1D1I/1C3/5/K3i/1J1FJ/1L1G1 w * - 5 40", "a6a7", "a6a7=", "ongoing",
     "1l1j1/jik1b/5/2g2/1h3/4k/2D1I/1C3/5/K3i/1J1FJ/1L1G1 b * - 0 41"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "text", "moves", "tokens", "result", "after"), PLAYS)
def test_plays(options, text, moves, tokens, result, after):
    options = dict(options)
    game = load(options.pop("game", "luzhanqi"), **options)
    position = game.position(text)
    for move, token in zip(moves.split(), tokens.split(), strict=True):
        packed = position.parse(move)
        assert game.spec.notation.view_token(position.memory, position.ply, packed, -1, game.options) == token
        copy = position.copy()
        copy.push(token)
        position.push(move)
        assert copy.text() == position.text() and copy.key == position.key
    assert str(position.result()) == result
    if after:
        assert position.text() == after
    if position.result().over:
        assert not len(position.legal_moves())


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1l3/5/5/5/5/a4/5/5/5/5/J3J/1LJB1 w * - 0 98", "win black no-moves"),
        ("1l1a1/j4/5/5/5/5/5/5/5/5/J3J/1LJB1 w * - 0 98", "draw no-moves"),
        ("1l3/5/5/5/5/a4/5/5/5/5/J3J/1LJB1 w 0 - 0 98", None),
        ("5/4b/5/5/5/5/5/5/4C/5/5/1L3 w * - 0 98", "win red flag"),
        ("1x3/4x/5/5/5/5/5/5/4C/5/5/5 w 0 - 0 98", "win black flag"),
        ("1x3/4x/5/5/5/5/5/5/4C/5/5/1L3 w 0 - 70 98", "draw no-contact"),
    ],
)
def test_results_of_given_positions(text, result):
    if result is None:
        with pytest.raises(engine.PositionError, match="may not know"):
            load("luzhanqi").position(text)
    else:
        assert str(load("luzhanqi").position(text).result()) == result


BAD = [
    ("5/5/5/5/5/5/5/5/5/5/5 w * - 0 0", "11 ranks"),
    ("6/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "unknown letter"),
    ("4/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "4 points"),
    ("m4/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "unknown letter"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 x * - 0 9", "side to move"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w 2 - 0 9", "the view"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * zz 0 9", "no point"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * a1 0 9", "is empty"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * - -1 9", "quiet"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 x", "ply"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0", "5 fields"),
    ("5/5/AA3/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "2 of a of red"),
    ("5/5/DDD2/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "3 of d of red"),
    ("xxxxx/xxxxx/xxxxx/xxxxx/xxxxx/x4/5/5/5/5/5/1L3 w 0 - 0 9", "26 pieces of black"),
    ("5/5/5/5/5/5/5/5/5/J4/5/1L3 w * - 0 9", "a mine of red on a3"),
    ("5/5/5/5/5/5/5/5/5/5/5/L4 w * - 0 9", "a flag of red on a1"),
    ("1L3/5/5/5/5/5/5/5/5/5/5/5 w * - 0 9", "a flag of red on b12"),
    ("x4/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 9", "knows the kind"),
    ("5/5/5/5/5/5/5/5/5/5/X4/1L3 w 0 - 0 9", "knows the kind"),
    ("x4/5/5/5/5/5/5/5/5/5/5/1L3 w 0 a12 0 9", "knows the kind"),
    ("a4/5/5/5/5/5/5/5/5/5/5/1L3 w 0 - 0 9", "may not know"),
    ("5/5/5/5/5/5/5/5/5/5/5/A4 w - - 0 9", "may not know"),
    ("a4/5/5/5/5/5/5/5/5/5/5/5 w * - 0 9", "no flag"),
    ("5/5/5/5/5/5/5/5/5/5/5/5 b * - 0 0", "red places"),
    ("5/5/5/5/5/5/5/5/5/5/5/5 w * - 0 1", "black places"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 b * - 0 1", "1 pieces instead of 25"),
    ("5/5/5/5/5/5/5/5/5/5/5/1L3 w * - 0 0", "before it has placed"),
    ("5/5/5/5/5/5/ABCCD/D1E1E/FF1GG/G1H1H/HIIIJ/JKKLI b * - 0 1", "4 of i"),
    ("5/5/5/5/5/5/KBCCD/D1E1E/FF1GG/G1H1H/HIIIJ/JAKLJ b * - 0 1", "bomb in the front row"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_positions(text, words):
    with pytest.raises(engine.PositionError, match=words):
        load("luzhanqi").position(text)


def test_turn_may_be_written_r():
    position = load("luzhanqi").position("1l3/4b/5/5/5/5/5/5/4C/5/5/1L3 r * - 30 100")
    assert position.text().split()[1] == "w"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["@abccddeeffggghhhiiijjkkl"], "no placement"),
        (["@abccddeeffggghhhiiijjkklm"], "letters from a to l"),
        (["a6a7"], "no placement"),
        (["@kbccddeeffggghhhiiijjaklj"], "bomb in the front row"),
        (["@jbccddeeffggghhhiiiajkklj"], "a mine in row 1"),
        (["@abccddeeffggghhhiiijjkkjl"], "no headquarters"),
        (["@aaccddeeffggghhhiiijjkklj"], "2 of a"),
        ([*PLACED, "a6a8"], "no legal move"),
        ([*PLACED, "b6b7"], "no legal move"),
        ([*PLACED, "a6a7x"], "the referee would say a6a7=!d1!b12"),
        ([*PLACED, "a6a7=!d1!d12"], "the referee would say"),
        ([*PLACED, "a3b3x"], "empty point"),
        ([*PLACED, "z6a7"], "no move"),
        ([*PLACED, "@-"], "no move"),
        ([PLACED[0], "@-", "a6a7"], "needs its result code"),
        ([PLACED[0], "@-", "a6a7~", "c7c6o"], "cannot end so|no legal move"),
        (["@-", "@-"], "hides a placement"),
    ],
)
def test_bad_moves(moves, words):
    with pytest.raises(engine.errors.QijiError, match=words):
        load("luzhanqi").position("startpos", moves)


def test_placement_letters_may_be_upper_case():
    game = load("luzhanqi")
    lower, upper = game.position("startpos", PLACED), game.position("startpos", [text.upper() for text in PLACED])
    assert lower.text() == upper.text()
    assert upper.history() == PLACED
