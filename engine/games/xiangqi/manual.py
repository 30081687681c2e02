"""Moves as people write them: WXF (``C2=5``) and Chinese (炮二平五, 马８进７); pure Python.

Both name the piece, where it stands, the direction and a number. Files count 1..9 from the mover's right. :class:`Spelling` is
what a text says, whatever its script, so parsing is: read the text, spell every legal move, compare.

Functions for ``notation.py``; ``board`` is a row's ``board`` field (90 codes), ``player`` the seat to move, ``move`` packed:

* :func:`format_wxf`, :func:`format_chinese` print one legal move; two legal moves never have the same text;
* :func:`parse_manual` reads both scripts, simplified and traditional characters, full-width and ASCII digits.

Where neither notation can tell pieces apart (three or more R, N or C on one file, two or more on each of two files, a tenth
pawn) the wire form stands in; only the option ``FreeSetup`` allows such positions.
Source: section 7 of the rule text; differences from other programs are listed in ``RULES.md``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, COLOR_BIT, FILES, KNIGHT, PAWN, SQUARES

WXF_LETTERS = ".KAEHRCP"
CHINESE_PIECES = ("・帅仕相马车炮兵", "・将士象马车炮卒")
TRADITIONAL_PIECES = ("・帥仕相馬車炮兵", "・將士象馬車炮卒")
CHINESE_NUMERALS = "〇一二三四五六七八九"
FULL_WIDTH_DIGITS = "０１２３４５６７８９"
_WORDS = {"+": "进", "-": "退", "=": "平", "front": "前", "middle": "中", "rear": "后"}
_TRADITIONAL_WORDS = {**_WORDS, "+": "進", "rear": "後"}

#: What each accepted character of a Chinese move means, after Unicode has folded full-width and compatibility forms.
_KIND_OF = {
    character: kind
    for kind, names in enumerate(("", "帅帥将將", "仕士", "相象", "马馬傌㐷", "车車俥伡", "炮砲包", "兵卒"))
    for character in names
}
_OPERATOR_OF = {"进": "+", "進": "+", "退": "-", "平": "=", "+": "+", "-": "-", "=": "=", ".": "="}
_PLACE_OF = {"前": "front", "中": "middle", "后": "rear", "後": "rear", "+": "front", "-": "rear"}
_NUMBER_OF = {**{c: n for n, c in enumerate(CHINESE_NUMERALS) if n}, **{str(n): n for n in range(1, 10)}}
_WXF_KIND = {**{c: kind for kind, c in enumerate(WXF_LETTERS) if kind}, "B": 3, "N": 4}

_PIECES, _NUMBERS = "".join(_KIND_OF), "".join(_NUMBER_OF)
_CHINESE = re.compile(
    f"(?:([{_PIECES}])([{_NUMBERS}])|([前中后後])([{_PIECES}])|([{_NUMBERS}])([兵卒]))([进進退平+\\-=.])([{_NUMBERS}])"
)
_WXF = re.compile(r"(?:([KAEHRCPBN])([1-9])|([KAEHRCPBN])([+-])|([1-9])([1-9]))([+\-=.])([1-9])")
_WIRE = re.compile(r"[a-i][0-9][a-i][0-9]")


class Spelling(NamedTuple):
    """What a text says. Exactly one way of naming the piece is used; the other fields are 0 or empty."""

    kind: int
    operator: str
    """``+`` advance, ``-`` retreat, ``=`` sideways."""
    number: int
    """Destination file, or points moved straight."""
    file: int = 0
    place: str = ""
    """``front``, ``middle`` or ``rear`` among the equal pieces on its file."""
    order: int = 0
    """With ``file``: rank from the front on that file (WXF). Without: the numeral of a pawn (Chinese)."""


# --- spelling -----------------------------------------------------------------------------------------------------------


def _file(square: int, player: int) -> int:
    """The file 1..9 from the mover's right."""
    return square % FILES + 1 if player == BLACK else FILES - square % FILES


def _equals_by_file(board: Sequence[int], player: int, code: int) -> dict[int, list[int]]:
    """Own file -> squares of the pieces ``code`` on it, front first; files from the mover's right."""
    squares = [square for square in range(SQUARES) if board[square] == code]
    squares.sort(key=lambda square: (_file(square, player), square if player == BLACK else -square))
    files: dict[int, list[int]] = {}
    for square in squares:
        files.setdefault(_file(square, player), []).append(square)
    return files


def _motion(kind: int, player: int, origin: int, to: int) -> tuple[str, int]:
    """Operator and number."""
    ranks = to // FILES - origin // FILES
    if player == BLACK:
        ranks = -ranks
    if ranks == 0:
        return "=", _file(to, player)
    operator = "+" if ranks > 0 else "-"
    return operator, _file(to, player) if kind in (KNIGHT, ADVISOR, BISHOP) else abs(ranks)


def _place(index: int, count: int) -> str:
    """The word for the ``index``-th of ``count`` pieces on a file, empty where there is none."""
    if index == 0:
        return "front"
    if index == count - 1:
        return "rear"
    return "middle" if count == 3 else ""


class _Namer:
    """Names the pieces of one position for its moves."""

    def __init__(self, board: Sequence[int], player: int) -> None:
        self.board, self.player = [int(code) for code in board], player
        self.groups: dict[int, dict[int, list[int]]] = {}

    def group(self, code: int) -> dict[int, list[int]]:
        """:func:`_equals_by_file`, computed once."""
        if code not in self.groups:
            self.groups[code] = _equals_by_file(self.board, self.player, code)
        return self.groups[code]

    def spell(self, origin: int, to: int) -> tuple[Spelling | None, Spelling | None, list[Spelling]]:
        """The WXF spelling, the Chinese spelling (None where the wire form stands in), and all that are understood on input."""
        code = self.board[origin]
        kind = code & ~COLOR_BIT
        files = self.group(code)
        file = _file(origin, self.player)
        own = files[file]
        index, count = own.index(origin), len(own)
        plain = Spelling(kind, *_motion(kind, self.player, origin, to), file)
        crowded = [squares for squares in files.values() if len(squares) > 1]
        understood = [plain]
        if count == 1:
            return plain, plain, understood
        bare = plain._replace(file=0)
        placed = bare._replace(place=_place(index, count))
        if placed.place:
            understood.append(placed)
        if kind in (ADVISOR, BISHOP):
            return plain, plain, understood
        if kind != PAWN:
            return (placed, placed, understood) if count == 2 and len(crowded) == 1 else (None, None, understood)
        ordered = plain._replace(order=index + 1)
        numbered = bare._replace(order=[square for squares in crowded for square in squares].index(origin) + 1)
        understood += [ordered, numbered, bare._replace(order=index + 1)]
        if count == 2 and len(crowded) == 1:
            return placed, placed, understood
        wxf = ordered if ordered.order <= 9 else None
        if count == 3 and len(crowded) == 1:
            return wxf, placed, understood
        return wxf, numbered if numbered.order <= 9 else None, understood


def _wire(origin: int, to: int) -> str:
    return "".join(f"{'abcdefghi'[square % FILES]}{square // FILES}" for square in (origin, to))


def ends(move: int) -> tuple[int, int]:
    """Origin and target of a packed move."""
    return int(move) >> 9 & 511, int(move) & 511


# --- printing -----------------------------------------------------------------------------------------------------------


def wxf_text(spelling: Spelling) -> str:
    """A spelling in WXF notation."""
    letter = WXF_LETTERS[spelling.kind]
    if spelling.order:
        name = f"{spelling.order}{spelling.file}"
    elif spelling.place:
        name = letter + ("+" if spelling.place == "front" else "-")
    else:
        name = f"{letter}{spelling.file}"
    return f"{name}{spelling.operator}{spelling.number}"


def chinese_text(spelling: Spelling, player: int, traditional: bool) -> tuple[str, str]:
    """A spelling in Chinese notation: the piece and the motion."""
    words = _TRADITIONAL_WORDS if traditional else _WORDS
    digits = FULL_WIDTH_DIGITS if player == BLACK else CHINESE_NUMERALS
    piece = (TRADITIONAL_PIECES if traditional else CHINESE_PIECES)[player][spelling.kind]
    if spelling.order:
        name = CHINESE_NUMERALS[spelling.order] + piece
    elif spelling.place:
        name = words[spelling.place] + piece
    else:
        name = piece + digits[spelling.file]
    return name, words[spelling.operator] + digits[spelling.number]


def format_wxf(board: Sequence[int], player: int, move: int) -> str:
    """``move`` in WXF notation, ``C2=5``."""
    origin, to = ends(move)
    spelling = _Namer(board, player).spell(origin, to)[0]
    if spelling is None:
        return _wire(origin, to)
    return wxf_text(spelling)


def format_chinese(board: Sequence[int], player: int, move: int, traditional: bool = False) -> str:
    """``move`` in Chinese notation, 炮二平五 for Red, 马８进７ for Black."""
    origin, to = ends(move)
    spelling = _Namer(board, player).spell(origin, to)[1]
    if spelling is None:
        return _wire(origin, to)
    return "".join(chinese_text(spelling, player, traditional))


# --- parsing ------------------------------------------------------------------------------------------------------------


def read_spelling(text: str) -> Spelling | None:
    """What a WXF or Chinese text says, None if it is neither. Blanks inside and letter case do not matter."""
    folded = "".join(unicodedata.normalize("NFKC", text).split())
    match = _CHINESE.fullmatch(folded)
    if match:
        piece, file, place, placed, numeral, pawn, operator, number = match.groups()
        kind = _KIND_OF[piece or placed or pawn]
        base = Spelling(kind, _OPERATOR_OF[operator], _NUMBER_OF[number])
        if piece:
            return base._replace(file=_NUMBER_OF[file])
        return base._replace(place=_PLACE_OF[place]) if place else base._replace(order=_NUMBER_OF[numeral])
    match = _WXF.fullmatch(folded.upper())
    if match:
        piece, file, placed, place, order, order_file, operator, number = match.groups()
        base = Spelling(_WXF_KIND[piece or placed or "P"], _OPERATOR_OF[operator], int(number))
        if piece:
            return base._replace(file=int(file))
        return base._replace(place=_PLACE_OF[place]) if place else base._replace(order=int(order), file=int(order_file))
    return None


def unreadable(text: str) -> MoveSyntaxError:
    """The error for a text that is no move in any notation."""
    return MoveSyntaxError(f"{_shown(text)} is no move in coordinates (h2e2), WXF (C2=5) or Chinese notation (炮二平五)")


def chosen(exact: list[int], fitting: list[int], text: str, wire: Callable[[int, int], str]) -> int:
    """The one of the ``exact`` moves, else of the ``fitting`` ones, that ``text`` means.

    Raises
    ------
    IllegalMoveError, AmbiguousMoveError
    """
    found = exact or fitting
    if not found:
        raise IllegalMoveError(f"illegal move {_shown(text)}")
    if len(found) > 1:
        raise AmbiguousMoveError(f"ambiguous move {_shown(text)}: {' or '.join(wire(*ends(move)) for move in found)}")
    return found[0]


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def parse_manual(board: Sequence[int], player: int, legal: Iterable[int], text: str) -> int:
    """The legal move that a WXF or Chinese text means.

    The text that would be printed for a move always means that move. Beyond that, the file form of a twin piece, front or rear of
    advisors and bishops and the order of a pawn inside its own file are understood where they fit one legal move only.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
    """
    moves = [int(move) for move in legal]
    if _WIRE.fullmatch(text):
        return chosen([move for move in moves if _wire(*ends(move)) == text], [], text, _wire)
    wanted = read_spelling(text)
    if wanted is None:
        raise unreadable(text)
    namer = _Namer(board, player)
    exact, fitting = [], []
    for move in moves:
        wxf, chinese, understood = namer.spell(*ends(move))
        if wanted in (wxf, chinese):
            exact.append(move)
        if wanted in understood:
            fitting.append(move)
    return chosen(exact, fitting, text, _wire)
