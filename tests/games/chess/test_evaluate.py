"""The evaluation of chess: against its slow twin, on facts that must hold, and on endings whose value is known."""

from __future__ import annotations

import random

import chess
import chess.syzygy
import numpy as np
import pytest

import engine
from engine.core import score
from engine.core.jit import compile_kernel
from engine.games.chess.evaluate import parts
from engine.games.chess.explain import GROUPS, explain
from engine.games.chess.kpk import kpk_wins
from engine.games.chess.scratch import SCRATCH_WORDS, SMALL_SCRATCH_WORDS
from engine.games.chess.weights import ENTRIES, PAIR_COUNT, TABLE, TERMS, WEIGHTS
from tests.reference import chess_evaluation as twin

GAME = engine.load("chess")
MIDDLEGAMES = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5p2/2P1p1k1/1P2P1p1/p5P1/P4K2/8/8 b - - 3 50",
    "6k1/1P3p2/8/4B3/6p1/2r3P1/5P2/1R4K1 w - - 0 1",
    "6k1/R4ppp/8/8/8/8/r4PPP/6K1 w - - 0 1",
)


def fresh(words=SCRATCH_WORDS):
    return np.zeros(words, dtype=np.int64)


def value(text, scratch=None, weights=WEIGHTS):
    """The evaluation for the player to act."""
    position = GAME.position(text)
    return int(GAME.kernel("evaluate")(position.memory, 0, weights, fresh() if scratch is None else scratch))


def white(text):
    """The evaluation for White."""
    return value(text) if text.split()[1] == "w" else -value(text)


def sides(text, weights=WEIGHTS):
    """((middlegame, endgame) of the player to act, of the other one), phase, scale, bonus."""
    compile_kernel(parts)
    out = fresh(5)
    parts(GAME.position(text).memory, 0, weights, fresh(SMALL_SCRATCH_WORDS), out)
    split = [(int(word) - ((int(word) + 2**31 >> 32) << 32), int(word) + 2**31 >> 32) for word in out[:2]]
    return tuple(split), int(out[2]), int(out[3]), int(out[4])


def random_boards(count, seed):
    """Boards from random games; captures are taken back half the time, so that pieces stay on."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.randrange(10, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            if board.is_capture(move):
                move = rng.choice(moves)
            board.push(move)
        found.append(board)
    return found


BOARDS = random_boards(120, seed=1) + [chess.Board(fen) for fen in MIDDLEGAMES]


# --- as a function ------------------------------------------------------------------------------------------------------


def test_agrees_with_the_slow_twin():
    for board in BOARDS:
        assert sides(board.fen())[0] == twin.scores(board), board.fen()


def test_twin_agrees_under_other_weights():
    """No two weights can be mixed up: every number of the vector is another one."""
    rng = np.random.default_rng(7)
    weights = rng.permutation(np.arange(3, 3 + WEIGHTS.size, dtype=np.int32)) % 701
    for board in BOARDS[::4]:
        assert sides(board.fen(), weights)[0] == twin.scores(board, weights), board.fen()


def test_colours_are_symmetric():
    for board in BOARDS:
        assert value(board.fen()) == value(board.mirror().fen()), board.fen()


def test_files_are_symmetric_without_squares_and_castling():
    weights = WEIGHTS.copy()
    TERMS["squares"].read(weights)[:] = 0
    for board in BOARDS:
        turned = board.transform(chess.flip_horizontal)
        board.castling_rights = turned.castling_rights = 0
        assert value(board.fen(), weights=weights) == value(turned.fen(), weights=weights), board.fen()


def test_memory_does_not_change_the_value():
    warm, tiny = fresh(), fresh(SMALL_SCRATCH_WORDS)
    texts = [board.fen() for board in BOARDS]
    alone = [value(text) for text in texts]
    for _ in range(2):
        assert [value(text, warm) for text in texts] == alone
        assert [value(text, tiny) for text in texts] == alone
        texts.reverse()
        alone.reverse()


def test_bounds():
    queens = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQ1/8/6K1/k7 {} - - 0 1"
    assert value(queens.format("b")) == 1 - score.EVAL_LIMIT
    assert value("7k/6pp/8/QQQQ4/QQQQ4/QQQQQ2Q/QQQQQ2Q/1NBQ1BKQ w - - 0 1") == score.EVAL_LIMIT - 1
    for board in BOARDS:
        assert abs(value(board.fen())) < score.EVAL_LIMIT


def test_piece_values_are_sane():
    values = GAME.spec.piece_values
    assert values[0] == values[6] == 0 and list(values[1:6]) == sorted(values[1:6]) and values[1] > 50


# --- weights ------------------------------------------------------------------------------------------------------------


def test_table_covers_the_vector():
    assert WEIGHTS.dtype == np.int32 and WEIGHTS.size == sum(term.words for term in TABLE)
    offset = entry = 0
    for term in TABLE:
        assert (term.offset, term.entry) == (offset, entry), term
        assert term.read(WEIGHTS).shape == term.shape + ((2,) if term.paired else ())
        offset += term.words
        entry += term.words // 2 if term.paired else term.words
    assert entry == ENTRIES and [term.paired for term in TABLE] == sorted((t.paired for t in TABLE), reverse=True)


def test_every_term_speaks():
    texts = [board.fen() for board in BOARDS]
    plain = [sides(text)[0] for text in texts]
    for term in TABLE:
        weights = WEIGHTS.copy()
        weights[term.offset : term.offset + term.words] += 50
        assert any(sides(text, weights)[0] != before for text, before in zip(texts, plain, strict=True)), term.name


def test_pairs_are_linear():
    doubled = WEIGHTS.copy()
    doubled[: 2 * PAIR_COUNT] *= 2
    still = WEIGHTS.copy()
    still[: 2 * PAIR_COUNT] = 0
    for text in MIDDLEGAMES:
        once, twice, danger = sides(text)[0], sides(text, doubled)[0], sides(text, still)[0]
        for side in (0, 1):
            for phase in (0, 1):
                assert twice[side][phase] - danger[side][phase] == 2 * (once[side][phase] - danger[side][phase])


# --- facts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", "abcdefgh")
def test_a_passed_pawn_is_worth_more_on_every_rank(file):
    """A lone passed pawn from the third rank on, both kings and rooks far away from it."""
    worth = []
    for rank in range(3, 8):
        board = chess.Board("6k1/8/8/8/8/8/8/6K1 w - - 0 1" if file < "e" else "1k6/8/8/8/8/8/8/1K6 w - - 0 1")
        board.set_piece_at(chess.parse_square(file + str(rank)), chess.Piece.from_symbol("P"))
        for square, letter in (("e1", "R"), ("d8", "r")) if file < "d" else (("c1", "R"), ("d8", "r")):
            board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(letter))
        worth.append(white(board.fen()))
    assert worth == sorted(worth) and len(set(worth)) == len(worth), worth


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # The own king beside the passed pawn, the enemy's.
        ("8/8/3P4/3K4/8/8/6k1/6n1 w - - 0 1", "8/8/3P4/8/8/8/3K2k1/6n1 w - - 0 1"),
        ("8/8/3P4/8/8/3K4/6k1/6n1 w - - 0 1", "4k3/8/3P4/8/8/3K4/8/6n1 w - - 0 1"),
        # A rook on an open file.
        ("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1", "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1"),
        # Pawns: connected, not isolated, not doubled.
        ("4k3/8/8/8/8/3PP3/8/4K3 w - - 0 1", "4k3/8/8/8/8/2P1P3/8/4K3 w - - 0 1"),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/P7/P1PP4/4K3 w - - 0 1"),
        # A castled king behind his pawns, and behind none, with queens on.
        ("r1bq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1", "r1bq1rk1/pppp1ppp/8/8/8/8/PPPPPP2/R1BQ1RK1 w - - 0 1"),
        # A knight that attacks two pieces with no guard.
        ("4k3/8/1r3r2/3N4/8/8/8/4K3 w - - 0 1", "4k3/8/1r3r2/8/3N4/8/8/4K3 w - - 0 1"),
    ],
)
def test_better_and_worse(better, worse):
    assert white(better) > white(worse)


def test_moves_without_progress_count_less_and_less():
    text = "4k3/8/8/8/8/8/4P3/Q3K3 w - - {} 90"
    values = [value(text.format(plies)) for plies in (0, 20, 40, 60, 80, 99)]
    assert values == sorted(values, reverse=True) and values[0] * 0.6 > values[-1] > 0
    assert values[2] == pytest.approx(values[0] * 0.8, abs=1)


def test_the_bishop_pair_counts():
    """Bishops on both colours against two on one colour; the pawns stand on as many cells of either."""
    pair = {row.name: row.white for row in explain(GAME.position("4k3/8/8/8/8/8/PPPP4/2B1KB2 w - - 0 1"))}["bishops"]
    same = {row.name: row.white for row in explain(GAME.position("4k3/8/8/8/8/8/PPPP4/2B1K1B1 w - - 0 1"))}["bishops"]
    assert pair[0] > same[0] and pair[1] > same[1] + 20


def test_a_king_in_danger_costs():
    safe = "r1bq1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1"
    attacked = "r1b2r1k/ppp2p1p/8/5NQ1/8/2N5/PPP2PPP/R1B2RK1 w - - 0 1"
    assert {row.name: row.white for row in explain(GAME.position(attacked))}["king danger"][0] > 50
    assert {row.name: row.white for row in explain(GAME.position(safe))}["king danger"][0] < 30


# --- endings ------------------------------------------------------------------------------------------------------------

DRAWN = (
    "8/8/4k3/8/8/3K4/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KN3/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KB3/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KNN2/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KB3/5B2/8 {} - - 0 1",
    # Rook pawns: the bishop of the wrong colour, and none at all.
    "k7/8/8/P7/8/3KB3/8/8 {} - - 0 1",
    "1k6/8/P7/P7/8/3K4/8/8 {} - - 0 1",
    "7k/8/7P/8/8/3K4/2B5/8 {} - - 0 1",
    # King and pawn: the lone king holds the opposition, or the corner.
    "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "k7/8/1K6/P7/8/8/8/8 {} - - 0 1",
)
WON = (
    "8/8/4k3/8/8/3K4/8/Q7 {} - - 0 1",
    "8/8/4k3/8/8/3K4/8/R7 {} - - 0 1",
    "8/8/4k3/8/8/3KBN2/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KBB2/8/8 {} - - 0 1",
    "8/8/4k3/8/8/3KNN2/5N2/8 {} - - 0 1",
    "7k/8/7P/8/8/3K4/3B4/8 {} - - 0 1",
    "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
    "8/8/2k5/8/8/8/3PP3/4K3 {} - - 0 1",
)


@pytest.mark.parametrize("text", DRAWN)
def test_drawn_endings_are_zero(text):
    for mover in "wb":
        board = chess.Board(text.format(mover))
        assert value(board.fen()) == value(board.mirror().fen()) == 0


@pytest.mark.parametrize("text", WON)
def test_won_endings_are_won(text):
    for mover in "wb":
        board = chess.Board(text.format(mover))
        assert white(board.fen()) > 200 and white(board.mirror().fen()) < -200


def test_pawnless_small_advantages_are_nearly_nothing():
    for text in ("4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1", "4k1r1/8/8/8/8/8/8/3RKB2 w - - 0 1", "3bk3/8/8/8/8/8/8/3BKN2 w - - 0 1"):
        assert abs(white(text)) < 120
    assert white("3qk3/8/8/8/8/8/8/3RKB1N w - - 0 1") < 60


def test_opposite_bishops_are_drawish():
    same = "4k3/1p3p2/5b2/8/8/4B3/PP3PP1/4K3 w - - 0 1"
    opposite = "4k3/1p3p2/4b3/8/8/4B3/PP3PP1/4K3 w - - 0 1"
    assert 0 < white(opposite) < 0.75 * white(same)


def test_the_lone_king_is_driven_to_the_edge_and_the_right_corner():
    queen = [white(f"{rows} w - - 0 1") for rows in ("8/8/8/4k3/8/2K5/8/3Q4", "8/8/6k1/8/8/2K5/8/3Q4", "7k/8/8/8/8/2K5/8/3Q4")]
    assert queen == sorted(queen) and queen[0] > 900
    near, far = white("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1"), white("7k/8/8/8/8/8/K7/1Q6 w - - 0 1")
    assert near > far
    # The bishop on c1 is dark: h8 and a1 are the corners of the mate, a8 and h1 are not.
    assert white("7k/8/5K2/8/5N2/8/8/2B5 w - - 0 1") > white("k7/8/2K5/8/2N5/8/8/2B5 w - - 0 1") + 100


def test_king_and_pawn_against_king_by_the_tables(data_folder):
    """The built-in table against Syzygy's on random placements."""
    rng = random.Random(3)
    wins = 0
    with chess.syzygy.open_tablebase(str(data_folder / "syzygy")) as tables:
        for _ in range(3000):
            pawn, king, enemy = rng.randrange(8, 56), rng.randrange(64), rng.randrange(64)
            board = chess.Board(None)
            for square, letter in ((pawn, "P"), (king, "K"), (enemy, "k")):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            board.turn = rng.random() < 0.5
            if len({pawn, king, enemy}) < 3 or not board.is_valid():
                continue
            verdict = tables.probe_wdl(board) * (1 if board.turn else -1)
            found = bool(kpk_wins(np.int64(king), np.int64(pawn), np.int64(enemy), np.int64(not board.turn)))
            assert found == (verdict > 0), board.fen()
            wins += found
    assert wins > 500


# --- explanation --------------------------------------------------------------------------------------------------------


def test_every_term_is_explained_once():
    for term in TABLE:
        assert sum(term.name.startswith(prefixes) for prefixes in GROUPS.values()) == 1, term.name


def test_explanation_adds_up_to_the_kernel():
    texts = [board.fen() for board in BOARDS[::3]] + [t.format("b") for t in DRAWN + WON] + list(MIDDLEGAMES)
    texts += ["8/8/8/4k3/8/8/1NB5/4K3 b - - 40 99", "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQ1/8/6K1/k7 b - - 0 1"]
    for text in texts:
        rows = explain(GAME.position(text))
        assert rows[-1].name == "total" and rows[-1].total == white(text), text
        assert sum(row.total for row in rows[:-1]) == rows[-1].total, text
        assert rows[-1].white == tuple(sum(row.white[n] for row in rows[:-1]) for n in (0, 1))
        assert all(abs(row.total) <= len(GROUPS) for row in rows if row.name == "rounding")
