"""A Gomocup engine (five in a row) as a player."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence

from engine import Game, Position
from protocols.client.base import ProcessPlayer, wait_for_move
from protocols.client.clock import Clock
from protocols.client.player import MATE_CP, EngineError, Reply, changed_rules
from protocols.gomocup_board import OTHER, OWN, Point, write_point
from protocols.gomocup_settings import RULE_NUMBERS, UNLIMITED_MS

#: An option of the rules that the protocol cannot tell, and the values that need no telling.
_UNTOLD = {"pass": (False,), "max_moves": (0,)}
_MOVE = re.compile(r"-?\d{1,3}\s*,\s*-?\d{1,3}", re.ASCII)
_DEPTH = re.compile(r"\bdepth[ :=]+(\d+)(?:-(\d+))?", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(r"\b(?:ev|eval|score)[ :=]+([+-]?)(M?)(\d+)", re.IGNORECASE | re.ASCII)
_NODES = re.compile(r"\b(?:n|nodes?)[ :=]+(\d+)\b(?![.\d]*[KMG])", re.IGNORECASE | re.ASCII)
_LINE = re.compile(r"\bpv[ :=]+(.+)", re.IGNORECASE)


class GomocupPlayer(ProcessPlayer):
    """Drives one Gomocup process for any number of games."""

    # --- setup ---

    def _handshake(self, game: Game) -> None:
        rule = game.options["rule"]
        for name, told in _UNTOLD.items():
            if game.options[name] not in told:
                self.notes.append(f"{self.name} is not told of the option {name}={changed_rules(game)[name]}")
        self._settings = {"game_type": "1", "rule": str(RULE_NUMBERS[rule])}
        if game.options["forbidden"] == "claim" and rule == "renju":
            self._settings["claim"] = "1"
        self._settings |= {name.strip().lower(): value for name, value in self._spec.options.items()}
        self._size = int(game.position().state["size"])
        self._seen: list[int] | None = None
        """The moves of the game that the engine knows of; None: it has no game."""
        self._process.send(*self._spec.init)
        self._begin(self._spec.patience.start_s)

    def _begin(self, patience_s: float) -> None:
        """``START``; settings are told before and after, as engines differ in when they listen."""
        settings = [f"INFO {name} {value}" for name, value in self._settings.items()]
        self._process.send(*settings, f"START {self._size}")
        self._wait_ok(patience_s)
        self._process.send(*settings)

    def _wait_ok(self, patience_s: float) -> None:
        end = time.perf_counter() + patience_s
        while True:
            left = end - time.perf_counter()
            line = self._process.read(left) if left > 0 else None
            if line is None:
                raise EngineError("stall", f"{self.name} did not answer START within {patience_s:g} s")
            word = line.split()[:1]
            if word == ["OK"]:
                return
            if word == ["ERROR"] or line.upper().startswith("UNKNOWN START"):
                raise EngineError("start", f"{self.name} refuses a board of {self._size}x{self._size}: {line[:200]}")

    # --- games ---

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Start a game on the position's board."""
        self._process.drain()
        self._size, self._seen = int(position.state["size"]), None
        self._begin(self._spec.patience.ping_s)

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Tell the clock and the last move, or the whole position where the engine does not know it; wait for the answer."""
        legal = position.legal_moves()
        if len(legal) == 1:  # openings that begin on the centre have no word in this protocol
            self._seen = None
            return Reply(position.format(int(legal[0])))
        process = self._process
        process.drain()
        clock = clocks[position.player]
        process.send(*clock_lines(clock))
        lines = self._request(position)
        began = time.perf_counter()
        process.send(*lines)
        answer, info = self._wait(clock, began)
        self._seen = None
        move = _move_text(position, answer)
        if move and not move.startswith("?"):
            self._seen = [*position.moves, position.parse(move)]
        depth, nodes = _DEPTH.search(info), _NODES.search(info)
        line = _LINE.search(info)
        return Reply(
            move,
            score=read_score(info),
            depth=int(depth[1]) if depth else None,
            seldepth=int(depth[2]) if depth and depth[2] else None,
            nodes=int(nodes[1]) if nodes else None,
            time_s=process.arrived - began,
            pv=tuple(line[1].split()) if line else (),
        )

    def _wait(self, clock: Clock, began: float) -> tuple[str, str]:
        process = self._process
        while True:
            answer, info = wait_for_move(process, clock, began, self._spec, _is_answer, _is_info)
            word = answer.split()[0].upper()
            if word == "SUGGEST":
                process.send(f"PLAY {answer.split(None, 1)[1] if len(answer.split()) > 1 else ''}")
            elif word == "ERROR":
                raise EngineError("protocol", f"{self.name} refuses the game: {answer[:200]}")
            else:
                return answer, info

    def _request(self, position: Position) -> list[str]:
        """The lines that ask for a move."""
        if self._seen is not None and position.moves[:-1] == self._seen:
            last = _point(position.moves[-1], self._size)
            if last is not None:
                return [f"TURN {write_point(last)}"]
        stones = _stones_in_order(position)
        if not stones and position.player == 0:
            return ["BEGIN"]
        lines = [f"{write_point(point)},{OWN if colour == position.player else OTHER}" for point, colour in stones]
        return ["BOARD", *lines, "DONE"]

    def close(self) -> None:
        """End the process."""
        self._process.close("END", grace_s=self._spec.patience.kill_s)


def _is_answer(line: str) -> bool:
    words = line.split(None, 1)
    return bool(words) and (words[0].upper() in ("SUGGEST", "ERROR", "CLAIM") or _MOVE.fullmatch(line.strip()) is not None)


def _is_info(line: str) -> bool:
    if line.split(None, 1)[:1] != ["MESSAGE"] or _SCORE.search(line) is None:
        return False
    return " multipv " not in line or " multipv 1 " in line


def clock_lines(clock: Clock) -> list[str]:
    """Every limit on the move that comes; without a clock the move's own limit, without any none."""
    control = clock.control
    left = clock.remaining_s
    turn = control.movetime_s if control.movetime_s is not None else left
    found = {
        "timeout_turn": _milliseconds(turn),
        "timeout_match": 0 if control.base_s is None else _milliseconds(control.base_s),
        "time_left": _milliseconds(left),
    }
    if control.increment_s:
        found["time_increment"] = _milliseconds(control.increment_s)
    if control.nodes is not None:
        found["max_node"] = control.nodes
    if control.depth is not None:
        found["max_depth"] = control.depth
    return [f"INFO {name} {value}" for name, value in found.items()]


def _milliseconds(seconds: float) -> int:
    return UNLIMITED_MS if not math.isfinite(seconds) else max(1, min(int(seconds * 1000), UNLIMITED_MS - 1))


def _point(move: int, size: int) -> Point | None:
    """The point of a packed move, None for a pass."""
    point = move & 511
    return (point % size, size - 1 - point // size) if point < size * size else None


def _stones_in_order(position: Position) -> list[tuple[Point, int]]:
    """The stones and their colours: those of the start position, the colours in turn, Black first, then those played."""
    size = int(position.state["size"])
    start = position.game.position(position.start_text)
    owners = position.game.spec.notation.stones_of(start.state)
    sides = [[_point(point, size) for point, owner in enumerate(owners) if owner == colour + 1] for colour in (0, 1)]
    found: list[tuple[Point, int]] = []
    for number in range(max(map(len, sides))):
        for colour, side in enumerate(sides):
            if number < len(side) and (point := side[number]) is not None:
                found.append((point, colour))
    player = start.player
    for move in position.moves:
        point = _point(move, size)
        if point is not None:
            found.append((point, player))
        player = 1 - player
    return found


def _move_text(position: Position, answer: str) -> str:
    """The answer as a move that the referee reads; what is no point of the board is left unreadable."""
    text = "".join(answer.split()).lower()
    try:
        return position.format(position.parse(text if "," in text else "claim"))
    except ValueError as error:
        return f"? {str(error)[:150]}"


def read_score(line: str) -> int | None:
    """The score of a ``MESSAGE`` in centipawns, see ``MATE_CP``; None if it has none."""
    found = _SCORE.search(line)
    if found is None:
        return None
    size = int(found[3])
    if found[2]:
        size = max(MATE_CP - size, 0)
    return -size if found[1] == "-" else min(size, MATE_CP)
