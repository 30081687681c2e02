"""Endgame tables of draughts in conversations and commands: kept moves, scores, results, folders that are no good."""

from __future__ import annotations

import json
import random

import pytest

import engine
from engine.games.draughts.tables.build import build
from engine.games.draughts.tables.opened import value_of
from protocols.bitbases import Bitbases
from protocols.cli import main
from protocols.hub_line import read_line
from protocols.tablebase import TABLE_SCORE

WON, DRAWN = "W:WK30,K31:BK3", "W:WK30:BK3"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("tables")
    for game_id in ("checkers", "draughts"):
        list(build(game_id, 3, place, pytest.fail))
    return place


@pytest.fixture(scope="module")
def tables(folder):
    opened = Bitbases(engine.load("checkers").entry, f"/no/such/folder:{folder}", pytest.fail)
    yield opened
    opened.close()


def three(rng):
    """A random position of English draughts with three kings."""
    squares = rng.sample(range(1, 33), 3)
    strong, weak = rng.choice((("W", "B"), ("B", "W")))
    return f"{rng.choice('WB')}:{strong}K{squares[0]},K{squares[1]}:{weak}K{squares[2]}"


def test_kept_moves_keep_the_result(tables):
    """Against the values of all moves, one ply deeper, captures resolved or not; several lines add the next best moves."""
    rng, game = random.Random(1), engine.load("checkers")
    assert tables.count == 16
    outcomes, worse = set(), 0
    for _ in range(150):
        position = game.position(three(rng))
        if not len(position.legal_moves()):
            assert tables.value(position) == -1 and tables.probe(position) is None
            continue
        replies = {}
        for move in map(int, position.legal_moves()):
            after = position.copy()
            after.push(move)
            replies[move] = -1 if after.result().over and after.result().winners else tables.value(after)
        known = tables.probe(position)
        best = max(-value for value in replies.values())
        assert tables.value(position) == best == known.outcome
        assert sorted(known.moves) == sorted(move for move, value in replies.items() if -value == best)
        worse += len(known.moves) < len(replies)
        outcomes.add(best)
        few = tables.probe(position, among=tuple(replies)[:1])
        assert few.moves == tuple(replies)[:1]
        lines = tables.probe(position, lines=3)
        assert lines.lines == min(3, len(replies)) and len(lines.moves) >= lines.lines
    assert outcomes == {-1, 0, 1} and worse > 15
    assert tables.probe(game.position()) is None


def test_a_known_root_leaves_only_smaller_tables_to_the_search(tables):
    """So that the evaluation leads on among positions of equal value; the next root that is not known has all of them again."""
    game = engine.load("checkers")
    inside, smaller = game.position(WON), game.position("W:WK30:BK3")

    def seen():
        return [value_of("checkers", position.memory, 0) for position in (inside, smaller)]

    assert tables.probe(inside).outcome == 1 and seen() == [None, 0]
    assert tables.value(inside) == 1 and seen() == [1, 0]
    assert tables.probe(inside).outcome == 1 and tables.probe(game.position()) is None and seen() == [1, 0]


def test_scores_of_a_line(tables):
    """Draws are exact; a win is taken from the tables only where the search sees nothing against it."""
    info = engine.Info(5, 5, 1, 15_300, "exact", 10, 0.1, 100, 0, ())
    won, drawn = (tables.probe(engine.load("checkers").position(text)) for text in (WON, DRAWN))
    for score, seen in ((15_300, TABLE_SCORE), (200, 200), (0, 0), (31_990, 31_990), (-15_000, -15_000)):
        line = engine.Info(**{**info.__dict__, "score": score, "pv": won.moves[:1]})
        assert won.adjusted(line).score == seen and won.adjusted(line).tbhits == won.probes
    assert drawn.outcome == 0 and drawn.adjusted(engine.Info(**{**info.__dict__, "pv": drawn.moves[:1]})).score == 0


def say(capsys, *words):
    capsys.readouterr()
    status = main(list(words))
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


def test_results_on_the_command_line(folder, capsys):
    tables = ("--bitbases", str(folder))
    assert say(capsys, "result", "checkers", "--position", WON) == (0, ["ongoing"], "")
    assert say(capsys, "result", "checkers", "--position", WON, *tables) == (0, ["ongoing", "table win white"], "")
    assert say(capsys, "result", "checkers", "--position", WON.replace("W:W", "B:W"), *tables)[1] == [
        "ongoing",
        "table win white",
    ]
    assert say(capsys, "result", "checkers", "--position", DRAWN, *tables)[1] == ["ongoing", "table draw"]
    assert say(capsys, "result", "checkers", *tables)[1] == ["ongoing", "table unknown"]
    assert say(capsys, "result", "checkers", "--position", "W:W6:BK1,K2,K18", *tables)[1] == ["win black blocked"]
    for words, fault in (
        (("result", "chess", *tables), "for draughts"),
        (("result", "checkers", "--bitbases", "/no/such"), "no tables of checkers in '/no/such'"),
        (("result", "russian", *tables), "no tables of russian"),
        (("analyse", "chess", *tables), "for draughts"),
        (("analyse", "draughts", "--bitbases", "/no/such", "--depth", "1"), "no tables of draughts"),
    ):
        status, _, err = say(capsys, *words)
        assert status == 2 and fault in err and len(err.splitlines()) == 1


def test_a_damaged_file_is_named(folder, tmp_path, capsys):
    for path in folder.glob("checkers-*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "checkers-0101.qdt").write_bytes(b"QIJIEGT\0 and nothing else")
    status, _, err = say(capsys, "result", "checkers", "--position", WON, "--bitbases", str(tmp_path))
    assert status == 2 and "checkers-0101.qdt" in err and len(err.splitlines()) == 1


def test_analysis_on_the_command_line(folder, capsys):
    words = ("analyse", "checkers", "--depth", "4", "--hash", "1", "--json", "--final", "--bitbases", str(folder), "--position")
    won, drawn = (json.loads(say(capsys, *words, text)[1][-1]) for text in (WON, DRAWN))
    assert won["tbhits"] > 0 and drawn["tbhits"] > 0 and drawn["score"] == 0
    known = Bitbases(engine.load("checkers").entry, str(folder), pytest.fail)
    position = engine.load("checkers").position(WON)
    position.push(won["best"])
    assert known.value(position) == -1
    known.close()


def test_over_hub(folder, start_draughts):
    talk = start_draughts("hub")
    talk.send("hub").wait("wait")
    declared = {fields["name"]: fields for command, fields in map(read_line, talk.before) if command == "param"}
    assert declared["bb-path"]["type"] == "string" and declared["bb-size"]["type"] == "int"
    talk.send("set-param name=variant value=english", f"set-param name=bb-path value={folder}", "set-param name=bb-size value=5")
    talk.send("init").wait("ready")
    drawn = "W" + "".join("W" if n == 30 else "B" if n == 3 else "e" for n in range(1, 33))
    talk.send(f"pos pos={drawn}", "level depth=5", "go think")
    fields = read_line(talk.wait(r"done\b.*"))[1]
    assert any("16 endgame tables" in line for line in talk.lines)
    lines = [read_line(line)[1] for line in talk.before if line.startswith("info depth")]
    assert lines and all(float(line["score"]) == 0 for line in lines) and fields["move"]
    talk.send("set-param name=bb-path value=", "ping").wait("pong")
    talk.send(f"pos pos={drawn}", "level depth=5", "go think").wait(r"done\b.*")


def test_over_uci(folder, start_draughts):
    talk = start_draughts("uci", "--game", "checkers")
    talk.send("uci").wait("uciok")
    assert any(line.startswith("option name BitbaseSize type spin") for line in talk.lines)
    talk.send(f"setoption name BitbasePath value {folder}", "isready").wait("readyok")
    talk.send(f"position fen {DRAWN}", "go depth 5").wait(r"bestmove .*")
    assert any(" cp 0 " in line and " tbhits 0" not in line for line in talk.before if line.startswith("info depth"))
    talk.send("setoption name BitbaseSize value 1", f"position fen {DRAWN}", "go depth 5").wait(r"bestmove .*")
    assert all(" tbhits 0" in line for line in talk.before if line.startswith("info depth") and "tbhits" in line)
