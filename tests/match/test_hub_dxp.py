"""Hub and DXP players at the table: what they are told, what their answers mean, matches of our own processes."""

from __future__ import annotations

import json
import socket
import sys
import threading
from pathlib import Path

import pytest

import engine
from protocols.cli import main
from protocols.client import start_player
from protocols.client.clock import Clock, TimeControl
from protocols.client.hub import common_score, level_line
from protocols.client.player import MATE_CP, EngineError, Patience, PlayerSpec
from protocols.dxp_message import GameAccept, GameEnd, GameRequest, Move, decode, encode
from protocols.files.pdn import read_records
from protocols.match.openings import Opening
from protocols.match.play import GameTable

SCRIPTED = Path(__file__).parent / "engines" / "scripted_hub.py"
MINUTE = TimeControl(base_s=60.0)
PATIENCE = Patience(start_s=30, ping_s=30, kill_s=1.0, stall_s=2.0)


@pytest.fixture(scope="module")
def draughts() -> engine.Game:
    return engine.load("draughts")


def hub(name: str, *words: str, log: str = "", control: TimeControl = MINUTE, **more) -> PlayerSpec:
    command = (sys.executable, str(SCRIPTED), *words)
    return PlayerSpec(name, command, "hub", control=control, patience=PATIENCE, stderr_log=log, **more)


def sit(game: engine.Game, specs: list[PlayerSpec], opening: Opening | None = None):
    players = [start_player(spec, game) for spec in specs]
    try:
        return GameTable(game, opening or Opening(), players, [spec.control for spec in specs]).play()
    finally:
        for player in players:
            player.close()


def test_what_a_hub_engine_is_told(draughts, tmp_path):
    log = str(tmp_path / "log")
    white = hub("white", "--moves", "32-28,28x19x23,", log=log, options={"threads": "2", "Speed": "9"}, init=("note x",))
    record = sit(draughts, [white, hub("black", "--moves", "19-23,14x23x19")])
    assert record.moves == ["32-28", "19-23", "28x19x23", "14x23x19"]
    assert (record.reason, record.detail, record.winners) == ("illegal-move", "no move", (1,))
    assert record.scores[0] == 25 and record.depths[0] == 3 and record.nodes[0] == 77
    start = "W" + "b" * 20 + "e" * 10 + "w" * 20
    lines = Path(log).read_text().splitlines()
    assert lines[:8] == [
        "hub", "set-param name=threads value=2", "set-param name=Speed value=9", "note x", "init", "new-game", "ping",
        f"pos pos={start}",
    ]  # fmt: skip
    assert lines[8:11] == ["ping", "level time=60.000", "go think"]
    assert lines[11] == f'pos pos={start} moves="32-28 19-23"' and lines[-1] == "quit"


@pytest.mark.parametrize(
    "move, kind, words",
    [
        ("32-27", "", ""),
        ("32-99", "illegal-move", "illegal move"),
        ("3228", "illegal-move", "no move in Hub notation"),
        ("31-32", "illegal-move", "illegal move"),
    ],
)
def test_moves_of_a_hub_engine(draughts, move, kind, words):
    record = sit(draughts, [hub("white", "--moves", move), hub("black", "--moves", "20-24")])
    assert (record.moves[:1] == [move]) == (not kind)
    if kind:
        assert record.reason == kind and words in record.detail


def test_hub_engines_that_refuse_or_hang(draughts, tmp_path):
    record = sit(draughts, [hub("white", "--error", "bad position"), hub("black")])
    assert record.reason == "protocol" and "refuses the game: bad position" in record.detail
    short = TimeControl(base_s=0.3)
    record = sit(draughts, [hub("white", "--hang", control=short), hub("black", control=short)])
    assert record.reason == "stall"


def test_variants_of_hub_engines(draughts, tmp_path):
    checkers = engine.load("checkers")
    with pytest.raises(EngineError, match="does not play checkers, but 'normal killer"):
        start_player(hub("x"), checkers)
    with pytest.raises(EngineError, match="does not play checkers: it has no parameter variant"):
        start_player(hub("x", "--no-variant"), checkers)
    with pytest.raises(EngineError, match="does not play draughts"):
        start_player(hub("x", "--variants", "killer english"), draughts)
    log = tmp_path / "log"
    start_player(hub("x", "--variants", "normal american", log=str(log)), checkers).close()
    assert "set-param name=variant value=american" in log.read_text().splitlines()
    start_player(hub("x", "--no-variant"), draughts).close()


def test_levels():
    def line(remaining: float | None = None, **control) -> str:
        clock = Clock(TimeControl(**control))
        if remaining is not None:
            clock.remaining_s = remaining
        return level_line(clock)

    assert line(base_s=60.0) == "level time=60.000"
    # The increment is added before the move, so it is no part of what is left.
    assert line(base_s=60.0, increment_s=0.5) == "level time=59.500 inc=0.500"
    assert line(0.2, base_s=60.0, increment_s=0.5) == "level time=0.000 inc=0.200"
    assert line(base_s=60.0, moves=40, increment_s=1.0) == "level moves=40 time=59.000 inc=1.000"
    assert line(movetime_s=0.25) == "level move-time=0.250"
    assert line(nodes=500, depth=7) == "level nodes=500 depth=7"
    assert line() == "level infinite"


def test_scores():
    assert [common_score(men) for men in (0.0, 0.31, -1.5, 99.93, -99.92, 89.5, None)] == [
        0, 31, -150, MATE_CP - 7, 8 - MATE_CP, 8950, None,
    ]  # fmt: skip


# --- DXP ----------------------------------------------------------------------------------------------------------------


class Program(threading.Thread):
    """A DXP program that answers from a list of messages; it keeps what it gets."""

    def __init__(self, *answers) -> None:
        super().__init__(daemon=True)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._answers, self.got = list(answers), []
        self.start()

    def run(self) -> None:
        with self._server:
            peer, _ = self._server.accept()
        with peer:
            data = b""
            while block := peer.recv(4096):
                data += block
                *messages, data = data.split(b"\0")
                for message in map(decode, messages):
                    self.got.append(message)
                    wanted = self._answers.pop(0) if self._answers else None
                    if wanted == "close":
                        return
                    for answer in wanted if isinstance(wanted, tuple) else (wanted,):
                        if answer is not None:
                            peer.sendall(answer if isinstance(answer, bytes) else encode(answer))


def dxp(program: Program, name: str = "dxp") -> PlayerSpec:
    return PlayerSpec(name, (), "dxp", {"port": str(program.port)}, control=TimeControl(base_s=120.0), patience=PATIENCE)


YES = GameAccept("Program", 0)


def test_what_a_dxp_program_is_told(draughts):
    program = Program(YES, Move(1, 19, 23), GameEnd(1), None)
    record = sit(draughts, [hub("white", "--moves", "32-28,28x19x23"), dxp(program)])
    assert record.moves == ["32-28", "19-23", "28x19x23"] and record.reason == "resignation" and record.winners == (0,)
    assert program.got == [
        GameRequest("Qiji match", "B", 2, 0), Move(0, 32, 28), Move(0, 28, 19, (23,)), GameEnd(0),
    ]  # fmt: skip


def test_a_dxp_program_with_the_first_move(draughts):
    program = Program((YES, b"Chello\0", b"B001W\0", Move(0, 32, 28)), None, (Move(0, 31, 27)), GameEnd(0))
    record = sit(draughts, [dxp(program), hub("black", "--moves", "19-24,")])
    assert record.moves == ["32-28", "19-24", "31-27"] and record.reason == "illegal-move"
    # The other side has not moved: its turn is ours, and the end is said instead of its move.
    assert program.got[0] == GameRequest("Qiji match", "W", 2, 0) and program.got[-1] == GameEnd(1)
    assert all(time_s is None or time_s >= 0 for time_s in record.times_s)


def test_an_opening_becomes_a_position(draughts):
    program = Program(YES, Move(0, 1, 2))
    record = sit(draughts, [hub("white", "--moves", "31-27"), dxp(program)], Opening("startpos", ("32-28", "19-23")))
    assert record.moves[:2] == ["32-28", "19-23"] and record.reason == "illegal-move" and record.fault == 0
    program = Program(YES, Move(0, 1, 2))
    record = sit(draughts, [hub("white", "--moves", "28x19x23"), dxp(program)], Opening("startpos", ("32-28", "19-23")))
    assert program.got[0].board and program.got[0].turn == "W" and record.reason == "illegal-move" and record.fault == 1


@pytest.mark.parametrize(
    "answers, reason, words",
    [
        ((GameAccept("Program", 2),), "protocol", "refuses the game with code 2"),
        ((YES, "close"), "disconnect", "closed the connection"),
        ((YES, b"M00\0"), "protocol", "MOVE: time is missing"),
        ((YES, GameEnd(0)), "protocol", "gave no reason"),
        ((YES, GameEnd(3)), "false-claim", "0-1"),
        ((YES, GameEnd(2)), "false-claim", "1/2-1/2"),
        ((YES, Move(0, 19, 99)), "illegal-move", "illegal move"),
    ],
)
def test_faults_of_dxp_programs(draughts, answers, reason, words):
    from protocols.match.rules import MatchRules

    program = Program(*answers)
    specs = [hub("white", "--moves", "32-28"), dxp(program)]
    players = [start_player(spec, draughts) for spec in specs]
    controls = [spec.control for spec in specs]
    record = GameTable(draughts, Opening(), players, controls, MatchRules(false_claim="forfeit")).play()
    for player in players:
        player.close()
    assert (record.reason, record.fault, record.winners) == (reason, 1, (0,)) and words in record.detail


def test_nobody_listens(draughts):
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    server.close()
    spec = PlayerSpec("x", (), "dxp", {"port": str(port)}, control=MINUTE, patience=Patience(start_s=0.5))
    with pytest.raises(EngineError, match=f"x: cannot connect to 127.0.0.1:{port}"):
        start_player(spec, draughts)


def test_wrong_settings(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    both = ["match", "-variant", "draughts", "-engine", "cmd=qiji", "name=a", "-engine"]
    for words, error in (
        (["proto=dxp", "option.port=1", "-each", "st=1"], "told whole minutes for the game"),
        (["proto=dxp", "option.port=1", "-each", "tc=61"], "told whole minutes for the game"),
        (["proto=dxp", "cmd=qiji", "-each", "tc=60+1"], "a clock is whole minutes"),
        (["proto=dxp", "-each", "tc=60"], "-engine wants cmd=PROGRAM"),
        (["proto=hub", "cmd=qiji", "-each", "tc=60", "-variant", "chess"], "chess is not played over HUB"),
    ):
        assert main([*both, *words]) == 2 and error in capsys.readouterr().err


@pytest.mark.parametrize("game", ["draughts", "checkers"])
def test_a_match_of_our_processes(warm_draughts, tmp_path, monkeypatch, capsys, game):
    monkeypatch.chdir(tmp_path)
    players = [["-engine", "cmd=qiji", f"proto={name}", f"name={name}"] for name in ("hub", "dxp", "uci")]
    words = [*sum(players, []), "-each", "nodes=150", "-maxmoves", "20", "-pgnout", "g.pdn", "-jsonout", "g.json"]
    assert main(["match", "-variant", game, *words]) == 0
    assert "Finished match: 6 games" in capsys.readouterr().out
    entries = [json.loads(line) for line in Path("g.json").read_text().splitlines()]
    assert all(entry["fault"] is None for entry in entries)
    records = list(read_records(Path("g.pdn").read_text(), engine.load, pytest.fail))
    assert [record.main_line() for record in records] == [entry["moves"].split() for entry in entries]
    assert {record.game_id for record in records} == {game}
