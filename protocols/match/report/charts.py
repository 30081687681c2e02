"""Charts of a report as SVG text. Colours come from the page's style sheet by class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 600.0, 270.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 16.0, 24.0, 42.0


def _svg(parts: Sequence[str], label: str, height: float = HEIGHT) -> str:
    return f'<svg class="chart" viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def nice_steps(low: float, high: float, count: int = 6) -> list[float]:
    """Round numbers that divide ``low..high`` into about ``count`` parts, all inside."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / count))
    step = next(step * factor for factor in (1, 2, 5, 10) if span / (step * factor) <= count)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Axes:
    """Maps values to the plot area and draws its frame."""

    def __init__(self, x_low: float, x_high: float, y_low: float, y_high: float) -> None:
        self.x_low, self.x_high = x_low, max(x_high, x_low + 1e-9)
        self.y_low, self.y_high = y_low, max(y_high, y_low + 1e-9)

    def x(self, value: float) -> float:
        """The column of a value."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.x_low) / (self.x_high - self.x_low)

    def y(self, value: float) -> float:
        """The row of a value; beyond the frame it lies on its edge."""
        share = (min(max(value, self.y_low), self.y_high) - self.y_low) / (self.y_high - self.y_low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def frame(self, x_title: str, y_title: str) -> list[str]:
        """Grid lines, numbers and titles."""
        parts = []
        for value in nice_steps(self.y_low, self.y_high):
            row = self.y(value)
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{row:.1f}" y2="{row:.1f}"/>')
            parts.append(f'<text class="tick" x="{LEFT - 7}" y="{row + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value in nice_steps(self.x_low, self.x_high, 8):
            column = self.x(value)
            parts.append(f'<text class="tick" x="{column:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
        parts.append(f'<text class="axis" x="{WIDTH - RIGHT}" y="{HEIGHT - 3}" text-anchor="end">{escape(x_title)}</text>')
        parts.append(f'<text class="axis" x="4" y="{TOP - 10}">{escape(y_title)}</text>')
        return parts


def band_chart(
    x: Sequence[float], middle: Sequence[float], low: Sequence[float], high: Sequence[float], x_title: str, y_title: str
) -> str:
    """A line with the band of its error; infinite values lie on the edge."""
    finite = [v for v in (*middle, *low[len(low) // 4 :], *high[len(high) // 4 :], 0.0) if math.isfinite(v)]
    bottom, top = min(finite), max(finite)
    room = 0.08 * max(top - bottom, 10.0)
    axes = Axes(x[0], x[-1], bottom - room, top + room)
    upper = [f"{axes.x(a):.1f},{axes.y(b):.1f}" for a, b in zip(x, high, strict=True)]
    lower = [f"{axes.x(a):.1f},{axes.y(b):.1f}" for a, b in zip(x, low, strict=True)]
    line = " ".join(f"{axes.x(a):.1f},{axes.y(b):.1f}" for a, b in zip(x, middle, strict=True))
    zero = axes.y(0)
    parts = axes.frame(x_title, y_title)
    parts.append(f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>')
    parts.append(f'<line class="zero" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{zero:.1f}" y2="{zero:.1f}"/>')
    parts.append(f'<polyline class="line" points="{line}"/>')
    return _svg(parts, f"{y_title} by {x_title}")


def bounded_chart(x: Sequence[float], values: Sequence[float], bounds: tuple[float, float], x_title: str, y_title: str) -> str:
    """A line between two bounds."""
    axes = Axes(x[0], x[-1], min(bounds[0], *values) - 0.3, max(bounds[1], *values) + 0.3)
    line = " ".join(f"{axes.x(a):.1f},{axes.y(b):.1f}" for a, b in zip(x, values, strict=True))
    parts = axes.frame(x_title, y_title)
    for bound in bounds:
        row = axes.y(bound)
        parts.append(f'<line class="bound" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{row:.1f}" y2="{row:.1f}"/>')
    parts.append(f'<polyline class="line" points="{line}"/>')
    return _svg(parts, f"{y_title} by {x_title}")


def whisker_chart(rows: Sequence[tuple[str, float, float, float]], title: str) -> str:
    """One row for each (name, value, low, high), with a dot and the line of its error."""
    finite = [v for _, *values in rows for v in values if math.isfinite(v)] or [0.0]
    low, high = min(*finite, 0.0), max(*finite, 0.0)
    room = 0.06 * max(high - low, 20.0)
    left, step = 150.0, 30.0
    height = TOP + step * len(rows) + BOTTOM
    width = WIDTH - left - RIGHT

    def column(value: float) -> float:
        share = (min(max(value, low - room), high + room) - low + room) / (high - low + 2 * room)
        return left + width * share

    parts = []
    for value in nice_steps(low - room, high + room, 8):
        x = column(value)
        parts.append(
            f'<line class="{"zero" if value == 0 else "grid"}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
        )
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - BOTTOM + 16}" text-anchor="middle">{value:g}</text>')
    for number, (name, value, bottom, top) in enumerate(rows):
        y = TOP + step * (number + 0.5)
        parts.append(f'<text class="name" x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(name[:22])}</text>')
        parts.append(f'<line class="whisker" x1="{column(bottom):.1f}" x2="{column(top):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<circle class="dot" cx="{column(value):.1f}" cy="{y:.1f}" r="5"><title>{value:+.1f}</title></circle>')
    parts.append(f'<text class="axis" x="{WIDTH - RIGHT}" y="{height - 3}" text-anchor="end">{escape(title)}</text>')
    return _svg(parts, title, height)


def stacked_histogram(series: Sequence[tuple[str, str, Sequence[int]]], x_title: str, bins: int = 24) -> str:
    """Counts of values in equal bins, one colour for each (name, class, values)."""
    everything = [value for _, _, values in series for value in values]
    if not everything:
        return ""
    size = max(1, math.ceil((max(everything) + 1) / bins))
    size = next(step for step in (1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 500, 10_000) if step >= size)
    count = max(everything) // size + 1
    stacks = [[0] * count for _ in series]
    for stack, (_, _, values) in zip(stacks, series, strict=True):
        for value in values:
            stack[value // size] += 1
    highest = max(sum(column) for column in zip(*stacks, strict=True))
    axes = Axes(0, count * size, 0, highest * 1.08)
    parts = axes.frame(x_title, "games")
    for index in range(count):
        base = 0
        for stack, (name, kind, _) in zip(stacks, series, strict=True):
            number = stack[index]
            if number:
                x, top, bottom = axes.x(index * size), axes.y(base + number), axes.y(base)
                width = axes.x((index + 1) * size) - x - 1.5
                parts.append(
                    f'<rect class="{kind}" x="{x + 0.75:.1f}" y="{top:.1f}" width="{width:.1f}" height="{bottom - top:.1f}">'
                    f"<title>{index * size}..{(index + 1) * size - 1}: {number} {escape(name)}</title></rect>"
                )
            base += number
    x = LEFT + 62
    for name, kind, values in series:
        parts.append(f'<rect class="{kind}" x="{x:.0f}" y="{TOP - 20}" width="11" height="11"/>')
        label = f"{name} {len(values)}"
        parts.append(f'<text class="tick" x="{x + 16:.0f}" y="{TOP - 10}">{escape(label)}</text>')
        x += 34 + 8.6 * len(label)
    return _svg(parts, x_title)


def bars(rows: Sequence[tuple[str, float, str]], kind: str = "bar") -> str:
    """Horizontal bars of (name, value, text)."""
    left, step = 190.0, 24.0
    height = 6 + step * len(rows)
    longest = max((value for _, value, _ in rows), default=1) or 1
    parts = []
    for number, (name, value, text) in enumerate(rows):
        y = 4 + step * number
        width = (WIDTH - left - 110) * value / longest
        parts.append(f'<text class="name" x="{left - 10}" y="{y + 14:.1f}" text-anchor="end">{escape(name[:30])}</text>')
        parts.append(f'<rect class="{kind}" x="{left}" y="{y + 2:.1f}" width="{max(width, 1):.1f}" height="16" rx="2"/>')
        parts.append(f'<text class="tick" x="{left + width + 8:.1f}" y="{y + 14:.1f}">{escape(text)}</text>')
    return _svg(parts, "counts", height)
