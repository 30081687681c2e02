"""Five in a row against the threat-space player of the Python package ``gomoku``, freestyle on 15 x 15.

    python -m bench py_gomoku [--games 40] [--nodes 20000]

The package has no clock: it looks for wins by threats seven deep for itself and for the other side, and takes the best of ten
moves that lose to none. The engine has a fixed number of nodes; the report says what processor time both took. Openings of the
game's list, both colours. A move that is not legal loses.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
import types
from typing import Any

import engine
from bench import frame
from bench.selfmatch import openings
from bench.side_packages import folder

PACKAGE = "gomoku==0.1.0"
SIZE = 15


class Package:
    """The package's player; points are ``row * 15 + column`` there as in the engine."""

    def __init__(self) -> None:
        place = folder(PACKAGE)
        sys.path.insert(0, str(place))
        players = types.ModuleType("gomoku.player")  # its own one wants a web server for its human players
        players.__path__ = [str(place / "gomoku" / "player")]
        sys.modules["gomoku.player"] = players
        from gomoku.board import Board
        from gomoku.player import threat_space

        threat_space.VERBOSE = 0
        self._board, self._player = Board, threat_space.ThreatSpace
        self._playing: Any = None
        self.used_s, self.moves = 0.0, 0

    def new_game(self) -> None:
        """Forget the winning line."""
        self._playing = self._player()

    def choose(self, points: list[int]) -> int:
        """The point it plays after these; whatever it prints is dropped."""
        begin = time.process_time()
        board = self._board()
        for point in points:
            board.move_index(point)
        with contextlib.redirect_stdout(io.StringIO()):
            move = self._playing.make_move(board)
        self.used_s += time.process_time() - begin
        self.moves += 1
        return int(move) if isinstance(move, int) else int(move[0]) * SIZE + int(move[1])


class Ours:
    """The engine at a fixed number of nodes a move."""

    def __init__(self, game: engine.Game, nodes: int) -> None:
        self.player, self.limits = engine.Engine(game, hash_mb=16), engine.Limits(nodes=nodes)
        self.player.warm_up()
        self.used_s, self.moves = 0.0, 0

    def choose(self, position: engine.Position) -> int:
        """A legal move."""
        begin = time.process_time()
        self.player.set_position(position)
        best = self.player.go(self.limits).best
        self.used_s += time.process_time() - begin
        self.moves += 1
        return best


def play(game: engine.Game, moves: list[str], ours: Ours, package: Package, seat: int) -> float:
    """Points of the engine, which has ``seat``."""
    ours.player.new_game()
    package.new_game()
    position = game.position("startpos", moves)
    while not position.result().over:
        if position.player == seat:
            position.push(ours.choose(position))
            continue
        point = package.choose([move & 511 for move in position.moves])
        found = [int(move) for move in position.legal_moves() if int(move) & 511 == point]
        if not found:
            return 1.0
        position.push(found[0])
    winners = position.result().winners
    return 0.5 if not winners else float(winners[0] == game.entry.seats[seat])


@frame.program()
def main(words: list[str]) -> int:
    """Play the match and report."""
    made = frame.parser(__name__)
    made.add_argument("--games", type=frame.positive, default=40)
    made.add_argument("--nodes", type=frame.positive, default=20_000, help="of each search; default: 20000")
    arguments = made.parse_args(words)
    game = engine.load("gomoku")
    ours, package = Ours(game, arguments.nodes), Package()
    book, points = openings(game.entry.id), []
    for number in range(arguments.games):
        points.append(play(game, book[number // 2 * 7 % len(book)], ours, package, number % 2))
        if number % 4 == 3 or number + 1 == arguments.games:
            times = " and ".join(f"{1000 * side.used_s / max(side.moves, 1):.0f}" for side in (ours, package))
            print(f"{number + 1} games: {frame.score_text(points)}, {sum(points):g} points, {times} ms a move", flush=True)
    return 0
