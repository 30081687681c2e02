"""How games of chess end (rule text, sections 5, 8 and the table of section 10)."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core import contract

AUTO = engine.load("chess")
PLAYER = engine.load("chess", {"claims": "player"})
OFF = engine.load("chess", {"claims": "off"})
SHUFFLE = "g1f3 g8f6 f3g1 f6g8".split()
LOYD = ("e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6").split()
RIGHTS = "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8".split()


DEAD = "draw insufficient-material"


def material(placement: str) -> str:
    return f"{placement} w - - 0 1"


#: name, start, moves, result under auto, result under player and off, what can be claimed under player
CASES = [
    ("fools-mate", "startpos", "f2f3 e7e5 g2g4 d8h4".split(), "win black checkmate", "win black checkmate", None),
    ("loyd-stalemate", "startpos", LOYD, "draw stalemate", "draw stalemate", None),
    ("threefold-start", "startpos", SHUFFLE * 2, "draw repetition", "ongoing", "repetition"),
    ("castling-rights-differ", "startpos", RIGHTS, "ongoing", "ongoing", None),
    ("twofold", "startpos", SHUFFLE, "ongoing", "ongoing", None),
    ("fivefold", "startpos", SHUFFLE * 4, "draw repetition", "draw fivefold-repetition", "repetition"),
    ("fifty-claimable", "8/8/4k3/8/8/3K4/8/R7 w - - 99 120", ["a1a2"], "draw fifty-moves", "ongoing", "fifty-moves"),
    ("mate-on-100th-ply", "7k/8/6K1/8/8/8/8/R7 w - - 99 120", ["a1a8"], "win white checkmate", "win white checkmate", None),
    # Under auto the game was over 49 plies before; else mate comes before the automatic draw.
    ("mate-on-150th-ply", "7k/8/6K1/8/8/8/8/R7 w - - 149 150", ["a1a8"], "draw fifty-moves", "win white checkmate", None),
    (
        "seventyfive-automatic",
        "8/8/4k3/8/8/3K4/8/R7 w - - 149 150",
        ["a1a2"],
        "draw fifty-moves",
        "draw seventyfive-moves",
        "fifty-moves",
    ),
    ("material-K-K", material("8/8/4k3/8/8/3K4/8/8"), [], DEAD, DEAD, None),
    ("material-KB-K", material("8/8/4k3/8/8/3K4/8/2B5"), [], DEAD, DEAD, None),
    ("material-KN-K", material("8/8/4k3/8/8/3K4/8/2N5"), [], DEAD, DEAD, None),
    ("material-KB-KB-same", material("8/8/3bk3/8/8/3K4/8/2B5"), [], DEAD, DEAD, None),
    ("material-KB-KB-opposite", material("8/8/2b1k3/8/8/3K4/8/2B5"), [], "ongoing", "ongoing", None),
    ("material-KNN-K", material("8/8/4k3/8/8/3K4/8/1NN5"), [], "ongoing", "ongoing", None),
    ("material-KN-KN", material("8/8/3nk3/8/8/3K4/8/1N6"), [], "ongoing", "ongoing", None),
    ("material-KB-KN", material("8/8/3nk3/8/8/3K4/8/1B6"), [], "ongoing", "ongoing", None),
    ("material-many-bishops", material("B1b5/3b4/4k3/8/8/3K4/8/1B3B2"), [], DEAD, DEAD, None),
    ("material-KP-K", material("8/8/4k3/8/8/3K4/3P4/8"), [], "ongoing", "ongoing", None),
]


@pytest.mark.parametrize(("name", "start", "moves", "auto", "free", "claim"), CASES, ids=[case[0] for case in CASES])
def test_table(name, start, moves, auto, free, claim):
    assert str(AUTO.position(start, moves).result()) == auto
    position = PLAYER.position(start, moves)
    assert str(position.result()) == free
    assert position.claimable() == claim
    position = OFF.position(start, moves)
    assert str(position.result()) == free
    assert position.claimable() is None


def test_occurrences_count_from_a_given_start():
    start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    moves = "e1d1 e8d8 d1e1 d8e8".split()
    assert not AUTO.position(start, moves).result().over
    assert str(AUTO.position(start, moves * 2).result()) == "draw repetition"


def test_an_en_passant_right_makes_another_position():
    """After d7d5 White may take en passant; the same men later, without that right, are a new position."""
    start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    moves = "d7d5 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8".split()
    assert not AUTO.position(start, moves).result().over
    assert str(AUTO.position(start, [*moves, *"e1d1 e8d8 d1e1 d8e8".split()]).result()) == "draw repetition"
    # Without an own pawn beside it there is no such right, and the first occurrence counts.
    plain = "4k3/3p4/8/6P1/8/8/8/4K3 b - - 0 1"
    assert str(AUTO.position(plain, moves).result()) == "draw repetition"


def test_a_pinned_pawn_gives_no_en_passant_right():
    start = "4k3/3p4/8/1K2P2r/8/8/8/8 b - - 0 1"
    position = AUTO.position(start, ["d7d5"])
    assert position.text().split()[3] == "-"
    assert AUTO.position(position.text()).key == position.key


def test_limits_are_options():
    long = engine.load("chess", {"fifty_limit": "60", "seventyfive_limit": "70", "repetition_claim": "4"})
    assert not long.position("8/8/4k3/8/8/3K4/8/R7 w - - 99 120", ["a1a2"]).result().over
    assert str(long.position("8/8/4k3/8/8/3K4/8/R7 w - - 119 120", ["a1a2"]).result()) == "draw fifty-moves"
    assert not long.position("startpos", SHUFFLE * 2).result().over
    assert str(long.position("startpos", SHUFFLE * 3).result()) == "draw repetition"
    short = engine.load("chess", {"claims": "off", "seventyfive_limit": "70", "repetition_auto": "4"})
    assert str(short.position("8/8/4k3/8/8/3K4/8/R7 w - - 139 120", ["a1a2"]).result()) == "draw seventyfive-moves"
    assert str(short.position("startpos", SHUFFLE * 3).result()) == "draw fivefold-repetition"


def test_the_seed_list_of_dead_material():
    seed = engine.load("chess", {"insufficient": "seed-10.4"})
    assert str(seed.position(material("8/8/4k3/8/8/3K4/8/8")).result()) == DEAD
    assert str(seed.position(material("8/8/4k3/8/8/3K4/8/2B5")).result()) == DEAD
    assert str(seed.position(material("8/8/4k3/8/8/3K4/8/2N5")).result()) == DEAD
    assert str(seed.position(material("8/8/3bk3/8/8/3K4/8/2B5")).result()) == DEAD
    assert not seed.position(material("8/8/4k3/8/8/3K4/8/B1B5")).result().over
    assert str(AUTO.position(material("8/8/4k3/8/8/3K4/8/B1B5")).result()) == DEAD


def test_king_capture():
    free = engine.load("chess", {"win_by": "king-capture"})
    mated = free.position("startpos", "f2f3 e7e5 g2g4 d8h4".split())
    assert not mated.result().over and len(mated.legal_moves()) == 19
    taken = free.position("startpos", "f2f3 e7e5 g2g4 d8h4 a2a3 h4e1".split())
    assert str(taken.result()) == "win black king-capture" and len(taken.legal_moves()) == 0
    assert free.kernel("adjudicate")(taken.memory, taken.ply, 0) != 0
    # Without a pseudo-legal move the game is drawn, in check or not.
    blocked = free.position("8/8/8/8/8/p7/p1p5/K1k5 b - - 0 1", ["c1d2"])
    assert not blocked.result().over
    assert str(free.position("8/8/8/8/8/k7/p7/K7 w - - 0 1").result()) == "ongoing"
    # Castling keeps its rules: not out of check, not through an attacked cell.
    castle = free.position("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1")
    assert "e1g1" not in {castle.format(m) for m in castle.legal_moves()}
    # Kings that may be taken are never dead material.
    assert not free.position(material("8/8/4k3/8/8/3K4/8/8")).result().over


def test_castle_rook_safe():
    start = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"
    beside = "5rk1/8/8/8/8/8/8/R5KR w KQ - 0 1"  # the king stays on g1, the rook lands on f1, which is attacked
    for option, count in (("false", 1), ("true", 0)):
        game = engine.load("chess", {"castle_rook_safe": option, "UCI_Chess960": "true"})
        assert "e1h1" not in {game.position(start).format(m) for m in game.position(start).legal_moves()}
        position = game.position(beside)
        moves = {position.format(m) for m in position.legal_moves()}
        assert ("g1h1" in moves) == bool(count)
        is_legal = game.kernel("is_legal")
        castling = np.int64(7 | 6 << contract.ORIGIN_SHIFT | 6 << contract.MOVER_SHIFT | 1 << contract.SPECIAL_SHIFT)
        assert is_legal(position.memory, 0, castling) == count


# --- what the search sees ---------------------------------------------------------------------------------------------------


def verdict(position: engine.Position, root: int) -> str:
    code = int(position.game.kernel("adjudicate")(position.memory, position.ply, root))
    return position.game.spec.reasons[code & 0xFF] if code else ""


def test_adjudicate_counts_repetitions_by_the_root():
    once = PLAYER.position("startpos", SHUFFLE + ["g1f3"])  # equal to ply 1
    assert verdict(once, 0) == "repetition"  # both on the path
    assert verdict(once, 1) == "" and verdict(once, 5) == ""  # one of the game before the root
    twice = PLAYER.position("startpos", SHUFFLE * 2)
    assert verdict(twice, 8) == verdict(twice, 7) == "repetition"
    assert verdict(PLAYER.position("startpos", ["e2e4", *SHUFFLE[1:]][:1]), 0) == ""


def test_adjudicate_counts_moves_and_leaves_mate_alone():
    assert verdict(AUTO.position("8/8/4k3/8/8/3K4/8/R7 w - - 99 120", ["a1a2"]), 0) == "fifty-moves"
    assert verdict(PLAYER.position("8/8/4k3/8/8/3K4/8/R7 w - - 99 120", ["a1a2"]), 0) == "fifty-moves"
    assert verdict(OFF.position("8/8/4k3/8/8/3K4/8/R7 w - - 99 120", ["a1a2"]), 0) == ""
    assert verdict(OFF.position("8/8/4k3/8/8/3K4/8/R7 w - - 149 120", ["a1a2"]), 0) == "fifty-moves"
    assert verdict(AUTO.position("7k/8/6K1/8/8/8/8/R7 w - - 99 120", ["a1a8"]), 0) == ""
    assert verdict(AUTO.position("7k/8/5K2/8/8/8/8/R7 w - - 99 120", ["a1a8"]), 0) == "fifty-moves"
    assert verdict(AUTO.position(material("8/8/3bk3/8/8/3K4/8/2B5")), 0) == "insufficient-material"


def test_no_repetition_across_a_null_move():
    position = AUTO.position()
    position._grow(12)
    make_move, adjudicate = AUTO.kernel("make_move"), AUTO.kernel("adjudicate")
    states = position.memory.view(AUTO.spec.state)
    for ply in range(4):  # four passes: the start position again, but nothing may be compared across a pass
        make_move(position.memory, ply, 0)
        assert states[ply + 1]["reversible"] == 0 and adjudicate(position.memory, ply + 1, 0) == 0
    assert states[2]["key"] == states[0]["key"] and np.array_equal(states[4]["board"], states[0]["board"])


def test_must_change_is_silent():
    assert AUTO.position("startpos", SHUFFLE * 2).must_change() is None
