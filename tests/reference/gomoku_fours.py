"""Wins by fours alone, slowly: every four is tried, the defender answers where the five would be. Not for caro."""

from __future__ import annotations

from tests.reference.gomoku_twin import DIRECTIONS, Board, Point, shape_of, wins


def _near(board: Board, point: Point) -> list[Point]:
    """Empty points within four points on the lines through a point."""
    around = ((point[0] + k * dx, point[1] + k * dy) for dx, dy in DIRECTIONS for k in range(-4, 5) if k)
    return [there for there in around if board.empty(there)]


def _fives(board: Board, points: list[Point], colour: str, mode: str) -> list[Point]:
    return [p for p in points if wins(board.with_stone(p, colour), p, mode)]


def _empties(board: Board) -> list[Point]:
    return [p for p in board.points() if board.empty(p)]


def wins_by_fours(board: Board, colour: str, mode: str, moves: int) -> bool:
    """Whether ``colour``, to move, wins within ``moves`` of its moves if each of them is a four (or the five)."""
    other = "w" if colour == "b" else "b"
    if _fives(board, _empties(board), colour, mode):
        return moves >= 1
    if moves < 2:
        return False
    blocks = _fives(board, _empties(board), other, mode)
    for point in blocks or _empties(board):
        if mode == "renju" and colour == "b" and shape_of(board, point):
            continue
        after = board.with_stone(point, colour)
        targets = _fives(after, _near(after, point), colour, mode)
        if not targets or (blocks and _fives(after, blocks, other, mode)):
            continue
        if len(set(targets)) > 1:
            return True
        answer = targets[0]
        if mode == "renju" and other == "b" and shape_of(after, answer) not in ("", "five"):
            return True
        if wins_by_fours(after.with_stone(answer, other), colour, mode, moves - 1):
            return True
    return False
