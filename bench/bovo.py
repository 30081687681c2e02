"""Five in a row against KDE's Bovo, which speaks no protocol: played through its window on a virtual X display.

    python -m bench bovo [--games 40] [--level Impossible] [--nodes 20000] [--seed S] [--display 77]

Needs ``bovo``, ``Xvfb``, ``dbus-run-session`` and the X libraries. Bovo has 22 x 22 points; the engine sees the 20 x 20 in their
middle and takes the border of these for the edge, which can only cost it something. Bovo changes the first player from game to
game. The engine's first stone is random, within two points of the middle or of Bovo's stone, so that the games differ. Times
are processor time; Bovo's is that of its process, painting included.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import engine
from bench import frame

BOARD, SEEN, OUTSIDE = 22, 20, 1
LEVELS = ("Ridiculously Easy", "Very Easy", "Easy", "Medium", "Hard", "Very Hard", "Extremely Hard", "Impossible")
WIDTH, HEIGHT = 640, 640
_NEW_GAME = (26, 38)  #: the button, in pixels from the top left
_FEW_PIXELS = 4  #: of a colour in a cell: no stone of it
_PATIENCE_S = 120.0
_AGAIN_S = 1.5  #: a click is repeated: Bovo drops those that come while it still paints its own stone
_CONFIG = "[settings]\nanimation=false\n\n[KgDifficulty]\nLevel={level}\n"


class Window:
    """Bovo on its own display: pixels are read from the display's memory, clicks are sent by the XTEST extension."""

    def __init__(self, level: str, display: int) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="bovo-"))
        config = self._folder / "config"
        config.mkdir()
        config.joinpath("bovorc").write_text(_CONFIG.format(level=level))
        name = f":{display}"
        screen = ("-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", str(self._folder))
        self._server = subprocess.Popen(("Xvfb", name, *screen), stderr=subprocess.DEVNULL)
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        begin = time.monotonic()
        self._display = None
        while not self._display and time.monotonic() < begin + _PATIENCE_S:
            time.sleep(0.3)
            self._display = ctypes.c_void_p(self._x.XOpenDisplay(name.encode()))
        folders = {key: str(self._folder) for key in ("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
        settings = os.environ | folders | {"DISPLAY": name, "XDG_CONFIG_HOME": str(config), "QT_QPA_PLATFORM": "xcb"}
        program = shutil.which("bovo") or "/usr/games/bovo"
        self._session = subprocess.Popen(
            ("dbus-run-session", "--", program), env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._memory = np.memmap(self._folder / "Xvfb_screen0", dtype=np.uint8, mode="r")
        words = self._memory[:100].view(">u4")  # an XWD header: its size, ..., bytes per line (12), ..., colours (19)
        start, line = int(words[0] + 12 * words[19]), int(words[12])
        self._pixels = self._memory[start : start + line * HEIGHT].reshape(HEIGHT, line)[:, : 4 * WIDTH].reshape(HEIGHT, WIDTH, 4)
        self._grid = self._find_grid()

    def close(self) -> None:
        """End Bovo and its display."""
        for process in (self._session, self._server):
            process.terminate()
            process.wait(10)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _colours(self) -> tuple[np.ndarray, np.ndarray]:
        """Red and blue, int64[HEIGHT, WIDTH] each."""
        return self._pixels[:, :, 2].astype(np.int64), self._pixels[:, :, 0].astype(np.int64)

    def _find_grid(self) -> tuple[int, int, float]:
        """Left and top of the board and the side of a cell, in pixels, once the window is painted."""
        begin = time.monotonic()
        while time.monotonic() < begin + _PATIENCE_S:
            time.sleep(0.5)
            red, blue = self._colours()
            line = blue > red + 15
            columns, rows = np.flatnonzero(line.sum(axis=0) > 150), np.flatnonzero(line.sum(axis=1) > 150)
            if columns.size > BOARD and rows.size > BOARD:
                return int(columns[0]), int(rows[0]), (int(columns[-1]) - int(columns[0])) / BOARD
        raise ValueError("Bovo's board did not appear")

    def click(self, x: int, y: int) -> None:
        """Press and release the left button at a pixel, and take the pointer out of sight."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, 0)
            self._x.XFlush(self._display)
            time.sleep(0.05)
        self._test.XTestFakeMotionEvent(self._display, -1, WIDTH - 1, HEIGHT - 1, 0)
        self._x.XFlush(self._display)

    def new_game(self) -> None:
        """Press the button for a new game."""
        self.click(*_NEW_GAME)

    def put(self, column: int, row: int) -> None:
        """Click a cell; row 0 is the top one."""
        left, top, side = self._grid
        self.click(round(left + (column + 0.5) * side), round(top + (row + 0.5) * side))

    def board(self) -> np.ndarray:
        """int64[BOARD, BOARD] by row from the top and column: 0 empty, 1 a cross, 2 a nought."""
        red, blue = self._colours()
        crosses, noughts = red - blue > 40, (blue - red > 70) & (red < 120)  # the last stone stands on light green
        left, top, side = self._grid
        found = np.zeros((BOARD, BOARD), np.int64)
        for row in range(BOARD):
            for column in range(BOARD):
                x, y = left + column * side, top + row * side
                cell = np.s_[round(y + 0.2 * side) : round(y + 0.85 * side), round(x + 0.2 * side) : round(x + 0.85 * side)]
                sums = int(crosses[cell].sum()), int(noughts[cell].sum())
                if max(sums) > _FEW_PIXELS:
                    found[row, column] = 1 + (sums[1] > sums[0])
        return found

    def used_s(self) -> float:
        """Processor time of Bovo's process so far."""
        children = Path(f"/proc/{self._session.pid}/task/{self._session.pid}/children").read_text().split()
        for child in children:
            fields = Path(f"/proc/{child}/stat").read_text()
            if "(bovo)" in fields:
                words = fields.rpartition(")")[2].split()
                return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        raise ValueError("Bovo has ended")


def has_five(stones: np.ndarray) -> bool:
    """Whether five or more in a row are set in bool[n, n]."""
    for rows, columns in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = stones.copy()
        for step in range(1, 5):
            shifted = np.zeros_like(stones)
            source = stones[rows * step :, max(0, columns * step) : stones.shape[1] + min(0, columns * step)]
            begin = max(0, -columns * step)
            shifted[: source.shape[0], begin : begin + source.shape[1]] = source
            run &= shifted
        if run.any():
            return True
    return False


def position_text(board: np.ndarray, first: int) -> str:
    """The position string of the points that the engine sees. ``first``: the first player's symbol; the turn is by the stones."""
    rows = []
    for line in board[OUTSIDE : OUTSIDE + SEEN, OUTSIDE : OUTSIDE + SEEN]:
        text, run = "", 0
        for symbol in line:
            if symbol == 0:
                run += 1
                continue
            text += (str(run) if run else "") + ("b" if symbol == first else "w")
            run = 0
        rows.append(text + (str(run) if run else ""))
    return "/".join(rows) + (" b" if np.count_nonzero(board) % 2 == 0 else " w")


class Match:
    """Games of the engine against the window."""

    def __init__(self, window: Window, nodes: int, seed: int) -> None:
        self.game = engine.load("gomoku", {"size": str(SEEN)})
        self.player = engine.Engine(self.game, hash_mb=16)
        self.player.warm_up()
        self.window, self.limits, self.random = window, engine.Limits(nodes=nodes), random.Random(seed)
        self.used_s, self.moves = 0.0, 0

    def _wait(self, stones: int, patience_s: float = _PATIENCE_S) -> np.ndarray:
        """The board once it has so many stones.

        Raises
        ------
        ValueError
            If it never has.
        """
        begin = time.monotonic()
        while time.monotonic() < begin + patience_s:
            board = self.window.board()
            if np.count_nonzero(board) == stones:
                return board
            time.sleep(0.03)
        raise ValueError(f"Bovo's board never had {stones} stones")

    def _put(self, column: int, row: int) -> int:
        """Put the engine's stone on a cell and return its symbol.

        Raises
        ------
        ValueError
            If it does not appear.
        """
        for _ in range(round(_PATIENCE_S / _AGAIN_S)):
            self.window.put(column, row)
            begin = time.monotonic()
            while time.monotonic() < begin + _AGAIN_S:
                time.sleep(0.02)
                symbol = int(self.window.board()[row, column])
                if symbol:
                    return symbol
        raise ValueError("Bovo took no stone")

    def _choose(self, board: np.ndarray, first: int) -> tuple[int, int]:
        """Column and row of the engine's move."""
        stones = np.argwhere(board)
        if len(stones) < 2:
            row, column = (BOARD // 2, BOARD // 2) if len(stones) == 0 else stones[0]
            while True:
                at = int(column) + self.random.randint(-2, 2), int(row) + self.random.randint(-2, 2)
                inside = all(OUTSIDE < value < OUTSIDE + SEEN - 1 for value in at)
                if inside and board[at[1], at[0]] == 0:
                    return at
        begin = time.process_time()
        position = self.game.position(position_text(board, first))
        self.player.set_position(position)
        best = self.player.go(self.limits).best
        self.used_s += time.process_time() - begin
        self.moves += 1
        x, y = position.format(best, "gomocup").split(",")
        return int(x) + OUTSIDE, int(y) + OUTSIDE

    def play(self, starts: bool) -> float:
        """One game; ``starts``: the engine has the first move. Points of the engine."""
        self.player.new_game()
        self.window.new_game()
        board = self._wait(0 if starts else 1)
        first = 0 if starts else int(board.max())
        while True:
            count = int(np.count_nonzero(board))
            column, row = self._choose(board, first)
            own = self._put(column, row)
            first = first or own
            board[row, column] = own
            if has_five(board == own):
                return 1.0
            if count + 1 == BOARD * BOARD:
                return 0.5
            board = self._wait(count + 2)
            if has_five(board == 3 - own):
                return 0.0
            if count + 2 == BOARD * BOARD:
                return 0.5


@frame.program()
def main(words: list[str]) -> int:
    """Play the match and report."""
    made = frame.parser(__name__)
    made.add_argument("--games", type=frame.positive, default=40)
    made.add_argument("--level", choices=LEVELS, default=LEVELS[-1])
    made.add_argument("--nodes", type=frame.positive, default=20_000, help="of each search; default: 20000")
    made.add_argument("--display", type=int, default=77, help="number of the virtual display; default: 77")
    frame.add_seed(made, "of the engine's first stones")
    arguments = made.parse_args(words)
    window = Window(arguments.level, arguments.display)
    try:
        match = Match(window, arguments.nodes, arguments.seed)
        window.new_game()
        time.sleep(5)
        starts = np.count_nonzero(window.board()) == 0  # who begins now does not begin the next game
        points, begin = [], window.used_s()
        for number in range(1, arguments.games + 1):
            starts = not starts
            points.append(match.play(starts))
            if number % 2 == 0 or number == arguments.games:
                print(f"{number} games: {frame.score_text(points)}, {sum(points):g} points", flush=True)
        theirs = 1000 * (window.used_s() - begin) / max(match.moves, 1)
        print(
            f"engine: {1000 * match.used_s / max(match.moves, 1):.0f} ms a move over {match.moves} moves; Bovo: {theirs:.0f} ms"
        )
    finally:
        window.close()
    return 0
