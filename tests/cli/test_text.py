"""The commands whose output other programs read: games, position, moves, result, perft."""

from __future__ import annotations

import json

import pytest

from engine.games import find_entry

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
KNIGHTS_OUT_AND_BACK = "g1f3 g8f6 f3g1 f6g8".split()
KEYS = "id name chinese_name aliases rules seats teams information searches protocols notations files ranks start options"
CHARIOT_CHECKS = ("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", "h8h9 f9f8 h9h8 f8f9".split())


# --- games --------------------------------------------------------------------------------------------------------------


def test_games_lists_every_game(qiji):
    done = qiji("games")
    assert done.status == 0 and [line.split()[0] for line in done.lines] == ["id", *_ids()]
    assert "国际象棋" in done.out and "ucci" in done.out


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "pylos", "banqi"])
def test_one_game_with_its_options(qiji, name):
    entry = find_entry(name)
    done = qiji("games", name)
    assert done.status == 0 and done.lines[0].startswith(f"{name}: {entry.name}")
    assert any(entry.start in line for line in done.lines)
    for option in entry.options:
        (line,) = (line for line in done.lines if line.startswith(f"  {option.name}="))
        assert all(value in line for value in option.values), "what it may be"
    assert json.loads(qiji("games", name, "--json").out)["id"] == name
    assert qiji("games", "tictactoe").status == 2


def test_games_as_json(qiji):
    done = qiji("games", "--json")
    records = [json.loads(line) for line in done.lines]
    assert [record["id"] for record in records] == _ids()
    for record in records:
        assert list(record) == KEYS.split()
    xiangqi = next(record for record in records if record["id"] == "xiangqi")
    assert xiangqi["seats"] == ["red", "black"] and xiangqi["start"] == XIANGQI_START
    rule = next(option for option in xiangqi["options"] if option["name"] == "Repetition Rule")
    assert rule["kind"] == "combo" and rule["values"] == ["ChineseRule", "AsianRule", "AllowChase", "NoJudgement"]


def _ids() -> list[str]:
    from engine.games import CATALOGUE

    return [entry.id for entry in CATALOGUE]


# --- position -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["chess"], START),
        (["CHESS", "--position", "startpos"], START),
        (["chess", "--moves", "e2e4"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (["chess", "--moves", "e4", "e5", "Nf3"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        (["chess", "--moves", "e4 e5  Nf3"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        (["chess", "--moves", "e4", "--moves", "e5"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        (["chess", "--position", "4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1", "--moves", "b2b4"], "4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1"),
        (["chess", "--position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"], START),
        (["xiangqi"], XIANGQI_START),
        (["xiangqi", "--moves", "h2e2"], "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"),
        (["xiangqi", "--moves", "炮二平五", "马8进7"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"),
        (["xiangqi", "--moves", "C2=5", "H8+7"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"),
        (["xiangqi", "--position", "4k4/9/9/9/9/9/9/9/4A4/4K4"], "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"),
    ],
)
def test_position(qiji, words, text):
    done = qiji("position", *words)
    assert (done.status, done.out) == (0, text + "\n")


def test_repairs_are_told_on_stderr(qiji):
    done = qiji("position", "chess", "--position", "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1")
    assert done.out == "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1\n"
    assert done.status == 0 and done.err.startswith("qiji: note: ")


def test_rule_options(qiji):
    queens = "4k4/9/9/9/9/9/RRR6/9/4A4/4K4 w - - 0 1"
    assert qiji("position", "xiangqi", "--position", queens).status == 2
    for name in ("FreeSetup=true", "freesetup=on", "FREESETUP=1"):
        assert qiji("position", "xiangqi", "--position", queens, "--option", name).out == queens + "\n"


def test_chess960(qiji):
    words = ["--position", "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", "--option", "UCI_Chess960=true"]
    moves = qiji("moves", "chess", *words).lines
    assert "c1b1" in moves and "c1h1" in moves and len(moves) == 25
    assert {"O-O", "O-O-O"} <= set(qiji("moves", "chess", *words, "--notation", "san").lines)


# --- moves --------------------------------------------------------------------------------------------------------------


def test_moves_in_each_notation_in_the_same_order(qiji):
    for game, other in (("chess", "san"), ("xiangqi", "wxf"), ("xiangqi", "chinese"), ("xiangqi", "iccs")):
        wire, named = qiji("moves", game), qiji("moves", game, "--notation", other)
        assert wire.status == named.status == 0 and len(wire.lines) == len(named.lines) == {"chess": 20, "xiangqi": 44}[game]
        for first, second in zip(wire.lines, named.lines, strict=True):
            assert qiji("position", game, "--moves", first).out == qiji("position", game, "--moves", second).out


def test_moves_where_there_are_none(qiji):
    done = qiji("moves", "chess", "--moves", *"f2f3 e7e5 g2g4 d8h4".split())
    assert (done.status, done.out) == (0, "")


def test_moves_of_a_small_position(qiji):
    done = qiji("moves", "xiangqi", "--position", "4k4/9/9/9/4N4/9/9/9/9/4K4 w")
    assert sorted(done.lines) == ["e0d0", "e0e1", "e0f0"]


# --- result -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (["chess"], "ongoing"),
        (["chess", "--moves", *"f2f3 e7e5 g2g4 d8h4".split()], "win black checkmate"),
        (["chess", "--position", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"], "draw stalemate"),
        (["chess", "--moves", *KNIGHTS_OUT_AND_BACK * 4], "draw"),
        (["chess", "--position", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"], "draw"),
        (["xiangqi"], "ongoing"),
        (["xiangqi", "--position", "4k4/4a3R/9/9/9/9/9/9/4K4/9 w", "--moves", "i8i9"], "win red checkmate"),
        (["xiangqi", "--position", "3k5/9/3P5/9/9/9/9/9/9/4K4 b"], "win red stalemate"),
        (["xiangqi", "--position", "4k4/9/9/9/9/9/9/9/9/3K5 w"], "draw material"),
        (["xiangqi", "--position", CHARIOT_CHECKS[0], "--moves", *CHARIOT_CHECKS[1]], "ongoing"),
        (["xiangqi", "--position", CHARIOT_CHECKS[0], "--moves", *CHARIOT_CHECKS[1] * 2], "win black perpetual-check"),
    ],
)
def test_result(qiji, words, result):
    done = qiji("result", *words)
    assert done.status == 0 and done.out.startswith(result) and len(done.lines) == 1


def test_the_first_result_stands(qiji):
    """Moves after the end are played on the board, and change nothing."""
    position, cycle = CHARIOT_CHECKS
    done = qiji("result", "xiangqi", "--position", position, "--moves", *cycle * 2, "h8i8", "a9a8")
    assert done.out == "win black perpetual-check\n"
    assert " w " in qiji("position", "xiangqi", "--position", position, "--moves", *cycle * 2, "h8i8", "a9a8").out


def test_options_reach_the_referee(qiji):
    words = ["xiangqi", "--position", CHARIOT_CHECKS[0], "--moves", *CHARIOT_CHECKS[1] * 2]
    assert qiji("result", *words, "--option", "Repetition Fold=4").out == "ongoing\n"
    assert qiji("result", *words, "--option", "Repetition Rule=NoJudgement").out != "win black perpetual-check\n"


# --- perft --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["chess", "0"], 1),
        (["chess", "3"], 8902),
        (["chess", "3", "--position", KIWIPETE], 97862),
        (["chess", "2", "--moves", "e2e4", "e7e5"], 835),
        (["xiangqi", "0"], 1),
        (["xiangqi", "3"], 79666),
    ],
)
def test_perft(qiji, words, count):
    assert qiji("perft", *words).lines[-1] == f"Nodes searched: {count}"
    divided = qiji("perft", *words, "--divide").lines
    assert divided[-1] == f"Nodes searched: {count}"
    counts = [int(line.split(": ")[1]) for line in divided[:-1] if line]
    assert sum(counts) == count or words[1] == "0"
    assert len(counts) == (0 if words[1] == "0" else len(qiji("moves", words[0], *words[2:]).lines))
