"""What the rule texts of both variants show: lists of moves, worked lines, ends, repetitions."""

from __future__ import annotations

import pytest

import engine
from engine.core.jit import compile_kernel
from engine.games.xiangqi.repetition import LETTERS
from engine.games.xiangqi_variants.adjudication import letter_of
from engine.games.xiangqi_variants.state import STATE
from tests.reference.xiangqi_variants_twin import twin_of

PAOWEI, SHENGSHI = "paowei-xiangqi", "shengshi-xiangqi"
BOTH_RIGHTS = "rnbakabCr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RcBAKABNR w - h9h2h7/b0b7b2 0 2"


def position(game, text="startpos", moves="", **options):
    return engine.load(game, options).position(text, moves.split())


def wire(place) -> str:
    return " ".join(sorted(place.format(int(move)) for move in place.legal_moves()))


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        (PAOWEI, "4k4/9/9/9/2b1p4/9/4B4/9/9/3K5 w - - 0 1", "d0d1 d0e0 e3b0 e3c1 e3c5 e3g1 e3g5 e3h0 e3h6"),
        (PAOWEI, "2b1ka3/9/4b4/9/2p1P4/6n2/4c4/3AB4/9/R1BAK4 w - - 0 1", "d0e1 d2e1 e0f0 e2b5 e2c4 e2g0 e2g4"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3A1K3 w - - 0 1", "d0e1 d0j0 f0f1"),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/5K3 w Aj0 - 0 1", "f0f1 j0d0 j0d1 j0e0 j0e1 j0k1"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d1d0 d1d2 d1e1"),
        (SHENGSHI, "9/4k4/9/9/9/9/9/9/3K5/9 w - - 0 1", "d1d0 d1d2"),
        (SHENGSHI, "3k5/9/9/9/P2p1Pp2/9/9/9/9/4K4 w - - 0 1", "a5a6 a5b5 a5c5 e0d0 e0e1 e0f0 f5e5 f5f6 f5g5"),
        (SHENGSHI, "3k5/9/9/9/6p2/9/2p1p4/9/2p6/1N3K3 w - - 0 1", "b0a2 b0b4 b0c2 b0d1 b0f4 b0h6 f0e0 f0f1"),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/2B1K4 w - - 0 1", "c0a2 c0e2 c0f3 e0e1 e0f0"),
        (SHENGSHI, "3k5/9/9/9/9/9/5B3/9/9/4K4 w - - 0 1", "e0e1 e0f0 f3c0 f3d1"),
        (SHENGSHI, "5k3/9/9/9/9/9/9/9/9/3K5 w Ak0Aj1 - 0 1", "j1d1 j1d2 j1e2 k0e0 k0f0 k0f1"),
    ],
)
def test_legal_moves(game, text, moves):
    assert wire(position(game, text)) == moves


def test_shengshi_start_has_two_moves_more():
    ours, theirs = (set(wire(position(game)).split()) for game in (SHENGSHI, "xiangqi"))
    assert ours - theirs == {"c0f3", "g0d3"} and theirs <= ours


# --- returns ------------------------------------------------------------------------------------------------------------


def test_a_return_follows_the_screen():
    assert "h9h2" in wire(position(PAOWEI, "startpos", "h2h9 a9a8"))
    place = position(PAOWEI, "startpos", "b2b9 b7b5")
    assert place.text().split()[3] == "b9b2b5/-" and "b9b2" in wire(place)
    place = position(SHENGSHI, "startpos", "b2b9 b7b5")
    assert place.text().split()[3] == "-" and "b9b2" not in wire(place)


def test_rights_of_both_sides():
    place = position(PAOWEI, "startpos", "h2h9 b7b0")
    assert place.text() == BOTH_RIGHTS
    after = position(PAOWEI, BOTH_RIGHTS, "b2b4")
    assert after.text().split()[3] == "b0b7b4/-" and "b0b7" in wire(after)
    after = position(PAOWEI, BOTH_RIGHTS, "b2c2")
    assert after.text().split()[3] == "-" and "b0b7" in wire(after)
    after = position(PAOWEI, BOTH_RIGHTS, "h9h2")
    assert after.text().split()[3] == "b0b7b2/-"


def test_the_place_of_a_screen_or_the_screen():
    text, moves = "3k5/9/n8/9/9/Pr7/9/9/9/C3K4 w", "a0a7 b4a4"
    assert "a7a0" not in wire(position(PAOWEI, text, moves))
    place = position(SHENGSHI, text, moves)
    assert "a7a0" in wire(place) and place.text().split()[3] == "a7a0a4/-"


def test_a_return_lapses_and_captures_nothing():
    place = position(PAOWEI, "startpos", "h2h9 a9a8 a3a4 a8a9")
    assert place.text().split()[3] == "-" and "h9h2" not in wire(place)
    place = position(PAOWEI, "startpos", "h2h9 a9a8 h9h2")
    assert place.text().split()[3] == "-"
    assert "h9h2" not in wire(position(PAOWEI, "startpos", "h2h9 a9a8", CannonReturn="false"))


def test_an_enemy_on_the_origin_is_taken_by_an_ordinary_capture():
    place = position(PAOWEI, "3k5/9/n8/9/9/P8/9/9/4K4/C7r w - - 0 1", "a0a7 i0a0")
    assert place.text().split()[3] == "-" and "a7a0" in wire(place)
    place.push("a7a0")
    assert place.text().split()[3] == "-/a0a7a4"


def test_a_return_may_answer_a_check():
    # Red's king is in check by the cannon on e9 over the cannon on e7; going back to a7 takes the screen away.
    text = "3kc4/9/4C4/9/9/9/9/9/3r1r3/4K4 w - e7a7c7/- 1 2"
    place = position(PAOWEI, text)  # nothing stands on c7: an ordinary move, the right is dropped
    assert place.notes and place.text().split()[3] == "-" and "e7a7" in wire(place)
    text = "3kc4/9/2p1C4/9/9/9/9/9/3r1r3/4K4 w - e7a7c7/- 1 2"
    place = position(PAOWEI, text)
    assert place.in_check and "e7a7" in wire(place) and str(place.result()) == "ongoing"
    moves = set(wire(place).split())
    assert moves <= {"e7a7"} | {name for name in moves if name.startswith("e7")}


# --- ends ---------------------------------------------------------------------------------------------------------------


def test_flying_check():
    place = position(SHENGSHI, "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d1e1")
    assert place.in_check and wire(place) == "e9d9 e9f9"


@pytest.mark.parametrize(
    ("game", "text", "result"),
    [
        (PAOWEI, "4k4/9/9/9/9/9/9/9/4A4/3K5 w", "draw material"),
        (PAOWEI, "4k4/9/9/9/9/9/9/9/9/2BK5 w", "ongoing"),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/2B1K4 w", "draw material"),
        (SHENGSHI, "3k5/9/9/9/9/9/9/9/9/5K3 w Aj0 - 0 1", "draw material"),
        (SHENGSHI, "4k4/9/9/9/9/9/9/9/9/3A1K2P w", "ongoing"),
        (PAOWEI, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 120 60", "draw move-limit"),
        (PAOWEI, "4k4/4a3R/9/9/9/9/9/9/4K4/9 b", "ongoing"),
        (PAOWEI, "3k5/9/3P5/9/9/9/9/9/9/4K4 b", "win red stalemate"),
    ],
)
def test_results(game, text, result):
    assert str(position(game, text).result()) == result


def test_checkmate():
    assert str(position(PAOWEI, "4k4/4a3R/9/9/9/9/9/9/4K4/9 w", "i8i9").result()) == "win red checkmate"


def test_elephants_give_check():
    place = position(PAOWEI, "4k4/9/9/7B1/9/9/9/9/9/3K5 b - - 0 1")
    assert place.in_check and "e9f8" not in wire(place)


# --- repetitions --------------------------------------------------------------------------------------------------------

CHASE = "3akabC1/9/4b4/7P1/2n5p/9/3p5/9/4A1c2/2BAK1B1C w - - 0 1"
EXAMPLES = [
    (PAOWEI, CHASE, "g0i2 g1i1 i2g0 i1g1", 8, "ZZZZ/XXXX", "win black perpetual-chase"),
    (PAOWEI, "3k5/9/C8/9/1r7/P8/9/9/9/4K4 w - - 1 2", "e0e1 b5b6 e1e0 b6b5", 8, "XXXX/XXXX", "draw repetition"),
    (PAOWEI, "3k5/9/C8/9/1r7/P8/9/9/9/4K4 w - a7a0a4/- 1 2", "e0e1 b5b6 e1e0 b6b5", 9, "XXXX/XXXX", "draw repetition"),
    (SHENGSHI, "4k4/9/9/9/9/4N4/9/9/4K4/9 w - - 0 1", "e4g5 e9d9 g5e4 d9e9", 8, "JXJX/XXXX", "draw repetition"),
    (SHENGSHI, "3k5/9/9/9/9/9/9/r8/5K3/3A5 b - - 0 1", "a2a0 d0j0 a0a2 j0d0", 8, "XXXX/ZXZX", "draw repetition"),
]


@pytest.mark.parametrize("rule", ["ChineseRule", "AsianRule"])
@pytest.mark.parametrize(("game", "text", "cycle", "plies", "letters", "result"), EXAMPLES)
def test_repetitions(game, text, cycle, plies, letters, result, rule):
    compile_kernel(letter_of)
    place = position(game, text, **{"Repetition Rule": rule})
    plain = twin_of(game).Game(text, **{"Repetition Rule": rule})
    moves = (cycle.split() * 3)[:plies]
    for move in moves:
        assert str(place.result()) == plain.result() == "ongoing"
        place.push(move)
        plain.push(move)
    assert str(place.result()) == plain.result() == result
    start = plain.occurrences(plies)[-3]
    found = ["", ""]
    for ply in range(start + 1, plies + 1):
        found[int(place.memory.view(STATE)[ply - 1]["player"])] += LETTERS[int(letter_of(place.memory, ply, 0))]
    assert "/".join(found) == letters == plain.judge(start, plies).letters
    loser = place.must_change()
    assert loser == ({"win black": "red"}.get(result[:9]))


def test_uncrossed_pawns_are_pieces_only_without_a_river():
    assert str(position("xiangqi", CHASE, "g0i2 g1i1 i2g0 i1g1 " * 2).result()) == "draw repetition"
