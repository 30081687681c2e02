"""The driver of the search: limits, signals, lines, as ``engine.search.driver.AlphaBeta`` has them."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from engine.core import contract
from engine.errors import OptionError
from engine.ismcts import tree
from engine.multiseat.growth import Growth
from engine.multiseat.mcts import MctsDriver, score_of
from engine.search.given import GameLike, PositionLike
from engine.search.limits import Info
from engine.search.wdl import wdl

CHAIN_WORDS = 4096  #: memory that a game may use for its chain of samples
EDGE_BYTES = 150  #: about what an edge takes, with its share of nodes and of the hash table
FASTEST = 150_000  #: iterations a second that no machine passes
#: Numbers of the search that ``set_params`` and a game's ``search_params`` may change.
PARAMETERS = {
    "playout": 8,  # plies of a playout
    "score_scale": 350,  # score units that make odds of e to 1
    "exploration": 100,  # c of PUCT in hundredths
    "greedy": 80,  # per cent of playout moves that look for a winning attack first
    "losing": 25,  # prior of an attack that loses in the world at hand; a quiet move has 100
    "winning": 400,  # prior of an attack that wins something
}


def root_seat(spec, position: PositionLike) -> int:
    """The seat whose knowledge a search has: that of the view; in a truth nothing is hidden from the search."""
    return int(position.memory.view(spec.state)[position.ply]["view"])


class Sampling(Growth):
    """One ``go``. Where a seat places its army the game chooses, at random and by its weights."""

    _driver: IsMcts
    chunk, first_report = 64, 256

    def _begin(self, legal: list[int]) -> Info | None:
        """See ``Growth._begin``."""
        driver, position, spec = self._driver, self._position, self._driver.spec
        notation: Any = spec.notation
        if hasattr(notation, "unlisted") and notation.unlisted(position.memory, position.ply):
            move = notation.choose_placement(driver.random)
            return Info(1, 1, 1, 0, "exact", 0, 0.0, 0, 0, (move,), wdl(0, spec.id))
        self._numbers(legal)
        nodes = self._tree = self._part()
        for name in ("keys", "node_visits", "node_value"):
            nodes[name][:] = 0
        self._state = np.zeros(tree.STATE_WORDS, np.int64)
        self._state[tree.NODES] = 1
        stride, root = spec.state.itemsize, position.ply
        memory = np.zeros((root + 1 + tree.ROOM) * stride, np.uint8)
        memory[: (root + 1) * stride] = position.memory[: (root + 1) * stride]
        chain = np.zeros(CHAIN_WORDS, np.int64)
        chain[0] = 1
        self._arguments = (
            memory, self._setting, np.array(driver.game.teams, np.int64), chain, nodes["keys"], nodes["entries"],
            nodes["node_visits"], nodes["node_value"], nodes["edge_move"], nodes["edge_node"], nodes["edge_visits"],
            nodes["edge_value"], nodes["edge_available"], self._state, np.zeros(spec.max_moves, np.int64), self._allowed,
            np.zeros(2 * tree.DEEPEST + 8, np.int64), driver.evaluation.weights,
            np.zeros(max(1, driver.evaluation.scratch_words), np.int64),
        )  # fmt: skip
        return None

    def _grow(self, wanted: int) -> int:
        """See ``Growth._grow``."""
        made = int(tree.grow(*self._arguments, wanted, *self._driver.kernels()))
        self._driver.note_used(int(self._state[tree.EDGES]))
        self._driver.playout_plies = int(self._state[tree.PLAYOUT_PLIES])
        return made

    def _part(self) -> dict[str, np.ndarray]:
        """As much of the tree's memory as this search can fill: what is not there need not be cleared."""
        most, hard, whole = self._most(), self._budget.hard_s, self._driver.arrays()
        if most is None and hard is not None and not self._limits.infinite and not self._limits.ponder:
            most = int(hard * FASTEST)
        if most is None:
            return whole
        edges = min(most + self.chunk + 2, whole["edge_move"].size)
        table = min(1 << int(3 * edges).bit_length(), whole["keys"].size)
        return {name: array[: table if name in ("keys", "entries") else edges] for name, array in whole.items()}

    def _numbers(self, legal: list[int]) -> None:
        """Fill the setting of the kernel."""
        driver, params, allowed = self._driver, self._driver.params, self._asked(legal)
        restricted = len(allowed) < len(legal)
        self._allowed = np.array(allowed if restricted else [0], np.int64)
        numbers = self._setting = np.zeros(tree.NUMBERS, np.int64)
        numbers[tree.ROOT], numbers[tree.STRIDE] = self._position.ply, driver.spec.state.itemsize
        numbers[tree.SEAT] = root_seat(driver.spec, self._position)
        for place, name in (
            (tree.PLAYOUT, "playout"), (tree.SCALE, "score_scale"), (tree.CPUCT, "exploration"), (tree.GREEDY, "greedy"),
            (tree.LOSING, "losing"), (tree.WINNING, "winning"),
        ):  # fmt: skip
            numbers[place] = params[name]
        numbers[tree.ALLOWED] = len(allowed) if restricted else 0

    def _lines(self, wanted: int) -> list[Info]:
        """See ``Growth._lines``: one move each, for nobody knows what the answers will find."""
        nodes, driver = self._tree, self._driver
        used = int(self._state[tree.EDGES])
        edges = np.flatnonzero(nodes["edge_node"][:used] == 0)
        visits = nodes["edge_visits"][edges]
        elapsed = time.perf_counter() - self._start
        lines = []
        for number, place in enumerate(np.argsort(-visits, kind="stable")[:wanted], start=1):
            edge = int(edges[place])
            seen = int(visits[place])
            score = score_of(float(nodes["edge_value"][edge]) / seen if seen else 0.5, 2)
            lines.append(
                Info(
                    depth=max(1, int(np.log2(self._done + 1) / 2)), seldepth=int(self._state[tree.SELDEPTH]), multipv=number,
                    score=score, bound="exact", nodes=self._done, time_s=elapsed,
                    nps=int(self._done / elapsed) if elapsed > 0 else 0, hashfull=driver.hashfull(),
                    pv=(int(nodes["edge_move"][edge]),), wdl=wdl(score, driver.spec.id),
                )
            )  # fmt: skip
        return lines


class IsMcts(MctsDriver):
    """A tree of its own for each search; one thread. ``nodes`` limits iterations, ``depth`` n stands for 4 ** n of them."""

    growth = Sampling

    def __init__(self, game: GameLike) -> None:
        super().__init__(game)
        if "determinize" not in self.spec.kernels or self._teams_count != 2:
            raise OptionError(f"{self.spec.id} has no hidden pieces of two teams, which this search is for")
        known = {name: value for name, value in self.spec.search_params.items() if name in PARAMETERS}
        self.params = {**PARAMETERS, **known}
        self.random = random.Random()
        """Chooses among placements; not reproducible unless seeded."""
        self.playout_plies = 0
        """Plies of the last search's playouts."""

    def kernels(self) -> list[Any]:
        """See ``MctsDriver.kernels``."""
        found = {**contract.DEFAULTS, **self.spec.kernels}
        names = ("gen_moves", "make_move", "result", "adjudicate", "see")
        return [*(found[name] for name in names), self.evaluation.kernel, found["determinize"]]

    def _compiled(self) -> list[Any]:
        """See ``MctsDriver._compiled``."""
        return [*self.kernels(), *self.spec.helpers, *self.evaluation.helpers, tree.grow]

    def set_params(self, changes: dict[str, int]) -> None:
        """Change numbers of the search by name (``PARAMETERS``).

        Raises
        ------
        KeyError
            For an unknown name.
        """
        for name in changes:
            if name not in PARAMETERS:
                raise KeyError(name)
        self.params |= changes

    def arrays(self) -> dict[str, np.ndarray]:
        """The tree's memory, made on first use."""
        if not self._arrays:
            edges = max(4 * self.spec.max_moves, self._megabytes * (1 << 20) // EDGE_BYTES)
            nodes = edges
            table = 1 << int(3 * edges).bit_length()
            made = {name: np.zeros(edges, np.int64) for name in ("edge_move", "edge_node", "edge_visits", "edge_available")}
            made["edge_value"] = np.zeros(edges, np.float64)
            made["node_visits"], made["node_value"] = np.zeros(nodes, np.int64), np.zeros(nodes, np.float64)
            made["keys"], made["entries"] = np.zeros(table, np.uint64), np.zeros(table, np.int64)
            self._arrays = made
        return self._arrays

    def evaluate(self, position: PositionLike) -> int:
        """The mean static evaluation of worlds that fit the position, view of the player to act."""
        self.warm_up()
        return round(float(np.mean([self._evaluate_sample(position, chain) for chain in self._samples(position, 64)])))

    def _samples(self, position: PositionLike, count: int):
        """``count`` stacks, each with its present row as one world; all the same array."""
        memory = position.memory.copy()
        chain = np.zeros(CHAIN_WORDS, np.int64)
        chain[0] = 1
        for _ in range(count):
            self.spec.kernels["determinize"](memory, position.ply, root_seat(self.spec, position), chain)
            yield memory

    def _evaluate_sample(self, position: PositionLike, memory: np.ndarray) -> int:
        scratch = np.zeros(max(1, self.spec.scratch_words), np.int64)
        return int(self.evaluation.kernel(memory, position.ply, self.evaluation.weights, scratch))

    def hashfull(self) -> int:
        """How much of the tree's room is used, per mille."""
        return 1000 * self._used // max(1, self._arrays["edge_move"].size) if self._arrays else 0
