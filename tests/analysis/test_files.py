"""Files of xiangqi programs: real ones against another library, damaged ones, and round trips."""

from __future__ import annotations

import random
import struct

import pytest

import engine
from engine.games.xiangqi import pgn
from engine.games.xiangqi.pgn import Node, Record
from protocols.files import format_of, read_bytes
from protocols.files.tree import START, RawGame, placement
from protocols.files.xqf_write import write_xqf

TREES = [
    "UnitTest.xqf",
    "game_varations.xqf",
    "test.xqf",
    "test1.xqf",
    "BadMoveTest1.xqf",
    "EmptyTest.xqf",
    "test.cbr",
    "test.cbf",
]


@pytest.fixture(scope="module")
def game():
    return engine.load("xiangqi")


@pytest.fixture(scope="module")
def folder(data_folder):
    return data_folder / "xiangqi"


def lines(record: Record) -> set[tuple[str, ...]]:
    """All lines from the root to a leaf."""
    found, stack = set(), [(record.root, ())]
    while stack:
        node, moves = stack.pop()
        if not node.children and moves:
            found.add(moves)
        stack += [(child, (*moves, child.move)) for child in node.children]
    return found


def comments(record: Record) -> list[str]:
    found, stack = [], [record.root]
    while stack:
        node = stack.pop()
        if node.comment:
            found.append(node.comment)
        stack += node.children
    return found


def squeezed(text: str) -> str:
    """A comment without blanks, as PGN may break it; a brace would end it."""
    return "".join(text.split()).replace("}", "｝")


def read(game, path, **settings):
    complaints: list[str] = []
    return read_bytes(path.read_bytes(), game, complaints.append, **settings), complaints


@pytest.mark.parametrize("name", TREES)
def test_trees_of_real_files(game, folder, name):
    import cchess

    (record,), complaints = read(game, folder / name)
    assert not complaints
    judge = cchess.Game.read_from(str(folder / name))
    assert lines(record) == {tuple(line) for line in judge.dump_iccs_moves()}
    assert record.result == judge.info.get("result", "*")
    for tag, key in (("Red", "red"), ("Black", "black")):
        assert record.tags.get(tag, "").split() == judge.info.get(key, "").split()
    if name.endswith("xqf"):
        said = (judge.annote or "").split()
        assert record.root.comment.split() == said


def test_a_variation_with_an_illegal_move_ends_there(game, folder):
    import cchess

    notes: list[str] = []
    (record,) = read_bytes((folder / "WildHouse.xqf").read_bytes(), game, pytest.fail, remark=notes.append)
    ours, theirs = lines(record), {tuple(line) for line in cchess.Game.read_from(str(folder / "WildHouse.xqf")).dump_iccs_moves()}
    assert len(ours) == len(theirs) == 139 and len(ours & theirs) == 138
    assert len(notes) == 1 and "move 74" in notes[0] and "e7f7" in notes[0]


def test_the_library(game, folder):
    import cchess

    records, complaints = read(game, folder / "longhua-1989.cbl")
    judges = [one for one in cchess.read_from_cbl(str(folder / "longhua-1989.cbl"))["games"] if one.dump_iccs_moves()]
    assert not complaints and len(records) == len(judges) == 36
    for record, judge in zip(records, judges, strict=True):
        assert lines(record) == {tuple(line) for line in judge.dump_iccs_moves()} and record.result == judge.info["result"]
        assert record.tags["Event"] == "1989年龙化杯象棋名师邀请赛" and record.tags["Title"] == judge.info["title"].strip()
    first = records[0].tags
    assert (first["Red"], first["RedTeam"], first["Black"], first["Site"]) == ("徐天红", "江苏", "徐天利", "柳州市")


def test_fields_and_comments(game, folder):
    (unit,), _ = read(game, folder / "UnitTest.xqf")
    assert unit.tags == {
        "Title": "标题", "Event": "比赛名称", "Date": "比赛日期", "Site": "比赛地点", "Red": "红方棋手", "Black": "黑方棋手",
        "TimeControl": "用时规则", "Annotator": "棋谱讲评", "Author": "文件作者",
    }  # fmt: skip
    (cbr,), _ = read(game, folder / "test.cbr")
    assert any("不急用平车压马" in words for words in comments(cbr)) and len(comments(cbr)) > 10
    (cbf,), _ = read(game, folder / "test.cbf")
    assert cbf.root.comment.startswith("中炮横车") and len(comments(cbf)) == 8 and cbf.tags["ECCO"] == "C03"
    (moves,), _ = read(game, folder / "test.xqf")
    position = game.position()
    for line in (folder / "test1_move.txt").read_text(encoding="utf-8").splitlines()[1:]:
        if line.strip() not in ("", "黑胜"):
            position.push(line.strip())
    assert moves.main_line() == position.history()


@pytest.mark.parametrize("name", [*TREES, "WildHouse.xqf", "longhua-1989.cbl"])
def test_damage_is_one_line(game, folder, name):
    """Cut anywhere and with bytes changed anywhere a file gives records that can be written, or one line each."""
    data = (folder / name).read_bytes()[:120_000]
    chance = random.Random(name)
    for trial in range(25):
        bad = bytearray(data[: chance.randrange(len(data))]) if trial % 2 else bytearray(data)
        for _ in range(chance.randint(0, 20)):
            if bad:
                bad[chance.randrange(len(bad))] = chance.randrange(256)
        complaints: list[str] = []
        for partial in (False, True):
            for record in read_bytes(bytes(bad), game, complaints.append, partial, lambda words: None):
                assert isinstance(record, Record)
        assert all("\n" not in words and 0 < len(words) < 400 for words in complaints)


def test_cut_files_say_where(game, folder):
    data = (folder / "test1.xqf").read_bytes()
    for size, words in (
        (2, ""),
        (500, "in its header"),
        (1100, "impossible length"),
        (len(data) - 3, "after 109 moves"),
        (len(data) - 380, "in the middle"),
    ):
        complaints: list[str] = []
        assert not read_bytes(data[:size] if size > 2 else b"XQ\x0a", game, complaints.append)
        assert len(complaints) == 1 and (words or "header") in complaints[0]
    complaints = []
    (record,) = read_bytes(data[:-3], game, complaints.append, partial=True)
    assert len(record.main_line()) == 109 and complaints


def test_bad_main_lines_and_positions(game):
    record = pgn.record_of(["h2e2", "h9g7", "h0g2"])
    data = bytearray(write_xqf(record, game))
    data[-8] = 0x18 + 10 * 4 + 4  # the last move begins on an empty point
    complaints: list[str] = []
    assert read_bytes(bytes(data), game, complaints.append) == [] and "move 3: illegal move" in complaints[0]
    (kept,) = read_bytes(bytes(data), game, complaints.append, partial=True)
    assert kept.main_line() == ["h2e2", "h9g7"]
    data[16] = data[17]
    complaints.clear()
    assert read_bytes(bytes(data), game, complaints.append) == [] and "two men" in complaints[0]


def random_record(game, chance) -> Record:
    """A record with variations and comments."""
    record = Record({"Red": "甲", "Black": "乙", "Event": "赛", "Date": "2024.01.02"}, result=chance.choice(pgn.RESULTS))
    position = game.position()
    if chance.random() < 0.5:
        for _ in range(chance.randint(1, 30)):
            if len(position.legal_moves()):
                position.push(int(chance.choice(position.legal_moves().tolist())))
        record.tags["FEN"] = position.text()
        position = game.position(position.text())
    record.root.comment = chance.choice(["", "开局"])
    stack = [(record.root, ())]
    while stack:
        node, path = stack.pop()
        while position.ply:
            position.pop()
        for move in path:
            position.push(move)
        legal = position.legal_moves().tolist()
        if not legal or len(path) > 8:
            continue
        for move in chance.sample(legal, min(len(legal), chance.choice([0, 1, 1, 1, 2, 3]))):
            child = Node(position.format(move), comment=chance.choice(["", "", "好棋", "a b"]))
            node.children.append(child)
            stack.append((child, (*path, child.move)))
    return record


@pytest.mark.parametrize("seed", range(15))
def test_xqf_round_trip(game, seed):
    record = random_record(game, random.Random(seed))
    data = write_xqf(record, game)
    (back,) = read_bytes(data, game, pytest.fail, remark=pytest.fail)
    assert back.root == record.root and back.result == record.result
    assert game.position(back.position).text().split()[:2] == game.position(record.position).text().split()[:2]
    assert {name: back.tags[name] for name in ("Red", "Black", "Event")} == {"Red": "甲", "Black": "乙", "Event": "赛"}
    import cchess

    assert format_of(data) == "xqf" and cchess is not None


def test_xqf_is_read_by_another_program(game, tmp_path):
    import cchess

    record = random_record(game, random.Random(3))
    path = tmp_path / "x.xqf"
    path.write_bytes(write_xqf(record, game))
    judge = cchess.Game.read_from(str(path))
    assert {tuple(line) for line in judge.dump_iccs_moves()} == lines(record)


def test_hidden_xqf(game, folder):
    """Version 18 written by hand from a plain file: the keys of a real file hide it, and it reads the same."""
    from protocols.files.xqf import _Keys

    record = random_record(game, random.Random(5))
    plain = write_xqf(record, game)
    real = (folder / "test.xqf").read_bytes()
    keys = _Keys(real)
    head = bytearray(plain[:1024])
    head[2:16] = real[2:16]
    for index in range(32):
        place = (keys.square + index + 1) & 31
        man = plain[16 + place]
        head[16 + index] = (man + keys.square) & 0xFF if man <= 89 else (200 + keys.square) & 0xFF
    tree, at = bytearray(), 1024
    while at < len(plain):
        origin, to, flags, _, size = struct.unpack_from("<BBBBi", plain, at)
        first = at == 1024
        marks = (0x80 if flags & 0xF0 else 0) | (0x40 if flags & 0x0F else 0) | (0x20 if size else 0)
        tree += bytes(((origin + (0 if first else keys.origin)) & 0xFF, (to + (0 if first else keys.to)) & 0xFF, marks, 0))
        if size:
            tree += struct.pack("<i", size + keys.comment)
        tree += plain[at + 8 : at + 8 + size]
        at += 8 + size
    hidden = bytes((byte + keys.stream[place % 32]) & 0xFF for place, byte in enumerate(tree))
    (back,) = read_bytes(bytes(head) + hidden, game, pytest.fail)
    assert back.root == record.root


def test_cbf_variations(game):
    """A line behind a closed one belongs to the last move that promised an alternative."""
    moves = [
        '<Move value="00-00">all</Move>', '<Move value="77-47"/>', '<Move value="70-62" branch="1" end="1">main</Move>',
        '<Move value="10-22" end="1"/>',
    ]  # fmt: skip
    text = f"<ChineseChessRecord><Head><FEN>{START} w</FEN><RecordResult>2</RecordResult></Head><MoveList>{''.join(moves)}"
    (record,) = read_bytes(f"{text}</MoveList></ChineseChessRecord>".encode(), game, pytest.fail)
    assert lines(record) == {("h2e2", "h9g7"), ("h2e2", "b9c7")} and record.result == "0-1" and record.root.comment == "all"
    for bad in (
        text,
        text + "</MoveList>",
        text.replace("77-47", "77-9x") + "</MoveList></ChineseChessRecord>",
        "<ChineseChessRecord/>",
    ):
        complaints: list[str] = []
        assert read_bytes(bad.encode(), game, complaints.append) == [] and len(complaints) == 1


def test_placement():
    assert placement(RawGame(pieces={0: "R", 4: "K", 85: "k", 89: "r"}).pieces) == "4k3r/9/9/9/9/9/9/9/9/R3K4"


# --- the command --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["test.cbr", "WildHouse.xqf", "UnitTest.xqf", "test.cbf", "test.pgn"])
@pytest.mark.parametrize("notation,encoding", [("chinese", "gbk"), ("wxf", "utf-8")])
def test_convert_to_pgn(qiji, game, folder, tmp_path, name, notation, encoding):
    target = tmp_path / "out.pgn"
    done = qiji("convert", str(folder / name), str(target), "--notation", notation, "--encoding", encoding)
    assert done.status == 0 and done.out == f"{target}: 1 game\n"
    (old,), _ = read(game, folder / name)
    (new,) = pgn.read_records(target.read_bytes().decode("gb18030" if encoding == "gbk" else "utf-8"), game)
    assert lines(new) == lines(old) and new.result == old.result
    assert [squeezed(words) for words in comments(new)] == [squeezed(words) for words in comments(old)]


def test_convert_to_big5(qiji, game, folder, tmp_path):
    target = tmp_path / "out.pgn"
    assert qiji("convert", str(folder / "test.xqf"), str(target), "--encoding", "big5").status == 0
    text = target.read_bytes().decode("cp950")
    (old,), _ = read(game, folder / "test.xqf")
    (new,) = pgn.read_records(text, game)
    assert "馬８進７" in text and lines(new) == lines(old)
    done = qiji("convert", str(folder / "test.xqf"), str(target), "--encoding", "big5", "--notation", "chinese")
    assert done.status == 2 and "--notation traditional" in done.err


def test_convert_and_back(qiji, game, folder, tmp_path):
    first, second = tmp_path / "a.pgn", tmp_path / "b.xqf"
    assert qiji("convert", str(folder / "longhua-1989.cbl"), str(first)).out == f"{first}: 36 games\n"
    assert "choose one with --only N" in qiji("convert", str(first), str(second)).err
    assert qiji("convert", str(first), str(second), "--only", "3").status == 0
    records, _ = read(game, folder / "longhua-1989.cbl")
    assert lines(read(game, second)[0][0]) == lines(records[2])
    assert "there is no game 99" in qiji("convert", str(first), str(second), "--only", "99").err


def test_convert_damaged(qiji, folder, tmp_path):
    bad, out = tmp_path / "bad.xqf", tmp_path / "out.pgn"
    bad.write_bytes((folder / "test1.xqf").read_bytes()[:-3])
    done = qiji("convert", str(bad), str(out))
    assert done.status == 2 and not out.exists() and done.err.count("\n") == 1 and "after 109 moves" in done.err
    done = qiji("convert", str(bad), str(out), "--partial")
    assert done.status == 2 and out.exists() and done.out == f"{out}: 1 game\n"


def test_convert_positions(qiji, tmp_path):
    games = tmp_path / "g.pgn"
    games.write_text('[White "A"]\n[Black "B;"]\n\n1. e4 e5 2. Nf3 *\n\n[White "C"]\n\n1. d4 Qx5 *\n')
    done = qiji("convert", str(games), "-", "--to", "epd")
    assert done.status == 2 and "line 8" in done.err
    out = tmp_path / "g.epd"
    assert qiji("convert", str(games), str(out), "--only", "1").out == f"{out}: 1 position\n"
    assert out.read_text() == 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; fmvn 2; id "A - B,";\n'
    assert qiji("convert", str(games), str(tmp_path / "g.fen"), "--only", "1", "--positions", "all").out.endswith(
        ": 4 positions\n"
    )
    assert qiji("convert", str(out), str(tmp_path / "h.pgn")).status == 0
    text = (tmp_path / "h.pgn").read_text()
    assert '[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]' in text and '[Event "A - B,"]' in text
    found = qiji("convert", str(tmp_path / "h.pgn"), str(tmp_path / "i.fen"))
    assert found.status == 0 and (tmp_path / "i.fen").read_text().endswith(" b KQkq - 1 2\n")


def test_convert_to_standard_output(folder, capfdbinary):
    from protocols.cli import main

    assert main(["convert", str(folder / "test.xqf"), "-", "--to", "pgn", "--tags", "chess", "--notation", "iccs"]) == 0
    text = capfdbinary.readouterr().out.decode()
    assert '[White "柳大华"]' in text and "1. C3-C4 H9-G7" in text


@pytest.mark.parametrize(
    "words,said",
    [
        (["none.xqf", "x.pgn"], "none.xqf"),
        (["EmptyTest.xqf", "x.doc"], "--to"),
        (["EmptyTest.xqf", "x.pgn", "--encoding", "ebcdic"], "ebcdic"),
        (["EmptyTest.xqf", "x.pgn", "--notation", "san"], "san"),
        (["EmptyTest.xqf", "x.pgn", "--game", "nim"], "nim"),
        (["mates.jsonl", "x.xqf"], "positions become"),
    ],
)
def test_convert_errors(qiji, folder, tmp_path, words, said):
    words = [str(folder / words[0]), str(tmp_path / words[1]), *words[2:]]
    done = qiji("convert", *words)
    assert done.status == 2 and done.err.startswith("qiji: error: ") and said in done.err and done.err.count("\n") == 1
