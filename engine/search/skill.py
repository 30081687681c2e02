"""Play below full strength: fewer nodes, and now and then not the best of several lines.

The scale is an estimate in the spirit of the common 40/15 lists, anchored by the node count: strength falls by 60 points and more
when nodes are halved, and a choice among weaker lines takes away the rest at the low end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.search.limits import Info

SKILL_FULL = 20
ELO_LOW, ELO_HIGH = 800, 2600
_LINES = 4


@dataclass
class Skill:
    """The settings and what follows from them. ``elo`` 0 and ``level`` ``SKILL_FULL`` are full strength."""

    level: int = SKILL_FULL
    elo: int = 0
    random: random.Random = field(default_factory=lambda: random.Random(1))
    """Chooses among lines; seeded, so that a weakened engine is reproducible too."""

    @property
    def target(self) -> int:
        """The playing strength aimed at; 0: as strong as possible."""
        by_level = 0 if self.level >= SKILL_FULL else ELO_LOW + (ELO_HIGH - ELO_LOW) * max(self.level, 0) // SKILL_FULL
        by_elo = min(max(self.elo, ELO_LOW), ELO_HIGH) if self.elo else 0
        return min(by_level or by_elo, by_elo or by_level)

    @property
    def limited(self) -> bool:
        """Whether play is weakened at all."""
        return self.target != 0

    def nodes(self) -> int:
        """The node limit of one move; 0: none."""
        if not self.limited:
            return 0
        return int(60 * 2 ** ((self.target - ELO_LOW) / 150))

    def lines(self) -> int:
        """How many lines to search for the choice."""
        return _LINES if self.limited else 1

    def choose(self, lines: Sequence[Info]) -> Info:
        """One of ``lines`` (best first): the weaker the target, the more score units may be given away."""
        spread = max(4, (ELO_HIGH - self.target) // 12)
        top = lines[0].score
        best, best_value = lines[0], float("-inf")
        for line in lines:
            if top - line.score > 2 * spread:
                continue
            value = line.score + self.random.random() * spread
            if value > best_value:
                best, best_value = line, value
        return best
