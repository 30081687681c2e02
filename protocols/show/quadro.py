"""The pyramid level by level, and as it looks from above; open sites, the last turn and the reserves are shown."""

from __future__ import annotations

import re

from rich.text import Text

from engine.games.quadro.geometry import BALLS, NAMES
from protocols.show.view import View

Site = tuple[int, int, int]  # level, file, rank, all from 0

PLATE, WOOD, HOLE, RIM, INK = "#5b4332", "#c69c6d", "#8f6b45", "#3b2a1e", "#f1e3cc"
WHITE_BALL, BLACK_BALL, SHINE_WHITE, SHINE_BLACK = "#f4ecdf", "#2b2723", "#ffffff", "#77706a"
PLACED, TAKEN, OPEN = "#e2b13c", "#d0503f", "#a9e08a"
_CELL, _EDGE, _GAP, _RADIUS = 48, 22, 26, 21


# --- reading the view ---------------------------------------------------------------------------------------------------


def _site(name: str) -> Site:
    cell = NAMES[name]
    return cell >> 4, cell & 3, cell >> 2 & 3


def _balls(position: str) -> dict[Site, str]:
    """Site -> ``w`` or ``b`` of a canonical position string."""
    found: dict[Site, str] = {}
    for level, part in enumerate(position.split()[0].split("|")):
        for row, text in enumerate(part.split("/")):
            letters = re.sub(r"\d", lambda run: " " * int(run[0]), text)
            found |= {(level, file, 3 - level - row): letter for file, letter in enumerate(letters) if letter != " "}
    return found


def _open(balls: dict[Site, str]) -> set[Site]:
    """The empty sites with full support, none once the top ball lies."""
    sites = {(level, f, r) for level in range(4) for f in range(4 - level) for r in range(4 - level)} - set(balls)
    if (3, 0, 0) in balls:
        return set()
    return {
        (level, f, r)
        for level, f, r in sites
        if level == 0 or all((level - 1, x, y) in balls for x in (f, f + 1) for y in (r, r + 1))
    }


def _last_turn(view: View) -> tuple[set[Site], set[Site]]:
    """Sites that the last turn filled, and those that it emptied; a ball that came and went counts as both."""
    filled: set[Site] = set()
    emptied: set[Site] = set()
    turn = "" if view.last_move in (None, "pass") else view.last_move or ""
    for place, step in enumerate(filter(None, turn.split("x"))):
        names = step.split("-")
        if place == 0 or len(names) == 2:
            filled.add(_site(names[-1]))
        if place > 0 or len(names) == 2:
            emptied.add(_site(names[0]))
    return filled, emptied


def _reserves(balls: dict[Site, str]) -> tuple[int, int]:
    letters = list(balls.values())
    return BALLS - letters.count("w"), BALLS - letters.count("b")


# --- text ---------------------------------------------------------------------------------------------------------------


def board_text(view: View, charset: str, colour: bool) -> Text:
    """The four levels side by side, then the reserves.

    A site that the last turn filled stands in brackets, one that it emptied is a cross; a dot is open, a blank has no support.
    """
    balls = _balls(view.position)
    opened, (filled, emptied) = _open(balls), _last_turn(view)
    white, black, dot = ("○", "●", "·") if charset == "unicode" else ("w", "b", ".")
    text = Text()
    for line in range(4):
        for level in range(4):
            rank = 3 - level - line
            text.append("" if level == 0 else "   ")
            if rank < 0:
                text.append("  " + "   " * (4 - level))
                continue
            text.append(f"{rank + 1} ")
            for file in range(4 - level):
                site = level, file, rank
                symbol = {"w": white, "b": black}.get(balls.get(site, ""), "")
                symbol = symbol or ("x" if site in emptied else dot if site in opened else " ")
                style = ""
                if colour and balls.get(site) == "w":
                    style = "bold bright_white"
                elif colour and site in emptied:
                    style = "bold red"
                elif colour and site in opened:
                    style = "green"
                marked = site in filled and site in balls
                text.append("[" if marked else " ")
                text.append(symbol, style)
                text.append("]" if marked else " ")
        text.append("\n")
    for level in range(4):
        text.append("  " if level == 0 else "     ")
        text.append("".join(f" {name} " for name in "abcd"[: 4 - level]))
    whites, blacks = _reserves(balls)
    text.append(f"\n  level 1         level 2      level 3   level 4\nreserve: {white} {whites}  {black} {blacks}")
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------

#: Strokes in a box of 4 by 7, so that a picture needs no font.
_STROKES = {
    "0": "M0 0H4V7H0Z", "1": "M1 1L2.5 0V7", "2": "M0 0H4V3.5H0V7H4", "3": "M0 0H4V7H0M1 3.5H4", "4": "M0 0V3.5H4M4 0V7",
    "5": "M4 0H0V3.5H4V7H0", "6": "M4 0H0V7H4V3.5H0", "7": "M0 0H4L1.5 7", "8": "M0 0H4V7H0ZM0 3.5H4", "9": "M4 3.5H0V0H4V7H0",
    "a": "M0.3 2.5H4V7H0V4.6H4", "b": "M0 0V7H4V2.5H0", "c": "M4 2.5H0V7H4", "d": "M4 0V7H0V2.5H4",
}  # fmt: skip


def _word(word: str, x: float, y: float, scale: float = 1.3, ink: str = INK) -> str:
    """``word`` centred on (x, y)."""
    left = x - scale * (6 * len(word) - 2) / 2
    strokes = "".join(f'<path transform="translate({6 * place} 0)" d="{_STROKES[letter]}"/>' for place, letter in enumerate(word))
    where = f"translate({left:g} {y - 3.5 * scale:g}) scale({scale})"
    return f'<g transform="{where}" fill="none" stroke="{ink}" stroke-width="0.9" stroke-linejoin="round">{strokes}</g>'


def _ball(letter: str, x: float, y: float, radius: float = _RADIUS) -> str:
    fill, shine = (WHITE_BALL, SHINE_WHITE) if letter == "w" else (BLACK_BALL, SHINE_BLACK)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{RIM}" stroke-width="1.5" class="ball"/>'
        f'<circle cx="{x - radius / 3:g}" cy="{y - radius / 3:g}" r="{radius / 5:g}" fill="{shine}"/>'
    )


def _tray(x: float, y: float, size: int) -> str:
    side = size * _CELL
    return f'<rect x="{x - 4:g}" y="{y - 4:g}" width="{side + 8}" height="{side + 8}" rx="8" fill="{WOOD}"/>'


def _level(level: int, x: float, y: float, balls: dict[Site, str], opened: set[Site], turn: tuple[set[Site], set[Site]]) -> str:
    """One level with its upper left corner at (x, y)."""
    size = 4 - level
    parts = [_tray(x, y, size)]
    for file in range(size):
        for rank in range(size):
            site = level, file, rank
            cx, cy = x + _CELL * (file + 0.5), y + _CELL * (size - rank - 0.5)
            if site in balls:
                parts.append(_ball(balls[site], cx, cy))
            else:
                ring = f' stroke="{OPEN}" stroke-width="2.5" class="open"' if site in opened else ""
                parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="9" fill="{HOLE}"{ring}/>')
            if site in turn[0]:
                parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="21.5" fill="none" stroke="{PLACED}" stroke-width="4"/>')
            if site in turn[1]:
                cross = f"M{cx - 8:g} {cy - 8:g}l16 16m0 -16l-16 16"
                parts.append(f'<path d="{cross}" stroke="{TAKEN}" stroke-width="5" stroke-linecap="round"/>')
    parts += [_word("abcd"[file], x + _CELL * (file + 0.5), y + size * _CELL + 14) for file in range(size)]
    parts += [_word(str(rank + 1), x - 14, y + _CELL * (size - rank - 0.5)) for rank in range(size)]
    return "".join(parts)


def _from_above(x: float, y: float, balls: dict[Site, str]) -> str:
    """The whole pyramid seen from above; lower balls are drawn first."""
    parts = [_tray(x, y, 4)]
    parts += [
        f'<circle cx="{x + _CELL * (f + 0.5):g}" cy="{y + _CELL * (3.5 - r):g}" r="9" fill="{HOLE}"/>'
        for f in range(4)
        for r in range(4)
    ]
    for (level, file, rank), letter in sorted(balls.items()):
        shift = 0.5 + level / 2
        parts.append(_ball(letter, x + _CELL * (file + shift), y + _CELL * (4 - rank - shift), _RADIUS + 1.5))
    return "".join(parts)


def board_svg(view: View, size: int) -> str:
    """Above: levels 1 and 2; below: the pyramid from above, levels 3 and 4; right: the reserves.

    A golden ring: filled by the last turn; a red cross: emptied by it; a green rim: open.
    """
    balls = _balls(view.position)
    opened, turn = _open(balls), _last_turn(view)
    margin = _EDGE + 12
    second = margin + 4 * _CELL + _GAP + 18
    third, fourth = second, second + 2 * _CELL + _GAP + 10
    lower = margin + 4 * _CELL + _GAP + 24
    parts = [
        _level(0, margin, margin, balls, opened, turn),
        _level(1, second, margin + _CELL, balls, opened, turn),
        _from_above(margin, lower, balls),
        _level(2, third, lower + 2 * _CELL, balls, opened, turn),
        _level(3, fourth, lower + 3 * _CELL, balls, opened, turn),
    ]
    for row, (letter, count) in enumerate(zip("wb", _reserves(balls), strict=True)):
        y = lower + 20 + 30 * row
        parts.append(_word(str(count), second - 4, y, 1.6))
        parts += [_ball(letter, second + 26 + 9.5 * place, y, 10) for place in range(count)]
    width, height = fourth + _CELL + margin, lower + 4 * _CELL + margin
    frame = f'width="{size}" height="{size * height / width:g}" viewBox="0 0 {width} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>'
    return f'{head}<rect width="{width}" height="{height}" fill="{PLATE}"/>{"".join(parts)}</svg>'
