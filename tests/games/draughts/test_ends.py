"""How games end: losses, counters, endgame clocks, repetition, one king each (rule text, section 6)."""

from __future__ import annotations

import itertools
import random

import pytest

import engine
from engine.core import contract
from engine.games.draughts.rules import SETTINGS
from tests.reference.draughts_twin import RULES, Board, Game


def play(game_id, text, line, plies, **options):
    """The result after each ply of ``line`` (white and black moves in turn, repeated for ever), from ply 0 on."""
    position = engine.load(game_id, options).position(text)
    results = [str(position.result())]
    for move in itertools.islice(itertools.cycle(line), plies):
        position.push(move)
        results.append(str(position.result()))
    return results


def first_end(results):
    """``(ply, result)`` of the first result that is no "ongoing"."""
    return next(((ply, text) for ply, text in enumerate(results) if text != "ongoing"), None)


def tour(game_id, text, plies, seed=0, keep=lambda position: True, **options):
    """Play ``plies`` quiet king moves that never bring a position back a third time; the results from ply 0 on."""
    rng = random.Random(seed)
    for _ in range(3000):
        position = engine.load(game_id, options).position(text)
        seen, results = {position.key: 1}, [str(position.result())]
        while position.ply < plies:
            choices = [int(move) for move in position.legal_moves()]
            rng.shuffle(choices)
            for move in choices:
                if "x" in position.format(move):
                    continue
                position.push(move)
                after = [int(reply) for reply in position.legal_moves()]
                fine = seen.get(position.key, 0) < 1 and after and not any("x" in position.format(r) for r in after)
                if fine and keep(position):
                    break
                position.pop()
            else:
                break
            seen[position.key] = seen.get(position.key, 0) + 1
            results.append(str(position.result()))
        if position.ply == plies:
            return results
    raise AssertionError(f"no tour of {plies} plies from {text}")


@pytest.mark.parametrize("game_id", SETTINGS)
def test_losses(game_id):
    game = engine.load(game_id)
    assert str(game.position("W:W:B9").result()) == "win black no-pieces"
    blocked = "W:W6:B1,13,K14" if game_id == "draughts" else "W:W6:BK1,K2,K18"
    assert str(game.position(blocked).result()) == "win black blocked"


def test_third_occurrence():
    line = ["30-26", "4-8", "26-30", "8-4"]
    assert first_end(play("checkers", "W:WK30,21:BK4,13", line, 9)) == (8, "draw repetition")
    assert first_end(play("checkers", "W:WK30,21:BK4,13", line, 9, Repetition="2")) == (4, "draw repetition")
    assert first_end(play("checkers", "W:WK30,21:BK4,13", line, 12, Repetition="0")) is None


def test_king_moves():
    results = tour("checkers", "B:WK17,K21:BK4,K8", 80)
    assert first_end(results) == (80, "draw king-moves")
    assert first_end(tour("checkers", "B:WK17,K21:BK4,K8", 12, KingMovesLimit="5"))[0] == 10
    assert first_end(tour("draughts", "W:WK47,K46,K50,K49,K48:BK1,K2,K3,K4", 50)) == (50, "draw king-moves")
    assert first_end(tour("russian", "W:WK29,K30,K31,K32:BK1,K2,K3,K4", 30)) == (30, "draw king-moves")
    assert first_end(tour("russian", "W:WK29,K30,K31,K32:BK1,K2,K3,K4", 32, KingMovesLimit="0")) is None
    assert first_end(tour("russian", "W:WK29,K30,K31,K32:BK1,K2,K3,K4", 32, DrawRules="repetition")) is None


def test_two_against_one():
    assert first_end(tour("draughts", "W:WK47,K46:BK15", 10)) == (10, "draw two-against-one")
    assert first_end(tour("russian", "W:WK30,K31:BK4", 10)) == (10, "draw two-against-one")
    assert first_end(tour("draughts", "W:WK47:BK15", 10)) == (10, "draw two-against-one")


def test_three_against_one():
    assert first_end(tour("draughts", "W:WK47,K46,K50:BK1", 32)) == (32, "draw three-against-one")


def test_clocks_run_together():
    """A king is captured: the long clock runs on, the short one starts; the first to run out ends the game."""
    game = engine.load("draughts")
    position = game.position("B:WK47,K46,K28:BK5")
    position.memory.view(game.spec.state)[0]["long"] = 21
    position.push("5x32")
    row = position.memory.view(game.spec.state)[1]
    assert (int(row["long"]), int(row["short"])) == (22, 0)
    results = {}
    for long, short in [(31, 9), (32, 9), (31, 10), (27, 1)]:
        row["long"], row["short"] = long, short
        results[long, short] = str(position.copy().result())
    assert results == {
        (31, 9): "ongoing",
        (32, 9): "draw three-against-one",
        (31, 10): "draw two-against-one",
        (27, 1): "ongoing",
    }


def test_loaded_clocks_start_at_once():
    for text, long, short in [
        ("W:WK47,K46,K50:BK1", 0, -1),
        ("W:WK47,46,45:BK1", 0, -1),
        ("W:W47,46,45:BK1", -1, -1),
        ("W:WK47,46:BK1", -1, 0),
        ("W:WK47:BK1", -1, 0),
        ("W:W47:BK1", -1, -1),
        ("W:WK47,46,45,44:BK1", -1, -1),
        ("W:WK1:BK47,36,35", 0, -1),
        ("W:WK47,K46:BK1,K2", -1, -1),
        ("W:WK47,K46,K50:B1", -1, -1),
    ]:
        state = engine.load("draughts").position(text).state
        assert (int(state["long"]), int(state["short"])) == (long, short), text


@pytest.mark.parametrize("game_id", ["russian", "draughts64", "pool"])
def test_main_road(game_id):
    road = {4, 8, 11, 15, 18, 22, 25, 29}

    def held(position):
        white, black = position.text().split(":")[1:]
        on = {int(n.lstrip("K")) for n in white[1:].split(",")} & road
        return not on and int(black[2:]) in road

    assert first_end(tour(game_id, "W:WK30,K31,K32:BK4", 10, keep=held)) == (10, "draw main-road")

    def left(position):
        black = int(position.text().split(":")[2][2:])
        return position.ply != 6 or black not in road

    results = tour(game_id, "W:WK30,K31,K32:BK4", 10, seed=3, keep=left)
    assert first_end(results) is None


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("W:WK29,K30:BK4,K3", 60),
        ("W:WK29,K30:BK4,K3,5", 60),
        ("W:WK29,K30,21:BK4,K3,5", 120),
        ("W:WK29,K30,21:BK4,K3,5,6", 120),
        ("W:WK29,K30,21,22:BK4,K3,5,6", None),
        ("W:WK29,30:B4,3", None),
        ("W:WK29,K30:BK4", None),
    ],
)
def test_equal_force(text, plies):
    """So many plies without capture or crowning, if both sides have a king; men may move meanwhile."""
    game = engine.load("russian")
    row = game.position(text)
    results = {}
    for balance in (59, 60, 119, 120):
        row.memory.view(game.spec.state)[0]["balance"] = balance
        results[balance] = str(row.copy().result())
    drawn = {balance for balance, result in results.items() if result == "draw equal-force"}
    assert drawn == {balance for balance in results if plies is not None and balance >= plies}
    assert set(results.values()) <= {"ongoing", "draw equal-force"}


def test_balance_counts():
    position = engine.load("russian").position("W:WK29,22,32:BK3,12")
    position.push("29-25")
    assert int(position.state["balance"]) == 1 and int(position.state["quiet"]) == 1
    position.push("12-16")
    assert int(position.state["balance"]) == 2 and int(position.state["quiet"]) == 0
    crowning = engine.load("russian").position("W:WK29,5:BK32,20", ["5-1"])
    assert int(crowning.state["balance"]) == 0 and int(crowning.state["quiet"]) == 0


# --- one king each ------------------------------------------------------------------------------------------------------


def test_one_king_each():
    game = engine.load("checkers-flying")
    assert str(game.position("W:WK30:BK2").result()) == "draw one-king-each"
    assert str(game.position("W:WK29:BK4").result()) == "ongoing"
    drawn = 0
    for white, black in itertools.permutations(range(1, 33), 2):
        text = f"W:WK{white}:BK{black}"
        ours = str(game.position(text).result())
        assert ours in ("ongoing", "draw one-king-each")
        drawn += ours != "ongoing"
        if (white * 32 + black) % 7 == 0:
            twin = Game(Board.read(RULES["checkers-flying"], text)).result()
            assert (twin == "draw") == (ours != "ongoing"), text
    assert drawn == 796


# --- what the search sees -----------------------------------------------------------------------------------------------


def adjudicate(position, root):
    return int(position.game.kernel("adjudicate")(position.memory, position.ply, root))


def test_search_sees_one_repetition_on_its_path():
    position = engine.load("checkers").position("W:WK30,21:BK4,13", ["30-26", "4-8", "26-30", "8-4"])
    assert str(position.result()) == "ongoing"
    assert adjudicate(position, 0) == 0, "the position of the root is not on the path"
    position.push("30-26")
    assert adjudicate(position, 0) & contract.OVER and int(contract.winners_of(adjudicate(position, 0))) == 0
    assert adjudicate(position, 4) == 0
    for move in ("4-8", "26-30", "8-4"):
        position.push(move)
    assert adjudicate(position, 8) & contract.OVER, "the third occurrence in the game"


def test_search_leaves_lost_positions_alone():
    game = engine.load("draughts", {"KingMovesLimit": "1"})
    position = game.position("B:WK28:B1,6", ["1-7"])
    position.memory.view(game.spec.state)[1]["quiet"] = 5
    assert adjudicate(position, 0) & contract.OVER
    blocked = game.position("W:W6:B1,13,K14")
    blocked.memory.view(game.spec.state)[0]["quiet"] = 5
    assert adjudicate(blocked, 0) == 0 and str(blocked.result()) == "win black blocked"
