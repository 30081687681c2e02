"""The fangqi board: lines, balls, the last step, the regions that it made, and where the side to act could make some."""

from __future__ import annotations

from rich.text import Text

from engine.games.fangqi.explain import Board, last_made, regions_of
from engine.games.fangqi.geometry import CORNER_POINTS, SIDE, SQUARE, Region, point_of
from protocols.show.strokes import strokes
from protocols.show.view import View

WOOD, LINES, WHITE, BLACK, RIM = "#e3c58f", "#6b4a26", "#fbf8f0", "#2a2522", "#14100d"
MADE, SPENT, MARK, OFFER = "#c8372d", "#7d8c4a", "#d0342c", "#2f6fb0"
_STEP, _EDGE = 72, 56
_SYMBOLS = {"unicode": {"w": "○", "b": "●", "": "·", "corner": "×"}}
_LETTERS = {"w": "w", "b": "b", "": ".", "corner": "x"}


# --- words --------------------------------------------------------------------------------------------------------------


def _king(view: View) -> bool:
    return view.options["steps"] == "king"


def _shapes(made: list[Region], chinese: bool) -> str:
    return " + ".join(f"{region.chinese if chinese else region.english} {region.name}" for region in made)


def _earned(count: int, board: Board, chinese: bool) -> str:
    if board.phase == "P":
        name = "bonus ball" if count == 1 else "bonus balls"
        return f"{count} {name}" + (" 补子" if chinese else "")
    return f"{count} capture{'s' if count > 1 else ''}" + (" 吃子" if chinese else "")


def notes(view: View, charset: str) -> list[str]:
    """What the last step made, what is still due, which steps would make something, which regions are spent."""
    chinese, now = charset != "ascii", Board.of(view.position)
    lines = []
    if view.before and view.last_move:
        made = last_made(view.before, view.last_move)
        if made:
            value = sum(region.value for region in made)
            lines.append(f"made: {view.last_move}: {_shapes(made, chinese)} = {_earned(value, Board.of(view.before), chinese)}")
    if now.due or now.phase in "XY":
        lines.append(f"due: {_earned(now.due or 1, now, chinese)}")
    for name, made in [] if view.result.startswith("win") else now.offers(_king(view)):
        lines.append(f"would make: {name}: {_shapes(made, chinese)} = {_earned(sum(r.value for r in made), now, chinese)}")
    spent = regions_of(view.position)
    if spent:
        lines.append("spent: " + ", ".join(f"{region.chinese if chinese else region.english} {region.name}" for region in spent))
    return lines


# --- text ---------------------------------------------------------------------------------------------------------------


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The board; the last step stands in brackets, a captured ball is an asterisk, a plus is a step that would make a region."""
    symbols = _SYMBOLS.get(charset, _LETTERS)
    board = Board.of(view.position)
    moved, taken = _last(view)
    offers = {point_of(name[-2:]) for name, _ in board.offers(_king(view))} if view.result == "ongoing" else set()
    text = Text()
    for rank in range(SIDE - 1, -1, -1):
        text.append(f"{rank + 1} ")
        for file in range(SIDE):
            point = SIDE * rank + file
            letter = board.balls.get(point, "")
            symbol = symbols[letter or ("corner" if point in CORNER_POINTS and board.phase == "P" else "")]
            if point == taken:
                symbol = "*"
            elif point in offers:
                symbol = "+"
            style = {"w": "bold #fbf8f0", "b": "bold #101010"}.get(letter, LINES)
            style = f"{OFFER if point in offers else MARK if point == taken else style} on {WOOD}" if colour else ""
            text.append(f"[{symbol}]" if point in moved else f" {symbol} ", style)
        text.append("\n")
    text.append("  " + "".join(f" {name} " for name in "abcdef"))
    return text


def _last(view: View) -> tuple[set[int], int | None]:
    """The points of the last step, and the point of a ball that was taken."""
    move = view.last_move or ""
    if move.startswith("x"):
        return set(), point_of(move[1:])
    return {point_of(move[place : place + 2]) for place in range(0, len(move), 2)}, None


# --- pictures -----------------------------------------------------------------------------------------------------------


def _place(point: int) -> tuple[int, int]:
    return _EDGE + _STEP * (point % SIDE), _EDGE + _STEP * (SIDE - 1 - point // SIDE)


def _outline(region: Region, ink: str, width: float, opacity: float) -> str:
    """A band around the points of a region."""
    style = f'fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round"'
    if region.sort == SQUARE:
        x, y = _place(region.points[2])
        return f'<rect x="{x}" y="{y}" width="{_STEP}" height="{_STEP}" {style}/>'
    (x1, y1), (x2, y2) = _place(region.points[0]), _place(region.points[-1])
    return f'<path d="M{x1} {y1}L{x2} {y2}" {style} stroke-linecap="round"/>'


def _grid() -> str:
    low, high = _EDGE, _EDGE + _STEP * (SIDE - 1)
    size = high + _EDGE
    parts = [f'<rect width="{size}" height="{size}" fill="{WOOD}"/>']
    lines = "".join(f"M{low} {low + _STEP * n}H{high}M{low + _STEP * n} {low}V{high}" for n in range(SIDE))
    parts.append(f'<path d="{lines}" stroke="{LINES}" stroke-width="2" stroke-linecap="square"/>')
    for n in range(SIDE):
        parts.append(strokes("abcdef"[n], low + _STEP * n, size - 14, LINES))
        parts.append(strokes(str(SIDE - n), 14, low + _STEP * n, LINES))
    return "".join(parts)


def _ball(letter: str, x: float, y: float) -> str:
    fill, shine = (WHITE, "#ffffff") if letter == "w" else (BLACK, "#6a625c")
    return (
        f'<circle cx="{x}" cy="{y}" r="25" fill="{fill}" stroke="{RIM}" stroke-width="1.5"/>'
        f'<circle cx="{x - 8}" cy="{y - 9}" r="6" fill="{shine}" fill-opacity="0.7"/>'
    )


def board_svg(view: View, size: int) -> str:
    """Spent regions are thin bands, those of the last step thick red ones, steps that would earn something rings with numbers."""
    board = Board.of(view.position)
    moved, taken = _last(view)
    made = last_made(view.before, view.last_move) if view.before and view.last_move else []
    parts = [_grid()]
    parts += [_outline(region, SPENT, 7, 0.55) for region in regions_of(view.position) if region not in made]
    parts += [_outline(region, MADE, 12, 0.75) for region in made]
    if board.phase == "P":
        for point in CORNER_POINTS:
            x, y = _place(point)
            parts.append(f'<path d="M{x - 9} {y - 9}l18 18m0 -18l-18 18" stroke="{LINES}" stroke-width="3"/>')
    for point, letter in board.balls.items():
        parts.append(_ball(letter, *_place(point)))
    best: dict[int, int] = {}
    for name, regions in board.offers(_king(view)) if view.result == "ongoing" else []:
        to = point_of(name[-2:])
        best[to] = max(best.get(to, 0), sum(region.value for region in regions))
    for point, value in best.items():
        x, y = _place(point)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="19" fill="{WOOD}" stroke="{OFFER}" stroke-width="3" stroke-dasharray="6 4"/>'
            + strokes(f"+{value}", x, y, OFFER)
        )
    for point in moved:
        x, y = _place(point)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{9 if point in board.balls else 12}" fill="none" stroke="{MARK}" stroke-width="4"/>'
        )
    if taken is not None:
        x, y = _place(taken)
        parts.append(f'<path d="M{x - 16} {y - 16}l32 32m0 -32l-32 32" stroke="{MARK}" stroke-width="5"/>')
    extent = 2 * _EDGE + _STEP * (SIDE - 1)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {extent} {extent}">'
    return f"{head}{''.join(parts)}</svg>"
