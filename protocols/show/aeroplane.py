"""The board of aeroplane chess: a ring of 52 squares round a cross, lanes to the centre, hangars in the corners, dotted flights.

Red sits below, the others follow clockwise. The drawing is that of the usual printed board on a grid of 15 by 15.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from rich.text import Text

from protocols.show.strokes import strokes
from protocols.show.view import View

SIDE, SEATS, PLANES = 15, 4, 4
LETTERS = "RYBG"
CHINESE = "红黄蓝绿"
COLOURS = ("#d8392f", "#f0b92c", "#2f77c4", "#3a9a4b")
LIGHT = ("#f6c9c4", "#fbe7ae", "#c3dbf3", "#c6e6cb")
PAPER, INK, LINE, MARK = "#fbf6ea", "#2b2622", "#8a7f72", "#7a1fa2"
_STEP, _EDGE = 60, 30
_WIDTH = SIDE * _STEP + 2 * _EDGE
_LANE, _CENTRE, _FLIGHT, _CROSSING = 51, 56, (18, 30), 53

Cell = tuple[float, float]  #: row and column


# --- geometry -----------------------------------------------------------------------------------------------------------


def _turned(cell: Cell, times: int) -> Cell:
    """``cell`` turned clockwise round the middle of the board by so many quarters."""
    for _ in range(times % 4):
        cell = (cell[1], SIDE - 1 - cell[0])
    return cell


@cache
def ring() -> tuple[Cell, ...]:
    """The cell of each ring square."""
    arm: list[Cell] = [(14, 7), *((row, 6) for row in range(14, 8, -1)), *((8, column) for column in range(5, -1, -1))]
    return tuple(_turned(arm[(q - 49) % 13], (q - 49) % 52 // 13) for q in range(52))


def cell_of(seat: int, place: int) -> Cell:
    """Where a place of a seat lies; hangars and the centre have spots of their own."""
    if place == 0:
        return _turned((12.3, 4.75), seat)
    if place < _LANE:
        return ring()[(13 * seat + place - 1) % 52]
    return _turned((13 - (place - _LANE), 7), seat)


def hangar_spots(seat: int) -> list[Cell]:
    """Four spots in a seat's corner."""
    return [_turned((row, column), seat) for row in (10.4, 12.2) for column in (1.4, 3.2)]


def seats_of(position: str) -> list[list[int]]:
    """The places of each seat's planes: -1 hangar, 56 centre; an empty list for a seat that is not in the game."""
    words = [[] if text == "-" else text.split(",") for text in position.split()[0].split("/")]
    return [[{"H": -1, "F": _CENTRE}[word] if word in "HF" else int(word) for word in seat] for seat in words]


def _standing(position: str) -> dict[tuple[int, int], int]:
    """(seat, place) -> planes there, off hangars and centre."""
    found: dict[tuple[int, int], int] = {}
    for seat, places in enumerate(seats_of(position)):
        for place in places:
            if 0 <= place < _CENTRE:
                found[seat, place] = found.get((seat, place), 0) + 1
    return found


def moved(view: View) -> list[tuple[int, int]]:
    """(seat, place) of what the last decision moved: where it began, and where it stands now."""
    token = (view.last_move or "").rstrip("n")
    if not view.before or not (token.isdigit() or token == "H") or token == "0000":
        return []
    seat = "rybg".index(view.before.split()[1])
    before, after = seats_of(view.before)[seat], seats_of(view.position)[seat]
    found = [] if token == "H" else [(seat, int(token))]
    rest = Counter(after) - Counter(before)
    came = sorted(rest)
    return found + [(seat, place) for place in came if 0 <= place < _CENTRE]


# --- words --------------------------------------------------------------------------------------------------------------


def notes(view: View, charset: str) -> list[str]:
    """What each seat has at home and under way, the die that waits, whom the last decision sent home."""
    lines = []
    for seat, places in enumerate(seats_of(view.position)):
        if places:
            name = view.entry.seats[seat] if charset == "ascii" else f"{view.entry.seats[seat]} {CHINESE[seat]}"
            under_way = [str(place) for place in places if 0 <= place < _CENTRE]
            lines.append(
                f"{name}: {places.count(-1)} in the hangar, {places.count(_CENTRE)} home"
                + (f", on {' '.join(under_way)}" if under_way else "")
            )
    die = view.position.split()[2]
    if view.result == "ongoing":
        lines.append("a roll is due" if die == "-" else f"die: {die}")
    if view.before and view.last_move and view.last_move != "0000":
        for seat, (old, new) in enumerate(zip(seats_of(view.before), seats_of(view.position), strict=True)):
            gone = new.count(-1) - old.count(-1)
            if gone > 0:
                lines.append(f"sent home: {gone} of {view.entry.seats[seat]}")
    return lines


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Three columns a cell: a letter for the planes of a seat with their number, dots for the ring, colons for lanes."""
    grid = [["   "] * SIDE for _ in range(SIDE)]
    style = [[""] * SIDE for _ in range(SIDE)]
    names = ("red", "yellow", "blue", "green")

    def put(cell: Cell, text: str, seat: int | None) -> None:
        row, column = round(cell[0]), round(cell[1])
        grid[row][column] = text
        style[row][column] = "" if seat is None else f"bold {names[seat]}"

    for q, cell in enumerate(ring()):
        put(cell, " . ", (q - 1) % 4)
    for seat, places in enumerate(seats_of(view.position)):
        for place in range(_LANE, _CENTRE):
            put(cell_of(seat, place), " : ", seat)
        if not places:
            continue
        put(cell_of(seat, 0), " _ ", seat)
        for spot, place in zip(hangar_spots(seat), places, strict=False):
            put(spot, f" {LETTERS[seat]} " if place < 0 else "[*]" if place == _CENTRE else " o ", seat)
    for (seat, place), count in _standing(view.position).items():
        put(cell_of(seat, place), f" {LETTERS[seat]}{count if count > 1 else ' '}", seat)
    for seat, place in moved(view):
        row, column = (round(part) for part in cell_of(seat, place))
        grid[row][column] = f"[{grid[row][column][1]}]" if grid[row][column][2] == " " else f"[{grid[row][column][1:]}"
    text = Text()
    for row in range(SIDE):
        for column in range(SIDE):
            text.append(grid[row][column], style[row][column] if colour else "")
        if row + 1 < SIDE:
            text.append("\n")
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


def _xy(cell: Cell) -> tuple[float, float]:
    return _EDGE + _STEP * (cell[1] + 0.5), _EDGE + _STEP * (cell[0] + 0.5)


def _square(cell: Cell, fill: str) -> str:
    x, y = _xy(cell)
    half = _STEP / 2
    frame = f'x="{x - half:g}" y="{y - half:g}" width="{_STEP}" height="{_STEP}"'
    return f'<rect {frame} fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def _ground() -> str:
    """Paper, hangars, ring, lanes, centre, pads, dotted lines."""
    parts = [f'<rect width="{_WIDTH}" height="{_WIDTH}" rx="18" fill="{PAPER}"/>']
    for seat in range(SEATS):
        x, y = _xy(_turned((11.3, 2.3), seat))
        half = _STEP * 2.3
        parts.append(
            f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="26" '
            f'fill="{LIGHT[seat]}" stroke="{COLOURS[seat]}" stroke-width="6"/>'
        )
    for q, cell in enumerate(ring()):
        parts.append(_square(cell, LIGHT[(q - 1) % 4]))
        x, y = _xy(cell)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="20" fill="{COLOURS[(q - 1) % 4]}" fill-opacity="0.55"/>')
    for seat in range(SEATS):
        for place in range(_LANE, _CENTRE):
            parts.append(_square(cell_of(seat, place), COLOURS[seat]))
        ends = [_xy(_turned(cell, seat)) for cell in ((8.5, 5.5), (8.5, 8.5))]
        middle = _xy((7, 7))
        path = f"M{middle[0]:g} {middle[1]:g}L{ends[0][0]:g} {ends[0][1]:g}L{ends[1][0]:g} {ends[1][1]:g}Z"
        parts.append(f'<path d="{path}" fill="{COLOURS[seat]}" stroke="{INK}" stroke-width="1.5"/>')
        x, y = _xy(cell_of(seat, 0))
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="24" fill="{PAPER}" stroke="{COLOURS[seat]}" stroke-width="5"/>')
    for seat in range(SEATS):
        start, end = _xy(cell_of(seat, _FLIGHT[0])), _xy(cell_of(seat, _FLIGHT[1]))
        over = _xy(cell_of((seat + 2) % 4, _CROSSING))
        bend = [2 * over[axis] - (start[axis] + end[axis]) / 2 for axis in (0, 1)]
        parts.append(
            f'<path d="M{start[0]:g} {start[1]:g}Q{bend[0]:g} {bend[1]:g} {end[0]:g} {end[1]:g}" fill="none" '
            f'stroke="{COLOURS[seat]}" stroke-width="5" stroke-dasharray="2 11" stroke-linecap="round"/>'
        )
    return "".join(parts)


def _plane(seat: int, x: float, y: float, count: int = 1, scale: float = 1.0) -> str:
    """A plane seen from above, its nose up, with the number of a stack."""
    body = "M0 -21C4 -21 5 -12 5 -7L20 4V9L5 4L3 14L9 19V22L0 19L-9 22V19L-3 14L-5 4L-20 9V4L-5 -7C-5 -12 -4 -21 0 -21Z"
    parts = [
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        f'<circle r="25" fill="#ffffff" fill-opacity="0.92" stroke="{INK}" stroke-width="1.6"/>'
        f'<path d="{body}" fill="{COLOURS[seat]}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    ]
    if count > 1:
        parts.append(f'<circle cx="17" cy="-17" r="11" fill="{INK}"/>{strokes(str(count), 17, -17, "#ffffff", 1.7, 1.1)}')
    return "".join(parts) + "</g>"


def _flag(seat: int, x: float, y: float) -> str:
    """A plane that has finished: its flag."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="25" fill="#ffffff" stroke="{COLOURS[seat]}" stroke-width="3"/>'
        f'<path d="M{x - 8:g} {y + 17:g}V{y - 17:g}L{x + 14:g} {y - 9:g}L{x - 8:g} {y - 1:g}" fill="{COLOURS[seat]}" '
        f'stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/>'
    )


def _die(face: str, x: float, y: float) -> str:
    """A die with its pips; a question mark's place is left empty while a roll is due."""
    spots = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}.get(face, "")
    pips = "".join(
        f'<circle cx="{x + 15 * ((int(spot) - 1) % 3 - 1):g}" cy="{y + 15 * ((int(spot) - 1) // 3 - 1):g}" r="5.5" fill="{INK}"/>'
        for spot in spots
    )
    box = f'x="{x - 28:g}" y="{y - 28:g}" width="56" height="56" rx="11"'
    return f'<rect {box} fill="#ffffff" stroke="{INK}" stroke-width="3"/>{pips}'


def board_svg(view: View, size: int) -> str:
    """The board; a ring shows what moved, the die lies beside the hangar of who acts."""
    parts = [_ground()]
    for seat, places in enumerate(seats_of(view.position)):
        for spot, place in zip(hangar_spots(seat), places, strict=False):
            x, y = _xy(spot)
            if place == -1:
                parts.append(_plane(seat, x, y, 1, 1.25))
            elif place == _CENTRE:
                parts.append(_flag(seat, x, y))
            else:
                parts.append(
                    f'<circle cx="{x:g}" cy="{y:g}" r="22" fill="none" stroke="{COLOURS[seat]}" stroke-width="3" opacity="0.5"/>'
                )
    for (seat, place), count in _standing(view.position).items():
        parts.append(_plane(seat, *_xy(cell_of(seat, place)), count))
    marked = moved(view)
    for number, (seat, place) in enumerate(marked):
        x, y = _xy(cell_of(seat, place))
        left = (seat, place) not in _standing(view.position) or (number == 0 and len(marked) > 1)
        dash = ' stroke-dasharray="7 6"' if left else ""
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="28" fill="none" stroke="{MARK}" stroke-width="5"{dash}/>')
    if view.result == "ongoing":
        turn, die = "rybg".index(view.position.split()[1]), view.position.split()[2]
        parts.append(_die(die, *_xy(_turned((9.45, 4.75), turn))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {_WIDTH} {_WIDTH}">'
        f"<title>{view.position}</title>{''.join(parts)}</svg>\n"
    )
