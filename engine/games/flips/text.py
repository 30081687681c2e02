"""The text that games of face-down pieces share: ``board turn pool quiet ply``, the pool as letters with their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import PositionError, QijiError
from engine.games.flips.counting import BY_DEAL, MODES

TURNS = "wb"
_MOST = 1_000_000_000


def quoted(text: str) -> str:
    """``text`` for a message, cut to 60 characters."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- reading ------------------------------------------------------------------------------------------------------------


class Fields:
    """The five fields of a position string; faults are collected, not raised one by one."""

    def __init__(self, text: str) -> None:
        """Split ``text``.

        Raises
        ------
        PositionError
            If there are not five fields.
        """
        fields = text.split()
        if len(fields) != 5:
            wanted = "5 (board turn pool quiet ply)"
            raise PositionError(f"bad position: {len(fields)} fields instead of {wanted} in {quoted(text)}")
        self.board, turn, self._pool, self._quiet, self._ply = fields
        self.turn = "w" if turn == "r" else turn
        """``w``, ``b``, or ``-`` while colours are not assigned."""
        self.faults: list[str] = []

    def pool(self, codes: Mapping[str, int], size: int) -> list[int]:
        """How many face-down pieces of each code 0..size-1 there are; ``codes`` has the code of each letter."""
        pool = [0] * size
        if self._pool == "-":
            return pool
        if not re.fullmatch(f"(?:[{''.join(codes)}][1-9])+", self._pool):
            self.faults.append(f"the pool {quoted(self._pool)} is no list of letters with their numbers")
            return pool
        for letter, number in zip(self._pool[::2], self._pool[1::2], strict=True):
            if pool[codes[letter]]:
                self.faults.append(f"the pool names {letter} twice")
            pool[codes[letter]] = int(number)
        return pool

    def counters(self) -> tuple[int, int]:
        """Quiet plies and plies played; also looks whether the turn is one."""
        quiet, ply = self._number(self._quiet, "quiet plies"), self._number(self._ply, "plies")
        if self.turn not in (*TURNS, "-"):
            self.faults.append(f"the side to act is {quoted(self.turn)}, not w, b or -")
        return quiet, ply

    def _number(self, text: str, name: str) -> int:
        if re.fullmatch("[0-9]{1,10}", text) and int(text) <= _MOST:
            return int(text)
        self.faults.append(f"{name} {quoted(text)} is no number from 0 to {_MOST}")
        return 0

    def check(self) -> None:
        """Raise PositionError if there are faults."""
        faults = self.faults
        if faults:
            told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
            raise PositionError(f"bad position: {'; '.join(told)}")


def red_seat(turn: str, ply: int) -> int:
    """The seat that has red when ``turn`` acts after ``ply`` plies, -1 while nobody has."""
    return -1 if turn == "-" else ply % 2 ^ TURNS.index(turn)


# --- writing ------------------------------------------------------------------------------------------------------------


def write_fields(state: np.void, cells: Sequence[int], files: int, letters: str, codes: Mapping[str, int]) -> str:
    """The position string of a row; ``letters`` has the letter of each cell, ``codes`` the pool's letters in their order."""
    ranks = []
    for begin in range(0, len(cells), files):
        line, run = "", 0
        for cell in cells[begin : begin + files]:
            if cell:
                line, run = line + (str(run) if run else "") + letters[cell], 0
            else:
                run += 1
        ranks.append(line + (str(run) if run else ""))
    counts = state["pool"].tolist()
    pool = "".join(f"{letter}{counts[code]}" for letter, code in codes.items() if counts[code])
    colour = colour_of(state, int(state["player"]))
    turn = "-" if colour < 0 else TURNS[colour]
    return f"{'/'.join(ranks)} {turn} {pool or '-'} {int(state['quiet'])} {int(state['ply'])}"


def colour_of(state: np.void, seat: int) -> int:
    """The colour of a seat, -1 while colours are not assigned."""
    return -1 if state["red_seat"] < 0 else seat ^ int(state["red_seat"])


def seat_name(state: np.void, seat: int, colours: Sequence[str]) -> str:
    """The colour of a seat, ``first`` or ``second`` while nobody has one."""
    colour = colour_of(state, seat)
    return ("first", "second")[seat] if colour < 0 else colours[colour]


# --- perft --------------------------------------------------------------------------------------------------------------


def perft_mode(
    count: Any, memory: np.ndarray, ply: int, depth: int, words: Sequence[str], places: int, deal: Callable[[str], np.ndarray]
) -> int:
    """Perft as ``words`` say: ``kinds``, ``weighted`` or ``deal`` and a letter for each of ``places`` places.

    count : the kernel of ``flips.counting``. deal : reads the letters, see :func:`read_deal`.

    Raises
    ------
    QijiError
        For other words, or a deal that is not what the pool holds.
    """
    if not words or words[0] not in MODES or len(words) != 1 + (words[0] == "deal"):
        raise QijiError(f"perft: kinds, weighted or deal and {places} letters are expected, not {quoted(' '.join(words))}")
    mode = MODES.index(words[0])
    flips = deal(words[1]) if mode == BY_DEAL else np.zeros(1, np.int64)
    compile_kernel(count)
    return int(count(memory, ply, depth, mode, flips)) if depth > 0 else 1


def read_deal(
    text: str, places: Sequence[int], codes: Mapping[str, int], cells: Sequence[int], pool: Sequence[int], down: int,
    flip: Callable[[int, int], int],
) -> np.ndarray:  # fmt: skip
    """int64[cells]: the flip of each place that a deal, a letter for each of ``places``, gives.

    cells, pool : of the row; ``down`` is a face-down cell. flip : place and code -> the flip with that piece.

    Raises
    ------
    QijiError
    """
    if len(text) != len(places) or any(letter not in codes for letter in text):
        raise QijiError(f"perft: a deal is {len(places)} letters of {''.join(codes)}, not {quoted(text)}")
    deal = np.zeros(len(cells), np.int64)
    dealt = []
    for place, letter in zip(places, text, strict=True):
        deal[place] = flip(place, codes[letter])
        if cells[place] == down:
            dealt.append(codes[letter])
    if any(dealt.count(code) != pool[code] for code in codes.values()):
        raise QijiError("perft: the face-down letters of the deal are not what the pool holds")
    return deal
