"""Move text of chess (rule text, section 6)."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.games.chess.positions import random_games

GAME = engine.load("chess")
GAME_960 = engine.load("chess", {"UCI_Chess960": "true"})
GAME_FREE = engine.load("chess", {"UCI_Chess960": "true", "win_by": "king-capture"})
QUEENS = "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1"
KNIGHTS = "3k4/8/8/8/8/N7/8/N1N1K3 w - - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ROOKS = "5k2/8/8/8/8/8/8/1RK4R w KQ - 0 1"
ROOKS_EXPOSED = "1k6/8/8/8/8/8/8/1RK4R w KQ - 0 1"  # the table's own row: only king-capture lets White move here


@pytest.mark.parametrize(
    ("fen", "uci", "san"),
    [
        (KNIGHTS, "a1b3", "Nab3"),
        (KNIGHTS, "c1b3", "Ncb3"),
        (QUEENS, "h4e1", "Q4e1"),
        (QUEENS, "h1e1", "Q1e1"),
        (QUEENS, "a4e4", "Qae4"),
        (QUEENS, "h4e4", "Qh4e4"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", "dxc6"),
        (PROMOTION, "a7a8q", "a8=Q+"),
        (PROMOTION, "a7a8r", "a8=R+"),
        (PROMOTION, "a7a8b", "a8=B"),
        (PROMOTION, "a7a8n", "a8=N"),
        (CASTLES, "e1g1", "O-O"),
        (CASTLES, "e1c1", "O-O-O"),
        (ROOKS, "c1b1", "O-O-O"),
        (ROOKS, "c1h1", "O-O+"),
        (ROOKS_EXPOSED, "c1b1", "O-O-O"),
        (ROOKS_EXPOSED, "c1h1", "O-O+"),
    ],
)
def test_san_table(fen, uci, san):
    game = {ROOKS: GAME_960, ROOKS_EXPOSED: GAME_FREE}.get(fen, GAME)
    position = game.position(fen)
    move = position.parse(uci)
    assert position.format(move, "san") == san
    assert position.format(move, "uci") == position.format(move) == uci
    assert position.parse(san) == move


@pytest.mark.parametrize(
    ("fen", "texts", "uci"),
    [
        (CASTLES, ["0-0", "O-O", "o-o", "O-O+", "e1h1", "Ke1-g1", "Kg1", "短易位"], "e1g1"),
        (CASTLES, ["0-0-0", "O-O-O!?", "e1a1", "Kc1", "长易位"], "e1c1"),
        (PROMOTION, ["a7a8Q", "a8=Q", "a8Q", "a8=q+", "a7-a8=Q", "a8(Q)", "兵a8=后"], "a7a8q"),
        ("startpos", ["Nf3", "Ng1f3", "Ng1-f3", "N1f3", "马f3", "馬f3", "马 f3", "Nf3!"], "g1f3"),
        ("startpos", ["e4", "e2-e4", "e2e4", "兵e4"], "e2e4"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ["dxc6", "dc6", "d5xc6", "dxc6 e.p.", "dxc6e.p."], "d5c6"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", ["Nge2", "Ne2"], "g1e2"),
    ],
)
def test_input_liberties(fen, texts, uci):
    position = GAME.position(fen)
    for text in texts:
        assert position.format(position.parse(text)) == uci, text


def test_chess960_castling_forms():
    position = GAME_960.position(CASTLES)
    assert {"e1h1", "e1a1"} <= {position.format(m) for m in position.legal_moves()}
    assert position.parse("e1g1") == position.parse("e1h1")
    # Where the start cells are not the orthodox ones, the rook's cell is always given.
    assert {"c1h1", "c1b1"} <= {GAME.position(ROOKS).format(m) for m in GAME.position(ROOKS).legal_moves()}
    # A king's step to its castling target is that step.
    beside = GAME.position("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    assert beside.format(beside.parse("f1g1")) == "f1g1" and beside.format(beside.parse("O-O")) == "f1h1"


@pytest.mark.parametrize(
    ("fen", "legal", "total"),
    [
        ("4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", {"g1h1": "O-O", "g1a1": "O-O-O"}, 25),
        ("4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", {"c1h1": "O-O", "c1b1": "O-O-O"}, 25),
        ("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", {}, 4),
        ("4k3/8/8/8/8/8/8/1R1K3R w KQ - 0 1", {"d1h1": "O-O", "d1b1": "O-O-O"}, 26),
    ],
)
def test_chess960_castling_table(fen, legal, total):
    position = GAME_960.position(fen)
    moves = {position.format(m): position.format(m, "san") for m in position.legal_moves()}
    assert len(moves) == total
    assert {uci: san for uci, san in moves.items() if san.startswith("O-O")} == legal


@pytest.mark.parametrize(
    ("fen", "text", "error"),
    [
        ("startpos", "", engine.MoveSyntaxError),
        ("startpos", "e2e9", engine.MoveSyntaxError),
        ("startpos", "hello", engine.MoveSyntaxError),
        ("startpos", "Nf3 Nf6", engine.MoveSyntaxError),
        ("startpos", "O-O-O-O", engine.MoveSyntaxError),
        ("startpos", "0000", engine.IllegalMoveError),
        ("startpos", "e2e5", engine.IllegalMoveError),
        ("startpos", "e2e4q", engine.IllegalMoveError),
        ("startpos", "e7e5", engine.IllegalMoveError),
        ("startpos", "O-O", engine.IllegalMoveError),
        ("startpos", "Ke2", engine.IllegalMoveError),
        (KNIGHTS, "Nb3", engine.AmbiguousMoveError),
        (QUEENS, "Qhe1", engine.AmbiguousMoveError),
        (PROMOTION, "a7a8", engine.AmbiguousMoveError),
        (PROMOTION, "a8", engine.AmbiguousMoveError),
        (PROMOTION, "a8=K", engine.MoveSyntaxError),
        ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", engine.IllegalMoveError),
    ],
)
def test_errors(fen, text, error):
    with pytest.raises(engine.QijiError) as caught:
        GAME.position(fen).parse(text)
    assert type(caught.value) is error and "\n" not in str(caught.value)


def test_chinese_names():
    position = GAME.position()
    names = {position.format(m, "chinese") for m in position.legal_moves()}
    assert {"马f3", "兵e4"} <= names
    assert GAME.position(CASTLES).format(GAME.position(CASTLES).parse("e1g1"), "chinese") == "短易位"
    promoted = GAME.position(PROMOTION)
    assert promoted.format(promoted.parse("a7a8q"), "chinese") == "兵a8=后+"
    for position, _ in random_games(2, 80, 5, False):
        for move in position.legal_moves():
            assert position.parse(position.format(move, "chinese")) == move


def test_mate_and_check_signs():
    position = GAME.position("startpos", ["f2f3", "e7e5", "g2g4"])
    assert position.format(position.parse("d8h4"), "san") == "Qh4#"
    free = engine.load("chess", {"win_by": "king-capture"}).position("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    assert free.format(free.parse("e2e8"), "san") == "Rxe8#"


def test_san_of_random_games_is_that_of_python_chess():
    rng = random.Random(2)
    for chess960 in (False, True):
        for position, board in random_games(8, 120, 11, chess960):
            legal = list(position.legal_moves())
            for move in rng.sample(legal, min(5, len(legal))):
                twin = board.parse_uci(position.format(move))
                san = board.san(twin)
                assert position.format(move, "san") == san, board.fen()
                assert position.parse(san) == move


@given(st.one_of(st.text(max_size=12), st.text(alphabet="abcdefgh12345678NBRQKOx=+#-0.qn", max_size=8)))
def test_any_move_text(text):
    """Any text is a legal move or one of the three errors."""
    position = GAME.position("r3k2r/pPp2ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 1")
    try:
        move = position.parse(text)
    except (engine.MoveSyntaxError, engine.IllegalMoveError, engine.AmbiguousMoveError) as error:
        assert "\n" not in str(error)
    else:
        assert position.parse(position.format(move)) == position.parse(position.format(move, "san")) == move
        assert chess.Board(position.text()).is_legal(chess.Move.from_uci(position.format(move)))
