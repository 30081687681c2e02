"""Verdicts put into the text of games: what was there stays, what is new can be read."""

from __future__ import annotations

import io
import random

import chess.pgn
import pytest

import engine
from protocols.analysis.annotate import Piece, apply, eval_text, insertions, is_annotated, weave
from protocols.analysis.games import GameError, label, read_game, report, stretches
from protocols.analysis.scan import decode, encode, scan
from protocols.analysis.store import Analysis, Line
from tests.analysis.test_scan import CHESS_FILES, random_game


@pytest.fixture(scope="module")
def game():
    return engine.load("chess")


@pytest.fixture(scope="module")
def xiangqi():
    return engine.load("xiangqi")


def imagined(position, chance) -> Analysis:
    """An analysis that a random engine might have made."""
    legal = position.legal_moves()
    if not len(legal):
        return Analysis((Line(0, 0, -engine.MATE, 0, 0.0, 0, 0, 0, ()),), 0, 0, 0.0)
    walk, line = position.copy(), []
    for _ in range(chance.randint(1, 4)):
        moves = walk.legal_moves()
        if not len(moves):
            break
        move = int(chance.choice(moves.tolist()))
        line.append(walk.format(move))
        walk.push(move)
    score = chance.choice([chance.randint(-900, 900), engine.MATE - 5, -engine.MATE + 4])
    return Analysis((Line(7, 9, score, 100, 0.1, 1000, 0, 0, tuple(line)),), 7, 100, 0.1)


def judged(game, text, chance, notation="wire"):
    """A report on the game that ``text`` (scanned) holds, from random analyses."""
    played = read_game(game, text, notation)
    position, found = played.start.copy(), []
    for move in (*played.moves, None):
        found.append(imagined(position, chance))
        if move:
            position.push(move)
    return report(played, found)


def annotated(game, text, chance, codec="utf-8"):
    """The text annotated, after a check that nothing of it was lost."""
    pieces = []
    for one in scan(text, game.entry.module == "chess"):
        assert not one.fault
        pieces += insertions(judged(game, one, chance), codec, "1 s")
    parts = weave(text, pieces)
    assert "".join(parts[0::2]) == text
    return "".join(parts)


def read_all(text):
    handle, found = io.StringIO(text.removeprefix("\ufeff")), []
    while (one := chess.pgn.read_game(handle)) is not None:
        found.append(one)
    return found


def check_same_game(old, new):
    """``new`` is ``old`` with something added."""
    assert not new.errors and new.headers == old.headers
    assert list(new.mainline_moves()) == list(old.mainline_moves())
    for before, after in zip(old.mainline(), new.mainline(), strict=True):
        assert before.nags <= after.nags
        assert all(word in after.comment for word in before.comment.split("\n"))
        lines = [str(side) for side in before.parent.variations[1:]]
        assert [str(side) for side in after.parent.variations[1:]][: len(lines)] == lines


@pytest.mark.parametrize("name", CHESS_FILES)
def test_real_files(game, data_folder, name):
    data = (data_folder / "pgn" / f"{name}.pgn").read_bytes()
    text, codec = decode(data, chinese=False)
    result = annotated(game, text, random.Random(name), codec)
    for old, new in zip(read_all(text), read_all(result), strict=True):
        check_same_game(old, new)
    again = list(scan(result, chess=True))
    assert all(is_annotated(one.comment) for one in again if one.moves)
    assert max(map(len, result.splitlines())) < 255, "the longest line that every reader of PGN takes"


@pytest.mark.parametrize("seed", range(12))
def test_random_games(game, seed):
    chance = random.Random(seed)
    newline = chance.choice(["\n", "\r\n"])
    text = ("\n\n".join(str(random_game(chance)) for _ in range(2)) + "\n").replace("\n", newline)
    result = annotated(game, text, chance)
    for old, new in zip(read_all(text.replace("\r\n", "\n")), read_all(result.replace("\r\n", "\n")), strict=True):
        check_same_game(old, new)
    assert newline == "\n" or "\n" not in result.replace("\r\n", ""), "the file's own line ends"


def test_what_is_written(game):
    text = '[White "A"]\n\n1. e4 {mine} 1... e5 2. Ke2? Nc6 3. d4 {[%eval 0.5]} Qh4 *\n'
    (one,) = scan(text, chess=True)
    played = read_game(game, one, "san")
    scores = [20, -20, 20, 400, -400, 400, 300]
    best = ["e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "d7d5", "c1g5"]
    found = [Analysis((Line(9, 9, s, 1, 0.1, 1, 0, 0, (b,)),), 9, 1, 0.1) for s, b in zip(scores, best, strict=True)]
    found[5] = Analysis((Line(9, 9, engine.MATE - 3, 1, 0.1, 1, 0, 0, ("d7d5",)),), 9, 1, 0.1)
    result = apply(text, insertions(report(played, found), "utf-8", "depth 9"))
    head, intro, *rest = result.split("\n")[1:]
    assert intro.startswith("{Qiji 0.") and "depth 9. White: accuracy" in intro and "Black: accuracy" in intro and head == ""
    body = " ".join(rest)
    assert "1. e4 {[%eval 0.20,9]} {mine} 1... e5 {[%eval 0.20,9]} 2. Ke2? {[%eval -4.00,9] Blunder: " in body
    assert "% to " in body and "Best was Nf3.}" in body and "$4" not in body.split("Nc6")[0], "the file has its own mark"
    assert "(2. Nf3) 2... Nc6" in body and body.count("[%eval") == 6, "a score that is there is left alone"
    assert "3. d4 {[%eval 0.5]} Qh4 $4" in body, "no number is put where a comment stood before"
    assert "(3... d5) *" in body and "[%eval 3.00,9] Blunder: 100 % to " in body
    assert eval_text(-engine.MATE, -2) == "#-2" and eval_text(123, None) == "1.23" and eval_text(-30_000, None) == "-200.00"


def test_places_at_the_end_of_unfinished_texts(game):
    for text in ("1. e4 e5", "1. e4 e5 ; why", '1. e4 e5\n\n[White "next"]\n\n1. d4 *', '1. e4 e5 ; why\n[White "next"]\n\n*'):
        for seed in range(6):
            result = annotated(game, text, random.Random(seed))
            first = read_all(result)[0]
            assert [move.uci() for move in first.mainline_moves()] == ["e2e4", "e7e5"] and not first.errors
            assert len(list(scan(result, chess=True))) == len(list(scan(text, chess=True)))


def test_pieces_are_parted_from_the_text():
    assert apply("e4{x}e5", [Piece(2, "$1", " "), Piece(5, "(d5)", after=" ")]) == "e4 $1{x} (d5) e5"
    assert apply("e4 e5", [Piece(3, "1...", after=" ")]) == "e4 1... e5" and apply("", [Piece(0, "x", after=" ")]) == "x"
    assert apply("a\r\nb", [Piece(0, "x", after="\n")]) == "x\r\na\r\nb"


@pytest.mark.parametrize("name", ["test", "endgame_test"])
def test_xiangqi_files_in_gbk(xiangqi, data_folder, name):
    from engine.games.xiangqi import pgn

    data = (data_folder / "xiangqi" / f"{name}.pgn").read_bytes()
    text, codec = decode(data, chinese=True)
    result = annotated(xiangqi, text, random.Random(name), codec)
    (old,), (new,) = (list(pgn.read_records(pgn.decode(part), xiangqi)) for part in (data, encode(result, codec)))
    assert new.main_line() == old.main_line() and new.tags == old.tags and "准确率" in new.root.comment
    assert "应走" in result and "Blunder" not in result


def test_xiangqi_in_other_notations_and_encodings(xiangqi):
    from engine.games.xiangqi import pgn

    for moves, codec, word in (
        ("1. C2=5 H8+7 2. H2+3", "utf-8", "Best was "),
        ("1. H2-E2 H9-G7 2. H0-G2", "utf-8", "Best was "),
        ("1. 炮二平五 馬8進7", "cp950", "應走"),
        ("1. 炮二平五 馬8進7", "utf-8", "應走"),
        ("1. 炮二平五 炮8平5", "cp950", "應走"),
        ("1. 炮二平五 马8进7", "gb18030", "应走"),
    ):
        text = f'[Red "x"]\r\n\r\n{moves} *\r\n'
        found = ""
        for seed in range(20):
            found += annotated(xiangqi, text, random.Random(seed), codec)
            found.encode(codec)
        assert word in found
        assert len(list(pgn.read_records(found, xiangqi))) == 20


def test_numbers_of_moves(game, xiangqi):
    start = game.position()
    assert [label(start, ply) for ply in range(3)] == ["1.", "1...", "2."]
    late = game.position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 17")
    assert [label(late, ply) for ply in range(3)] == ["17...", "18.", "18..."]
    assert label(xiangqi.position(), 5) == "3..."


@pytest.mark.parametrize(
    "text,words",
    [
        ("1. e4 e5\n2. Ke3 *", "line 2"),
        ("1. e4 xx", "line 1"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', "bad position"),
        ('[Variant "Crazyhouse"]\n\n1. e4', "Crazyhouse"),
        ('[Game "Chinese Chess"]\n\n1. e4', "Chinese Chess"),
        ("1. e4 (", "without its ')'"),
    ],
)
def test_games_that_cannot_be_read(game, text, words):
    with pytest.raises(GameError, match="line") as fault:
        read_game(game, next(scan(text, chess=True)), "san")
    assert words in str(fault.value) and "\n" not in str(fault.value)


def test_a_null_move_ends_the_game(game):
    text = next(scan("1. e4 e5 2. -- Nf6 *", chess=True))
    assert read_game(game, text, "san").names == ("e4", "e5") and len(text.moves) == 4


def test_chess960_and_variants_are_taken(game):
    for variant in ("Chess960", "Fischerandom", "fischer random", "Standard", "From Position"):
        text = f'[Variant "{variant}"]\n[FEN "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1"]\n\n1. d4 d5 *'
        assert read_game(game, next(scan(text, chess=True)), "san").names == ("d4", "d5")


def test_stretches_cover_a_game_once(game):
    moves = " ".join(f"{n}. Nf3 Nf6 {n}. Ng1 Ng8" for n in range(1, 12))
    played = read_game(game, next(scan(moves, chess=True)), "san")
    tasks = list(stretches(played, 3))
    assert [ply for task in tasks for ply in range(task["first"], task["last"] + 1)] == list(range(45))
    assert all(len(task["moves"]) == task["last"] and task["game"] == 3 for task in tasks)
