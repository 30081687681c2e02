"""The state machine of DXP: two sides in one process, and every event in every state."""

from __future__ import annotations

import itertools
import random

import pytest

import engine
from engine.errors import QijiError
from protocols import dxp_game, dxp_message
from protocols.dxp_game import Close, Halt, Note, Over, Played, Refused, Send, Setting, Side, Started, Think
from protocols.dxp_message import BackAccept, BackRequest, Chat, GameAccept, GameEnd, GameRequest, Move


@pytest.fixture(scope="module")
def draughts():
    return engine.load("draughts")


@pytest.fixture(scope="module")
def checkers():
    return engine.load("checkers")


def side(game, **setting) -> Side:
    return Side(game, Setting("We", **setting))


def sent(actions) -> list:
    return [action.message for action in actions if isinstance(action, Send)]


def kinds(actions) -> list[type]:
    return [type(action) for action in actions]


def started(game, follower: str = "W", **more) -> Side:
    """A follower in a game."""
    ours = side(game, **more.pop("setting", {}))
    actions = ours.receive(GameRequest("They", follower, 10, more.pop("moves", 0), **more))
    assert sent(actions)[0] == GameAccept("We", 0) and isinstance(actions[1], Started)
    return ours


def play(ours: Side, text: str):
    return ours.play(ours.position.parse(text), 1.4)


# --- a game -------------------------------------------------------------------------------------------------------------


def test_the_dialogue_of_the_text(draughts):
    """The follower's side of a game that Scan played; the client's moves are the text's."""
    ours = side(draughts)
    client = [
        b"R01Reference client                Z001006A", b"M0000322800", b"M0000383200", b"M0000353000", b"M0000302400",
        b"M000031220127", b"M0000423800", b"M0000383200", b"E00",
    ]  # fmt: skip
    scan = ["17-21", "12-17", "8-12", "20x27x24x32x33", "18x27x22", "3-8"]
    assert kinds(ours.receive_bytes(client[0])) == [Send, Started]
    assert ours.seat == 1 and ours.state == dxp_game.THEIR_TURN
    for data, answer in zip(client[1:7], scan, strict=True):
        actions = ours.receive_bytes(data)
        assert kinds(actions) == [Played, Think]
        (message,) = sent(play(ours, answer))
        assert dxp_message.decode(dxp_message.encode(message)[:-1]) == message
    # After six moves each the side to move, which is White, may end the game; a seventh move of White makes it Black's right.
    actions = ours.receive_bytes(client[7])
    assert kinds(actions) == [Played, Halt, Send] and sent(actions) == [GameEnd(0)]
    assert kinds(ours.receive_bytes(client[8])) == [Over] and ours.state == dxp_game.IDLE


def test_two_sides_play_random_games(draughts, checkers):
    chance = random.Random(11)
    for number, game in enumerate((draughts, checkers, draughts)):
        a, b = Side(game, Setting("A")), Side(game, Setting("B"))
        queue = [(b, action) for action in a.ask(GameRequest("A", "WB"[number % 2], 10, 0))]
        over: dict[str, Over] = {}
        thinking: list[Side] = []
        while queue or thinking:
            if not queue:
                one = thinking.pop()
                move = int(chance.choice(one.position.legal_moves()))
                queue += [(b if one is a else a, action) for action in one.play(move, 0.2)]
                continue
            target, action = queue.pop(0)
            source = a if target is b else b
            if isinstance(action, Send):
                data = dxp_message.encode(action.message)[:-1]
                queue += [(source, answer) for answer in target.receive_bytes(data)]
            elif isinstance(action, Think):
                thinking.append(source)
            elif isinstance(action, Over):
                over[source.setting.name] = action
            assert not isinstance(action, Close), action
        assert a.position.text() == b.position.text() and a.position.moves == b.position.moves
        result = a.position.result()
        assert result.over and over["A"].reason == over["B"].reason and over["A"].by_us != over["B"].by_us
        ender = a if over["A"].by_us else b
        seat = game.entry.seats[ender.seat]
        expected = dxp_message.DRAW if not result.winners else dxp_message.I_WIN if seat in result.winners else dxp_message.I_LOSE
        assert over["A"].reason == expected and a.state == b.state == dxp_game.IDLE and over["A"].more


def test_positions_and_colours(draughts):
    board = "e" * 27 + "W" + "e" * 21 + "B"
    ours = started(draughts, "B", turn="B", board=board)
    assert ours.position.text() == "B:WK28:BK50" and ours.state == dxp_game.MY_TURN
    ours = started(draughts, "B", turn="W", board=board)
    assert ours.state == dxp_game.THEIR_TURN


def test_black_begins_in_checkers(checkers):
    assert started(checkers, "B").state == dxp_game.MY_TURN
    assert started(checkers, "W").state == dxp_game.THEIR_TURN


def test_a_side_without_moves_says_that_it_loses(draughts):
    ours = side(draughts)
    board = "e" * 5 + "b" * 5 + "e" * 40
    actions = ours.receive(GameRequest("They", "W", 1, 0, "W", board))
    assert sent(actions) == [GameAccept("We", 0), GameEnd(dxp_message.I_LOSE)] and ours.state == dxp_game.WAIT_END


@pytest.mark.parametrize("men, reason", [(0.5, 0), (-2.9, 0), (3.0, 3), (-3.5, 1)])
def test_the_move_limit_is_adjudicated(draughts, men, reason):
    ours = started(draughts, "W", moves=1, setting={"judge": lambda position: men})
    play(ours, "32-28")
    actions = ours.receive(Move(0, 19, 23))
    assert sent(actions) == [GameEnd(reason)]


# --- requests -----------------------------------------------------------------------------------------------------------


def test_requests_that_are_refused(draughts):
    board = "e" * 50
    for setting, request, code in (
        ({}, GameRequest("T", "W", 1, 0, version=2), 1),
        ({}, GameRequest("T", "W", 1, 0, "W", board), 2),
        ({}, GameRequest("T", "W", 1, 0, "W", "w" * 32), 2),
        ({}, GameRequest("T", "W", 1, 0, "W", "w" + "e" * 48 + "b"), 2),
        ({"refuse": 3}, GameRequest("T", "W", 1, 0), 3),
    ):
        ours = side(draughts, **setting)
        actions = ours.receive(request)
        assert kinds(actions) == [Note, Send] and sent(actions) == [GameAccept("We", code)]
        assert ours.state == dxp_game.IDLE
    ours = side(draughts)
    assert sent(ours.receive_bytes(b"R01nobody")) == [GameAccept("We", 2)]
    ours = started(draughts)
    assert sent(ours.receive(GameRequest("T", "W", 1, 0))) == [GameAccept("We", 2)] and ours.state == dxp_game.MY_TURN


def test_our_request(draughts):
    ours = side(draughts)
    request = GameRequest("We", "W", 5, 75)
    assert sent(ours.ask(request)) == [request] and ours.state == dxp_game.WAIT_ACC
    assert kinds(ours.receive(GameAccept("They", 0))) == [Started] and ours.state == dxp_game.THEIR_TURN
    for code in (1, 2, 3):
        ours = side(draughts)
        ours.ask(request)
        assert kinds(ours.receive(GameAccept("They", code))) == [Refused] and ours.state == dxp_game.IDLE
    # Both ask at once: both are refused, nobody hangs.
    ours = side(draughts)
    ours.ask(request)
    assert sent(ours.receive(request)) == [GameAccept("We", 2)] and ours.state == dxp_game.WAIT_ACC


# --- the table of states and events -------------------------------------------------------------------------------------


def in_state(game, state: str) -> Side:
    ours = side(game)
    if state == dxp_game.WAIT_ACC:
        ours.ask(GameRequest("We", "W", 5, 0))
    elif state != dxp_game.IDLE:
        ours = started(game, "B" if state == dxp_game.THEIR_TURN else "W")
        if state == dxp_game.WAIT_END:
            ours.end(dxp_message.DRAW)
    assert ours.state == state
    return ours


STATES = (dxp_game.IDLE, dxp_game.WAIT_ACC, dxp_game.MY_TURN, dxp_game.THEIR_TURN, dxp_game.WAIT_END)
EVENTS = {
    "chat": Chat("hello"), "request": GameRequest("T", "W", 1, 0), "accept": GameAccept("T", 0), "move": Move(3, 32, 28),
    "illegal": Move(3, 32, 23), "end": GameEnd(1), "back": BackRequest(1, "W"), "no-move": BackRequest(40, "W"),
    "back-acc": BackAccept(0),
}  # fmt: skip
#: (state, event) -> messages sent, state afterwards; "close" where the connection is closed. Others send nothing and stay.
TABLE = {
    ("idle", "request"): ("A0", "my-turn"),
    ("idle", "move"): ("C", "close"),
    ("idle", "illegal"): ("C", "close"),
    ("idle", "back"): ("K1", "idle"),
    ("idle", "no-move"): ("K1", "idle"),
    ("wait-acc", "request"): ("A2", "wait-acc"),
    ("wait-acc", "accept"): ("", "their-turn"),
    ("wait-acc", "move"): ("C", "close"),
    ("wait-acc", "illegal"): ("C", "close"),
    ("wait-acc", "back"): ("K1", "wait-acc"),
    ("wait-acc", "no-move"): ("K1", "wait-acc"),
    ("my-turn", "request"): ("A2", "my-turn"),
    ("my-turn", "move"): ("C", "close"),
    ("my-turn", "illegal"): ("C", "close"),
    ("my-turn", "end"): ("E00", "idle"),
    ("my-turn", "back"): ("K0", "my-turn"),
    ("my-turn", "no-move"): ("K1", "my-turn"),
    ("their-turn", "request"): ("A2", "their-turn"),
    ("their-turn", "move"): ("", "my-turn"),
    ("their-turn", "illegal"): ("C", "close"),
    ("their-turn", "end"): ("E00", "idle"),
    ("their-turn", "back"): ("K0", "their-turn"),
    ("their-turn", "no-move"): ("K1", "their-turn"),
    ("wait-end", "request"): ("A2", "wait-end"),
    ("wait-end", "end"): ("", "idle"),
    ("wait-end", "back"): ("K2", "wait-end"),
    ("wait-end", "no-move"): ("K2", "wait-end"),
}


@pytest.mark.parametrize("state, event", list(itertools.product(STATES, EVENTS)))
def test_every_event_in_every_state(draughts, state, event):
    ours = in_state(draughts, state)
    actions = ours.receive(EVENTS[event])
    words, after = TABLE.get((state, event), ("", state))
    texts = [message.encode() for message in sent(actions)]
    shown = "".join("C" if text[0] == "C" else text[0] + text[-1] if text[0] == "A" else text for text in texts)
    assert shown == words
    if after == "close":
        assert isinstance(actions[-1], Close) and ours.state == dxp_game.IDLE
    else:
        assert ours.state == after and not any(isinstance(action, Close) for action in actions)
    thinks = {("idle", "request"), ("their-turn", "move"), ("my-turn", "back")}
    assert any(isinstance(action, Think) for action in actions) == ((state, event) in thinks)


@pytest.mark.parametrize("state", STATES)
def test_a_lost_connection_ends_everything(draughts, state):
    ours = in_state(draughts, state)
    assert any(isinstance(action, Halt) for action in ours.lost()) and ours.state == dxp_game.IDLE


def test_unreadable_messages(draughts):
    ours = in_state(draughts, dxp_game.THEIR_TURN)
    assert kinds(ours.receive_bytes(b"X")) == [Note] and ours.state == dxp_game.THEIR_TURN
    assert kinds(ours.receive_bytes(b"M00xx")) == [Halt, Send, Close]
    ours = in_state(draughts, dxp_game.THEIR_TURN)
    for _ in range(7):
        assert kinds(ours.receive_bytes(b"?")) == [Note]
    assert kinds(ours.receive_bytes(b"?"))[-1] is Close


def test_an_end_that_nobody_answers(draughts):
    ours = in_state(draughts, dxp_game.WAIT_END)
    assert ours.forget_end() == [Over(True, dxp_message.DRAW, False)] and ours.state == dxp_game.IDLE
    assert ours.forget_end() == []


def test_stop_codes(draughts):
    for we, they, more in ((False, False, True), (True, False, False), (False, True, False), (True, True, False)):
        ours = started(draughts, "W", setting={"stop": we})
        actions = ours.receive(GameEnd(1, they))
        assert sent(actions) == [GameEnd(0, we)] and actions[-1] == Over(False, 1, more)


# --- taking back --------------------------------------------------------------------------------------------------------


def test_taking_back(draughts):
    ours = started(draughts, "W")
    play(ours, "32-28")
    ours.receive(Move(0, 19, 23))
    play(ours, "28x19x23")
    assert ours.state == dxp_game.THEIR_TURN
    actions = ours.receive(BackRequest(2, "W"))
    assert sent(actions) == [BackAccept(0)] and isinstance(actions[-1], Think)
    assert ours.position.history() == ["32-28", "19-23"] and ours.state == dxp_game.MY_TURN
    assert sent(ours.receive(BackRequest(1, "B"))) == [BackAccept(0)]
    assert ours.position.history() == ["32-28"] and ours.state == dxp_game.THEIR_TURN
    assert sent(ours.receive(BackRequest(2, "B"))) == [BackAccept(1)]
    ours = started(draughts, "W", setting={"takeback": False})
    play(ours, "32-28")
    assert sent(ours.receive(BackRequest(1, "W"))) == [BackAccept(1)] and ours.position.ply == 1


def test_pairs_of_moves(draughts, checkers):
    """A game that Black begins out of turn starts with move 1 of Black; in checkers Black's move comes first in each pair."""
    board = "b" * 5 + "e" * 40 + "w" * 5
    ours = started(draughts, "B", turn="B", board=board)
    play(ours, "1-6")
    ours.receive(Move(0, 46, 41))
    assert [ours._numbers(ply) for ply in range(3)] == [(1, "B"), (2, "W"), (2, "B")]
    ours = started(checkers, "B")
    assert [ours._numbers(ply) for ply in range(3)] == [(1, "B"), (1, "W"), (2, "B")]


def test_our_wish_to_take_back(draughts):
    ours = started(draughts, "W")
    play(ours, "32-28")
    ours.receive(Move(0, 19, 23))
    with pytest.raises(QijiError, match="there is no move 9 of W"):
        ours.ask_back(9, "W")
    assert sent(ours.ask_back(1, "W")) == [BackRequest(1, "W")]
    assert isinstance(ours.receive(BackAccept(2))[0], Note) and ours.position.ply == 2
    ours.ask_back(1, "W")
    assert kinds(ours.receive(BackAccept(0))) == [Halt, Think] and ours.position.ply == 0
    assert isinstance(ours.receive(BackAccept(0))[0], Note)
