"""What one Hub search prints: ``info`` lines and ``done``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import engine
from engine.search.limits import Info, SearchResult
from protocols.hub_line import write_line, write_value
from protocols.lines import Output
from protocols.render import VariationWriter
from protocols.session import first_legal

if TYPE_CHECKING:
    from engine import Position

#: Scores beyond this are proven wins; between this and an estimate's limit lie wins by table or rule.
PROVEN, TABLE, ESTIMATE = 100.0, 90.0, 88.0


class Speaker(Protocol):
    """What a reporter needs of its session."""

    output: Output

    def tell(self, text: str) -> None:
        """Say something to people."""


def score_text(score: int) -> str:
    """A score in men: estimates within 88, wins by table or rule 89.xx, proven wins 100 less a hundredth for each ply."""
    from engine.core.score import EVAL_LIMIT, RULE_WIN, TABLE_WIN  # needs numba, which a handshake must not wait for

    size = abs(score)
    if engine.is_mate(score):
        men = PROVEN - engine.mate_plies(score) / 100
    elif size >= EVAL_LIMIT:
        known = TABLE_WIN if size > RULE_WIN else RULE_WIN
        men = TABLE - min(max(known - size, 1), 99) / 100
    else:
        men = min(size / 100, ESTIMATE)
    return f"{-men if score < 0 else men:.2f}".replace("-0.00", "0.00")


class SearchReporter:
    """Prints what one search reports, and its ``done``."""

    def __init__(self, session: Speaker, position: Position) -> None:
        self._session, self._position = session, position.copy()
        self._writer = VariationWriter(position)
        self._last: tuple[int, tuple[int, ...]] | None = None
        """Score and variation of the last line printed."""

    def show(self, info: Info) -> None:
        """Print one exact line; called in the search's thread."""
        if info.current_number or info.bound != "exact" or info.multipv != 1:
            return
        self._last = info.score, info.pv
        words = {"depth": str(info.depth), "max-depth": str(info.seldepth), "score": score_text(info.score)}
        words |= {"nodes": str(info.nodes), "time": f"{info.time_s:.3f}", "nps": f"{info.nps / 1e6:.3f}"}
        line = write_line("info", words)
        pv = " ".join(self._writer.write(info.pv))
        self._session.output.line(f"{line} pv={write_value(pv)}" if pv else line)

    def finish(self, result: SearchResult | None) -> None:
        """Print the last line, if it is news, and ``done``: bare where there is no legal move."""
        session, position = self._session, self._position
        if not len(position.legal_moves()):
            session.output.line("done")
            return
        if result is None or not result.best:
            session.tell("the search failed; some legal move is played")
            result = SearchResult(first_legal(position), 0)
        if result.lines and self._last != (result.lines[0].score, result.lines[0].pv):
            self.show(result.lines[0])
        words = {"move": position.format(result.best)}
        if result.ponder:
            after = position.copy()
            after.push(result.best)
            if not after.result().over and result.ponder in after.legal_moves():
                words["ponder"] = after.format(result.ponder)
        session.output.line(write_line("done", words))
