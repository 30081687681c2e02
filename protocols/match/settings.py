"""Everything that a match is told, as plain data that can be sent to another machine."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from protocols.client.player import PlayerSpec
from protocols.match.openings import OpeningSettings
from protocols.match.rules import MatchRules
from protocols.match.schedule import Plan
from protocols.match.sprt import Sprt


@dataclass(frozen=True)
class PgnSettings:
    """How games are written as PGN."""

    file: str = ""
    """Empty: not at all."""
    notation: str = ""
    """Empty: the one that programs expect (chess: SAN; xiangqi: Chinese)."""
    clocks: bool = True
    """Whether comments have ``[%clk]``."""
    nodes: bool = False
    seldepth: bool = False


@dataclass(frozen=True)
class MatchSettings:
    """A match: who plays, what, how long, by which rules, and what is written down."""

    game: str
    options: dict[str, str]
    """Rule options of the game."""
    players: tuple[PlayerSpec, ...]
    plan: Plan
    openings: OpeningSettings = field(default_factory=OpeningSettings)
    rules: MatchRules = field(default_factory=MatchRules)
    sprt: Sprt | None = None
    seed: int = 1
    """Games with dice or deals: that of the first opening; each opening has the next one, so the games on one opening have
    equal luck.
    """
    concurrency: int = 1
    """Games at a time; 0, on a cluster: as many as it has processors."""
    recover: bool = False
    """Whether engines that broke down are started again; else the match stops there."""
    wait_s: float = 0.0
    """Pause between games."""
    check_pv: bool = False
    """Whether illegal moves in the expected lines are counted."""
    event: str = ""
    site: str = ""
    journal: str = ""
    pgn: PgnSettings = field(default_factory=PgnSettings)
    json: str = ""
    report: str = ""
    report_games: int = 200
    log: str = ""
    """File for all that is said to and by engines."""
    interval: int = 10
    """Quiet output: games between two statements of the score; 0: only at the end."""
    ray: str = ""
    """Address of a Ray cluster; empty: play here."""

    def identity(self, openings_fingerprint: str) -> dict[str, Any]:
        """What must be equal for two runs to be the same match: all that steers its games, but not their number."""
        plan = {name: getattr(self.plan, name) for name in ("games", "tournament", "seeds", "repeat", "swap", "reverse")}
        chance = {} if self.seed == 1 else {"seed": self.seed}
        return {
            **chance,
            "game": self.game,
            "options": dict(sorted(self.options.items())),
            "players": [player.identity() for player in self.players],
            "plan": plan,
            "openings": openings_fingerprint,
            "rules": self.rules.as_dict(),
        }

    def journal_path(self, identity: dict[str, Any]) -> Path:
        """The journal's file: as told, else a name that the same command finds again."""
        if self.journal:
            return Path(self.journal)
        digest = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:10]
        return Path(f"match-{digest}.jsonl")
