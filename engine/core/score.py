"""The score scale: integers from the view of the player to act (its team), 100 about one pawn (or one common piece).

==========================  ============================================================================================
range of ``abs(score)``     meaning
==========================  ============================================================================================
0 .. EVAL_LIMIT - 1         an estimate
RULE_WIN - MAX_PLY .. RULE_WIN  a win by a rule of repetition found inside the tree (true if the cycle is played out)
TABLE_WIN - MAX_PLY ..      a win by an endgame table, distance unknown
MATE - MAX_PLY .. MATE      the game is won in ``MATE - abs(score)`` plies
==========================  ============================================================================================
"""

from __future__ import annotations

from engine.core.jit import inline_leaf

MAX_PLY = 256  #: deepest ply of a search, counted from its root
DRAW = 0
EVAL_LIMIT = 20_000
RULE_WIN = 29_000
TABLE_WIN = 30_000
MATE = 32_000
NONE = 32_700  #: "no score here"; beyond every score
INFINITE = 32_600

MATE_BOUND = MATE - MAX_PLY
WIN_BOUND = RULE_WIN - MAX_PLY  #: from here on ``abs(score)`` is a win and depends on the distance from the root


@inline_leaf
def mated_in(ply):
    """The score of a player who has lost, ``ply`` plies from the root."""
    return -MATE + ply


@inline_leaf
def mate_in(ply):
    """The score of a win that is complete ``ply`` plies from the root."""
    return MATE - ply


@inline_leaf
def to_table(score, ply):
    """A score as the transposition table keeps it: win distances counted from the node instead of the root."""
    if score >= WIN_BOUND:
        return score + ply
    if score <= -WIN_BOUND:
        return score - ply
    return score


@inline_leaf
def from_table(score, ply):
    """The inverse of :func:`to_table` at a node ``ply`` plies from the root."""
    if score >= WIN_BOUND:
        return score - ply
    if score <= -WIN_BOUND:
        return score + ply
    return score


def is_mate(score: int) -> bool:
    """Whether ``score`` says that one side wins by force in a known number of plies."""
    return abs(score) >= MATE_BOUND and abs(score) <= MATE


def mate_plies(score: int) -> int:
    """Plies until the game is won; only for scores that :func:`is_mate` accepts."""
    return MATE - abs(score)
