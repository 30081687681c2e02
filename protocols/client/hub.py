"""A Hub engine (draughts) as a player."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from engine import Game, Position
from engine.errors import OptionError, QijiError
from protocols.client.base import ProcessPlayer, wait_for_move
from protocols.client.clock import Clock
from protocols.client.player import MATE_CP, EngineError, Reply, changed_rules
from protocols.hub_board import hub_position, read_hub_move, squares_of
from protocols.hub_line import HubLineError, read_line, read_real, read_whole, write_line
from protocols.hub_params import read_variant

#: Scores in men: beyond this a win in so many hundredths, plies, is proven; from the other on, a table or rule says so.
_PROVEN, _PROVEN_ABOVE = 100.0, 90.0


class HubPlayer(ProcessPlayer):
    """Drives one Hub process for any number of games."""

    # --- setup ---

    def _handshake(self, game: Game) -> None:
        self._process.send("hub")
        self.params: dict[str, dict[str, str]] = {}
        """Lower-case name -> what the engine declares."""
        for line in self._process.wait_for("wait", self._spec.patience.start_s):
            command, arguments = _read(line)
            if command == "param" and "name" in arguments:
                self.params[arguments["name"].lower()] = arguments
        self._choose_variant(game)
        for name, value in changed_rules(game).items():
            if name.lower() in self.params:
                self._set(name, value)
        for name, value in self._spec.options.items():
            if name.lower() not in self.params:
                self.notes.append(f"{self.name} has no parameter {name!r}")
            self._set(name, value)
        self._process.send(*self._spec.init)
        self._process.send("init")
        self._process.wait_for("ready", self._spec.patience.ping_s)

    def _choose_variant(self, game: Game) -> None:
        """Tell the engine which game is played; one without the parameter plays international draughts."""
        declared = self.params.get("variant")
        if declared is None:
            if game.entry.id != "draughts":
                raise EngineError("start", f"{self.name} does not play {game.entry.id}: it has no parameter variant")
            return
        for name in declared.get("values", "").split():
            try:
                if read_variant(name) != game.entry.id:
                    continue
            except OptionError:
                continue
            if name != declared.get("value"):
                self._set("variant", name)
            return
        raise EngineError("start", f"{self.name} does not play {game.entry.id}, but {declared.get('values', '')!r}")

    def _set(self, name: str, value: str) -> None:
        self._process.send(write_line("set-param", {"name": name, "value": value}))

    def _ping(self) -> None:
        self._process.send("ping")
        self._process.wait_for("pong", self._spec.patience.ping_s)

    # --- games ---

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Tell the engine that a new game begins."""
        self._process.drain()
        start = position.game.position(position.start_text)
        self._start = hub_position(start.text(), squares_of(start))
        self._process.send("new-game")
        self._ping()

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Send the whole game, let the engine think, wait for ``done`` as long as its clock allows."""
        process = self._process
        process.drain()
        arguments = {"pos": self._start}
        if position.ply:
            arguments["moves"] = " ".join(position.history())
        process.send(write_line("pos", arguments), "ping")
        self._complain(process.wait_for("pong", self._spec.patience.ping_s))
        clock = clocks[position.player]
        process.send(level_line(clock))
        began = time.perf_counter()
        process.send("go think")
        answer, info = wait_for_move(process, clock, began, self._spec, _is_done, _has_score)
        facts = _read(info)[1]
        return Reply(
            _move_text(position, _read(answer)[1].get("move", "")),
            score=common_score(read_real(facts.get("score", "0" if "depth" in facts else ""))),
            depth=read_whole(facts.get("depth", "")),
            nodes=read_whole(facts.get("nodes", "")),
            time_s=process.arrived - began,
            pv=tuple(facts.get("pv", "").split()),
        )

    def _complain(self, lines: Sequence[str]) -> None:
        """An engine that refuses the position has other rules; its move would be nonsense."""
        for line in lines:
            command, arguments = _read(line)
            if command == "error":
                raise EngineError("protocol", f"{self.name} refuses the game: {arguments.get('message', '')[:200]}")


def _read(line: str) -> tuple[str, dict[str, str]]:
    try:
        return read_line(line)
    except HubLineError:
        return "", {}


def _is_done(line: str) -> bool:
    return line.split()[:1] == ["done"]


def _has_score(line: str) -> bool:
    return line.split()[:1] == ["info"] and ("score" in line or "depth" in line)


def _move_text(position: Position, text: str) -> str:
    """The move in wire notation; what is no legal Hub move is left unreadable, whatever it means in other notations."""
    if not text:
        return ""
    try:
        return position.format(read_hub_move(position, text))
    except QijiError as error:
        return f"? {str(error)[:150]}"


def level_line(clock: Clock) -> str:
    """The ``level`` command for a clock. Hub adds the increment before each move, so it is taken off here."""
    control = clock.control
    words: dict[str, str] = {}
    if control.movetime_s is not None:
        words["move-time"] = f"{control.movetime_s:.3f}"
    elif math.isfinite(clock.remaining_s):
        if clock.moves_to_go:
            words["moves"] = str(clock.moves_to_go)
        increment = min(control.increment_s, clock.remaining_s)
        words["time"] = f"{clock.remaining_s - increment:.3f}"
        if increment:
            words["inc"] = f"{increment:.3f}"
    if control.nodes is not None:
        words["nodes"] = str(control.nodes)
    if control.depth is not None:
        words["depth"] = str(control.depth)
    return write_line("level", words) if words else "level infinite"


def common_score(men: float | None) -> int | None:
    """Centipawns of a score in men; see ``MATE_CP``."""
    if men is None:
        return None
    if _PROVEN_ABOVE < abs(men) <= _PROVEN:
        won = MATE_CP - round((_PROVEN - abs(men)) * 100)
        return won if men > 0 else -won
    return round(max(-_PROVEN, min(_PROVEN, men)) * 100)
