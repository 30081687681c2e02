"""What the rule player of army chess remembers: the kinds that every enemy piece may be, by its moves and fights."""

from __future__ import annotations

from collections import Counter
from functools import cache

import engine
from engine.games.luzhanqi.geometry import HQ, OWN_ROW, SLOT_POINT
from engine.games.luzhanqi.state import (
    BOMB,
    CODE_SHIFT,
    CODES,
    COUNTS,
    FLAG,
    HIDDEN_PLACEMENT,
    KIND,
    MARSHAL,
    MINE,
    OWNER_SHIFT,
    PLACEMENT,
    UNKNOWN,
)
from engine.games.luzhanqi.tokens import fight_code

Kinds = frozenset[int]
ALL_KINDS: Kinds = frozenset(range(1, FLAG + 1))
MOVABLE = ALL_KINDS - {MINE, FLAG}


def _placed(board: int, owner: int, point: int) -> Kinds:
    """The kinds that may be placed on a point."""
    row = int(OWN_ROW[board, owner, point])
    kinds = set(ALL_KINDS)
    if row < 5:
        kinds.discard(MINE)
    if row == 1:
        kinds.discard(BOMB)
    if not HQ[board, point]:
        kinds.discard(FLAG)
    return frozenset(kinds)


@cache
def chances(kinds: Kinds, back: bool) -> dict[int, float]:
    """How likely each of ``kinds`` is; ``back``: the piece has never left its last two rows."""
    weights = {kind: COUNTS[kind] * (3.0 if back and kind in (MINE, FLAG) else 1.0) for kind in kinds}
    whole = sum(weights.values()) or 1.0
    return {kind: weight / whole for kind, weight in weights.items()}


class Memory:
    """Enemy pieces by point: ``kinds`` that each may be, its ``owner``, and ``still``, those that have never moved."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.kinds: dict[int, Kinds] = {}
        self.owner: dict[int, int] = {}
        self.still: set[int] = set()
        self._dead: Counter[tuple[int, int]] = Counter()  # (owner, kind) of pieces whose kind was certain when they fell
        self._ply = 0

    def follow(self, view: engine.Position) -> None:
        """Learn from the moves of ``view`` that have come since the last call."""
        states = view.memory.view(view.game.spec.state)
        if self._ply == 0:
            self._begin(states[0])
        for ply in range(self._ply, view.ply):
            move, before = view.moves[ply], states[ply]
            player = int(before["player"])
            if move & (PLACEMENT | HIDDEN_PLACEMENT):
                if (player ^ self.seat) & 1:
                    for point in SLOT_POINT[int(before["board"]), player].tolist():
                        self.kinds[point], self.owner[point] = _placed(int(before["board"]), player, point), player
                        self.still.add(point)
            elif move >> 18 & 31 == 1:
                self._moved(before, move >> 9 & 511, move & 511, CODES[move >> CODE_SHIFT & 7])
        self._ply = view.ply
        pieces, flags = view.state["piece"].tolist(), view.state["flag_at"].tolist()
        for point in list(self.kinds):
            if not pieces[point]:
                self._forget(point)  # its seat is out
            elif pieces[point] & KIND != UNKNOWN:
                self.kinds[point] = frozenset({pieces[point] & KIND})
            elif flags[self.owner[point]] >= 0 and view.state["flag_reveal"]:
                self.kinds[point] -= {FLAG, MARSHAL}  # a flag is shown when its marshal is dead
        self._exclude()

    def _begin(self, state) -> None:
        """Take up the enemies of the first row; those in their last two rows may never have moved."""
        board = int(state["board"])
        for point, piece in enumerate(state["piece"].tolist()):
            owner = piece >> OWNER_SHIFT & 3
            if piece and (owner ^ self.seat) & 1:
                back = int(OWN_ROW[board, owner, point]) >= 5
                self.kinds[point] = _placed(board, owner, point) if back else MOVABLE
                self.owner[point] = owner
                if back:
                    self.still.add(point)

    def _forget(self, point: int) -> None:
        self.kinds.pop(point, None)
        self.owner.pop(point, None)
        self.still.discard(point)

    def _fell(self, point: int, kinds: Kinds) -> None:
        if point in self.kinds and len(kinds) == 1:
            self._dead[self.owner[point], min(kinds)] += 1

    def _moved(self, before, origin: int, to: int, code: str) -> None:
        mine_hit = int(before["mine_hit"])
        attacker, defender = self._known(before, origin) & MOVABLE, self._known(before, to)
        if code != " ":
            pairs = [(a, d) for a in attacker for d in defender if CODES[fight_code(a, d, mine_hit)] == code]
            attacker = frozenset(a for a, _ in pairs) or attacker
            defender = frozenset(d for _, d in pairs) or defender
        foreign, owner = origin in self.kinds, self.owner.get(origin, -1)
        if code in "o=":
            self._fell(origin, attacker)
        if code in "x=":
            self._fell(to, defender)
        if code in "o~" and to in self.kinds:
            self.kinds[to] = defender
        if code == "~":
            if foreign:
                self.kinds[origin] = attacker
            return
        self._forget(origin)
        if code in " x=":
            self._forget(to)
        if code in " x" and foreign:
            self.kinds[to], self.owner[to] = attacker, owner

    def _known(self, before, point: int) -> Kinds:
        """The kinds that a piece may be before a move: of an enemy what is remembered, else what the view shows."""
        if point in self.kinds:
            return self.kinds[point]
        kind = int(before["piece"][point]) & KIND
        return ALL_KINDS if kind == UNKNOWN else frozenset({kind})

    def _exclude(self) -> None:
        """Kinds of which all pieces are accounted for are nobody else's."""
        counts = self._dead.copy()
        for point, kinds in self.kinds.items():
            if len(kinds) == 1:
                counts[self.owner[point], min(kinds)] += 1
        spent: dict[int, set[int]] = {}
        for (owner, kind), count in counts.items():
            if count >= COUNTS[kind]:
                spent.setdefault(owner, set()).add(kind)
        for point, kinds in self.kinds.items():
            if len(kinds) > 1:
                self.kinds[point] = kinds - spent.get(self.owner[point], set()) or kinds
