"""Positions for the tuner, and what a change of each weight does to their evaluation, measured by the evaluation itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import compile_kernel, kernel
from engine.core.keys import mix
from engine.game import Game
from engine.learn.dataset import Replayer, games_of, is_settled

_I64 = types.int64
_WORDS, _BYTES = types.Array(_I64, 1, "C"), types.Array(types.uint8, 1, "C")
_U16, _I16 = types.Array(types.uint16, 1, "C"), types.Array(types.int16, 1, "C")
_I32, _F32, _F64 = types.Array(types.int32, 1, "C"), types.Array(types.float32, 1, "C"), types.Array(types.float64, 1, "C")


@dataclass(frozen=True)
class Rows:
    """``n`` settled positions as records of the game's state."""

    memory: np.ndarray
    """uint8[n * stride]: one record each, without the game before it."""
    scores: np.ndarray
    """int16[n], view of the player to act."""
    results: np.ndarray
    """uint8[n]: 0 loss, 1 draw, 2 win of the player to act."""
    games: np.ndarray
    """int32[n]: number of the game."""

    @property
    def count(self) -> int:
        return self.scores.size

    def take(self, chosen: np.ndarray) -> Rows:
        """The rows of the indices ``chosen``."""
        memory = self.memory.reshape(self.count, -1)[chosen].ravel()
        return Rows(memory, self.scores[chosen], self.results[chosen], self.games[chosen])


#: ``(memory, moves, choices, scores, skip, gen_moves, make_move, describe, chance_outcomes, kept) -> n``.
SETTLED = types.FunctionType(
    _I64(
        _BYTES, _WORDS, _U16, _I16, _I64, contract.GEN_MOVES, contract.MAKE_MOVE, contract.DESCRIBE, contract.CHANCE_OUTCOMES,
        _WORDS,
    )
)  # fmt: skip


@kernel(SETTLED)
def settled_plies(memory, moves, choices, scores, skip, gen_moves, make_move, describe, chance_outcomes, kept):
    """Play a game on from row 0 of ``memory``; the plies of its settled positions go into ``kept``, ascending."""
    stride = memory.size // (choices.size + 2)
    weights = np.empty(moves.size, np.int32)
    n = np.int64(0)
    for ply in range(choices.size):
        if memory[ply * stride + contract.FLAGS_OFFSET] & contract.FLAG_CHANCE != 0:
            count = chance_outcomes(memory, ply, moves, weights)
        else:
            count = gen_moves(memory, ply, moves)
        if choices[ply] >= count:
            return np.int64(-1 - ply)
        move = moves[np.int64(choices[ply])]
        score = np.int64(scores[ply])
        flags = np.int64(memory[ply * stride + contract.FLAGS_OFFSET])
        if is_settled(ply >= skip, score, flags, describe(memory, ply, move)):
            kept[n] = ply
            n += 1
        make_move(memory, ply, move)
    return n


def read_rows(
    game: Game, files: Iterable[Path], share: float, seed: int, on_game: Callable[[int, int], Any] | None = None
) -> Rows:
    """A random ``share`` of the settled positions of all games.

    Raises
    ------
    ValueError
    """
    replayer = Replayer(game, views=False)
    compile_kernel(settled_plies)
    kernels = [game.kernel(name) for name in ("gen_moves", "make_move", "describe", "chance_outcomes")]
    stride = game.spec.state.itemsize
    parts: list[tuple[np.ndarray, ...]] = []
    kept = np.zeros(1, np.int64)
    total = 0
    for number, record in enumerate(games_of(game, files)):
        plies = record.moves.size
        if kept.size < plies:
            kept = np.zeros(2 * plies, np.int64)
        memory = replayer.stack(record)
        n = settled_plies(memory, replayer.moves, record.moves.astype(np.uint16), record.scores, record.opening, *kernels, kept)
        if n < 0:
            raise ValueError(f"game {number}: ply {-int(n)} has no move number {record.moves[-1 - n]}")
        random = np.random.Generator(np.random.PCG64([seed, mix(number) >> 1]))
        chosen = kept[:n][random.random(n) < share]
        rows = memory.reshape(-1, stride)[chosen]
        seats = rows[:, contract.PLAYER_OFFSET].view(np.int8).astype(np.int64)
        results = np.where(replayer.teams[seats] == 0, record.result, 2 - record.result).astype(np.uint8)
        parts.append((rows.ravel(), record.scores[chosen], results, np.full(chosen.size, number, np.int32)))
        total += chosen.size
        if on_game and number % 64 == 0:
            on_game(number + 1, total)
    if not total:
        raise ValueError("no position to learn from")
    memory, scores, results, games = (np.concatenate(field) for field in zip(*parts, strict=True))
    return Rows(memory, scores.astype(np.int16), results, games)


# --- evaluation ---------------------------------------------------------------------------------------------------------

EVALUATE_ALL = types.FunctionType(types.void(contract.EVALUATE, _BYTES, _I64, _I32, _WORDS, _F64))


@kernel(EVALUATE_ALL)
def evaluate_all(evaluate, memory, count, weights, scratch, out):
    """``out[i]`` = the evaluation of row ``i``; ``scratch`` is cleared first."""
    scratch[:] = 0
    for row in range(count):
        out[row] = evaluate(memory, row, weights, scratch)


#: ``(evaluate, memory, count, weights, scratch, base, step, rows, slopes) -> n``.
COLUMN = types.FunctionType(_I64(contract.EVALUATE, _BYTES, _I64, _I32, _WORDS, _F64, types.float64, _I32, _F32))


@kernel(COLUMN)
def column(evaluate, memory, count, weights, scratch, base, step, rows, slopes):
    """Rows whose evaluation differs from ``base`` under ``weights`` (one of them changed by ``step``), and by how much a unit."""
    scratch[:] = 0
    n = np.int64(0)
    for row in range(count):
        change = evaluate(memory, row, weights, scratch) - base[row]
        if change != 0.0:
            rows[n] = row
            slopes[n] = change / step
            n += 1
    return n


# --- the linear model ---------------------------------------------------------------------------------------------------

#: ``(starts, rows, slopes, change, out)``.
APPLY = types.FunctionType(types.void(_WORDS, _I32, _F32, _F64, _F64))


@kernel(APPLY)
def apply(starts, rows, slopes, change, out):
    """``out[row] += slope * change[w]`` for every entry of every column ``w``; column ``w`` is ``starts[w]:starts[w + 1]``."""
    for w in range(change.size):
        step = change[w]
        if step != 0.0:
            for at in range(starts[w], starts[w + 1]):
                out[rows[at]] += np.float64(slopes[at]) * step


@kernel(APPLY)
def collect(starts, rows, slopes, out, pull):
    """``out[w]`` = the sum of ``slope * pull[row]`` over column ``w``."""
    for w in range(out.size):
        total = 0.0
        for at in range(starts[w], starts[w + 1]):
            total += np.float64(slopes[at]) * pull[rows[at]]
        out[w] = total
