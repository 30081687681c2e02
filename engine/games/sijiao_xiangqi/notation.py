"""Position strings and move text of four-corner and four-side xiangqi (rule text, sections 4, 7 and 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.contract import FLAG_IN_CHECK
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError
from engine.games.cross.text import fields_of, quoted, read_counter, write_alive
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi import text as t
from engine.games.sijiao_xiangqi.entry import check_options, rules_of
from engine.games.sijiao_xiangqi.geometry import CELL_OF, GAMES, NAMES
from engine.games.sijiao_xiangqi.play import is_decided, make_move, place_all
from engine.games.sijiao_xiangqi.state import STATE

NO_CAPTURE_DEFAULT, MOVE_DEFAULT = 240, 1000  #: what the option values 0 stand for, half of it with ``unified``
CHINESE_SEATS = "黑红蓝白"
_MOVE = re.compile(r"(?:([A-Z])|([黑红蓝白])(.))?([a-s](?:1[0-9]|[1-9]))([-x吃]?)([A-Z]?)([a-s](?:1[0-9]|[1-9]))[+#]?")


def _wire(board: int, origin: int, to: int) -> str:
    return NAMES[board][origin] + NAMES[board][to]


def _pgn4(board: int, codes: Sequence[int], origin: int, to: int) -> str:
    """A move in PGN4 style without what follows its second point; pawns have no letter."""
    letters = "".join(letter if letter not in "PS" else " " for letter in s.LETTERS)
    piece, victim = letters[codes[origin] & 15].strip(), letters[codes[to] & 15].strip()
    names = NAMES[board]
    return f"{piece}{names[origin]}{'x' if codes[to] else '-'}{victim if codes[to] else ''}{names[to]}"


def _chinese(board: int, codes: Sequence[int], origin: int, to: int) -> str:
    code, names = int(codes[origin]), NAMES[board]
    return f"{CHINESE_SEATS[code >> 4]}{s.CHINESE[code & 15]}{names[origin]}{'吃' if codes[to] else '-'}{names[to]}"


class Notation:
    """The text side of one of the two games; the methods are those of ``core.spec.Notation``."""

    judges_last = True
    """Results are those of the last position of a list of moves, whatever stood before."""

    def __init__(self, game_id: str) -> None:
        self.board = GAMES.index(game_id)

    # --- options ---

    def rules(self, options: dict[str, Any]) -> tuple[int, int]:
        """``(command, end rule)`` as the record holds them, ``auto`` replaced."""
        command, end_rule = rules_of(GAMES[self.board], options)
        return s.COMMANDS.index(command), s.END_RULES.index(end_rule)

    def complete_options(self, options: dict[str, Any], given: set[str]) -> None:
        """Refuse combinations that no rule set has.

        Raises
        ------
        OptionError
        """
        check_options(GAMES[self.board], options)

    def clock_seats(self, options: dict[str, Any]) -> tuple[int, ...]:
        """The seats whose clocks a protocol names in turn: with one command for each side those that act."""
        return (0, 3) if self.rules(options)[0] == s.UNIFIED else (0, 1, 2, 3)

    def result_string(self, memory: np.ndarray, ply: int, winners: Sequence[int], options: dict[str, Any]) -> str:
        """``1-0`` for the black side, ``0-1`` for the white one, ``1/2-1/2``."""
        return "1/2-1/2" if not winners else "1-0" if 0 in winners else "0-1"

    # --- positions ---

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Write row 0 from a position string of six fields; a note if colours without a legal move fall at once.

        Raises
        ------
        PositionError
        """
        fields = fields_of(text, "board turn alive - quiet ply")
        faults: list[str] = []
        command, end_rule = self.rules(options)
        codes = t.read_board(self.board, fields[0], faults)
        readable = not faults
        player = t.read_turn(fields[1], command == s.UNIFIED, faults)
        alive = t.read_alive(fields[2], end_rule == s.MATE_ONE, faults)
        if fields[3] != "-":
            faults.append(f"field 4 is {quoted(fields[3])} instead of -")
        quiet, plies = read_counter(fields[4], "quiet", faults), read_counter(fields[5], "ply", faults)
        if readable:
            t.check_pieces(self.board, codes, alive, faults)
        if not alive >> player & 1 and not is_decided(alive, end_rule):
            faults.append(f"{t.SEAT_NAMES[player]} has the turn and has fallen")
        t.refuse(faults, text)
        memory[: STATE.itemsize] = 0
        state = memory.view(STATE)[0]
        state["board"][: len(codes)] = codes
        state["variant"], state["command"], state["end_rule"] = self.board, command, end_rule
        state["player"], state["alive"], state["quiet"], state["plies"] = player, alive, quiet, plies
        halves = 2 if command == s.UNIFIED else 1
        state["quiet_limit"] = options["NoCaptureLimit"] or NO_CAPTURE_DEFAULT // halves
        state["ply_limit"] = options["MoveLimit"] or MOVE_DEFAULT // halves
        state["stay"], state["perpetual"] = options["DeadPieces"] == "stay", options["PerpetualCheck"] == "loss"
        compile_kernel(place_all)
        place_all(memory, 0)
        if int(state["alive"]) != alive:
            fallen = [name for seat, name in enumerate(t.SEAT_NAMES) if (alive & ~int(state["alive"])) >> seat & 1]
            return [f"{' and '.join(fallen)} without a legal move: read as {self.write_position(memory, 0, options)}"]
        return []

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The canonical position string of row ``ply``."""
        state = memory.view(STATE)[ply]
        board = t.write_board(self.board, state["board"].tolist())
        turn, alive = t.SEAT_LETTERS[int(state["player"])], write_alive(int(state["alive"]))
        return f"{board} {turn} {alive} - {int(state['quiet'])} {int(state['plies'])}"

    # --- moves ---

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """The legal move that ``text`` means, in any of the three notations; ``#`` and ``+`` may be left out.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError
        """
        cells = CELL_OF[self.board]
        match = _MOVE.fullmatch(text)
        if not match or match[4] not in cells or match[7] not in cells:
            raise MoveSyntaxError(f"{quoted(text)} is no move like c3d5, Cg3-g10 or 黑炮g3-g10")
        origin, to = cells[match[4]], cells[match[7]]
        codes = memory.view(STATE)[ply]["board"].tolist()
        for move in legal:
            if (int(move) >> 9 & 511, int(move) & 511) == (origin, to):
                core = text.rstrip("+#")
                known = (
                    _wire(self.board, origin, to),
                    _pgn4(self.board, codes, origin, to),
                    _chinese(self.board, codes, origin, to),
                )
                if core in known:
                    return int(move)
                raise IllegalMoveError(f"{quoted(text)} names other pieces than those of the move {known[1]}")
        raise IllegalMoveError(f"{quoted(text)} is no legal move in {self.write_position(memory, ply, options)}")

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """``move`` as ``wire``, ``pgn4`` or ``chinese``."""
        origin, to = move >> 9 & 511, move & 511
        if notation == "wire":
            return _wire(self.board, origin, to)
        codes = memory.view(STATE)[ply]["board"].tolist()
        if notation == "chinese":
            return _chinese(self.board, codes, origin, to)
        size = STATE.itemsize
        stack = np.zeros(2 * size, np.uint8)
        stack[:size] = memory[ply * size : (ply + 1) * size]
        compile_kernel(make_move)
        make_move(stack, 0, move)
        after = stack.view(STATE)[1]
        mark = "#" if after["over"] else "+" if int(after["flags"]) & FLAG_IN_CHECK else ""
        return _pgn4(self.board, codes, origin, to) + mark
