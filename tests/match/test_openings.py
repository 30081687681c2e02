"""Files of openings in every form that people have."""

from __future__ import annotations

import pytest

from engine.errors import QijiError
from protocols.match.balance import BalanceSettings, balanced, write_balanced
from protocols.match.openings import OpeningError, OpeningSettings, load_openings

FEN = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
PGN = """[Event "one"]
[White "A"]
[ECO "C60"]
[Opening "Ruy Lopez"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {a comment} Nc6 3. Bb5 a6 *

[Event "two"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 1/2-1/2
"""


def load(game, path, text, **settings):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_openings(game, OpeningSettings(file=str(path), **settings))


def test_lines_with_and_without_operations(chess, tmp_path):
    text = f'# comment\n{FEN}\n\nstartpos moves e4 e5 Ng1f3\n{" ".join(FEN.split()[:4])} bm Nf6; id "x 1";\nstartpos\n'
    openings = load(chess, tmp_path / "a.epd", text)
    assert len(openings) == 4 and openings[0].position == FEN
    assert (openings[1].position, openings[1].moves) == ("startpos", ("e2e4", "e7e5", "g1f3"))
    assert chess.position(openings[2].position).text().split()[:4] == FEN.split()[:4]
    assert openings[3].position == "startpos"


def test_games(chess, tmp_path):
    openings = load(chess, tmp_path / "a.pgn", "\ufeff" + PGN.replace("\n", "\r\n"), plies=4)
    assert openings[0].moves == ("e2e4", "e7e5", "g1f3", "b8c6") and openings[0].name == "C60 Ruy Lopez"
    assert openings[1].position.startswith("4k3/") and openings[1].moves == ("e2e4", "e8d7")
    assert len(load(chess, tmp_path / "a.pgn", PGN)[0].moves) == 6


def test_real_game_files(chess, xiangqi, data_folder):
    for name, lengths in (
        ("kasparov-deep-blue-1997.pgn", [10] * 6),
        ("molinari-bordais-1979.pgn", [9]),
        ("utf8-bom.pgn", [0, 0]),
    ):
        openings = load_openings(chess, OpeningSettings(file=str(data_folder / "pgn" / name), plies=10))
        assert [len(openings[n].moves) for n in range(len(openings))] == lengths
    openings = load_openings(xiangqi, OpeningSettings(file=str(data_folder / "xiangqi" / "test.pgn"), plies=8))
    assert len(openings[0].moves) == 8


def test_xiangqi_games(xiangqi, tmp_path):
    text = '[Game "Chinese Chess"]\n[Event "e"]\n[Red "甲"]\n\n1. 炮二平五 马8进7 2. 马二进三 *\n'
    openings = load(xiangqi, tmp_path / "a.pgn", text.encode("gb18030"))
    assert openings[0].moves == ("h2e2", "h9g7", "h0g2")


def test_orders(chess, tmp_path):
    lines = [f"startpos moves {move}" for move in ("a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3")]
    plain = load(chess, tmp_path / "a.txt", "\n".join(lines), start=3)
    assert [plain[n].moves[0] for n in range(7)] == ["c2c3", "d2d3", "e2e3", "f2f3", "a2a3", "b2b3", "c2c3"]
    shuffled = load(chess, tmp_path / "a.txt", "\n".join(lines), order="random", seed=5)
    again = load(chess, tmp_path / "a.txt", "\n".join(lines), order="random", seed=5)
    other = load(chess, tmp_path / "a.txt", "\n".join(lines), order="random", seed=6)
    order = [shuffled[n] for n in range(6)]
    assert order == [again[n] for n in range(6)] and len(set(order)) == 6 and order != [other[n] for n in range(6)]
    assert shuffled.fingerprint == again.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no opening"),
        ("startpos\nrubbish\n", "opening 2"),
        ("startpos moves e2e5\n", "opening 1: move 1"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "is over there: draw stalemate"),
    ],
)
def test_bad_files(chess, tmp_path, text, complaint):
    with pytest.raises(OpeningError, match=complaint):
        openings = load(chess, tmp_path / "bad.txt", text)
        for number in range(len(openings)):
            openings[number]


def test_missing_file_and_missing_book(chess):
    with pytest.raises(QijiError, match="cannot read"):
        load_openings(chess, OpeningSettings(file="/no/such/file.epd"))


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_shipped_lists_are_playable_and_different(request, name):
    game = request.getfixturevalue(name)
    openings = load_openings(game, OpeningSettings(file="builtin"))
    seen = set()
    for number in range(len(openings)):
        opening = openings[number]
        position = game.position(opening.position, opening.moves)
        assert not position.result().over
        seen.add(position.text())
    assert len(seen) == len(openings) >= 100


def test_too_few_openings(match, tmp_path):
    from tests.match.conftest import engine_words

    (tmp_path / "o.txt").write_text("startpos moves e2e4\n")
    words = [
        *engine_words("a"),
        *engine_words("b"),
        "-each",
        "tc=60",
        "-rounds",
        "2",
        "-maxmoves",
        "4",
        "-openings",
        "file=o.txt",
    ]
    status, _, errors = match(*words, "policy=once")
    assert (status, errors) == (2, "qiji: error: match: o.txt has 1 openings, the match wants 2\n")
    status, _, errors = match(*words)
    assert status == 0 and "1 openings for 2; they are played again" in errors


def test_balanced_openings_are_even_and_reproducible(chess, tmp_path):
    source, again = (balanced(chess, 4, 300, 60, seed) for seed in (3, 3))
    first = [next(source) for _ in range(3)]
    assert first == [next(again) for _ in range(3)] and len(set(first)) == 3
    write_balanced(chess, BalanceSettings(2, 4, 300, 60, 3), tmp_path / "made.txt", "a comment")
    openings = load_openings(chess, OpeningSettings(file=str(tmp_path / "made.txt")))
    assert len(openings) == 2
    opening = openings[0]
    assert len(opening.moves) == 4 or opening.position != "startpos"
