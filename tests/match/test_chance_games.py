"""The referee of games with dice and face-down pieces: deals and rolls from a seed, what players are shown, faults, records."""

from __future__ import annotations

import random

import pytest

import engine
from engine.chance import ARMY_SET, BANQI_SET, deal
from engine.errors import QijiError
from protocols.client.clock import TimeControl
from protocols.client.player import EngineError, Reply
from protocols.match.chance import Deal, chance_of
from protocols.match.openings import Opening
from protocols.match.play import GameTable
from protocols.match.schedule import Plan, task
from protocols.match.token_records import TokenRecord, TokenRecordError, read_records, result_word, write_record

CONTROL = TimeControl()


class Scripted:
    """A player in this process: plays at random, or what ``act(position, turn)`` says; keeps all that it was shown."""

    notes: list[str] = []
    usable = True

    def __init__(self, name, seed=0, act=None):
        self.name, self.rng, self.act = name, random.Random(seed), act
        self.turns, self.shown, self.ended = 0, [], None

    def start_game(self, position, seats, clocks):
        self.seats = tuple(seats)

    def play(self, position, clocks, draw_offered=False):
        self.turns += 1
        self.shown.append((position.start_text, tuple(position.history()), position.text()))
        answer = self.act(position, self.turns) if self.act else None
        if answer is None:
            answer = position.format(int(self.rng.choice(position.legal_moves().tolist())))
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer)

    def end_game(self, result, reason):
        self.ended = result, reason

    def close(self):
        pass


def play(game, players, seed=1, opening=None):
    return GameTable(game, opening or Opening(), players, [CONTROL] * len(players), seed=seed).play()


def record_of(game, record, names=("A", "B")):
    start = record.start or record.opening.position
    options = {}
    return TokenRecord(game.entry.id, record.seed, names, options, start, record.moves, result_word(game, record.winners))


@pytest.fixture(scope="module")
def banqi():
    return engine.load("banqi")


def test_the_deal_is_that_of_the_protocol(banqi):
    for seed in (1, 2, 77):
        lot = Deal(banqi, seed)
        assert lot.start("startpos") == "startpos" and lot.letters == deal(BANQI_SET, seed)
    position = banqi.position()
    first = chance_of(banqi, 1)
    first.start("startpos")
    assert position.format(first.settle(position, position.parse("c3c3"))) == "c3c3p"
    assert chance_of(engine.load("chess"), 1) is None
    assert len(deal(ARMY_SET, 1)) == 50


def test_worked_dialogue(banqi):
    answers = iter("c3c3 d3d3 c4c4 d4d4".split())

    def act(position, turn):
        return next(answers, Reply(resigns=True))

    record = play(banqi, [Scripted("a", act=act), Scripted("b", act=act)])
    assert record.moves == "c3c3p d3d3p c4c4A d4d4b".split()
    assert record.final == "??Ab????/??pp????/????????/???????? b K1A1B2R2N2C2P5k1a2b1r2n2c2p3 0 4"
    assert (record.winners, record.reason) == ((1,), "resignation")


def test_equal_seeds_give_equal_luck_and_games_replay(banqi):
    finals = set()
    for seed in range(1, 9):
        one = play(banqi, [Scripted("a", 1), Scripted("b", 2)], seed)
        two = play(banqi, [Scripted("a", 1), Scripted("b", 2)], seed)
        assert (one.moves, one.final, one.winners) == (two.moves, two.final, two.winners)
        revealed = {token[:2]: token[4] for token in one.moves if len(token) == 5}
        squares = [file + rank for rank in "4321" for file in "abcdefgh"]
        dealt = dict(zip(squares, deal(BANQI_SET, seed), strict=True))
        assert revealed and all(dealt[square] == letter for square, letter in revealed.items())
        text = write_record(record_of(banqi, one), f"{one.reason}")
        again = read_records(text)[0]
        assert again == record_of(banqi, one) and again.replay().text() == one.final
        assert write_record(again, one.reason) == text
        finals.add(one.final)
    assert len(finals) == 8


def test_players_see_what_everybody_may_know(banqi):
    """At every ply of many games both seats have the same string, a pool that fits, and the legal list of the truth."""
    for seed in range(20):
        players = [Scripted("a", seed), Scripted("b", seed + 100)]
        record = play(banqi, players, seed)
        shown = sorted((turn for player in players for turn in player.shown), key=lambda turn: len(turn[1]))
        for ply, (start, tokens, text) in enumerate(shown):
            assert start == banqi.entry.start and list(tokens) == record.moves[:ply]
            board, _, pool, *_ = text.split()
            assert sum(map(int, pool[1::2] if pool != "-" else "")) == board.count("?")
            view = banqi.position("startpos", tokens)
            assert view.text() == text


def test_two_deals_that_differ_in_hidden_pieces_look_alike_until_they_are_turned(banqi):
    one, two = Deal(banqi, 1), Deal(banqi, 1)
    one.start("startpos")
    two.start("startpos")
    letters = two._letters
    letters["a4"], letters["h1"] = letters["h1"], letters["a4"]
    assert one.letters != two.letters
    first, second = banqi.position(), banqi.position()
    rng = random.Random(4)
    while True:
        assert first.text() == second.text() and first.legal_moves().tolist() == second.legal_moves().tolist()
        move = int(rng.choice(first.legal_moves().tolist()))
        done, other = one.settle(first, move) or move, two.settle(second, move) or move
        if done != other:
            assert first.format(move)[:2] in ("a4", "h1")
            return
        first.push(done)
        second.push(other)


@pytest.mark.parametrize("answer", ["c3c3p", "c3c3K", "d9d9", "", "0000", "a1a2"])
def test_bad_answers_lose(banqi, answer):
    cheat = Scripted("b", act=lambda position, turn: answer)
    record = play(banqi, [Scripted("a"), cheat])
    assert (record.winners, record.reason, record.fault) == ((0,), "illegal-move", 1) and len(record.moves) == 1
    assert cheat.ended == ("1-0", "illegal-move")


def test_crash_and_resignation_lose(banqi):
    record = play(banqi, [Scripted("a", act=lambda position, turn: EngineError("crash", "gone")), Scripted("b")])
    assert (record.winners, record.reason, record.fault, record.moves) == ((1,), "crash", 0, [])
    record = play(banqi, [Scripted("a"), Scripted("b", act=lambda position, turn: Reply(resigns=True))])
    assert (record.winners, record.reason) == ((0,), "resignation")


def test_openings_with_pools_are_dealt_too(banqi):
    text = "c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40"
    lots = set()
    for seed in range(30):
        lot = Deal(banqi, seed)
        lot.start(text)
        assert sorted(lot.letters) == ["P", "P", "p"] and set(lot._letters) == {"d4", "c2", "f1"}
        lots.add(lot.letters)
    assert lots == {"PPp", "PpP", "pPP"}
    record = play(banqi, [Scripted("a"), Scripted("b", 1)], opening=Opening(text))
    assert record_of(banqi, record).replay().text() == record.final


# --- dice ---------------------------------------------------------------------------------------------------------------


def aeroplane(players="2"):
    return engine.load("aeroplane", {"Players": players})


def test_rolls_and_first_seat_come_from_the_seed():
    from engine.chance import Dice, first_seat

    game = aeroplane("4")
    for seed in (1, 2, 9):
        record = play(game, [Scripted(str(seat), seat) for seat in range(4)], seed)
        dice = Dice(seed)
        rolls = [token for token in record.moves if token.startswith("r")]
        assert rolls == [f"r{dice.roll()}" for _ in rolls] and record.seed == seed
        assert record.start.split()[1] == "rybg"[first_seat([0, 1, 2, 3], seed)]
        assert record.reason == "home" and len(record.winners) == 1
        text = write_record(
            TokenRecord("aeroplane", seed, tuple("abcd"), {}, record.start, record.moves, "rybg"[record.winners[0]])
        )
        again = read_records(text)[0]
        assert again.replay().text() == record.final and again.result == "rybg"[record.winners[0]] and "1." not in text
        assert result_word(game, record.winners) == again.result


def test_worked_game_of_two():
    """The first eight rolls of seed 1 with the decisions of the protocol's text."""
    answers = {"red": iter("H 0 1 5 7".split()), "blue": iter("H 0 6".split())}
    shown = []

    def act(position, turn):
        shown.append(position.text())
        answer = next(answers[position.seat], None)
        return answer or Reply(resigns=True)

    game = aeroplane()
    opening = Opening("H,H,H,H/-/H,H,H,H/- r - 0 0")
    record = play(game, [Scripted(str(seat), act=act) for seat in range(4)], 1, opening)
    assert record.moves[:16] == "r6 H r1 0 r5 H r4 1 r2 0 r2 5 r5 6 r2 7".split()
    assert record.moves[16:] == ["r5", "0000"] and (record.winners, record.reason) == ((0,), "left")
    assert record.detail == "blue: resignation"


def test_nobody_is_asked_for_a_forced_pass_or_a_roll():
    players = [Scripted(str(seat), seat) for seat in range(4)]
    record = play(aeroplane("3"), players, 5)
    assert "-" in record.moves
    for player in players:
        for _, tokens, text in player.shown:
            assert text.split()[2] != "-" and tokens[-1].startswith("r")
    asked = sum(player.turns for player in players)
    assert asked + record.moves.count("-") + sum(token.startswith("r") for token in record.moves) == len(record.moves)
    assert not players[3].turns


def test_two_faults_are_mended_and_the_third_leaves():
    cheat = Scripted("b", act=lambda position, turn: "55n")
    record = play(aeroplane(), [Scripted("a"), Scripted("x"), cheat, Scripted("y")], 3)
    assert cheat.turns == 3 and record.moves[-1] == "0000" and record.moves.count("0000") == 1
    assert (record.winners, record.reason, record.detail) == ((0,), "left", "blue: illegal-move")
    decisions = [index for index, token in enumerate(record.moves) if record.movers[index] == 2 and not token.startswith("r")]
    position = aeroplane().position(record.start or "startpos")
    for token in record.moves:
        if position.ply in decisions and token not in ("-", "0000"):
            assert token == position.format(int(position.legal_moves()[0]))
        position.push(token)


def test_a_crash_leaves_at_once_and_the_others_play_on():
    def crash(position, turn):
        return EngineError("crash", "gone") if turn == 4 else None

    players = [Scripted("a"), Scripted("b", act=crash), Scripted("c", 2), Scripted("d", 3)]
    record = play(aeroplane("4"), players, 8)
    assert record.moves.count("0000") == 1 and record.reason == "home" and record.detail == "yellow: crash"
    assert 1 not in record.winners and record.final.split("/")[1] == "-" and record.fault is None


# --- schedule and records -----------------------------------------------------------------------------------------------


def test_fair_pairs():
    plan = Plan(players=2, rounds=3)
    games = [task(plan, number) for number in range(plan.total)]
    assert [game.opening for game in games] == [0, 0, 1, 1, 2, 2]
    assert [game.seats((0, 1)) for game in games[:2]] == [[0, 1], [1, 0]]
    assert games[0].seats((0, -1, 1, -1)) == [0, 0, 1, 0] and games[1].seats((0, -1, 1, -1)) == [1, 1, 0, 1]
    three = [task(Plan(players=2, games=6), number).seats((0, 1, 2, -1))[:3] for number in range(6)]
    for seat in range(3):
        assert [seats[seat] for seats in three].count(0) == 3
    assert len({tuple(seats) for seats in three}) == 6


def test_records_are_read_as_people_write_them():
    text = """[Game "banqi"] [Seed "1"] [Seat0 "A \\"x\\""] [Seat1 "B"]
[Options "NoProgressPlies=50, Repetition=off"] [Start "startpos"]
1. c3c3p d3d3p 2. c4c4A {a flip
that pays} d4d4b *

[Game "banqi"]

*
"""
    one, two = read_records(text)
    assert one.seats == ('A "x"', "B") and one.seed == 1 and one.options == {"NoProgressPlies": "50", "Repetition": "off"}
    assert one.tokens == "c3c3p d3d3p c4c4A d4d4b".split() and one.result == "*" and two.tokens == []
    assert one.replay().text().startswith("??Ab????")
    assert read_records(write_record(one)) == [one]
    assert read_records("  \n") == []
    for bad in (
        '[Seed "1"]\n\n*\n',
        '[Game "banqi"]\n\n',
        '[Game "banqi"] [Seed "x"]\n\n*\n',
        '[Game "banqi"] [Options "a"]\n\n*\n',
    ):
        with pytest.raises(TokenRecordError):
            read_records(bad)
    with pytest.raises(QijiError):
        read_records('[Game "banqi"]\n\nc3c3 *\n')[0].replay()


def test_match_command_deals_from_its_seed(match, tmp_path):
    from tests.match.conftest import journal_entries

    words = ["-engine", "proto=inprocess", "name=a", "-engine", "proto=inprocess", "name=b", "-each", "nodes=30", "option.Hash=1"]
    for name, seed in (("one", "5"), ("two", "5"), ("other", "6")):
        status, _, errors = match(
            "--game", "banqi", *words, "-maxmoves", "20", "-srand", seed, "-journal", f"{name}.jsonl", "-pgnout", f"{name}.txt",
            "-check-pv",
        )  # fmt: skip
        assert status == 0, errors
    one, two, other = (journal_entries(tmp_path / f"{name}.jsonl") for name in ("one", "two", "other"))
    assert [g["moves"] for g in one] == [g["moves"] for g in two] != [g["moves"] for g in other]
    assert {g["seed"] for g in one} == {5} and {g["seed"] for g in other} == {6} and not any("bad_pv" in g for g in one)
    first, second = read_records((tmp_path / "one.txt").read_text())
    assert first.seats == ("a", "b") and second.seats == ("b", "a") and first.seed == second.seed == 5
    assert first.tokens == one[0]["moves"].split() and first.replay().text() == one[0]["final"]
