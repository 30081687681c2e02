"""What an analyst does for one task of a pool; see ``pool`` for the form of tasks and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError
from protocols.analysis.records import Recorder, failure
from protocols.analysis.tasks import parse_line

if TYPE_CHECKING:
    from engine import Info
    from protocols.analysis.analyst import Analyst


def perform(analyst: Analyst, task: dict[str, Any], on_done: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Do ``task``. What is wrong with given text becomes the key ``error``; ``on_done`` gets each ply of a stretch."""
    try:
        if task["kind"] == "line":
            return {"records": _line_records(analyst, task)}
        found = analyst.stretch(task["start"], task["moves"], task["first"], task["last"], on_done)
        return {"found": [analysis.as_json() for analysis in found]}
    except QijiError as error:
        return {"error": str(error)}


def _line_records(analyst: Analyst, job: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of one line of a file.

    job : ``number`` and ``text`` of the line, ``all`` (also what was found on the way) and ``own_limits`` (the line's own limits
        hold where it has any).
    """
    number = job["number"]
    try:
        task = parse_line(analyst.game, job["text"])
    except QijiError as error:
        return [failure(analyst.game.entry.id, number, str(error))]
    recorder = Recorder(task, analyst.settings.notation, number)
    records: list[dict[str, Any]] = []

    def listen(info: Info) -> None:
        if job["all"] and info.bound == "exact" and not info.current_number and info.pv:
            records.append(recorder.line(info))

    analyst.player.new_game()
    limits = analyst.settings.limits()
    if job["own_limits"] and (task.depth or task.nodes or task.time_s):
        limits = replace(limits, depth=task.depth, nodes=task.nodes, movetime_s=task.time_s)
    analysis, _ = analyst.analyse(task.position, listen, limits)
    final = recorder.final(analysis)
    final[0]["wanted"] = task.wanted(analyst.settings.notation)
    final[0]["notes"] = list(task.position.notes)
    return records + final
