"""An XBoard (CECP version 2) engine as a player."""

from __future__ import annotations

import math
import re
import shlex
import time
from collections.abc import Sequence

from engine import Game, Position
from protocols.client.base import ProcessPlayer
from protocols.client.clock import Clock
from protocols.client.player import MATE_CP, EngineError, Reply, changed_rules, is_chess960

#: Engines of version 1 announce nothing; after this long they are taken for one.
_SILENCE_S = 10.0
_THINKING = re.compile(r"\s*(\d+)[.&+-]?\s+(-?\d+)\s+(\d+)\s+(\d+)(?:\s+[\d ]*\t|\s)\s*(.*)")
_RESULT = re.compile(r"(?:result\s+)?(1-0|0-1|1/2-1/2)\b")
_OLD_MOVE = "My move is"
_MATE_BASE = 100_000
_HOI_LETTERS = str.maketrans("bnBN", "ehEH")
_REJECTED = ("san=1", "colors=1")
#: Catalogue id -> the protocol's variant name.
VARIANTS = {"chess": "normal"}


def variant_of(game: Game) -> str:
    """The protocol's name of a game."""
    return "fischerandom" if is_chess960(game) else VARIANTS.get(game.entry.id, game.entry.id)


class XBoardPlayer(ProcessPlayer):
    """A process that speaks CECP."""

    # --- setup ---

    def _handshake(self, game: Game) -> None:
        self.features: dict[str, str] = {}
        """What the engine announced."""
        self._options: set[str] = set()
        self._pings = 0
        self._process.send("xboard", "protover 2")
        self._read_features()
        self._check_features()
        self._send_options()
        self._ping()

    def _read_features(self) -> None:
        patience = self._spec.patience.start_s
        end = time.perf_counter() + min(_SILENCE_S, patience)
        while self.features.get("done") != "1":
            left = end - time.perf_counter()
            line = self._process.read(left) if left > 0 else None
            if line is None:
                if self.features.get("done") == "0":
                    raise EngineError("stall", f"{self.name} did not end its features within {patience:g} s")
                return
            if not line.startswith("feature "):
                continue
            try:
                words = shlex.split(line[8:])
            except ValueError:
                words = line[8:].split()
            for word in words:
                feature, _, value = word.partition("=")
                if feature == "option":
                    self._options.add(value.split(" -")[0].strip().lower())
                else:
                    self.features[feature] = value
                self._process.send(f"{'rejected' if word in _REJECTED else 'accepted'} {feature}")
            if self.features.get("done") == "0":
                end = time.perf_counter() + patience

    def _check_features(self) -> None:
        variant, offered = variant_of(self._game), self.features.get("variants", "normal")
        if variant not in [name.strip() for name in offered.split(",")]:
            raise EngineError("start", f"{self.name} does not play the variant {variant}")

    def _send_options(self) -> None:
        for name, value in changed_rules(self._game).items():
            if name.lower() in self._options:
                self._process.send(f"option {name}={_option_value(value)}")
        for name, value in self._spec.options.items():
            if name.lower() in self._options:
                self._process.send(f"option {name}={_option_value(value)}")
            elif name.lower() == "hash" and self.features.get("memory") == "1":
                self._process.send(f"memory {value}")
            elif name.lower() == "threads" and self.features.get("smp") == "1":
                self._process.send(f"cores {value}")
            else:  # not sent: some engines end at an option that they do not know
                self.notes.append(f"{self.name} has no option {name!r}")

    def _ping(self) -> None:
        if self.features.get("ping") != "1":
            return
        self._pings += 1
        self._process.send(f"ping {self._pings}")
        for line in self._process.wait_for(f"pong {self._pings}", self._spec.patience.ping_s):
            if line.lower().startswith("tellusererror illegal position"):
                raise EngineError("protocol", f"{self.name} does not accept the position")

    # --- games ---

    @property
    def usable(self) -> bool:
        """Whether the process is still there and takes another game."""
        return self._process.alive and self.features.get("reuse") != "0"

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """New game, variant, position and time control; the engine stays in force mode."""
        self._process.drain()
        self._clock = clocks[seats[0]]
        self._set_up(position)

    def _set_up(self, position: Position) -> None:
        process, control = self._process, self._clock.control
        variant = variant_of(position.game)
        lines = ["new"]
        if variant != "normal":
            lines.append(f"variant {variant}")
        lines += self._spec.init
        if control.movetime_s is not None:
            lines.append(f"st {max(1, round(control.movetime_s))}")
        elif control.base_s is not None:
            lines.append(_level_line(self._clock))
        if control.depth is not None:
            lines.append(f"sd {control.depth}")
        lines += ["post", "easy", "force"]
        if position.start_text != position.game.entry.start:
            if self.features.get("setboard") == "0":
                raise EngineError("start", f"{self.name} cannot be given a position")
            lines.append(f"setboard {self._board_text(position.start_text)}")
        process.send(*lines)
        self._sent: list[str] = []
        self._thinking, self._in_step = False, True
        self._ping()

    def _board_text(self, position: str) -> str:
        """A position string as the engine reads it; one family of engines has an alphabet and fields of its own."""
        fields = position.split()
        if self.features.get("myname", "").startswith("HoiXiangqi") and len(fields) == 6:
            return " ".join((fields[0].translate(_HOI_LETTERS), fields[1], *fields[4:]))
        return position

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Send the moves that the engine has not seen, start it, wait for ``move``."""
        process = self._process
        late = [line for line in process.drain() if _RESULT.match(line)]
        if late:
            self._in_step = False
            return Reply(claim=late[-1])
        texts = self._texts(position)
        new = texts[len(self._sent) :]
        if not self._in_step or texts[: len(self._sent)] != self._sent or (self._thinking and len(new) != 1):
            self._set_up(position)
            new = texts
        prefix = "usermove " if self.features.get("usermove") == "1" else ""
        seat, clock = position.player, clocks[position.player]
        lines = [] if self._thinking else [prefix + text for text in new]
        if math.isfinite(clock.remaining_s):
            other = clocks[1 - seat].remaining_s if len(clocks) == 2 else clock.remaining_s
            lines.append(f"time {max(1, int(clock.remaining_s * 100))}")
            lines.append(f"otim {max(1, int((other if math.isfinite(other) else clock.remaining_s) * 100))}")
        if draw_offered:
            lines.append("draw")
        began = time.perf_counter()
        process.send(*lines, prefix + new[0] if self._thinking else "go")
        self._thinking = True
        reply = self._wait(clock, began)
        # The engine has made its move on its own board; what the runner makes of it is seen at the next turn.
        self._sent = [*texts, self._canonical(position, reply.move)] if reply.move else texts
        return reply

    def _wait(self, clock: Clock, began: float) -> Reply:
        process, patience = self._process, self._spec.patience
        limited = math.isfinite(clock.budget_s)
        deadline = began + (clock.budget_s + clock.control.margin_s if limited else patience.stall_s)
        stopped = offers = False
        info = ""
        while True:
            left = deadline - time.perf_counter()
            line = process.read(left) if left > 0 else None
            if line is None:
                if stopped:
                    raise EngineError("stall", f"{self.name} gave no move, not even {patience.kill_s:g} s after the flag")
                stopped = True
                process.send("?")
                deadline = time.perf_counter() + patience.kill_s
                continue
            took = process.arrived - began
            if line == "move" or line.startswith(("move ", _OLD_MOVE)):
                if stopped and not limited:
                    raise EngineError("stall", f"{self.name} gave no move within {patience.stall_s:g} s")
                words = line.replace(":", " ").split()
                return _reply(words[-1] if len(words) > 1 else "", info, took, offers)
            if line == "resign" or line.startswith("resign "):
                return Reply(time_s=took, resigns=True)
            if _RESULT.match(line):
                self._in_step = False
                return Reply(time_s=took, claim=line)
            if line.startswith("offer draw"):
                offers = True
            elif line.startswith(("Illegal move", "Error (")):
                raise EngineError("protocol", f"{self.name}: {line}")
            elif _THINKING.match(line):
                info = line

    def _texts(self, position: Position) -> list[str]:
        """The moves so far as this protocol writes them: castling in Chess960 is ``O-O``."""
        if not is_chess960(position.game):
            return position.history()
        names = zip(position.history(), position.history("san"), strict=True)
        return [san.rstrip("+#") if san.startswith("O-O") else wire for wire, san in names]

    def _canonical(self, position: Position, move: str) -> str:
        try:
            packed = position.parse(move)
        except ValueError:
            return move
        san = position.format(packed, "san") if is_chess960(position.game) else ""
        return san.rstrip("+#") if san.startswith("O-O") else position.format(packed)

    def end_game(self, result: str, reason: str) -> None:
        """Tell the result; the engine stops thinking."""
        self._process.send("force", f"result {result} {{{reason}}}")
        self._in_step = False


def _option_value(text: str) -> str:
    return {"true": "1", "false": "0"}.get(text.lower(), text)


def _level_line(clock: Clock) -> str:
    """``level``: whole seconds, since engines read no fractions there; ``time`` tells the truth before each move."""
    minutes, seconds = divmod(max(1, int(clock.remaining_s)), 60)
    base = f"{minutes}:{seconds:02d}" if seconds else f"{minutes}"
    return f"level {clock.control.moves} {base} {clock.control.increment_s:g}"


def _reply(move: str, info: str, took_s: float, offers: bool) -> Reply:
    found = _THINKING.match(info)
    if not found:
        return Reply(move, time_s=took_s, offers_draw=offers)
    score = int(found[2])
    if abs(score) >= _MATE_BASE:
        moves = abs(score) - _MATE_BASE
        score = MATE_CP - max(0, 2 * moves - 1) if score > 0 else -MATE_CP + 2 * moves
    return Reply(move, score, int(found[1]), None, int(found[4]), took_s, tuple(found[5].split()), offers_draw=offers)
