"""The star board: names of holes on the rim, camps in the colours of their seats, pieces, the last move with its jumps."""

from __future__ import annotations

import math

from rich.text import Text

from engine.games.chinese_checkers.geometry import (
    CAMP_SETS,
    FIRST,
    HOLES,
    LENGTHS,
    LETTERS,
    NAMES,
    PLACES,
    ROWS,
    WIDE_SETS,
    hole_of,
)
from engine.games.chinese_checkers.text import Board, route
from protocols.show.strokes import strokes
from protocols.show.view import View

WOOD, EDGE, LINES, HOLE, INK, MARK = "#ead2a4", "#8a6a3c", "#b08d57", "#caa66b", "#4a3517", "#1d1d1d"
#: Of each seat: piece, rim, camp. Red, green, yellow, blue, white and violet, as such boards are sold.
COLOURS = (
    ("#d63b30", "#7d1d17", "#f0b8ae"),
    ("#2f9b4c", "#17542a", "#b9dcb6"),
    ("#f3c51c", "#8f7208", "#f6e6a0"),
    ("#2d62c4", "#16346d", "#b7c9ea"),
    ("#f8f8f4", "#77777a", "#f4f1e4"),
    ("#8d45a8", "#4c225c", "#d9bde2"),
)
_SQUARE = 21.0  #: half the way between two holes of a row, in the picture
_RISE = 2 * _SQUARE * math.sin(math.pi / 3)
_SIDE, _TOP = 62.0, 50.0
WIDTH, HEIGHT = 2 * _SIDE + 24 * _SQUARE, 2 * _TOP + 16 * _RISE
_RADIUS = 15.5


def _way(view: View) -> list[int]:
    """The holes that the piece of the last move touched; empty for a pass and where no move was made."""
    if not view.before or not view.last_move or view.last_move == "pass":
        return []
    cut = 2 + next(n for n, sign in enumerate(view.last_move[1:] + "a") if sign.isalpha()) - 1
    start, end = hole_of(view.last_move[:cut]), hole_of(view.last_move[cut:])
    return route(Board.of(view.before).pieces, start, end, view.options["jump"] == "distant", view.options["stop"] == "closed")


# --- words --------------------------------------------------------------------------------------------------------------


def notes(view: View, charset: str) -> list[str]:
    """The route of the last move, moves and pieces home of each seat, open penalties."""
    board = Board.of(view.position)
    way = _way(view)
    lines = []
    if len(way) > 2:
        lines.append(f"route: {'-'.join(NAMES[hole] for hole in way)}, {len(way) - 1} jumps")
    areas = WIDE_SETS if view.options["pieces"] == "15" else CAMP_SETS
    parts = []
    for seat, count in zip(board.seats, board.moves, strict=True):
        goal = areas[(LETTERS.index(seat) + 3) % 6]
        home = sum(board.pieces.get(hole) == seat for hole in goal)
        state = "eliminated" if count.endswith("x") else "finished" if count.endswith("=") else f"{home} of {len(goal)} home"
        parts.append(f"{seat} {count.rstrip('=x')} moves, {state}")
    lines.append("; ".join(parts))
    for item in board.penalties:
        if item.endswith("-"):
            lines.append(f"penalty: {item[0]} loses its next turn")
        else:
            cut = next(n for n in range(2, len(item)) if item[n].isalpha())
            lines.append(f"penalty: {item[0]} has to take {item[1:cut]} back to {item[cut:]} or out of the camp")
    return lines


# --- text ---------------------------------------------------------------------------------------------------------------


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The board as in the rules, a row a line: letter, holes of the row, pieces; the last move begins and ends in brackets."""
    board, way = Board.of(view.position), _way(view)
    dot = "·" if charset == "unicode" else "."
    text = Text()
    hole = HOLES
    for row in range(ROWS - 1, -1, -1):
        hole -= LENGTHS[row]
        text.append(f"{chr(ord('a') + row)} {LENGTHS[row]:2d} ")
        text.append("  " * FIRST[row])
        for column in range(LENGTHS[row]):
            place = hole + column
            letter = board.pieces.get(place, "")
            symbol = letter or ("+" if place in way[1:-1] else dot)
            style = ""
            if colour and letter:
                style = f"bold {COLOURS[LETTERS.index(letter)][0]}"
            elif colour:
                style = MARK if place in way else LINES
            ends = bool(way) and place in (way[0], way[-1])
            text.append(f"[{symbol}]" if ends else f" {symbol} ", style)
            if column < LENGTHS[row] - 1:
                text.append(" ")
        text.append("  " * (24 - FIRST[row] - 2 * (LENGTHS[row] - 1)))
        text.append("\n" if row else "")
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


def _at(hole: int) -> tuple[float, float]:
    row, column = PLACES[hole]
    return _SIDE + _SQUARE * column, _TOP + _RISE * (16 - row)


def _triangle(seat: int, swell: float) -> str:
    """The outline of a camp, a little larger than its holes."""
    corners = [hole for hole in CAMP_SETS[seat] if sum(_near(hole, other) for other in CAMP_SETS[seat]) == 2]
    x0 = sum(_at(hole)[0] for hole in corners) / 3
    y0 = sum(_at(hole)[1] for hole in corners) / 3
    points = []
    for hole in sorted(corners, key=lambda h: math.atan2(_at(h)[1] - y0, _at(h)[0] - x0)):
        x, y = _at(hole)
        points.append(f"{x0 + (x - x0) * swell:.1f} {y0 + (y - y0) * swell:.1f}")
    return "M" + "L".join(points) + "Z"


def _near(one: int, other: int) -> bool:
    (x, y), (u, v) = _at(one), _at(other)
    return 0 < math.hypot(x - u, y - v) < 2.1 * _SQUARE


def _field() -> str:
    """The empty board."""
    parts = [f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" rx="14" fill="{WOOD}"/>']
    parts += [f'<path d="{_triangle(seat, 1.36)}" fill="{COLOURS[seat][2]}" stroke="{EDGE}"/>' for seat in range(6)]
    lines = []
    for hole in range(HOLES):
        for other in range(hole):
            if _near(hole, other):
                (x, y), (u, v) = _at(hole), _at(other)
                lines.append(f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}")
    parts.append(f'<path d="{"".join(lines)}" stroke="{LINES}" stroke-width="1.4"/>')
    for hole in range(HOLES):
        x, y = _at(hole)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{HOLE}" stroke="{EDGE}"/>')
    first = 0
    for row in range(ROWS):
        (x, y), (u, _) = _at(first), _at(first + LENGTHS[row] - 1)
        letter = chr(ord("a") + row)
        parts.append(strokes(f"{letter}1", x - 36, y, INK))
        if LENGTHS[row] > 1:
            parts.append(strokes(f"{letter}{LENGTHS[row]}", u + 38, y, INK))
        first += LENGTHS[row]
    return "".join(parts)


def _piece(seat: str, x: float, y: float) -> str:
    fill, rim, _ = COLOURS[LETTERS.index(seat)]
    ink = "#ffffff" if seat in "ABDF" else INK
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" fill="{fill}" stroke="{rim}" stroke-width="2"/>'
        f'<circle cx="{x - 5:.1f}" cy="{y - 6:.1f}" r="4" fill="#ffffff" fill-opacity="0.45"/>' + _letter(seat, x, y, ink)
    )


#: Capital letters in a box of 4 by 7.
_CAPITALS = {
    "A": "M0 7L2 0L4 7M0.8 4.6H3.2",
    "B": "M0 0V7H2.6Q4 7 4 5.2Q4 3.5 2.6 3.5H0M0 0H2.3Q3.6 0 3.6 1.7Q3.6 3.5 2.3 3.5",
    "C": "M4 1Q3.2 0 2.2 0Q0 0 0 3.5Q0 7 2.2 7Q3.2 7 4 6",
    "D": "M0 0V7H1.8Q4 7 4 3.5Q4 0 1.8 0Z",
    "E": "M4 0H0V7H4M0 3.5H3.2",
    "F": "M4 0H0V7M0 3.5H3.2",
}


def _letter(seat: str, x: float, y: float, ink: str) -> str:
    """The letter of a seat in the middle of its piece, for those who do not see colours."""
    place = f"translate({x - 3.2:.1f} {y - 5.6:.1f}) scale(1.6)"
    return f'<path transform="{place}" d="{_CAPITALS[seat]}" fill="none" stroke="{ink}" stroke-width="1"/>'


def _arrow(way: list[int]) -> str:
    """The last move: an arc over each piece that is jumped, a dot on each landing, a head at its end."""
    points = [_at(hole) for hole in way]
    bend = 0.0 if _near(way[0], way[1]) else 0.16
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (u, v) in zip(points[:-1], points[1:], strict=True):
        middle = (x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x)
        last = (u, v) == points[-1]
        length = math.hypot(u - middle[0], v - middle[1])
        dx, dy = (u - middle[0]) / length, (v - middle[1]) / length
        tip = u - dx * (_RADIUS + 2), v - dy * (_RADIUS + 2)
        back = tip[0] - dx * 11, tip[1] - dy * 11
        end = back if last else (u, v)
        path += f"Q{middle[0]:.1f} {middle[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    wings = f"L{back[0] - dy * 7:.1f} {back[1] + dx * 7:.1f}L{back[0] + dy * 7:.1f} {back[1] - dx * 7:.1f}Z"
    head = f"M{tip[0]:.1f} {tip[1]:.1f}{wings}"
    style = f'fill="none" stroke-linejoin="round" stroke-linecap="round" d="{path}"'
    dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="5" fill="{MARK}"/>' for a, b in points[1:-1])
    return (
        f'<path {style} stroke="#ffffff" stroke-width="7" stroke-opacity="0.6"/>'
        f'<path {style} stroke="{MARK}" stroke-width="3.2"/>{dots}<path d="{head}" fill="{MARK}"/>'
    )


def board_svg(view: View, size: int) -> str:
    """The board with the last move's route; the piece that moved has a ring, the hole that it left a dashed one."""
    board, way = Board.of(view.position), _way(view)
    parts = [_field()]
    parts += [_piece(seat, *_at(hole)) for hole, seat in board.pieces.items()]
    if way:
        parts.append(_arrow(way))
        for hole, dashes in ((way[0], ' stroke-dasharray="5 4"'), (way[-1], "")):
            x, y = _at(hole)
            ring = f'r="{_RADIUS + 2.5}" fill="none" stroke="{MARK}" stroke-width="3"{dashes}'
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" {ring}/>')
    height = round(size * HEIGHT / WIDTH)
    box = f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{height}" {box}>{"".join(parts)}</svg>'
