"""A sensible player of army chess without search or samples: a yardstick.

It remembers what every enemy piece has shown (moved, beaten what, beaten by what) as a set of possible kinds, and weighs: take
the flag; take what it probably beats; bring a threatened piece to safety; keep enemies away from the own flag; fight before the
limit of quiet plies ends the game; walk towards the enemy's flag or headquarters, strong pieces first.
"""

from __future__ import annotations

import random

import engine
from engine.games.luzhanqi.geometry import ARMY, BOARDS, CAMP, HQ, HQ_PLACES, NEIGHBOURS, OWN_ROW, SLOT_POINT
from engine.games.luzhanqi.state import (
    BOMB,
    CODE_SHIFT,
    CODES,
    ENGINEER,
    FLAG,
    HIDDEN_PLACEMENT,
    KIND,
    MINE,
    OWNER_SHIFT,
    PLACEMENT,
    UNKNOWN,
)
from engine.games.luzhanqi.tokens import fight_code

VALUES = (0, 50, 36, 24, 17, 12, 9, 7, 5, 9, 6, 15, 100)
_COUNTS = (0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1)
Kinds = frozenset[int]


class Memory:
    """What a view's moves have shown: point -> possible kinds of the enemy pieces, and which have never moved."""

    def __init__(self, view: engine.Position, seat: int) -> None:
        self.kinds: dict[int, Kinds] = {}
        self.still: set[int] = set()
        states = view.memory.view(view.game.spec.state)
        board = int(states[0]["board"])
        for ply, move in enumerate(view.moves):
            before = states[ply]
            player = int(before["player"])
            if move & (PLACEMENT | HIDDEN_PLACEMENT):
                if (player ^ seat) & 1:
                    for slot in range(ARMY):
                        point = int(SLOT_POINT[board, player, slot])
                        self.kinds[point] = self._placed(board, player, point)
                        self.still.add(point)
            elif move >> 18 & 31 == 1:
                self._moved(before, move >> 9 & 511, move & 511, CODES[move >> CODE_SHIFT & 7], player, seat)
        for point in list(self.kinds):
            piece = int(states[view.ply]["piece"][point])
            if not piece:
                del self.kinds[point]
            elif piece & KIND != UNKNOWN:
                self.kinds[point] = frozenset({piece & KIND})

    @staticmethod
    def _placed(board: int, owner: int, point: int) -> Kinds:
        row = int(OWN_ROW[board, owner, point])
        kinds = set(range(1, FLAG + 1))
        if row < 5:
            kinds.discard(MINE)
        if row == 1:
            kinds.discard(BOMB)
        if not HQ[board, point]:
            kinds.discard(FLAG)
        return frozenset(kinds)

    def _moved(self, before, origin: int, to: int, code: str, player: int, seat: int) -> None:
        mine_hit = int(before["mine_hit"])
        attacker = self.kinds.get(origin, frozenset({int(before["piece"][origin]) & KIND})) - {MINE, FLAG}
        defender = self.kinds.get(to, frozenset({int(before["piece"][to]) & KIND}))
        if code in "xo~":
            attackers = frozenset(a for a in attacker if any(CODES[fight_code(a, d, mine_hit)] == code for d in defender if d))
            defenders = frozenset(d for d in defender if d and any(CODES[fight_code(a, d, mine_hit)] == code for a in attacker))
            attacker, defender = attackers or attacker, defenders or defender
        if code == "~":
            if origin in self.kinds:
                self.kinds[origin] = attacker
            return
        foreign = origin in self.kinds
        self.kinds.pop(origin, None)
        self.still.discard(origin)
        if code in " x":
            self.kinds.pop(to, None)
            self.still.discard(to)
            if foreign:
                self.kinds[to] = attacker
        elif code == "o" and to in self.kinds:
            self.kinds[to] = defender
        elif code == "=":
            self.kinds.pop(to, None)
            self.still.discard(to)


def choose(view: engine.Position, generator: random.Random) -> int:
    """The move that the rules prefer, chance among equals."""
    state, seat = view.state, view.player
    board = int(state["board"])
    memory = Memory(view, seat)
    goals = _goals(view, seat)
    pieces = {p: int(piece) for p, piece in enumerate(state["piece"].tolist()) if piece}
    left = int(state["limit"]) - int(state["quiet"])
    hurry = int(state["limit"]) > 0 and left <= 4  # no contact would end the game
    home = _near(board, int(state["flag_at"][seat]))
    best, best_score = 0, -1e9
    threats = {p for p in pieces if pieces[p] >> OWNER_SHIFT & 3 == seat and _danger(pieces, memory, board, p, pieces[p] & KIND)}
    for move in view.legal_moves().tolist():
        if move >> 18 & 31 != 1:
            return move
        origin, to = move >> 9 & 511, move & 511
        kind = pieces[origin] & KIND
        score = generator.random()
        if to in pieces:
            score += _attack(kind, memory.kinds.get(to, frozenset(range(1, 13))), to in memory.still, int(state["mine_hit"]))
            score += 12 * (to in home) + 40 * hurry
            if HQ[board, to] and FLAG in memory.kinds.get(to, frozenset()):
                score += 50  # one of two headquarters has the flag
        else:
            score += (
                (goals.get(origin, 20) - goals.get(to, 20)) * (3.0 if kind <= 5 else 1.5 if kind in (BOMB, ENGINEER) else 1.0) / 3
            )
            if origin in threats:
                score += VALUES[kind] / 4
            if _danger(pieces, memory, board, to, kind) and not CAMP[board, to]:
                score -= VALUES[kind] / 3
            if HQ[board, to]:
                score -= 30
        if score > best_score:
            best, best_score = move, score
    return best


def _attack(kind: int, kinds: Kinds, still: bool, mine_hit: int) -> float:
    """The worth of an attack on a piece that may be any of ``kinds``, each weighed by its number in a set."""
    if kinds == {FLAG}:
        return 1000.0
    total = gain = 0.0
    for other in kinds:
        weight = _COUNTS[other] * (2.0 if still and other in (MINE, FLAG) else 1.0)
        code = CODES[fight_code(kind, other, mine_hit)]
        total += weight
        gain += weight * ((VALUES[other] if code in "x=" else 0) - (VALUES[kind] if code in "o=" else 0))
    return gain / max(total, 1.0)


def _danger(pieces: dict[int, int], memory: Memory, board: int, point: int, kind: int) -> bool:
    """Whether an enemy that has shown to be stronger stands beside ``point``."""
    if CAMP[board, point]:
        return False
    for near in NEIGHBOURS[board, point].tolist():
        kinds = memory.kinds.get(near) if near >= 0 else None
        if kinds and kinds < frozenset(range(1, 13)) and all(k < kind or k == BOMB for k in kinds if k not in (MINE, FLAG)):
            return True
    return False


def _near(board: int, flag: int) -> set[int]:
    """The points within two steps of the own flag."""
    ring = {near for near in NEIGHBOURS[board, flag].tolist() if near >= 0} if flag >= 0 else set()
    return ring | {near for point in ring for near in NEIGHBOURS[board, point].tolist() if near >= 0}


def _goals(view: engine.Position, seat: int) -> dict[int, int]:
    """Steps of every point to the nearest goal: a flag that is shown, else the headquarters of enemies that are in the game."""
    state = view.state
    board = int(state["board"])
    enemies = [other for other in range(int(state["seats"])) if (other ^ seat) & 1 and not int(state["out"]) >> other & 1]
    shown = [int(state["flag_at"][other]) for other in enemies if int(state["flag_at"][other]) >= 0]
    start = shown or [BOARDS[board].ground[other][place] for other in enemies for place in HQ_PLACES]
    steps, ring = dict.fromkeys(start, 0), list(start)
    while ring:
        ring = [
            near
            for point in ring
            for near in NEIGHBOURS[board, point].tolist()
            if near >= 0 and steps.setdefault(near, steps[point] + 1) == steps[point] + 1
        ]
        ring = list(dict.fromkeys(ring))
        if len(steps) == BOARDS[board].points:
            break
    return steps
