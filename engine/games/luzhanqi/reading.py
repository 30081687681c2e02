"""What both boards' position strings have in common: counts, zones, views, the placing phase."""

from __future__ import annotations

import re

import numpy as np

from engine.errors import PositionError
from engine.games.luzhanqi.geometry import ARMY, BOARDS, HQ, INDEX, OWN_ROW, SLOT_POINT
from engine.games.luzhanqi.placement import placement_faults
from engine.games.luzhanqi.state import ALL_OPEN, COUNTS, FLAG, FOUR_DARK, KIND, KNOWN, LETTERS, MINE, OWNER_SHIFT, TRUTH, UNKNOWN
from engine.games.luzhanqi.tokens import quoted

_MOST = 1_000_000_000


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
