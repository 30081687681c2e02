"""Self-play: games of the engine against itself, each a pure function of the settings, the seed and its number."""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.core.keys import mix
from engine.core.score import MAX_PLY
from engine.errors import QijiError
from engine.game import Game
from engine.learn.play import JOB, MOST_TRIES, bind_search, play_game
from engine.learn.record import MOST_PLIES, NARROW_MOVES, GameRecord, Header
from engine.network.load import choose_evaluation
from engine.search.registry import make_search
from engine.search.root import advance, begin

SEARCH_NAMES = ("alphabeta", "expectimax")


class SelfplayError(QijiError):
    """Settings that do not fit the game, or a game without balanced openings."""


def _number(default: int, text: str) -> int:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True)
class Settings:
    """How games are played. Scores are in score units (100 about one pawn)."""

    nodes: int = _number(1000, "nodes of a search")
    opening_least: int = _number(6, "fewest random plies at the beginning")
    opening_most: int = _number(10, "most random plies at the beginning")
    opening_nodes: int = _number(500, "nodes of the search that judges an opening")
    opening_score: int = _number(120, "largest absolute score of a balanced opening")
    win_score: int = _number(1000, "a game is won when one side leads by so much ...")
    win_plies: int = _number(5, "... in so many searches in a row, of both sides; 0: never")
    draw_from: int = _number(80, "a game may be called a draw from this ply on ...")
    draw_score: int = _number(8, "... when no score has been larger than this ...")
    draw_plies: int = _number(16, "... in so many searches in a row; 0: never")
    longest: int = _number(400, "plies after which a game is a draw")
    hash_mb: int = _number(1, "megabytes of the transposition table; a small one stays in the processor's caches")

    def check(self) -> None:
        """Raise ``SelfplayError`` if a number is out of its range."""
        least = {"nodes": 1, "opening_least": 0, "opening_nodes": 1, "longest": 1, "hash_mb": 1}
        for name, value in asdict(self).items():
            if value < least.get(name, 0):
                raise SelfplayError(f"{name.replace('_', '-')} {value} is less than {least.get(name, 0)}")
        if self.opening_most < self.opening_least:
            raise SelfplayError(f"opening-most {self.opening_most} is less than opening-least {self.opening_least}")
        if not self.opening_most < self.longest <= MOST_PLIES:
            raise SelfplayError(f"longest {self.longest} is not in {self.opening_most + 1}..{MOST_PLIES}")


def header(game: Game, info: dict[str, Any]) -> Header:
    """The header of a file of games of ``game``."""
    spec = game.spec
    return Header(spec.id, dict(game.options), 1 if spec.max_moves <= NARROW_MOVES else 2, spec.reasons, info=info)


class Selfplay:
    """Plays games, one at a time; owns a search and its memory."""

    def __init__(self, game: Game, settings: Settings | None = None, eval_file: str = "") -> None:
        """Compile or load the kernels; ``eval_file`` as in ``engine.Engine.configure``.

        Raises
        ------
        SelfplayError
            For bad settings and for games that another search plays.
        NetworkError
            For an ``eval_file`` that does not fit.
        """
        self.settings = settings or Settings()
        self.settings.check()
        if game.entry.searches[0] not in SEARCH_NAMES:
            known = " and ".join(SEARCH_NAMES)
            raise SelfplayError(f"{game.entry.id} is played by {game.entry.searches[0]}, self-play knows {known} only")
        if len({team for team in game.teams if team >= 0}) > 2:
            raise SelfplayError(f"{game.entry.id} has more than two teams")
        self.game, spec = game, game.spec
        self._search = make_search(game)
        self._search.set_evaluation(choose_evaluation(spec, eval_file))
        self._search.configure(hash_mb=self.settings.hash_mb)
        self._search.warm_up()
        self._space = self._search.workspace(0)
        for function in (bind_search, play_game):
            compile_kernel(function)
        longest = self.settings.longest
        self._start = game.position()
        rows = longest + MAX_PLY + 8
        self._space.load(np.zeros(rows * spec.state.itemsize, np.uint8), longest, [], self._search.sides(self._start))
        self._played = np.zeros(longest, np.int64)
        self._moves, self._scores = np.zeros(longest, np.uint16), np.zeros(longest, np.int16)
        self._jobs = np.zeros(1, JOB)
        self._job = self._jobs[0]
        self._job["null_move"], self._job["chance"] = int(spec.null_move), int("chance_outcomes" in spec.kernels)
        for name, value in asdict(self.settings).items():
            if name in (JOB.names or ()):
                self._job[name] = value
        bind_search(self._job, begin, advance)
        table, ctx = self._search.table, self._space.ctx
        ctx["table"], ctx["clusters"] = table.address, table.clusters

    @property
    def evaluation(self) -> str:
        """The name of the evaluation, with a digest of its numbers."""
        used = self._search.evaluation
        if used.kernel is self.game.spec.kernels["evaluate"]:
            return f"{used.name} {zlib.crc32(used.weights.tobytes()):08x}"
        return used.name

    @property
    def searched(self) -> int:
        """Nodes of the last game."""
        return int(self._job["searched"])

    @property
    def tries(self) -> int:
        """Openings that were drawn for the last game."""
        return int(self._job["tries"])

    def play(self, seed: int, number: int) -> GameRecord:
        """Game ``number`` of the run ``seed``; nothing of earlier games has any influence.

        Raises
        ------
        SelfplayError
            If no random opening is balanced.
        """
        self._search.table.clear()
        self._space.forget()
        self._space.ctx["age"] = 0
        self._search.sides(self._start)  # what the search knows of the game's chance has been forgotten with the rest
        stride = self.game.spec.state.itemsize
        self._space.arrays["memory"][:stride] = self._start.memory[:stride]
        job = self._job
        play_game(self._space.address, job, np.uint64(mix(mix(seed) + number)), self._played, self._moves, self._scores)
        plies = int(job["plies"])
        if plies == 0:
            raise SelfplayError(
                f"{self.game.entry.id}: none of {MOST_TRIES} random openings of {self.settings.opening_least} to"
                f" {self.settings.opening_most} plies has a score within {self.settings.opening_score}"
            )
        opening, result, end, reason = (int(job[name]) for name in ("opening", "result", "end", "reason"))
        moves, scores = self._moves[:plies].copy(), self._scores[:plies].copy()
        return GameRecord(number, "startpos", opening, result, end, reason, moves, scores)
