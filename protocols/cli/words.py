"""Scores, counts and rows as people read them."""

from __future__ import annotations

import shutil
import sys


def score_text(score: int) -> str:
    """A score from the view of the player to move: pawns, ``#5`` (mates in 5 moves), ``#-5`` (is mated), ``+win``, ``-loss``."""
    from engine.core.score import EVAL_LIMIT
    from protocols.render import moves_to_mate

    mate = moves_to_mate(score)
    if mate is not None:
        return f"#{mate}" if mate or score > 0 else "#-0"
    if abs(score) >= EVAL_LIMIT:
        return "+win" if score > 0 else "-loss"
    return f"{score / 100:+.2f}"


def score_words(score: int, seat: str) -> str:
    """A score in words, for the last lines."""
    from engine.core.score import EVAL_LIMIT
    from protocols.render import moves_to_mate

    mate = moves_to_mate(score)
    if mate is not None:
        return f"{seat} mates in {mate}" if score > 0 else f"{seat} is mated in {-mate}"
    if abs(score) >= EVAL_LIMIT:
        return f"{seat} {'wins' if score > 0 else 'loses'} by rule or table"
    return f"{score / 100:+.2f} for {seat}"


def short(number: int) -> str:
    """A count in four digits: 950, 12.3k, 4.56M, 7.89G."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}{unit}"
    return str(number)


def columns(text: str, width: int) -> str:
    """``text`` in exactly ``width`` columns of a terminal, where a Chinese character takes two."""
    from rich.cells import cell_len, set_cell_size

    return set_cell_size(text, width) if cell_len(text) != width else text


def fit(row: str) -> str:
    """``row`` cut to the terminal's width; whole where nobody watches."""
    if not sys.stdout.isatty():
        return row
    from rich.cells import cell_len, set_cell_size

    width = shutil.get_terminal_size().columns - 1
    return row if cell_len(row) <= width else set_cell_size(row, max(1, width - 3)).rstrip() + "..."
