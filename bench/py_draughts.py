"""py-draughts's own engines behind the Hub protocol, in a process of their own: ``bench ladder`` plays against them.

    python -m bench.py_draughts FOLDER       FOLDER: where the package is installed (``bench.side_packages``)

``TurboEngine`` plays 10x10 and ``SimpleEngine`` the other games (``set-param name=engine value=simple``: 10x10, too). What the
package gets wrong for a match under the games' rules is put right, so that only its play is measured:

- its American board lets captures be refused; here they must be made;
- its 40-move limits are half of ours, and where it sees a draw at the root it does not search; the history is forgotten there;
- ``SimpleEngine`` looks at the clock only at some nodes and then plays the move that it was just trying; here every node looks,
  and the last finished depth counts, as ``get_best_move`` means it to be.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from protocols.hub_line import read_line, write_line

VARIANTS = {"normal": "draughts", "english": "checkers", "brazilian": "draughts64", "russian": "russian"}
#: A move gets one part in so many of what is left on the clock, and most of the increment; some is kept for the runner.
MOVES_TO_GO = 25
INCREMENT_SHARE = 0.8
KEPT_S = 0.06
LEAST_S = 0.005


def share(arguments: dict[str, str]) -> float | None:
    """The seconds for a move under a Hub ``level``; None where time is unlimited."""
    if "move-time" in arguments:
        return max(float(arguments["move-time"]) - KEPT_S, LEAST_S)
    if "time" not in arguments:
        return None
    increment = float(arguments.get("inc", "0"))
    left = float(arguments["time"]) + increment
    wanted = left / int(arguments.get("moves", MOVES_TO_GO)) + INCREMENT_SHARE * increment
    return max(min(wanted, left - 2 * KEPT_S), LEAST_S)


def boards() -> dict[str, Any]:
    """Game id -> board class, with the games' rules."""
    import draughts
    from draughts.boards._core import CORE_AMERICAN

    class English(draughts.AmericanBoard):
        """The package's American board with captures that must be made."""

        @property
        def legal_moves(self) -> list[Any]:
            return self._legal_moves_from_core(CORE_AMERICAN, max_capture=False)

    return {
        "draughts": draughts.StandardBoard,
        "draughts64": draughts.BrazilianBoard,
        "russian": draughts.RussianBoard,
        "checkers": English,
    }


def simple_engine() -> Any:
    """A ``SimpleEngine`` that keeps to its time; see the module's docstring."""
    from draughts.engines import SimpleEngine

    class Punctual(SimpleEngine):
        def get_best_move(self, board: Any, with_evaluation: bool = False) -> Any:
            self._deadline = time.perf_counter() + (self.time_limit or 1e9)
            return super().get_best_move(board, with_evaluation)

        def negamax(self, board: Any, depth: int, alpha: float, beta: float, h: int) -> float:
            if time.perf_counter() >= self._deadline:
                raise TimeoutError
            length = len(board._moves_stack)
            try:
                return super().negamax(board, depth, alpha, beta, h)
            except TimeoutError:  # the board is looked at once more
                while len(board._moves_stack) > length:
                    board.pop()
                raise

    return Punctual(depth_limit=64)


class Player:
    """One game at a time on behalf of a Hub client."""

    def __init__(self) -> None:
        self.boards = boards()
        self.game, self.engine_name = "draughts", "turbo"
        self.engine: Any = None
        self.board: Any = None
        self.limit_s: float | None = None

    def new_game(self) -> None:
        """Forget everything."""
        from draughts.engines import TurboEngine

        turbo = self.game == "draughts" and self.engine_name == "turbo"
        self.engine = TurboEngine(depth_limit=None) if turbo else simple_engine()

    def set_position(self, start: str, moves: list[str]) -> None:
        """``start`` in Hub's letters, ``moves`` in Hub notation."""
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for number, letter in enumerate(start[1:], start=1):
            if letter != "e":
                sides[letter.upper()].append(f"K{number}" if letter.isupper() else str(number))
        self.board = self.boards[self.game].from_fen(f"{start[0]}:W{','.join(sides['W'])}:B{','.join(sides['B'])}")
        for text in moves:
            self.board.push(next(move for move in self.board.legal_moves if hub(move) == text))

    def think(self) -> str:
        """The engine's move."""
        board = self.board
        if board.is_draw:
            board = type(board).from_fen(board.fen)
        self.engine.time_limit = self.limit_s
        return hub(self.engine.get_best_move(board))


def hub(move: Any) -> str:
    """A move of the package in Hub notation."""
    start, end, taken = move.square_list[0] + 1, move.square_list[-1] + 1, sorted(n + 1 for n in move.captured_list)
    return "x".join(map(str, [start, end, *taken])) if taken else f"{start}-{end}"


def answer(player: Player, line: str) -> list[str]:
    """The answers to one line."""
    command, arguments = read_line(line)
    if command == "hub":
        variant = {"name": "variant", "value": "normal", "type": "enum", "values": " ".join(VARIANTS)}
        kind = {"name": "engine", "value": "turbo", "type": "enum", "values": "turbo simple"}
        return ["id name=py-draughts version=1", write_line("param", variant), write_line("param", kind), "wait"]
    if command == "set-param" and arguments.get("name") == "variant":
        player.game = VARIANTS[arguments["value"]]
    elif command == "set-param" and arguments.get("name") == "engine":
        player.engine_name = arguments["value"]
    elif command in ("init", "new-game"):
        player.new_game()
        return ["ready"] if command == "init" else []
    elif command == "ping":
        return ["pong"]
    elif command == "pos":
        player.set_position(arguments["pos"], arguments.get("moves", "").split())
    elif command == "level":
        player.limit_s = share(arguments)
    elif command == "go":
        return [write_line("done", {"move": player.think()})]
    return []


def serve(folder: str) -> None:
    """Answer standard input until ``quit`` or its end."""
    sys.path.insert(0, folder)
    from loguru import logger

    logger.remove()
    player = Player()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        for told in answer(player, line):
            print(told, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
