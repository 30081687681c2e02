"""Endgame tables of draughts: build them, count won, drawn and lost positions, compare with the published counts.

    python -m bench tables GAME --pieces N [--out DIR] [--verify]

Writes ``DIR/GAME-MATERIAL.qdt`` (see ``engine.games.draughts.tables``), a file for each material: own men, own kings, other men,
other kings, for the player to act. The same command goes on with what a kill or Ctrl-C ended; files that are complete are checked
and kept. ``--verify`` builds all of them again and compares. Counts that ``tests/games/draughts/tables.txt`` holds are compared.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bench import frame
from engine.errors import QijiError

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLISHED = Path(__file__).resolve().parent.parent / "tests" / "games" / "draughts" / "tables.txt"
Counts = tuple[int, ...]
"""Won, drawn and lost positions, or all positions."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = frame.parser(__name__)
    made.add_argument("game", metavar="GAME", help="a game of the draughts family")
    made.add_argument("--pieces", type=int, required=True, metavar="N", help="most pieces in all: to 6, on the 10x10 board to 5")
    made.add_argument("--out", type=Path, default=Path("tables"), metavar="DIR", help="folder of the files; default: tables")
    made.add_argument("--verify", action="store_true", help="build everything again and compare with the files")
    return made


def published(path: Path = PUBLISHED) -> dict[tuple[str, str], Counts]:
    """``(game, material or sum) -> counts`` of the rows of such a file, which says what they are."""
    rows = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.partition("#")[0].split()
            if words:
                rows[words[0], words[1]] = tuple(map(int, words[2:]))
    return rows


def run(arguments: argparse.Namespace, stream: TextIO) -> int:
    """Build, showing progress on ``stream`` and the counts on stdout; 1 if a count is not the published one.

    Raises
    ------
    QijiError
    """
    from engine.games import find_entry
    from engine.games.draughts.tables.build import build, entries_of, plan

    entry = find_entry(arguments.game)
    if entry.module != "draughts":
        raise QijiError(f"{entry.id}: there are tables for draughts only")
    known = published()
    wanted = plan(entry.id, arguments.pieces)
    wrong = checked = files = size = 0
    seconds = 0.0
    sums: dict[str, tuple[int, ...]] = {}

    def compared(name: str, counts: Counts) -> str:
        nonlocal wrong, checked
        expected = known.get((entry.id, name))
        if expected is None:
            return ""
        checked += 1
        equal = (sum(counts),) == expected if len(expected) == 1 else counts == expected
        wrong += not equal
        return "  as published" if equal else f"  PUBLISHED {' '.join(map(str, expected))}"

    print(f"{'material':>8} {'positions':>13} {'won':>13} {'drawn':>13} {'lost':>13} {'bytes':>10} {'s':>7}")
    complain = lambda text: print(f"tables: {text}", file=stream)  # noqa: E731
    with _display(sum(entries_of(entry.id, material) for material in wanted), stream) as advance:
        for table in build(entry.id, arguments.pieces, arguments.out, complain, arguments.verify):
            name = "".join(map(str, table.material))
            row = _row(name, table.counts) + f" {table.file_bytes:10d} {table.seconds:7.1f}"
            print(row + compared(name, table.counts), flush=True)
            own, other = sum(table.material[:2]), sum(table.material[2:])
            for label in (f"{own}-{other}", f"all-{own + other}"):
                sums[label] = tuple(a + b for a, b in zip(sums.get(label, (0, 0, 0)), table.counts, strict=True))
            files, size, seconds = files + 1, size + table.file_bytes, seconds + table.seconds
            advance(table.entries)
    for label, counts in sorted(sums.items()):
        print(_row(label, counts) + compared(label, counts))
    verdict = f"{checked - wrong} of {checked} counts as published" if checked else "no published counts"
    print(f"{files} files, {size / 1e6:.1f} MB in {arguments.out}, {seconds:.0f} s of processor time; {verdict}")
    return 1 if wrong else 0


def _row(name: str, counts: Counts) -> str:
    return f"{name:>8} {sum(counts):13d}" + "".join(f" {count:13d}" for count in counts)


@contextmanager
def _display(total: int, stream: TextIO) -> Iterator[Callable[[int], object]]:
    """A bar on a terminal; elsewhere the printed rows are enough."""
    if not stream.isatty():
        yield lambda entries: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    done = TextColumn("{task.percentage:.0f} %")
    columns = (BarColumn(), done, TimeElapsedColumn(), TextColumn("gone,"), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(file=stream)) as progress:
        task = progress.add_task("", total=total)
        yield lambda entries: progress.advance(task, entries)


@frame.program("stopped; the same command goes on")
def main(words: list[str]) -> int:
    """Run the command; 0 when all is there, 1 if a count is not the published one, 2 for a mistake, 130 after Ctrl-C."""
    arguments = parser().parse_args(words)
    return run(arguments, sys.stderr)
