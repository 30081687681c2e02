"""Time management, pure Python, in seconds: how long to think about a move, and when enough has been seen.

Two limits: the *hard* one is never passed (a watchdog stops the search there), the *soft* one is compared after every iteration,
scaled by how settled the decision looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.search.limits import Limits

#: A game is planned as if it went on for this many moves.
HORIZON = 24.0
INCREMENT_SHARE = 0.8
#: Neither limit may use more of the clock than this.
SOFT_SHARE, HARD_SHARE = 0.35, 0.55
#: With a move count to the next control: how much of the clock the last moves may use.
HARD_TO_SOFT = 5.0
SHORTEST_S = 0.001
#: A fixed time for a move is shortened by at most this share for the way to the GUI.
MOVETIME_SHARE = 0.04


@dataclass(frozen=True)
class Budget:
    """The time for one move; None: no such limit."""

    soft_s: float | None = None
    hard_s: float | None = None


def own_clock(limits: Limits, seat: int) -> tuple[float | None, float]:
    """``(remaining, increment)`` of a seat; a clock that was not given is taken from the shortest given one."""
    given = [clock for clock in limits.clock_s if clock is not None]
    own = limits.clock_s[seat] if seat < len(limits.clock_s) else None
    if own is None and given:
        own = min(given)
    increment = limits.increment_s[seat] if seat < len(limits.increment_s) else 0.0
    return own, max(increment or 0.0, 0.0)


def budget(limits: Limits, seat: int, overhead_s: float) -> Budget:
    """The time that ``limits`` leave for the move of ``seat``; ``overhead_s`` is kept back of every clock."""
    hard: float | None = None
    if limits.movetime_s is not None:
        kept = min(overhead_s, MOVETIME_SHARE * max(limits.movetime_s, 0.0))
        hard = max(limits.movetime_s - kept, SHORTEST_S)
    remaining, increment = own_clock(limits, seat)
    if remaining is None:
        if limits.increment_s and increment > 0 and hard is None and not limits.clock_s:
            return Budget(INCREMENT_SHARE * increment, max(increment - overhead_s, SHORTEST_S))
        return Budget(None, hard)
    usable = max(remaining - overhead_s, SHORTEST_S)
    moves = limits.moves_to_go if limits.moves_to_go and limits.moves_to_go > 0 else None
    if moves is None:
        soft = usable / HORIZON + INCREMENT_SHARE * increment
        most, share = HARD_SHARE * usable, SOFT_SHARE
    else:
        soft = usable / (min(moves, 2 * HORIZON) + 0.6) + INCREMENT_SHARE * increment
        share = 0.9 if moves == 1 else SOFT_SHARE + 0.3 / moves
        most = usable * (0.95 if moves == 1 else HARD_SHARE + 0.3 / moves)
    soft = max(min(soft, share * usable), SHORTEST_S)
    clock_hard = max(min(HARD_TO_SOFT * soft, most), SHORTEST_S)
    hard = clock_hard if hard is None else min(hard, clock_hard)
    return Budget(min(soft, hard), hard)


class Settling:
    """How settled the choice of a move is; one object a search, fed once an iteration."""

    def __init__(self, previous_score: int | None) -> None:
        self._best = 0
        self._stable = 0
        self._scores: list[int] = [] if previous_score is None else [previous_score]

    def scale(self, best: int, score: int, node_share: float) -> float:
        """The factor for the soft limit after an iteration.

        best : its best move. score : its score. node_share : the part of all nodes that was spent on that move, 0..1.
        """
        self._stable = min(self._stable + 1, 8) if best == self._best else 0
        self._best = best
        drop = max((self._scores[-1] if self._scores else score), self._scores[-3] if len(self._scores) >= 3 else score) - score
        self._scores.append(score)
        stability = 1.35 - 0.075 * self._stable
        falling = min(max(1.0 + drop / 120, 0.85), 1.6)
        effort = min(max(1.75 - 1.1 * node_share, 0.6), 1.6)
        return stability * falling * effort
