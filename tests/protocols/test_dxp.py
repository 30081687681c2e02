"""``qiji dxp`` as processes: two of ours against each other, and a peer of sockets that misbehaves."""

from __future__ import annotations

import re
import socket
import time

import pytest

import engine
from protocols.dxp_message import GameAccept, GameEnd, GameRequest, Move, Splitter, decode, encode
from protocols.files.pdn import read_records
from protocols.hub_board import squares_of_move
from tests.protocols.talk import Talk


class Peer:
    """The other program, by hand."""

    made: list[Peer] = []
    """All that a test has made; they are closed with it."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        Peer.made.append(self)
        self._splitter, self._messages = Splitter(), []

    def send(self, *messages) -> Peer:
        return self.send_bytes(b"".join(message if isinstance(message, bytes) else encode(message) for message in messages))

    def send_bytes(self, data: bytes) -> Peer:
        self.socket.sendall(data)
        return self

    def receive(self):
        """The next message; None when the connection is closed."""
        while not self._messages:
            data = self.socket.recv(4096)
            if not data:
                return None
            self._messages += [decode(message) for message in self._splitter.feed(data)]
        return self._messages.pop(0)

    def close(self) -> None:
        self.socket.close()


@pytest.fixture(autouse=True)
def closed_peers():
    """No socket outlives its test."""
    yield
    while Peer.made:
        Peer.made.pop().close()


def listening(start, *arguments: str, nodes: int = 300) -> tuple[Talk, str]:
    talk = start("dxp", "--listen", "127.0.0.1:0", f"--nodes={nodes}", *arguments)
    return talk, talk.wait(r"listening .*").split()[1]


def in_game(start, *arguments: str, follower: str = "B", moves: int = 0, nodes: int = 300) -> tuple[Talk, Peer]:
    talk, address = listening(start, *arguments, nodes=nodes)
    peer = Peer(address).send(GameRequest("Tester", follower, 5, moves))
    assert peer.receive() == GameAccept(f"Qiji {engine.__version__}", 0)
    return talk, peer


# --- two of ours --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game, server_asks", [("draughts", False), ("checkers", True), ("draughts", True)])
def test_two_processes_play(start_draughts, tmp_path, game, server_asks):
    """Two games with both colours, each side writes them down; who listens and who asks are independent."""
    roles = ("--initiator", "--follower") if server_asks else ("--follower", "--initiator")
    common = ["--game", game, "--games=2", "--minutes=3", "--moves=40"]
    server, address = listening(start_draughts, roles[0], *common, "--pdn", str(tmp_path / "server.pdn"), "--name", "Server")
    client = start_draughts(
        "dxp", "--connect", address, roles[1], *common, "--nodes=300", "--pdn", str(tmp_path / "client.pdn"), "--name", "Client"
    )
    for talk in (server, client):
        assert talk.exit_code(300) == 0 and talk.errors == b"", (talk.lines[-5:], talk.errors)
    told = [[line for line in talk.lines if re.match(r"(ours|theirs) ", line)] for talk in (server, client)]
    moves = [[line.split()[1] for line in lines] for lines in told]
    assert moves[0] == moves[1] and len(moves[0]) > 40
    rules = engine.load(game)
    files = [
        list(read_records((tmp_path / name).read_text(), lambda game_id: rules, pytest.fail))
        for name in ("server.pdn", "client.pdn")
    ]
    for ours, theirs in zip(*files, strict=True):
        assert ours.main_line() == theirs.main_line() and ours.result == theirs.result and ours.game_id == game
        assert {ours.tags["White"], ours.tags["Black"]} == {"Server", "Client"}
    assert files[0][0].tags["White"] == files[0][1].tags["Black"]
    assert sum((one.main_line() for one in files[0]), []) == moves[0]
    overs = [[line for line in talk.lines if " over after " in line] for talk in (server, client)]
    assert len(overs[0]) == 2 and overs[0] == overs[1]


def test_a_game_from_a_position(start_draughts):
    fen = "B:W27,K31,35:B4,9,K16"
    server, address = listening(start_draughts, "--games=1", "--follower")
    client = start_draughts("dxp", "--connect", address, "--nodes=300", "--position", fen, "--color", "black", "--minutes=0")
    assert client.exit_code(300) == 0 and server.exit_code(60) == 0
    assert any(f"black against Qiji {engine.__version__}, 0 min, 75 moves, from {fen}" in line for line in client.lines)
    assert client.lines[client.lines.index(next(line for line in client.lines if line.startswith("game 1"))) + 1].startswith(
        "ours "
    )


def test_wrong_words(start_draughts):
    for arguments, words in (
        (["--listen", "--connect", "x"], "not allowed with argument"),
        ([], "one of the arguments --listen --connect is required"),
        (["--listen", "--game", "chess"], "chess is not played over dxp"),
        (["--connect", "a b"], "'a b' is no address"),
        (["--connect", "127.0.0.1:1"], "cannot connect to 127.0.0.1:1"),
        (["--listen", "203.0.113.1:0"], "cannot listen at 203.0.113.1:0"),
        (["--listen", "127.0.0.1:0", "--minutes", "1000"], "--minutes is at most 999"),
        (["--listen", "127.0.0.1:0", "--option", "x"], "--option wants NAME=VALUE"),
        (["--listen", "127.0.0.1:0", "--option", "Speed=3"], "unknown option 'Speed'"),
        (["--listen", "127.0.0.1:0", "--initiator", "--position", "W:W1:B2"], "bad position"),
    ):
        talk = start_draughts("dxp", *arguments)
        assert talk.exit_code(60) == 2, arguments
        (line,) = talk.errors.decode().splitlines()
        assert line.startswith("qiji: error: ") and words in line


# --- a peer by hand -----------------------------------------------------------------------------------------------------


def test_a_game_by_hand(start_draughts):
    talk, peer = in_game(start_draughts, follower="W")
    position = engine.load("draughts").position()
    for reply in ("19-23", "20-24"):
        message = peer.receive()
        assert isinstance(message, Move)
        wire = "x".join(map(str, (message.origin, message.to, *message.captured)))
        position.push(wire if message.captured else f"{message.origin}-{message.to}")
        legal = [position.format(int(move)) for move in position.legal_moves()]
        choice = reply if reply in legal else legal[0]
        position.push(choice)
        origin, to, captured = squares_of_move(choice)
        peer.send(Move(0, origin, to, tuple(captured)))
    assert isinstance(peer.receive(), Move)
    talk.send("chat good luck")
    assert peer.receive().text == "good luck"
    peer.send(b"Cthank you\0")
    talk.wait("note: Tester: thank you")
    peer.send(GameEnd(1))
    assert peer.receive() == GameEnd(0)
    talk.wait("game 1 over after 5 plies: white wins by resignation")
    peer.send(GameRequest("Tester", "B", 5, 0))
    assert isinstance(peer.receive(), GameAccept)
    talk.wait("game 2: black against Tester, 5 min")
    peer.close()
    talk.wait("disconnected: .*")
    assert "note: the game is void" in talk.before
    # The next one may come.
    assert isinstance(Peer(talk.lines[0].split()[1]).send(GameRequest("Other", "W", 1, 1)).receive(), GameAccept)
    talk.send("quit")
    assert talk.exit_code() == 0 and talk.errors == b""


def test_takeback_by_hand(start_draughts):
    talk, peer = in_game(start_draughts, follower="B")
    peer.send(Move(0, 32, 28))
    assert isinstance(peer.receive(), Move)
    peer.send(b"B001W\0")
    assert peer.receive().code == 0
    peer.send(Move(0, 33, 29))
    assert isinstance(peer.receive(), Move)
    peer.send(b"B009W\0")
    assert peer.receive().code == 1
    talk.send("back 1 w")
    assert peer.receive() == decode(b"B001W")
    peer.send(b"K1\0")
    talk.wait("note: they do not take back")
    talk.send("back 7 w", "back", "nonsense").wait("note: there is no move 7 of W to go back to")
    talk.wait("note: back wants the number of a move and W or B")
    talk.wait("note: 'nonsense' is nothing to do now; .*")


def test_a_request_to_stop_in_the_middle_of_a_thought(start_draughts):
    talk, peer = in_game(start_draughts, follower="W", nodes=10**9)
    began = time.monotonic()
    peer.send(GameEnd(0))
    assert peer.receive() == GameEnd(0) and time.monotonic() - began < 20
    talk.wait("game 1 over after 0 plies: unfinished .*")
    peer.send(GameRequest("Tester", "W", 5, 0))
    assert isinstance(peer.receive(), GameAccept)
    talk.send("end")
    assert peer.receive() == GameEnd(1)
    peer.send(GameEnd(0))
    talk.wait("game 2 over after 0 plies: black wins by resignation")


@pytest.mark.parametrize(
    "data, words",
    [
        (b"M0000322300\0", "illegal move"),
        (b"M00\0", "MOVE: time is missing"),
        (b"M0000312700\0M0000322800\0", ""),
        (b"x" * 5000, ""),
    ],
)
def test_nonsense_closes_the_connection(start_draughts, data, words):
    talk, peer = in_game(start_draughts, follower="B", nodes=10**9 if data.startswith(b"M00003127") else 300)
    peer.send_bytes(data)
    found = []
    while (message := peer.receive()) is not None:
        found.append(message)
    if words:
        assert words in found[-1].text
    talk.wait("disconnected: .*")
    again = Peer(talk.lines[0].split()[1]).send(GameRequest("T", "B", 1, 0))
    assert isinstance(again.receive(), GameAccept)
    assert talk.process.poll() is None and talk.errors == b""


def test_noise_and_half_closed_sockets(start_draughts):
    talk, address = listening(start_draughts)
    peer = Peer(address).send_bytes(b"\0\0?\0hello\0K0\0E00\0Cx\0")
    peer.send(GameRequest("T", "B", 1, 0, version=7))
    assert peer.receive().code == 1
    peer.send(GameRequest("T", "B", 1, 0, "W", "w" * 50))
    assert peer.receive().code == 2
    peer.socket.shutdown(socket.SHUT_WR)
    assert peer.receive() is None
    talk.wait("disconnected: the connection was closed")
    peer = Peer(address)
    second = Peer(address)
    assert second.receive().text == "another program is connected" and second.receive() is None
    peer.send_bytes(b"".join(bytes([byte]) + b"\0" for byte in range(1, 128)))
    while peer.receive() is not None:
        pass
    peer = Peer(address).send(GameRequest("T", "B", 1, 0))
    assert peer.receive().code == 0
    talk.close_input()  # means nothing
    peer.send(Move(0, 32, 28))
    assert isinstance(peer.receive(), Move)
    assert talk.errors == b""


def test_the_move_limit(start_draughts):
    talk, peer = in_game(start_draughts, follower="B", moves=1)
    peer.send(Move(0, 32, 28))
    assert isinstance(peer.receive(), Move)
    peer.send(GameEnd(0))
    assert peer.receive() == GameEnd(0)
    talk.wait("game 1 over after 2 plies: unfinished .white says: unknown.")


def test_an_initiator_without_an_answer_of_yes(start_draughts):
    server = socket.create_server(("127.0.0.1", 0))
    talk = start_draughts(
        "dxp", "--connect", f"127.0.0.1:{server.getsockname()[1]}", "--color", "black", "--moves=9", "--minutes=7"
    )
    peer, _ = server.accept()
    request = decode(peer.recv(4096)[:-1])
    assert request == GameRequest(f"Qiji {engine.__version__}", "W", 7, 9)
    peer.sendall(encode(GameAccept("No", 3)))
    talk.wait("note: No refuses: no game at all")
    assert talk.exit_code(60) == 0
    peer.close()
    server.close()
