"""The boards of army chess: railways, roads, camps, headquarters; pieces by their characters, unknown ones by their backs.

A view is drawn from its seat: that seat's army stands below.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from rich.text import Text

from protocols.show.army_cells import CHINESE, KIND_NAMES, Man, Scene, gone_from, last_points
from protocols.show.strokes import strokes
from protocols.show.view import View

GROUND, FRAME, ROAD, RAIL, TIE, CAMP, STATION, INK = (
    "#e9dfc3", "#8a7a4f", "#8f8160", "#3b3a36", "#e9dfc3", "#cfe0b4", "#f7f1de", "#3a3326",
)  # fmt: skip
MARK, KNOWN_MARK = "#d8362a", "#f4c430"
#: Fill and edge of an army's pieces: red, black (purple), blue, green.
ARMIES = {2: (("#c23b31", "#7d1f18"), ("#34495e", "#1a2733")), 4: (
    ("#c23b31", "#7d1f18"), ("#8e44ad", "#512663"), ("#2f6fb5", "#173c66"), ("#3d8b4a", "#1e4a27"),
)}  # fmt: skip
FACE_DOWN = ("#a58b5b", "#6b5730")
_CODES = {"x": "the attacker won", "o": "the attacker lost", "=": "both are gone", "~": "bounced off a mine"}
_STYLES = {2: ("bold red", "bold blue"), 4: ("bold red", "bold magenta", "bold blue", "bold green")}


# --- words --------------------------------------------------------------------------------------------------------------


def _name(kind: str, charset: str) -> str:
    return KIND_NAMES[kind] if charset == "ascii" else f"{KIND_NAMES[kind]} {CHINESE[kind]}"


def notes(view: View, charset: str) -> list[str]:
    """What the last fight brought, what is public, what an army that is seen has lost, what is face-down."""
    scene = Scene.of(view)
    lines = []
    said = last_points(view)[1]
    if said[:1] in _CODES:
        words = [_CODES[said[0]]]
        if "#" in said:
            words.append("a flag is taken")
        if "!" in said:
            words.append("a marshal died: flag on " + ", ".join(part[:3].rstrip("?!") for part in said.split("!")[1:]))
        lines.append("fight: " + "; ".join(words))
    if scene.known:
        lines.append("public: " + ", ".join(scene.board.names[point] for point in sorted(scene.known)))
    if view.entry.module == "luzhanqi_flip":
        lines.append(f"face-down: {view.position.split()[2]}")
        return lines
    for seat, name in enumerate(view.entry.seats):
        gone = gone_from(scene, seat)
        if gone:
            lines.append(f"{name} has lost: " + ", ".join(f"{count} {_name(kind, charset)}" for kind, count in gone.items()))
    return lines


# --- text ---------------------------------------------------------------------------------------------------------------


def _sign(man: Man, four: bool) -> str:
    """Two seats: case tells the army. Four seats: the owner's letter stands before the kind."""
    if man.kind == "?":
        return "?"
    if four:
        return "RPBG"[man.owner] + man.kind
    return man.kind.upper() if man.owner == 0 else man.kind


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The board: ``=`` and ``#`` railway, ``-`` and strokes road, ``( )`` camp, ``[ ]`` headquarters; ``*`` the last move."""
    scene = Scene.of(view)
    four = scene.board.seats == 4
    spots = {point: scene.spot(point) for point in range(scene.board.points)}
    width, height = max(f for f, _ in spots.values()), max(r for _, r in spots.values())
    canvas = [[" "] * (4 * width + 4) for _ in range(2 * height + 1)]
    styles: dict[tuple[int, int], str] = {}
    for edge in scene.board.edges:
        _draw_edge(canvas, [spots[p] for p in edge], height, edge in scene.board.rails)
    moved, _ = last_points(view)
    for point, (file, rank) in spots.items():
        row, column = 2 * (height - rank), 4 * file + 1
        left, right = "()" if point in scene.camps else "[]" if point in scene.headquarters else "  "
        if point in moved:
            left = right = "*"
        man = scene.men.get(point)
        sign = _sign(man, four) if man else ("o" if left == " " else " ") if not four else "."
        cells = (left + sign + right) if len(sign) == 1 else (left + sign if left != " " else " " + sign)
        for offset, letter in enumerate(cells[:3]):
            if letter != " " or canvas[row][column - 1 + offset] in "-=":
                canvas[row][column - 1 + offset] = letter
            if man and colour:
                styles[row, column - 1 + offset] = _STYLES[scene.board.seats][man.owner] if man.owner >= 0 else "bold yellow"
    text = Text()
    for row, line in enumerate(canvas):
        rank = height - row // 2
        label = "" if row % 2 else str(rank + 1 if scene.viewer == 0 else height + 1 - rank if not four else rank + 1)
        text.append(f"{label:>2} " if not four or scene.viewer == 0 else "   ")
        for column, letter in enumerate(line):
            text.append(letter, styles.get((row, column), ""))
        text.append("\n")
    files = "abcdefghijklmnopq"[: width + 1]
    if scene.viewer and not four:
        files = files[::-1]
    text.append("   " + "".join(f" {name}  " for name in files) if not four or scene.viewer == 0 else " " * (4 * width + 7))
    return text


def _draw_edge(canvas: list[list[str]], ends: list[tuple[int, int]], height: int, rail: bool) -> None:
    (x1, y1), (x2, y2) = sorted(ends)
    steps = max(abs(x2 - x1), abs(y2 - y1))
    if abs(x2 - x1) not in (0, steps) or abs(y2 - y1) not in (0, steps) or (rail and x1 != x2 and y1 != y2):
        return  # corner curves of the railway
    for part in range(1, 4 * steps):
        column, row = 4 * x1 + 1 + part * (x2 - x1) // steps, 2 * (height - y1) - part * (y2 - y1) / (2 * steps)
        if row != int(row) or (x1 != x2 and y1 == y2 and part % 4 == 0 and steps == 1):
            continue
        straight_up = x1 == x2
        if straight_up and int(row) % 2 == 0 and steps == 1:
            continue
        if not straight_up and y1 != y2 and int(row) % 2 == 0:
            continue
        sign = ("#" if rail else "|") if straight_up else ("=" if rail else "-") if y1 == y2 else ("/" if y2 > y1 else "\\")
        canvas[int(row)][column] = sign


# --- pictures -----------------------------------------------------------------------------------------------------------

_PITCH, _EDGE, _GAP = 84, 74, 40


@cache
def _outlines() -> dict[str, str]:
    """Character -> SVG path, in thousandths of the em around (0, 0)."""
    document = json.loads(Path(__file__).with_name("glyphs").joinpath("army.json").read_text(encoding="utf-8"))
    return document["outlines"]


class _Page:
    """Where points lie in the picture."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.two = scene.board.seats == 2
        self.scale = 1.0 if self.two else 0.62
        self.pitch_x, self.pitch_y = (_PITCH * 1.15, _PITCH * 0.86) if self.two else (_PITCH * 0.66, _PITCH * 0.66)
        self.files, self.ranks = (5, 12) if self.two else (17, 17)
        self.gap = _GAP if self.two else 0
        self.width = 2 * _EDGE + self.pitch_x * (self.files - 1)
        self.height = 2 * _EDGE + self.pitch_y * (self.ranks - 1) + self.gap

    def place(self, point: int) -> tuple[float, float]:
        """The middle of a point."""
        file, rank = self.scene.spot(point)
        y = _EDGE + self.pitch_y * (self.ranks - 1 - rank) + (self.gap if self.two and rank < 6 else 0)
        return _EDGE + self.pitch_x * file, y


def _line(a: tuple[float, float], b: tuple[float, float], ink: str, width: float, dash: str = "") -> str:
    more = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{ink}" stroke-width="{width}"{more}/>'


def _railway(page: _Page, a: tuple[float, float], b: tuple[float, float]) -> str:
    return _line(a, b, RAIL, 7 * page.scale) + _line(a, b, TIE, 4 * page.scale, f"{7 * page.scale:.1f} {7 * page.scale:.1f}")


def _paths(page: _Page) -> str:
    board = page.scene.board
    roads = [_line(page.place(a), page.place(b), ROAD, 2.2) for a, b in sorted(map(sorted, board.roads))]
    rails = [_railway(page, page.place(a), page.place(b)) for a, b in sorted(map(sorted, board.rails))]
    return "".join(roads + rails)


def _box(x: float, y: float, w: float, h: float, round_: float, fill: str, edge: str, width: float) -> str:
    """A rounded box with its middle at (x, y), ``2 * w`` wide and ``2 * h`` high."""
    return (
        f'<rect x="{x - w:.1f}" y="{y - h:.1f}" width="{2 * w:.1f}" height="{2 * h:.1f}" rx="{round_:.1f}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{width:.1f}"/>'
    )


def _grounds(page: _Page) -> str:
    """Stations, camps and headquarters."""
    parts, k = [], page.scale
    for point in range(page.scene.board.points):
        x, y = page.place(point)
        if point in page.scene.camps:
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{27 * k:.1f}" fill="{CAMP}" stroke="{INK}" stroke-width="{2 * k:.1f}"/>'
            )
        elif point in page.scene.headquarters:
            w, h = 38 * k, 25 * k
            parts.append(
                f'<path d="M{x - w:.1f} {y + h:.1f}v{-1.4 * h:.1f}l{w:.1f} {-1.1 * h:.1f}l{w:.1f} {1.1 * h:.1f}v{1.4 * h:.1f}Z" '
                f'fill="#e7c9a0" stroke="{INK}" stroke-width="{2.4 * k:.1f}" stroke-linejoin="round"/>'
            )
        else:
            w, h = 31 * k, 17 * k
            parts.append(_box(x, y, w, h, 5 * k, STATION, INK, 1.5 * k))
    return "".join(parts)


def _piece(page: _Page, point: int, man: Man) -> str:
    x, y = page.place(point)
    k = page.scale
    fill, edge = ARMIES[page.scene.board.seats][man.owner] if man.owner >= 0 else FACE_DOWN
    w, h = 30 * k, 21 * k
    parts = [_box(x, y, w, h, 6 * k, fill, edge, 2.6 * k)]
    if man.kind in CHINESE:
        place = f"translate({x:.1f} {y:.1f}) scale({0.034 * k:.4f})"
        parts.append(f'<path transform="{place}" fill="#fff8e8" d="{_outlines()[CHINESE[man.kind]]}"/>')
    else:
        parts += [
            _line((x + dx * k - 7 * k, y + 12 * k), (x + dx * k + 7 * k, y - 12 * k), edge, 2.4 * k) for dx in (-17, -6, 5, 16)
        ]
    if point in page.scene.known:
        parts.append(
            f'<circle cx="{x + w - 3 * k:.1f}" cy="{y - h + 3 * k:.1f}" r="{5.5 * k:.1f}" fill="{KNOWN_MARK}" stroke="{edge}" '
            f'stroke-width="{1.5 * k:.1f}"/>'
        )
    return "".join(parts)


def _labels(page: _Page) -> str:
    """File letters and rank numbers along the edges; none where a board of four is turned on its side."""
    scene, parts = page.scene, []
    if not page.two and scene.viewer % 2:
        return ""
    turned = scene.viewer != 0
    for file in range(page.files):
        letter = "abcdefghijklmnopq"[page.files - 1 - file if turned else file]
        parts.append(strokes(letter, _EDGE + page.pitch_x * file, page.height - 20, FRAME))
    for rank in range(page.ranks):
        number = str(page.ranks - rank if turned else rank + 1)
        y = _EDGE + page.pitch_y * (page.ranks - 1 - rank) + (page.gap if page.two and rank < 6 else 0)
        parts.append(strokes(number, 22, y, FRAME))
    return "".join(parts)


def board_svg(view: View, size: int) -> str:
    """Railways are banded, roads thin; a yellow dot marks a piece that everybody knows, red corners the last move."""
    scene = Scene.of(view)
    page = _Page(scene)
    parts = [f'<rect width="{page.width:.0f}" height="{page.height:.0f}" fill="{GROUND}"/>', _paths(page)]
    if page.two:
        middle = _EDGE + page.pitch_y * 5.5 + page.gap / 2
        for file in (1, 3):
            x = _EDGE + page.pitch_x * file
            parts.append(
                f'<path d="M{x - 40:.0f} {middle + 12:.0f}l20 -26l16 18l14 -24l30 32Z" fill="{FRAME}" fill-opacity="0.55"/>'
            )
    parts += [_grounds(page), _labels(page)]
    parts += [_piece(page, point, man) for point, man in scene.men.items()]
    k = page.scale
    for point in last_points(view)[0]:
        x, y = page.place(point)
        w, h = 36 * k, 27 * k
        corners = "".join(
            f"M{x + sx * w:.1f} {y + sy * (h - 10 * k):.1f}V{y + sy * h:.1f}H{x + sx * (w - 10 * k):.1f}"
            for sx in (-1, 1)
            for sy in (-1, 1)
        )
        parts.append(f'<path d="{corners}" fill="none" stroke="{MARK}" stroke-width="{3.5 * k:.1f}"/>')
    height = round(size * page.height / page.width)
    box = f"0 0 {page.width:.0f} {page.height:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{height}" viewBox="{box}">'
    return f"{head}{''.join(parts)}</svg>"
