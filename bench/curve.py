"""Loss curves of a training as SVG."""

from __future__ import annotations

from html import escape

WIDTH, HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 700, 48, 370
_COLOURS = {"train": "#2f6db3", "validation": "#c8322b"}


def curve_svg(title: str, history: list[dict[str, float]]) -> str:
    """A complete SVG document: training and validation loss by epoch, each on the linear scale that holds both."""
    values = [entry[name] for entry in history for name in _COLOURS]
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or 0.05 * high or 1.0
    low, high = low - margin, high + margin

    def x(epoch: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * ((epoch - 1) / max(1, len(history) - 1))

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="26" font-size="15" fill="#26241f">{escape(title)}</text>',
    ]
    for part in range(5):
        value = low + (high - low) * part / 4
        parts.append(f'<line x1="{_LEFT}" y1="{y(value):.1f}" x2="{_RIGHT}" y2="{y(value):.1f}" stroke="#dddad2"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#8a857b">{value:.5f}</text>')
    for epoch in sorted({1, (len(history) + 1) // 2, len(history)}):
        parts.append(f'<text x="{x(epoch):.1f}" y="{_BOTTOM + 20}" text-anchor="middle" fill="#8a857b">{epoch}</text>')
    parts.append(f'<text x="{(_LEFT + _RIGHT) / 2}" y="{_BOTTOM + 38}" text-anchor="middle" fill="#8a857b">epoch</text>')
    for number, (name, colour) in enumerate(_COLOURS.items()):
        points = " ".join(f"{x(epoch):.1f},{y(entry[name]):.1f}" for epoch, entry in enumerate(history, start=1))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for epoch, entry in enumerate(history, start=1):
            parts.append(f'<circle cx="{x(epoch):.1f}" cy="{y(entry[name]):.1f}" r="3" fill="{colour}"/>')
        parts.append(f'<text x="{_RIGHT - 190 + 80 * number}" y="26" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
