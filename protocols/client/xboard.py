"""An XBoard (CECP version 2) engine as a player."""

from __future__ import annotations

import re
import shlex
import time

from engine import Game, Position
from protocols.client.player import Clock, PlayerSpec, Reply
from protocols.client.process import EngineError, EngineProcess

FEATURES_S, MOVE_GRACE_S = 10.0, 2.0
_THINKING = re.compile(r"^\s*(\d+)[.&]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s")
_RESULT = re.compile(r"^(1-0|0-1|1/2-1/2)\b")
#: Catalogue id -> the protocol's variant name.
VARIANTS = {"chess": "normal"}


class XBoardPlayer:
    """Drives one CECP process for any number of games."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.name = spec.name
        self._process = EngineProcess(list(spec.command))
        self._init = spec.init
        self.features: dict[str, str] = {}
        """What the engine announced."""
        self._process.send("xboard")
        self._process.send("protover 2")
        self._read_features()
        for name, value in spec.options.items():
            self._process.send(f"option {name}={value}")

    def _read_features(self) -> None:
        end = time.monotonic() + FEATURES_S
        while self.features.get("done") != "1":
            line = self._process.read(end - time.monotonic())
            if line is None:
                break
            if line.startswith("feature "):
                try:
                    words = shlex.split(line[8:])
                except ValueError:
                    words = line[8:].split()
                for word in words:
                    name, _, value = word.partition("=")
                    self.features[name] = value
                    self._process.send(f"accepted {name}")
                if self.features.get("done") == "0":
                    end = time.monotonic() + 60.0

    def start_game(self, game: Game, start: str, seat: int, clock: Clock) -> None:
        """New game, variant, position and time control; the engine stays in force mode."""
        self._process.drain()
        self._process.send("new")
        variant = VARIANTS.get(game.entry.id, game.entry.id)
        if variant != "normal":
            self._process.send(f"variant {variant}")
        for line in self._init:
            self._process.send(line)
        minutes, seconds = divmod(max(clock.remaining_s[seat], 1.0), 60)
        if clock.movetime_s is not None:
            self._process.send(f"st {max(1, round(clock.movetime_s))}")
        else:
            base = f"{int(minutes)}:{int(seconds):02d}" if seconds >= 1 else f"{int(minutes)}"
            self._process.send(f"level {clock.moves_to_go or 0} {base} {clock.increment_s:g}")
        if clock.depth is not None:
            self._process.send(f"sd {clock.depth}")
        self._process.send("post")
        self._process.send("easy")
        self._process.send("force")
        if start != game.entry.start:
            self._process.send(f"setboard {start}")
        self._played = 0
        self._thinking = False
        self._ping()

    def _ping(self) -> None:
        if self.features.get("ping") == "1":
            self._process.send("ping 1")
            self._process.wait_for("pong 1", FEATURES_S)

    def play(self, position: Position, clock: Clock) -> Reply:
        """Send the moves that the engine has not seen, start it, wait for ``move``."""
        texts = position.history()
        new = texts[self._played :]
        usermove = "usermove " if self.features.get("usermove") == "1" else ""
        seat = position.player
        if self._thinking and len(new) != 1:
            raise EngineError("protocol", f"{self.name}: {len(new)} moves to send at once")
        if not self._thinking:
            for text in new:
                self._process.send(usermove + text)
        self._process.send(f"time {max(1, round(clock.remaining_s[seat] * 100))}")
        self._process.send(f"otim {max(1, round(clock.remaining_s[1 - seat] * 100))}")
        began = time.perf_counter()
        self._process.send(usermove + new[0] if self._thinking else "go")
        self._thinking = True
        self._played = len(texts) + 1
        limit = max(0.0, clock.remaining_s[seat] if clock.movetime_s is None else clock.movetime_s) + MOVE_GRACE_S
        score = depth = nodes = None
        while True:
            line = self._process.read(began + limit - time.perf_counter())
            took = time.perf_counter() - began
            if line is None:
                raise EngineError("stall", f"{self.name}: no move within {limit:.2f} s")
            if line.startswith("move "):
                return Reply(line.split()[1], score, depth, nodes, took)
            if line.startswith("resign"):
                return Reply("", score, depth, nodes, took, resigns=True)
            if _RESULT.match(line):
                return Reply("", score, depth, nodes, took, claims=line)
            if line.startswith(("Illegal move", "Error")):
                raise EngineError("protocol", f"{self.name}: {line}")
            thinking = _THINKING.match(line)
            if thinking:
                depth, score, nodes = int(thinking[1]), int(thinking[2]), int(thinking[4])

    def close(self) -> None:
        """Quit."""
        self._process.close()
