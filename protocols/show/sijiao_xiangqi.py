"""Boards of four-corner and four-side xiangqi: lands, rivers, palaces, men in four colours.

Men and wood are those of xiangqi; colours are told apart by ink and rim, in text by the letter of the position string. A pawn has
a small tip in the direction in which it goes forward; on the corner board 兵 advances along a file, 卒 along a rank.
"""

from __future__ import annotations

from rich.text import Text

from protocols.show import xiangqi as base
from protocols.show.strokes import strokes
from protocols.show.view import View

GLYPHS = dict(zip("KABNRCPS", "將士象馬車砲兵卒", strict=True))
STYLES = {"k": "bold #303030", "r": "bold red", "b": "bold blue", "w": "bold #806000", "d": "dim"}
#: Ink and face of the men of each colour; inert pieces are grey.
INKS = {
    "k": ("#1d2622", "#f5deb0"),
    "r": ("#b3201b", "#f7dcc0"),
    "b": ("#1a4a9c", "#d9e4f2"),
    "w": ("#6d4a00", "#fffdf4"),
    "d": ("#8b8377", "#c9bfae"),
}
LINE, RIVER, MARK = base.LINE, "#2a6a86", base.MARK
PITCH, MARGIN, RADIUS = 60, 62, 26

Point = tuple[int, int]  #: (file, rank), from 0
_FILES = "abcdefghijklmnopqrs"


# --- facts --------------------------------------------------------------------------------------------------------------


def is_cross(view: View) -> bool:
    """Whether the board is the cross."""
    return view.entry.id == "sifang-xiangqi"


def exists(view: View, point: Point) -> bool:
    """Whether the board has the point."""
    size = view.entry.files
    return min(point) >= 0 and max(point) < size and (not is_cross(view) or any(5 <= n <= 13 for n in point))


def read_board(position: str) -> dict[Point, str]:
    """The men of a canonical position string, two letters each."""
    board = {}
    ranks = position.split()[0].split("/")
    for rank, row in zip(range(len(ranks) - 1, -1, -1), ranks, strict=True):
        file = 0
        for cell in row.split(","):
            if cell[-1].isdigit():
                file += int(cell.lstrip("x"))
            else:
                board[file, rank] = cell
                file += 1
    return board


def point_of(name: str) -> Point:
    """The point ``c10``."""
    return _FILES.index(name[0]), int(name[1:]) - 1


def ends(move: str | None) -> list[Point]:
    """Where a wire move begins and ends."""
    if not move:
        return []
    cut = next(n for n in range(1, len(move)) if move[n].isalpha())
    return [point_of(move[:cut]), point_of(move[cut:])]


def palace_centres(view: View) -> list[Point]:
    """In the order of the seats."""
    return [(9, 1), (1, 9), (9, 17), (17, 9)] if is_cross(view) else [(1, 1), (1, 8), (8, 8), (8, 1)]


def checked_generals(view: View) -> list[Point]:
    """The generals that may be the one in check: those of the seat that acts, of its ally too under one command."""
    if not view.in_check:
        return []
    letters = {"black": "k", "red": "r", "blue": "b", "white": "w"}
    wanted = {letters[view.seat] + "K"}
    if not is_cross(view) and view.options["Command"] in ("auto", "unified"):
        wanted.add({"k": "b", "w": "r"}[letters[view.seat]] + "K")
    return [point for point, man in read_board(view.position).items() if man in wanted]


def notes(view: View, charset: str) -> list[str]:
    """Who has fallen."""
    names = dict(zip("krbw", view.entry.seats, strict=True))
    fallen = [name for name, digit in zip(names.values(), view.position.split()[2], strict=True) if digit == "0"]
    return [f"fallen: {', '.join(fallen)}"] if fallen else []


# --- terminals ----------------------------------------------------------------------------------------------------------


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Every point is four columns: a bracket for the last move, the colour's letter, the man; rivers are gaps."""
    board, marks, checked = read_board(view.position), ends(view.last_move), checked_generals(view)
    size = view.entry.files
    rivers = (5, 14) if is_cross(view) else (5,)
    text = Text()
    for rank in range(size - 1, -1, -1):
        text.append(f"{rank + 1:2} ")
        before = False
        for file in range(size + 1):
            here = (file, rank)
            text.append("]" if before else "[" if here in marks else " ")
            before = here in marks
            if file == size:
                break
            if file in rivers:
                text.append(" ")
            man = board.get(here, "")
            if man:
                said = man[0] + (GLYPHS[man[1]] if charset != "ascii" else f"{man[1]} ")
                style = STYLES[man[0]] + (" reverse" if here in marks or here in checked else "")
            else:
                said, style = (" + " if charset == "ascii" else " ┼ ") if exists(view, here) else "   ", "dim"
            text.append(said, style if colour else "")
        text.append("\n\n" if rank in rivers else "\n")
    text.append("   ")
    for file in range(size):
        text.append((" " if file in rivers else "") + f"  {_FILES[file]} ")
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


class _Board:
    """Places of one board in a picture."""

    def __init__(self, view: View) -> None:
        self.view, self.size = view, view.entry.files
        self.extent = 2 * MARGIN + PITCH * (self.size - 1)

    def at(self, file: float, rank: float) -> tuple[float, float]:
        return MARGIN + PITCH * file, MARGIN + PITCH * (self.size - 1 - rank)

    def path(self, *points: tuple[float, float]) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in (self.at(*point) for point in points))


def _ground(board: _Board) -> str:
    """Wood, lines, rivers, palaces, coordinates."""
    view, size = board.view, board.size
    last = size - 1
    grid = []
    for n in range(size):
        for low, high in _spans(view, n):
            grid += [board.path((low, n), (high, n)), board.path((n, low), (n, high))]
    for file, rank in palace_centres(view):
        grid += [board.path((file - 1, rank - 1), (file + 1, rank + 1)), board.path((file - 1, rank + 1), (file + 1, rank - 1))]
    if is_cross(view):
        bands = [board.path((4.5, 4.5), (13.5, 4.5), (13.5, 13.5), (4.5, 13.5)) + "Z"]
    else:
        bands = [board.path((4.5, 0), (4.5, last)), board.path((0, 4.5), (last, 4.5))]
    names = []
    for n in range(size):
        low, high = _spans(view, n)[0]
        x, y = board.at(n, low)
        names.append(strokes(_FILES[n], x, y + 42, LINE, 1.8))
        x, y = board.at(low, n)
        names.append(strokes(str(n + 1), x - 44, y, LINE, 1.8))
    return (
        f'<rect width="{board.extent}" height="{board.extent}" rx="14" fill="{base.WOOD}"/>'
        f'<path d="{"".join(bands)}" fill="none" stroke="{RIVER}" stroke-opacity="0.35" stroke-width="26"/>'
        f'<path d="{"".join(grid)}" fill="none" stroke="{LINE}" stroke-width="1.8" stroke-linecap="square"/>{"".join(names)}'
    )


def _spans(view: View, n: int) -> list[tuple[int, int]]:
    """The points of rank or file ``n``, first and last."""
    if is_cross(view) and not 5 <= n <= 13:
        return [(5, 13)]
    return [(0, view.entry.files - 1)]


def forward(view: View, man: str) -> Point | None:
    """The direction (right, up) of a pawn of a living colour, None for other men."""
    if man[1] not in "PS" or man[0] == "d":
        return None
    seat = "krbw".index(man[0])
    if is_cross(view):
        return ((0, 1), (1, 0), (0, -1), (-1, 0))[seat]
    return ((0, 1), (0, -1), (0, -1), (0, 1))[seat] if man[1] == "P" else ((1, 0), (1, 0), (-1, 0), (-1, 0))[seat]


def _man(man: str, x: float, y: float, ahead: Point | None) -> str:
    ink, face = INKS[man[0]]
    tip = ""
    if ahead:
        (dx, dy), reach = (ahead[0], -ahead[1]), RADIUS + 7
        tip = (
            f'<path d="M{x + dx * reach:g} {y + dy * reach:g}L{x + dx * (reach - 9) - dy * 8:g} {y + dy * (reach - 9) + dx * 8:g}'
            f'L{x + dx * (reach - 9) + dy * 8:g} {y + dy * (reach - 9) - dx * 8:g}Z" fill="{ink}"/>'
        )
    return tip + (
        f'<circle cx="{x + 1.5:g}" cy="{y + 2.5:g}" r="{RADIUS}" fill="#3a1f08" opacity="0.3"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{face}" stroke="{ink}" stroke-width="2.4"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 4}" fill="none" stroke="{ink}" stroke-width="1.2"/>'
        f"{base._write(GLYPHS[man[1]], x, y, 36, ink, 18)}"
    )


def board_svg(view: View, size: int) -> str:
    """A wooden board with the men of four colours, Black below."""
    board = _Board(view)
    parts = [_ground(board)]
    last = ends(view.last_move)
    if last:
        x, y = board.at(*last[0])
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 6}" fill="{MARK}" fill-opacity="0.15" stroke="{MARK}" stroke-width="3" '
            f'stroke-dasharray="7 5"/>'
        )
    for point in checked_generals(view):
        x, y = board.at(*point)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 6}" fill="#e5281b" opacity="0.55"/>')
    for point, man in read_board(view.position).items():
        parts.append(_man(man, *board.at(*point), forward(view, man)))
    if last:
        x, y = board.at(*last[1])
        reach, arm = RADIUS + 2, 10
        path = "".join(
            f"M{x + dx * (reach - arm):g} {y + dy * reach:g}H{x + dx * reach:g}V{y + dy * (reach - arm):g}"
            for dx in (-1, 1)
            for dy in (-1, 1)
        )
        parts.append(f'<path d="{path}" fill="none" stroke="{MARK}" stroke-width="4" stroke-linejoin="round"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 {board.extent} {board.extent}" width="{size}" '
        f'height="{size}"><title>{view.position}</title>{"".join(parts)}</svg>\n'
    )
