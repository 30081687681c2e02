"""Move text of chess: UCI, SAN and Chinese names; position text is in ``fen``. See ``spec.Notation`` for the functions.

SAN is written from the list of legal moves, so that it also holds under win_by=king-capture, which no library knows.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from engine.core import contract
from engine.core.jit import compile_kernel
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError
from engine.games.chess.ending import REASONS, result
from engine.games.chess.ending import claimable as claimable_kernel
from engine.games.chess.fen import FILES, cell_name, cell_of, quoted, read_position, start_position, write_position
from engine.games.chess.legality import KING_SIDE_FILE, QUEEN_SIDE_FILE
from engine.games.chess.play import make_move
from engine.games.chess.state import (
    CASTLE,
    DOUBLE_STEP,
    KING,
    LETTERS,
    PAWN,
    PROMOTE,
    SPECIAL_KIND_MASK,
    STATE,
)

__all__ = ["read_position", "write_position", "start_position", "parse_move", "format_move", "claimable"]

_UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbnQRBN]?)")
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?(?: ?e\.p\.)?[+#]{0,2}[!?]{0,2}")
_CASTLING = re.compile(r"([O0o]-[O0o])(-[O0o])?[+#]{0,2}[!?]{0,2}")
CHINESE = " 兵马象车后王"  #: index = kind
_SHORT_CASTLING, _LONG_CASTLING = "短易位", "长易位"
_CHINESE_LETTERS = (*CHINESE[1:], "馬", "車")
_FROM_CHINESE = str.maketrans({"兵": "", "馬": "N", "車": "R", **{CHINESE[kind]: LETTERS[kind].upper() for kind in range(2, 7)}})


# --- parts of a move ----------------------------------------------------------------------------------------------------


class _Parts(NamedTuple):
    """A packed move in pieces, by plain integer arithmetic (a call into compiled code costs more than this)."""

    origin: int
    to: int
    mover: int
    takes: bool
    castles: bool
    promotion: int
    """The kind that a pawn becomes, 0 if none."""


def _parts(move: int) -> _Parts:
    special = move >> contract.SPECIAL_SHIFT & contract.SPECIAL_MASK
    return _Parts(
        move >> contract.ORIGIN_SHIFT & contract.CELL_MASK,
        move & contract.CELL_MASK,
        move >> contract.MOVER_SHIFT & contract.KIND_MASK,
        move & contract.VICTIM_FIELD != 0,
        special == CASTLE,
        (special & SPECIAL_KIND_MASK) - PROMOTE if special > DOUBLE_STEP else 0,
    )


def _king_goal(parts: _Parts) -> int:
    """The cell where the king ends by a castling move."""
    return (parts.origin & 56) + (KING_SIDE_FILE if parts.to > parts.origin else QUEEN_SIDE_FILE)


# --- writing ------------------------------------------------------------------------------------------------------------


def _format_uci(parts: _Parts, chess960: bool) -> str:
    """UCI; castling in the two-step form only where it is the orthodox one and ``chess960`` is off."""
    origin, to = parts.origin, parts.to
    if parts.castles and not chess960 and origin & 7 == 4 and to & 7 in (0, 7):
        to = _king_goal(parts)
    return cell_name(origin) + cell_name(to) + (LETTERS[parts.promotion] if parts.promotion else "")


def _origin_hint(parts: _Parts, legal: np.ndarray) -> str:
    """What tells the origin apart from those of other legal moves of the same kind to the same cell."""
    others = (_parts(int(m)) for m in legal)
    same = [o.origin for o in others if (o.to, o.mover, o.castles) == (parts.to, parts.mover, False)]
    rivals = [origin for origin in same if origin != parts.origin]
    name = cell_name(parts.origin)
    if not rivals:
        return ""
    if all(rival & 7 != parts.origin & 7 for rival in rivals):
        return name[0]
    if all(rival >> 3 != parts.origin >> 3 for rival in rivals):
        return name[1]
    return name


def _suffix(memory: np.ndarray, ply: int, move: int) -> str:
    """``+``, ``#`` or nothing: what ``move`` does to the other king."""
    pair = np.zeros(2, dtype=STATE)
    pair[0] = memory.view(STATE)[ply]
    stack = pair.view(np.uint8)
    for function in (make_move, result):
        compile_kernel(function)
    make_move(stack, 0, move)
    if not int(pair[1]["flags"]) & contract.FLAG_IN_CHECK:
        return ""
    return "#" if int(result(stack, 1)) >> 8 & 0xFF else "+"


def _format_san(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, chinese: bool) -> str:
    """SAN; with ``chinese`` the same with Chinese names, also for pawns."""
    parts = _parts(move)
    names = CHINESE if chinese else LETTERS.upper()
    suffix = _suffix(memory, ply, move)
    if parts.castles:
        short = parts.to > parts.origin
        if chinese:
            return (_SHORT_CASTLING if short else _LONG_CASTLING) + suffix
        return ("O-O" if short else "O-O-O") + suffix
    if parts.mover == PAWN:
        text = (names[PAWN] if chinese else "") + (FILES[parts.origin & 7] if parts.takes else "")
    else:
        text = names[parts.mover] + _origin_hint(parts, legal)
    promotion = f"={names[parts.promotion]}" if parts.promotion else ""
    return text + ("x" if parts.takes else "") + cell_name(parts.to) + promotion + suffix


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` in ``uci``, ``san`` or ``chinese``."""
    if notation == "uci":
        return _format_uci(_parts(move), bool(options["UCI_Chess960"]))
    return _format_san(memory, ply, move, legal, notation == "chinese")


# --- reading ------------------------------------------------------------------------------------------------------------


def _is_long_castling_of_king(parts: _Parts, to: int) -> bool:
    """Whether this is a castling that can be written as a king's move to ``to`` without meaning one of its steps."""
    return parts.castles and _king_goal(parts) == to and abs((to & 7) - (parts.origin & 7)) > 1


def _fits_uci(words: re.Match, legal: dict[int, _Parts]) -> list[int]:
    """Moves between the two cells; a castling goes to the rook, or to the king's target if that is no king's step."""
    origin, to = cell_of(words[1]), cell_of(words[2])
    exact = [m for m, parts in legal.items() if parts.origin == origin and parts.to == to]
    return exact or [m for m, parts in legal.items() if parts.origin == origin and _is_long_castling_of_king(parts, to)]


def _fits_castling(king_side: bool, legal: dict[int, _Parts]) -> list[int]:
    return [m for m, parts in legal.items() if parts.castles and (parts.to > parts.origin) == king_side]


def _fits_san(words: re.Match, legal: dict[int, _Parts]) -> list[int]:
    """Moves of the piece to the cell from the file and rank, where given; ``Kg1`` also for castling, as some programs write."""
    mover, to = LETTERS.index(words[1].lower()) if words[1] else PAWN, cell_of(words[4])
    found = []
    for move, parts in legal.items():
        name = cell_name(parts.origin)
        from_there = words[2] in ("", name[0]) and words[3] in ("", name[1])
        if from_there and (parts.to, parts.mover, parts.castles) == (to, mover, False):
            found.append(move)
    if mover == KING and not found:
        found = [m for m, parts in legal.items() if _is_long_castling_of_king(parts, to)]
    return found


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal move that ``text`` means: UCI with either form of castling, SAN with its usual liberties, Chinese names."""
    text = text.strip()
    moves = {int(m): _parts(int(m)) for m in legal}
    promotion = ""
    if text == "0000":
        raise IllegalMoveError(f"the null move is no legal move in {write_position(memory, ply, options)}")
    latin = text.translate(_FROM_CHINESE).replace(" ", "") if text[:1] in _CHINESE_LETTERS else text
    if words := _UCI.fullmatch(text):
        fitting, promotion = _fits_uci(words, moves), words[3]
    elif text.rstrip("+#!?") in (_SHORT_CASTLING, _LONG_CASTLING):
        fitting = _fits_castling(text.startswith(_SHORT_CASTLING), moves)
    elif words := _CASTLING.fullmatch(text):
        fitting = _fits_castling(not words[2], moves)
    elif words := _SAN.fullmatch(latin):
        fitting, promotion = _fits_san(words, moves), words[5] or ""
    else:
        raise MoveSyntaxError(f"{quoted(text)} is no move in UCI or SAN")
    kind = LETTERS.index(promotion.lower()) if promotion else 0
    chosen = [m for m in fitting if moves[m].promotion == kind]
    if len(chosen) == 1:
        return chosen[0]
    where = write_position(memory, ply, options)
    if chosen:
        raise AmbiguousMoveError(f"{quoted(text)} fits {', '.join(_format_uci(moves[m], True) for m in chosen)} in {where}")
    if fitting and not promotion:
        raise AmbiguousMoveError(f"{quoted(text)} names no piece to promote to in {where}")
    raise IllegalMoveError(f"{quoted(text)} is no legal move in {where}")


# --- claims -------------------------------------------------------------------------------------------------------------


def claimable(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str | None:
    """Why the player to act may claim a draw now, one of the words of ``ending.REASONS``; None if it may not."""
    compile_kernel(claimable_kernel)
    code = int(claimable_kernel(memory, ply))
    return REASONS[code & 0xFF] if code else None
