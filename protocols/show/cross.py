"""The cross of two four-seat games: four lands around a centre, palaces, the frame with its corner links or the royal palace.

Pieces are written in the colour of their seat; those without a master, the garrison among them, are grey.
"""

from __future__ import annotations

from functools import cache

from rich.cells import cell_len
from rich.text import Text

from protocols.show.strokes import strokes
from protocols.show.view import View
from protocols.show.xiangqi import outlines

SIDE = 19
FILES = "abcdefghijklmnopqrs"
SEATS = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
GLYPHS = dict(zip("KABNRCPTWD", "將士象馬車砲兵屯王盾", strict=True))
SIGUO = "siguo_xiangqi"
#: Middle of each palace, (file, rank) from 0; the last one is the royal palace.
PALACES = ((9, 1), (1, 9), (9, 17), (17, 9), (9, 9))

Place = tuple[int, int]
Board = dict[Place, str]  #: (file, rank) -> owner and kind


def exists(file: int, rank: int) -> bool:
    """Whether there is a point."""
    return 0 <= file < SIDE and 0 <= rank < SIDE and (5 <= file <= 13 or 5 <= rank <= 13)


def read_board(position: str) -> Board:
    """The pieces of a canonical position string."""
    board: Board = {}
    for rank, row in zip(range(SIDE - 1, -1, -1), position.split()[0].split("/"), strict=True):
        file = 0
        for cell in row.split(","):
            if cell.removeprefix("x").isdigit():
                file += int(cell.removeprefix("x"))
            else:
                board[file, rank] = cell
                file += 1
    return board


def read_move(move: str | None) -> list[Place]:
    """Where a wire move begins and ends."""
    if not move:
        return []
    cut = next(n for n in range(2, 4) if move[n].isalpha())
    return [(FILES.index(point[0]), int(point[1:]) - 1) for point in (move[:cut], move[cut:])]


def _checked(view: View, board: Board) -> Place | None:
    """The general that is in check."""
    wanted = view.seat[0] + "K"
    return next((place for place, piece in board.items() if piece == wanted), None) if view.in_check else None


def _crown(view: View) -> Place | None:
    """Where the crown is."""
    field = view.position.split()[3]
    if view.entry.module == SIGUO or field == "-":
        return None
    return FILES.index(field[0]), int(field[1:]) - 1


# --- words --------------------------------------------------------------------------------------------------------------


def notes(view: View, charset: str) -> list[str]:
    """Living and fallen seats, who wears the crown."""
    _, _, alive, field, quiet, ply = view.position.split()
    living = [name for name, digit in zip(SEATS.values(), alive, strict=True) if digit == "1"]
    lines = [f"alive: {', '.join(living)}"]
    if view.entry.module == SIGUO:
        if field != "-":
            lines.append(f"fallen: {', '.join(SEATS[letter] for letter in field)} (in this order)")
    else:
        fallen = [name for name in SEATS.values() if name not in living]
        if fallen:
            lines.append(f"fallen: {', '.join(fallen)}")
        crown = _crown(view)
        king = "nobody" if crown is None else f"{SEATS[read_board(view.position)[crown][0]]} on {field}"
        lines.append(f"crown: {king}")
    lines.append(f"plies: {ply}, without a capture: {quiet}")
    return lines


# --- terminals ----------------------------------------------------------------------------------------------------------

_STYLES = {"r": "bold red", "b": "bold blue", "y": "bold yellow", "g": "bold green"}


def _empty(view: View, place: Place, charset: str) -> str:
    """The sign of an empty point: thrones and palaces, the centre, lands."""
    file, rank = place
    if view.entry.module != SIGUO and place == PALACES[4]:
        return "◎" if charset == "unicode" else "@"
    inner = PALACES[:4] if view.entry.module == SIGUO else PALACES
    if any(max(abs(file - x), abs(rank - y)) <= 1 for x, y in inner):
        return "×" if charset == "unicode" else "x"
    if 5 <= file <= 13 and 5 <= rank <= 13:
        return "┼" if charset == "unicode" else "+"
    return "·" if charset == "unicode" else "."


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Four columns a point: a bracket around the last move, the seat's letter, the piece."""
    board, marks, checked = read_board(view.position), read_move(view.last_move), _checked(view, read_board(view.position))
    text = Text()
    for rank in range(SIDE - 1, -1, -1):
        text.append(f"{rank + 1:2} ")
        for file in range(SIDE):
            place = file, rank
            opened = "[" if place in marks else "]" if (file - 1, rank) in marks else " "
            text.append(opened, "dim" if colour else "")
            piece, style = board.get(place, ""), ""
            if piece:
                symbol = piece[0] + (piece[1] if charset == "ascii" else GLYPHS[piece[1]])
                style = _STYLES.get(piece[0], "dim")
                style += " reverse" if place in marks or place == checked else ""
            else:
                symbol = f" {_empty(view, place, charset)}" if exists(file, rank) else ""
            text.append(symbol, style if colour else "")
            text.append(" " * (3 - cell_len(symbol)))
        text.append("]\n" if (SIDE - 1, rank) in marks else "\n")
    text.append("   " + "".join(f"  {name} " for name in FILES))
    text.rstrip()
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------

PITCH, MARGIN, RADIUS = 52, 62, 23
EXTENT = 2 * MARGIN + PITCH * (SIDE - 1)
TABLE, WOOD, CENTRE_WOOD, LINE, LABEL = "#4b3a2c", "#ecc889", "#f3dcae", "#6d4a26", "#e9d6ad"
MARK, CHECK, GOLD, LINK = "#b3128a", "#e5281b", "#d99a12", "#b4551d"
#: Ink of each seat, and a tint for its land.
INKS = {"r": ("#b3201b", "#e8b58d"), "b": ("#1f4fa3", "#c9c6a9"), "y": ("#a86f00", "#f0d28a"), "g": ("#1d7a3c", "#c9cf93")}
_GREY = "#6e6a66"
#: Characters that the outlines lack, as strokes in thousandths of the em around (0, 0).
_DRAWN = {
    "王": "M-330-330H330M-280 10H280M-400 360H400M0-330V360",
    "屯": "M-360-250H360M-280-110V140H280M280-110V160M0-400V290Q0 370 90 370H320Q380 370 385 230",
    "盾": "M330-410Q60-370-280-360V-110Q-285 240-410 420M-240-220H410M90-380V-90M-120-90H300V420H-120ZM-120 80H300M-120 250H300",
}


def _x(file: float) -> float:
    return MARGIN + PITCH * file


def _y(rank: float) -> float:
    return MARGIN + PITCH * (SIDE - 1 - rank)


def _line(one: Place, other: Place) -> str:
    return f"M{_x(one[0]):g} {_y(one[1]):g}L{_x(other[0]):g} {_y(other[1]):g}"


def _block(low: Place, high: Place, fill: str, more: str = "") -> str:
    """A rectangle around the points from ``low`` to ``high``."""
    edge = PITCH / 2
    x, y = _x(low[0]) - edge, _y(high[1]) - edge
    width, height = PITCH * (high[0] - low[0] + 1), PITCH * (high[1] - low[1] + 1)
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{more}/>'


@cache
def _ground(siguo: bool, links: bool) -> str:
    """Table, wood, lines, palaces, throne or frame, coordinates."""
    lands = (("r", (5, 0), (13, 4)), ("b", (0, 5), (4, 13)), ("y", (5, 14), (13, 18)), ("g", (14, 5), (18, 13)))
    parts = [f'<rect width="{EXTENT}" height="{EXTENT}" rx="14" fill="{TABLE}"/>']
    parts += [_block(low, high, WOOD) + _block(low, high, INKS[seat][1], ' fill-opacity="0.55"') for seat, low, high in lands]
    parts.append(_block((5, 5), (13, 13), CENTRE_WOOD))
    path = ""
    for n in range(SIDE):
        low, high = (0, 18) if 5 <= n <= 13 else (5, 13)
        path += _line((n, low), (n, high)) + _line((low, n), (high, n))
    for x, y in PALACES[:4]:
        path += _line((x - 1, y - 1), (x + 1, y + 1)) + _line((x - 1, y + 1), (x + 1, y - 1))
    parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.8"/>')
    if siguo:
        size = PITCH * 8
        parts.append(
            f'<rect x="{_x(5):g}" y="{_y(13):g}" width="{size}" height="{size}" fill="none" stroke="{LINE}" stroke-width="5"/>'
        )
        if links:
            corners = "".join(
                _line(*ends) for ends in (((5, 4), (4, 5)), ((4, 13), (5, 14)), ((13, 14), (14, 13)), ((14, 5), (13, 4)))
            )
            parts.append(f'<path d="{corners}" stroke="{LINK}" stroke-width="5" stroke-dasharray="9 5"/>')
    else:
        parts.append(_block((8, 8), (10, 10), GOLD, f' fill-opacity="0.28" stroke="{LINE}" stroke-width="4"'))
        throne = "".join(f'<circle cx="{_x(9):g}" cy="{_y(9):g}" r="{r}"/>' for r in (9, 17))
        parts.append(f'<g fill="none" stroke="{GOLD}" stroke-width="4">{throne}</g>')
    for n, name in enumerate(FILES):
        for edge in (24, EXTENT - 24):
            parts.append(strokes(name, _x(n), edge, LABEL, 1.8))
            parts.append(strokes(str(n + 1), edge, _y(n), LABEL, 1.8))
    return "".join(parts)


def _word(character: str, ink: str) -> str:
    """A character around (0, 0)."""
    em = 0.033
    if character in _DRAWN:
        style = f'fill="none" stroke="{ink}" stroke-width="105" stroke-linecap="round" stroke-linejoin="round"'
        return f'<path transform="scale({em})" {style} d="{_DRAWN[character]}"/>'
    return f'<path transform="scale({em})" fill="{ink}" stroke="{ink}" stroke-width="18" d="{outlines()[character]}"/>'


def _man(piece: str) -> str:
    """A piece around (0, 0); the garrison is square, as a part of the wall."""
    ink = INKS[piece[0]][0] if piece[0] in INKS else _GREY
    face = "#fbf0d6" if piece[0] in INKS else "#e2ddd4"
    if piece[1] == "T":
        shape = '<rect x="{0}" y="{0}" width="{1}" height="{1}" rx="4" {2}/>'
        parts = shape.format(-RADIUS, 2 * RADIUS, f'fill="{face}" stroke="#57524d" stroke-width="2.5"')
    else:
        parts = (
            f'<circle cx="1.5" cy="2.5" r="{RADIUS + 0.5}" fill="#2a1608" opacity="0.35"/>'
            f'<circle r="{RADIUS}" fill="{face}" stroke="#5c3817" stroke-width="1.4"/>'
            f'<circle r="{RADIUS - 3.5}" fill="none" stroke="{ink}" stroke-width="2"/>'
        )
    return parts + _word(GLYPHS[piece[1]], ink)


def _crown_sign(place: Place) -> str:
    """A small crown at the shoulder of its bearer."""
    x, y = _x(place[0]) + 15, _y(place[1]) - 19
    return (
        f'<path transform="translate({x:g} {y:g})" d="M-12 9V-7L-5 1L0-9L5 1L12-7V9Z" fill="{GOLD}" stroke="#5b3a00"'
        ' stroke-width="2" stroke-linejoin="round"/>'
    )


def board_svg(view: View, size: int) -> str:
    """The board, seat 0 below."""
    board, points = read_board(view.position), read_move(view.last_move)
    siguo = view.entry.module == SIGUO
    under, over = [], []
    if points:
        (file, rank), (to_file, to_rank) = points
        under.append(
            f'<circle cx="{_x(file):g}" cy="{_y(rank):g}" r="{RADIUS - 4}" fill="{MARK}" fill-opacity="0.15" stroke="{MARK}"'
            ' stroke-width="3" stroke-dasharray="6 5"/>'
        )
        x, y, reach, arm = _x(to_file), _y(to_rank), RADIUS + 2, 10
        path = "".join(
            f"M{x + dx * (reach - arm):g} {y + dy * reach:g}H{x + dx * reach:g}V{y + dy * (reach - arm):g}"
            for dx in (-1, 1)
            for dy in (-1, 1)
        )
        over.append(f'<path d="{path}" fill="none" stroke="{MARK}" stroke-width="4" stroke-linejoin="round"/>')
    checked, crown = _checked(view, board), _crown(view)
    if checked:
        under.append(f'<circle cx="{_x(checked[0]):g}" cy="{_y(checked[1]):g}" r="{RADIUS + 6}" fill="{CHECK}" opacity="0.6"/>')
    if crown:
        over.append(_crown_sign(crown))
    men = [
        f'<g transform="translate({_x(file):g} {_y(rank):g})">{_man(piece)}</g>' for (file, rank), piece in sorted(board.items())
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 {EXTENT} {EXTENT}" width="{size}" height="{size}">'
    )
    ground = _ground(siguo, bool(view.options.get("CornerLinks", False)))
    return f"{head}<title>{view.position}</title>{ground}{''.join(under)}{''.join(men)}{''.join(over)}</svg>\n"
