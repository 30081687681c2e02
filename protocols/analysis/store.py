"""The results store: every analysed position in an SQLite file, found again by whoever asks for no more than was done.

Table ``analysis``, one row for each combination of the columns before ``depth``:

=============== ========================================================================================================
``game``        the game's id
``rules``       the rule options that differ from their defaults, as JSON with sorted names
``position``    the canonical position string without a move number
``past``        a digest of the earlier positions that could be repeated, empty if there is none
``multipv``     how many lines were searched
``engine``      version and digest of the engine that searched, and what else shapes its results (tables)
``key``         the position's hash key, 16 hex digits
``depth``       the last complete depth
``nodes time_s``  what the search took
``full_depth full_nodes full_time_s``  limits that the search has fulfilled; a request below one of them is answered from here
``score best``  score units from the view of the player to move; the best move in wire notation, empty if there is none
``lines``       JSON: for each line ``depth seldepth score nodes time_s nps hashfull tbhits pv``, moves in wire notation
``course``      JSON: for each change of the best move ``depth time_s nodes score move``
``saved_at``    UTC
=============== ========================================================================================================

The file is in WAL mode: any number of processes read and write it together, each result is one transaction, and what was
committed stays whatever happens to the process. Of two results for one position the deeper one is kept.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from engine.core.jit import unit_digest
from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Limits, Position

_PATIENCE_S = 60.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS analysis (
    game TEXT NOT NULL, rules TEXT NOT NULL, position TEXT NOT NULL, past TEXT NOT NULL, multipv INTEGER NOT NULL,
    engine TEXT NOT NULL, key TEXT NOT NULL, depth INTEGER NOT NULL, nodes INTEGER NOT NULL, time_s REAL NOT NULL,
    full_depth INTEGER NOT NULL, full_nodes INTEGER NOT NULL, full_time_s REAL NOT NULL, score INTEGER NOT NULL,
    best TEXT NOT NULL, lines TEXT NOT NULL, course TEXT NOT NULL, saved_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (position, past, multipv, game, rules, engine)
) WITHOUT ROWID
"""
_FORMAT = 1


class StoreError(QijiError):
    """A results store that cannot be used."""


@dataclass(frozen=True)
class Line:
    """One of the best lines of a position."""

    depth: int
    seldepth: int
    score: int
    nodes: int
    time_s: float
    nps: int
    hashfull: int
    tbhits: int
    pv: tuple[str, ...]
    """Wire notation."""


@dataclass(frozen=True)
class Step:
    """A moment at which the search's first choice or its score changed."""

    depth: int
    time_s: float
    nodes: int
    score: int
    move: str


@dataclass(frozen=True)
class Analysis:
    """What is known of one position."""

    lines: tuple[Line, ...]
    """Best first; one without moves where there is no legal move."""
    depth: int
    nodes: int
    time_s: float
    course: tuple[Step, ...] = ()
    stored: bool = field(default=False, compare=False)
    """Whether it comes from a store."""

    @property
    def best(self) -> str:
        """The best move in wire notation, empty where there is none."""
        return self.lines[0].pv[0] if self.lines and self.lines[0].pv else ""

    @property
    def score(self) -> int:
        """The score of the best line."""
        return self.lines[0].score if self.lines else 0

    def as_json(self) -> dict[str, Any]:
        """Plain data that :meth:`of_json` reads."""
        return asdict(self)

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Analysis:
        """The inverse of :meth:`as_json`."""
        lines = tuple(Line(**{**line, "pv": tuple(line["pv"])}) for line in data["lines"])
        steps = tuple(Step(**step) for step in data["course"])
        return cls(lines, data["depth"], data["nodes"], data["time_s"], steps, data["stored"])


@dataclass(frozen=True)
class Fulfilled:
    """Limits that a search has reached; 0 where none."""

    depth: int = 0
    nodes: int = 0
    time_s: float = 0.0

    @classmethod
    def by(cls, analysis: Analysis, limits: Limits, interrupted: bool) -> Fulfilled:
        """What a search under ``limits`` has fulfilled. One that ended by itself before all of them has nothing left to find."""
        depth, nodes, time_s = analysis.depth, analysis.nodes, analysis.time_s
        if interrupted or limits.mate is not None:
            return cls(depth, nodes, time_s)
        reached_nodes = limits.nodes is not None and nodes >= 0.99 * limits.nodes
        reached_time = limits.movetime_s is not None and time_s >= 0.9 * limits.movetime_s
        by_itself = not (reached_nodes or reached_time)
        return cls(
            max(depth, limits.depth or 0) if by_itself else depth,
            max(nodes, limits.nodes or 0) if reached_nodes or by_itself else nodes,
            max(time_s, limits.movetime_s or 0.0) if reached_time or by_itself else time_s,
        )


def engine_version(game_id: str) -> str:
    """The engine's version and a digest of the sources that decide what it finds."""
    import engine.games

    module = engine.games.find_entry(game_id).module
    digest = hashlib.blake2b(f"{unit_digest('search')} {unit_digest(f'games.{module}')}".encode(), digest_size=4).hexdigest()
    return f"{engine.__version__}+{digest}"


def past_of(position: Position) -> str:
    """A digest of the positions that the game has passed since the last irreversible move, empty if there is none."""
    rows = position.memory.view(position.game.spec.state)
    first = max(0, position.ply - int(position.state["reversible"]))
    keys = [int(key) for key in rows["key"][first : position.ply]]
    return hashlib.blake2b(repr(keys).encode(), digest_size=8).hexdigest() if keys else ""


def text_of(position: Position) -> str:
    """The position string without the number of the move, which changes nothing."""
    words = position.text().split(" ")
    return " ".join(words[:5]) if len(words) == 6 and words[4].isdigit() and words[5].isdigit() else " ".join(words)


class Store:
    """One open store.

    Parameters
    ----------
    path : str
        The file; it is made if it does not exist.

    Raises
    ------
    StoreError
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._base = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            with self._base:
                self._base.execute(_SCHEMA)
            found = self._base.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, _FORMAT):
                raise StoreError(f"store {path!r}: format {found} is not known to this version")
            if not found:
                self._base.execute(f"PRAGMA user_version={_FORMAT}")
        except sqlite3.Error as error:
            raise StoreError(f"store {path!r}: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def get(self, position: Position, multipv: int, engine_name: str, limits: Limits) -> Analysis | None:
        """What is known of a position, if it is as good as what a search under ``limits`` would find.

        Raises
        ------
        StoreError
        """
        try:
            row = self._base.execute(
                "SELECT depth, nodes, time_s, full_depth, full_nodes, full_time_s, lines, course FROM analysis WHERE"
                " position=? AND past=? AND multipv=? AND game=? AND rules=? AND engine=?",
                (text_of(position), past_of(position), multipv, *_game_of(position), engine_name),
            ).fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"store {self.path!r}: {error}") from None
        if row is None:
            return None
        depth, nodes, time_s, full_depth, full_nodes, full_time_s, lines, course = row
        enough = (
            (limits.depth is not None and full_depth >= limits.depth)
            or (limits.nodes is not None and full_nodes >= limits.nodes)
            or (limits.movetime_s is not None and full_time_s >= limits.movetime_s)
        )
        if not enough or limits.infinite or limits.search_moves:
            return None
        data = {"lines": json.loads(lines), "course": json.loads(course), "depth": depth, "nodes": nodes, "time_s": time_s}
        return Analysis.of_json({**data, "stored": True})

    def put(self, position: Position, multipv: int, engine_name: str, analysis: Analysis, done: Fulfilled) -> None:
        """Keep a result, unless a deeper one is there.

        Raises
        ------
        StoreError
        """
        data = analysis.as_json()
        values = (
            *_game_of(position), text_of(position), past_of(position), multipv, engine_name,
            f"{position.key & (1 << 64) - 1:016x}", analysis.depth, analysis.nodes, analysis.time_s,
            done.depth, done.nodes, done.time_s, analysis.score, analysis.best,
            json.dumps(data["lines"]), json.dumps(data["course"]),
        )  # fmt: skip
        columns = (
            "game rules position past multipv engine key depth nodes time_s full_depth full_nodes full_time_s"
            " score best lines course"
        ).split()
        full, content = columns[9:12], [name for name in columns[6:] if name not in columns[9:12]]
        better = "(excluded.depth, excluded.nodes) >= (depth, nodes)"
        changes = [f"{name}=max({name}, excluded.{name})" for name in full]
        changes += [f"{name}=CASE WHEN {better} THEN excluded.{name} ELSE {name} END" for name in content]
        try:
            self._base.execute(
                f"INSERT INTO analysis ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
                f" ON CONFLICT DO UPDATE SET {', '.join(changes)}, saved_at=CURRENT_TIMESTAMP",
                values,
            )
        except sqlite3.Error as error:
            raise StoreError(f"store {self.path!r}: {error}") from None

    def __len__(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM analysis").fetchone()[0])


def _game_of(position: Position) -> tuple[str, str]:
    entry, options = position.game.entry, position.game.options
    changed = {option.name: options[option.name] for option in entry.options if options.get(option.name) != option.default}
    return entry.id, json.dumps(changed, sort_keys=True)
