"""Results as plain records: what ``qiji analyse --json`` prints, one object for each line; the keys are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocols.analysis.tasks import Task
from protocols.render import VariationWriter, moves_to_mate, win_chances

if TYPE_CHECKING:
    from engine import Info, Position
    from protocols.analysis.store import Analysis

KEYS = (
    "game position id final depth seldepth multipv score mate wdl nodes nps time_s hashfull best pv line solved result"
    " tbhits stored number solved_depth solved_time_s error"
).split()


def failure(game_id: str, number: int | None, message: str) -> dict[str, Any]:
    """The record of a line that could not be analysed."""
    return {**dict.fromkeys(KEYS), "game": game_id, "final": True, "pv": [], "line": [], "number": number, "error": message}


def chances(score: int, game_id: str) -> list[int]:
    """Win, draw and loss per mille of a score."""
    from engine.search.wdl import CURVES, wdl

    return list(wdl(score, game_id) if game_id in CURVES else win_chances(score))


class Recorder:
    """Makes the records of one position."""

    def __init__(self, task: Task, notation: str, number: int | None = None) -> None:
        self.task = task
        self._wire = VariationWriter(task.position)
        self._people = VariationWriter(task.position, lambda position, move: position.format(move, notation))
        self._game_id = task.position.game.entry.id
        self._base = {
            **dict.fromkeys(KEYS),
            "game": self._game_id,
            "position": task.position.text(),
            "id": task.id or None,
            "pv": [],
            "line": [],
            "result": "ongoing",
            "stored": False,
            "number": number,
        }

    def people(self, moves: tuple[int, ...]) -> list[str]:
        """A line in the notation for people."""
        return self._people.write(moves)

    def line(self, info: Info) -> dict[str, Any]:
        """The record of a line that the search reports."""
        pv = self._wire.write(info.pv)
        return {
            **self._base,
            "final": False,
            **_scores(info.score, list(info.wdl) if info.wdl else chances(info.score, self._game_id)),
            "depth": info.depth,
            "seldepth": info.seldepth,
            "multipv": info.multipv,
            "nodes": info.nodes,
            "nps": info.nps,
            "time_s": round(info.time_s, 6),
            "hashfull": info.hashfull,
            "tbhits": info.tbhits,
            "best": pv[0] if pv else None,
            "pv": pv,
            "line": self._people.write(info.pv),
        }

    def final(self, analysis: Analysis) -> list[dict[str, Any]]:
        """The last words on the position: a record for each line, or one without a move where there is none.

        Nodes and time are those of the whole search.
        """
        task = self.task
        move = packed(task.position, analysis.best)
        solved = task.solved(move, analysis.score)
        common = {**self._base, "final": True, "solved": solved, "stored": analysis.stored}
        if not analysis.best:
            return [{**common, "result": str(task.position.result())}]
        since = solved_since(task, analysis) if solved else None
        records = []
        for number, line in enumerate(analysis.lines, start=1):
            moves = packed_line(task.position, line.pv)
            records.append(
                {
                    **common,
                    **_scores(line.score, chances(line.score, self._game_id)),
                    "depth": line.depth,
                    "seldepth": line.seldepth,
                    "multipv": number,
                    "nodes": analysis.nodes,
                    "nps": round(analysis.nodes / analysis.time_s) if analysis.time_s else line.nps,
                    "time_s": round(analysis.time_s, 6),
                    "hashfull": line.hashfull,
                    "tbhits": line.tbhits,
                    "best": line.pv[0],
                    "pv": list(line.pv),
                    "line": self._people.write(moves),
                    "solved_depth": since[0] if since else None,
                    "solved_time_s": round(since[1], 6) if since else None,
                }
            )
        return records


def _scores(score: int, wdl: list[int]) -> dict[str, Any]:
    return {"score": score, "mate": moves_to_mate(score), "wdl": wdl}


def packed(position: Position, move: str) -> int:
    """A move in wire notation as a packed move, 0 for none."""
    return position.parse(move) if move else 0


def packed_line(position: Position, moves: tuple[str, ...]) -> tuple[int, ...]:
    """A line in wire notation as packed moves."""
    walk = position.copy()
    return tuple(walk.push(walk.parse(move)) for move in moves)


def solved_since(task: Task, analysis: Analysis) -> tuple[int, float] | None:
    """Depth and time from which on the search held to a solution; None if it never had one."""
    since = None
    for step in analysis.course:
        if task.solved(packed(task.position, step.move), step.score):
            since = since or (step.depth, step.time_s)
        else:
            since = None
    return since
