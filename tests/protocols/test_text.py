"""What the protocols print about scores and variations, and what they take from books."""

from __future__ import annotations

import random

import chess
import chess.polyglot
import pytest

import engine
from protocols.boards import describe, divide, flipped
from protocols.book import BookError, book_moves, choose
from protocols.history import History
from protocols.mates import UNSHOWN_WIN, MateLines
from protocols.options import OptionValues
from protocols.render import VariationWriter, moves_to_mate, win_chances
from protocols.ucci_options import OWN_OPTIONS
from protocols.ucci_policy import Policy
from protocols.xboard_output import claim_of, move_text, xboard_score


@pytest.fixture(scope="module")
def game():
    return engine.load("chess")


def packed(position, texts):
    """Packed moves of a line."""
    walk, moves = position.copy(), []
    for text in texts.split():
        moves.append(walk.push(text))
    return moves


def test_mates_in_moves():
    for plies, moves in ((1, 1), (2, -1), (3, 2), (4, -2), (5, 3)):
        score = engine.MATE - plies if moves > 0 else -engine.MATE + plies
        assert moves_to_mate(score) == moves
        assert xboard_score(score) == (100000 + moves if moves > 0 else -100000 + moves)
    assert moves_to_mate(-engine.MATE) == 0 and moves_to_mate(250) is None and xboard_score(-250) == -250


def test_win_chances():
    for score in range(-3000, 3001, 50):
        win, draw, loss = win_chances(score)
        assert win + draw + loss == 1000 and min(win, draw, loss) >= 0
        assert (loss, draw, win) == win_chances(-score)
    assert win_chances(100)[0] == 500 and win_chances(engine.MATE - 5) == (1000, 0, 0)


def test_variations_end_with_the_game(game):
    position = game.position("startpos", ["f2f3", "e7e5", "g2g4"])
    mate = position.copy().push("d8h4")
    assert VariationWriter(position).write([mate, mate, mate]) == ["d8h4"]
    position = game.position()
    line = packed(position, "g1f3 g8f6 f3g1 f6g8 " * 3)
    assert len(VariationWriter(position).write(line)) == 8  # third occurrence of the start array
    line = packed(position, "e2e4 e7e5 g1f3")
    assert VariationWriter(position).write([*line[:2], line[1], line[2]]) == ["e2e4", "e7e5"]


def test_variations_share_their_beginnings(game):
    position = game.position("startpos", ["e2e4"])
    writer, chance = VariationWriter(position), random.Random(5)
    for _ in range(200):
        board, walk, line = chess.Board(), position.copy(), []
        board.push_uci("e2e4")
        for _ in range(chance.randint(1, 12)):
            move = chance.choice(sorted(m.uci() for m in board.legal_moves)[:3])
            board.push_uci(move)
            line.append(walk.push(move))
        texts = writer.write(line)
        check = chess.Board()
        check.push_uci("e2e4")
        for text in texts:
            check.push_uci(text)
        assert len(texts) == len(line) or check.is_game_over() or check.is_repetition(3)


def test_history_follows_a_game(game):
    history = History(game)
    assert history.set("startpos", ["e2e4", "e7e5"]) == []
    before = history.position
    assert history.set("startpos", ["e2e4", "c7c5", "g1f3"]) == [] and history.position is before
    assert history.position.text().split()[0] == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R"
    complaints = history.set("startpos", ["e2e4", "e2e4", "e7e5"])
    assert len(complaints) == 1 and complaints[0].startswith("move 2: ") and history.texts == ["e2e4"]
    with pytest.raises(engine.PositionError):
        history.set("nonsense", [])
    assert history.texts == ["e2e4"]
    assert history.undo() and not history.undo()
    chess960 = history.under(game.with_options({"UCI_Chess960": "true"}))
    assert chess960.position.text() == history.position.text()


def test_divide_and_board(game):
    position = game.position("startpos", ["e2e4"])
    counts = dict(divide(position, 2, None))
    assert len(counts) == 20 and sum(counts.values()) == 600
    assert sum(count for _, count in divide(position, 1, None)) == 20
    text = "\n".join(describe(position))
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b" in text and "Side to move: black" in text


@pytest.mark.parametrize("moves", ["e2e4", "e2e4 e7e6 e4e5 d7d5", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1", "e2e4 e7e5 e1e2"])
def test_flipped(game, moves):
    position = game.position("startpos", moves.split())
    mirror = chess.Board(position.text()).mirror()
    assert game.position(flipped(position)).text() == game.position(mirror.fen(en_passant="fen")).text()


def test_claims(game):
    assert claim_of(game.position("startpos", ["f2f3", "e7e5", "g2g4", "d8h4"])) == "0-1 {Black mates}"
    assert claim_of(game.position()) == ""
    assert claim_of(game.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == "1/2-1/2 {Stalemate}"
    assert claim_of(game.position("8/8/4k3/8/8/3K4/8/8 w - - 0 1")) == "1/2-1/2 {Insufficient material}"
    shuttle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split()
    assert claim_of(game.position("startpos", shuttle)) == "1/2-1/2 {Draw by repetition}"
    xiangqi = engine.load("xiangqi")
    assert claim_of(xiangqi.position("R2k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1")) == "1-0 {White mates}"


def test_castling_in_chess960():
    game = engine.load("chess", {"UCI_Chess960": "true"})
    position = game.position("4k3/8/8/8/8/8/8/R3K1R1 w GA - 0 1")
    for text, written in (("e1g1", "O-O"), ("e1a1", "O-O-O")):
        assert move_text(position, position.parse(text), "fischerandom") == written


def test_book(game, tmp_path):
    position = game.position()
    path = tmp_path / "book.bin"
    entries = []
    for text, weight in (("e2e4", 3), ("d2d4", 1), ("e2e5", 9)):
        move = chess.Move.from_uci(text)
        raw = move.to_square | move.from_square << 6
        key = chess.polyglot.zobrist_hash(chess.Board())
        entries.append(key.to_bytes(8, "big") + raw.to_bytes(2, "big") + weight.to_bytes(2, "big") + bytes(4))
    path.write_bytes(b"".join(entries))
    moves = book_moves(str(path), position)
    assert [position.format(move) for move, _ in moves] == ["e2e4", "d2d4"]
    picks = [position.format(choose(moves, random.Random(seed))) for seed in range(200)]
    assert 110 < picks.count("e2e4") < 190
    with pytest.raises(BookError):
        book_moves(str(tmp_path / "missing.bin"), position)
    assert choose([]) == 0


def test_real_book(game, data_folder):
    moves = book_moves(str(data_folder / "polyglot" / "performance.bin"), game.position())
    assert "e2e4" in [game.position().format(move) for move, _ in moves]


# --- draws and resignations in UCCI ---


@pytest.fixture
def policy():
    return Policy(OptionValues(OWN_OPTIONS))


def at(game, quiet: int, full: int):
    return game.position(f"3k4r/9/9/9/9/9/9/9/9/4K4 w - - {quiet} {full}")


def test_policy(policy):
    game = engine.load("xiangqi")
    ongoing, drawn = engine.Result(False), engine.Result(True, (), "sixty-move-rule")
    assert policy.word(at(game, 0, 1), 0, ongoing) == ""
    policy.draw_offered = True
    assert policy.word(at(game, 5, 2), -50, ongoing) == ""  # too soon after a capture
    policy.draw_offered = True
    assert policy.word(at(game, 25, 3), -50, ongoing) == " draw"
    policy.draw_offered = True
    assert policy.word(at(game, 25, 4), 50, ongoing) == ""
    policy.draw_offered = True
    assert policy.word(at(game, 0, 5), 50, drawn) == " draw"
    policy.new_game()
    words = [policy.word(at(game, 30, 36 + number), 3, ongoing) for number in range(26)]
    assert words.index(" draw") >= 9 and words.count(" draw") == 2
    policy._own.set("resignscore", "300")
    words = [
        policy.word(at(game, 30, 70 + number), score, ongoing)
        for number, score in enumerate((-301, -400, -300, -301, -500, -600))
    ]
    assert words == ["", "", "", "", "", " resign"]


# --- mates ---


class Table:
    """An engine of which only the table is asked."""

    def __init__(self, known=()):
        self.known = dict(known)

    def probe(self, position):
        best = self.known.get(position.key)
        return {"best": best, "lower": 0, "upper": 0, "depth": 1} if best else None


def mate_line(score: int, pv: tuple[int, ...], bound: str = "exact") -> engine.Info:
    return engine.Info(9, 9, 1, score, bound, 1, 0.1, 1, 0, pv)


@pytest.mark.parametrize("kept", [1, 2, 4, 5])
def test_lines_reach_their_mate(game, kept):
    position = game.position("8/6pk/4R2p/4n3/1p6/4p1NP/1P1q2PK/8 b - - 5 38")
    line = packed(position, "e5f3 h2h1 d2d1 g3f1 d1f1")
    table, walk = Table(), position.copy()
    for move in line:
        table.known[walk.key] = move
        walk.push(move)
    info = MateLines(table, position).complete(mate_line(engine.MATE - 5, tuple(line[:kept])))
    board = chess.Board(position.text())
    for text in VariationWriter(position).write(info.pv):
        board.push_uci(text)
    assert board.is_checkmate() and len(info.pv) == 5


def test_lines_that_cannot_be_completed_announce_no_distance(game):
    position = game.position("8/6pk/4R2p/4n3/1p6/4p1NP/1P1q2PK/8 b - - 5 38")
    line = tuple(packed(position, "e5f3 h2h1"))
    for info in (
        mate_line(engine.MATE - 5, line, "lower"),
        mate_line(300, line),
        mate_line(engine.MATE - 5, ()),
    ):
        assert MateLines(Table(), position).complete(info) is info
    for sign in (1, -1):
        for info in (mate_line(sign * (engine.MATE - 7), line), mate_line(sign * (engine.MATE - 5), (line[1],))):
            shown = MateLines(Table(), position).complete(info)
            assert shown.pv == info.pv and shown.score == sign * UNSHOWN_WIN and not engine.is_mate(shown.score)
    lost = game.position("8/8/8/8/8/1r6/r7/5K1k w - - 0 1")
    info = MateLines(Table(), lost).complete(mate_line(-engine.MATE + 2, tuple(packed(lost, "f1e1"))))
    assert len(info.pv) == 2


def test_completing_mates_takes_little_of_a_clock(game):
    """A middle game has 30 x 30 x 30 lines of three plies; trying them all in each iteration would overrun a short clock."""
    position = game.position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8")
    lines, tried = MateLines(Table(), position), []
    make_move = lines._make_move
    lines._make_move = lambda *given: (tried.append(given), make_move(*given))
    for _ in range(5):
        info = lines.complete(mate_line(engine.MATE - 4, tuple(packed(position, "e1g1"))))
        assert info.score == UNSHOWN_WIN
    assert len(tried) <= 200
