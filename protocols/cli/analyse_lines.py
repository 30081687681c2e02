"""Files of positions for ``qiji analyse``: JSON lines, or a table of what was found and solved."""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from protocols.cli.arguments import CommandError
from protocols.cli.searching import DEFAULT_S, has_limits, interruptible, make_analyst, warm_for_pool
from protocols.cli.words import columns, fit, score_text, short

if TYPE_CHECKING:
    from protocols.analysis.analyst import Settings
    from protocols.analysis.sources import Source

_HEAD = (
    f"{'#':>5}  {'id':24}  {'move':8}  {'wanted':16}  {'solved':14}  {'depth':>5}  {'time':>7}  {'nodes':>7}  {'score':>7}  line"
)


@dataclass
class _Totals:
    asked: int = 0
    solved: int = 0
    positions: int = 0
    nodes: int = 0
    time_s: float = 0.0
    stored: int = 0
    since_s: list[float] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)

    def count(self, record: dict[str, Any]) -> None:
        """Add the last word on a position."""
        if record["error"]:
            self.faults.append((record["number"], record["error"]))
            return
        self.positions += 1
        self.nodes += record["nodes"] or 0
        self.time_s += record["time_s"] or 0.0
        self.stored += bool(record["stored"])
        if record["solved"] is not None:
            self.asked, self.solved = self.asked + 1, self.solved + record["solved"]
            if record["solved"] and record["solved_time_s"] is not None:
                self.since_s.append(record["solved_time_s"])


def run_lines(arguments: argparse.Namespace, settings: Settings, source: Source) -> int:
    """Analyse each line and print; bad lines are told and make the exit status 2, the rest is done all the same."""
    from protocols.analysis.pool import cores, run_tasks
    from protocols.analysis.tasks import read_lines

    own_limits = not has_limits(settings)
    if own_limits:
        settings = replace(settings, time_s=DEFAULT_S)
    jobs = arguments.jobs or max(1, cores() // arguments.threads)

    def tasks() -> Iterator[dict[str, Any]]:
        keep_all = arguments.json and not arguments.final
        for number, text in read_lines(source.lines):
            yield {"kind": "line", "number": number, "text": text, "all": keep_all, "own_limits": own_limits}

    analyst = None
    if jobs == 1:
        analyst = make_analyst(settings, interruptible)
    else:
        warm_for_pool(settings)
    totals = _Totals()
    epd = open(arguments.epd, "w", encoding="utf-8", newline="\n") if arguments.epd else None
    try:
        if not arguments.json:
            print(_HEAD, flush=True)
        for task, result in run_tasks(settings, tasks(), jobs, analyst=analyst):
            records = result.get("records") or [_failure(settings, task, result["error"])]
            totals.count(next(record for record in records if record["final"]))
            (_print_json if arguments.json else _print_row)(records, source.name)
            if epd is not None:
                try:
                    epd.write(epd_line(task["text"], records) + "\n")
                    epd.flush()
                except OSError as error:
                    raise CommandError(f"analyse: cannot write {arguments.epd}: {error.strerror}") from None
    finally:
        if epd is not None:
            with contextlib.suppress(OSError):  # every line has been written
                epd.close()
    if not totals.positions and not totals.faults:
        raise CommandError(f"analyse: {source.name} holds no position")
    if not arguments.json:
        _print_totals(totals)
    if totals.faults:
        number, message = totals.faults[0]
        count = len(totals.faults)
        raise CommandError(
            f"{source.name} line {number}: {message}"
            if count == 1
            else f"{source.name}: {count} lines of {count + totals.positions} are bad, the first is line {number}: {message}"
        )
    return 0


def _failure(settings: Settings, task: dict[str, Any], message: str) -> dict[str, Any]:
    from protocols.analysis.records import failure

    return failure(settings.game, task["number"], message)


def _print_json(records: list[dict[str, Any]], name: str) -> None:
    from protocols.analysis.records import KEYS

    print("\n".join(json.dumps({key: record[key] for key in KEYS}) for record in records), flush=True)


def _print_row(records: list[dict[str, Any]], name: str) -> None:
    final = [record for record in records if record["final"]]
    first = final[0]
    for note in first.get("notes", ()):
        print(f"qiji: note: {name} line {first['number']}: {note}", file=sys.stderr)
    if first["error"]:
        print(f"{first['number']:>5}  error: {first['error']}", flush=True)
        return
    head = f"{first['number']:>5}  {columns(first['id'] or '', 24)}"
    if not first["best"]:
        print(f"{head}  no legal move: {first['result']}", flush=True)
        return
    solved = {None: "", True: "yes", False: "no"}[first["solved"]]
    if first["solved_depth"]:
        solved = f"d{first['solved_depth']} {first['solved_time_s']:.2f} s"
    for record in final:
        place = head if record is first else " " * 31
        row = (
            f"{place}  {columns(record['line'][0], 8)}  {columns(first['wanted'] if record is first else '', 16)}  "
            f"{solved if record is first else '':14}  {record['depth']:>5}  {record['time_s']:>7.2f}  "
            f"{short(record['nodes']):>7}  {score_text(record['score']):>7}  {' '.join(record['line'])}"
        )
        print(fit(row), flush=True)


def _print_totals(totals: _Totals) -> None:
    stored = f", {totals.stored} from the store" if totals.stored else ""
    print(f"\n{totals.positions} positions, {totals.time_s:.1f} s of search, {short(totals.nodes)} nodes{stored}")
    if totals.since_s:
        mean, median, longest = statistics.fmean(totals.since_s), statistics.median(totals.since_s), max(totals.since_s)
        print(f"time to the solution: mean {mean:.2f} s, median {median:.2f} s, longest {longest:.2f} s")
    if totals.asked:
        print(f"{totals.solved} of {totals.asked} solved")


def epd_line(text: str, records: list[dict[str, Any]]) -> str:
    """A line with what was found as EPD operations ``acd acn acs ce dm pv``; other operations stay as they are."""
    from protocols.analysis.tasks import operations_of

    first = next(record for record in records if record["final"])
    if first["error"]:
        return text
    operations = operations_of(text)
    words = first["position"].split()
    if len(words) == 6 and words[4:] != ["0", "1"]:
        operations = {"hmvc": words[4], "fmvn": words[5], **operations}
    for name in ("acd", "acn", "acs", "ce", "pv"):
        operations.pop(name, None)
    if first["best"]:
        operations |= {"acd": str(first["depth"]), "acn": str(first["nodes"]), "acs": str(round(first["time_s"]))}
        if first["mate"] is None:
            operations["ce"] = str(first["score"])
        elif first["mate"] > 0:
            operations.setdefault("dm", str(first["mate"]))
        operations["pv"] = " ".join(first["line"])
    quoted = {"id"} | {name for name in operations if name[0] == "c" and name[1:].isdigit()}
    body = " ".join(f'{name} "{value}";' if name in quoted else f"{name} {value};" for name, value in operations.items())
    return f"{' '.join(words[:4])} {body}".rstrip()
