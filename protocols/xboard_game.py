"""The game that an XBoard session plays: whose turn it is to think, on what, and what happens with the answer.

The session is in one of three modes: *force* (both sides' moves are taken), *playing* one seat, *analysing*. Whatever changes the
position ends the search at hand without an answer; analysis then goes on in the new position.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from engine.games import CATALOGUE
from engine.search.limits import Limits, SearchResult
from protocols import xboard_boards
from protocols.adapter import ANALYSING, PONDERING, SEARCHING
from protocols.clock import GameClock
from protocols.lines import Events, Output
from protocols.loader import load_engine
from protocols.session import Session, first_legal
from protocols.xboard_output import ThinkingOutput, claim_of, move_text

FORCE, PLAYING, ANALYSIS = "force", "playing", "analysis"

#: A draw is accepted if the last scores (at most so many) are all no better than 0, without any if the static one is about even.
_DRAW_SCORES, _EVEN = 5, 25


class XboardGame(Session):
    """State and moves of one game after the other."""

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        entries = (self.entry,) if game_id else tuple(e for e in CATALOGUE if "xboard" in e.protocols)
        self.variants = xboard_boards.variants_of(entries)
        self._home = next((name for name, v in self.variants.items() if v.game == self.entry.id), "normal")
        self.variant = self._home
        self.mode = FORCE
        self.seat = 1
        """The seat that the engine plays in playing mode."""
        self.clock = GameClock()
        self._post = False
        self._ponder = False
        self._over = False
        self._bad_position = False
        """Whether the last ``setboard`` was refused: no move is legal then."""
        self._allowed: set[int] | None = None
        """Packed root moves that analysis looks at; None: all."""
        self._pings: list[str] = []
        self._guess = 0
        """The move that is being pondered on."""
        self._expected = 0
        """The reply that the last search expects."""
        self._scores: list[int] = []
        self._offered = False
        """Whether a draw was offered in force mode; the next move answers."""
        self._thinking: ThinkingOutput | None = None
        self._think_start = 0.0

    def _set_mode(self, mode: str) -> None:
        self._drop_search()
        self.mode, self._over, self.analysing = mode, False, mode == ANALYSIS

    # --- positions ---

    def _set_variant(self, name: str) -> None:
        self.variant = name
        chosen = self.variants[name]
        self.choose_game(chosen.game)
        for rule, text in chosen.rules.items():
            self.set_option(rule, text)

    def _new_line(self) -> None:
        """Forget everything that belongs to the game before; analysis goes on in the new position."""
        self._over = False
        self._scores.clear()
        self._new_position()

    def _new_position(self) -> None:
        self._allowed, self._expected, self._offered = None, 0, False
        self._analyse()

    def _follow_guess(self, text: str) -> None:
        """The move that is being pondered on was played: thinking goes on, on our own time."""
        self.history.play(text)
        self._allowed, self._expected, self._guess = None, 0, 0
        self._think_start = time.monotonic()
        if self._thinking:
            self._thinking.release()
        self.search.ponderhit()

    def _take_back(self, count: int) -> None:
        self._drop_search()
        for _ in range(count):
            self.history.undo()
        self._over = False
        self._new_position()

    # --- thinking ---

    def _own_moves(self) -> int:
        position = self.position
        players = position.memory.view(position.game.spec.state)["player"]
        return int((players[: position.ply] == self.seat).sum())

    def _limits(self, **more: Any) -> Limits:
        overhead = self.options.number("Move Overhead") / 1000
        return Limits(**self.clock.limits(self.seat, self._own_moves(), overhead), **more)

    def _think_if_due(self) -> None:
        if self.mode != PLAYING or self._over or self._bad_position or self.search.active:
            return
        position = self.position
        if position.player != self.seat or not len(position.legal_moves()):
            return
        self._think_start = time.monotonic()
        self._thinking = ThinkingOutput(self.output, position, self.variant, lambda: self._post)
        limits = self._limits()
        move = self.book_move() if not limits.depth else 0
        if move:
            self.answer_at_once(SearchResult(move, 0), self._on_found, SEARCHING)
        else:
            self.think(limits, self._thinking.show, self._on_found, SEARCHING)

    def _on_found(self, result: SearchResult | None) -> None:
        """A search for a move has ended: play it."""
        position = self.position
        best = result.best if result and result.best else first_legal(position)
        if self._thinking:
            self._thinking.close(result)
        text = move_text(position, best, self.variant)
        self.history.push(best)
        self.clock.moved(time.monotonic() - self._think_start, self._own_moves())
        self.output.line(f"move {text}")
        claim = claim_of(self.position)
        if claim:
            self._over = True
            self.output.line(claim)
        if result and result.lines:
            self._scores = [*self._scores, result.score][-_DRAW_SCORES:]
            if self._offered and result.score <= 0 and not self._over:
                self.output.line("offer draw")
        self._offered, self._allowed = False, None
        self._answer_pings()
        self._expected = result.ponder if result else 0
        self._think_if_due()
        self._start_pondering()

    def _start_pondering(self) -> None:
        position = self.position
        if not self._ponder or self.mode != PLAYING or self._over or self._bad_position or self.search.active:
            return
        if position.player == self.seat:
            return
        guess = self._expected
        if not guess or guess not in position.legal_moves():
            return
        after = position.copy()
        after.push(guess)
        if after.result().over or not len(after.legal_moves()) or after.player != self.seat:
            return
        self._guess = guess
        self._thinking = ThinkingOutput(self.output, after, self.variant, lambda: self._post, held=True)
        self.think(self._limits(ponder=True), self._thinking.show, self._on_found, PONDERING, after)

    def _analyse(self) -> None:
        """Start analysing the position on the board, if that is the mode and there is something to analyse."""
        if self.mode != ANALYSIS or self._bad_position or self.search.active:
            return
        position = self.position
        legal = [int(move) for move in position.legal_moves()]
        allowed = tuple(move for move in legal if self._allowed is None or move in self._allowed)
        if not allowed:
            return
        self._thinking = ThinkingOutput(self.output, position, self.variant, lambda: self._post)
        limits = Limits(infinite=True, search_moves=allowed if len(allowed) < len(legal) else ())
        self.think(limits, self._thinking.show, lambda result: None, ANALYSING)

    def _drop_search(self) -> None:
        """End whatever is being searched without an answer."""
        self.search.discard()
        self._guess = 0
        self._answer_pings()

    def _answer_pings(self) -> None:
        pings, self._pings = self._pings, []
        self.output.line(*(f"pong {number}" for number in pings))

    def _accepts_draw(self) -> bool:
        """Whether the engine, playing, takes a draw now."""
        current = self._thinking.score if self.search.state == SEARCHING and self._thinking else None
        scores = self._scores if current is None else [*self._scores, current]
        if scores:
            return all(score <= 0 for score in scores[-_DRAW_SCORES:])
        if self.search.active:
            return False
        score = self.engine().evaluate(self.position)
        return (score if self.position.player == self.seat else -score) <= _EVEN
