"""What one UCI search prints: ``info`` lines and ``bestmove``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from engine.search.limits import Info, SearchResult
from protocols.lines import Output
from protocols.options import OptionValues
from protocols.render import VariationWriter, moves_to_mate, own_moves_to_mate, win_chances
from protocols.session import first_legal

if TYPE_CHECKING:
    from engine import Position

#: Lines about bounds and current moves come only after this long.
_CHATTER_S = 3.0
#: Current moves are not reported more often.
_CHATTER_EVERY_S = 0.2


class Speaker(Protocol):
    """What a reporter needs of its session."""

    output: Output
    options: OptionValues

    def tell(self, text: str) -> None:
        """Say something to people."""


class SearchReporter:
    """Prints what one search reports, and its ``bestmove``."""

    def __init__(self, session: Speaker, position: Position, notation: str | None) -> None:
        self._session, self._notation = session, notation
        self._position = position.copy()
        self._writer = VariationWriter(position, lambda at, move: at.format(move, notation))
        self._show_wdl = session.options.flag("UCI_ShowWDL")
        self._start = time.monotonic()
        self._shown: list[Info] = []
        """The exact lines of the last block, by MultiPV number."""
        self._last_exact = False
        self._last_chatter, self._last_current = 0.0, (0, 0)

    def show(self, info: Info) -> None:
        """Print one line of the search; called in its thread."""
        now = time.monotonic()
        late = now - self._start >= _CHATTER_S
        if info.current_number:
            current = (info.depth, info.current_number)
            if late and now - self._last_chatter >= _CHATTER_EVERY_S and current != self._last_current:
                self._last_chatter, self._last_current = now, current
                move = self._position.format(info.current_move, self._notation)
                self._session.output.line(f"info depth {info.depth} currmove {move} currmovenumber {info.current_number}")
            return
        exact = info.bound == "exact"
        if not exact and not late:
            return
        if exact:
            del self._shown[info.multipv - 1 :]
            self._shown.append(info)
        self._last_exact = exact
        self._session.output.line(self._line(info))

    def _line(self, info: Info) -> str:
        words = [f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} score {self._score(info)}"]
        if info.bound != "exact":
            words.append(f"{info.bound}bound")
        if self._show_wdl:
            words.append("wdl {} {} {}".format(*(info.wdl or win_chances(info.score))))
        words.append(
            f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits {info.tbhits} time {round(info.time_s * 1000)}"
        )
        pv = self._writer.write(info.pv)
        if pv:
            words.append("pv " + " ".join(pv))
        return " ".join(words)

    def _score(self, info: Info) -> str:
        """``cp X`` or ``mate M``, with M moves of the winning team."""
        if len(self._position.game.teams) == 2:
            return uci_score(info.score)
        mate = own_moves_to_mate(self._position, info.score, info.pv)
        return f"cp {info.score}" if mate is None else f"mate {mate}"

    def finish(self, result: SearchResult | None) -> None:
        """Print the last lines and ``bestmove``."""
        output, position = self._session.output, self._position
        if not len(position.legal_moves()):
            outcome = position.result()
            lost = outcome.over and outcome.winners and position.seat not in outcome.winners
            none = "0000" if position.result_string() else "(none)"
            output.line(f"info depth 0 score {'mate 0' if lost else 'cp 0'}", f"bestmove {none}")
            return
        if result is None or not result.best:
            self._session.tell("the search failed; some legal move is played")
            result = SearchResult(first_legal(position), 0)
        lines = list(result.lines)
        if not lines or lines[0].pv[:1] != (result.best,):
            lines = [Info(max(1, result.depth), 1, 1, result.score, "exact", result.nodes, result.time_s, 0, 0, (result.best,))]
        heads = [info.pv[:1] for info in self._shown]
        if not self._last_exact or heads[:1] != [(result.best,)]:
            output.line(*(self._line(info) for info in lines))
        answer = "bestmove " + position.format(result.best, self._notation)
        reply = self._reply(result)
        output.line(f"{answer} ponder {reply}" if reply else answer)

    def _reply(self, result: SearchResult) -> str:
        """The move to ponder on, empty if there is none or the game would be over after it."""
        if not result.ponder:
            return ""
        after = self._position.copy()
        after.push(result.best)
        if after.result().over or result.ponder not in after.legal_moves():
            return ""
        text = after.format(result.ponder, self._notation)
        after.push(result.ponder)
        return "" if after.result().over or not len(after.legal_moves()) else text


def uci_score(score: int) -> str:
    """``cp X`` or ``mate M``."""
    mate = moves_to_mate(score)
    return f"cp {score}" if mate is None else f"mate {mate}"
