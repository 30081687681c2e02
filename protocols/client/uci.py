"""A UCI engine as a player."""

from __future__ import annotations

import time

from engine import Game, Position
from protocols.client.player import Clock, PlayerSpec, Reply
from protocols.client.process import EngineError, EngineProcess

START_S, PING_S, GRACE_S = 60.0, 60.0, 2.0
#: Games whose moves multi-variant engines write with ranks from 1.
ONE_BASED_NOTATION = "fairy"
MATE_CP = 32_000


class UciPlayer:
    """Drives one UCI process for any number of games."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.name = spec.name
        self._process = EngineProcess(list(spec.command))
        self._process.send("uci")
        self.options = {
            line.split(" name ", 1)[1].split(" type ", 1)[0].strip().lower(): line
            for line in self._process.wait_for("uciok", START_S)
            if line.startswith("option ") and " name " in line
        }
        """Lower-case option name -> the engine's line."""
        self._variant: str | None = None
        self._notation: str | None = None
        for name, value in spec.options.items():
            self._process.send(f"setoption name {name} value {value}")
        for line in spec.init:
            self._process.send(line)
        self._ping()

    def _ping(self) -> None:
        self._process.send("isready")
        self._process.wait_for("readyok", PING_S)

    def start_game(self, game: Game, start: str, seat: int, clock: Clock) -> None:
        """Tell the engine the variant and that a new game begins."""
        if "uci_variant" in self.options and self._variant != game.entry.id:
            self._process.send(f"setoption name UCI_Variant value {game.entry.id}")
            self._variant = game.entry.id
            self._notation = ONE_BASED_NOTATION if ONE_BASED_NOTATION in game.entry.notations else None
        self._start = start
        self._process.send("ucinewgame")
        self._ping()

    def play(self, position: Position, clock: Clock) -> Reply:
        """Send the game so far, let it think, wait for ``bestmove`` as long as its clock allows and a little more."""
        self._process.drain()
        texts = position.history(self._notation)
        self._process.send(f"position fen {self._start}" + (" moves " + " ".join(texts) if texts else ""))
        self._ping()
        began = time.perf_counter()
        self._process.send(_go_line(clock))
        limit = _patience_s(clock, position.player)
        score = depth = nodes = None
        while True:
            line = self._process.read(began + limit - time.perf_counter())
            took = time.perf_counter() - began
            if line is None:
                raise EngineError("stall", f"{self.name}: no bestmove within {limit:.2f} s")
            if line.startswith("info ") and " score " in line and "bound" not in line:
                score, depth, nodes = _read_info(line, score, depth, nodes)
            elif line.startswith("bestmove"):
                words = line.split()
                return Reply(words[1] if len(words) > 1 else "", score, depth, nodes, took)

    def close(self) -> None:
        """Quit."""
        self._process.close()


def _go_line(clock: Clock) -> str:
    words = ["go"]
    if clock.movetime_s is not None:
        words.append(f"movetime {round(clock.movetime_s * 1000)}")
    elif clock.nodes is None and clock.depth is None:
        white, black = (max(1, round(s * 1000)) for s in clock.remaining_s[:2])
        increment = round(clock.increment_s * 1000)
        words.append(f"wtime {white} btime {black} winc {increment} binc {increment}")
        if clock.moves_to_go:
            words.append(f"movestogo {clock.moves_to_go}")
    if clock.nodes is not None:
        words.append(f"nodes {clock.nodes}")
    if clock.depth is not None:
        words.append(f"depth {clock.depth}")
    return " ".join(words)


def _patience_s(clock: Clock, seat: int) -> float:
    if clock.movetime_s is not None:
        return clock.movetime_s + GRACE_S
    if clock.nodes is not None or clock.depth is not None:
        return 600.0
    return max(0.0, clock.remaining_s[seat]) + GRACE_S


def _read_info(line: str, score: int | None, depth: int | None, nodes: int | None) -> tuple[int | None, int | None, int | None]:
    words = line.split()
    for index, word in enumerate(words[:-1]):
        following = words[index + 1]
        try:
            if word == "depth":
                depth = int(following)
            elif word == "nodes":
                nodes = int(following)
            elif word == "cp":
                score = int(following)
            elif word == "mate":
                moves = int(following)
                score = MATE_CP - 2 * moves if moves > 0 else -MATE_CP - 2 * moves
            elif word == "pv":
                break
        except ValueError:
            continue
    return score, depth, nodes
