"""The half board of banqi: pieces in the squares, backs of face-down pieces, below the board what may still lie there."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from protocols.show.parts import BoardParts
from protocols.show.strokes import strokes
from protocols.show.view import View
from protocols.show.xiangqi import GLYPHS, INK_BLACK, INK_RED, LINE, MARK, RADIUS
from protocols.show.xiangqi import _gradients as gradients
from protocols.show.xiangqi import _man as man
from protocols.show.xiangqi import _write as write

FILES, RANKS = 8, 4
ORDER = "KABRNCPkabrncp"
SET = dict(zip("KABRNCP", (1, 2, 2, 2, 2, 2, 5), strict=True))
DOWN = "?"
WOOD, FRAME, BACK, BACK_LIGHT, BACK_RIM = "#e8c88c", "#6d4122", "#7a4a2b", "#a9744a", "#3f2412"
_STEP, _EDGE, _STRIP = 104, 52, 128
_WIDTH, _HEIGHT = 2 * _EDGE + _STEP * FILES, 2 * _EDGE + _STEP * RANKS + _STRIP


def cells_of(position: str) -> list[str]:
    """The squares in reading order: a letter, ``?`` or an empty string."""
    cells: list[str] = []
    for sign in position.split()[0].replace("/", ""):
        cells += [""] * int(sign) if sign.isdigit() else [sign]
    return cells


def pool_of(position: str) -> dict[str, int]:
    """Letter -> face-down pieces of the kind."""
    text = position.split()[2]
    return {} if text == "-" else {letter: int(count) for letter, count in zip(text[::2], text[1::2], strict=True)}


def captured_of(position: str) -> dict[str, int]:
    """Letter -> pieces that are neither on the board nor face-down."""
    cells, pool = cells_of(position), pool_of(position)
    gone = {letter: SET[letter.upper()] - cells.count(letter) - pool.get(letter, 0) for letter in ORDER}
    return {letter: count for letter, count in gone.items() if count}


def squares_of(move: str | None) -> list[int]:
    """The squares of a wire move in reading order, one for a flip."""
    if not move:
        return []
    names = dict.fromkeys((move[:2], move[2:4]))
    return [FILES * (RANKS - int(name[1])) + "abcdefgh".index(name[0]) for name in names]


# --- text ---------------------------------------------------------------------------------------------------------------


def _symbol(letter: str, charset: str) -> str:
    if letter == DOWN:
        return "##" if charset == "ascii" else "▓▓" if charset == "unicode" else "??"
    if not letter:
        return "."
    return letter if charset == "ascii" else GLYPHS[letter]


def _listed(counts: dict[str, int], charset: str) -> str:
    return " ".join(f"{letter if charset == 'ascii' else GLYPHS[letter]}{counts[letter]}" for letter in ORDER if letter in counts)


def notes(view: View, charset: str) -> list[str]:
    """What is still face-down, what has been taken, what the last flip revealed."""
    lines = []
    pool, gone = pool_of(view.position), captured_of(view.position)
    if pool:
        lines.append(f"face-down: {sum(pool.values())}: {_listed(pool, charset)}")
    if gone:
        lines.append(f"taken: {_listed(gone, charset)}")
    if view.last_move and len(view.last_move) == 5:
        letter = view.last_move[4]
        before = pool_of(view.before or "")[letter] if view.before else 0
        total = sum(pool_of(view.before).values()) if view.before else 0
        name = letter if charset == "ascii" else GLYPHS[letter]
        lines.append(f"revealed: {name} on {view.last_move[:2]}, {before} of {total}")
    return lines


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Four columns a square; the squares of the last move stand in brackets."""
    cells, marked = cells_of(view.position), squares_of(view.last_move)
    text = Text()
    for rank in range(RANKS):
        text.append(f"{RANKS - rank} ")
        for file in range(FILES):
            square = FILES * rank + file
            letter = cells[square]
            symbol = _symbol(letter, charset)
            symbol += " " * (2 - cell_len(symbol))
            style = "bold red" if letter.isupper() else "bold green" if letter.isalpha() else "dim"
            text.append(f"[{symbol}]" if square in marked else f" {symbol} ", style if colour else "")
        text.append("\n")
    text.append("  " + "".join(f" {name}  " for name in "abcdefgh"))
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------


def _middle(square: int) -> tuple[float, float]:
    return _EDGE + _STEP * (square % FILES + 0.5), _EDGE + _STEP * (square // FILES + 0.5)


def _back() -> str:
    """A face-down piece around (0, 0)."""
    petals = "".join(f'<circle cx="{x}" cy="{y}" r="9"/>' for x, y in ((0, -13), (13, 0), (0, 13), (-13, 0)))
    return (
        f'<circle cx="3" cy="6" r="{RADIUS}" fill="#3a1f08" opacity="0.2"/>'
        f'<circle r="{RADIUS}" fill="{BACK}" stroke="{BACK_RIM}" stroke-width="2"/>'
        f'<circle r="{RADIUS - 8}" fill="none" stroke="{BACK_LIGHT}" stroke-width="3"/>'
        f'<g fill="none" stroke="{BACK_LIGHT}" stroke-width="2.6">{petals}</g>'
        f'<circle r="4.5" fill="{BACK_LIGHT}"/>'
    )


def _ground() -> str:
    """Frame, squares, coordinates; no strip."""
    low, right, bottom = _EDGE, _EDGE + _STEP * FILES, _EDGE + _STEP * RANKS
    parts = [
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="{FRAME}"/>',
        f'<rect x="{low - 8}" y="{low - 8}" width="{right - low + 16}" height="{bottom - low + 16}" fill="{WOOD}"/>',
    ]
    for square in range(FILES * RANKS):
        if (square % FILES + square // FILES) % 2:
            x, y = _middle(square)
            parts.append(f'<rect x="{x - _STEP / 2:g}" y="{y - _STEP / 2:g}" width="{_STEP}" height="{_STEP}" fill="#dcb673"/>')
    lines = "".join(f"M{low + _STEP * n} {low}V{bottom}" for n in range(FILES + 1))
    lines += "".join(f"M{low} {low + _STEP * n}H{right}" for n in range(RANKS + 1))
    parts.append(f'<path d="{lines}" fill="none" stroke="{LINE}" stroke-width="2.4" stroke-linecap="square"/>')
    for file in range(FILES):
        parts.append(write("abcdefgh"[file], low + _STEP * (file + 0.5), bottom + 27, 30, "#f0d9a8"))
    for rank in range(RANKS):
        parts.append(write(str(RANKS - rank), low / 2 - 4, low + _STEP * (rank + 0.5), 30, "#f0d9a8"))
    return "".join(parts)


def _counts(counts: dict[str, int], y: float, faded: bool) -> str:
    """A row of small pieces with their numbers: red left, black right."""
    parts = []
    for letters, begin in ((ORDER[:7], _EDGE + 24), (ORDER[7:], _EDGE + 24 + _STEP * FILES / 2)):
        place = 0
        for letter in letters:
            if letter not in counts:
                continue
            x = begin + 57 * place
            ink = INK_RED if letter.isupper() else INK_BLACK
            opacity = ' opacity="0.5"' if faded else ""
            parts.append(
                f'<g{opacity}><circle cx="{x:g}" cy="{y:g}" r="19" fill="#f5deb0" stroke="{ink}" stroke-width="2"/>'
                f"{write(GLYPHS[letter], x, y, 27, ink, 14)}</g>"
            )
            parts.append(strokes(str(counts[letter]), x + 29, y + 1, "#f0d9a8", 1.7, 1.0))
            place += 1
    return "".join(parts)


def _strip(view: View) -> str:
    """Under the board: the pool with a small back before it, then what has been taken, struck out."""
    top = _EDGE + _STEP * RANKS + 60
    parts = [
        f'<g transform="translate({_EDGE - 22} {top}) scale(0.36)">{_back()}</g>',
        _counts(pool_of(view.position), top, False),
    ]
    gone = captured_of(view.position)
    if gone:
        y = top + 56
        parts.append(f'<path d="M{_EDGE - 32} {y - 10}l20 20m0 -20l-20 20" stroke="#f0d9a8" stroke-width="4"/>')
        parts.append(_counts(gone, y, True))
    return "".join(parts)


def _marks(view: View) -> str:
    """Where the last move began (dashed) and ended; a flip has a ring of its own."""
    squares = squares_of(view.last_move)
    parts = []
    for number, square in enumerate(squares):
        x, y = _middle(square)
        dashed = ' stroke-dasharray="9 7"' if number + 1 < len(squares) else ""
        half = _STEP / 2 - 4
        if len(squares) == 1:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 3}" fill="none" stroke="{MARK}" stroke-width="5"/>')
        else:
            parts.append(
                f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" fill="none" '
                f'stroke="{MARK}" stroke-width="5"{dashed}/>'
            )
    return "".join(parts)


def board_svg(view: View, size: int) -> str:
    """The board with its strip."""
    cells = cells_of(view.position)
    used = sorted({letter for letter in cells if letter})
    drawings = "".join(f'<g id="man-{_name(letter)}">{_back() if letter == DOWN else man(letter)}</g>' for letter in used)
    men = "".join(
        f'<use xlink:href="#man-{_name(letter)}" x="{_middle(square)[0]:g}" y="{_middle(square)[1]:g}"/>'
        for square, letter in enumerate(cells)
        if letter
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{size}" height="{round(size * _HEIGHT / _WIDTH)}">'
        f"<title>{view.position}</title><defs>{''.join(gradients()[1:3])}{drawings}</defs>"
        f"{_ground()}{men}{_marks(view)}{_strip(view)}</svg>\n"
    )


def _name(letter: str) -> str:
    return "down" if letter == DOWN else letter


def board_parts() -> BoardParts:
    """The board and the pieces, for pages that draw many positions; face-down pieces are the man ``?``."""
    points = tuple(_middle(square) for square in range(FILES * RANKS))
    ground = f"<defs>{''.join(gradients()[1:3])}</defs>{_ground()}"
    men = {letter: man(letter) for letter in GLYPHS} | {DOWN: _back()}
    return BoardParts(_WIDTH, _HEIGHT, ground, ground, men, points, points, RADIUS + 4)
