"""The game on the board: a position string, the moves since, and the position that they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import QijiError

if TYPE_CHECKING:
    from engine import Game, Position


class History:
    """A position that follows the ``position`` lines of a GUI without replaying a whole game for each of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.base = "startpos"
        """The position string as it was given."""
        self.texts: list[str] = []
        """The moves played since, as they were given."""
        self._joined: dict[int, int] = {}
        """Index in ``texts`` -> moves, for words that stand for more than one."""
        self.position: Position = game.position()

    def set(self, base: str, texts: Sequence[str] = ()) -> list[str]:
        """Go to the position ``base`` and play ``texts``; returns what had to be dropped, a sentence each.

        An illegal move ends the list there.

        Raises
        ------
        engine.errors.PositionError
            For a bad ``base``; nothing changes then.
        """
        complaints: list[str] = []
        base = self.game.start_for(base, texts)
        if base != self.base:
            self.position = self.game.position(base)
            self.base, self.texts, self._joined = base, [], {}
            complaints += self.position.notes
        same = 0
        for old, new in zip(self.texts, texts, strict=False):
            if old != new:
                break
            same += 1
        while len(self.texts) > same:
            self.undo()
        for number, text in enumerate(texts[same:], start=same + 1):
            try:
                self.play(text)
            except QijiError as error:
                complaints += self.complaints(number, text, error)
                break
        return complaints

    def complaints(self, number: int, text: str, error: QijiError) -> list[str]:
        """What to say of a move that cannot be played; games with tokens of a referee have fixed words, and then the reason."""
        if self.game.entry.information != "perfect":
            return [f"invalid move {text}", f"move {number}: {error}"]
        return [f"move {number}: {error}; the moves from there on are ignored"]

    def play(self, text: str) -> int:
        """Play one move, or the joined steps of a turn, and return the last one packed.

        Raises
        ------
        engine.errors.MoveSyntaxError, engine.errors.IllegalMoveError, engine.errors.AmbiguousMoveError
        """
        moves = self.position.push_word(text)
        if len(moves) > 1:
            self._joined[len(self.texts)] = len(moves)
        self.texts.append(text)
        return moves[-1]

    def push(self, move: int) -> None:
        """Play one packed legal move."""
        text = self.position.format(move)
        self.position.push(move)
        self.texts.append(text)

    def undo(self) -> bool:
        """Take one move back; whether there was one."""
        if not self.texts:
            return False
        self.texts.pop()
        for _ in range(self._joined.pop(len(self.texts), 1)):
            self.position.pop()
        return True

    def under(self, game: Game) -> History:
        """The same game under other rule options: as many of its moves as these allow, from the start if need be."""
        other = type(self)(game)
        try:
            other.set(self.base, self.texts)
        except QijiError:
            pass
        return other
