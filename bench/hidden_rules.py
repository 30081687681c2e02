"""A sensible player of army chess without search or samples: a yardstick.

It remembers what every enemy piece has shown (``hidden_memory``) and plays by rules of thumb:

- take the flag, or what stands in a headquarters that may hold it;
- attack where the mean of what is won and lost is good, by the kinds that the enemy may be; strong men leave pieces alone that
  have never left the last two rows, for these may be mines, where mines kill;
- engineers go for such pieces, bombs for enemies that have shown to be strong;
- chase what is surely weaker, keep out of reach of what is surely stronger;
- drive enemies away from the own flag; when the limit of quiet plies comes near, fight where it costs least.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np

import engine
from bench.hidden_memory import MOVABLE, Kinds, Memory, chances
from engine.games.luzhanqi.geometry import (
    BOARDS,
    CAMP,
    HQ,
    HQ_PLACES,
    MOST_POINTS,
    NEIGHBOURS,
    OWN_ROW,
    RUN_COUNT,
    RUN_JUMPS,
    RUN_POINTS,
)
from engine.games.luzhanqi.state import BOMB, BOTH, BOUNCE, ENGINEER, FLAG, HIT_BOUNCE, KIND, LOSS, MINE, WIN
from engine.games.luzhanqi.tokens import fight_code

VALUES = (0, 50, 36, 24, 17, 12, 9, 7, 5, 9, 6, 15, 100)
STRONG = 5  #: ranks up to the regiment are too good for a mine
_EAGER, _WALK = 8.0, 4.0  #: weights of an attack's worth, and of a step towards something, against risks and habits
_FAR = 99


def _distances(board: int) -> np.ndarray:
    """Steps between all points of a board, whoever stands there."""
    steps = np.full((MOST_POINTS, MOST_POINTS), _FAR)
    for start in range(BOARDS[board].points):
        steps[start, start], ring = 0, [start]
        while ring:
            found = []
            for point in ring:
                for near in NEIGHBOURS[board, point].tolist():
                    if near >= 0 and steps[start, near] == _FAR:
                        steps[start, near] = steps[start, point] + 1
                        found.append(near)
            ring = found
    return steps


_STEPS = (_distances(0), _distances(1))


@cache
def worth(kind: int, kinds: Kinds, back: bool, hq: bool, mine_hit: int) -> float:
    """The mean of what an attack by ``kind`` wins and loses; the rest says what stands there, see ``hidden_memory.chances``."""
    if kind <= STRONG and back and not hq and MINE in kinds and mine_hit != HIT_BOUNCE:
        return -float(VALUES[kind])
    total = 0.0
    for other, share in chances(kinds, back).items():
        code = fight_code(kind, other, mine_hit)
        won = VALUES[other] if code in (WIN, BOTH) else 0
        if other == FLAG and len(kinds) == 1:
            won = 1000
        if other == MINE and kind == ENGINEER and back:
            won += 6  # the way to the flag
        total += share * (won - (VALUES[kind] if code in (LOSS, BOTH) else 1 if code == BOUNCE else 0))
    return total


class Rules:
    """The player's mind of one game and seat."""

    def __init__(self, seat: int) -> None:
        self._memory = Memory(seat)

    def choose(self, view: engine.Position, generator: random.Random) -> int:
        """The move that the rules prefer, chance among equals."""
        self._memory.follow(view)
        look = _Look(view, self._memory)
        best, best_score = 0, -1e9
        for move in view.legal_moves().tolist():
            if move >> 18 & 31 != 1:
                return move
            score = look.score(move >> 9 & 511, move & 511) + generator.random()
            if score > best_score:
                best, best_score = move, score
        return best


class _Look:
    """One position as the rules see it."""

    def __init__(self, view: engine.Position, memory: Memory) -> None:
        state = view.state
        self._memory, self._board, self._mine_hit = memory, int(state["board"]), int(state["mine_hit"])
        self._pieces = {point: piece for point, piece in enumerate(state["piece"].tolist()) if piece}
        self._steps = _STEPS[self._board]
        self._flag = int(state["flag_at"][memory.seat])
        self._limit, self._left = int(state["limit"]), int(state["limit"]) - int(state["quiet"])
        self._must_fight = self._left == 1 and bool(state["mover_loses"])
        self._pulls: dict[int, np.ndarray] = {}
        self._attackers = self._reaches()
        self._goals = self._flag_places(state)
        seats = int(state["seats"])
        past = view.moves[view.ply - seats] if view.ply >= 2 * seats else 0
        self._back_again = (past & 511, past >> 9 & 511)

    def score(self, origin: int, to: int) -> float:
        """How good a move is, in the units of VALUES."""
        kind = self._pieces[origin] & KIND
        if to in self._pieces:
            score = _EAGER * self._worth(kind, to)
            if self._flag >= 0 and to not in self._memory.still:
                score += 30 / (1 + self._steps[self._flag, to])
            if 0 < self._limit and self._left <= 4:  # no contact would end the game
                score += 1000 if self._must_fight else 60
            return score + self._risk(origin, kind) - 0.7 * self._risk(to, kind)
        score = _WALK * (self._pull(kind)[to] - self._pull(kind)[origin])
        score += self._risk(origin, kind) - 1.3 * self._risk(to, kind)
        if HQ[self._board, to]:
            score -= 40  # it would never come out again
        if (origin, to) == self._back_again:
            score -= 3
        if self._flag >= 0 and self._steps[self._flag, origin] == 1 and OWN_ROW[self._board, self._memory.seat, origin]:
            score -= 4  # guards stay
        return score

    # --- parts ----------------------------------------------------------------------------------------------------------

    def _is_back(self, point: int) -> bool:
        """Whether an enemy piece has never left its last two rows."""
        return point in self._memory.still and OWN_ROW[self._board, self._memory.owner[point], point] >= 5

    def _worth(self, kind: int, point: int) -> float:
        """The worth of an attack on an enemy's point."""
        return worth(kind, self._memory.kinds[point], self._is_back(point), bool(HQ[self._board, point]), self._mine_hit)

    def _reaches(self) -> dict[int, list[dict[int, float]]]:
        """Point -> the enemies that have shown something and can go there: their chances."""
        found: dict[int, list[dict[int, float]]] = {}
        for point, kinds in self._memory.kinds.items():
            if point in self._memory.still or HQ[self._board, point] or len(kinds) >= len(MOVABLE):
                continue
            goals = {near for near in NEIGHBOURS[self._board, point].tolist() if near >= 0}
            node = 0
            while node < RUN_COUNT[self._board, point]:
                here = int(RUN_POINTS[self._board, point, node])
                goals.add(here)
                node = int(RUN_JUMPS[self._board, point, node]) if here in self._pieces else node + 1
            for goal in goals:
                found.setdefault(goal, []).append(chances(kinds, False))
        return found

    def _risk(self, point: int, kind: int) -> float:
        """What a piece on ``point`` may lose to enemies that have shown to be stronger."""
        if CAMP[self._board, point]:
            return 0.0
        risk = 0.0
        for enemy in self._attackers.get(point, ()):
            beaten = sum(share for other, share in enemy.items() if other < kind and other <= ENGINEER)
            if beaten > 0.5:
                risk = max(risk, beaten * VALUES[kind] / 3)
        return risk

    def _flag_places(self, state) -> list[tuple[int, float]]:
        """Points that hold or may hold an enemy flag, with how much they attract."""
        goals = []
        seats = int(state["seats"])
        for enemy in range(seats):
            if not (enemy ^ self._memory.seat) & 1 or int(state["out"]) >> enemy & 1:
                continue
            shown = int(state["flag_at"][enemy])
            if shown >= 0:
                goals.append((shown, 60.0))
                continue
            points = [BOARDS[self._board].ground[enemy][place] for place in HQ_PLACES]
            goals += [(point, 20.0) for point in points if FLAG in self._memory.kinds.get(point, frozenset())]
        return goals

    def _pull(self, kind: int) -> np.ndarray:
        """How much each point attracts a piece of ``kind``: the strongest of its targets, less by distance."""
        if kind in self._pulls:
            return self._pulls[kind]
        targets = self._goals[:]
        fight_soon = self._limit > 0 and 2 * self._left < self._limit
        for point in self._memory.kinds:
            if CAMP[self._board, point]:
                continue
            strength = self._worth(kind, point)
            if kind == BOMB:
                strength = strength if point not in self._memory.still and strength > 5 else 0.0
            elif kind == ENGINEER and self._is_back(point) and MINE in self._memory.kinds[point]:
                guards = any(self._steps[point, goal] == 1 for goal, _ in self._goals)
                strength = 18.0 if guards else 10.0
            if strength > 0 and self._flag >= 0 and point not in self._memory.still and self._steps[self._flag, point] <= 4:
                strength += 25
            if strength > 0 or (fight_soon and strength > -4):
                targets.append((point, max(strength, 6.0)))
        pull = np.zeros(MOST_POINTS)
        for point, strength in targets:
            np.maximum(pull, strength / (1.0 + self._steps[point]), out=pull)
        self._pulls[kind] = pull
        return pull
