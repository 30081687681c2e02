"""A UCI engine as a player."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from engine import Game, Position
from protocols import coordinates
from protocols.client.base import ProcessPlayer, wait_for_move
from protocols.client.clock import Clock
from protocols.client.player import MATE_CP, EngineError, Reply, changed_rules, is_chess960


def read_options(lines: Sequence[str]) -> dict[str, str]:
    """Lower-case option name -> what follows ``type`` in the engine's line."""
    found = {}
    for line in lines:
        name, kind, rest = line.removeprefix("option name ").partition(" type ")
        if line.startswith("option name ") and kind:
            found[name.strip().lower()] = rest
    return found


class UciPlayer(ProcessPlayer):
    """A process that speaks UCI."""

    # --- setup ---

    def _handshake(self, game: Game) -> None:
        self._process.send("uci")
        self.options = read_options(self._process.wait_for("uciok", self._spec.patience.start_s))
        """Lower-case option name -> ``TYPE ...``."""
        self._set_variant(game)
        for name, value in changed_rules(game).items():
            if name.lower() in self.options:
                self._set(name, value)
        if is_chess960(game) and "uci_chess960" not in self.options:
            self.notes.append(f"{self.name} has no option UCI_Chess960")
        for name, value in self._spec.options.items():
            if name.lower() not in self.options:
                self.notes.append(f"{self.name} has no option {name!r}")
            self._set(name, value)
        self._process.send(*self._spec.init)
        self._ping()

    def _set_variant(self, game: Game) -> None:
        """Engines of several games are told which one; their ten-rank boards count from 1."""
        self._notation: str | None = None
        offered = self.options.get("uci_variant")
        if offered is None:
            return
        if game.entry.id not in [word.strip() for word in offered.split(" var ")]:
            raise EngineError("start", f"{self.name} does not play {game.entry.id}")
        self._set("UCI_Variant", game.entry.id)
        if coordinates.counts_from_one(game.entry):
            self._notation = coordinates.ONE_BASED

    def _set(self, name: str, value: str) -> None:
        button = self.options.get(name.lower(), "").startswith("button")
        self._process.send(f"setoption name {name}" + ("" if button else f" value {value}"))

    # --- games ---

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Tell the engine that a new game begins."""
        self._process.drain()
        self._process.send("ucinewgame")
        self._ping()

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Send the game so far, let the engine think, wait for ``bestmove`` as long as its clock allows."""
        process = self._process
        process.drain()
        texts = position.history(self._notation)
        process.send(f"position {start_words(position, texts)}" + (" moves " + " ".join(texts) if texts else ""), "isready")
        process.wait_for("readyok", self._spec.patience.ping_s)
        clock = clocks[position.player]
        began = time.perf_counter()
        clock_seats = getattr(position.game.spec.notation, "clock_seats", None)
        order = clock_seats(position.game.options) if clock_seats else range(len(clocks))
        process.send(go_line([clocks[seat] for seat in order], order.index(position.player)))
        answer, info = wait_for_move(process, clock, began, self._spec, lambda line: line.startswith("bestmove"))
        words = answer.split()
        move = words[1] if len(words) > 1 else ""
        numbers, score, pv = read_info(info)
        if self._notation:
            move = coordinates.to_zero_based([move], one_based=True)[0]
            pv = tuple(coordinates.to_zero_based(pv, one_based=True))
        return Reply(
            move,
            score=score,
            depth=numbers.get("depth"),
            seldepth=numbers.get("seldepth"),
            nodes=numbers.get("nodes"),
            time_s=process.arrived - began,
            pv=pv,
        )


def start_words(position: Position, texts: Sequence[str]) -> str:
    """``startpos`` or ``fen ...`` before ``texts``, the moves of ``position``."""
    start, entry = position.start_text, position.game.entry
    if start == entry.start or start == position.game.start_for("startpos", texts):
        return "startpos"
    if not texts and hasattr(position.game.spec.notation, "viewed_start") and start.split()[0] == entry.start.split()[0]:
        return "startpos"  # nothing has been placed: a view that shows nothing yet
    return f"fen {start}"


def go_line(clocks: Sequence[Clock], seat: int) -> str:
    """The ``go`` command for the player whose clock is ``clocks[seat]``; those beyond the second are ``time2``, ``inc2``, ..."""
    control = clocks[seat].control
    words = ["go"]
    if control.movetime_s is not None:
        words.append(f"movetime {max(1, round(control.movetime_s * 1000))}")
    elif control.base_s is not None:
        for index, clock in enumerate(clocks):
            if math.isfinite(clock.remaining_s):
                times, increments = (
                    (("wtime", "winc"), ("btime", "binc"))[index] if index < 2 else (f"time{index}", f"inc{index}")
                )
                words.append(f"{times} {max(1, int(clock.remaining_s * 1000))}")
                words.append(f"{increments} {round(clock.control.increment_s * 1000)}")
        if clocks[seat].moves_to_go:
            words.append(f"movestogo {clocks[seat].moves_to_go}")
    if control.nodes is not None:
        words.append(f"nodes {control.nodes}")
    if control.depth is not None:
        words.append(f"depth {control.depth}")
    return " ".join(words) if len(words) > 1 else "go infinite"


def read_info(line: str) -> tuple[dict[str, int], int | None, tuple[str, ...]]:
    """The numbers of an ``info`` line by name, its score in centipawns (see ``MATE_CP``) and its variation."""
    numbers: dict[str, int] = {}
    score: int | None = None
    head, _, line_of_play = line.partition(" pv ")
    words = head.split()
    for word, following in zip(words, words[1:], strict=False):
        try:
            number = int(following)
        except ValueError:
            continue
        if word == "cp" or word == "score":  # the second is UCCI
            score = number
        elif word == "mate":
            score = MATE_CP - 2 * number + 1 if number > 0 else -MATE_CP - 2 * number
        else:
            numbers[word] = number
    return numbers, score, tuple(line_of_play.split())
