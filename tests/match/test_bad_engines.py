"""Engines that misbehave in every way lose the game for the right reason, and nothing else happens."""

from __future__ import annotations

import pytest

from protocols.client import start_player
from protocols.client.clock import TimeControl
from protocols.client.player import EngineError
from protocols.match.play import ILLEGAL, TIME
from protocols.match.rules import MatchRules
from tests.match.conftest import engine_words, journal_entries, scripted

SHORT = TimeControl(base_s=0.4, margin_s=0.05)
BOTH = MatchRules(max_moves=6)
#: Fault -> reasons of which one is recorded.
FAULTS = {
    "crash-on-go": {"crash"},
    "stall": {"stall"},
    "illegal": {ILLEGAL},
    "nonsense": {ILLEGAL},
    "empty": {ILLEGAL},
    "long-line": {"flood"},
    "close-stdout": {"disconnect"},
    "die-after-move": {"crash"},
    "late": {TIME},
}
GAMES = {"uci": "chess", "xboard": "chess", "ucci": "xiangqi"}


def play(request, table, protocol, fault, *words, at="4", rules=BOTH, control=SHORT):
    game = request.getfixturevalue(GAMES[protocol])
    good = scripted("good", protocol)
    bad = scripted("bad", protocol, "--fault", fault, "--at", at, *words, control=control)
    return table(game, [good, bad], rules)


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_loses_with_its_reason(request, table, protocol, fault):
    patient = fault not in ("stall", "late")
    record = play(request, table, protocol, fault, "--delay", "0.6", control=TimeControl(base_s=60.0) if patient else SHORT)
    assert record.reason in FAULTS[fault], record.detail
    assert record.fault == 1 and record.winners == (0,)
    assert "bad" in record.detail or record.reason in (ILLEGAL, TIME)
    assert len(record.moves) == {"die-after-move": 7}.get(fault, 5)


@pytest.mark.parametrize("protocol", GAMES)
def test_garbage_between_lines_is_no_fault(request, table, protocol):
    record = play(request, table, protocol, "garbage", control=TimeControl(base_s=60.0))
    assert record.reason == "move-limit" and record.fault is None


def test_flood_ends_by_its_size_or_by_the_clock(chess, table):
    flooding = scripted("bad", "uci", "--fault", "flood", "--at", "2", control=TimeControl(base_s=30.0))
    record = table(chess, [flooding, scripted("good")], BOTH)
    assert record.reason == "flood" and record.fault == 0 and len(record.moves) == 2


def test_closed_input(chess, table):
    record = table(chess, [scripted("good"), scripted("bad", "uci", "--fault", "close-stdin", "--at", "3", control=SHORT)], BOTH)
    assert record.reason in ("disconnect", "stall") and record.fault == 1


@pytest.mark.parametrize("protocol", GAMES)
def test_no_answer_to_the_ping(request, table, protocol):
    game = request.getfixturevalue(GAMES[protocol])
    at = "0" if protocol == "xboard" else "2"  # XBoard engines are asked before a game only
    spec = scripted("mute", protocol, "--fault", "no-ready", "--at", at, ping_s=0.5)
    if at == "0":
        with pytest.raises(EngineError) as error:
            start_player(spec, game)
        assert error.value.kind == "stall"
        return
    record = table(game, [scripted("good", protocol), spec], BOTH)
    assert record.reason == "stall" and record.fault == 1


@pytest.mark.parametrize("protocol", GAMES)
def test_no_handshake(request, protocol):
    spec = scripted("mute", protocol, "--fault", "no-handshake")
    spec = type(spec)(**{**spec.__dict__, "patience": type(spec.patience)(start_s=0.5, kill_s=0.2)})
    with pytest.raises(EngineError) as error:
        start_player(spec, request.getfixturevalue(GAMES[protocol]))
    assert error.value.kind == "stall" and "mute" in str(error.value)


def test_no_move_without_a_clock(chess, table):
    stalled = scripted("bad", "uci", "--fault", "stall", "--at", "1", control=TimeControl(depth=5))
    record = table(chess, [scripted("good"), stalled], BOTH)
    assert record.reason == "stall" and record.fault == 1


def test_an_engine_that_does_not_read_is_ended(chess, table, monkeypatch):
    monkeypatch.setattr("protocols.client.process.WRITE_S", 0.5)
    deaf = scripted("deaf", "uci", "--fault", "deaf", "--at", "1", ping_s=1.0)
    player = start_player(deaf, chess)
    try:
        with pytest.raises(EngineError) as error:
            while True:  # the pipe fills up
                player._process.send("position startpos moves e2e4 " + "x" * 100_000)
        assert error.value.kind == "stall"
    finally:
        player.close()


def test_stderr_goes_to_its_log(chess, tmp_path):
    spec = scripted("loud", "uci", "--stderr", "this is the log")
    spec = type(spec)(**{**spec.__dict__, "stderr_log": str(tmp_path / "log.txt")})
    start_player(spec, chess).close()
    assert (tmp_path / "log.txt").read_text() == "this is the log\n"


# --- in a match ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", GAMES)
def test_match_recovers_and_goes_on(match, tmp_path, protocol):
    words = [
        *engine_words("good", protocol=protocol),
        *engine_words("bad", "--fault", "crash-on-go", "--at", "4", protocol=protocol),
    ]
    common = ["--game", GAMES[protocol], "-each", "tc=60", "-rounds", "2", "-recover", "-journal", "j.jsonl"]
    status, lines, _ = match(*words, *common)
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and len(games) == 4
    assert all(game["reason"] == "crash" and game["fault"] == 1 and game["points"] == 1 for game in games)
    assert "Faults of bad: 4 crash" in lines


def test_match_stops_at_a_breakdown_unless_it_may_recover(match, tmp_path):
    words = [*engine_words("good"), *engine_words("bad", "--fault", "crash-on-go", "--at", "4"), "-each", "tc=60", "-rounds", "2"]
    status, lines, _ = match(*words, "-journal", "j.jsonl")
    assert status == 1 and len(journal_entries(tmp_path / "j.jsonl")) == 1
    assert "an engine broke down in game 1: crash: bad ended with exit status 3" in lines[-2]
    status, lines, _ = match(*words, "-journal", "j.jsonl", "-recover")
    assert status == 0 and lines[-1] == "Finished match: 4 games"


def test_engine_that_ends_between_games_loses_none(match, tmp_path):
    """It plays its last move, the game is over by the length of games, and then it is gone."""
    words = [*engine_words("a"), *engine_words("b", "--fault", "die-after-move", "--at", "3"), "-each", "tc=60", "-noswap"]
    status, lines, _ = match(*words, "-rounds", "2", "-maxmoves", "2", "-wait", "300", "-journal", "j.jsonl")
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and [game["reason"] for game in games] == ["move-limit"] * 4
    assert lines.count("Warning: game 2: b had ended between games and was started again") <= 1


def test_illegal_moves_and_time_losses_stop_nothing(match, tmp_path):
    words = [*engine_words("a"), *engine_words("b", "--fault", "illegal", "--at", "2"), *engine_words("c", "--fault", "nonsense")]
    status, _, _ = match(*words, "-each", "tc=60", "-rounds", "1", "-journal", "j.jsonl")
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and len(games) == 6
    assert {game["reason"] for game in games} == {ILLEGAL}


def test_engine_that_never_starts_is_an_error_before_the_first_game(match, tmp_path):
    status, _, errors = match(*engine_words("a"), "-engine", "cmd=/no/such/engine", "-each", "tc=1")
    assert status == 2 and errors == "qiji: error: match: engine engine: there is no program '/no/such/engine'\n"
    assert not journal_entries(next(tmp_path.glob("match-*.jsonl")))
