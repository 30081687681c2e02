"""What a Gomocup search prints: ``MESSAGE`` lines in the form that Rapfi made usual, which GUIs and libraries read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import engine
from engine.search.limits import Info, SearchResult
from protocols.gomocup_board import Point
from protocols.render import VariationWriter

if TYPE_CHECKING:
    from engine import Position

_CELL_MASK = 511


def spell(position: Position, move: int) -> str:
    """A move as ``x,y``."""
    return position.format(move, "gomocup")


def point_of(move: int, size: int) -> Point:
    """The point of a packed move."""
    point = move & _CELL_MASK
    return point % size, size - 1 - point // size


def score_text(score: int) -> str:
    """Hundredths; ``+M5``: the side to move wins in five plies, ``-M4``: it loses in four."""
    if engine.is_mate(score):
        return f"{'+' if score > 0 else '-'}M{engine.mate_plies(score)}"
    return str(score)


class SearchReporter:
    """Prints what one search reports while the manager waits."""

    def __init__(self, line: Callable[[str], None], position: Position, many: bool) -> None:
        self._line, self._many = line, many
        self._writer = VariationWriter(position, spell)
        self._last: dict[int, tuple[int, tuple[int, ...]]] = {}

    def show(self, info: Info) -> None:
        """Print one exact line; called in the search's thread."""
        if info.current_number or info.bound != "exact" or (info.multipv > 1 and not self._many):
            return
        self._last[info.multipv] = info.score, info.pv
        number = f" multipv {info.multipv}" if self._many else ""
        self._line(
            f"MESSAGE depth {info.depth}-{info.seldepth}{number} ev {score_text(info.score)} n {info.nodes} "
            f"n/ms {info.nps // 1000} tm {round(info.time_s * 1000)} pv {' '.join(self._writer.write(info.pv))}"
        )

    def conclude(self, result: SearchResult) -> None:
        """Print the lines of the result that are news."""
        for info in result.lines:
            if self._last.get(info.multipv) != (info.score, info.pv):
                self.show(info)
