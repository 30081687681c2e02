"""What both boards' position strings have in common: fields, ranks, counts, zones, views, the placing phase."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import PositionError
from engine.games.luzhanqi.entry import MINE_HITS
from engine.games.luzhanqi.geometry import ARMY, BOARDS, HQ, INDEX, OWN_ROW, SLOT_POINT
from engine.games.luzhanqi.placement import placement_faults
from engine.games.luzhanqi.play import finish_row
from engine.games.luzhanqi.state import (
    ALL_OPEN,
    COUNTS,
    FLAG,
    FOUR_DARK,
    KIND,
    KNOWN,
    LETTERS,
    MINE,
    OWNER_SHIFT,
    STATE,
    TRUTH,
    UNKNOWN,
)
from engine.games.luzhanqi.tokens import quoted

_MOST = 1_000_000_000


# --- fields and ranks ---------------------------------------------------------------------------------------------------


def split_fields(text: str, names: str) -> list[str]:
    """The fields of a position string.

    Raises
    ------
    PositionError
        If there are not as many as ``names``.
    """
    fields, wanted = text.split(), len(names.split())
    if len(fields) != wanted:
        raise PositionError(f"bad position: {len(fields)} fields instead of {wanted} ({names}) in {quoted(text)}")
    return fields


def begin_row(memory: np.ndarray, board: int, options: dict[str, Any]) -> np.ndarray:
    """Row 0, empty but for the board and the rule options that both boards have; an array of one record."""
    row = memory.view(STATE)[0:1]
    row[:] = np.zeros(1, STATE)
    row["board"], row["seats"] = board, BOARDS[board].seats
    row["mine_hit"], row["flag_reveal"] = MINE_HITS.index(options["MineHit"]), options["FlagReveal"]
    row["scout"], row["limit"] = options["EngineerScout"], options["NoContactPlies"]
    return row


def read_ranks(
    text: str,
    sizes: Sequence[int],
    items: Callable[[str], Sequence[str]],
    run_of: Callable[[str], int | None],
    piece_of: Callable[[str], int],
    pieces: np.ndarray,
    faults: list[str],
) -> None:
    """Write the ranks of a board field into ``pieces``; ``sizes``: points of each rank.

    items : a rank's text in pieces. run_of : how many empty points an item stands for, None if it is a piece. piece_of : its
    code, 0 if there is no such piece.
    """
    ranks = text.split("/")
    if len(ranks) != len(sizes):
        faults.append(f"{len(ranks)} ranks instead of {len(sizes)}")
        return
    first = 0
    for number, (row, size) in enumerate(zip(ranks, sizes, strict=True)):
        place, name = 0, len(sizes) - number
        for item in items(row):
            run = run_of(item)
            if run is not None:
                place += run
                continue
            piece = piece_of(item)
            if not piece:
                faults.append(f"unknown letter {item!r} on rank {name}")
            elif place < size:
                pieces[first + place] = piece
            place += 1
        if place != size:
            faults.append(f"rank {name} has {place} points instead of {size}")
        first += size


def ranks_text(state: np.void, viewer: int, sizes: Sequence[int], write: Callable[[str, int], str]) -> str:
    """The board field of a row as ``viewer`` sees it; ``write`` makes the text of a kind's letter and an owner."""
    ranks, first = [], 0
    for size in sizes:
        line, run = "", 0
        for point in range(first, first + size):
            piece = int(state["piece"][point])
            if not piece:
                run += 1
                continue
            letter = LETTERS[hidden_kind(state, point, viewer)]
            line += (str(run) if run else "") + write(letter, piece >> OWNER_SHIFT & 3)
            run = 0
        ranks.append(line + (str(run) if run else ""))
        first += size
    return "/".join(ranks)


def finish(memory: np.ndarray, faults: list[str], text: str) -> None:
    """Complete row 0, or raise what was found.

    Raises
    ------
    PositionError
    """
    complain(faults, text)
    compile_kernel(finish_row)
    finish_row(memory, 0)


# --- what is wrong ------------------------------------------------------------------------------------------------------


def read_number(name: str, text: str, faults: list[str]) -> int:
    """A counter of a position string."""
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) > _MOST:
        faults.append(f"{name} {quoted(text)} is no number from 0 to {_MOST}")
        return 0
    return int(text)


def read_known(text: str, board: int, faults: list[str]) -> list[int]:
    """The points of the field ``known``."""
    points: list[int] = []
    for name in [] if text == "-" else text.split(","):
        if name not in INDEX[board]:
            faults.append(f"{quoted(name)} in the field known is no point")
        elif INDEX[board][name] in points:
            faults.append(f"{name} is twice in the field known")
        else:
            points.append(INDEX[board][name])
    return points


def sees_kinds(viewer: int, owner: int, mode: int, placed: bool) -> bool:
    """Whether ``viewer`` (a seat, TRUTH or SPECTATOR) knows the kinds of ``owner``'s army."""
    if viewer in (TRUTH, owner):
        return True
    return placed and mode != FOUR_DARK and (mode == ALL_OPEN or (viewer >= 0 and (viewer ^ owner) & 1 == 0))


def check_pieces(row: np.ndarray, known: list[int], seat_names: tuple[str, ...], faults: list[str]) -> None:
    """Mark the ``known`` points of a row whose pieces, view and options are written, and find what is wrong with its pieces."""
    state = row[0]
    board, seats, view = int(state["board"]), int(state["seats"]), int(state["view"])
    names, placed = BOARDS[board].names, int(state["ply"]) >= seats
    pieces = [int(piece) for piece in state["piece"]]
    for point in known:
        if pieces[point]:
            pieces[point] |= KNOWN
            state["piece"][point] |= KNOWN
        else:
            faults.append(f"known point {names[point]} is empty")
    counts = np.zeros((4, UNKNOWN + 1), np.int64)
    for point, piece in enumerate(pieces):
        if not piece:
            continue
        kind, owner = piece & KIND, piece >> OWNER_SHIFT & 3
        counts[owner, kind] += 1
        if kind == MINE and OWN_ROW[board, owner, point] < 5:
            faults.append(f"a mine of {seat_names[owner]} on {names[point]}, outside its last two rows")
        if kind == FLAG and not (HQ[board, point] and OWN_ROW[board, owner, point]):
            faults.append(f"a flag of {seat_names[owner]} on {names[point]}, outside its headquarters")
        visible = sees_kinds(view, owner, int(state["info_mode"]), placed) or bool(piece & KNOWN)
        if visible and kind == UNKNOWN:
            faults.append(f"the view knows the kind of the piece on {names[point]}, but it is written as unknown")
        elif not visible and kind != UNKNOWN:
            faults.append(f"the view may not know the kind of the piece on {names[point]}")
    for seat in range(seats):
        if counts[seat].sum() > ARMY:
            faults.append(f"{counts[seat].sum()} pieces of {seat_names[seat]}, more than {ARMY}")
        for kind in range(1, UNKNOWN):
            if counts[seat, kind] > COUNTS[kind]:
                faults.append(f"{counts[seat, kind]} of {LETTERS[kind]} of {seat_names[seat]}, more than {COUNTS[kind]}")


def check_placing(row: np.ndarray, seat_names: tuple[str, ...], faults: list[str]) -> None:
    """While seats place: those before the ply are complete and legal (or out), the others have nothing yet."""
    state = row[0]
    board, seats, ply, out = int(state["board"]), int(state["seats"]), int(state["ply"]), int(state["out"])
    if ply >= seats:
        return
    if int(state["player"]) != ply:
        faults.append(f"{seat_names[ply]} places at ply {ply}")
    on_board = sum(1 for piece in state["piece"] if piece)
    standing = 0
    for seat in range(seats):
        kinds = []
        for point in SLOT_POINT[board, seat]:
            piece = int(state["piece"][point])
            if piece and piece >> OWNER_SHIFT & 3 == seat:
                kinds.append(piece & KIND)
        standing += len(kinds)
        if seat >= ply:
            if kinds:
                faults.append(f"pieces of {seat_names[seat]} before it has placed")
        elif not out >> seat & 1:
            if len(kinds) != ARMY:
                faults.append(f"{seat_names[seat]} has placed {len(kinds)} pieces instead of {ARMY}")
            elif UNKNOWN not in kinds:
                faults += [f"placement of {seat_names[seat]}: {fault}" for fault in placement_faults(kinds)]
    if standing != on_board:
        faults.append("pieces away from their places while seats place")


def complain(faults: list[str], text: str) -> None:
    """Raise what was found, if anything.

    Raises
    ------
    PositionError
    """
    if faults:
        unique = list(dict.fromkeys(faults))
        shown = unique if len(unique) < 6 else [*unique[:5], f"and {len(unique) - 5} more"]
        raise PositionError(f"bad position: {'; '.join(shown)} in {quoted(text)}")


def hidden_kind(state: np.void, point: int, viewer: int) -> int:
    """The kind of the piece on ``point`` as ``viewer`` sees it."""
    piece = int(state["piece"][point])
    placed = int(state["ply"]) >= int(state["seats"])
    if piece & KNOWN or sees_kinds(viewer, piece >> OWNER_SHIFT & 3, int(state["info_mode"]), placed):
        return piece & KIND
    return UNKNOWN
