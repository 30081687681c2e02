"""The evaluation graph of a game as SVG: the expected score of the first seat from move to move, marked moves on it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from rich.cells import cell_len

from protocols.analysis.games import Report

WIDTH, HEIGHT = 1000, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 984, 112, 382
_FONT = "DejaVu Sans, Noto Sans, Noto Sans CJK SC, Microsoft YaHei, PingFang SC, Helvetica, Arial, sans-serif"
_MARK_COLOURS = {"?!": "#d9a400", "?": "#e8681a", "??": "#d0202f"}
#: Named seats have their colours, others are light and dark.
_SEAT_COLOURS = {
    "red": "#c8322b", "white": "#fbfaf7", "black": "#3a3835", "blue": "#2f6db3", "yellow": "#e0b520", "green": "#3c8a4d",
}  # fmt: skip
_PAPER, _INK, _FAINT = "#ffffff", "#26241f", "#8a857b"


@dataclass(frozen=True)
class _Scale:
    plies: int

    def x(self, ply: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * ply / max(1, self.plies)

    @staticmethod
    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value


def graph_svg(report: Report) -> str:
    """A complete SVG document, ``WIDTH`` x ``HEIGHT``; texts need a font of the viewer."""
    scale = _Scale(len(report.verdicts))
    seats = report.played.start.game.entry.seats
    low, high = _colours(seats)
    points = [(scale.x(ply), scale.y(value)) for ply, value in enumerate(report.curve)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="{_FONT}" role="img">',
        f"<title>{escape(report.played.text.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        *_heading(report),
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}" fill="{high}"/>',
        f'<polygon points="{_LEFT},{_BOTTOM} {path} {points[-1][0]:.1f},{_BOTTOM}" fill="{low}"/>',
        *_grid(report, scale),
        f'<polyline points="{path}" fill="none" stroke="{_line_colour(low)}" stroke-width="2" stroke-linejoin="round"/>',
        *_marks(report, scale),
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}" height="{_BOTTOM - _TOP}" fill="none" stroke="{_FAINT}"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _colours(seats: tuple[str, ...]) -> tuple[str, str]:
    """Of the area below the curve, which is the first seat's, and of that above."""
    if seats[0] == "red":
        return "#f3d9d3", "#55524d"
    return "#f1efe9", "#55524d"


def _line_colour(low: str) -> str:
    return "#b3261e" if low == "#f3d9d3" else "#2f6db3"


def _text(x: float, y: float, words: str, size: int = 13, colour: str = _INK, anchor: str = "start", extra: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{extra}'
    return f"<text {place}>{escape(words)}</text>"


def _heading(report: Report) -> list[str]:
    tags, entry = report.played.text.tags, report.played.start.game.entry
    names = [tags.get("White") or tags.get("Red") or "?", tags.get("Black") or "?"]
    if len(entry.seats) > 2:
        names = [tags.get(seat.capitalize(), "?") for seat in entry.seats]
    first, step = (52, 26) if len(entry.seats) == 2 else (44, 19)
    date = (tags.get("Date") or "").split(".??")[0]
    known = [part for part in (tags.get("Event"), date, tags.get("Result")) if part and part.strip("?. *")]
    parts = [_text(_LEFT, 24, ", ".join(known)[:110], 13, _FAINT)]
    for summary in report.summaries:
        y = first + step * summary.seat
        seat = entry.seats[summary.seat]
        name = names[summary.seat] if names[summary.seat] != "?" else seat.capitalize()
        colour = _SEAT_COLOURS.get(seat, "#999999")
        parts.append(f'<rect x="{_LEFT}" y="{y - 12}" width="14" height="14" rx="2" fill="{colour}" stroke="{_INK}"/>')
        parts.append(_text(_LEFT + 22, y, name[:40], 15, extra=' font-weight="bold"'))
        accuracy = "-" if summary.accuracy is None else f"{summary.accuracy:.1f} %"
        parts.append(_text(_LEFT + 330, y, f"accuracy {accuracy}"))
        parts.append(_text(_LEFT + 480, y, f"{summary.average_loss_cp:.0f} points lost a move"))
        x = _LEFT + 660.0
        for mark, count in (("?!", summary.inaccuracies), ("?", summary.mistakes), ("??", summary.blunders)):
            parts.append(f'<circle cx="{x}" cy="{y - 5}" r="5" fill="{_MARK_COLOURS[mark]}"/>')
            parts.append(_text(x + 10, y, f"{mark} {count}"))
            x += 62
    return parts


def _grid(report: Report, scale: _Scale) -> list[str]:
    parts = []
    for value in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = scale.y(value)
        parts.append(_text(_LEFT - 6, y + 4, f"{value:.0%}", 12, _FAINT, "end"))
        if 0 < value < 1:
            dash = "" if value == 0.5 else ' stroke-dasharray="3 5"'
            parts.append(f'<line x1="{_LEFT}" y1="{y}" x2="{_RIGHT}" y2="{y}" stroke="{_FAINT}" stroke-opacity="0.6"{dash}/>')
    plies = scale.plies
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100) if plies / (2 * step) <= 16), 200)
    for ply in range(plies):
        number = report.played.label(ply)
        if number.endswith("..."):
            continue
        move = int(number.rstrip("."))
        if move % step == 0 or move == 1:
            x = scale.x(ply + 1)
            parts.append(f'<line x1="{x:.1f}" y1="{_BOTTOM}" x2="{x:.1f}" y2="{_BOTTOM + 5}" stroke="{_FAINT}"/>')
            parts.append(_text(x, _BOTTOM + 20, str(move), 12, _FAINT, "middle"))
    return parts


def _marks(report: Report, scale: _Scale) -> list[str]:
    parts, labels = [], []
    taken: list[tuple[float, float]] = []
    for verdict in report.verdicts:
        if not verdict.mark:
            continue
        x, y = scale.x(verdict.ply + 1), scale.y(report.curve[verdict.ply + 1])
        number, name = report.played.label(verdict.ply), report.played.names[verdict.ply]
        colour = _MARK_COLOURS[verdict.mark]
        words = f"{number} {name}{verdict.mark}"
        loss = f"{100 * verdict.expected:.0f} % to {100 * verdict.expected_after:.0f} %"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}" stroke="{_PAPER}" stroke-width="1.5">'
            f"<title>{escape(f'{words}  {loss}')}</title></circle>"
        )
        if verdict.mark == "??":
            half = 3.9 * cell_len(words) + 6
            at = min(max(x, _LEFT + half), _RIGHT - half)
            falls = report.curve[verdict.ply + 1] < report.curve[verdict.ply]
            above = y + 24 if (falls or y < _TOP + 28) and y < _BOTTOM - 28 else y - 14
            if all(abs(at - other_x) > half + 40 or abs(above - other_y) > 18 for other_x, other_y in taken):
                taken.append((at, above))
                labels.append(
                    f'<rect x="{at - half:.1f}" y="{above - 13:.1f}" width="{2 * half:.1f}" height="18" rx="4" fill="{_PAPER}"'
                    f' fill-opacity="0.88"/>' + _text(at, above, words, 12, colour, "middle", ' font-weight="bold"')
                )
    return parts + labels


def graph_png(svg: str) -> bytes:
    """The graph as a PNG file, twice the size; its texts are set in the fonts of the system.

    Raises
    ------
    protocols.show.PictureError
        Where the extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        from protocols.show import PictureError

        raise PictureError("PNG pictures need the extra 'png': pip install 'qiji[png]'") from None
    return bytes(svg_to_bytes(svg_string=svg, width=2 * WIDTH))
