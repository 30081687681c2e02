"""The championship protocol of army chess (``luzhanqi-ccgc``), program side; the authority is the project's text on it.

``INFO 1.0`` is answered by ``NAME``, ``START`` by ``ARRAY`` and a placement, ``GO`` by ``BESTMOVE``; ``RESULT``
tells how the own move ended. The protocol shows a program the enemy's flag only; that its own flag has been shown follows from
the loss of its own marshal.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import engine
from engine.errors import QijiError
from engine.search.limits import Limits, SearchResult
from protocols.adapter import SEARCHING
from protocols.ccgc_text import NOTHING, from_move, to_move, to_point, token
from protocols.lines import Events, Output, Quit
from protocols.loader import load_engine
from protocols.session import Session, first_legal

if TYPE_CHECKING:
    from engine import Position

#: Moves of an own side that a game is planned for, and the least time for one.
_MOVES, _LEAST_S = 60, 0.05


class CcgcSession(Session):
    """One conversation in the championship protocol."""

    default_game = "luzhanqi-ccgc"

    def __init__(
        self, events: Events, output: Output, game_id: str | None = None, load: Callable[..., Any] = load_engine
    ) -> None:
        super().__init__(events, output, game_id, load)
        self._seat = 0
        self._tokens: list[str] = []
        self._left_s, self._began = 1800.0, 0.0
        self._own_move = ""
        """The move whose ``RESULT`` is due."""
        self._enemy_flag = ""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "INFO": self._on_info,
            "START": self._on_start,
            "GO": self._on_go,
            "RESULT": self._on_result,
            "END": self._on_end,
            "QUIT": self._on_quit,
        }

    # --- talking ---

    def handle(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        action = self._commands.get(words[0].upper())
        if action is None:
            self.tell(f"unknown command: {line.strip()[:200]}")
        else:
            self.guarded(lambda: action(words[1:]))

    def tell(self, text: str) -> None:
        """The protocol has no words for people; they find them on stderr."""
        self.output.aside(text)

    # --- course of a game ---

    def _on_info(self, words: list[str]) -> None:
        self.output.line(f"NAME Qiji {engine.__version__}")
        self.loader.want(self.entry.id)

    def _on_start(self, words: list[str]) -> None:
        self.search.discard()
        if len(words) != 3 or words[0] not in ("0", "1") or not all(word.isascii() and word.isdigit() for word in words):
            raise QijiError("START: 0 or 1, seconds and the limit of moves without contact are expected")
        self._seat, self._left_s = int(words[0]), float(words[1])
        self.set_option("NoContactPlies", words[2])
        self.new_game()
        self._tokens, self._own_move, self._enemy_flag = ([] if self._seat == 0 else ["@-"]), "", ""
        self._place()
        self._began = time.monotonic()
        self._think(Limits(movetime_s=1.0), self._placed)

    def _placed(self, result: SearchResult | None) -> None:
        text = self.position.format(self._best(result))
        self.output.line(f"ARRAY {text[1:]}")
        self._tokens += [text, "@-"] if self._seat == 0 else [text]
        self._place()

    def _on_go(self, words: list[str]) -> None:
        self.search.finish()
        if len(words) != 3:
            raise QijiError("GO: a move, its result and a flag are expected")
        if words[0] != "0000":
            move = to_move(words[0], self._seat)
            self._add(token(move, words[1], self._shown(words[2]), self._own_shown(move, False, words[1])))
        if not len(self.position.legal_moves()):
            raise QijiError("GO: it is not this program's turn")
        self._began = time.monotonic()
        self._think(Limits(movetime_s=max(_LEAST_S, self._left_s / _MOVES)), self._moved)

    def _moved(self, result: SearchResult | None) -> None:
        self._left_s = max(1.0, self._left_s - (time.monotonic() - self._began))
        self._own_move = self.position.format(self._best(result))
        self.output.line(f"BESTMOVE {from_move(self._own_move, self._seat)}")

    def _on_result(self, words: list[str]) -> None:
        self.search.finish()
        if len(words) != 2 or not self._own_move:
            raise QijiError("RESULT: a result and a flag are expected behind a move of this program")
        move, self._own_move = self._own_move, ""
        self._add(token(move, words[0], self._own_shown(move, True, words[0]), self._shown(words[1])))

    def _on_end(self, words: list[str]) -> None:
        self.search.discard()
        self._own_move = ""

    def _on_quit(self, words: list[str]) -> None:
        raise Quit

    # --- tokens ---

    def _shown(self, text: str) -> str:
        """The enemy's flag if this line is the first that shows it."""
        if text == NOTHING:
            return ""
        point = to_point(text, self._seat)
        fresh = "" if self._enemy_flag else point
        self._enemy_flag = point
        return fresh

    def _own_shown(self, move: str, mine: bool, result: str) -> str:
        """The own flag if ``move`` (``mine``, or the enemy's) costs the own marshal."""
        from engine.games.luzhanqi.geometry import BOARDS, INDEX
        from engine.games.luzhanqi.state import KIND, MARSHAL

        if result not in ("02" if mine else "12"):
            return ""
        cut = 3 if move[2].isdigit() else 2
        point, state = INDEX[0][move[:cut] if mine else move[cut:]], self.position.state
        flag = int(state["flag_at"][self._seat])
        return BOARDS[0].names[flag] if int(state["piece"][point]) & KIND == MARSHAL and flag >= 0 else ""

    def _add(self, text: str) -> None:
        self._tokens.append(text)
        self._place()

    def _place(self) -> None:
        """Put the game so far on the board."""
        start = f"{self.entry.start.split()[0]} w {self._seat} - 0 0"
        for complaint in self.history.set(start, self._tokens):
            self.tell(complaint)

    # --- thinking ---

    def _think(self, limits: Limits, done: Callable[[SearchResult | None], None]) -> None:
        self.think(limits, lambda info: None, done, SEARCHING)

    def _best(self, result: SearchResult | None) -> int:
        position: Position = self.position
        return result.best if result is not None and result.best else first_legal(position)
