"""PDN with rules: records read and written in every game, results, damage, the commands that use them."""

from __future__ import annotations

import random

import pytest

import engine
from protocols.cli import main
from protocols.files.pdn import Node, PdnRecord, read_records
from protocols.files.pdn_write import fen_text, result_of, write_record

GAMES = ("checkers", "checkers-flying", "draughts", "draughts64", "russian", "pool")
LOADED = {}


def load(game_id: str):
    return LOADED.setdefault(game_id, engine.load(game_id))


def read(text: str, default: str = "draughts", faults: list[str] | None = None) -> list[PdnRecord]:
    found = list(
        read_records(text, lambda game_id: load(game_id or default), (lambda fault: None) if faults is None else faults.append)
    )
    return found


def shape(node: Node) -> tuple:
    """A node with everything below it, in a form that compares."""
    return node.move, node.comment, node.comment_before, tuple(node.nags), tuple(shape(child) for child in node.children)


TREE = """[Event "A \\"test\\""]
[Site "Huissen"]
[White "Sijbrands"]
[Black "Wiersma"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]
[Opening "x"]

{Before.} 1. 32-28 {after
it} 19-23! 2. 28x19 14x23 $4 (2... 13x24 $1 {other} 3. 37-32 ({first} 3. 38-32 20-25 {inner}) 8-13) (2... 13:24)
3.37 - 32 10-14 4. 41–37(?) ; to the end of the line
2-0
"""


def test_a_tree():
    (record,) = read(TREE)
    assert record.fault == "" and record.game_id == "draughts" and record.result == "1-0"
    assert record.main_line() == ["32-28", "19-23", "28x19x23", "14x23x19", "37-32", "10-14", "41-37"]
    assert record.root.comment == "Before." and record.root.children[0].comment == "after it"
    first = record.root.children[0].children[0]
    assert first.nags == [1]
    choices = first.children[0].children
    assert [node.move for node in choices] == ["14x23x19", "13x24x19", "13x24x19"] and choices[0].nags == [4]
    inner = choices[1].children
    assert [node.move for node in inner] == ["37-32", "38-32"] and inner[1].comment_before == "first"
    assert choices[0].children[0].children[0].children[0].comment == "to the end of the line"
    assert choices[0].children[0].children[0].children[0].nags == [2]


def test_written_and_read_again():
    (record,) = read(TREE)
    text = write_record(record, load("draughts"))
    assert max(map(len, text.splitlines())) <= 80
    (again,) = read(text)
    assert shape(again.root) == shape(record.root) and again.result == record.result
    assert again.tags == {
        **{name: value for name, value in record.tags.items() if name not in ("Result", "GameType")},
        "Date": "????.??.??", "Round": "?", "Result": "1-0", "GameType": "20,W,10,10,N2,0",
    }  # fmt: skip
    assert write_record(again, load("draughts")) == text


def random_tree(game, chance: random.Random, plies: int) -> tuple[Node, int]:
    """A tree of random legal moves; the number of its moves."""
    root, position, count = Node(comment=chance.choice(["", "a comment, with { and ;"])), game.position(), 0

    def grow(node: Node, left: int, depth: int) -> None:
        nonlocal count
        if not left or position.result().over:
            return
        legal = [int(move) for move in position.legal_moves()]
        chosen = chance.sample(legal, min(len(legal), 1 + (depth < 3 and chance.random() < 0.3)))
        for number, move in enumerate(chosen):
            child = Node(position.format(move), chance.choice(["", "", "", "words (with) brackets"]))
            child.nags = chance.choice([[], [], [3], [1, 14]])
            child.comment_before = "aside" if number and chance.random() < 0.3 else ""
            node.children.append(child)
            position.push(move)
            count += 1
            grow(child, left - 1 if not number else min(3, left - 1), depth + bool(number))
            position.pop()

    grow(root, plies, 0)
    return root, count


@pytest.mark.parametrize("game_id", GAMES)
def test_random_trees_of_every_game(game_id):
    game, chance = load(game_id), random.Random(game_id)
    for number in range(4):
        root, count = random_tree(game, chance, 30)
        record = PdnRecord({"White": "w"}, root, chance.choice(["1-0", "0-1", "1/2-1/2", "*"]))
        text = write_record(record, game)
        faults: list[str] = []
        (again,) = read(text, "", faults)
        assert faults == [] and again.game_id == game_id and again.result == record.result
        assert shape(again.root) == shape(root), number
        assert count > 5


def test_notation_and_positions_of_files():
    for game_id, moves, written in (
        ("draughts", ["32-28", "19-23"], "1. 32-28 19-23 *"),
        ("checkers", ["11-15", "23-19"], "1. 11-15 23-19 *"),
        ("russian", ["22-18", "11-15"], "1. c3-d4 f6-e5 *"),
        ("draughts64", ["22-18", "11-15"], "1. c3-d4 f6-e5 *"),
        ("pool", ["22-18", "11-15"], "1. 22-18 11-15 *"),
    ):
        root = Node(children=[Node(moves[0], children=[Node(moves[1])])])
        assert write_record(PdnRecord({}, root), load(game_id)).splitlines()[-2] == written
    start = load("russian").position("B:WK30,21:B5,K12")
    assert fen_text(load("russian"), start) == "B:Wa3,Kc1:Ba7,Kh6"
    for game_id, fen in (("russian", "B:WK30,21:B5,K12"), ("draughts", "B:WK30,41:B5,K12"), ("checkers", "W:WK30:BK12")):
        position = load(game_id).position(fen)
        text = write_record(
            PdnRecord({"FEN": fen}, Node(children=[Node(position.format(position.legal_moves()[0]))])), load(game_id)
        )
        assert '[SetUp "1"]' in text and f'[FEN "{fen_text(load(game_id), position)}"]' in text
        assert text.splitlines()[-2].startswith("1... ")  # the second player's turn in each of these games
        (again,) = read(text)
        assert load(game_id).position(again.position).text() == position.text()


def test_every_form_of_fen_and_move():
    text = """[GameType "20"]
[FEN "W:WK47,k46,31-33:BK15,3."]
1. 47x20 *
"""
    faults: list[str] = []
    read(text, faults=faults)
    assert len(faults) == 1 and faults[0].startswith("line 3: ")  # readable, and no legal move
    for move in ("28x19", "28:19", "28X19", "28×19", "28-19", "28x19x23", "28 x 19", "028x19"):
        faults = []
        (record,) = read(f"1. 32-28 19-23 2. {move} *", faults=faults)
        expected = ["32-28", "19-23", "28x19x23"]
        assert (record.main_line() == expected and not faults) == (move != "028x19"), (move, faults)
    assert read("/W:WK28:BK50/ 1. 28-22 *")[0].main_line() == read("1. /W:WK28:BK50/ 28-22 *")[0].main_line() == ["28-22"]
    assert "in the middle" in read("1. 32-28 /W:WK28:B22/ 19-23 *")[0].fault


def test_the_trap_of_results():
    """1-0 is the side with the first move: Black in English checkers, White elsewhere."""
    for game_id, first, second in (
        ("checkers", "black", "white"),
        ("checkers-flying", "black", "white"),
        ("draughts", "white", "black"),
    ):
        game = load(game_id)
        assert [result_of(game, winner) for winner in (first, second, "", None)] == ["1-0", "0-1", "1/2-1/2", "*"]
    for word, result in {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2-1/2": "1/2-1/2", "*": "*"}.items():
        assert read(f"1. 32-28 {word}")[0].result == result
        assert read(f'[Result "{word}"]\n1. 32-28')[0].result == result
    # What stands behind the moves counts, unless it says nothing.
    assert read('[Result "1-0"]\n1. 32-28 0-1')[0].result == "0-1" and read('[Result "1-0"]\n1. 32-28 *')[0].result == "1-0"


@pytest.mark.parametrize(
    "text, line, words, kept",
    [
        ("1. 32-28 19-23\n2. 28-22", 2, "no legal move", 2),
        ("1. 32-28 19-23\n2. foo 14x23", 2, "'foo' is no move", 2),
        ("1. 32-28\n19-23 {open", 2, "without its '}'", 2),
        ("1. 32-28 (31-27\n19-23", 2, "without its ')'", 1),
        ("1. 32-28\n) 19-23", 2, "')' without '('", 1),
        ("(1. 32-28) 31-27", 1, "a variation without a move before it", 0),
        ("1. 32-28 () 19-23", 1, "an empty variation", 0),
        ('[FEN "W:W60:B1"]\n1. 32-28', 1, "60", 0),
        ('[GameType "22"]\n1. 11-15', 1, "Italian draughts", 0),
        ("1. 32-28 " + "(" * 3, 1, "a variation without a move before it", 0),
    ],
)  # fmt: skip
def test_damage(text, line, words, kept):
    faults: list[str] = []
    records = read(text, faults=faults)
    assert len(faults) == 1 and words in faults[0], faults
    assert faults[0].startswith(f"line {line}: ")
    if kept:
        assert len(records[0].main_line()) == kept and records[0].fault == faults[0]


def test_a_damaged_game_costs_no_other():
    text = (
        '[GameType "20"]\n1. 32-28 *\n\n[GameType "20"]\n1. 32-99 *\n\n[GameType "21"]\n1. 11-15 *\n[GameType "40"]\n1. 1-2 *\n'
    )
    faults: list[str] = []
    records = read(text, faults=faults)
    assert [record.game_id for record in records] == ["draughts", "checkers"]
    assert [fault.split(":")[0] for fault in faults] == ["line 5", "line 9"]


def test_long_and_deep():
    assert read("1. 32-28 " + "{x} " * 20_000 + "*")[0].main_line() == ["32-28"]
    deep = "1. 32-28 " + "(31-27 " * 200 + ")" * 200
    assert "nested more than" in read(deep)[0].fault or "no legal move" in read(deep)[0].fault


# --- commands -----------------------------------------------------------------------------------------------------------


def test_convert(tmp_path, capsys):
    source, target = tmp_path / "a.pdn", tmp_path / "b.pdn"
    source.write_text(TREE + '\n[GameType "25"]\n[White "Ж"]\n1. c3-d4 f6-e5 *\n', encoding="utf-8")
    assert main(["convert", str(source), str(target)]) == 0
    assert capsys.readouterr().out == f"{target}: 2 games\n"
    assert [record.game_id for record in read(target.read_text(encoding="utf-8"))] == ["draughts", "russian"]
    assert main(["convert", str(source), "-", "--to", "pdn", "--only", "2", "--notation", "numeric"]) == 0
    assert "1. 22-18 11-15 *" in capsys.readouterr().out
    assert main(["convert", str(source), "-", "--to", "fen", "--positions", "all", "--only", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[0] == load("russian").position().text()
    (tmp_path / "p.fen").write_text("# two\nW:WK28:B22,12\nB:W50:BK3\nX:W1\n")
    assert main(["convert", str(tmp_path / "p.fen"), str(target), "--game", "draughts"]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{target}: 2 games\n" and captured.err.startswith(f"qiji: error: {tmp_path / 'p.fen'}: line 4: ")
    for words, error in (
        (["convert", str(source), "x.xqf"], "games of draughts become .pdn or .fen, not .xqf"),
        (["convert", str(source), "x.pdn", "--only", "7"], "there is no game 7"),
        (["convert", str(source), "x.pdn", "--notation", "san"], "has no notation 'san'"),
    ):
        assert main(words) == 2 and error in capsys.readouterr().err


def test_convert_keeps_bytes_of_other_encodings(tmp_path):
    source, target = tmp_path / "a.pdn", tmp_path / "b.pdn"
    source.write_bytes('[GameType "25"]\n[White "Чижов"]\n1. c3-d4 {ход} *\n'.encode("cp1251"))
    assert main(["convert", str(source), str(target)]) == 0
    assert '[White "Чижов"]' in target.read_bytes().decode("cp1251") and "{ход}" in target.read_bytes().decode("cp1251")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_annotating_keeps_every_byte(warm_draughts, tmp_path, capsys, newline):
    source, target = tmp_path / "a.pdn", tmp_path / "b.pdn"
    data = (TREE + "\nwords between\n\n" + '[GameType "20"]\n[White "Ж"]\n1.32 - 28 19:23?! 1-1\n').replace("19:23", "19-23")
    source.write_bytes(data.replace("\n", newline).encode())
    assert main(["analyse", "draughts", str(source), "--depth", "4", "--annotate", str(target)]) == 0
    out = capsys.readouterr().out
    assert "1. 32-28" in out and "1... 19-23" in out
    written = target.read_bytes().decode()
    at = 0
    for character in data.replace("\n", newline):
        at = written.index(character, at) + 1  # in its order, nothing lost
    records = read(written)
    assert [record.main_line() for record in records] == [record.main_line() for record in read(data)]
    assert records[0].root.children[0].comment.startswith("[%eval ")
    assert "Qiji" in records[0].root.comment
    if newline == "\r\n":
        assert "\n" not in written.replace("\r\n", "")


def test_analysing_other_games_is_refused(warm_draughts, tmp_path, capsys):
    source = tmp_path / "a.pdn"
    source.write_text('[GameType "21"]\n1. 11-15 *\n')
    assert main(["analyse", "draughts", str(source), "--depth", "1"]) == 2
    assert "line 1: this is a game of 'checkers', not of draughts" in capsys.readouterr().err


def test_match_records(tmp_path):
    from protocols.client.clock import TimeControl
    from protocols.client.player import PlayerSpec
    from protocols.match.records import draughts_pdn, writer_for
    from protocols.match.schedule import Plan
    from protocols.match.settings import MatchSettings

    assert writer_for(load("checkers")) is draughts_pdn
    entry = {
        "moves": "11-15 23-19", "start": "startpos", "winners": [1], "seats": [0, 1], "started": "2026-11-30T18:00:00",
        "round": 0, "number": 0, "plies": 2, "duration_s": 1.0, "reason": "resignation", "detail": "", "opening_name": "",
        "book": 1, "scores": [None, 31], "depths": [None, 5], "times_s": [None, 0.1], "nodes": [None, 9],
        "seldepths": [None, 7], "clocks_s": [None, 59.0],
    }  # fmt: skip
    control = TimeControl(base_s=60.0)
    players = (PlayerSpec("one", ("x",), control=control), PlayerSpec("two", ("y",), control=control))
    settings = MatchSettings("checkers", {}, players, Plan(2))
    text = draughts_pdn(entry, settings, load("checkers"))
    (record,) = read(text)
    # Black won, and had the first move.
    assert record.result == "1-0" and record.tags["White"] == "one" and record.tags["Black"] == "two"
    assert [node.comment for node in (record.root.children[0], record.root.children[0].children[0])][0] == "book"
