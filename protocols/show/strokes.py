"""Digits, letters and the plus sign as strokes in a box of 4 by 7, so that a picture needs no font."""

from __future__ import annotations

_STROKES = {
    "0": "M0 0H4V7H0Z", "1": "M1 1L2.5 0V7", "2": "M0 0H4V3.5H0V7H4", "3": "M0 0H4V7H0M1 3.5H4", "4": "M0 0V3.5H4M4 0V7",
    "5": "M4 0H0V3.5H4V7H0", "6": "M4 0H0V7H4V3.5H0", "7": "M0 0H4L1.5 7", "8": "M0 0H4V7H0ZM0 3.5H4", "9": "M4 3.5H0V0H4V7H0",
    "a": "M0 2.5H4V7H0V4.7H4", "b": "M0 0V7H4V2.5H0", "c": "M4 2.5H0V7H4", "d": "M4 0V7H0V2.5H4", "e": "M0 4.7H4V2.5H0V7H4",
    "f": "M4 0H1.5V7M0 2.5H3.5", "g": "M4 6H0V2.5H4V8.5H0", "h": "M0 0V7M0 2.5H4V7", "i": "M2 2.5V7M2 0V1",
    "j": "M3 2.5V8.5H0.5M3 0V1", "k": "M0 0V7M4 2.5L0.5 4.7L4 7", "l": "M1.5 0V7H3", "m": "M0 7V2.5H4V7M2 2.5V6",
    "n": "M0 7V2.5H4V7", "o": "M0 2.5H4V7H0Z", "p": "M0 8.5V2.5H4V7H0", "q": "M4 8.5V2.5H0V7H4", "r": "M0.5 7V2.5H3.5",
    "s": "M4 2.5H0V4.7H4V7H0", "t": "M1.5 0V7H4M0 2.5H4",
    "+": "M0 3.5H4M2 1.5V5.5",
}  # fmt: skip
_ADVANCE, _HEIGHT = 5.5, 7.0


def strokes(text: str, x: float, y: float, ink: str, scale: float = 2.0, weight: float = 0.9) -> str:
    """``text`` (digits, letters a to t, +) with its middle at (x, y)."""
    width = _ADVANCE * len(text) - (_ADVANCE - 4)
    return strokes_from(text, x - scale * width / 2, y - scale * _HEIGHT / 2, ink, scale, weight)


def strokes_from(text: str, x: float, y: float, ink: str, scale: float = 2.0, weight: float = 0.9) -> str:
    """The same with its upper left corner at (x, y)."""
    paths = "".join(f'<path transform="translate({_ADVANCE * n:g} 0)" d="{_STROKES[sign]}"/>' for n, sign in enumerate(text))
    place = f"translate({x:.1f} {y:.1f}) scale({scale:g})"
    return f'<g transform="{place}" fill="none" stroke="{ink}" stroke-width="{weight:g}">{paths}</g>'
