"""Xiangqi boards: 9 files by 10 ranks of points, the river between ranks 4 and 5, a palace at each end.

Pictures are drawn from the outlines in ``glyphs/``; the grain of the wood comes from a fixed seed, so equal positions give
equal files.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

from protocols.show.parts import BoardParts
from protocols.show.view import View

GLYPHS = dict(zip("KABRNCPkabrncp", "帥仕相俥傌炮兵將士象車馬砲卒", strict=True))
RIVER = "楚河漢界"
FILES, RANKS = 9, 10

Board = list[list[str]]  #: ``board[rank][file]``: a letter of the position string, or "" for an empty point


def read_board(position: str) -> Board:
    """The men of a canonical position string; rank 0 is Red's back rank."""
    ranks: Board = []
    for row in position.split()[0].split("/"):
        points: list[str] = []
        for letter in row:
            points += [""] * int(letter) if letter.isdigit() else [letter]
        ranks.append(points)
    return ranks[::-1]


def read_move(move: str | None) -> tuple[tuple[int, int], ...]:
    """The (rank, file) points where a wire move such as ``h2e2`` begins and ends."""
    if not move:
        return ()
    return (int(move[1]), ord(move[0]) - ord("a")), (int(move[3]), ord(move[2]) - ord("a"))


def find_king(board: Board, seat: str) -> tuple[int, int]:
    """The (rank, file) of the general of ``red`` or ``black``."""
    wanted = "K" if seat == "red" else "k"
    return next((rank, file) for rank in range(RANKS) for file in range(FILES) if board[rank][file] == wanted)


# --- terminals ----------------------------------------------------------------------------------------------------------


def _crossing(rank: int, file: int, lines: bool) -> str:
    """The sign of an empty point, one column wide."""
    if not lines:
        return "+"
    top, bottom = rank in (9, 4), rank in (0, 5)
    if file == 0:
        return "┌" if rank == 9 else "└" if rank == 0 else "├"
    if file == 8:
        return "┐" if rank == 9 else "┘" if rank == 0 else "┤"
    return "┬" if top else "┴" if bottom else "┼"


def _between(rank: int, charset: str) -> str:
    """The line below ``rank``: files, palace diagonals, or the river."""
    bar, falling, rising = ("│", "╲", "╱") if charset == "unicode" else ("|", "\\", "/")
    if rank == 5:
        words = "      ".join(RIVER) if charset != "ascii" else "~  ~  ~  r i v e r  ~  ~  ~"
        width = 4 * (FILES - 1) - 1
        left = (width - cell_len(words)) // 2
        return bar + " " * left + words + " " * (width - left - cell_len(words)) + bar
    gaps = ["   "] * (FILES - 1)
    if rank in (9, 2):
        gaps[3:5] = [f" {falling} ", f" {rising} "]
    elif rank in (8, 1):
        gaps[3:5] = [f" {rising} ", f" {falling} "]
    return bar + "".join(gap + bar for gap in gaps)


def board_text(view: View, charset: str, colour: bool) -> Text:
    """Points every four columns, so that a Chinese character and two columns of line make one step."""
    return lattice(view, read_move(view.last_move), charset, colour, _crossing, lambda rank: _between(rank, charset))


def lattice(
    view: View,
    marks: Collection[tuple[float, float]],
    charset: str,
    colour: bool,
    crossing: Callable[[int, int, bool], str],
    below: Callable[[int], str],
) -> Text:
    """A board of lines: ``crossing(rank, file, lines)`` is drawn on an empty point, ``below(rank)`` under a rank.

    marks : points that the last move left or reached.
    """
    board, lines = read_board(view.position), charset == "unicode"
    stroke = "─" if lines else "-"
    checked = find_king(board, view.seat) if view.in_check else None
    text = Text()
    for rank in range(RANKS - 1, -1, -1):
        text.append(f" {rank} {'[' if (rank, 0) in marks else ' '}")
        for file in range(FILES):
            piece, here, last = board[rank][file], (rank, file), file == FILES - 1
            symbol = crossing(rank, file, lines)
            if piece:
                symbol = GLYPHS[piece] if charset != "ascii" else piece
            closed = "]" if here in marks else "" if last else stroke
            if not last or closed:
                symbol += (" " if closed == "]" else stroke) * (2 - cell_len(symbol))
            opened = "" if last else "[" if (rank, file + 1) in marks else stroke
            style = ("bold red" if piece.isupper() else "bold green") if piece else ""
            if here in marks or here == checked:
                style += " reverse"
            text.append(symbol, style.strip() if colour else "")
            text.append(closed + opened, "dim" if colour else "")
        text.append("\n")
        if rank:
            text.append("    " + below(rank) + "\n", "dim" if colour else "")
    text.append("    " + "   ".join("abcdefghi"))
    return text


# --- pictures -----------------------------------------------------------------------------------------------------------

PITCH, MARGIN, FRAME = 100, 96, 44  #: distance of lines; board edge to first line; width of the dark frame
RADIUS = 45
WIDTH, HEIGHT = 2 * (MARGIN + FRAME) + PITCH * (FILES - 1), 2 * (MARGIN + FRAME) + PITCH * (RANKS - 1)
WOOD, WOOD_DARK, FRAME_COLOUR, FRAME_INK = "#ecc889", "#dcae68", "#6d4122", "#f0d9a8"
LINE, INK_RED, INK_BLACK = "#5b3a1c", "#b3201b", "#1d2622"
MARK = "#1668b8"


@cache
def outlines() -> dict[str, str]:
    """Character -> SVG path, in thousandths of the em around (0, 0)."""
    document = json.loads(Path(__file__).with_name("glyphs").joinpath("outlines.json").read_text(encoding="utf-8"))
    return document["outlines"]


def _x(file: float) -> float:
    return FRAME + MARGIN + PITCH * file


def _y(rank: float) -> float:
    return FRAME + MARGIN + PITCH * (RANKS - 1 - rank)


def _write(character: str, x: float, y: float, em: float, colour: str, weight: int = 0) -> str:
    """One character around (x, y), ``em`` high; ``weight`` thickens its strokes by thousandths of the em."""
    stroke = f' stroke="{colour}" stroke-width="{weight}" stroke-linejoin="round"' if weight else ""
    place = f"translate({x:g} {y:g}) scale({em / 1000:g})"
    return f'<path transform="{place}" fill="{colour}"{stroke} d="{outlines()[character]}"/>'


def _grain() -> str:
    """Thin wavy lines along the wood."""
    rng = random.Random(9)
    parts = []
    y = FRAME + 6.0
    while y < HEIGHT - FRAME - 6:
        bend, x = rng.uniform(-9, 9), FRAME
        span = WIDTH - 2 * FRAME
        path = f"M{x:g} {y:.1f}c{span * 0.3:.0f} {bend:.1f} {span * 0.6:.0f} {-bend:.1f} {span} {rng.uniform(-5, 5):.1f}"
        parts.append(f'<path d="{path}" stroke-width="{rng.uniform(0.6, 2.4):.1f}" opacity="{rng.uniform(0.12, 0.4):.2f}"/>')
        y += rng.uniform(5, 19)
    return f'<g fill="none" stroke="#b98442" clip-path="url(#wood)">{"".join(parts)}</g>'


def _lines() -> str:
    """Ranks, files broken by the river, palace diagonals, the double border."""
    path = []
    for rank in range(RANKS):
        path.append(f"M{_x(0):g} {_y(rank):g}H{_x(8):g}")
    for file in range(FILES):
        if file in (0, FILES - 1):
            path.append(f"M{_x(file):g} {_y(0):g}V{_y(9):g}")
        else:
            path.append(f"M{_x(file):g} {_y(0):g}V{_y(4):g}M{_x(file):g} {_y(5):g}V{_y(9):g}")
    for low in (0, 7):
        path.append(f"M{_x(3):g} {_y(low):g}L{_x(5):g} {_y(low + 2):g}M{_x(5):g} {_y(low):g}L{_x(3):g} {_y(low + 2):g}")
    gap = 9
    border = (
        f'<rect x="{_x(0) - gap:g}" y="{_y(9) - gap:g}" width="{_x(8) - _x(0) + 2 * gap:g}" '
        f'height="{_y(0) - _y(9) + 2 * gap:g}" fill="none" stroke="{LINE}" stroke-width="5"/>'
    )
    grid = f'<path d="{"".join(path)}" fill="none" stroke="{LINE}" stroke-width="2.4" stroke-linecap="square"/>'
    return border + grid + _corners()


def _corners() -> str:
    """The small angles at the start points of cannons and soldiers."""
    points = [(rank, file) for rank in (2, 7) for file in (1, 7)]
    points += [(rank, file) for rank in (3, 6) for file in range(0, FILES, 2)]
    near, length, path = 8, 17, []
    for rank, file in points:
        for dx in (-1, 1):
            if (file == 0 and dx < 0) or (file == FILES - 1 and dx > 0):
                continue
            for dy in (-1, 1):
                x, y = _x(file) + dx * near, _y(rank) + dy * near
                path.append(f"M{x + dx * length:g} {y:g}H{x:g}V{y + dy * length:g}")
    return f'<path d="{"".join(path)}" fill="none" stroke="{LINE}" stroke-width="2.4"/>'


def _inscriptions(flipped: bool = False) -> str:
    """The river's words, each side's file numbers as its player reads them, and wire coordinates on the frame."""
    chinese, arabic = ("987654321", "一二三四五六七八九") if flipped else ("九八七六五四三二一", "123456789")
    parts = []
    for character, file in zip(RIVER, (1.2, 2.6, 5.4, 6.8), strict=True):
        parts.append(_write(character, _x(file), _y(4.5), 66, LINE, 4))
    for file in range(FILES):
        parts.append(_write(chinese[file], _x(file), _y(0) + 72, 30, LINE))
        parts.append(_write(arabic[file], _x(file), _y(9) - 72, 30, LINE))
        for y in (FRAME / 2, HEIGHT - FRAME / 2):
            parts.append(_write("ihgfedcba"[file] if flipped else "abcdefghi"[file], _x(file), y, 27, FRAME_INK))
    for rank in range(RANKS):
        for x in (FRAME / 2, WIDTH - FRAME / 2):
            parts.append(_write(str(RANKS - 1 - rank if flipped else rank), x, _y(rank), 27, FRAME_INK))
    return "".join(parts)


def _definitions(used: set[str]) -> str:
    """Gradients and one drawing for each kind of man on the board."""
    parts = _gradients()
    for letter in sorted(used):
        parts.append(f'<g id="man-{letter}">{_man(letter)}</g>')
    return f"<defs>{''.join(parts)}</defs>"


def _man(letter: str) -> str:
    """A man around (0, 0)."""
    ink = INK_RED if letter.isupper() else INK_BLACK
    return (
        f'<circle cx="3" cy="6" r="{RADIUS}" fill="#3a1f08" opacity="0.18"/>'
        f'<circle cx="1.5" cy="3" r="{RADIUS + 0.5}" fill="#3a1f08" opacity="0.3"/>'
        f'<circle r="{RADIUS}" fill="url(#rim)" stroke="#5c3817" stroke-width="1.6"/>'
        f'<circle r="{RADIUS - 4}" fill="url(#man)"/>'
        f'<circle r="{RADIUS - 8}" fill="none" stroke="{ink}" stroke-width="2.4"/>'
        f"{_write(GLYPHS[letter], 0, 0, 63, ink, 18)}"
    )


def _gradients() -> list[str]:
    """What the wood and the men are filled with."""
    return [
        f'<linearGradient id="board" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="{WOOD}"/>'
        f'<stop offset="1" stop-color="{WOOD_DARK}"/></linearGradient>',
        '<radialGradient id="man" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#fff6df"/>'
        '<stop offset="0.6" stop-color="#f5deb0"/><stop offset="1" stop-color="#d3a766"/></radialGradient>',
        '<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f7e3b8"/>'
        '<stop offset="1" stop-color="#96653a"/></linearGradient>',
        f'<clipPath id="wood"><rect x="{FRAME}" y="{FRAME}" width="{WIDTH - 2 * FRAME}" height="{HEIGHT - 2 * FRAME}"/>'
        "</clipPath>",
    ]


def _marks(view: View, board: Board) -> tuple[str, str]:
    """What lies under the men (where the last move began, a general in check) and over them (where it ended)."""
    under, over = [], []
    points = read_move(view.last_move)
    if points:
        (rank, file), (to_rank, to_file) = points
        under.append(
            f'<circle cx="{_x(file):g}" cy="{_y(rank):g}" r="{RADIUS - 6}" fill="{MARK}" fill-opacity="0.12" '
            f'stroke="{MARK}" stroke-width="3" stroke-dasharray="9 7"/>'
        )
        x, y, reach, arm = _x(to_file), _y(to_rank), RADIUS + 3, 16
        path = "".join(
            f"M{x + dx * (reach - arm):g} {y + dy * reach:g}H{x + dx * reach:g}V{y + dy * (reach - arm):g}"
            for dx in (-1, 1)
            for dy in (-1, 1)
        )
        over.append(f'<path d="{path}" fill="none" stroke="{MARK}" stroke-width="5" stroke-linejoin="round"/>')
    if view.in_check:
        rank, file = find_king(board, view.seat)
        under.append(f'<circle cx="{_x(file):g}" cy="{_y(rank):g}" r="{RADIUS + 9}" fill="#e5281b" opacity="0.55"/>')
    return "".join(under), "".join(over)


def board_svg(view: View, size: int) -> str:
    """A wooden board with carved men, Red below."""
    board = read_board(view.position)
    men = [
        f'<use xlink:href="#man-{letter}" x="{_x(file):g}" y="{_y(rank):g}"/>'
        for rank, row in enumerate(board)
        for file, letter in enumerate(row)
        if letter
    ]
    under, over = _marks(view, board)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{size}" height="{round(size * HEIGHT / WIDTH)}">'
        f"<title>{view.position}</title>{_definitions({letter for row in board for letter in row if letter})}"
        f"{_ground(False)}{under}{''.join(men)}{over}</svg>\n"
    )


def _ground(flipped: bool) -> str:
    """Frame, wood, lines and words."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{FRAME_COLOUR}"/>'
        f'<rect x="{FRAME}" y="{FRAME}" width="{WIDTH - 2 * FRAME}" height="{HEIGHT - 2 * FRAME}" fill="url(#board)"/>'
        f"{_grain()}{_lines()}{_inscriptions(flipped)}"
    )


def board_parts() -> BoardParts:
    """The wooden board and the men; Red below unless flipped."""
    points = tuple((_x(file), _y(rank)) for rank in range(RANKS - 1, -1, -1) for file in range(FILES))
    gradients = f"<defs>{''.join(_gradients())}</defs>"
    men = {letter: _man(letter) for letter in GLYPHS}
    return BoardParts(WIDTH, HEIGHT, gradients + _ground(False), gradients + _ground(True), men, points, points[::-1], RADIUS + 4)
