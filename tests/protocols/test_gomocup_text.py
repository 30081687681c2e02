"""What Gomocup lines mean: points, boards, settings and openings; no engine."""

from __future__ import annotations

import random
import time

import pytest

from engine.errors import QijiError
from protocols.gomocup_board import BLACK, BLOCKED, WHITE, Board, BoardError, read_point, read_rectangle, read_size, read_stones
from protocols.gomocup_opening import NUMBER, OFFER, PICK, STONE, SWAP, allowed_points, even_start, first_different, follow
from protocols.gomocup_settings import UNLIMITED_MS, Settings

# --- boards -------------------------------------------------------------------------------------------------------------


def test_sizes():
    assert [read_size(text) for text in ("15", "20", "5", "15 15", " 19 ")] == [15, 20, 5, 15, 19]
    assert read_rectangle("15, 15") == 15
    for text in ("4", "0", "21", "22", "-15", "", "15 16", "15,15", "x", "1e1", "99999"):
        with pytest.raises(BoardError):
            read_size(text)
    for text in ("15,20", "15", "15 15", "", "4,4"):
        with pytest.raises(BoardError):
            read_rectangle(text)


def test_points():
    assert read_point("7,8", 15) == (7, 8) and read_point("  0 ,  14 ", 15) == (0, 14)
    for text in ("15,0", "0,15", "-1,0", "7", "7,", "7,8,9", "h8", "7.5,3", "７,8", ""):
        with pytest.raises(BoardError):
            read_point(text, 15)


@pytest.mark.parametrize(
    "lines, renju, player",
    [
        ([], False, BLACK),
        (["7,7,1", "8,8,2"], False, BLACK),
        (["7,7,2"], True, WHITE),
        (["7,7,2", "8,8,1", "9,9,2"], False, WHITE),
        (["7,7,2", "8,8,2", "9,9,2"], True, WHITE),
        (["7,7,1", "8,8,1"], True, BLACK),
        (["7,7,3", "8,8,2"], True, WHITE),
    ],
)
def test_colours_of_a_board(lines, renju, player):
    board = read_stones(lines, 15, renju)
    assert board.player == player
    for line in lines:
        x, y, owner = map(int, line.split(","))
        assert board.stones[x, y] == {1: player, 2: 1 - player, 3: BLOCKED}[owner]


def test_a_pass_counts_as_a_turn():
    assert read_stones(["7,7,2", "-1,-1,1", "8,8,2"], 15, True, passes=True).player == WHITE
    with pytest.raises(BoardError):
        read_stones(["-1,-1,1"], 15, True)


def test_position_strings():
    board = read_stones(["0,0,1", "4,4,2", "2,1,3"], 5, False)
    assert board.text() == "b4/2w2/5/5/4w b" and board.text(blocked=BLACK) == "b4/2b2/5/5/4w b"
    assert Board(5).text(player=WHITE) == "5/5/5/5/5 w"


def test_stones_are_taken_back_in_any_order():
    board = Board(15)
    for point in ((7, 7), (8, 8), (9, 9)):
        board.play(point)
    board.take_back((9, 9))
    assert board.player == BLACK
    board.take_back((8, 8))
    assert board.player == WHITE and list(board.stones) == [(7, 7)]
    with pytest.raises(BoardError):
        board.take_back((8, 8))


# --- settings -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number, mode",
    [(0, "freestyle"), (1, "standard"), (4, "renju"), (5, "renju"), (8, "caro"), (9, "caro-exact")]
    + [(number, "") for number in (2, 3, 6, 7, 10, 12, 13, 16)],
)
def test_rules(number, mode):
    settings = Settings()
    assert settings.set("rule", str(number)) and settings.mode == mode
    assert bool(settings.rule_problem) == (not mode)


def test_rule_2_is_renju_for_yixin():
    settings = Settings()
    settings.set("rule", "2")
    assert "continuous" in settings.rule_problem
    settings.set("max_depth", "9")
    assert settings.mode == "renju"


def test_what_is_no_number_changes_nothing():
    settings = Settings()
    for key, text in (("timeout_turn", "soon"), ("timeout_turn", "-5"), ("rule", "1.5"), ("max_memory", "9" * 40), ("size", "1")):
        assert not settings.set(key, text)
    assert settings == Settings()


def test_limits_stay_below_what_was_said():
    settings = Settings()
    for turn in (1, 10, 100, 1000, 30000):
        settings.set("timeout_turn", str(turn))
        limits = settings.limits(time.monotonic())
        assert limits.movetime_s is not None and 0 < limits.movetime_s <= max(turn - min(150, 0.4 * turn), 1) / 1000 + 1e-9
    settings.set("time_left", "500")
    assert settings.limits(time.monotonic()).clock_s[0] <= 0.5 and settings.longest_s() <= 0.35
    settings.set("time_left", "-100")
    assert settings.limits(time.monotonic()).clock_s[0] < 0 and settings.longest_s() == 0
    settings.set("time_left", str(UNLIMITED_MS))
    assert settings.limits(time.monotonic()).clock_s == ()
    settings.set("timeout_turn", "0")
    assert settings.limits(time.monotonic()).depth == 2


def test_searches_that_end_late_leave_more_time():
    settings = Settings(timeout_turn=1000)
    before = settings.limits(time.monotonic())
    settings.note_lag(before, before.movetime_s + 0.3)
    assert 0.25 < settings.limits(time.monotonic()).movetime_s <= 0.63
    for _ in range(20):
        settings.note_lag(before, before.movetime_s)
    assert settings.limits(time.monotonic()).movetime_s > 0.84


def test_turns_that_are_hopelessly_late_get_few_nodes_until_the_machine_is_free():
    settings = Settings(timeout_turn=100)
    limits = settings.limits(time.monotonic())
    assert limits.nodes is None
    settings.note_lag(limits, 0.16)
    for _ in range(3):  # short searches that still take long: it stays like that
        limits = settings.limits(time.monotonic())
        assert limits.nodes is not None and limits.nodes <= 2000
        settings.note_lag(limits, 0.07)
    settings.max_node = 10
    assert settings.limits(time.monotonic()).nodes == 10
    settings.max_node = 0
    for _ in range(10):
        settings.note_lag(limits, 0.01)
    assert settings.limits(time.monotonic()).nodes is None


def test_the_match_time_is_counted_where_nobody_tells_it():
    settings = Settings()
    settings.set("timeout_match", "10000")
    settings.spend(4.0)
    assert settings.left_ms == 6000
    settings.set("time_left", "9000")
    settings.spend(1.0)
    assert settings.left_ms == 8000


# --- openings -----------------------------------------------------------------------------------------------------------


STONES = ["7,7", "8,6", "9,5"]


def kinds(name: str, *events: str) -> list[str]:
    """What is due before each of the events and after the last."""
    return [follow(name, events[:count], 15).kind for count in range(len(events) + 1)]


def test_courses():
    assert kinds("swap", *STONES) == [STONE, STONE, STONE, SWAP]
    assert kinds("rif", *STONES, "STAY", "0,0", "OFFER 3,3 9,3") == [STONE] * 3 + [SWAP, STONE, OFFER, PICK]
    game = [*STONES, "swap", "6,8", "N 2", "STAY"]
    assert kinds("soosyrv-8", *game) == [STONE] * 3 + [SWAP, STONE, NUMBER, SWAP, OFFER]
    assert [follow("soosyrv-8", game[:n], 15).count for n in (3, 5, 6, 7)] == [0, 8, 2, 2]


def test_taraguchi():
    game = ["7,7", "STAY", "8,6", "SWAP", "9,5", "STAY", "5,5"]
    assert kinds("taraguchi-10", *game) == [STONE, SWAP, STONE, SWAP, STONE, SWAP, STONE, SWAP]
    branch = follow("taraguchi-10", game, 15)
    assert branch.may_offer and branch.count == 10
    assert [len(allowed_points(follow("taraguchi-10", game[:n], 15))) for n in (0, 2, 4, 6)] == [1, 8, 23, 46]
    fifth = follow("taraguchi-10", [*game, "STAY"], 15)
    assert fifth.kind == STONE and fifth.reach == 4 and fifth.even
    offers = first_different(branch.board, branch.board.empty_points(), 10)
    due = follow("taraguchi-10", [*game, "OFFER " + " ".join(f"{x},{y}" for x, y in offers)], 15)
    assert due.kind == PICK and due.offers == tuple(offers) and due.board.player == BLACK


def test_different_fifth_moves():
    board = follow("rif", ["7,7", "7,6", "7,5", "STAY", "7,4"], 15).board  # h8 h9 h10 h11: two symmetries, 116 classes
    assert len(first_different(board, board.empty_points(), 999)) == 116
    assert first_different(board, [(6, 4), (8, 4), (6, 3)], 2) == [(6, 4), (6, 3)]


@pytest.mark.parametrize(
    "name, events, words",
    [
        ("rif", ["7,6"], "outside"),
        ("rif", ["7,7", "9,7"], "outside"),
        ("rif", ["7,7", "7,7"], "there is a stone"),
        ("swap", ["0,0", "0,1", "0,2", "STAY", "1,1"], "over"),
        ("swap", ["0,0", "0,1", "0,2", "STAY"], "over"),
        ("swap", ["SWAP"], "now comes stone"),
        ("swap", ["h8"], "bad point"),
        ("swap", [""], "bad point"),
        ("swap", ["7,７"], "bad event"),
        ("soosyrv-8", ["7,7", "7,6", "7,5", "STAY", "1,1", "N 9"], "from 1 to 8"),
        ("rif", ["7,7", "7,6", "7,5", "STAY", "7,4", "OFFER 6,4 8,4"], "alike"),
        ("rif", ["7,7", "7,6", "7,5", "STAY", "7,4", "OFFER 6,4"], "offered, not 2"),
        ("rif", ["7,7", "7,6", "7,5", "STAY", "7,4", "OFFER 6,4 6,5", "PICK 0,0"], "not offered"),
        ("swap2", [], "SWAP2BOARD"),
        ("taraguchi-0", [], "unknown"),
        ("nonsense", [], "unknown"),
        ("centre", ["7,7"], "over"),
        ("none", [], "over"),
    ],
)
def test_bad_events(name, events, words):
    with pytest.raises(QijiError, match=words):
        follow(name, events, 15)


@pytest.mark.parametrize("size", range(5, 21))
def test_first_stones_fit_every_board(size):
    for seed in range(20):
        points = even_start(size, random.Random(seed))
        assert len(set(points)) == 3 and all(0 <= value < size for point in points for value in point)
