"""Position strings and move text of four-corner and four-side xiangqi (rule text, sections 4, 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError
from engine.games.cross import text as cross
from engine.games.cross.words import MoveWords, check_mark
from engine.games.sijiao_xiangqi import state as s
from engine.games.sijiao_xiangqi.entry import check_options, rules_of
from engine.games.sijiao_xiangqi.geometry import ADVISER_POINT, CORNERS, GAMES, INDEX, LAND, NAMES, PALACE, SIDE
from engine.games.sijiao_xiangqi.play import is_decided, make_move, place_all
from engine.games.sijiao_xiangqi.state import STATE

#: How each board is written; side pawns are known on the corner board only.
BOARDS = tuple(
    cross.BoardText(
        s.LETTERS if board == CORNERS else s.LETTERS[:-1],
        "d",
        s.LETTERS.strip() if board == CORNERS else s.LETTERS[1:-1],
        "krbw",
        ("Black", "Red", "Blue", "White"),
        SIDE[board],
        INDEX[board],
        NAMES[board],
        LAND[board],
        ADVISER_POINT[board],
    )
    for board in range(len(GAMES))
)
_LETTERS = s.LETTERS.replace("P", " ").replace("S", " ")
MOVES = tuple(MoveWords(_LETTERS, s.CHINESE, "黑红蓝白", names, "c3d5, Cg3-g10 or 黑炮g3-g10") for names in NAMES)


class Notation:
    """The text side of one of the two games; the methods are those of ``core.spec.Notation``."""

    judges_last = True
    """Results are those of the last position of a list of moves, whatever stood before."""

    def __init__(self, game_id: str) -> None:
        self.board = GAMES.index(game_id)
        self.text, self.moves = BOARDS[self.board], MOVES[self.board]

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
        return cross.team_result(winners)

    # --- positions ---

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Write row 0 from a position string of six fields; a note if colours without a legal move fall at once.

        Raises
        ------
        PositionError
        """
        fields = cross.fields_of(text, "board turn alive - quiet ply")
        faults: list[str] = []
        command, end_rule = self.rules(options)
        board = self.text.read(fields[0], faults)
        readable = not faults
        player = self.text.read_seat(fields[1], faults, "kw" if command == s.UNIFIED else "")
        alive = cross.read_alive(fields[2], faults, 1 if end_rule == s.MATE_ONE else 0)
        if fields[3] != "-":
            faults.append(f"field 4 is {cross.quoted(fields[3])} instead of -")
        quiet, plies = cross.read_counter(fields[4], "quiet", faults), cross.read_counter(fields[5], "ply", faults)
        if readable:
            self.text.check_armies(board, alive, faults)
            for cell, code in enumerate(board):
                if code & 15 == s.KING and code >> 4 != s.INERT and PALACE[self.board, cell] < 0:
                    faults.append(f"{self.text.seat_names[code >> 4]}'s K on {self.text.names[cell]}, outside every palace")
        if not alive >> player & 1 and not is_decided(alive, end_rule):
            faults.append(f"{self.text.seat_names[player]} has the turn and has fallen")
        cross.refuse(faults, text)
        state = cross.blank_row(memory, STATE, board, options, 2 if command == s.UNIFIED else 1)
        state["variant"], state["command"], state["end_rule"] = self.board, command, end_rule
        state["player"], state["alive"], state["quiet"], state["plies"] = player, alive, quiet, plies
        state["stay"], state["perpetual"] = options["DeadPieces"] == "stay", options["PerpetualCheck"] == "loss"
        compile_kernel(place_all)
        place_all(memory, 0)
        if int(state["alive"]) != alive:
            names = enumerate(self.text.seat_names)
            fallen = " and ".join(name for seat, name in names if (alive & ~int(state["alive"])) >> seat & 1)
            return [f"{fallen} without a legal move: read as {self.write_position(memory, 0, options)}"]
        return []

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The canonical position string of row ``ply``."""
        return self.text.position(memory.view(STATE)[ply], "-")

    # --- moves ---

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """The legal move that ``text`` means, in any of the three notations; ``#`` and ``+`` may be left out.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError
        """
        try:
            return self.moves.find(text, legal.tolist(), memory.view(STATE)[ply]["board"].tolist())
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error} in {self.write_position(memory, ply, options)}") from None

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """``move`` as ``wire``, ``pgn4`` or ``chinese``."""
        if notation == "wire":
            return self.moves.wire(move)
        board = memory.view(STATE)[ply]["board"].tolist()
        if notation == "chinese":
            return self.moves.chinese_text(board, move)
        return self.moves.pgn4(board, move) + check_mark(memory, ply, move, STATE, make_move)
