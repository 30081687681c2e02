"""Words of the championship protocol of army chess: its points, and fights as tokens of the referee; pure functions.

Both programs see themselves below: rows A (top) to L (own back row), columns 0 to 4.
"""

from __future__ import annotations

import re

from engine.errors import MoveSyntaxError

_ROWS = "ABCDEFGHIJKL"
_POINT = re.compile(r"([A-L])([0-4])")
_OWN = re.compile(r"([a-e])([0-9]{1,2})")
#: Result of a move -> code of a token; in the view of the mover and of the other side 0 is the mover's loss, 1 its gain.
CODES = {"0": "o", "1": "x", "2": "=", "3": ""}
NOTHING = "00"


def to_point(text: str, seat: int) -> str:
    """Our name of the point that the program of ``seat`` calls ``text``: ``G0`` is a6 for red.

    Raises
    ------
    MoveSyntaxError
    """
    match = _POINT.fullmatch(text)
    if not match:
        raise MoveSyntaxError(f"{text[:20]!r} is no point from A0 to L4")
    row, column = _ROWS.index(match[1]), int(match[2])
    return "abcde"[column] + str(12 - row) if seat == 0 else "abcde"[4 - column] + str(row + 1)


def from_point(name: str, seat: int) -> str:
    """The inverse of :func:`to_point`."""
    file, rank = "abcde".index(name[0]), int(name[1:])
    return f"{_ROWS[12 - rank]}{file}" if seat == 0 else f"{_ROWS[rank - 1]}{4 - file}"


def from_move(text: str, seat: int) -> str:
    """``a6a7`` as the program of ``seat`` writes it: ``G0F0`` for red."""
    return "".join(from_point(file + rank, seat) for file, rank in _OWN.findall(text))


def to_move(text: str, seat: int) -> str:
    """The inverse of :func:`from_move`.

    Raises
    ------
    MoveSyntaxError
    """
    if len(text) != 4:
        raise MoveSyntaxError(f"{text[:20]!r} is no move: two points are expected, G0F0")
    return to_point(text[:2], seat) + to_point(text[2:], seat)


def token(move: str, result: str, mover_flag: str, other_flag: str) -> str:
    """The token of ``move`` with the result 0 to 3 and the flags that its fight has shown (our names, empty: none).

    Raises
    ------
    MoveSyntaxError
    """
    if result not in CODES:
        raise MoveSyntaxError(f"{result[:20]!r} is no result from 0 to 3")
    flags = "".join("!" + flag for flag in (mover_flag, other_flag) if flag)
    return move + CODES[result] + (flags if CODES[result] else "")
