"""Matches in which seats see different things: what players are given, faults, records."""

from __future__ import annotations

import random

import pytest

import engine
from engine.games.luzhanqi.state import KIND, KNOWN, OWNER_SHIFT, STATE, UNKNOWN
from engine.views import SPECTATOR, beliefs, seat_tokens, seat_view
from protocols.cli import main
from protocols.client.clock import TimeControl
from protocols.client.player import PlayerSpec, Reply
from protocols.client.uci import UciPlayer
from protocols.match.openings import Opening
from protocols.match.play import GameTable
from protocols.match.private import SeatViews
from protocols.match.rules import MatchRules
from protocols.match.token_records import TokenRecord, read_records, result_word, write_record

RED, BLACK = "@abccddeeffggghhhiiijjkklj", "@hgdcabfieihgfeickdghkjjlj"
FOUR = ("@eahdgikkfihihecggfjjdbclj @fgibgefkdhegaidhijcjkjhlc @ihbgdadgihkchfiefkjgejclj @hfhigfcdihakgcejjbedkljgi").split()


class Mover:
    """A player that moves at random and remembers everything that it was given."""

    notes: list[str] = []
    usable = True

    def __init__(self, seed, wrong_at=None, wrong="a1a1"):
        self.name, self.random, self.seen = f"mover {seed}", random.Random(seed), []
        self.wrong_at, self.wrong = wrong_at, wrong

    def start_game(self, position, seats, clocks):
        self.seats = seats

    def play(self, position, clocks, draw_offered=False):
        self.seen.append(position.copy())
        if self.wrong_at is not None and len(self.seen) > self.wrong_at:
            return Reply(self.wrong)
        return Reply(position.format(int(self.random.choice(position.legal_moves().tolist()))))

    def end_game(self, result, reason):
        pass

    def close(self):
        pass


def table(game, players, **more):
    return GameTable(game, Opening(), players, [TimeControl(movetime_s=60.0)] * len(players), **more)


def only_own_kinds(position, seat):
    """Whether no row and no move of a position holds what the seat may not know."""
    states = position.memory.view(STATE)
    for ply in range(position.ply + 1):
        for piece in states[ply]["piece"].tolist():
            if piece and piece >> OWNER_SHIFT & 3 != seat and not piece & KNOWN and piece & KIND != UNKNOWN:
                return False
    return all(not move >> 62 & 1 or ply == seat for ply, move in enumerate(position.moves))


@pytest.mark.parametrize(("game_id", "seats"), [("luzhanqi", 2), ("luzhanqi-ccgc", 2), ("siguo-junqi", 4)])
def test_players_get_their_views_and_records_replay(game_id, seats):
    game = engine.load(game_id)
    players = [Mover(seat) for seat in range(seats)]
    record = table(game, players).play()
    assert record.reason in game.spec.reasons
    for seat, player in enumerate(players):
        assert player.seen and all(only_own_kinds(position, seat) for position in player.seen)
        assert all(position.player == seat for position in player.seen)
    written = write_record(
        TokenRecord(game_id, 7, tuple(p.name for p in players), tokens=record.moves, result=result_word(game, record.winners))
    )
    again = read_records(written)[0]
    assert again.tokens == record.moves and again.replay().text() == record.final
    assert any(set(token) & set("xo=~") for token in record.moves)


def test_an_engine_gets_nothing_of_a_destroyed_truth():
    """The view is rebuilt from text with the truth gone, and the engine answers the same."""
    game = engine.load("luzhanqi")
    truth = game.position("startpos", [RED, BLACK, "a6a7", "c7c6"])
    views = SeatViews(truth)
    text, tokens = views.of(0).start_text, views.of(0).history()
    assert tokens == [RED, "@-", "a6a7=!d1!b12", "c7c6o"] and seat_tokens(truth, SPECTATOR)[:2] == ["@-", "@-"]
    answers = []
    for position in (views.of(0), game.position(text, tokens)):
        truth.memory[:] = 255  # whoever still looked at it would find nonsense
        player = engine.Engine(game)
        player.set_position(position)
        answers.append(player.go(engine.Limits(nodes=300)).best)
        assert beliefs(position, 200) == beliefs(game.position(text, tokens), 200)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("wrong", ["a1a1", "zz", "@-", "a6a7=!d1!b12", "0000"])
def test_an_illegal_answer_loses(wrong):
    game = engine.load("luzhanqi")
    record = table(game, [Mover(1), Mover(2, wrong_at=3, wrong=wrong)]).play()
    assert record.reason == "illegal-move" and record.winners == (0,) and record.fault == 1


def test_an_illegal_placement_loses():
    record = table(engine.load("luzhanqi"), [Mover(1, wrong_at=0, wrong="@" + "a" * 25), Mover(2)]).play()
    assert record.reason == "illegal-move" and record.winners == (1,)


def test_a_seat_of_four_leaves_and_the_game_goes_on():
    game = engine.load("siguo-junqi")
    players = [Mover(1), Mover(2, wrong_at=4), Mover(3), Mover(4)]
    record = table(game, players).play()
    assert record.moves.count("0000") >= 1 and record.movers[record.moves.index("0000")] == 1
    assert len(players[1].seen) == 5 and len(record.moves) > 40
    players = [Mover(1), Mover(2, wrong_at=0), Mover(3), Mover(4, wrong_at=0)]
    record = table(game, players).play()
    assert record.moves[1] == record.moves[3] == "0000" and record.winners == (0, 2) and record.reason == "eliminated"
    assert result_word(game, record.winners) == "rb"


def test_the_referee_places_from_the_seed():
    record = table(engine.load("luzhanqi"), [Mover(1), Mover(2)], rules=MatchRules(setup="random"), seed=1).play()
    assert record.moves[:2] == ["@egdgchbikcafehgjifjkiljhd", "@igafecickgfbghidjjedhkjlh"]


def test_match_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = "--game luzhanqi-ccgc --engine name=A proto=inprocess --engine name=B proto=inprocess --each nodes=8 --rounds 1"
    assert main(["match", *words.split(), "--setup", "random", "--pgnout", "games.txt"]) == 0
    assert "Finished match: 2 games" in capsys.readouterr().out
    records = read_records((tmp_path / "games.txt").read_text(encoding="utf-8"))
    assert [record.seats for record in records] == [("A", "B"), ("B", "A")]
    assert records[0].tokens[:2] == records[1].tokens[:2], "a seed is played with both seatings"
    for record in records:
        assert record.replay().ply == len(record.tokens)


def test_views_of_open_modes_while_seats_place():
    game = engine.load("siguo-junqi", {"InfoMode": "double-open"})
    truth = game.position()
    views = SeatViews(truth)
    for seat, token in enumerate(FOUR):
        assert only_own_kinds(views.of(seat), seat)
        truth.push(token)
    assert views.of(0).history() == [FOUR[0], "@-", FOUR[2], "@-"]
    assert views.of(2).text().replace(" b - ", " r - ") == views.of(0).text()
    with pytest.raises(engine.PositionError):
        seat_view(views.of(0), 1)


class Wire:
    """Stands for an engine process: notes what it is sent and answers with ``moves``."""

    arrived = 0.0

    def __init__(self, moves):
        self.said, self._moves = [], list(moves)

    def drain(self):
        pass

    def send(self, *lines):
        self.said += lines

    def wait_for(self, word, seconds):
        return ["option name UCI_Variant type combo default luzhanqi var luzhanqi"]

    def next_move(self, *arguments):
        return f"bestmove {self._moves.pop(0)}", ""


def test_what_an_engine_process_is_sent(monkeypatch):
    """``startpos`` and its own tokens, never another placement."""
    from protocols.client import uci

    monkeypatch.setattr(uci, "wait_for_move", lambda process, *rest: process.next_move())
    game = engine.load("luzhanqi")
    wires = [Wire([RED, "a6a7", "c6c7"]), Wire([BLACK, "c7c6", "zz"])]
    players = [UciPlayer(PlayerSpec(f"wire {seat}"), game, wire) for seat, wire in enumerate(wires)]
    record = table(game, players).play()
    said = [[line for line in wire.said if line.startswith("position")] for wire in wires]
    assert said[0] == [
        "position startpos",
        f"position startpos moves {RED} @-",
        f"position startpos moves {RED} @- a6a7=!d1!b12 c7c6o",
    ]
    assert said[1] == [
        "position startpos moves @-",
        f"position startpos moves @- {BLACK} a6a7=!d1!b12",
        f"position startpos moves @- {BLACK} a6a7=!d1!b12 c7c6o c6c7",
    ]
    assert record.moves == [RED, BLACK, "a6a7=!d1!b12", "c7c6o", "c6c7"] and record.winners == (0,)
