"""The championship protocol of army chess: points, tokens, conversations."""

from __future__ import annotations

import random
import sys

import pytest

import engine
from engine.views import seat_view
from protocols.ccgc_text import from_move, from_point, to_move, to_point, token
from tests.protocols.talk import Talk


def test_points_and_moves():
    assert from_move("a6a7", 0) == "G0F0" and to_move("G0F0", 0) == "a6a7"
    assert (from_point("a6", 1), from_point("a7", 1), from_point("d1", 1)) == ("F4", "G4", "A1")
    assert to_point("G0", 1) == "e7" and to_point("A1", 0) == "b12"
    for seat in (0, 1):
        for file in "abcde":
            for rank in range(1, 13):
                assert to_point(from_point(f"{file}{rank}", seat), seat) == f"{file}{rank}"


@pytest.mark.parametrize("text", ["G0", "G0M0", "G5F0", "g0f0", "G0F0F", ""])
def test_bad_moves(text):
    with pytest.raises(engine.MoveSyntaxError):
        to_move(text, 0)


def test_tokens():
    assert token("a6a7", "2", "d1", "b12") == "a6a7=!d1!b12"
    assert token("a6a7", "3", "", "b12") == "a6a7" and token("a6a7", "0", "", "") == "a6a7o"
    with pytest.raises(engine.MoveSyntaxError):
        token("a6a7", "4", "", "")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The conversations below do not wait for a compiler."""
    engine.Engine(engine.load("luzhanqi-ccgc")).warm_up()


class Referee:
    """Plays a whole game against the program with a random mover and checks everything that it says."""

    def __init__(self, seat, seed, plies):
        self.seat, self.random, self.plies = seat, random.Random(seed), plies
        self.game = engine.load("luzhanqi-ccgc")
        self.talk = Talk("ccgc", command=(sys.executable, "-m", "protocols.cli"))
        self.flags = ["", ""]

    def run(self):
        talk, seat = self.talk, self.seat
        talk.send("INFO 1.0").wait(r"NAME \S.*")
        array = talk.send(f"START {seat} 20 31").wait(r"ARRAY [a-l]{25}").split()[1]
        other = self.game.position()
        other = other.format(self.game.spec.notation.choose_placement(self.random))
        tokens = ["@" + array, other] if seat == 0 else [other, "@" + array]
        self.truth = self.game.position("startpos", tokens)
        said = "GO 0000 0 00"
        while self.truth.ply < self.plies and len(self.truth.legal_moves()):
            if self.truth.player == seat:
                answer = talk.send(said).wait(r"BESTMOVE ([A-L][0-4]){2}").split()[1]
                code, flag = self.play(to_move(answer, seat))
                talk.send(f"RESULT {code} {flag}")
            else:
                move = self.truth.format(int(self.random.choice(self.truth.legal_moves().tolist())))
                code, flag = self.play(move)
                said = f"GO {from_move(move, seat)} {code} {flag}"
        talk.send("END 1", "QUIT")
        assert talk.exit_code() == 0
        talk.kill()
        return talk.errors.decode()

    def play(self, move):
        """Play in the truth; what the line says: result and the enemy's flag."""
        notation = self.game.spec.notation
        text = notation.view_token(self.truth.memory, self.truth.ply, self.truth.parse(move), -1, self.game.options)
        self.truth.push(text)
        state = self.truth.state
        from engine.games.luzhanqi.geometry import BOARDS
        from engine.games.luzhanqi.state import KNOWN

        for owner in (0, 1):
            point = int(state["flag_at"][owner])
            if point >= 0 and int(state["piece"][point]) & KNOWN:
                self.flags[owner] = BOARDS[0].names[point]
        code = next((digit for digit, sign in (("0", "o"), ("1", "x"), ("2", "=")) if sign in text), "3")
        enemy = self.flags[1 - self.seat]
        return code, from_point(enemy, self.seat) if enemy else "00"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_with_a_referee(seat):
    referee = Referee(seat, 5 + seat, 40)
    errors = referee.run()
    assert "no legal move" not in errors and "cannot end so" not in errors and "invalid move" not in errors, errors
    assert referee.truth.ply > 10
    assert seat_view(referee.truth, seat).ply == referee.truth.ply


def test_the_example_of_the_text_and_bad_lines():
    talk = Talk(command=(sys.executable, "-m", "protocols.cli"))
    talk.send("INFO 1.0").wait("NAME Qiji .*")
    talk.send("START 2 x", "RESULT 3 00", "GO G0", "NONSENSE", "START 0 5 31").wait(r"ARRAY [a-l]{25}")
    talk.send("GO 0000 0 00").wait(r"BESTMOVE [A-L][0-4][A-L][0-4]")
    talk.send("QUIT")
    assert talk.exit_code() == 0
    talk.kill()
    told = talk.errors.decode()
    assert all(word in told for word in ("START:", "RESULT:", "GO:", "unknown command")), told
