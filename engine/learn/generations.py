"""Learning by generations: games with the best network so far, training on them, a match that decides which network is kept.

``run_generations`` knows the order of the steps and what is written down; the steps themselves are handed in, and each of them
goes on by itself where a kill ended it. In the folder of a run stand

==============================  ==========================================================================================
run.json                        what all generations have in common
generations.jsonl               one line for each complete generation, see :class:`Generation`
generations.md                  the same as a table
games/                          game records, one file a generation
network-N.qnet                  the network of generation N
==============================  ==========================================================================================
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

LOG, TABLE, GAMES, IDENTITY = "generations.jsonl", "generations.md", "games", "run.json"


class GenerationsError(ValueError):
    """A folder that is no run of generations, or one of another run."""


@dataclass(frozen=True)
class Played:
    """What self-play has left."""

    records: Path
    games: int
    positions: int


@dataclass(frozen=True)
class Trained:
    """What training has come to."""

    positions: int
    """Samples of all generations that were used."""
    loss: float
    """Validation loss after quantisation."""


@dataclass(frozen=True)
class Matched:
    """How the new network fared against the best one before."""

    elo: float
    error: float
    """Half of the 95 % interval."""
    games: int
    verdict: str
    """``H1``, ``H0`` or empty where the test ended without one."""


@dataclass(frozen=True)
class Generation:
    """A line of the log."""

    number: int
    champion: str
    """What games were played with and the new network played against: a file's name or the evaluation that was there at first."""
    network: str
    records: str
    """File of its games."""
    games: int
    positions: int
    samples: int
    loss: float
    elo: float
    error: float
    match_games: int
    verdict: str
    kept: bool
    """Whether the new network is the champion of the next generation."""


class Steps(Protocol):
    """The work of a generation. Every step does only what a kill has left of it."""

    def play(self, number: int, champion: str, folder: Path) -> Played:
        """Self-play with ``champion`` (a path, or the name of the first evaluation) into ``folder``."""

    def train(self, number: int, records: list[Path], champion: str, out: Path) -> Trained:
        """Train on ``records``, oldest first, and write ``out``; ``champion`` is where it may start from."""

    def match(self, number: int, network: Path, champion: str, journal: Path) -> Matched:
        """Let ``network`` play ``champion``."""


def read_log(folder: Path) -> list[Generation]:
    """The complete generations of a run; a line that a kill cut off does not count.

    Raises
    ------
    GenerationsError
    """
    path = folder / LOG
    if not path.exists():
        return []
    entries = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        try:
            entry = Generation(**json.loads(line))
        except (ValueError, TypeError):
            raise GenerationsError(f"{path}: line {number} is no generation") from None
        if entry.number != number:
            raise GenerationsError(f"{path}: line {number} is generation {entry.number}")
        entries.append(entry)
    return entries


def append_log(folder: Path, entry: Generation) -> None:
    """Add a line to the log, in place of one that was cut off."""
    path = folder / LOG
    with path.open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.write(json.dumps(asdict(entry)).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def table(entries: list[Generation]) -> str:
    """The log as a Markdown table."""
    lines = [
        "| generation | games with | games | positions | samples | validation loss | match | Elo | test | kept |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for e in entries:
        lines.append(
            f"| {e.number} | {e.champion} | {e.games} | {e.positions} | {e.samples} | {e.loss:.6f} | {e.match_games} |"
            f" {e.elo:+.0f} ± {e.error:.0f} | {e.verdict or '-'} | {'yes' if e.kept else 'no'} |"
        )
    return "\n".join(lines) + "\n"


def champion_of(folder: Path, entries: list[Generation], first: str) -> str:
    """The best so far: the path of the last network that was kept, else ``first``."""
    kept = [entry for entry in entries if entry.kept]
    return str(folder / kept[-1].network) if kept else first


def _claim(folder: Path, identity: dict[str, Any]) -> None:
    """Write down what the run is, or compare it with what stands there."""
    path = folder / IDENTITY
    if not path.exists():
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(json.dumps(identity, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
        return
    try:
        known = dict(json.loads(path.read_text(encoding="utf-8")))
    except ValueError:
        raise GenerationsError(f"{path}: is damaged") from None
    differing = [name for name in sorted({*known, *identity}) if known.get(name) != identity.get(name)]
    if differing:
        changes = ", ".join(f"{name} {known.get(name)} instead of {identity.get(name)}" for name in differing)
        raise GenerationsError(f"{folder}: a run with {changes}")


def run_generations(
    folder: Path,
    identity: dict[str, Any],
    wanted: int,
    window: int,
    first: str,
    steps: Steps,
    on_entry: Callable[[Generation], None] | None = None,
) -> list[Generation]:
    """Bring the run in ``folder`` to ``wanted`` generations and return all of them.

    identity : what all its generations have in common; must be what it was when the run began. window : training uses the records
    of the last so many generations. first : the evaluation to begin with.

    Raises
    ------
    GenerationsError
    """
    (folder / GAMES).mkdir(parents=True, exist_ok=True)
    _claim(folder, identity)
    entries = read_log(folder)
    for number in range(len(entries) + 1, wanted + 1):
        champion = champion_of(folder, entries, first)
        played = steps.play(number, champion, folder / GAMES)
        used = [folder / GAMES / entry.records for entry in entries] + [played.records]
        network = folder / f"network-{number}.qnet"
        trained = steps.train(number, used[-window:], champion, network)
        result = steps.match(number, network, champion, folder / f"match-{number}.jsonl")
        kept = result.verdict == "H1" or (not result.verdict and result.elo > 0)
        entry = Generation(
            number, Path(champion).name, network.name, played.records.name, played.games, played.positions, trained.positions,
            trained.loss, result.elo, result.error, result.games, result.verdict, kept,
        )  # fmt: skip
        append_log(folder, entry)
        entries.append(entry)
        (folder / TABLE).write_text(table(entries), encoding="utf-8")
        if on_entry:
            on_entry(entry)
    return entries
