"""What only the referee knows and does: deals behind face-down pieces, dice, the first seat, all from one seed of the game.

Positions hold what everybody may know. So the referee's position is also what each seat is sent, as long as nobody has private
information; the deal stays here.
"""

from __future__ import annotations

import re
from typing import Protocol

from engine import Game, Position
from engine.chance import DEAL, Dice, first_seat, shuffle, stream

_POOL = re.compile(r"([A-Za-z])([0-9]+)")
_CELL = re.compile(r"[0-9]+|.")


class Chance(Protocol):
    """The chance of one game."""

    def start(self, text: str) -> str:
        """The position string that the game begins with, where the opening begins with ``text``."""

    def settle(self, position: Position, move: int) -> int:
        """``move``, a legal move, completed by what it reveals; with 0 what chance does where a roll is due. 0: nothing is
        random.
        """


class Deal:
    """Face-down pieces that nobody knows: the pool of the position that the game began with, dealt in reading order."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._letters: dict[str, str] = {}

    def start(self, text: str) -> str:
        """Deal to the face-down squares of ``text``; the string stays."""
        fields = self._game.position(text).text().split()
        letters = [letter for letter, count in _POOL.findall(fields[2]) for _ in range(int(count))]
        shuffle(letters, stream(self._seed, DEAL))
        self._letters = dict(zip(_face_down(fields[0]), letters, strict=True))
        return text

    @property
    def letters(self) -> str:
        """The letters of the face-down squares in reading order."""
        return "".join(self._letters.values())

    def settle(self, position: Position, move: int) -> int:
        """The flip ``move`` with the piece that lies there; 0 for other moves."""
        outcomes = position.outcomes(move) if move else []
        if not outcomes:
            return 0
        text = position.format(move)
        wanted = text + self._letters[text[: len(text) // 2]]
        return next(outcome for outcome, _ in outcomes if position.format(outcome) == wanted)


def _face_down(board: str) -> list[str]:
    """The names of the squares with ``?`` of a board field, in reading order."""
    ranks = board.split("/")
    found = []
    for number, row in zip(range(len(ranks), 0, -1), ranks, strict=True):
        file = 0
        for item in _CELL.findall(row):
            if item == "?":
                found.append(f"{chr(ord('a') + file)}{number}")
            file += int(item) if item.isdigit() else 1
    return found


class Rolls:
    """One die, rolled for everybody to see, and the drawing of the first seat."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed, self._dice = game, seed, Dice(seed)

    def start(self, text: str) -> str:
        """The start position with the drawn seat in its turn field; a position that was given keeps its own."""
        if text != "startpos":
            return text
        seats, turns, *rest = self._game.position(text).text().split()
        playing = [seat for seat, planes in enumerate(seats.split("/")) if planes != "-"]
        turns = "rybg"[first_seat(playing, self._seed)]
        return " ".join((seats, turns, *rest))

    def settle(self, position: Position, move: int) -> int:
        """The next roll if one is due."""
        if move or not position.chance_due:
            return 0
        return position.parse(f"r{self._dice.roll()}")


#: ``CatalogueEntry.module`` -> what makes the chance of a game from its seed.
KINDS: dict[str, type[Deal] | type[Rolls]] = {"banqi": Deal, "luzhanqi_flip": Deal, "aeroplane": Rolls}
#: ``CatalogueEntry.module`` -> faults of a seat that are mended by its first legal decision before it has to leave the game with
#: the token ``0000``; in other games a fault loses.
MENDED_FAULTS = {"aeroplane": 2, "siguo_junqi": 0}
LEAVES = "0000"


def chance_of(game: Game, seed: int) -> Chance | None:
    """The chance of a game of ``game`` with ``seed``; None where nothing is random."""
    kind = KINDS.get(game.entry.module)
    return kind(game, seed) if kind else None


def forced_token(position: Position) -> int:
    """The token that the referee plays for a seat without a decision (``-``); 0 if it must be asked."""
    legal = position.legal_moves()
    return int(legal[0]) if len(legal) == 1 and position.format(int(legal[0])) == "-" else 0
