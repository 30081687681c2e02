"""Random games at full speed: how fast rules are, and what they come to when nobody thinks."""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import winners_of
from engine.core.jit import kernel
from engine.core.keys import next_random
from engine.multiseat.tree import is_chance

_I64 = types.int64
_INTS = types.Array(types.int64, 1, "C")
PLAYOUTS = types.FunctionType(
    _I64(
        types.Array(types.uint8, 1, "C"), _I64, _I64, _INTS, _INTS, _INTS, types.Array(types.int32, 1, "C"), contract.GEN_MOVES,
        contract.MAKE_MOVE, contract.RESULT, contract.CHANCE_OUTCOMES,
    )
)  # fmt: skip


@kernel(PLAYOUTS)
def playouts(memory, stride, games, random, wins, moves, weights, gen_moves, make_move, result, chance_outcomes):
    """Play ``games`` games from row 0 with random moves; the number of moves and events of chance.

    memory : uint8, with room for the longest game; one that fills it counts as drawn. random int64[1]. wins : int64[seats + 1],
    games won by each seat and, last, drawn ones (modified). moves, weights : room for lists.
    """
    plies = np.int64(0)
    last = memory.size // stride - 2
    for _ in range(games):
        row, code = np.int64(0), np.int64(0)
        while row < last:
            if is_chance(memory, row, stride):
                found = chance_outcomes(memory, row, moves, weights)
                whole = np.int64(0)
                for index in range(found):
                    whole += weights[index]
                at = np.int64(next_random(random) % np.uint64(whole))
                chosen = np.int64(0)
                while at >= weights[chosen]:
                    at -= weights[chosen]
                    chosen += 1
            else:
                code = result(memory, row)
                if code != 0:
                    break
                found = gen_moves(memory, row, moves)
                chosen = np.int64(next_random(random) % np.uint64(found))
            make_move(memory, row, moves[chosen])
            row += 1
        plies += row
        winners = winners_of(code)
        if winners == 0:
            wins[wins.size - 1] += 1
        for seat in range(wins.size - 1):
            wins[seat] += (winners >> seat) & 1
    return plies
