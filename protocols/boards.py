"""What people ask an engine about its position: a board with its string and key, perft by root move, the mirror image."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.errors import PositionError, QijiError

if TYPE_CHECKING:
    from engine import Position


def describe(position: Position) -> list[str]:
    """The lines of the command ``d``: board, position string, key, checks, result."""
    from protocols.show import DRAWERS, View, board_notes, board_text

    view = View.of(position)
    lines = board_text(view, "ascii").plain.splitlines() if view.entry.module in DRAWERS else []
    lines += ["", f"Fen: {view.position}", f"Key: {position.key & (1 << 64) - 1:016X}", f"Side to move: {view.seat}"]
    lines.append(f"Checkers: {' '.join(_checkers(position)) or ('yes' if view.in_check else 'none')}")
    lines.append(f"Result: {view.result}")
    if len(view.entry.seats) > 2 and view.entry.module in DRAWERS:
        lines += [note[:1].upper() + note[1:] for note in board_notes(view, "ascii")]
    if view.must_change:
        lines.append(f"Must change: {view.must_change}")
    return lines


def _checkers(position: Position) -> list[str]:
    if position.game.entry.module != "chess" or not position.in_check:
        return []
    import chess

    return [chess.square_name(square) for square in chess.Board(position.text(), chess960=True).checkers()]


def divide(
    position: Position,
    depth: int,
    notation: str | None,
    cancelled: Callable[[], bool] = lambda: False,
    mode: Sequence[str] = (),
) -> Iterator[tuple[str, int]]:
    """Each legal move in ``notation`` and the number of its lines at ``depth`` plies (at least 1), until ``cancelled()``.

    Where chance has a part in a first ply, its outcomes are added up (flips) or have lines of their own (``r5 H``). ``mode``: see
    ``Position.perft``.

    Raises
    ------
    engine.errors.QijiError
        For a bad ``mode``.
    """
    rest = max(1, depth) - 1
    if mode:
        position.perft(0, mode)
    if position.chance_due:
        for roll, _ in position.outcomes():
            rolled = position.copy()
            rolled.push(roll)
            head = position.format(roll, notation)
            yield from ((f"{head} {text}", count) for text, count in divide(rolled, depth, notation, cancelled, mode))
        return
    for move in position.legal_moves().tolist():
        if cancelled():
            return
        yield position.format(move, notation), sum(_children(position, move, rest, mode))


def _children(position: Position, move: int, depth: int, mode: Sequence[str]) -> Iterator[int]:
    """The lines of ``depth`` plies behind ``move``, for each outcome that it may have under ``mode``."""
    for outcome, weight in position.outcomes(move) or [(move, 1)]:
        after = position.copy()
        after.push(outcome)
        try:
            yield after.perft(depth, mode) * (weight if mode[:1] == ["weighted"] else 1)
        except QijiError:
            continue  # not the piece that lies there by the deal of ``mode``, which has been found good before


def flipped(position: Position) -> str:
    """The position string with the colours exchanged and the board turned over.

    Raises
    ------
    engine.errors.PositionError
        For games whose strings are no ranks of letters with two sides.
    """
    fields = position.text().split()
    ranks = fields[0].split("/")
    known = position.game.entry.information == "perfect" and len(ranks) == position.game.entry.ranks
    if len(fields) < 2 or not known or fields[1] not in ("w", "b"):
        raise PositionError(f"flip: not known for {position.game.entry.id}")
    fields[0] = "/".join(rank.swapcase() for rank in reversed(ranks))
    fields[1] = "b" if fields[1] == "w" else "w"
    if len(fields) > 2 and fields[2] != "-":
        swapped = fields[2].swapcase()
        fields[2] = "".join(sorted(swapped, key=str.islower))
    if len(fields) > 3 and fields[3] != "-":
        fields[3] = fields[3][0] + str(position.game.entry.ranks + 1 - int(fields[3][1:]))
    return " ".join(fields)
