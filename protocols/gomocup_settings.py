"""What ``INFO`` lines set: limits on time, search and memory, and the rule; and what these mean for the engine."""

from __future__ import annotations

import time
from dataclasses import dataclass

from engine.search.limits import Limits

UNLIMITED_MS = 2147483647
#: Without a word about time the engine thinks so long.
_USUAL_TURN_MS = 5000
#: Kept back of every limit for the way to the manager: this much, but at most the share of a short limit.
MARGIN_MS, _MARGIN_SHARE = 150, 0.4
#: Where searches are seen to end late (a busy machine), this much beyond the delay; together at most the last share.
_BEYOND_MS, _BEYOND_SHARE, _MOST_SHARE = 75, 0.2, 0.7
#: Where turns end late by more than this share of the limit, looking at the clock cannot keep it: searches then have few nodes.
_LOST_SHARE, _LOST_NODES = 0.5, 1000
#: How much of a delay is remembered from move to move.
_MEMORY, _FIRST_LAG_MS = 0.8, 30.0
#: "As fast as possible".
_INSTANT_PLIES, _INSTANT_S = 2, 0.05
#: Rule numbers without the bit of continuous games -> option ``rule``.
_RULES = {0: "freestyle", 1: "standard", 4: "renju", 5: "renju", 8: "caro", 9: "caro-exact"}
_CONTINUOUS = 2
#: Option ``rule`` -> its number.
RULE_NUMBERS = {mode: number for number, mode in reversed(_RULES.items())}

#: Keys whose values are whole numbers.
NUMBERS = (
    "timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "rule", "max_depth", "max_node", "hash_size",
    "thread_num", "pondering", "caution_factor", "time_increment", "checkmate", "claim",
)  # fmt: skip
#: Keys of the Yixin extension.
YIXIN_KEYS = ("max_depth", "max_node", "hash_size", "thread_num", "pondering", "caution_factor", "time_increment", "checkmate")
#: Keys that may end a search that is running.
TIME_KEYS = ("timeout_turn", "timeout_match", "time_left")
#: Keys that change the engine's memory.
TABLE_KEYS = ("max_memory", "hash_size", "thread_num")
_MOST = 10**18


@dataclass
class Settings:
    """The numbers of ``INFO`` as they were given, and the time used."""

    timeout_turn: int = _USUAL_TURN_MS
    timeout_match: int = 0
    time_left: int | None = None
    """As told last, less what was used since; None: never told."""
    time_increment: int = 0
    max_memory: int = 0
    max_depth: int = 0
    max_node: int = 0
    hash_size: int = 0
    thread_num: int = 0
    pondering: int = 0
    game_type: int = 0
    rule: int = 0
    claim: int = 0
    caution_factor: int = 0
    checkmate: int = 0
    yixin: bool = False
    """Whether the manager has used the Yixin extension."""
    lag_ms: float = _FIRST_LAG_MS
    """By how much searches ended late in the last moves."""
    used_ms: float = 0.0
    """Time of the game used so far, for a manager that gives ``timeout_match`` and never ``time_left``."""

    def set(self, key: str, text: str) -> bool:
        """Take one key with its value; whether it was one of :data:`NUMBERS` with a number."""
        if key in YIXIN_KEYS:
            self.yixin = True
        if key not in NUMBERS:
            return False
        try:
            number = int(text)
        except ValueError:
            return False
        if abs(number) > _MOST or (number < 0 and key != "time_left"):
            return False
        setattr(self, key, number)
        return True

    # --- rule ---

    @property
    def mode(self) -> str:
        """The option ``rule``; empty if this one is not played."""
        if self.rule == _CONTINUOUS and self.yixin:
            return "renju"
        return _RULES.get(self.rule, "")

    @property
    def rule_problem(self) -> str:
        """Why the rule is not played; empty if it is."""
        if self.mode:
            return ""
        if self.rule & _CONTINUOUS:
            return f"rule {self.rule}: continuous games are not supported"
        return f"rule {self.rule} is not supported"

    # --- time ---

    @property
    def left_ms(self) -> float | None:
        """What is left of the game's time, None without a limit."""
        if self.time_left is not None:
            return None if self.time_left >= UNLIMITED_MS else self.time_left
        return self.timeout_match - self.used_ms if self.timeout_match else None

    def spend(self, seconds: float) -> None:
        """A turn, or the start, took so long."""
        self.used_ms += seconds * 1000
        if self.time_left is not None and self.time_left < UNLIMITED_MS:
            self.time_left -= round(seconds * 1000)

    def note_lag(self, limits: Limits, used_s: float) -> None:
        """A turn under ``limits`` took so long."""
        if limits.movetime_s is not None:
            meant_s = 0.0 if limits.nodes == _LOST_NODES else limits.movetime_s
            self.lag_ms = max(_MEMORY * self.lag_ms, (used_s - meant_s) * 1000)

    def _margin_ms(self, limit_ms: float) -> float:
        """What is kept back of a limit."""
        usual = min(MARGIN_MS, _MARGIN_SHARE * limit_ms)
        seen = self.lag_ms + min(_BEYOND_MS, _BEYOND_SHARE * limit_ms)
        return min(max(usual, seen), max(_MOST_SHARE * limit_ms, usual))

    def new_game(self) -> None:
        """The clock of the game begins anew."""
        self.used_ms = 0.0

    def limits(self, arrived: float, infinite: bool = False) -> Limits:
        """The limits of a search for a command that came at ``time.monotonic() == arrived``."""
        depth, nodes = self.max_depth or None, self.max_node or None
        if infinite:
            return Limits(depth=depth, nodes=nodes, infinite=depth is None and nodes is None)
        late_ms = (time.monotonic() - arrived) * 1000
        left = self.left_ms
        clock = () if left is None else ((left - late_ms - MARGIN_MS - self.lag_ms) / 1000,) * 2
        if self.timeout_turn == 0:
            depth = min(depth or _INSTANT_PLIES, _INSTANT_PLIES)
            return Limits(depth=depth, nodes=nodes, movetime_s=_INSTANT_S, clock_s=clock)
        if self.lag_ms > _LOST_SHARE * self.timeout_turn:
            nodes = min(nodes or _LOST_NODES, _LOST_NODES)
        margin = self._margin_ms(self.timeout_turn)
        return Limits(
            depth=depth,
            nodes=nodes,
            movetime_s=max(self.timeout_turn - margin - late_ms, 1.0) / 1000,
            clock_s=clock,
            increment_s=(self.time_increment / 1000,) * 2 if clock else (),
        )

    def longest_s(self) -> float:
        """The longest that a turn may take by the present numbers."""
        longest = self.timeout_turn - self._margin_ms(self.timeout_turn) if self.timeout_turn else _INSTANT_S * 1000
        left = self.left_ms
        return max(longest if left is None else min(longest, left - MARGIN_MS), 0.0) / 1000
