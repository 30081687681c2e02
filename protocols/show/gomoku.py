"""The board of five in a row: star points, coordinates, stones with their move numbers, Black's forbidden points in renju."""

from __future__ import annotations

import re
from functools import cache

from rich.text import Text

import engine
from protocols.show.strokes import strokes
from protocols.show.view import View

WOOD, LINES, BLACK, WHITE, RIM = "#e3bf83", "#5a3d1e", "#231f1d", "#f8f5ee", "#14100d"
MARK, LIGHT_MARK, FORBIDDEN = "#d0342c", "#ff6a5c", "#c2281f"
_STEP, _EDGE, _RADIUS = 40, 46, 17.5
_MOVES_A_LINE = 12
_SYMBOLS = {"unicode": ("●", "○", "×"), "chinese": ("b", "w", "*"), "ascii": ("b", "w", "*")}
_POINT = re.compile(r"([a-t])(\d{1,2})", re.ASCII)
Point = tuple[int, int]
"""Column from the left and row from the bottom, from 0."""


# --- reading the view ---------------------------------------------------------------------------------------------------


def _stones(position: str) -> tuple[int, dict[Point, int]]:
    """Size, and the colour (0 black, 1 white) of each stone."""
    rows = position.split()[0].split("/")
    found: dict[Point, int] = {}
    for number, row in enumerate(reversed(rows)):
        column = 0
        for item in re.findall(r"\d+|[bw]", row):
            if item.isdigit():
                column += int(item)
            else:
                found[column, number] = "bw".index(item)
                column += 1
    return len(rows), found


def _point(name: str) -> Point | None:
    found = _POINT.fullmatch(name)
    return (ord(found[1]) - 97, int(found[2]) - 1) if found else None


def _name(point: Point) -> str:
    return f"{chr(97 + point[0])}{point[1] + 1}"


def _last(view: View) -> Point | None:
    """The last stone: that of the last move, or the one that the position string names."""
    fields = view.position.split()[2:]
    return _point(view.last_move or (fields[0] if fields else ""))


def _numbers(view: View) -> dict[Point, int]:
    """The numbers of the stones played since the start position."""
    return {point: number for number, name in enumerate(view.moves, start=1) if (point := _point(name))}


@cache
def _forbidden(game: str, position: str) -> dict[str, str]:
    """Name of a point that Black may not play -> why; only for renju with Black to move."""
    found = engine.load(game, {"rule": "renju"}).position(position)
    return found.game.spec.notation.forbidden_points(found.memory, found.ply)


def forbidden_points(view: View) -> dict[str, str]:
    """Black's forbidden points by name, with the shape; empty where there are none or White is to move."""
    if view.options.get("rule") != "renju" or view.result != "ongoing" or view.seat != "black":
        return {}
    return _forbidden(view.entry.id, view.position)


def _stars(size: int) -> set[Point]:
    """The points with a dot: one in each quarter, the centre, and those between on the largest odd boards."""
    edge = 3 if size > 10 else 2
    low, high, middle = edge, size - 1 - edge, size // 2
    lines = (low, middle, high) if size % 2 and size >= 17 else (low, high)
    stars = {(x, y) for x in lines for y in lines} if size > 6 else set()
    return stars | {(middle, middle)} if size % 2 else stars


# --- words --------------------------------------------------------------------------------------------------------------


def check_word(view: View) -> str:
    """What ``in_check`` means here."""
    return "must parry a five"


def notes(view: View, charset: str) -> list[str]:
    """The game as people write it down, and Black's forbidden points."""
    lines = []
    for first in range(0, len(view.moves), _MOVES_A_LINE):
        names = view.moves[first : first + _MOVES_A_LINE]
        lines.append("moves: " + " ".join(f"{first + n}.{name}" for n, name in enumerate(names, start=1)))
    found = forbidden_points(view)
    if found:
        lines.append("forbidden: " + ", ".join(f"{name} {shape}" for name, shape in found.items()))
    return lines


def _crossing(x: int, y: int, size: int, star: bool) -> str:
    """The symbol of an empty point between lines."""
    if star:
        return "╋"
    row = "┌┬┐" if y == size - 1 else "└┴┘" if y == 0 else "├┼┤"
    return row[0 if x == 0 else 2 if x == size - 1 else 1]


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The board; the last stone stands in brackets, a cross (or an asterisk) is a point forbidden to Black."""
    size, stones = _stones(view.position)
    black, white, cross = _SYMBOLS.get(charset, _SYMBOLS["ascii"])
    stars, last, drawn = _stars(size), _last(view), charset == "unicode"
    banned = {_point(name) for name in forbidden_points(view)}
    text = Text()
    for y in range(size - 1, -1, -1):
        text.append(f"{y + 1:2} ")
        for x in range(size):
            point = (x, y)
            left, right = ("─" if drawn and x else " "), ("─" if drawn and x < size - 1 else " ")
            ink = LINES
            if point in stones:
                symbol, ink = (black, "bold #000000") if stones[point] == 0 else (white, "bold #ffffff")
                if colour and drawn:
                    symbol = black
            elif point in banned:
                symbol, ink = cross, f"bold {FORBIDDEN}"
            else:
                symbol = _crossing(x, y, size, point in stars) if drawn else "+" if point in stars else "."
            if point == last:
                left, right = "[", "]"
            ground = f" on {WOOD}" if colour else ""
            side = MARK if point == last else LINES
            for part, style in ((left, side), (symbol, ink), (right, side)):
                text.append(part, style + ground if colour else "")
        text.append("\n")
    text.append("   " + "".join(f" {chr(97 + x)} " for x in range(size)))
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


def _place(point: Point, size: int) -> tuple[int, int]:
    return _EDGE + _STEP * point[0], _EDGE + _STEP * (size - 1 - point[1])


def _ground(size: int) -> str:
    """The empty board."""
    low, high = _EDGE, _EDGE + _STEP * (size - 1)
    extent = high + _EDGE
    parts = [f'<rect width="{extent}" height="{extent}" fill="{WOOD}"/>']
    lines = "".join(f"M{low} {low + _STEP * n}H{high}M{low + _STEP * n} {low}V{high}" for n in range(size))
    parts.append(f'<path d="{lines}" stroke="{LINES}" stroke-width="1.2" stroke-linecap="square"/>')
    parts.append(
        f'<rect x="{low}" y="{low}" width="{high - low}" height="{high - low}" fill="none" stroke="{LINES}" stroke-width="2.5"/>'
    )
    for star in sorted(_stars(size)):
        x, y = _place(star, size)
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{LINES}"/>')
    for n in range(size):
        along = low + _STEP * n
        for place in (15, extent - 15):
            parts.append(strokes(chr(97 + n), along, place, LINES, 1.5))
            parts.append(strokes(str(size - n), place, along, LINES, 1.5))
    return "".join(parts)


def _stone(colour: int, x: float, y: float) -> str:
    fill = WHITE if colour else BLACK
    return f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="{RIM}" stroke-width="1.2"/>'


def board_svg(view: View, size: int) -> str:
    """Stones with their numbers (that of the last one red, with a ring), crosses on Black's forbidden points."""
    points, stones = _stones(view.position)
    last, numbers = _last(view), _numbers(view)
    parts = [_ground(points)]
    for name in forbidden_points(view):
        x, y = _place(_point(name) or (0, 0), points)
        parts.append(
            f'<path d="M{x - 9} {y - 9}l18 18m0 -18l-18 18" stroke="{FORBIDDEN}" stroke-width="4.5" stroke-linecap="round"/>'
        )
    for point, colour in stones.items():
        x, y = _place(point, points)
        parts.append(_stone(colour, x, y))
        number = numbers.get(point)
        if number is not None:
            ink = (LIGHT_MARK, MARK)[colour] if point == last else (WHITE, BLACK)[colour]
            parts.append(strokes(str(number), x, y, ink, 2.1 if number < 10 else 1.8 if number < 100 else 1.45, 1.05))
    if last in stones:
        x, y = _place(last, points)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS + 1}" fill="none" stroke="{MARK}" stroke-width="3"/>')
    extent = 2 * _EDGE + _STEP * (points - 1)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {extent} {extent}">'
    return f"{head}{''.join(parts)}</svg>"
