"""XBoard's ``edit`` mode: how GUIs that know no ``setboard`` (protocol version 1) set a position up, square by square."""

from __future__ import annotations

import re

from engine.core.spec import CatalogueEntry

_PIECE = re.compile(r"([A-Za-z])([a-z])(\d{1,2})")
#: Where kings and rooks stand that are taken never to have moved, and the letter of the right.
_CASTLING = (("K", "Ke1", "Rh1"), ("Q", "Ke1", "Ra1"), ("k", "ke8", "rh8"), ("q", "ke8", "ra8"))


class BoardEditor:
    """A board that is being edited.

    Parameters
    ----------
    entry : CatalogueEntry
        Chess or xiangqi: a game whose position string begins with the rows of a board, White's pieces in capitals.
    text : str
        The position string before; who is to move stays.
    """

    def __init__(self, entry: CatalogueEntry, text: str) -> None:
        self._entry, self._white = entry, True
        rows, self._to_move = text.split()[:2]
        self._board: dict[tuple[int, int], str] = {}
        """(file, rank), both from 0, to a letter."""
        for number, row in enumerate(rows.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self._board[file, entry.ranks - 1 - number] = letter
                    file += 1

    def obey(self, line: str) -> bool:
        """Carry out a line that is not the ``.`` at the end; false if it means nothing."""
        if line == "#":
            self._board.clear()
            return True
        if line == "c":
            self._white = not self._white
            return True
        found = _PIECE.fullmatch(line)
        square = self._square(found[2], int(found[3])) if found else None
        if found is None or square is None:
            return False
        if found[1] in "xX":
            self._board.pop(square, None)
        else:
            self._board[square] = found[1].upper() if self._white else found[1].lower()
        return True

    def _square(self, file: str, rank: int) -> tuple[int, int] | None:
        """XBoard counts the ranks of boards with more than nine from 0."""
        place = ord(file) - ord("a"), rank - (self._entry.ranks <= 9)
        return place if place[0] < self._entry.files and 0 <= place[1] < self._entry.ranks else None

    def text(self) -> str:
        """The position string of what is on the board now."""
        rows = []
        for rank in reversed(range(self._entry.ranks)):
            row = "".join(self._board.get((file, rank), " ") for file in range(self._entry.files))
            rows.append(re.sub(" +", lambda blanks: str(len(blanks[0])), row))
        return f"{'/'.join(rows)} {self._to_move} {self._castling()} - 0 1"

    def _castling(self) -> str:
        if self._entry.module != "chess":
            return "-"
        return "".join(right for right, *places in _CASTLING if all(self._has(place) for place in places)) or "-"

    def _has(self, place: str) -> bool:
        square = self._square(place[1], int(place[2]))
        return square is not None and self._board.get(square) == place[0]
