"""What the referee adds to the rules: offers, claims, flags, illegal moves taken back, adjudication."""

from __future__ import annotations

import pytest

import engine
from protocols.client.clock import Clock, TimeControl, read_control
from protocols.client.player import Reply
from protocols.match.adjudicate import Adjudicator
from protocols.match.chess_facts import EndgameTables, can_win
from protocols.match.openings import Opening
from protocols.match.play import FALSE_CLAIM, ILLEGAL, TIME, GameTable
from protocols.match.rules import DrawRule, MatchRules, ResignRule, TableRule
from tests.match.conftest import RELAXED, scripted

LIMIT = MatchRules(max_moves=8)


class Puppet:
    """A player in this process that answers what a list says: move texts or replies."""

    def __init__(self, name: str, answers) -> None:
        self.name, self.notes, self.answers = name, [], list(answers)
        self.offers: list[bool] = []
        self.seen: list[list[float]] = []
        self.ended = ""
        self.usable = True

    def start_game(self, position, seats, clocks) -> None:
        self.seats = list(seats)

    def play(self, position, clocks, draw_offered=False) -> Reply:
        self.offers.append(draw_offered)
        self.seen.append([clock.remaining_s for clock in clocks])
        answer = self.answers.pop(0)
        return Reply(answer, time_s=0.01) if isinstance(answer, str) else answer

    def end_game(self, result, reason) -> None:
        self.ended = f"{result} {reason}"

    def close(self) -> None:
        pass


def duel(game, white, black, rules=None, opening=None, control=RELAXED, tables=None):
    players = Puppet("white", white), Puppet("black", black)
    record = GameTable(game, opening or Opening(), players, [control, control], rules, tables).play()
    return record, players


def test_game_ends_by_its_rules_and_players_are_told(chess):
    record, players = duel(chess, ["f2f3", "g2g4"], ["e7e5", "d8h4"])
    assert (record.winners, record.reason, record.fault) == ((1,), "checkmate", None)
    assert [player.ended for player in players] == ["0-1 checkmate"] * 2
    assert record.moves == ["f2f3", "e7e5", "g2g4", "d8h4"] and record.movers == [0, 1, 0, 1]


def test_opening_moves_count_for_repetition(chess):
    shuttle = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
    record, _ = duel(chess, [], ["f6g8"], opening=Opening("startpos", shuttle))
    assert record.reason == "threefold-repetition" or "repetition" in record.reason
    assert not record.winners and record.times_s[:7] == [None] * 7


def test_xiangqi_verdicts_are_the_referees(xiangqi):
    """Perpetual check loses, whatever the players think of it."""
    start = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1"
    record, _ = duel(xiangqi, ["h8h9", "h9h8"] * 4, ["f9f8", "f8f9"] * 4, opening=Opening(start))
    assert (record.winners, record.reason) == ((1,), "perpetual-check")


# --- offers and claims --------------------------------------------------------------------------------------------------


def test_draw_offer_is_passed_on_and_accepted(chess):
    record, (_, black) = duel(chess, [Reply("e2e4", offers_draw=True)], [Reply("", offers_draw=True)])
    assert (record.reason, record.winners) == ("agreed-draw", ()) and black.offers == [True]


def test_refused_offer_lapses_and_may_not_come_again_at_once(chess):
    white = [Reply("e2e4", offers_draw=True), Reply("g1f3", offers_draw=True), "f1b5"]
    _, (_, black) = duel(chess, white, ["e7e5", "b8c6", Reply(resigns=True)])
    assert black.offers == [True, False, False]


def test_offer_after_ten_moves_counts_again(chess):
    moves = [a for pair in zip(["g1f3", "f3g1"] * 8, ["g8f6", "f6g8"] * 8, strict=True) for a in pair]
    offering = [Reply(move, offers_draw=True, time_s=0.01) for move in moves[0::2]]
    game = engine.load("chess", {"claims": "off", "repetition_auto": "90"})
    _, (_, black) = duel(game, offering, moves[1::2], MatchRules(max_moves=14))
    assert [n for n, offered in enumerate(black.offers) if offered] == [0, 10]


def test_resignation_and_claimed_loss(chess):
    record, _ = duel(chess, [Reply(resigns=True)], [])
    assert (record.winners, record.reason) == ((1,), "resignation")
    record, _ = duel(chess, [Reply(claim="0-1 {White resigns}")], [])
    assert (record.winners, record.reason) == ((1,), "resignation")


def test_draw_is_claimed_where_the_rules_leave_it_to_players():
    game = engine.load("chess", {"claims": "player"})
    shuttle = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    record, _ = duel(game, [Reply(claim="1/2-1/2 {Draw by repetition}")], [], opening=Opening("startpos", shuttle))
    assert (record.winners, record.fault) == ((), None) and "repetition" in record.reason


def test_false_claim_costs_time_then_the_game(chess):
    claim = Reply(claim="1/2-1/2 {Draw by repetition}", time_s=1.0)
    record, (white, black) = duel(chess, [claim, "e2e4", claim], ["e7e5"])
    assert (record.winners, record.reason, record.fault) == ((1,), FALSE_CLAIM, 0)
    assert white.seen[1] == pytest.approx([59.0, 180.0])
    record, (white, _) = duel(
        chess, [claim, Reply(resigns=True)], [], MatchRules(false_claim="claimant-300s"), control=TimeControl(base_s=400)
    )
    assert white.seen[1] == pytest.approx([99.0, 400.0])
    record, _ = duel(chess, [claim], [], MatchRules(false_claim="forfeit"))
    assert record.reason == FALSE_CLAIM


@pytest.mark.parametrize(
    ("fault", "reason"), [("claim-loss", "resignation"), ("resign", "resignation"), ("claim-win", FALSE_CLAIM)]
)
def test_claims_over_xboard(chess, table, fault, reason):
    record = table(chess, [scripted("a", "xboard"), scripted("b", "xboard", "--fault", fault, "--at", "3")], LIMIT)
    assert (record.reason, record.winners) == (reason, (0,))


@pytest.mark.parametrize(("protocol", "name"), [("xboard", "chess"), ("ucci", "xiangqi")])
def test_offers_over_protocols(request, table, protocol, name):
    offering = scripted("a", protocol, "--fault", "offer-draw", "--at", "2")
    accepting = scripted("b", protocol, "--fault", "accept-draw", "--at", "0")
    record = table(request.getfixturevalue(name), [offering, accepting], LIMIT)
    assert (record.reason, len(record.moves)) == ("agreed-draw", 3)


def test_nobestmove_resigns(xiangqi, table):
    record = table(xiangqi, [scripted("a", "ucci"), scripted("b", "ucci", "--fault", "resign", "--at", "3")], LIMIT)
    assert (record.reason, record.winners) == ("resignation", (0,))


# --- illegal moves and flags --------------------------------------------------------------------------------------------


def test_illegal_move_loses(chess):
    record, _ = duel(chess, ["e2e5"], [])
    assert (record.winners, record.reason, record.fault) == ((1,), ILLEGAL, 0) and "e2e5" in record.detail


def test_illegal_move_is_taken_back(chess):
    rules = MatchRules(illegal="takeback", max_moves=1)
    record, _ = duel(chess, ["e2e5", "0000", "e2e4"], ["e7e5"], rules)
    assert record.moves == ["e2e4", "e7e5"] and record.fault is None
    record, _ = duel(chess, ["e2e5"] * 4, [], rules)
    assert record.reason == ILLEGAL


@pytest.mark.parametrize(("protocol", "name"), [("uci", "chess"), ("xboard", "chess"), ("ucci", "xiangqi")])
def test_illegal_move_is_taken_back_over_protocols(request, table, protocol, name):
    """The engine is put back and asked again; this one insists and loses at the fourth time."""
    bad = scripted("bad", protocol, "--fault", "illegal", "--at", "3")
    record = table(request.getfixturevalue(name), [scripted("a", protocol), bad], MatchRules(illegal="takeback", max_moves=4))
    assert (record.reason, record.fault, len(record.moves)) == (ILLEGAL, 1, 3)


def test_illegal_move_by_fide(chess):
    rules = MatchRules(illegal="fide")
    record, (white, _) = duel(chess, ["e2e5", "e2e4", "d2d5"], ["e7e5"], rules)
    assert (record.winners, record.reason, record.fault) == ((1,), ILLEGAL, 0) and white.seen[1][1] == pytest.approx(180.0)
    bare = Opening("8/8/4k3/8/8/3K4/8/R7 w - - 0 1")
    record, _ = duel(chess, ["a1b2", "a1b2"], [], rules, bare)
    assert record.winners == () and "cannot win" in record.detail


@pytest.mark.parametrize(
    ("position", "seat", "fide", "bare"),
    [
        ("8/8/3qk3/8/8/3K4/8/8 w - - 0 1", 0, False, False),
        ("8/3k4/4p3/8/8/3KN3/8/8 w - - 0 1", 0, True, True),
        ("8/8/4k3/8/8/3K4/8/1NN5 w - - 0 1", 0, True, True),
        ("8/8/4k3/8/8/3K4/8/1N5q w - - 0 1", 0, False, True),
        ("8/4p3/4k3/8/8/3K4/8/8 w - - 0 1", 1, True, True),
    ],
)
def test_who_can_win_on_time(chess, position, seat, fide, bare):
    at = chess.position(position)
    assert (can_win(at, seat, "fide"), can_win(at, seat, "bare-king"), can_win(at, seat, "loss")) == (fide, bare, True)


def test_flag(chess):
    control = TimeControl(base_s=1.0, margin_s=0.02)
    record, _ = duel(chess, [Reply("e2e4", time_s=1.01), Reply("d2d4", time_s=0.5)], ["e7e5"], control=control)
    assert (record.winners, record.reason, record.fault) == ((1,), TIME, 0)
    assert record.moves == ["e2e4", "e7e5"] and record.clocks_s[0] == 0
    bare = Opening("8/8/4k3/8/8/3K4/8/R7 w - - 0 1")
    record, _ = duel(chess, [Reply("a1b1", time_s=9)], [], opening=bare, control=control)
    assert (record.winners, record.reason, record.fault) == ((), TIME, 0)


def test_late_move_counts_as_late(chess, table):
    late = scripted(
        "late", "uci", "--fault", "late", "--delay", "0.4", "--at", "1", control=TimeControl(movetime_s=0.1), kill_s=5.0
    )
    record = table(chess, [scripted("good"), late], LIMIT)
    assert (record.reason, record.fault) == (TIME, 1)


# --- clocks -------------------------------------------------------------------------------------------------------------


def test_clock_sessions_and_increments():
    clock = Clock(TimeControl(moves=2, base_s=10, increment_s=1))
    assert (clock.remaining_s, clock.moves_to_go) == (10, 2)
    clock.spend(4)
    assert (clock.remaining_s, clock.moves_to_go) == (7, 1)
    clock.spend(7.5)
    assert (clock.remaining_s, clock.moves_to_go) == (11, 2)
    assert clock.overdrawn_s(11.04) == 0 and clock.overdrawn_s(11.5) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("text", "found"),
    [("8+0.08", (0, 8, 0.08)), ("40/60", (40, 60, 0)), ("40/1:30+2", (40, 90, 2)), ("0.5", (0, 0.5, 0)), ("inf", (0, None, 0))],
)
def test_time_controls(text, found):
    assert read_control(text) == found


@pytest.mark.parametrize("text", ["", "x", "0", "-1", "5+", "40/", "1:2:3", "1e9"])
def test_bad_time_controls(text):
    with pytest.raises(engine.QijiError):
        read_control(text)


# --- adjudication -------------------------------------------------------------------------------------------------------


def said(game, rules, scores, opening=()):
    """Ply and verdict after knights go to and fro with the given scores of the movers."""
    position = game.position("startpos", opening)
    adjudicator = Adjudicator(rules, game)
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for ply, score in enumerate(scores):
        seat = position.player
        position.push(moves[ply % 4])
        verdict = adjudicator.after_move(position, seat, Reply(moves[ply % 4], score=score))
        if verdict:
            return ply + 1, verdict.winners, verdict.reason
    return None


def test_resignation_by_score(chess):
    rules = MatchRules(resign=ResignRule(2, 500))
    assert said(chess, rules, [600, -100, 600, -600, 600, -600]) == (6, (0,), "adjudicated-win")
    assert said(chess, rules, [-600, 0, 0, 0, -600, 0, None, 0]) is None
    both = MatchRules(resign=ResignRule(2, 500, both=True))
    assert said(chess, both, [100, -600, 100, -600, 600, -600, 600]) == (7, (0,), "adjudicated-win")


def test_draw_by_score(chess):
    rules = MatchRules(draw=DrawRule(0, 2, 10))
    assert said(chess, rules, [5, -5, 50, 0, 0, 10, -10]) == (7, (), "adjudicated-draw")
    assert said(chess, MatchRules(draw=DrawRule(4, 2, 10)), [0] * 8) == (8, (), "adjudicated-draw")
    assert said(chess, rules, [5, -5, None, 0, 0, 0]) is None


def test_irreversible_moves_begin_the_draw_count_again(chess):
    adjudicator = Adjudicator(MatchRules(draw=DrawRule(0, 1, 10)), chess)
    position = chess.position()
    for move in ("e2e4", "e7e5"):
        seat = position.player
        position.push(move)
        assert adjudicator.after_move(position, seat, Reply(move, score=0)) is None


def test_length(chess):
    record, _ = duel(chess, ["e2e4", "d2d4"], ["e7e5", "d7d5"], MatchRules(max_moves=2))
    assert (record.winners, record.reason, len(record.moves)) == ((), "move-limit", 4)


def test_tables_adjudicate(chess, data_folder):
    def verdict(position, white=(), **more):
        rule = TableRule((str(data_folder / "syzygy"),), **more)
        tables = EndgameTables(rule)
        try:
            record, _ = duel(chess, white, [], MatchRules(table=rule, max_moves=1), Opening(position), tables=tables)
        finally:
            tables.close()
        return record.reason, record.winners

    won, drawn = "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1", "8/8/8/3k4/8/3KP3/8/8 b - - 0 1"
    resigns = [Reply(resigns=True)]
    assert verdict(won) == ("tablebase", (0,))
    assert verdict(won.replace(" w ", " b ")) == ("tablebase", (0,))
    assert verdict(drawn)[0] == "tablebase"
    assert verdict(won, resigns, kinds="DRAW") == ("resignation", (1,))
    assert verdict(won.replace("0 1", "7 9"), resigns) == ("resignation", (1,))
    assert verdict(won.replace("0 1", "7 9"), ignore_50=True) == ("tablebase", (0,))
    assert verdict(won, resigns, pieces=2) == ("resignation", (1,))


def test_tables_that_are_not_there(tmp_path):
    with pytest.raises(engine.QijiError, match="no Syzygy tables"):
        EndgameTables(TableRule((str(tmp_path),)))
    with pytest.raises(engine.QijiError, match="no folder"):
        EndgameTables(TableRule((str(tmp_path / "none"),)))
