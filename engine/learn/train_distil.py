"""Cheap samples for a network's first lessons: positions near those of recorded games, labelled by a very short search.

From a recorded position a few random moves are played, as a search does that looks at bad moves too; the label is the hand-made
evaluation of what is reached or the score of a search of some dozen nodes. Such samples cost tens of microseconds, so there can
be many more of them than of searched game positions; their results are unknown (drawn, to be used with ``wdl`` 0).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numba
import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, move_is_noisy
from engine.core.jit import compile_kernel, kernel
from engine.core.keys import mix, mix64, next_random
from engine.core.score import MAX_PLY
from engine.game import Game
from engine.learn.dataset import SCORE_LIMIT, Replayer, Samples, join, write_views
from engine.learn.play import JOB, search_row
from engine.learn.record import DRAW, GameRecord
from engine.learn.selfplay import Selfplay, Settings
from engine.network.load import HAND_MADE
from engine.search.context import context_at, shape_of, two_sides

MOST_RANDOM = 3  #: random moves from a recorded position to a sample, 0 to this many
BLOCK = 64  #: games that a thread takes at a time

_I64 = types.int64
_WORDS, _BYTES = types.Array(_I64, 1, "C"), types.Array(types.uint8, 1, "C")
_U16, _I16 = types.Array(types.uint16, 1, "C"), types.Array(types.int16, 1, "C")

#: ``(address, job, memory, moves, played, choices, seed, share, nodes, rivals, gen_moves, make_move, evaluate, features, weights,
#: scratch, inputs, offsets, scores, statics, at) -> at``.
SCATTER = types.FunctionType(
    _I64(
        _I64, numba.from_dtype(JOB), _BYTES, _WORDS, _WORDS, _U16, types.uint64, types.float64, _I64, _WORDS, contract.GEN_MOVES,
        contract.MAKE_MOVE, contract.EVALUATE, contract.FEATURES, types.Array(types.int32, 1, "C"), _WORDS, _U16,
        _WORDS, _I16, _I16, _I64,
    )
)  # fmt: skip


@kernel(SCATTER)
def scatter(
    address, job, memory, moves, played, choices, seed, share, nodes, rivals, gen_moves, make_move, evaluate, features,
    weights, scratch, inputs, offsets, scores, statics, at,
):  # fmt: skip
    """Replay a game from row 0 of ``memory`` and append samples near its positions from sample ``at`` on; the number after.

    Each position gives ``share`` samples on average (at most one each). nodes : of the search that labels, 0 for ``evaluate``.
    Skipped: positions in check or without moves, searches that want a noisy move, scores beyond ``SCORE_LIMIT``.
    """
    ctx = context_at(address)
    stride = ctx["stride"]
    random = np.empty(1, np.int64)
    random[0] = np.int64(mix64(seed))
    half = moves.size // 2
    for ply in range(choices.size):
        count = gen_moves(memory, ply, moves[:half])
        move = moves[np.int64(choices[ply])]
        if np.float64(next_random(random) >> np.uint64(11)) * 2.0**-53 < share:
            row = np.int64(ply)
            for _ in range(np.int64(next_random(random) % np.uint64(MOST_RANDOM + 1))):
                count = gen_moves(memory, row, moves[half:])
                if count == 0:
                    break
                played[row] = moves[half + np.int64(next_random(random) % np.uint64(count))]
                make_move(memory, row, played[row])
                row += 1
            flags = np.int64(memory[row * stride + contract.FLAGS_OFFSET])
            if flags & FLAG_IN_CHECK == 0 and gen_moves(memory, row, moves[half:]) > 0:
                static = evaluate(memory, row, weights, scratch)
                if nodes > 0:
                    best, score = search_row(ctx, address, job, row, played, nodes)
                    noisy = move_is_noisy(shape_of(ctx, row, best))
                else:
                    score, noisy = static, False
                if not noisy and abs(score) < SCORE_LIMIT:
                    player = np.int64(np.int8(memory[row * stride + contract.PLAYER_OFFSET]))
                    write_views(memory, row, player, rivals[player], features, moves[half:], inputs, offsets, at)
                    scores[at] = score
                    statics[at] = min(max(static, -SCORE_LIMIT), SCORE_LIMIT)
                    at += 1
        played[ply] = move
        make_move(memory, ply, move)
    return at


class Scatterer(Selfplay):
    """Makes cheap samples; a self-play engine without games."""

    def __init__(self, game: Game, nodes: int) -> None:
        """``nodes`` of the search that labels, 0 for the hand-made evaluation alone."""
        super().__init__(game, Settings(nodes=max(nodes, 1)), HAND_MADE)
        compile_kernel(scatter)
        self.nodes = nodes
        self._kernels = [game.kernel(name) for name in ("gen_moves", "make_move", "evaluate", "features")]
        spec = game.spec
        self._weights = np.zeros(1, np.int32) if spec.weights is None else np.ascontiguousarray(spec.weights, np.int32)
        self._scratch = np.zeros(max(spec.scratch_words, 1), np.int64)
        self._replayer = Replayer(game)

    def block(self, games: Iterable[tuple[int, GameRecord]], seed: int) -> Samples:
        """The samples near numbered games; those of a game depend on nothing but the game, its number and ``seed``."""
        for number, record in games:
            self._one(record, mix(mix(seed) ^ number), number)
        self._replayer.close()
        parts, self._replayer.parts = self._replayer.parts, []
        return join(parts)

    def _one(self, record: GameRecord, seed: int, number: int) -> None:
        replayer, space, plies = self._replayer, self._space, record.moves.size
        replayer.reserve(plies)
        stride = self.game.spec.state.itemsize
        rows = plies + MOST_RANDOM + MAX_PLY + 8
        if space.arrays["memory"].size < rows * stride or self._played.size < plies + MOST_RANDOM:
            space.load(np.zeros(rows * stride, np.uint8), plies + MOST_RANDOM, [], two_sides(self.game.teams))
            self._played = np.zeros(plies + MOST_RANDOM, np.int64)
        if self.nodes:
            self._search.table.clear()
            space.forget()
            space.ctx["age"] = 0
        memory = space.arrays["memory"]
        memory[:stride] = replayer.stack(record)[:stride]
        at = replayer.at
        end = scatter(
            space.address, self._job, memory, replayer.moves, self._played, record.moves, np.uint64(seed), 1.0, self.nodes,
            replayer.rivals, *self._kernels, self._weights, self._scratch, replayer.inputs, replayer.offsets, replayer.scores,
            replayer.statics, at,
        )  # fmt: skip
        replayer.results[at:end] = DRAW
        replayer.games[at:end] = number
        replayer.at = end


def cheap_samples(
    game: Game,
    nodes: int,
    records: Sequence[GameRecord],
    wanted: int,
    seed: int,
    threads: int = 1,
    on_block: Callable[[int], Any] | None = None,
) -> Samples:
    """``wanted`` samples or some more, equal for equal arguments (``threads`` aside).

    The games are taken in a random order, again and again; ``on_block(samples)`` hears of progress.

    Raises
    ------
    ValueError
        If there are no games, or none with a usable position.
    """
    if not records:
        raise ValueError("no games to learn from")
    makers: SimpleQueue[Scatterer] = SimpleQueue()
    for _ in range(threads):
        makers.put(Scatterer(game, nodes))
    order = np.random.Generator(np.random.PCG64(seed)).permutation(len(records))

    def make(block: int) -> Samples:
        maker = makers.get()
        try:
            numbers = range(block * BLOCK, (block + 1) * BLOCK)
            return maker.block(((number, records[order[number % order.size]]) for number in numbers), seed)
        finally:
            makers.put(maker)

    parts: list[Samples] = []
    made = barren = 0
    with ThreadPoolExecutor(threads) as pool:
        running = deque(pool.submit(make, block) for block in range(2 * threads))
        following = 2 * threads
        while made < wanted:
            part = running.popleft().result()
            parts.append(part)
            made += part.count
            barren = 0 if part.count else barren + 1
            if barren * BLOCK > len(records) + BLOCK:
                raise ValueError("no games with positions to learn from")
            if made < wanted:
                running.append(pool.submit(make, following))
                following += 1
            if on_block:
                on_block(made)
        for rest in running:
            rest.cancel()
    return join(parts)
