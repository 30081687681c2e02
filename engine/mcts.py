"""Monte Carlo tree search: UCT with random rollouts, for any game of perfect information with any number of seats and teams.

It asks the kernel table for moves, positions and results only and knows no evaluation, so that it is a yardstick for searches
that have one, and plays games that have none yet.

Each iteration walks down the tree, from every node to the child with the largest ``q + c * sqrt(ln N / n)`` (children without a
visit first, in random order), adds the children of the first node that has been visited before, plays random moves to the end and
adds the outcome to all nodes on the way. The outcome is a vector with one number in 0..1 for each team; ``q`` is the mean of the
team that acts at the parent, so nothing depends on whose turn follows whose.

Not here: dice, flips, hidden information. The file is a unit of its own for the kernel cache: an edit costs no other search.

References: Kocsis and Szepesvari, *Bandit based Monte-Carlo planning*, ECML 2006; Browne et al., *A survey of Monte Carlo tree
search methods*, IEEE TCIAIG 4(1), 2012.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import OVER, winners_of
from engine.core.jit import compile_kernel, kernel, leaf
from engine.core.keys import next_random
from engine.search.given import GameLike, PositionLike

CHUNK = 64  #: iterations between two looks at the clock
LONGEST = 1200  #: plies below the root; a longer rollout is a draw
_TREE_SHARE = 200  #: deepest ply of the tree below the root
_ROOM = 8  #: rows behind the last one that a game may write

_I64 = types.int64
_INTS, _FLOATS, _BYTES = (types.Array(kind, 1, "C") for kind in (types.int64, types.float64, types.uint8))
_VALUES = types.Array(types.float64, 2, "C")
#: See :func:`iterate`.
_ITERATE = types.FunctionType(
    _I64(
        _BYTES, _I64, _I64, _INTS, _INTS, _INTS, _INTS, _INTS, _VALUES, _INTS, _INTS, _INTS, _INTS, types.float64, _I64, _I64,
        contract.GEN_MOVES, contract.GEN_MOVES, contract.MAKE_MOVE, contract.RESULT,
    )
)  # fmt: skip
UNKNOWN = -1  #: ``first`` of a node whose children have not been made


# --- compiled -----------------------------------------------------------------------------------------------------------


@leaf
def _pick(random, count):
    """A number in 0 .. count - 1."""
    return np.int64(next_random(random) % np.uint64(count))


@leaf
def outcome(code, teams, out):
    """The value of each team where a game ends with ``code``: winning teams share 1, in a draw all do."""
    count = out.size
    winners = winners_of(code)
    shared = 0.0
    for team in range(count):
        out[team] = 1.0 if winners == 0 else 0.0
    for seat in range(teams.size):
        if (winners >> seat) & 1:
            out[teams[seat]] = 1.0
    for team in range(count):
        shared += out[team]
    for team in range(count):
        out[team] /= shared


@leaf
def _rollout(memory, row, last, teams, moves, random, noisy_share, out, gen_moves, gen_noisy, make_move, result):
    """Random moves from ``row`` to the end of the game; ``noisy_share`` per cent of them are noisy where there are such."""
    while True:
        code = result(memory, row)
        if code != 0:
            outcome(code, teams, out)
            return
        if row >= last:
            break
        count = np.int64(0)
        if noisy_share > 0 and _pick(random, np.int64(100)) < noisy_share:
            count = gen_noisy(memory, row, moves)
        if count == 0:
            count = gen_moves(memory, row, moves)
        if count == 0:
            break
        make_move(memory, row, moves[_pick(random, count)])
        row += 1
    outcome(np.int64(OVER), teams, out)


@leaf
def _expand(memory, row, node, moves, first, count, visits, values, acting, state, random, lists, teams, stride, gen_moves):
    """Make the children of ``node``, in random order; False if there is no room."""
    found = gen_moves(memory, row, lists)
    start = state[0]
    if start + found > moves.size:
        return False
    for index in range(found - 1, 0, -1):
        other = _pick(random, np.int64(index + 1))
        lists[index], lists[other] = lists[other], lists[index]
    for index in range(found):
        child = start + index
        moves[child], first[child], count[child], visits[child] = lists[index], UNKNOWN, 0, 0
        values[child, :] = 0.0
    first[node], count[node] = start, found
    acting[node] = teams[np.int64(np.int8(memory[row * stride + contract.PLAYER_OFFSET]))]
    state[0] = start + found
    return True


@leaf
def _select(node, moves, first, count, visits, values, acting, exploration):
    """The child that the walk goes to."""
    begin, end = first[node], first[node] + count[node]
    team, best, best_score = acting[node], begin, -1.0
    width = exploration * exploration * math.log(visits[node] + 1.0)
    for child in range(begin, end):
        if visits[child] == 0:
            return child
        score = values[child, team] / visits[child] + math.sqrt(width / visits[child])
        if score > best_score:
            best, best_score = child, score
    return best


@kernel(_ITERATE)
def iterate(
    memory, root, stride, teams, moves, first, count, visits, values, acting, state, random, lists, exploration, noisy_share,
    iterations, gen_moves, gen_noisy, make_move, result,
):  # fmt: skip
    """Do ``iterations`` iterations from row ``root``; how many were done, fewer if the tree is full.

    memory : uint8, the stack, with room for ``LONGEST`` rows behind ``root``; stride : bytes of a row. teams int64[seats]. Nodes:
    moves, first, count, visits, acting (team) int64, values float64[nodes, teams]; node 0 is the root. state int64[1] : nodes in
    use. random int64[1]. lists int64 : room for a list of moves. exploration : c. noisy_share : per cent.
    """
    path = np.empty(_TREE_SHARE + 2, np.int64)
    out = np.empty(values.shape[1], np.float64)
    for done in range(iterations):
        node, row, length = np.int64(0), root, np.int64(1)
        path[0] = node
        full = False
        while True:
            if first[node] == UNKNOWN:
                if (visits[node] == 0 and node != 0) or length > _TREE_SHARE or result(memory, row) != 0:
                    break
                if not _expand(
                    memory, row, node, moves, first, count, visits, values, acting, state, random, lists, teams, stride, gen_moves
                ):
                    full = node == 0 or state[0] + lists.size > moves.size
                    break
            if count[node] == 0:
                break
            node = _select(node, moves, first, count, visits, values, acting, exploration)
            make_move(memory, row, moves[node])
            row += 1
            path[length] = node
            length += 1
        _rollout(memory, row, root + LONGEST, teams, lists, random, noisy_share, out, gen_moves, gen_noisy, make_move, result)
        for index in range(length):
            visits[path[index]] += 1
            for team in range(out.size):
                values[path[index], team] += out[team]
        if full:
            return np.int64(done + 1)
    return np.int64(iterations)


# --- driver -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MctsResult:
    """What a search found."""

    best: int
    """The move that was tried most often; 0 if there is none."""
    value: float
    """Its mean outcome for the team that acts, 0..1."""
    visits: dict[int, int]
    """Move -> how often it was tried."""
    iterations: int
    nodes: int


class Mcts:
    """A search with its own tree, made anew for every position. Equal seeds and iterations give equal results."""

    def __init__(
        self, game: GameLike, exploration: float = 0.7, noisy_share: int = 0, nodes: int = 500_000, seed: int = 1
    ) -> None:
        """exploration : c of UCT. noisy_share : per cent of rollout moves that are noisy where there are such.

        nodes : most nodes of the tree, 80 bytes each with two teams; a full one ends the search.
        """
        self.game, self.spec = game, game.spec
        self.exploration, self.noisy_share = exploration, noisy_share
        self._teams = np.array(game.teams, np.int64)
        self._random = np.array([seed], np.int64)
        self._moves, self._first, self._count, self._visits, self._acting = (np.zeros(nodes, np.int64) for _ in range(5))
        self._values = np.zeros((nodes, max(game.teams) + 1), np.float64)
        self._state = np.zeros(1, np.int64)
        self._lists = np.zeros(self.spec.max_moves, np.int64)
        self._kernels = [self.spec.kernels[name] for name in ("gen_moves", "gen_noisy", "make_move", "result")]

    def warm_up(self) -> None:
        """Compile or load every kernel."""
        for function in (*self._kernels, iterate):
            compile_kernel(function)

    def search(
        self,
        position: PositionLike,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> MctsResult:
        """Search ``position`` for so many iterations or seconds of ``clock`` (looked at every ``CHUNK`` iterations)."""
        assert iterations is not None or seconds is not None
        begin = clock()
        self.warm_up()
        stride, root = self.spec.state.itemsize, position.ply
        memory = np.zeros((root + LONGEST + _ROOM) * stride, np.uint8)
        memory[: (root + 1) * stride] = position.memory[: (root + 1) * stride]
        self._state[0], self._first[0], self._count[0], self._visits[0] = 1, UNKNOWN, 0, 0
        self._values[0] = 0.0
        done = 0
        while iterations is None or done < iterations:
            wanted = CHUNK if iterations is None else min(CHUNK, iterations - done)
            made = iterate(
                memory, root, stride, self._teams, self._moves, self._first, self._count, self._visits, self._values,
                self._acting, self._state, self._random, self._lists, self.exploration, self.noisy_share, wanted, *self._kernels,
            )  # fmt: skip
            done += made
            if made < wanted or (seconds is not None and clock() - begin >= seconds):
                break
        return self._result(done)

    def _result(self, iterations: int) -> MctsResult:
        begin, end = int(self._first[0]), int(self._first[0] + self._count[0])
        visits = {int(self._moves[child]): int(self._visits[child]) for child in range(begin, end)}
        if not visits:
            return MctsResult(0, 0.0, {}, iterations, int(self._state[0]))
        best = max(range(begin, end), key=lambda child: self._visits[child])
        value = float(self._values[best, self._acting[0]] / max(1, self._visits[best]))
        return MctsResult(int(self._moves[best]), value, visits, iterations, int(self._state[0]))
