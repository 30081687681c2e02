"""Opening books made from games: Polyglot read back by python-chess, the project's own format byte by byte."""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import pytest

import engine
from protocols.book import book_moves
from protocols.book_format import BookEntry, OtherBookError, find, key_of, verify, write
from protocols.book_make import BookMaker, add_file

ROOT = Path(__file__).resolve().parents[2]
GAMES = """[White "A"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "B"]
[Result "0-1"]

1. e4 c5 0-1

[White "C"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[White "D"]
[Result "0-1"]

1. f3 e5 0-1
"""
CASTLING = """[White "A"]
[Result "1-0"]
[FEN "r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O-O Kf7 1-0

[White "B"]
[Result "1-0"]
[FEN "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. axb8=N Kd8 1-0
"""


@pytest.fixture(scope="module")
def game():
    return engine.load("chess")


@pytest.fixture(scope="module")
def xiangqi():
    return engine.load("xiangqi")


def polyglot(path, board: chess.Board) -> dict[str, int]:
    with chess.polyglot.open_reader(path) as reader:
        return {entry.move.uci(): entry.weight for entry in reader.find_all(board)}


def test_polyglot_by_results(qiji, tmp_path):
    games, book = tmp_path / "g.pgn", tmp_path / "b.bin"
    games.write_text(GAMES)
    done = qiji("book", "chess", str(games), "--out", str(book))
    assert done.status == 0 and done.out == f"{book}: 6 moves from 4 games\n"
    board = chess.Board()
    assert polyglot(book, board) == {"e2e4": 2, "d2d4": 1}, "two for a win, one for a draw, nothing for losses alone"
    board.push_san("e4")
    assert polyglot(book, board) == {"c7c5": 2}, "a move that only lost is left out"
    board = chess.Board()
    board.push_san("f3")
    assert polyglot(book, board) == {"e7e5": 2}
    data = book.read_bytes()
    keys = [struct.unpack_from(">Q", data, at)[0] for at in range(0, len(data), 16)]
    assert len(data) == 6 * 16 and keys == sorted(keys)
    shown = qiji("book", "chess", "--show", str(book))
    assert shown.out.splitlines() == ["e4  e2e4  weight 2  66.7 %", "d4  d2d4  weight 1  33.3 %"]
    assert "does not know" in qiji("book", "chess", "--show", str(book), "--moves", "h4").out


def test_castling_promotion_and_choices(qiji, tmp_path, game):
    games, book = tmp_path / "g.pgn", tmp_path / "b.bin"
    games.write_text(CASTLING)
    assert qiji("book", "chess", str(games), "--out", str(book), "--seat", "white").out.startswith(f"{book}: 2 moves")
    fen = "r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert polyglot(book, chess.Board(fen)) == {"e1c1": 2}
    assert polyglot(book, chess.Board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")) == {"a7b8n": 2}
    position = game.position(fen)
    ((move, weight),) = book_moves(str(book), position)
    assert position.format(move) == "e1c1" and weight == 2
    both, first = tmp_path / "both.bin", tmp_path / "first.bin"
    assert qiji("book", "chess", str(games), str(games), "--out", str(both), "--min-games", "2").status == 0
    assert polyglot(both, chess.Board(fen)) == {"e1c1": 4}
    assert qiji("book", "chess", str(games), "--out", str(first), "--plies", "1").out.startswith(f"{first}: 2 moves")


def test_real_games_against_python_chess(game, data_folder, tmp_path):
    """The book that python-chess would make of the same games."""
    import io

    data = (data_folder / "pgn" / "kasparov-deep-blue-1997.pgn").read_bytes()
    maker = BookMaker(game, 30)
    add_file(maker, data, pytest.fail)
    path = tmp_path / "b.bin"
    maker.write(str(path))
    expected: dict[tuple[int, str], int] = {}
    handle = io.StringIO(data.decode())
    while (record := chess.pgn.read_game(handle)) is not None:
        board, result = record.board(), record.headers["Result"]
        for move in list(record.mainline_moves())[:30]:
            points = {"1-0": 2 * board.turn, "0-1": 2 * (not board.turn)}.get(result, 1)
            key = (chess.polyglot.zobrist_hash(board), board.uci(move, chess960=True))
            expected[key] = expected.get(key, 0) + points
            board.push(move)
    with chess.polyglot.open_reader(path) as reader:
        found = {(entry.key, entry.move.uci()): entry.weight for entry in reader}
    assert found == {key: weight for key, weight in expected.items() if weight} and len(found) > 100


def test_weights_fit_sixteen_bits(game, tmp_path):
    maker = BookMaker(game, 4)
    position = game.position()
    move = position.parse("e4")
    maker.add(iter([(position, move)]), "1-0")
    next(iter(maker.counts.values())).weight = 500_000
    maker.add(iter([(position, position.parse("d4"))]), "1-0")
    maker.write(str(tmp_path / "b.bin"))
    weights = polyglot(tmp_path / "b.bin", chess.Board())
    assert 50_000 < weights["e2e4"] <= 0xFFFF and weights["d2d4"] == 1


# --- the own format -----------------------------------------------------------------------------------------------------


def test_bytes_of_the_own_format(xiangqi, tmp_path):
    position, path = xiangqi.position(), tmp_path / "b.bin"
    text = "xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    key = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    assert key_of(position) == key
    entries = [BookEntry(key, "h2e2", 7, 9), BookEntry(key, "c3c4", 65535, 70_000), BookEntry(1, "a0a1", 1, 1)]
    write(str(path), xiangqi.entry, entries)
    data = path.read_bytes()
    assert data[:32] == b"QijiBook\x00\x01\x00\x10xiangqi" + bytes(13) and len(data) == 32 + 3 * 16
    assert struct.unpack_from(">QHHI", data, 48) == (key, (9 * 3 + 2) * 128 + 9 * 4 + 2, 65535, 70_000)
    assert find(str(path), position) == [entries[1], entries[0]] and verify(str(path), xiangqi.entry) == 3
    assert [position.format(move) for move, _ in book_moves(str(path), position)] == ["c3c4", "h2e2"]
    assert find(str(path), xiangqi.position("startpos", ["h2e2"])) == []


def test_binary_search_finds_every_key(xiangqi, tmp_path):
    position, moves = xiangqi.position(), []
    entries = []
    for ply in range(60):
        legal = position.legal_moves().tolist()
        move = position.format(legal[ply % len(legal)])
        entries.append(BookEntry(key_of(position), move, ply + 1, 1))
        moves.append(move)
        position.push(move)
    path = tmp_path / "b.bin"
    write(str(path), xiangqi.entry, entries)
    for ply in range(60):
        found = book_moves(str(path), xiangqi.position("startpos", moves[:ply]))
        assert (moves[ply], ply + 1) in [
            (xiangqi.position("startpos", moves[:ply]).format(move), weight) for move, weight in found
        ]


def test_xiangqi_book_from_a_library(qiji, xiangqi, data_folder, tmp_path):
    path = tmp_path / "x.bin"
    done = qiji("book", "xiangqi", str(data_folder / "xiangqi" / "longhua-1989.cbl"), "--out", str(path), "--plies", "10")
    assert done.status == 0 and "from 36 games" in done.out
    shown = qiji("book", "xiangqi", "--show", str(path)).out
    assert "炮二平五  h2e2  weight " in shown
    counts = {entry.move: entry.games for entry in find(str(path), xiangqi.position())}
    assert sum(counts.values()) >= 30 and counts["h2e2"] > counts["c3c4"]


def test_other_books(qiji, game, xiangqi, tmp_path):
    games, book, mine = tmp_path / "g.pgn", tmp_path / "b.bin", tmp_path / "m.bin"
    games.write_text(GAMES)
    qiji("book", "chess", str(games), "--out", str(book))
    assert book_moves(str(book), xiangqi.position()) == []
    write(str(mine), xiangqi.entry, [BookEntry(key_of(xiangqi.position()), "h2e2", 1, 1)])
    data = bytearray(mine.read_bytes())
    for at, value, words in ((8, 9, "version"), (12, ord("y"), "yiangqi")):
        changed = bytearray(data)
        changed[at] = value
        other = tmp_path / "o.bin"
        other.write_bytes(changed)
        with pytest.raises(OtherBookError, match=words):
            find(str(other), xiangqi.position())
    assert "this is no book for xiangqi" in qiji("book", "xiangqi", "--show", str(book)).err


@pytest.mark.parametrize(
    "words,said",
    [
        ([], "--out BOOK"),
        (["--out", "x", "--show", "y"], "--out BOOK"),
        (["--out", "x"], "no file"),
        (["none.pgn", "--out", "x"], "none.pgn"),
        (["--show", "none.bin"], "none.bin"),
        (["g.pgn", "--out", "x", "--seat", "green"], "green"),
        (["empty.pgn", "--out", "x"], "no move"),
    ],
)
def test_errors(qiji, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.pgn").write_text(GAMES)
    (tmp_path / "empty.pgn").write_text('[White "x"]\n\n*\n')
    done = qiji("book", "chess", *words)
    assert done.status == 2 and said in done.err and done.err.count("\n") == 1 and not (tmp_path / "x").exists()


def test_bad_games_are_left_out(qiji, tmp_path):
    games, book = tmp_path / "g.pgn", tmp_path / "b.bin"
    games.write_text(GAMES + '\n[White "E"]\n[Result "1-0"]\n\n1. e4 e5 2. Kd4 1-0\n')
    done = qiji("book", "chess", str(games), "--out", str(book))
    assert done.status == 2 and "6 moves from 4 games" in done.out and "line 21" in done.err.splitlines()[0]
    assert polyglot(book, chess.Board()) == {"e2e4": 2, "d2d4": 1}


def test_engines_play_from_both_books(xiangqi, game, tmp_path):
    own, other = tmp_path / "x.bin", tmp_path / "c.bin"
    write(str(own), xiangqi.entry, [BookEntry(key_of(xiangqi.position()), "i3i4", 1, 1)])
    maker = BookMaker(game, 4)
    maker.add(iter([(game.position(), game.position().parse("a4"))]), "1-0")
    maker.write(str(other))
    for protocol, name, path, answer in (
        ("uci", "xiangqi", own, "i3i4"),
        ("ucci", "xiangqi", own, "i3i4"),
        ("uci", "chess", other, "a2a4"),
    ):
        options = ["setoption name OwnBook value true", f"setoption name BookFile value {path}", "isready"]
        think = "go movetime 500"
        if protocol == "ucci":
            options = ["setoption ownbook true", f"setoption bookfile {path}", "isready"]
            think = "go time 60000"
        talk = "\n".join([protocol, *options, "position startpos", think]) + "\n"
        process = subprocess.Popen(
            [sys.executable, "-m", "protocols.cli", protocol, "--game", name],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdin and process.stdout
        process.stdin.write(talk)
        process.stdin.flush()
        best = next(line for line in process.stdout if line.startswith("bestmove"))
        process.stdin.write("quit\n")
        process.stdin.close()
        process.wait(30)
        process.stdout.close()
        assert best.split()[1] == answer, protocol
