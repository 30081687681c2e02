"""What limits a Hub search: the arguments of ``level`` lines, collected until the search has answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import QijiError
from engine.search.limits import Limits
from protocols.hub_line import SHOWN, read_real, read_whole

#: Longer times (30 years) are cut to this.
_LONGEST_S = 1e9
_REALS, _WHOLES = ("move-time", "time", "inc"), ("depth", "nodes", "moves")


class LevelError(QijiError):
    """An argument of ``level`` that cannot be read."""


@dataclass
class Level:
    """All limits that hold together; none given: until ``stop``."""

    depth: int | None = None
    nodes: int | None = None
    movetime_s: float | None = None
    time_s: float | None = None
    """What is left for the game or for the next ``moves`` moves, without the increment of the move that comes."""
    moves: int | None = None
    increment_s: float = 0.0

    def read(self, arguments: Mapping[str, str]) -> Level:
        """This level with what one line adds to it; ``infinite`` drops what was said before. Unknown arguments are ignored.

        Raises
        ------
        LevelError
            Nothing of the line counts then.
        """
        new = Level() if "infinite" in arguments else Level(**vars(self))
        for name in _REALS:
            if name in arguments:
                number = read_real(arguments[name])
                if number is None:
                    raise LevelError(f"level {name}: {arguments[name][:SHOWN]!r} is no number of seconds")
                seconds = max(0.0, min(number, _LONGEST_S))
                if name == "move-time":
                    new.movetime_s = seconds
                elif name == "time":
                    new.time_s = seconds
                else:
                    new.increment_s = seconds
        for name in _WHOLES:
            if name in arguments:
                count = read_whole(arguments[name])
                if count is None:
                    raise LevelError(f"level {name}: {arguments[name][:SHOWN]!r} is no whole number")
                setattr(new, name, max(1, count) if name != "moves" or count > 0 else None)
        return new

    @property
    def usable_s(self) -> float | None:
        """What may be used for the coming moves, its increment included; None without a clock."""
        if self.time_s is None and not self.increment_s:
            return None
        return (self.time_s or 0.0) + self.increment_s

    @property
    def unlimited(self) -> bool:
        """Whether only ``stop`` ends the search."""
        return self.depth is None and self.nodes is None and self.movetime_s is None and self.usable_s is None

    def limits(self, seat: int, seats: int, ponder: bool = False) -> Limits:
        """The limits for the player of ``seat``. The clock of the others is not known: it is taken to be the same."""
        clock = () if self.usable_s is None else (self.usable_s,) * seats
        return Limits(
            depth=self.depth,
            nodes=self.nodes,
            movetime_s=self.movetime_s,
            clock_s=clock,
            increment_s=(self.increment_s,) * seats if clock else (),
            moves_to_go=self.moves if clock else None,
            infinite=self.unlimited and not ponder,
            ponder=ponder,
        )
