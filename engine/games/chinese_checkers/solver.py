"""What is known before a search (``engine.forced``): book moves of the opening, and the shortest ways of a pure race.

A race is pure once the armies of a game of two seats have passed each other, and with more seats once all pieces of a seat are
in the last rows and nobody else is in its goal: who has lost already still comes home in as few moves as it can. The search is
then told to look at the moves that begin a shortest way home of the own army; it need not find out that nothing else is worth a
thought. No win is ever claimed here: an opponent could turn back, which the search sees if it does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.contract import CELL_MASK, ORIGIN_SHIFT
from engine.core.jit import compile_kernel
from engine.games.chinese_checkers.book import book_moves
from engine.games.chinese_checkers.geometry import (
    CAMP_SETS,
    GOAL_SIZES,
    HOLES,
    OPPOSITE,
    PLACES,
    ROWS,
    SEATS,
    VIEW,
    WIDE_SETS,
    words,
)
from engine.games.chinese_checkers.race import alone
from engine.games.chinese_checkers.race.known import REGION, cells, open_table, variant_of
from engine.games.chinese_checkers.state import ANY, CLOSED, PASS, PLAYING

_SETS = 40  #: sets that the race solver looks at for one node of the common budget: most of them are one look into a table
CAMP_ROWS = 4
SPARE = 3  #: moves more than the way out of the camp, step by step, that are still enough


class Solver:
    """The solver of one engine; the methods are those that ``engine.forced`` asks for."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.nodes = 0
        """Work done so far, in nodes of the common budget."""
        compile_kernel(alone.ways)
        open_table(game.options)
        self._work = np.zeros(9, np.int64)
        self._keys, self._failed = np.zeros(alone.SLOTS, np.uint64), np.zeros(alone.SLOTS, np.int64)
        self._best = np.zeros(4096, np.int64)
        self._stop = 0

    def watch(self, address: int) -> None:
        """Look at the stop cell at ``address`` from now on."""
        self._stop = address

    def win(self, position: Any, nodes: int) -> None:
        """No win is ever claimed."""
        return None

    def loss(self, position: Any, nodes: int) -> None:
        """No loss either."""
        return None

    def defences(self, position: Any, nodes: int) -> tuple[int, ...]:
        """The moves that the search should look at: of the book, out of the camp in time, shortest ways home; empty: all."""
        found = book_moves(position) or leaving(position)
        if not found:
            found = self.shortest(position, _SETS * nodes)[1]
        return found

    def candidates(self, position: Any) -> tuple[int, ...]:
        """Nothing more than :meth:`defences` knows."""
        return ()

    # --- the race ---

    def shortest(self, position: Any, nodes: int) -> tuple[int, tuple[int, ...]]:
        """``(moves, first moves)`` of the shortest ways home of the player to act.

        ``(-1, ())`` where the race is not pure or too long.
        """
        state, seat = position.state, position.player
        if not is_pure_race(state, seat):
            return -1, ()
        variant = variant_of(position.game.options)
        own = [int(VIEW[seat, hole]) for hole in _holes(state, seat)]
        if len(own) != GOAL_SIZES[int(state["wide"])] or not cells[variant]:
            return -1, ()
        work = self._work
        work[:] = 0
        work[alone.LEFT], work[alone.TABLE], work[alone.COUNT] = nodes, cells[variant], len(own)
        work[alone.WIDE], work[alone.DISTANT], work[alone.LEAVE] = state["wide"], state["distant"], state["leave"]
        work[alone.CLOSED_CORNERS], work[alone.ANYWHERE] = int(state["stop"] == CLOSED), int(state["stop"] == ANY)
        work[alone.STOP] = self._stop
        self._keys[:] = 0
        self._failed[:] = 0
        low, high = words(set(own))
        moves = int(alone.ways(np.uint64(low), np.uint64(high), work, self._keys, self._failed, self._best))
        self.nodes += (nodes - max(int(work[alone.LEFT]), 0)) // _SETS
        pairs = {(int(pair) >> 8, int(pair) & 255) for pair in self._best[1 : int(self._best[0]) + 1]}
        first = []
        for move in position.legal_moves().tolist():
            if move != PASS:
                start, end = int(VIEW[seat, move >> ORIGIN_SHIFT & CELL_MASK]), int(VIEW[seat, move & CELL_MASK])
                if (start, end) in pairs:
                    first.append(move)
        return moves, tuple(first)


def leaving(position: Any) -> tuple[int, ...]:
    """With more than two seats: the moves that bring pieces out of the own camp, once no other one can be afforded.

    A tree search that thinks its rivals hopeless does not see what it costs to come too late.
    """
    state, seat = position.state, position.player
    limit, made = int(state["exit_limit"]), int(state["moves"][seat])
    rows = {hole: PLACES[int(VIEW[seat, hole])][0] for hole in _holes(state, seat) if hole in CAMP_SETS[seat]}
    way = sum(CAMP_ROWS - row for row in rows.values())
    if int(state["count"]) == 2 or not limit or not rows or limit - made - way > SPARE:
        return ()
    found = []
    for move in position.legal_moves().tolist():
        start, end = move >> ORIGIN_SHIFT & CELL_MASK, move & CELL_MASK
        if start in rows and (end not in CAMP_SETS[seat] or PLACES[int(VIEW[seat, end])][0] > rows[start]):
            found.append(move)
    return tuple(found)


def _holes(state: np.void, seat: int) -> list[int]:
    whole = int(state["low"][seat]) | int(state["high"][seat]) << 64
    return [hole for hole in range(HOLES) if whole >> hole & 1]


def is_pure_race(state: np.void, seat: int) -> bool:
    """Whether only the way home is left to ``seat``.

    Two seats: the armies have passed each other. More seats: all its pieces are in the table and nobody else is in its goal.
    """
    own = _holes(state, seat)
    if int(state["status"][seat]) != PLAYING or not own:
        return False
    if int(state["count"]) != 2:
        goal = WIDE_SETS[OPPOSITE[seat]] if state["wide"] else CAMP_SETS[OPPOSITE[seat]]
        others = {hole for other in range(SEATS) if other != seat for hole in _holes(state, other)}
        return not goal & others and all(REGION[seat, hole] >= 0 for hole in own)
    theirs = _holes(state, OPPOSITE[seat])
    if not theirs:
        return False
    lasts = [min(int(VIEW[one, hole]) for hole in holes) for one, holes in ((seat, own), (OPPOSITE[seat], theirs))]
    return sum(PLACES[hole][0] for hole in lasts) > ROWS - 1  # numbers of holes grow with the row
