"""Players of army chess for yardsticks: each gets its seat's view and nothing else.

``random`` moves at random from random legal placements. ``rules`` is a sensible player without search or samples
(``hidden_rules``). ``greedy`` is one ply of the engine's evaluation over samples of the enemy's kinds, a much stronger yardstick.
``mcts`` is plain determinised tree search: UCT with random playouts to the end in up to eight worlds, votes added up. ``ismcts``
is the engine. Both searches keep to processor time by iterations, as many as the moves before took time for.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

import engine
from engine.chance import army_placement
from engine.mcts import Mcts

PLAYERS = ("random", "rules", "greedy", "mcts", "ismcts")
_WORLDS = 24
_MCTS_WORLDS = 8


class Player:
    """Chooses moves of one seat; ``choose`` gets the seat's view."""

    def __init__(self, game: engine.Game, seed: int) -> None:
        self.game, self.random = game, random.Random(seed)

    def place(self, seat: int) -> str:
        """The placement token."""
        return "@" + army_placement(seat, self.random.getrandbits(60))

    def choose(self, view: engine.Position) -> int:
        """A legal move of the view."""
        return int(self.random.choice(view.legal_moves().tolist()))

    def from_book(self) -> str:
        """A placement of the engine's own book."""
        position = self.game.position()
        return position.format(self.game.spec.notation.choose_placement(self.random))

    def world(self, view: engine.Position) -> np.ndarray:
        """A stack whose present row is a world that fits the view."""
        memory, generator = view.memory.copy(), np.array([self.random.getrandbits(62)], np.int64)
        self.game.kernel("determinize")(memory, view.ply, view.player, generator)
        return memory


class RulePlayer(Player):
    """Rules of thumb, see ``bench.hidden_rules``."""

    def __init__(self, game: engine.Game, seed: int) -> None:
        super().__init__(game, seed)
        self._rules: Any = None

    def place(self, seat: int) -> str:
        """One of the book."""
        return self.from_book()

    def choose(self, view: engine.Position) -> int:
        """The move that the rules prefer."""
        from bench.hidden_rules import Rules

        if self._rules is None:
            self._rules = Rules(view.player)
        return self._rules.choose(view, self.random)


class GreedyPlayer(Player):
    """One ply over ``_WORLDS`` samples with the engine's evaluation and the best capture that answers it."""

    def place(self, seat: int) -> str:
        """One of the book."""
        return self.from_book()

    def choose(self, view: engine.Position) -> int:
        """The move of the best mean standing after it, with what the enemy could take at once."""
        from engine.games.luzhanqi.state import KIND, OWNER_SHIFT

        moves = view.legal_moves().tolist()
        totals = np.zeros(len(moves))
        spec, seat = self.game.spec, view.player
        stride, ply = spec.state.itemsize, view.ply
        make, noisy = self.game.kernel("make_move"), self.game.kernel("gen_noisy")
        evaluate, see = self.game.kernel("evaluate"), self.game.kernel("see")
        weights, scratch, replies = spec.weights, np.zeros(1, np.int64), np.zeros(spec.max_moves, np.int64)
        room = np.zeros(4 * stride, np.uint8)
        worlds = max(4, min(_WORLDS, 600 // len(moves)))
        for _ in range(worlds):
            memory = self.world(view)
            room[:stride] = memory[ply * stride : (ply + 1) * stride]
            for index, move in enumerate(moves):
                make(room, 0, move)
                after = room.view(spec.state)[1]
                sign = 1 if (int(after["player"]) ^ seat) & 1 == 0 else -1
                totals[index] += sign * int(evaluate(room, 1, weights, scratch))
                result = int(self.game.kernel("result")(room, 1))
                if result:
                    totals[index] += 20_000 if result >> 8 >> seat & 1 else -20_000 if result >> 8 & 255 else -100
                    continue
                worst = 0
                for reply in replies[: noisy(room, 1, replies)].tolist():
                    victim = int(after["piece"][reply & 511])
                    if sign < 0 and victim >> OWNER_SHIFT & 3 == seat and see(room, 1, reply, 1):
                        worst = max(worst, 5_000 if victim & KIND == 12 else spec.piece_values[victim & KIND] // 2)
                totals[index] -= worst
        totals += np.array([self.random.random() * 5 * worlds for _ in moves])
        return moves[int(np.argmax(totals))]


class _Pace:
    """Iterations for a move so that a move takes ``seconds`` of processor time on the average."""

    def __init__(self, seconds: float, iterations: int) -> None:
        self.iterations, self._seconds, self._began = iterations, seconds, 0.0

    def begin(self) -> None:
        """A move begins."""
        self._began = time.process_time()

    def end(self) -> None:
        """It is found: the next one gets iterations by what these took."""
        used = max(time.process_time() - self._began, 1e-4)
        count = self.iterations
        self.iterations = int(min(max(count * self._seconds / used, count / 2, 8), 2 * count + 100))


class TreePlayer(Player):
    """Plain determinised MCTS."""

    def __init__(self, game: engine.Game, seed: int, seconds: float) -> None:
        super().__init__(game, seed)
        self._search, self._pace = Mcts(game, nodes=60_000, seed=seed), _Pace(seconds, 32)
        self._search.warm_up()

    def place(self, seat: int) -> str:
        """One of the book."""
        return self.from_book()

    def choose(self, view: engine.Position) -> int:
        """The move with most visits in all worlds."""
        visits: dict[int, int] = {}
        self._pace.begin()
        worlds = max(1, min(_MCTS_WORLDS, self._pace.iterations // 8))
        for _ in range(worlds):
            world = view.copy()
            world.memory = self.world(view)
            world._legal = None
            for move, count in self._search.search(world, self._pace.iterations // worlds).visits.items():
                visits[move] = visits.get(move, 0) + count
        self._pace.end()
        return max(visits, key=lambda move: visits[move])


class EnginePlayer(Player):
    """The engine with its own placements."""

    def __init__(self, game: engine.Game, seed: int, seconds: float, nodes: int, params: dict[str, int]) -> None:
        super().__init__(game, seed)
        self._nodes, self._pace = nodes, _Pace(seconds, 500)
        self._engine = engine.Engine(game, move_overhead_s=0.0)
        self._engine.set_params(params)
        self._engine.warm_up()

    def place(self, seat: int) -> str:
        """One of the book."""
        return self.from_book()

    def choose(self, view: engine.Position) -> int:
        """What the search finds."""
        self._engine.set_position(view)
        if self._nodes:
            return self._engine.go(engine.Limits(nodes=self._nodes)).best
        self._pace.begin()
        found = self._engine.go(engine.Limits(nodes=self._pace.iterations))
        self._pace.end()
        return found.best


def make_player(name: str, game: engine.Game, seed: int, seconds: float, nodes: int, params: dict[str, int]) -> Any:
    """A player by its name of ``PLAYERS``.

    Raises
    ------
    KeyError
    """
    if name == "random":
        return Player(game, seed)
    if name == "rules":
        return RulePlayer(game, seed)
    if name == "greedy":
        return GreedyPlayer(game, seed)
    if name == "mcts":
        return TreePlayer(game, seed, seconds)
    if name == "ismcts":
        return EnginePlayer(game, seed, seconds, nodes, params)
    raise KeyError(name)
