"""Scores of all seats for the compiled searches: where they stand in scratch memory, and ``evaluate`` from the root's view.

Evaluation scratch of these searches, in int64 words: address of ``evaluate_seats``, seat at the root, bytes of a row, seats, from
``TEAMS`` the team of each seat, from ``SCORES`` the last scores, from ``VECTORS`` eight words a ply for max^n, from ``OWN`` the
game's own scratch. Until :func:`write_head` has run all of it is zero and every score is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import types

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import array_address, caller, kernel_address, load_i64
from engine.core.score import MAX_PLY
from engine.core.spec import Evaluation, GameSpec

MOST_SEATS = 8
FUNCTION, ROOT_SEAT, STRIDE, SEATS, TEAMS = 0, 1, 2, 3, 4
SCORES = TEAMS + MOST_SEATS
VECTORS = SCORES + MOST_SEATS
OWN = VECTORS + MOST_SEATS * (MAX_PLY + 8)

call_seats = caller(contract.EVALUATE_SEATS)
call_evaluate = caller(contract.EVALUATE)


# --- finding the kernels ------------------------------------------------------------------------------------------------


@kernel(types.FunctionType(types.int64(contract.EVALUATE_SEATS)))
def seats_address(function):
    """The address of a compiled ``evaluate_seats``."""
    return kernel_address(function)


@kernel(types.FunctionType(types.int64(contract.EVALUATE)))
def evaluate_address(function):
    """The address of a compiled ``evaluate``."""
    return kernel_address(function)


def own_evaluation(spec: GameSpec, evaluation: Evaluation) -> Evaluation:
    """``evaluation`` where it is the game's own kernel, whatever its weights; else the game's own with the weights that ship."""
    hand_made = spec.hand_made()
    return evaluation if evaluation.kernel is hand_made.kernel else hand_made


def write_head(scratch: np.ndarray, address: int, root_seat: int, stride: int, teams: Sequence[int]) -> None:
    """Fill the first words of ``scratch`` (modified)."""
    scratch[FUNCTION], scratch[ROOT_SEAT], scratch[STRIDE], scratch[SEATS] = address, root_seat, stride, len(teams)
    scratch[TEAMS : TEAMS + len(teams)] = teams


# --- kernels ------------------------------------------------------------------------------------------------------------


@kernel(contract.EVALUATE)
def root_view(memory, ply, weights, scratch):
    """The score of the root's team, negated where a player of another team acts: one team against the rest."""
    if scratch[FUNCTION] == 0:
        return np.int64(0)
    base = array_address(scratch)
    call_seats(
        scratch[FUNCTION],
        (
            array_address(memory), np.int64(memory.size), ply, array_address(weights), np.int64(weights.size), base + 8 * OWN,
            np.int64(scratch.size - OWN), base + 8 * SCORES, scratch[SEATS],
        ),
    )  # fmt: skip
    root = scratch[ROOT_SEAT]
    player = np.int64(np.int8(memory[ply * scratch[STRIDE] + contract.PLAYER_OFFSET]))
    score = scratch[SCORES + root]
    return score if scratch[TEAMS + player] == scratch[TEAMS + root] else -score


@kernel(contract.EVALUATE_SEATS)
def two_team_seats(memory, ply, weights, scratch, out):
    """``evaluate_seats`` of a game of two teams by its ``evaluate``, whose address stands in the first word of ``scratch``."""
    base = array_address(scratch)
    score = call_evaluate(
        scratch[FUNCTION],
        (
            array_address(memory), np.int64(memory.size), ply, array_address(weights), np.int64(weights.size), base + 8 * OWN,
            np.int64(scratch.size - OWN),
        ),
    )  # fmt: skip
    player = np.int64(np.int8(memory[ply * scratch[STRIDE] + contract.PLAYER_OFFSET]))
    for seat in range(scratch[SEATS]):
        out[seat] = score if scratch[TEAMS + seat] == scratch[TEAMS + player] else -score


@leaf
def scores_at(ctx, row, out):
    """Write the score of each seat in ``row`` to the words at address ``out``."""
    scratch = ctx["scratch"]
    function = load_i64(scratch, FUNCTION)
    if function == 0:
        return
    call_seats(
        function,
        (
            ctx["memory"], ctx["memory_bytes"], row, ctx["weights"], ctx["weights_size"], scratch + 8 * OWN,
            ctx["scratch_size"] - OWN, out, load_i64(scratch, SEATS),
        ),
    )  # fmt: skip


@inline_leaf
def vector_of(ctx, ply):
    """The address of the scores that the search of ``ply`` found."""
    return ctx["scratch"] + 8 * (VECTORS + MOST_SEATS * ply)
