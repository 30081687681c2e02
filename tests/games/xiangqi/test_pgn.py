"""Game records in PGN: real files, both dialects, every notation, comments and variations, encodings, faults."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.errors import QijiError
from engine.games.xiangqi import pgn
from engine.games.xiangqi import record as record_module

RICH = """\
[Event "a \\"b\\" \\\\ c"]
[White "张三"]
[Result "1-0"]

{before the first move} 1. 炮二平五! {好棋} ( {instead} 1. C2=4 马8进7 (1... H2+3 {nested}) 2. 馬二進三 $1 $5 )
(1. h2-d2?!) 马８进７ ; to the end of the line
% a line for programs
2. H2+3 $2 R9=8 1-0
===========
advertisement { without an end
"""


@pytest.fixture(scope="module")
def game():
    return engine.load("xiangqi")


def read_one(text: str, game) -> pgn.Record:
    (record,) = pgn.read_records(text, game)
    return record


# --- reading ------------------------------------------------------------------------------------------------------------


def test_everything_in_a_record_is_read(game):
    record = read_one(RICH, game)
    assert record.tags == {"Event": 'a "b" \\ c', "White": "张三", "Result": "1-0"} and record.result == "1-0"
    assert record.main_line() == ["h2e2", "h9g7", "h0g2", "i9h9"]
    root = record.root
    assert root.comment == "before the first move"
    first, second, third = root.children
    assert (first.move, first.nags, first.comment) == ("h2e2", [1], "好棋")
    assert (second.move, second.comment_before, second.children[0].move) == ("h2f2", "instead", "h9g7")
    assert (second.children[1].move, second.children[1].comment) == ("b9c7", "nested")
    assert second.children[0].children[0].nags == [1, 5]
    assert (third.move, third.nags) == ("h2d2", [6])
    assert first.children[0].comment == "to the end of the line"
    assert first.children[0].children[0].nags == [2]


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("1. H2-E2 H9-G7 *", ["h2e2", "h9g7"], "*"),
        ("1.h2e2 h9g7 2.h0g2 1/2-1/2", ["h2e2", "h9g7", "h0g2"], "1/2-1/2"),
        ("1. C2.5 H8+7 2. H2+3 0-1", ["h2e2", "h9g7", "h0g2"], "0-1"),
        ("１．炮二平五　马８进７　和棋", ["h2e2", "h9g7"], "1/2-1/2"),
        ("炮二平五\n马8进7\n红胜\n", ["h2e2", "h9g7"], "1-0"),
        ("1 炮二平五 ... 2 马二进三", None, ""),
        ('[Result "1-0"]\n\n1. C2=5 *', ["h2e2"], "1-0"),
        ('[FEN "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w"]\n\n1. 15+1 1-0', ["e7e8"], "1-0"),
        ('[FEN "4k4/9/9/9/9/9/9/9/9/R2K5 b"]\n\n1... 将5进1 2. R9+1 *', ["e9e8", "a0a1"], "*"),
        ('[FEN "4k4/9/9/9/9/9/9/9/9/R2K5 r"]\n\n*', [], "*"),
        ("", None, ""),
    ],
)
def test_dialects(game, text, moves, result):
    if moves is None:
        assert list(pgn.read_records(text, game, on_error=lambda error: None)) in ([], [pgn.Record(root=pgn.Node())]) or text
        return
    record = read_one(text, game)
    assert record.main_line() == moves and record.result == result


def test_several_games(game):
    text = f'{RICH}\n[Game "Chinese Chess"]\n[Red "x"]\n\n1. 炮二平五 *\n\n[Event "tags only"]\n\n[Event "last"]\n\n1. C2=5 *\n'
    records = list(pgn.read_records(text.replace("{ without an end", ""), game))
    assert [record.main_line()[:1] for record in records] == [["h2e2"], ["h2e2"], [], ["h2e2"]]
    assert [record.line for record in records] == [1, 12, 17, 19]
    assert records[1].tags["Red"] == "x"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
def test_encodings(game, encoding, line_end):
    text = '[Red "张三丰"]\n\n{先手} 1. 炮二平五 马８进７ *\n'.replace("\n", line_end)
    record = read_one(pgn.decode(text.encode(encoding)), game)
    assert record.tags["Red"] == "张三丰" and record.main_line() == ["h2e2", "h9g7"] and record.root.comment == "先手"


def test_traditional_big5(game):
    data = '[Red "張三"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ *\n'.encode("cp950")
    record = read_one(pgn.decode(data), game)
    assert record.tags["Red"] == "張三" and record.main_line() == ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 炮二平五 炮二平二", "line 1: illegal move '炮二平二'"),
        ('[Event "x"]\n[FEN "x"]\n\n1. 炮二平五', "line 2: bad position: "),
        ("\n\n1. C2=5\nH8+7 (\n", "line 4: a variation without its ')'"),
        ("1. )", "line 1: ')' without '('"),
        ("1. C2=5\n{abc\nd", "line 2: a comment without its '}'"),
        ("1. C2=5 ()", "line 1: an empty variation"),
        ("(1. C2=5)", "line 1: a variation without a move before it"),
        ("1. C2=5 (1. C2=4 (", "line 1: a variation without its ')'"),
        ("1. foo", "line 1: 'foo' is no move in coordinates (h2e2), WXF (C2=5) or Chinese notation"),
        ("[Event]\n", "line 1: '[Event]' is no move"),
        ("1. C2=5 }", "line 1: unexpected '}'"),
        ("1. C2=5\n\n\nH8=8", "line 4: illegal move 'H8=8'"),
        ("1. C2=5 " + "(1. C2=4 (1. C2=5 " * 80, "line 1: variations nested more than 100 deep"),
    ],
)
def test_faults_name_the_line(game, text, message):
    with pytest.raises(pgn.RecordError) as caught:
        list(pgn.read_records(text, game))
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


def test_what_precedes_a_fault_is_kept_on_request(game):
    faults: list[QijiError] = []
    records = list(pgn.read_records('1. C2=5 H8+7 2. foo\n\n[Event "next"]\n\n1. C8=5 *\n', game, faults.append))
    assert [record.main_line() for record in records] == [["h2e2", "h9g7"], ["b2e2"]]
    assert [str(fault).split(":")[0] for fault in faults] == ["line 1"]


def test_random_text_never_fails_otherwise(game):
    rng = random.Random(1)
    words = [
        "1.",
        "炮二平五",
        "马8进7",
        "H2+3",
        "(",
        ")",
        "{",
        "}",
        "$3",
        ";",
        "*",
        "1-0",
        "\n",
        '[Event "x"]',
        "%",
        "!",
        "...",
        "h2e2",
    ]
    for _ in range(300):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(0, 25)))
        try:
            for record in pgn.read_records(text, game):
                assert read_one(pgn.write_record(record, game), game).root == record.root
        except pgn.RecordError as error:
            assert str(error).startswith("line ") and "\n" not in str(error)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text() | st.binary().map(pgn.decode) | st.text('[]"Ax {}();$1.*\n!炮二平五马8进7％', max_size=60))
def test_any_text_is_read_or_refused(text):
    game = engine.load("xiangqi")
    try:
        records = list(pgn.read_records(text, game))
    except pgn.RecordError as error:
        assert str(error).startswith("line ")
    else:
        for record in records:
            assert read_one(pgn.write_record(record, game), game).root == record.root


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.dictionaries(st.text("ABCxyz", min_size=1), st.text()), st.text(), st.text())
def test_any_tag_and_comment_survives(tags, comment, later):
    """White space is folded and a closing brace changed; all else comes back."""
    game = engine.load("xiangqi")
    record = pgn.record_of(["h2e2"], tags=tags)
    record.root.comment = record_module.fold_comment(comment.replace("}", "｝").replace("\r", " "))
    record.root.children[0].comment = record_module.fold_comment(later.replace("}", "｝").replace("\r", " "))
    again = read_one(pgn.write_record(record, game), game)
    assert again.root == record.root
    assert {name: " ".join(value.split()) for name, value in tags.items()}.items() <= again.tags.items()


# --- writing ------------------------------------------------------------------------------------------------------------


def columns(line: str) -> int:
    return sum(2 if record_module.is_wide(character) else 1 for character in line)


def random_record(game, rng: random.Random) -> pgn.Record:
    """A record with variations, glyphs and comments in Chinese and English."""
    words = ["good", "坏棋", "a-much-longer-word", "红方先手弃子争先而黑方失先", "x", "！", "1.", "(note)", "局面，均势。", "3x"]

    def comment() -> str:
        return " ".join(rng.choice(words) for _ in range(rng.choice((0, 0, 0, 1, 5, 30))))

    position = game.position()

    def grow(node: pgn.Node, length: int, depth: int) -> None:
        if not length or not len(position.legal_moves()):
            return
        moves = rng.sample(
            position.legal_moves().tolist(), min(1 + (depth < 3 and rng.random() < 0.2), len(position.legal_moves()))
        )
        for n, move in enumerate(moves):
            child = pgn.Node(
                position.format(move), comment(), comment() if n else "", rng.sample(range(1, 20), rng.choice((0, 0, 2)))
            )
            node.children.append(child)
            position.push(move)
            grow(child, length - 1 if n == 0 else rng.randint(0, 5), depth + n)
            position.pop()

    record = pgn.Record({"Red": '红 "x" \\', "Annotator": "me"}, pgn.Node(comment=comment()), rng.choice(record_module.RESULTS))
    grow(record.root, 40, 0)
    return record


@pytest.mark.parametrize("dialect", ["chinese", "chess"])
@pytest.mark.parametrize("notation", ["chinese", "traditional", "wxf", "iccs", "wire", "fairy"])
def test_written_records_read_back(game, notation, dialect):
    rng = random.Random(f"{notation}-{dialect}")
    for _ in range(2):
        record = random_record(game, rng)
        text = pgn.write_record(record, game, notation, dialect)
        if notation == "fairy":
            assert "\n\n" in text
            continue
        again = read_one(text, game)
        assert again.root == record.root and again.result == record.result
        assert again.tags["Annotator"] == "me" and again.tags["White" if dialect == "chess" else "Red"] == '红 "x" \\'
        assert max(columns(line) for line in text.splitlines()) <= 80
        assert pgn.write_record(again, game, notation, dialect) == text


def test_tags_of_the_dialects(game):
    fen = "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 3 12"
    record = pgn.record_of(["e9e8"], fen, "0-1", {"White": "甲", "Date": "2024.01.02"})
    chinese = pgn.write_record(record, game)
    assert chinese.startswith('[Game "Chinese Chess"]\n[Event ""]\n[Round ""]\n[Date "2024.01.02"]\n')
    assert '[Red "甲"]\n' in chinese and '[Result "0-1"]\n' in chinese and f'[FEN "{fen}"]\n[Format "Chinese"]\n' in chinese
    assert chinese.endswith("\n\n12... 将５进１ 0-1\n\n")
    chess = pgn.write_record(record, game, "iccs", "chess")
    assert '[White "甲"]\n' in chess and f'[Variant "xiangqi"]\n[SetUp "1"]\n[FEN "{fen}"]\n' in chess
    assert chess.endswith("\n\n12... E9-E8 0-1\n\n")
    again = read_one(chess, game)
    assert again.position == fen and pgn.write_record(again, game) == chinese


def test_long_games_are_wrapped(game):
    position = game.position()
    rng = random.Random(2)
    for _ in range(600):
        legal = position.legal_moves()
        if not len(legal):
            break
        position.push(int(rng.choice(list(legal))))
    moves = [game.position().format(move) for move in position.moves]
    text = pgn.write_record(pgn.record_of(moves), game)
    assert read_one(text, game).main_line() == moves
    assert 70 <= max(columns(line) for line in text.splitlines()) <= 80


def test_bad_moves_are_refused(game):
    with pytest.raises(QijiError):
        pgn.write_record(pgn.record_of(["a0a9"]), game)


# --- real files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "plies", "last"), [("test.pgn", 25, "e2e5"), ("endgame_test.pgn", 25, "d6f7")])
def test_real_files(game, data_folder, name, plies, last):
    record = read_one(pgn.decode((data_folder / "xiangqi" / name).read_bytes()), game)
    assert len(record.main_line()) == plies and record.main_line()[-1] == last
    assert record.tags["Game"] == "Chinese Chess"
    again = read_one(pgn.decode(pgn.write_record(record, game).encode("gbk")), game)
    assert again.root == record.root and again.result == record.result
    position = game.position(record.position, record.main_line())
    assert str(position.result()) in ("ongoing", "win red checkmate")


def test_real_list_of_moves(game, data_folder):
    """A text file that begins with a position string and then holds a Chinese move a line."""
    text = pgn.decode((data_folder / "xiangqi" / "test1_move.txt").read_bytes())
    first, *moves = text.split("\n")
    record = read_one(f'[FEN "{first.strip()}"]\n\n' + "\n".join(moves), game)
    words = [line.strip() for line in moves if line.strip()]
    assert words[-1] == "黑胜" and record.result == "0-1" and len(record.main_line()) == len(words) - 1
