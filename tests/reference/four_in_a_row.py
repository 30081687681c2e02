"""A small game written to the contract: four in a row on 7x6, with variants that real games need and chess does not have.

Cell ``7 * row + column`` counts from the bottom left. Position text: the columns played so far as digits 1..7, or ``-`` for none.

``bonus``  a stone in the middle column lets the same player move again: the sign of scores must follow the player.
``wide``   moves hold more than 32 bits: the table keeps folded moves, ordering asks ``describe``.
``allies`` four seats in two teams: seats 0 and 2 against 1 and 3; a stone belongs to the team.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.bits import popcount
from engine.core.contract import state_dtype
from engine.core.jit import kernel, leaf
from engine.core.keys import mix64
from engine.core.spec import CatalogueEntry, GameSpec
from engine.errors import IllegalMoveError, MoveSyntaxError, PositionError

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
STATE = state_dtype([("stones", "u8", (2,)), ("bonus", "i1"), ("wide", "i1"), ("seats", "i1")])
REASONS = ("four", "full")
MIDDLE = 3
WIDE_SHIFT = 40


def _lines() -> np.ndarray:
    sets = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(0 <= r < ROWS and 0 <= c < COLUMNS for r, c in cells):
                    sets.append(sum(1 << (COLUMNS * r + c) for r, c in cells))
    return np.array(sets, dtype=np.uint64)


LINES = _lines()
VALUES = np.array([[min(r, 5 - r) + min(c, 6 - c) for c in range(COLUMNS)] for r in range(ROWS)], dtype=np.int64).reshape(-1)
_ONE = np.uint64(1)


@leaf
def has_four(stones):
    """Whether the set of one team's stones holds a line of four."""
    for line in LINES:
        if stones & line == line:
            return True
    return False


@leaf
def _code(state):
    for team in range(2):
        if has_four(state["stones"][team]):
            seats = 1 << team
            if state["seats"] == 4:
                seats |= 4 << team
            return np.int64(contract.win_code(seats, 0))
    if popcount(state["stones"][0] | state["stones"][1]) == CELLS:
        return np.int64(contract.draw_code(1))
    return np.int64(0)


@leaf
def _move(state, cell):
    """The move of a stone to ``cell``; noisy if it makes a four."""
    team = state["player"] & 1
    special = 8 if has_four(state["stones"][team] | (_ONE << np.uint64(cell))) else 0
    move = np.int64(contract.pack_move(cell, cell, 1, 0, special))
    return move | ((np.int64(cell) + 1) << WIDE_SHIFT) if state["wide"] else move


@leaf
def _generate(memory, ply, moves, sort):
    """``sort`` 0: all moves, 1: noisy ones, 2: quiet ones."""
    state = memory.view(STATE)[ply]
    if _code(state) != 0:
        return np.int64(0)
    taken = state["stones"][0] | state["stones"][1]
    count = np.int64(0)
    for column in range(COLUMNS):
        cell = column
        while cell < CELLS and taken >> np.uint64(cell) & _ONE:
            cell += COLUMNS
        if cell >= CELLS:
            continue
        move = _move(state, cell)
        noisy = move & contract.NOISY_BIT != 0
        if sort == 0 or (sort == 1 and noisy) or (sort == 2 and not noisy):
            moves[count] = move
            count += 1
    return count


@kernel(contract.GEN_MOVES)
def gen_moves(memory, ply, moves):
    """All free columns."""
    return _generate(memory, ply, moves, np.int64(0))


@kernel(contract.GEN_MOVES)
def gen_noisy(memory, ply, moves):
    """Moves that make a four."""
    return _generate(memory, ply, moves, np.int64(1))


@kernel(contract.GEN_MOVES)
def gen_quiet(memory, ply, moves):
    """The others."""
    return _generate(memory, ply, moves, np.int64(2))


@kernel(contract.MAKE_MOVE)
def make_move(memory, ply, move):
    """Put a stone; the same player again after the middle column under ``bonus``."""
    states = memory.view(STATE)
    states[ply + 1] = states[ply]
    state = states[ply + 1]
    cell = np.int64(contract.move_to(move))
    state["stones"][state["player"] & 1] |= _ONE << np.uint64(cell)
    if not (state["bonus"] and cell % COLUMNS == MIDDLE):
        state["player"] = (state["player"] + 1) % state["seats"]
    seat = np.uint64(state["player"]) + (np.uint64(state["seats"]) << np.uint64(8))
    state["key"] = mix64(mix64(state["stones"][0]) + state["stones"][1] * np.uint64(0x9E3779B97F4A7C15) + seat)
    state["structure_key"] = state["stones"][0]


@kernel(contract.RESULT)
def result(memory, ply):
    """A four or a full board."""
    return _code(memory.view(STATE)[ply])


@kernel(contract.ADJUDICATE)
def adjudicate(memory, ply, root):
    """The same: nothing repeats."""
    return _code(memory.view(STATE)[ply])


@kernel(contract.IS_LEGAL)
def is_legal(memory, ply, move):
    """Whether the column's lowest free cell is the move's."""
    state = memory.view(STATE)[ply]
    cell = np.int64(contract.move_to(move))
    if cell >= CELLS or _code(state) != 0:
        return np.int64(0)
    taken = state["stones"][0] | state["stones"][1]
    if taken >> np.uint64(cell) & _ONE or (cell >= COLUMNS and not taken >> np.uint64(cell - COLUMNS) & _ONE):
        return np.int64(0)
    return np.int64(1 if _move(state, cell) == move else 0)


@kernel(contract.DESCRIBE)
def describe(memory, ply, move):
    """The low 32 bits."""
    return move & 0xFFFFFFFF


@kernel(contract.SEE)
def see(memory, ply, move, threshold):
    """Nothing is ever taken."""
    return np.int64(1 if threshold <= 0 else 0)


@kernel(contract.EVALUATE)
def evaluate(memory, ply, weights, scratch):
    """How near the stones are to the middle."""
    state = memory.view(STATE)[ply]
    score = np.int64(0)
    for cell in range(CELLS):
        if state["stones"][0] >> np.uint64(cell) & _ONE:
            score += VALUES[cell] * 10 + cell
        if state["stones"][1] >> np.uint64(cell) & _ONE:
            score -= VALUES[cell] * 10 + cell
    return score if state["player"] & 1 == 0 else -score


@kernel(contract.PERFT)
def perft(memory, ply, depth):
    """Leaves at ``depth``."""
    moves = np.zeros(COLUMNS, dtype=np.int64)
    count = _generate(memory, ply, moves, np.int64(0))
    if depth <= 1:
        return count if depth == 1 else np.int64(1)
    total = np.int64(0)
    for index in range(count):
        make_move(memory, ply, moves[index])
        total += perft(memory, ply + 1, depth - 1)
    return total


# --- text ---------------------------------------------------------------------------------------------------------------


class Text:
    """The notation of one variant."""

    def __init__(self, bonus: bool, wide: bool, seats: int) -> None:
        self.bonus, self.wide, self.seats = bonus, wide, seats

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Row 0 after the columns of ``text``."""
        stack = np.zeros(64 * STATE.itemsize, dtype=np.uint8)
        states = stack.view(STATE)
        states[0]["bonus"], states[0]["wide"], states[0]["seats"] = self.bonus, self.wide, self.seats
        legal = np.zeros(COLUMNS, dtype=np.int64)
        for ply, letter in enumerate("" if text == "-" else text):
            count = gen_moves(stack, ply, legal)
            try:
                make_move(stack, ply, self.parse_move(stack, ply, letter, legal[:count], options))
            except (MoveSyntaxError, IllegalMoveError) as error:
                raise PositionError(f"bad position: {error}") from None
        memory.view(STATE)[0] = states[0 if text == "-" else len(text)]
        return []

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The stones; not a text that can be read back."""
        return str(memory.view(STATE)[ply]["stones"])

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """A column digit."""
        if text not in "1234567":
            raise MoveSyntaxError(f"no column: {text!r}")
        for move in legal:
            if (int(move) & contract.CELL_MASK) % COLUMNS == int(text) - 1:
                return int(move)
        raise IllegalMoveError(f"column {text} is full")

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """A column digit."""
        return str((int(move) & contract.CELL_MASK) % COLUMNS + 1)


def spec(bonus: bool = False, wide: bool = False, seats: int = 2) -> GameSpec:
    """The game in one of its variants."""
    entry = CatalogueEntry(
        id="four", name="Four in a row", chinese_name="四子棋", module="", rules="", seats=("a", "b", "c", "d")[:seats],
        teams=(0, 1, 0, 1)[:seats], information="perfect", searches=("alphabeta",), protocols=("uci",), start="-", files=COLUMNS,
        ranks=ROWS, notations=("column",),
    )  # fmt: skip
    functions = (gen_moves, gen_noisy, gen_quiet, make_move, result, adjudicate, is_legal, describe, see, evaluate, perft)
    return GameSpec(
        entry=entry, state=STATE, kernels={function.__name__: function for function in functions},
        notation=Text(bonus, wide, seats),
        reasons=REASONS, max_moves=COLUMNS, cells=CELLS, kinds=1, packed_moves=not wide, null_move=False,
    )  # fmt: skip


assert sys.byteorder == "little"
