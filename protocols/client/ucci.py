"""A UCCI engine (xiangqi) as a player."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from engine import Game, Position
from protocols.client.base import ProcessPlayer, wait_for_move
from protocols.client.clock import Clock
from protocols.client.player import MATE_CP, Reply, changed_rules
from protocols.client.uci import read_info

#: UCCI scores a win in n plies as 10000 - n.
_WIN, _WIN_BOUND = 10_000, 9_000
#: A repetition needs at least so many reversible plies before it.
_SHORTEST_CYCLE = 4


class UcciPlayer(ProcessPlayer):
    """A process that speaks UCCI."""

    # --- setup ---

    def _handshake(self, game: Game) -> None:
        self._process.send("ucci")
        lines = self._process.wait_for("ucciok", self._spec.patience.start_s)
        self.options = {words[1].lower() for words in map(str.split, lines) if words[:1] == ["option"] and len(words) > 1}
        """Names of the options, lower case."""
        self._thousandths = "usemillisec" in self.options
        if self._thousandths:
            self._process.send("setoption usemillisec true")
        rules = {name.replace(" ", "").lower(): value.lower() for name, value in changed_rules(game).items()}
        for name, value in rules.items():
            if name in self.options:
                self._process.send(f"setoption {name} {value}")
        for given, value in self._spec.options.items():
            name = given.replace(" ", "")
            if name.lower() not in self.options:
                self.notes.append(f"{self.name} has no option {given!r}")
            self._process.send(f"setoption {name} {value}")
        self._process.send(*self._spec.init)
        self._ping()

    # --- games ---

    def start_game(self, position: Position, seats: Sequence[int], clocks: Sequence[Clock]) -> None:
        """Tell the engine that a new game begins."""
        self._process.drain()
        self._base, self._base_ply = position.start_text, 0
        self._process.send("setoption newgame")
        self._ping()

    def play(self, position: Position, clocks: Sequence[Clock], draw_offered: bool = False) -> Reply:
        """Send the position of the last irreversible move and the moves since, the forbidden ones, and ``go``."""
        process = self._process
        process.drain()
        self._rebase(position)
        texts = position.history()[self._base_ply :]
        lines = [f"position fen {self._base}" + (" moves " + " ".join(texts) if texts else "")]
        banned = banned_moves(position)
        if banned:
            lines.append("banmoves " + " ".join(banned))
        process.send(*lines, "isready")
        process.wait_for("readyok", self._spec.patience.ping_s)
        began = time.perf_counter()
        process.send(self._go_line(clocks, position.player, draw_offered))
        answer, info = wait_for_move(process, clocks[position.player], began, self._spec, _is_answer)
        numbers, score, pv = read_info(info)
        words = answer.split()
        return Reply(
            words[1] if words[0] == "bestmove" and len(words) > 1 else "",
            score=_common_score(score),
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
            time_s=process.arrived - began,
            pv=pv,
            resigns=words[0] == "nobestmove" or "resign" in words[2:],
            offers_draw="draw" in words[2:],
        )

    def _rebase(self, position: Position) -> None:
        """Where the position string is taken: at the last move that cannot be undone, so that the history stays complete."""
        base_ply = max(self._base_ply, position.ply - int(position.state["reversible"]))
        if base_ply > self._base_ply:
            earlier = position.copy()
            while earlier.ply > base_ply:
                earlier.pop()
            self._base, self._base_ply = earlier.text(), base_ply

    def _go_line(self, clocks: Sequence[Clock], seat: int, draw_offered: bool) -> str:
        clock = clocks[seat]
        control = clock.control
        words = ["go draw" if draw_offered else "go"]
        if control.depth is not None:
            words.append(f"depth {control.depth}")
        elif control.nodes is not None:
            words.append(f"nodes {control.nodes}")
        elif control.movetime_s is not None:
            words.append(f"time {self._unit(control.movetime_s)}")
        elif control.base_s is None:
            words.append("infinite")
        else:
            words.append(f"time {self._unit(clock.remaining_s)}")
            words.append(
                f"movestogo {clock.moves_to_go}" if clock.moves_to_go else f"increment {self._unit(control.increment_s, 0)}"
            )
            other = clocks[1 - seat]
            if math.isfinite(other.remaining_s):
                words.append(f"opptime {self._unit(other.remaining_s)}")
                if other.moves_to_go:
                    words.append(f"oppmovestogo {other.moves_to_go}")
                else:
                    words.append(f"oppincrement {self._unit(other.control.increment_s, 0)}")
        return " ".join(words)

    def _unit(self, seconds: float, least: int = 1) -> int:
        return max(least, int(seconds * 1000) if self._thousandths else int(seconds))


def _is_answer(line: str) -> bool:
    return line.startswith(("bestmove", "nobestmove"))


def _common_score(score: int | None) -> int | None:
    if score is None or abs(score) < _WIN_BOUND or abs(score) > _WIN:
        return score
    return MATE_CP - (_WIN - score) if score > 0 else -MATE_CP + (_WIN + score)


def banned_moves(position: Position) -> list[str]:
    """Wire texts of the moves that lose at once by the rules of repetition; league runners forbid them to their engines.

    Nothing is forbidden where every move loses.
    """
    reversible, ply = int(position.state["reversible"]), position.ply
    if reversible < _SHORTEST_CYCLE:
        return []
    stack = position.stack_copy(1)
    keys = stack.view(position.game.spec.state)["key"]
    seen = set(keys[max(0, ply - reversible) : ply + 1].tolist())
    make_move, mover, found = position.game.kernel("make_move"), position.seat, []
    legal = [int(move) for move in position.legal_moves()]
    for move in legal:
        make_move(stack, ply, move)
        if int(keys[ply + 1]) in seen:
            trial = position.copy()
            trial.push(move)
            result = trial.result()
            if result.over and result.winners and mover not in result.winners:
                found.append(position.format(move))
    return found if len(found) < len(legal) else []
