"""Move text of chess: UCI, SAN and Chinese names; position text is in ``fen``. See ``spec.Notation`` for the functions.

SAN is written from the list of legal moves, so that it also holds under win_by=king-capture, which no library knows.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.jit import compile_kernel
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError
from engine.games.chess.ending import REASONS, result
from engine.games.chess.ending import claimable as claimable_kernel
from engine.games.chess.fen import FILES, cell_name, cell_of, quoted, read_position, start_position, write_position
from engine.games.chess.legality import castling_goals
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
_FROM_CHINESE = str.maketrans({"兵": "", "馬": "N", "車": "R", **{CHINESE[kind]: LETTERS[kind].upper() for kind in range(2, 7)}})


# --- parts of a move ----------------------------------------------------------------------------------------------------


def promotion_of(move: int) -> int:
    """The kind that a pawn becomes by ``move``, 0 if none."""
    special = int(contract.move_special(move))
    return (special & SPECIAL_KIND_MASK) - PROMOTE if special > DOUBLE_STEP else 0


def is_castling(move: int) -> bool:
    """Whether ``move`` is a castling."""
    return int(contract.move_special(move)) == CASTLE


def king_goal_of(move: int) -> int:
    """The cell where the king ends by a castling move."""
    return int(castling_goals(np.int64(contract.move_origin(move)), np.int64(contract.move_to(move)))[0])


def _parts(move: int) -> tuple[int, int, int, int]:
    """``(origin, to, mover, promotion)``."""
    return int(contract.move_origin(move)), int(contract.move_to(move)), int(contract.move_mover(move)), promotion_of(move)


# --- writing ------------------------------------------------------------------------------------------------------------


def _format_uci(move: int, chess960: bool) -> str:
    """UCI; castling in the two-step form only where it is the orthodox one and ``chess960`` is off."""
    origin, to, _, promotion = _parts(move)
    if is_castling(move) and not chess960 and origin & 7 == 4 and to & 7 in (0, 7):
        to = king_goal_of(move)
    return cell_name(origin) + cell_name(to) + (LETTERS[promotion] if promotion else "")


def _origin_hint(move: int, legal: np.ndarray) -> str:
    """What tells the origin of ``move`` apart from those of other legal moves of the same kind to the same cell."""
    origin, to, mover, _ = _parts(move)
    rivals = {
        int(contract.move_origin(m))
        for m in map(int, legal)
        if contract.move_mover(m) == mover and contract.move_to(m) == to and not is_castling(m)
    } - {origin}
    name = cell_name(origin)
    if not rivals:
        return ""
    if all(rival & 7 != origin & 7 for rival in rivals):
        return name[0]
    if all(rival >> 3 != origin >> 3 for rival in rivals):
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
    return "#" if contract.winners_of(int(result(stack, 1))) else "+"


def _format_san(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, chinese: bool) -> str:
    """SAN; with ``chinese`` the same with Chinese names, also for pawns."""
    origin, to, mover, promotion = _parts(move)
    names = CHINESE if chinese else LETTERS.upper()
    suffix = _suffix(memory, ply, move)
    if is_castling(move):
        if chinese:
            return (_SHORT_CASTLING if to > origin else _LONG_CASTLING) + suffix
        return ("O-O" if to > origin else "O-O-O") + suffix
    takes = "x" if contract.move_victim(move) else ""
    if mover == PAWN:
        text = (names[PAWN] if chinese else "") + (FILES[origin & 7] if takes else "")
    else:
        text = names[mover] + _origin_hint(move, legal)
    return text + takes + cell_name(to) + (f"={names[promotion]}" if promotion else "") + suffix


def format_move(memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]) -> str:
    """``move`` in ``uci``, ``san`` or ``chinese``."""
    if notation == "uci":
        return _format_uci(move, bool(options["UCI_Chess960"]))
    return _format_san(memory, ply, move, legal, notation == "chinese")


# --- reading ------------------------------------------------------------------------------------------------------------


def _candidates_uci(origin: int, to: int, legal: list[int]) -> list[int]:
    """Moves that go from ``origin`` to ``to``; a castling goes to the rook, or to the king's target if that is no king's step."""
    exact = [m for m in legal if contract.move_origin(m) == origin and contract.move_to(m) == to]
    if exact:
        return exact
    steps = abs((to & 7) - (origin & 7))
    return [m for m in legal if is_castling(m) and contract.move_origin(m) == origin and king_goal_of(m) == to and steps > 1]


def _choose(text: str, candidates: list[int], promotion: str, where: str) -> int:
    """The one candidate with the promotion letter ``promotion``."""
    fitting = [m for m in candidates if LETTERS[promotion_of(m)].strip() == promotion.lower()]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        names = ", ".join(_format_uci(m, True) for m in fitting)
        raise AmbiguousMoveError(f"{quoted(text)} fits {names} in {where}")
    if candidates and not promotion:
        raise AmbiguousMoveError(f"{quoted(text)} names no piece to promote to in {where}")
    raise IllegalMoveError(f"{quoted(text)} is no legal move in {where}")


def parse_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
    """The legal move that ``text`` means: UCI with either form of castling, SAN with its usual liberties, Chinese names."""
    text = text.strip()
    moves = [int(m) for m in legal]
    where = write_position(memory, ply, options)
    if text == "0000":
        raise IllegalMoveError(f"the null move is no legal move in {where}")
    uci = _UCI.fullmatch(text)
    if uci:
        candidates = _candidates_uci(cell_of(uci[1]), cell_of(uci[2]), moves)
        return _choose(text, candidates, uci[3], where)
    bare = text.rstrip("+#!?")
    short, long = bare == _SHORT_CASTLING, bare == _LONG_CASTLING
    castling = _CASTLING.fullmatch(text)
    if castling or short or long:
        king_side = short or (castling is not None and not castling[2])
        fitting = [m for m in moves if is_castling(m) and (contract.move_to(m) > contract.move_origin(m)) == king_side]
        return _choose(text, fitting, "", where)
    san = _SAN.fullmatch(text.translate(_FROM_CHINESE).replace(" ", "") if text[:1] in CHINESE[1:] + "馬車" else text)
    if not san:
        raise MoveSyntaxError(f"{quoted(text)} is no move in UCI or SAN")
    mover = LETTERS.index(san[1].lower()) if san[1] else PAWN
    to = cell_of(san[4])
    fitting = [
        m
        for m in moves
        if contract.move_mover(m) == mover
        and contract.move_to(m) == to
        and not is_castling(m)
        and san[2] in ("", cell_name(int(contract.move_origin(m)))[0])
        and san[3] in ("", cell_name(int(contract.move_origin(m)))[1])
    ]
    if mover == KING and not fitting:
        fitting = _candidates_of_king(to, moves)
    return _choose(text, fitting, san[5] or "", where)


def _candidates_of_king(to: int, legal: list[int]) -> list[int]:
    """Castling written as a long king move (``Kg1``, ``Ke1-g1``), as some old programs do."""
    found = [m for m in legal if is_castling(m) and king_goal_of(m) == to]
    return [m for m in found if abs((to & 7) - (int(contract.move_origin(m)) & 7)) > 1]


# --- claims -------------------------------------------------------------------------------------------------------------


def claimable(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str | None:
    """Why the player to act may claim a draw now, one of the words of ``ending.REASONS``; None if it may not."""
    compile_kernel(claimable_kernel)
    code = int(claimable_kernel(memory, ply))
    return REASONS[code & 0xFF] if code else None
