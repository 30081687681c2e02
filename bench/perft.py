"""Move generation: leaf counts and nodes a second of ``perft``, side by side with a foreign engine and a Python library.

    python -m bench perft                           chess against stockfish, xiangqi against fairy-stockfish
    python -m bench perft chess --rounds 5 --library
    python -m bench perft chess --all               every row of tests/games/chess/perft.txt, checked

Each round counts every position once with each side in turn (A B A B), on one thread; the best round of each side counts, because
whatever else runs on the machine only makes a run slower. Rates are leaves divided by wall time, both sides bulk counted. The
first count of a process, which compiles or loads, is not timed.
"""

from __future__ import annotations

import math
import os
import shlex
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import engine
from bench import frame

ROOT = Path(__file__).resolve().parent.parent
GAMES_PATH = os.pathsep.join(["/usr/games", os.environ.get("PATH", "")])

#: What is timed by default: names and depths of rows in the game's perft file.
SPEED_ROWS = {
    "chess": (("start-position", 6), ("kiwipete", 5), ("position-3", 7)),
}
#: The foreign engine of each game and the UCI lines that it needs first.
REFERENCES = {
    "chess": ("stockfish", ()),
    "xiangqi": ("fairy-stockfish", ("setoption name UCI_Variant value xiangqi",)),
}
_LIBRARY_DEPTH_CUT = 2  #: plies that a pure Python library counts less, so that it ends in this lifetime


@dataclass(frozen=True)
class Row:
    """One position and one depth of a perft file."""

    name: str
    position: str
    depth: int
    leaves: int
    game: str = ""
    """Its id where the file is one of several games."""
    option: str = ""
    """``NAME=VALUE``, empty for the default rules."""


@dataclass
class Rates:
    """Leaves a second of one side: row -> best rate."""

    label: str
    best: dict[Row, float] = field(default_factory=dict)

    def add(self, row: Row, leaves: int, seconds: float) -> None:
        """Keep the better of this count and the earlier ones."""
        self.best[row] = max(self.best.get(row, 0.0), leaves / max(seconds, 1e-9))

    def mean(self) -> float:
        """The geometric mean over the rows that have leaves."""
        rates = [rate for rate in self.best.values() if rate > 0]
        return math.exp(sum(math.log(rate) for rate in rates) / max(len(rates), 1))


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a perft file: ``id NAME``, ``epd POSITION``, then any number of ``perft DEPTH LEAVES``.

    Files of several games say ``game ID``, and ``option NAME=VALUE`` (``-`` for none) where the rules are others than the usual.
    """
    name = position = game = option = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "id":
            name, position, game, option = rest.strip(), "", "", ""
        elif word == "game":
            game = rest.strip()
        elif word == "option":
            option = rest.strip().removeprefix("-")
        elif word == "epd":
            position = rest.strip()
        elif word == "perft":
            depth, leaves = rest.split()
            yield Row(name, position, int(depth), int(leaves), game, option)


def perft_file(game_id: str) -> Path:
    """The perft file of a game; games of one package have one each, ``perft-GAME.txt``."""
    folder = ROOT / "tests" / "games" / engine.find_entry(game_id).module
    return folder / f"perft-{game_id}.txt" if (folder / f"perft-{game_id}.txt").is_file() else folder / "perft.txt"


class ForeignEngine:
    """A UCI engine with the command ``go perft N``."""

    def __init__(self, command: str, setup: tuple[str, ...]) -> None:
        self.command = command
        environment = os.environ | {"PATH": GAMES_PATH}
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._send("uci", *setup, "isready")
        self._wait("readyok")

    def _send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def _wait(self, start: str) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(start):
                return line
        raise RuntimeError(f"{self.command} ended before {start!r}")

    def perft(self, position: str, depth: int) -> int:
        """The leaves ``depth`` plies below ``position``."""
        self._send(f"position fen {position}", f"go perft {depth}")
        return int(self._wait("Nodes searched").rpartition(":")[2])

    def close(self) -> None:
        """End the process."""
        self._send("quit")
        self.process.wait(timeout=10)


def library_perft(position: str, depth: int) -> int:
    """The same by python-chess, the last ply counted as a list."""
    import chess

    def leaves(board: chess.Board, left: int) -> int:
        if left <= 1:
            return board.legal_moves.count()
        total = 0
        for move in list(board.legal_moves):
            board.push(move)
            total += leaves(board, left - 1)
            board.pop()
        return total

    return leaves(chess.Board(position), depth)


def compare(game_id: str, rows: list[Row], rounds: int, command: str | None, library: bool) -> list[Rates]:
    """Time ``rows`` with all sides in turn and check every count."""
    game = engine.load(game_id)
    game.position().perft(2)
    ours = Rates("qiji")
    sides = [ours]
    foreign = theirs = python = None
    if command:
        foreign = ForeignEngine(command, REFERENCES.get(game_id, ("", ()))[1])
        theirs = Rates(shlex.split(command)[0])
        sides.append(theirs)
    if library:
        python = Rates("python-chess")
        sides.append(python)
    for number in range(rounds):
        for row in rows:
            position = game.position(row.position)
            start = time.perf_counter()
            leaves = position.perft(row.depth)
            ours.add(row, leaves, time.perf_counter() - start)
            if leaves != row.leaves:
                raise SystemExit(f"{row.name} depth {row.depth}: {leaves} leaves instead of {row.leaves}")
            if foreign and theirs:
                start = time.perf_counter()
                leaves = foreign.perft(row.position, row.depth)
                theirs.add(row, leaves, time.perf_counter() - start)
                if leaves != row.leaves:
                    raise SystemExit(f"{row.name} depth {row.depth}: {theirs.label} counts {leaves} instead of {row.leaves}")
            if python and number == 0:
                depth = max(1, row.depth - _LIBRARY_DEPTH_CUT)
                start = time.perf_counter()
                leaves = library_perft(row.position, depth)
                python.add(row, leaves, time.perf_counter() - start)
    if foreign:
        foreign.close()
    return sides


def print_table(rows: list[Row], sides: list[Rates]) -> None:
    """Million leaves a second of each side and the ratio of the first to each other."""
    print(f"{'position':24} {'depth':>5} {'leaves':>12}" + "".join(f" {side.label:>15}" for side in sides) + "   million/s")
    for row in rows:
        print(f"{row.name:24} {row.depth:5} {row.leaves:12}" + "".join(f" {side.best[row] / 1e6:15.2f}" for side in sides))
    print(f"{'geometric mean':43}" + "".join(f" {side.mean() / 1e6:15.2f}" for side in sides))
    for side in sides[1:]:
        print(f"{sides[0].label} / {side.label}: {sides[0].mean() / side.mean():.2f}")


@frame.program()
def main(words: list[str]) -> int:
    """Count, compare, print."""
    parser = frame.parser(__name__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: chess and xiangqi")
    parser.add_argument("--rounds", type=int, default=3, help="best of so many (default 3)")
    parser.add_argument("--reference", metavar="COMMAND", help="a UCI engine with 'go perft'; 'none' for no comparison")
    parser.add_argument("--library", action="store_true", help="chess: compare with python-chess, too")
    parser.add_argument("--row", action="append", metavar="ID:DEPTH", help="time this row of the perft file (repeatable)")
    parser.add_argument("--all", action="store_true", help="check and time every row of the perft file, without a comparison")
    given = parser.parse_args(words)
    for game_id in given.games or ["chess", "xiangqi"]:
        known = [row for row in read_rows(perft_file(game_id)) if row.game in ("", game_id) and not row.option]
        wanted = [(name, int(depth)) for name, _, depth in (text.rpartition(":") for text in given.row or [])]
        deepest: dict[str, Row] = {row.name: row for row in known}
        speed = wanted or SPEED_ROWS.get(game_id) or [(row.name, row.depth) for row in list(deepest.values())[:3]]
        rows = known if given.all else [row for row in known if (row.name, row.depth) in speed]
        if not rows:
            raise ValueError(f"{game_id}: no such row in {perft_file(game_id)}")
        command = given.reference or REFERENCES.get(game_id, (None,))[0]
        sides = compare(
            game_id,
            rows,
            1 if given.all else given.rounds,
            None if given.all or command == "none" else command,
            given.library and game_id == "chess",
        )
        print(f"{game_id}, one thread, best of {given.rounds} rounds")
        print_table(rows, sides)
    return 0
