"""What an XBoard engine prints: moves, thinking lines, claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.search.limits import Info, SearchResult
from protocols.lines import Output
from protocols.render import VariationWriter, moves_to_mate

if TYPE_CHECKING:
    from engine import Position

_MATE = 100_000

#: Reasons of draws, and the words of the claim that XBoard has for them.
_DRAW_CLAIMS = {
    "stalemate": "Stalemate",
    "repetition": "Draw by repetition",
    "fifty-moves": "Draw by 50-move rule",
    "insufficient-material": "Insufficient material",
    "material": "Insufficient material",
    "fivefold-repetition": "Draw by repetition",
    "seventyfive-moves": "Draw by 50-move rule",
}


def move_text(position: Position, move: int, variant: str) -> str:
    """A move as XBoard writes it; castling in Chess960 has a form of its own."""
    if variant == "fischerandom":
        san = position.format(move, "san")
        if san.startswith("O-O"):
            return san.rstrip("+#")
    return position.format(move)


def xboard_score(score: int) -> int:
    """Centipawns, or 100000 plus the moves to mate."""
    mate = moves_to_mate(score)
    if mate is None:
        return score
    return _MATE + mate if score > 0 else -_MATE + mate


def claim_of(position: Position) -> str:
    """The result line after the engine's own move; empty while the game goes on by its rules.

    XBoard tests claims of chess, and takes a draw for a reason that it does not know for a false one; so that is left to it.
    """
    outcome = position.result()
    if not outcome.over:
        return ""
    entry = position.game.entry
    if not outcome.winners:
        if entry.id == "chess" and outcome.reason not in _DRAW_CLAIMS:
            return ""
        return f"1/2-1/2 {{{_DRAW_CLAIMS.get(outcome.reason, outcome.reason)}}}"
    if entry.id == "chess" and len(position.legal_moves()):
        return ""
    first = entry.seats[0] in outcome.winners
    score, winner = ("1-0", "White") if first else ("0-1", "Black")
    words = {"checkmate": "mates", "stalemate": "stalemates"}.get(outcome.reason, f"wins: {outcome.reason}")
    return f"{score} {{{winner} {words}}}"


class ThinkingOutput:
    """Prints the thinking lines of one search; ``show`` runs in the search's thread.

    ``wanted()`` says whether the GUI wants lines now. While ``held`` (pondering) nothing is printed.
    """

    def __init__(self, output: Output, position: Position, variant: str, wanted: Callable[[], bool], held: bool = False) -> None:
        self._output, self._wanted, self._held = output, wanted, held
        self._position, self._variant = position.copy(), variant
        self._writer = VariationWriter(position, lambda at, move: move_text(at, move, variant))
        self._last: Info | None = None
        self._current: Info | None = None
        self._printed: Info | None = None

    @property
    def score(self) -> int | None:
        """The last exact score of the search."""
        return self._last.score if self._last else None

    def show(self, info: Info) -> None:
        """Take one line of the search."""
        if info.current_number:
            self._current = info
            return
        if info.bound == "exact" and info.multipv == 1:
            self._last = info
        if self._wanted() and not self._held:
            self._print(info)

    def release(self) -> None:
        """The guess was right: print what was held back, and lines as they come."""
        self._held = False
        if self._last and self._wanted():
            self._print(self._last)

    def close(self, result: SearchResult | None) -> None:
        """Make sure that the last line printed is that of the move that is played."""
        lines = result.lines if result else ()
        shown = self._printed
        if lines and self._wanted() and (shown is None or (shown.bound, shown.pv) != (lines[0].bound, lines[0].pv)):
            self._print(lines[0])

    def _print(self, info: Info) -> None:
        self._printed = info
        # A word of its own: clients that read moves would not know one with a mark behind it.
        mark = {"exact": "", "upper": " ?", "lower": " !"}[info.bound]
        words = (info.depth, xboard_score(info.score), round(info.time_s * 100), info.nodes, info.seldepth, info.nps, info.tbhits)
        self._output.line(" ".join(map(str, words)) + "\t" + " ".join(self._writer.write(info.pv)) + mark)

    def status(self) -> str:
        """The answer to ``.``: time, nodes, depth, root moves left and in all, the current one."""
        total = len(self._position.legal_moves())
        last, current = self._last, self._current
        newest = current or last
        if newest is None:
            return f"stat01: 0 0 0 {total} {total}"
        left = max(0, total - current.current_number) if current else 0
        move = current.current_move if current else newest.pv[0] if newest.pv else 0
        text = f" {move_text(self._position, move, self._variant)}" if move else ""
        return f"stat01: {round(newest.time_s * 100)} {newest.nodes} {newest.depth} {left} {total}{text}"
