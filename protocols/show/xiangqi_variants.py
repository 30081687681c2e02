"""Boards of paowei-xiangqi (cells, no river) and shengshi-xiangqi (lines of elephants and advisors, half-points).

Men, wood and frame are those of xiangqi. A cannon that may return has a dashed arrow to where it came from, a point where nobody
may land because of an advisor on a half-point a small cross.
"""

from __future__ import annotations

from rich.text import Text

from protocols.show import xiangqi as base
from protocols.show.view import View
from protocols.show.xiangqi import (
    FILES,
    FRAME,
    FRAME_COLOUR,
    FRAME_INK,
    GLYPHS,
    HEIGHT,
    LINE,
    MARK,
    PITCH,
    RADIUS,
    RANKS,
    WIDTH,
    find_king,
    read_board,
)

Point = tuple[float, float]  #: (rank, file); half-points lie between points

_ELEPHANT_LINES = ("c0 e2 g4", "g0 e2 c4", "a2 c0", "a2 c4", "i2 g0", "i2 g4")
_HALF_SIZE = 0.62  #: a man on a half-point stands between four others
RETURN = "#2c7a3f"


# --- facts --------------------------------------------------------------------------------------------------------------


def is_shengshi(view: View) -> bool:
    """Whether the board is that of shengshi-xiangqi."""
    return view.entry.id == "shengshi-xiangqi"


def point_of(name: str) -> Point:
    """The point or half-point ``name``."""
    rank, file = int(name[1]), "abcdefghijk".index(name[0])
    return (rank + 0.5, file - 5.5) if file > 8 else (float(rank), float(file))


def half_points(position: str) -> dict[str, str]:
    """Name of a half-point -> letter of the advisor on it."""
    text = position.split()[2].replace("-", "")
    return {text[n + 1 : n + 3]: text[n] for n in range(0, len(text), 3)}


def returns(position: str) -> list[tuple[str, str, str]]:
    """``(cannon, origin, screen)`` of each cannon return, that of the side to move first."""
    words = position.split()[3].split("/")
    return [(word[:2], word[2:4], word[4:]) for word in words if word != "-"]


def banned(position: str) -> list[Point]:
    """The corners of occupied half-points."""
    found = []
    for name in half_points(position):
        rank, file = point_of(name)
        found += [(rank + r, file + f) for r in (-0.5, 0.5) for f in (-0.5, 0.5)]
    return sorted(set(found))


def ends(move: str | None) -> list[Point]:
    """Where a wire move begins and ends."""
    return [point_of(move[:2]), point_of(move[2:4])] if move else []


def notes(view: View, charset: str) -> list[str]:
    """Cannon returns, advisors on half-points."""
    lines = []
    for cannon, origin, screen in returns(view.position):
        lines.append(f"return: the cannon on {cannon} may go back to {origin} over {screen}")
    for name, letter in half_points(view.position).items():
        lines.append(f"half-point: {letter if charset == 'ascii' else GLYPHS[letter]} on {name}; nobody lands on its corners")
    return lines


# --- terminals ----------------------------------------------------------------------------------------------------------


def _gap(view: View, rank: int, charset: str) -> str:
    """The line below ``rank``, with palace lines and what stands on half-points."""
    bar, falling, rising = ("│", "╲", "╱") if charset == "unicode" else ("|", "\\", "/")
    gaps = ["   "] * (FILES - 1)
    if rank in (9, 8, 2, 1):
        up = rank in (9, 2)
        gaps[3:5] = [f" {falling if up else rising} ", f" {rising if up else falling} "]
        if is_shengshi(view):
            gaps[3:5] = [
                f"{falling}╳{rising}" if charset == "unicode" else " X ",
                f"{falling}╳{rising}" if charset == "unicode" else " X ",
            ]
    for name, letter in half_points(view.position).items():
        low, file = point_of(name)
        if rank == round(low + 0.5):
            gaps[int(file)] = f" {letter} " if charset == "ascii" else f"{GLYPHS[letter]} "
    return bar + "".join(gap + bar for gap in gaps)


def _crossing(rank: int, file: int, lines: bool) -> str:
    """As in xiangqi, but for the river, which is not there."""
    return "┼" if 0 < file < 8 and rank in (4, 5) and lines else base._crossing(rank, file, lines)


def board_text(view: View, charset: str, colour: bool) -> Text:
    """As xiangqi's board, without a river; a man on a half-point stands between the lines."""
    return base.lattice(view, ends(view.last_move), charset, colour, _crossing, lambda rank: _gap(view, rank, charset))


# --- pictures -----------------------------------------------------------------------------------------------------------


def _at(point: Point) -> tuple[float, float]:
    return base._x(point[1]), base._y(point[0])


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(_at, points))


def _cells() -> str:
    """The board of paowei-xiangqi: cells around the points, palaces tinted."""
    half, path = PITCH / 2, []
    left, right = base._x(0) - half, base._x(8) + half
    top, bottom = base._y(9) - half, base._y(0) + half
    path += [f"M{left:g} {top + PITCH * n:g}H{right:g}" for n in range(RANKS + 1)]
    path += [f"M{left + PITCH * n:g} {top:g}V{bottom:g}" for n in range(FILES + 1)]
    palaces = ""
    for low in (0, 7):
        x, y = base._x(3) - half, base._y(low + 2) - half
        palaces += (
            f'<rect x="{x:g}" y="{y:g}" width="{3 * PITCH}" height="{3 * PITCH}" fill="#b9722e" fill-opacity="0.18" '
            f'stroke="{LINE}" stroke-width="6"/>'
        )
    return palaces + f'<path d="{"".join(path)}" fill="none" stroke="{LINE}" stroke-width="2.4" stroke-linecap="square"/>'


def _shengshi_lines() -> str:
    """Files through the river, crosses and rhombuses of the palaces, elephant lines, half-points."""
    path = [f"M{base._x(0):g} {base._y(rank):g}H{base._x(8):g}" for rank in range(RANKS)]
    path += [f"M{base._x(file):g} {base._y(0):g}V{base._y(9):g}" for file in range(FILES)]
    fine, dots = [], []
    for low in (0, 7):
        path += [_path([(low, 3), (low + 2, 5)]), _path([(low, 5), (low + 2, 3)])]
        path.append(_path([(low, 4), (low + 1, 5), (low + 2, 4), (low + 1, 3)]) + "Z")
        for r, f in ((0.5, 3.5), (0.5, 4.5), (1.5, 3.5), (1.5, 4.5)):
            x, y = _at((low + r, f))
            dots.append(f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{base.WOOD}" stroke="{LINE}" stroke-width="2.4"/>')
    for text in _ELEPHANT_LINES:
        line = [point_of(name) for name in text.split()]
        fine += [_path(line), _path([(9 - rank, file) for rank, file in line])]
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="{LINE}" stroke-width="2.4" stroke-linecap="square"/>'
        f'<path d="{"".join(fine)}" fill="none" stroke="{LINE}" stroke-width="2" stroke-dasharray="3 8" stroke-linecap="round"/>'
        f'<path d="{_path([(4, 0), (4, 8)])}{_path([(5, 0), (5, 8)])}" stroke="#2a6a86" stroke-opacity="0.5" stroke-width="7"/>'
        f"{''.join(dots)}"
    )


def _coordinates() -> str:
    parts = []
    for file in range(FILES):
        for y in (FRAME / 2, HEIGHT - FRAME / 2):
            parts.append(base._write("abcdefghi"[file], base._x(file), y, 27, FRAME_INK))
    for rank in range(RANKS):
        for x in (FRAME / 2, WIDTH - FRAME / 2):
            parts.append(base._write(str(rank), x, base._y(rank), 27, FRAME_INK))
    return "".join(parts)


def _marks(view: View) -> tuple[str, str]:
    """What lies under the men and what over them."""
    under, over = [], []
    board = read_board(view.position)
    last = ends(view.last_move)
    if last:
        x, y = _at(last[0])
        under.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS - 6 if last[0][0] % 1 == 0 else 20}" fill="{MARK}" fill-opacity="0.12" '
            f'stroke="{MARK}" stroke-width="3" stroke-dasharray="9 7"/>'
        )
        x, y = _at(last[1])
        reach, arm = (RADIUS + 3, 16) if last[1][0] % 1 == 0 else (RADIUS * _HALF_SIZE + 3, 11)
        path = "".join(
            f"M{x + dx * (reach - arm):g} {y + dy * reach:g}H{x + dx * reach:g}V{y + dy * (reach - arm):g}"
            for dx in (-1, 1)
            for dy in (-1, 1)
        )
        over.append(f'<path d="{path}" fill="none" stroke="{MARK}" stroke-width="5" stroke-linejoin="round"/>')
    if view.in_check:
        x, y = _at(find_king(board, view.seat))
        under.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 9}" fill="#e5281b" opacity="0.55"/>')
    for point in banned(view.position):
        x, y = _at(point)
        under.append(f'<path d="M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18" stroke="{MARK}" stroke-width="4" stroke-opacity="0.7"/>')
    for cannon, origin, _ in returns(view.position):
        (x1, y1), (x2, y2) = _at(point_of(cannon)), _at(point_of(origin))
        length = abs(x2 - x1) + abs(y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        x1, y1 = x1 + dx * (RADIUS + 4), y1 + dy * (RADIUS + 4)
        over.append(
            f'<g fill="none" stroke="{RETURN}" stroke-width="6" stroke-opacity="0.8" stroke-linecap="round">'
            f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke-dasharray="2 14"/>'
            f'<path d="M{x2 - 22 * dx - 14 * dy:g} {y2 - 22 * dy + 14 * dx:g}L{x2:g} {y2:g}'
            f'L{x2 - 22 * dx + 14 * dy:g} {y2 - 22 * dy - 14 * dx:g}"/></g>'
        )
    return "".join(under), "".join(over)


def board_svg(view: View, size: int) -> str:
    """A wooden board with carved men, Red below."""
    board = read_board(view.position)
    halves = half_points(view.position)
    men = [
        f'<use xlink:href="#man-{letter}" x="{base._x(file):g}" y="{base._y(rank):g}"/>'
        for rank, row in enumerate(board)
        for file, letter in enumerate(row)
        if letter
    ]
    for name, letter in halves.items():
        x, y = _at(point_of(name))
        men.append(f'<use xlink:href="#man-{letter}" transform="translate({x:g} {y:g}) scale({_HALF_SIZE})"/>')
    under, over = _marks(view)
    used = {letter for row in board for letter in row if letter} | set(halves.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{size}" height="{round(size * HEIGHT / WIDTH)}">'
        f"<title>{view.position}</title>{base._definitions(used)}"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{FRAME_COLOUR}"/>'
        f'<rect x="{FRAME}" y="{FRAME}" width="{WIDTH - 2 * FRAME}" height="{HEIGHT - 2 * FRAME}" fill="url(#board)"/>'
        f"{base._grain()}{_shengshi_lines() if is_shengshi(view) else _cells()}{_coordinates()}"
        f"{under}{''.join(men)}{over}</svg>\n"
    )
