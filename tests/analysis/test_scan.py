"""Finding games and moves in PGN text, with python-chess and the project's xiangqi reader as judges."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

import engine
from protocols.analysis.scan import decode, encode, scan

CHESS_FILES = [
    "anastasian-lewis", "chessbase-empty-line", "cutechess-fischerrandom", "kasparov-deep-blue-1997", "molinari-bordais-1979",
    "nepomniachtchi-liren-game1", "uci-moves", "utf8-bom",
]  # fmt: skip


def one(text: str, chess_game: bool = True):
    games = list(scan(text, chess_game))
    assert len(games) == 1
    return games[0]


def moves(game) -> list[str]:
    return [move.text for move in game.moves]


@pytest.mark.parametrize("name", CHESS_FILES)
def test_real_files_as_python_chess_reads_them(data_folder, name):
    data = (data_folder / "pgn" / f"{name}.pgn").read_bytes()
    text, codec = decode(data, chinese=False)
    assert encode(text, codec) == data
    handle, judges = io.StringIO(text.removeprefix("\ufeff")), []
    while (game := chess.pgn.read_game(handle)) is not None:
        judges.append(game)
    games = list(scan(text, chess=True))
    assert len(games) == len(judges) > 0
    for game, judge in zip(games, judges, strict=True):
        assert not game.fault and game.tags.items() <= dict(judge.headers).items()
        board, played = judge.board(), []
        for move in game.moves:
            played.append(
                board.push_san(move.text) if not move.text[-1:].isdigit() or len(move.text) < 4 else parse(board, move.text)
            )
        assert played == list(judge.mainline_moves())
        for move, node in zip(game.moves, judge.mainline(), strict=True):
            assert " ".join(filter(None, move.comments)) == node.comment
            assert text[: move.end].rstrip("!?").endswith(move.text) or move.nags


def parse(board: chess.Board, text: str) -> chess.Move:
    try:
        return board.push_san(text)
    except ValueError:
        return board.push_uci(text)


@pytest.mark.parametrize("name", ["test", "endgame_test"])
def test_real_xiangqi_files(data_folder, name):
    from engine.games.xiangqi import pgn

    game = engine.load("xiangqi")
    data = (data_folder / "xiangqi" / f"{name}.pgn").read_bytes()
    text, codec = decode(data, chinese=True)
    assert codec == "gb18030" and encode(text, codec) == data
    found = one(text, False)
    (record,) = pgn.read_records(pgn.decode(data), game)
    position = game.position(found.position)
    for move in found.moves:
        position.push(move.text)
    assert position.history() == record.main_line() and found.tags == record.tags


def random_game(chance: random.Random, depth: int = 0) -> chess.pgn.Game:
    """A random game with comments, glyphs and nested variations."""
    game = chess.pgn.Game()
    grow(chance, game, chance.randint(1, 25), 3)
    return game


def grow(chance: random.Random, node: chess.pgn.GameNode, plies: int, nesting: int) -> None:
    for _ in range(plies):
        board = node.board()
        legal = list(board.legal_moves)
        if not legal:
            return
        main = node.add_main_variation(chance.choice(legal))
        if chance.random() < 0.3:
            main.comment = chance.choice(["good", "1. e4 is no move (here", "[%clk 0:01:02] x", "; not a comment", "line\nbreak"])
        if chance.random() < 0.2:
            main.nags.add(chance.choice([1, 2, 4, 6, 10, 146]))
        if nesting and chance.random() < 0.2:
            other = [move for move in legal if move != main.move]
            if other:
                side = node.add_variation(chance.choice(other))
                if chance.random() < 0.3:
                    side.starting_comment = "an idea"
                grow(chance, side, chance.randint(0, 4), nesting - 1)
        node = main


@pytest.mark.parametrize("seed", range(25))
def test_random_games(seed):
    chance = random.Random(seed)
    games = [random_game(chance) for _ in range(3)]
    newline = chance.choice(["\n", "\r\n", "\r"])
    text = "\n\n".join(str(game) for game in games).replace("\n", newline)
    found = list(scan(text, chess=True))
    assert [game.fault for game in found] == [""] * 3
    for game, judge in zip(found, games, strict=True):
        board = chess.Board()
        assert [board.push_san(move.text) for move in game.moves] == list(judge.mainline_moves())
        for move, node in zip(game.moves, judge.mainline(), strict=True):
            assert set(move.nags) == set(node.nags) and move.varied == bool(len(node.parent.variations) > 1)
            number = text[move.begin : move.begin + 4]
            assert number[0].isdigit() == move.numbered and 0 < move.begin < move.end <= move.next


def test_forms_that_people_write():
    game = one('[White "A"]\n\n1.e4!e5?! 2 Nf3! $14 Nc6 3. Bb5 $1 {x} a6 e.p. +- 4.O-O(4. Ba4)4...b5!? ; rest 5. x\n5. c3 1-0\n')
    assert moves(game) == ["e4!e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "b5", "c3"] and game.result == "1-0"
    assert [move.nags for move in game.moves[1:]] == [[1, 14], [], [1], [], [], [5], []]
    assert [move.varied for move in game.moves].index(True) == 5 and game.moves[6].comments == ["rest 5. x"]
    assert not game.fault and game.tags == {"White": "A"}


def test_escaped_lines_and_places():
    text = "%evil 1. d4\n1. e4 {a} $1 e5\n%1. c4\n2. d4 *"
    game = one(text)
    assert moves(game) == ["e4", "e5", "d4"]
    e4, e5, d4 = game.moves
    assert text[: e4.end] == "%evil 1. d4\n1. e4" and text[e4.next :].startswith("e5") and e4.nags == [1]
    assert text[e5.next :].startswith("2. d4") and text[d4.next :] == "*" and (e4.line, d4.line) == (2, 4)
    assert text[e4.begin :].startswith("1. e4") and not e5.numbered and d4.numbered


def test_games_without_tags_and_without_end():
    games = list(scan("1. e4 e5 1-0\n\n1. d4 d5 *\n1. c4 {no end", chess=True))
    assert [moves(game) for game in games] == [["e4", "e5"], ["d4", "d5"], ["c4"]]
    assert [bool(game.fault) for game in games] == [False, False, True] and "line 4" in games[2].fault
    last = one('[Event "x"]\n\n1. e4 e5 ; why')
    assert last.moves[1].open and last.moves[1].next == len('[Event "x"]\n\n1. e4 e5 ; why')


def test_tags():
    text = '[Event "a \\"b\\" [c] \\\\"]\n[Site "x"] \n\n*\n\n[Event "2"]\n\n'
    text += '[Event "3"]\n[Site ""]\n\n1. e4 {\n[Event "no tag"]\n} *'
    games = list(scan(text, chess=True))
    assert [game.tags.get("Event") for game in games] == ['a "b" [c] \\', "2", "3"]
    assert games[0].tags["Site"] == "x" and moves(games[2]) == ["e4"] and games[2].tags["Site"] == ""
    assert games[0].title == "? - ?" and games[1].position == "startpos"


@pytest.mark.parametrize(
    "text,words",
    [
        ("1. e4 (1. d4 e5", "without its ')'"),
        ("1. e4 ) e5", "without '('"),
        ("( 1. e4 )", "without a move"),
        ("1. e4 { e5", "without its '}'"),
        ("1. e4 }", "unexpected"),
        ("\n\n1. e4 $ x", "line 3"),
    ],
)
def test_faults(text, words):
    assert words in one(text).fault


def test_xiangqi_forms():
    text = (
        '[Game "Chinese Chess"]\r\n[Red "甲"]\r\n 1. 炮二平五 马8进7\r\n2．H2+3！ {好 1. x} R9=8 3. 前炮进一 11.1 *\r\n'
        '========\r\n广告 { [White "no"] 1. 炮\r\n[Game "Chinese Chess"]\r\n'
        '[FEN "4k4/9/9/9/9/9/9/9/9/R3K4 w"]\r\n1. 车九进九 红胜\r\n'
    )
    first, second = scan(text, chess=False)
    assert moves(first) == ["炮二平五", "马8进7", "H2+3", "R9=8", "前炮进一", "11.1"] and first.moves[2].nags == [1]
    assert moves(second) == ["车九进九"] and second.result == "红胜" and second.position.startswith("4k4/")
    done = list(scan('[Red "a"]\n1. 炮二平五 *\n=====\n广告 { 1. x\n[Red "b"]\n1. 炮八平五', chess=False))
    assert [moves(game) for game in done] == [["炮二平五"], ["炮八平五"]] and not done[0].fault


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "cp950"])
def test_chinese_encodings_come_back_byte_for_byte(codec):
    words = "馬二進三 車九平八" if codec == "cp950" else "马二进三 车九平八"
    data = f'[Red "x"]\r\n1. {words}\r\n'.encode(codec)
    text, name = decode(data, chinese=True)
    assert words in text and encode(text, name) == data


@pytest.mark.parametrize("seed", range(30))
def test_any_bytes_come_back(seed):
    chance = random.Random(seed)
    data = bytes(
        chance.choice([chance.randrange(256), chance.choice(b"[]{}() \n\r1.e4;%$")]) for _ in range(chance.randrange(400))
    )
    for chinese in (False, True):
        try:
            text, codec = decode(data, chinese)
        except engine.QijiError:
            assert chinese
            continue
        assert encode(text, codec) == data
        for game in scan(text, not chinese):
            places = [place for move in game.moves for place in (move.begin, move.end, move.next)]
            assert all(0 <= place <= len(text) for place in places) and places == sorted(places)
