"""Position strings: FEN with X-FEN and Shredder-FEN castling letters (RULES.md, section "Position string")."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import OptionError, PositionError
from engine.games.chess.play import finish_row
from engine.games.chess.state import (
    BLACK,
    BLACK_CODE,
    KING,
    LETTERS,
    PAWN,
    ROOK,
    RULE_CLAIMS_AUTO,
    RULE_CLAIMS_OFF,
    RULE_KING_CAPTURE,
    RULE_ROOK_SAFE,
    RULE_SEED_MATERIAL,
    STATE,
    WHITE,
)

FILES = "abcdefgh"
SIDES = "wb"
_COUNTER_LIMIT = 9999
_KNIGHT_PAIRS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


def quoted(text: str) -> str:
    """``text`` for a message, in quotes, cut where it is long."""
    return repr(text if len(text) <= 100 else text[:97] + "...")


def cell_name(cell: int) -> str:
    """``e4`` for 28."""
    return FILES[cell & 7] + str((cell >> 3) + 1)


def cell_of(name: str) -> int:
    """The inverse of :func:`cell_name`; the name must be valid."""
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


# --- start arrays -------------------------------------------------------------------------------------------------------


def chess960_rank(number: int) -> str:
    """The back rank of Chess960 array ``number`` (0..959, Scharnagl's numbers) from file a on, in capitals."""
    files: list[str] = [""] * 8
    rest, light = divmod(number, 4)
    files[2 * light + 1] = "B"
    rest, dark = divmod(rest, 4)
    files[2 * dark] = "B"
    knights, queen = divmod(rest, 6)
    files[[n for n in range(8) if not files[n]][queen]] = "Q"
    free = [n for n in range(8) if not files[n]]
    for index in _KNIGHT_PAIRS[knights]:
        files[free[index]] = "N"
    for letter in "RKR":
        files[files.index("")] = letter
    return "".join(files)


def start_position(options: dict[str, Any]) -> str:
    """The position string that ``startpos`` stands for under the option ``array``.

    Raises
    ------
    OptionError
        If the option names no array.
    """
    name = str(options["array"]).strip().lower()
    number = 518
    if name != "standard":
        kind, colon, digits = name.partition(":")
        if kind != "chess960" or not (digits.isascii() and digits.isdigit()) or int(digits) > 959:
            raise OptionError(f"option array: {options['array']!r} is neither standard nor chess960:N with N in 0..959")
        number = int(digits)
    rank = chess960_rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


# --- reading ------------------------------------------------------------------------------------------------------------


def rules_of(options: dict[str, Any]) -> int:
    """The ``rules`` bits of a record."""
    return (
        RULE_KING_CAPTURE * (options["win_by"] == "king-capture")
        | RULE_ROOK_SAFE * bool(options["castle_rook_safe"])
        | RULE_SEED_MATERIAL * (options["insufficient"] == "seed-10.4")
        | RULE_CLAIMS_AUTO * (options["claims"] == "auto")
        | RULE_CLAIMS_OFF * (options["claims"] == "off")
    )


def _read_placement(field: str, board: list[int], faults: list[str]) -> None:
    """Fill ``board`` (64 codes) from the first field."""
    ranks = field.split("/")
    if len(ranks) != 8:
        faults.append(f"{len(ranks)} ranks instead of 8")
        return
    for number, text in zip(range(8, 0, -1), ranks, strict=True):
        file = 0
        for letter in text:
            kind = LETTERS.find(letter.lower(), 1)
            if letter in "12345678":
                file += int(letter)
            elif kind < 1 or not letter.isascii():
                faults.append(f"unknown letter {letter!r} on rank {number}")
                file += 1
            else:
                if file < 8:
                    board[8 * (number - 1) + file] = kind + BLACK_CODE * letter.islower()
                file += 1
        if file != 8:
            faults.append(f"{file} files instead of 8 on rank {number}")


def _check_men(board: list[int], faults: list[str]) -> None:
    for side, name in ((WHITE, "white"), (BLACK, "black")):
        kings = board.count(KING + BLACK_CODE * side)
        if kings != 1:
            faults.append(f"{kings} {name} kings instead of 1")
    if any(board[cell] & 7 == PAWN for cell in (*range(8), *range(56, 64))):
        faults.append("a pawn on rank 1 or 8")


def _castling_rooks(board: list[int], side: int) -> tuple[int, list[int]]:
    """``(king, rooks)`` on the back rank of ``side``; the king is -1 if it stands elsewhere."""
    back = range(56 * side, 56 * side + 8)
    kings = [cell for cell in back if board[cell] == KING + BLACK_CODE * side]
    return kings[0] if kings else -1, [cell for cell in back if board[cell] == ROOK + BLACK_CODE * side]


def _read_castling(field: str, board: list[int], faults: list[str], notes: list[str]) -> int:
    """The set of rooks that may castle."""
    if field == "-":
        return 0
    chosen: dict[tuple[int, bool], int] = {}  # (side, towards the h-file) -> the outermost rook that was named
    for letter in field:
        side = BLACK if letter.islower() else WHITE
        king, rooks = _castling_rooks(board, side)
        name = letter.lower()
        if name in "kq":
            flank = [rook for rook in rooks if (rook > king) == (name == "k")] if king >= 0 else []
            rook = (max if name == "k" else min)(flank, default=-1)
        elif name in FILES:
            rook = 56 * side + FILES.index(name)
            if king < 0 or rook not in rooks:
                rook = -1
        else:
            faults.append(f"unknown castling letter {letter!r}")
            continue
        if rook < 0:
            notes.append(f"dropped castling letter {letter}: no king and rook for it")
            continue
        flank_key = (side, rook > king)
        other = chosen.setdefault(flank_key, rook)
        if other != rook:
            chosen[flank_key] = max(other, rook) if rook > king else min(other, rook)
            notes.append(
                f"dropped castling letter for {cell_name(min(other, rook) if rook > king else max(other, rook))}: "
                "one rook on each side of the king"
            )
    return sum(1 << rook for rook in chosen.values())


def _read_en_passant(field: str, board: list[int], side: int, faults: list[str], notes: list[str]) -> int:
    """The cell that an enemy pawn may just have skipped, else -1."""
    if field == "-":
        return -1
    if len(field) != 2 or field[0] not in FILES or field[1] not in "12345678":
        faults.append(f"bad e.p. square {quoted(field)}")
        return -1
    cell = cell_of(field)
    forward = 8 if side == WHITE else -8  # from the capturer's view
    if cell >> 3 == (5 if side == WHITE else 2):
        pawn = PAWN + BLACK_CODE * (1 - side)
        if board[cell - forward] == pawn and board[cell] == 0 and board[cell + forward] == 0:
            return cell
    notes.append(f"dropped e.p. square {field}: no pawn can just have made a double step over it")
    return -1


def _read_counter(name: str, field: str, faults: list[str]) -> int:
    if not (field.isascii() and field.isdigit()):
        faults.append(f"{name} {quoted(field)} is no number")
        return 0
    if len(field) > 8 or int(field) > _COUNTER_LIMIT:
        faults.append(f"{name} {field} is above {_COUNTER_LIMIT}")
        return 0
    return int(field)


def read_position(text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
    """Write row 0 from a FEN; see ``spec.Notation``."""
    fields = text.split()
    faults: list[str] = []
    notes: list[str] = []
    board = [0] * 64
    if not 4 <= len(fields) <= 6:
        raise PositionError(f"bad position: {len(fields)} fields instead of 4 to 6 in {quoted(text)}")
    _read_placement(fields[0], board, faults)
    if not faults:
        _check_men(board, faults)
    if fields[1] not in SIDES or len(fields[1]) != 1:
        faults.append(f"unknown side {quoted(fields[1])}")
    side = BLACK if fields[1] == "b" else WHITE
    castling = _read_castling(fields[2], board, faults, notes)
    en_passant = _read_en_passant(fields[3], board, side, faults, notes)
    halfmove = _read_counter("halfmove clock", fields[4], faults) if len(fields) > 4 else 0
    fullmove = _read_counter("fullmove number", fields[5], faults) if len(fields) > 5 else 1
    if fullmove == 0:
        notes.append("fullmove number 0 read as 1")
        fullmove = 1
    if not faults:
        row = memory.view(STATE)[0:1]
        row[:] = np.zeros(1, dtype=STATE)
        state = row[0]
        for cell, code in enumerate(board):
            if code:
                for name, index in (("kinds", 0), ("kinds", code & 7), ("colours", code // BLACK_CODE)):
                    state[name][index] |= np.uint64(1 << cell)
        state["board"] = board
        state["player"], state["castling"], state["en_passant"] = side, castling, en_passant
        state["halfmove"], state["fullmove"] = halfmove, fullmove
        state["rules"] = rules_of(options)
        state["repetition_claim"], state["repetition_auto"] = options["repetition_claim"], options["repetition_auto"]
        state["fifty"], state["seventyfive"] = 2 * options["fifty_limit"], 2 * options["seventyfive_limit"]
        compile_kernel(finish_row)
        if finish_row(memory, 0) and options["win_by"] == "mate":
            faults.append("the side that is not to move stands in check")
    if faults:
        told = faults if len(faults) < 6 else [*faults[:5], f"and {len(faults) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(told)} in {quoted(text)}")
    return notes


# --- writing ------------------------------------------------------------------------------------------------------------


def _castling_letters(board: list[int], castling: int, shredder: bool) -> str:
    letters = ""
    for side in (WHITE, BLACK):
        king, rooks = _castling_rooks(board, side)
        for king_side in (True, False):
            flank = [rook for rook in rooks if (rook > king) == king_side]
            for rook in (rook for rook in flank if castling >> rook & 1):
                outermost = rook == (max(flank) if king_side else min(flank))
                letter = ("k" if king_side else "q") if outermost and not shredder else FILES[rook & 7]
                letters += letter if side == BLACK else letter.upper()
    return letters or "-"


def write_position(memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
    """The FEN of row ``ply``; see ``spec.Notation``."""
    state = memory.view(STATE)[ply]
    board = [int(code) for code in state["board"]]
    ranks = []
    for rank in range(7, -1, -1):
        text, gap = "", 0
        for code in board[8 * rank : 8 * rank + 8]:
            if code == 0:
                gap += 1
                continue
            letter = LETTERS[code & 7]
            text += (str(gap) if gap else "") + (letter if code & BLACK_CODE else letter.upper())
            gap = 0
        ranks.append(text + (str(gap) if gap else ""))
    castling = _castling_letters(board, int(state["castling"]), bool(options["shredder_fen"]))
    en_passant = cell_name(int(state["en_passant"])) if state["en_passant"] >= 0 else "-"
    fields = ("/".join(ranks), SIDES[state["player"]], castling, en_passant, str(state["halfmove"]), str(state["fullmove"]))
    return " ".join(fields)
