"""Random xiangqi boards and cycles that come back to their first position, for tests of the adjudication of repetitions."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from tests.reference import xiangqi_twin as twin

_POINTS = {
    ("A", 0): (3, 5, 13, 21, 23),
    ("A", 1): (84, 86, 76, 66, 68),
    ("B", 0): (2, 6, 18, 22, 26, 38, 42),
    ("B", 1): (47, 51, 63, 67, 71, 83, 87),
    ("K", 0): (3, 4, 5, 12, 13, 14, 21, 22, 23),
    ("K", 1): (66, 67, 68, 75, 76, 77, 84, 85, 86),
}


@dataclass
class Cycle:
    """A segment: the first board, the side that moves first and the moves, which end on the first board."""

    board: twin.Board
    side: int
    moves: list[twin.Move]

    @property
    def fen(self) -> str:
        return twin.write_fen(self.board, self.side)

    @property
    def wire(self) -> list[str]:
        return [twin.wire(move) for move in self.moves]


def random_board(rng: random.Random, pieces: int, kinds: str = "RRNNCCPPPAB") -> tuple[twin.Board, int]:
    """A legal board with up to ``pieces`` pieces besides the kings and a side to move that has a legal move."""
    while True:
        board: twin.Board = {}
        for side in (0, 1):
            board[rng.choice(_POINTS["K", side])] = twin.Piece("K", side)
        for _ in range(pieces):
            kind, side = rng.choice(kinds), rng.randrange(2)
            point = rng.choice(_POINTS.get((kind, side)) or range(90))
            if point not in board:
                board[point] = twin.Piece(kind, side)
        side = rng.randrange(2)
        if not twin.king_attackers(board, 1 - side) and twin.legal_moves(board, side):
            return board, side


def attacks(board: twin.Board, side: int) -> int:
    """How many captures the ways of moving allow ``side``; a check counts for six."""
    captures = sum(move[1] in board for move in twin.pseudo_moves(board, side))
    return captures + 6 * bool(twin.king_attackers(board, 1 - side))


def _walk(rng: random.Random, board: twin.Board, side: int, length: int) -> list[twin.Move] | None:
    """A walk of one piece of ``side`` that comes home after ``length`` moves while the other side stands still."""
    quiet = [move for move in twin.legal_moves(board, side) if move[1] not in board]
    for _ in range(10):
        if not quiet:
            return None
        walk = [rng.choice(quiet)]
        home, here = walk[0]
        after = twin.moved(board, walk[0])
        while len(walk) < length - 1:
            steps = [m for m in twin.pseudo_moves(after, side) if m[0] == here and m[1] not in after and m[1] != home]
            if not steps:
                break
            walk.append(rng.choice(steps))
            after, here = twin.moved(after, walk[-1]), walk[-1][1]
        if len(walk) == length - 1 and (here, home) in twin.pseudo_moves(after, side):
            return [*walk, (here, home)]
    return None


def _lively_walk(rng: random.Random, board: twin.Board, side: int, length: int) -> list[twin.Move] | None:
    """Of a few walks the one that attacks most."""
    best: tuple[int, list[twin.Move]] | None = None
    for _ in range(5):
        walk = _walk(rng, board, side, length)
        if walk is None:
            continue
        after, score = board, 0
        for move in walk:
            after = twin.moved(after, move)
            score += attacks(after, side)
        if best is None or score > best[0]:
            best = score, walk
    return best[1] if best else None


def random_cycle(rng: random.Random, pieces: int) -> Cycle:
    """A legal cycle in which each side walks in a circle with one piece, full of checks and attacks."""
    while True:
        board, side = random_board(rng, pieces)
        lengths = rng.choice([(2, 2)] * 5 + [(3, 3), (2, 4), (4, 2), (2, 3), (3, 2)])
        walks = [_lively_walk(rng, board, side, lengths[0]), _lively_walk(rng, board, 1 - side, lengths[1])]
        if None in walks:
            continue
        moves: list[twin.Move] = []
        after, mover = board, side
        for ply in range(2 * math.lcm(*lengths)):
            walk = walks[ply % 2]
            assert walk is not None
            move = walk[ply // 2 % len(walk)]
            if move[1] in after or move not in twin.legal_moves(after, mover):
                break
            moves.append(move)
            after, mover = twin.moved(after, move), 1 - mover
        else:
            return Cycle(board, side, moves)


def _victims(board: twin.Board, side: int) -> set[twin.Piece]:
    """The enemy pieces that ``side`` attacks by its ways of moving with R, N, C, A or B; the king among them."""
    return {board[to] for origin, to in twin.pseudo_moves(board, side) if to in board and board[origin].kind not in "KP"}


def _pawn_attacks(board: twin.Board, move: twin.Move) -> bool:
    """Whether ``move`` is a step aside of a pawn that then attacks a piece."""
    if board[move[0]].kind != "P" or abs(move[0] - move[1]) != 1:
        return False
    after = twin.moved(board, move)
    return any(to in after and after[to].side != after[move[1]].side for to in twin.reached(after, move[1]))


def hunting_cycle(rng: random.Random, pieces: int, pawns: bool = False) -> Cycle:
    """A cycle of four plies in which each ply of the side that moves first attacks something that it did not attack before.

    pawns : the other side answers with pawns that step aside and attack something, too.
    """
    while True:
        board, side = random_board(rng, pieces, "RNCPPPPAB" if pawns else "RRNNCCCPPAB")
        before = _victims(board, side)
        quiet = [move for move in twin.legal_moves(board, side) if move[1] not in board]
        rng.shuffle(quiet)
        for move in quiet[:12]:
            first = twin.moved(board, move)
            hunted = _victims(first, side) - before
            if not hunted:
                continue
            in_check = bool(twin.king_attackers(first, 1 - side))
            replies = [
                reply
                for reply in twin.legal_moves(first, 1 - side)
                if reply[1] not in first and (in_check or first[reply[0]] in hunted or pawns or rng.random() < 0.1)
            ]
            if pawns:
                replies = [reply for reply in replies if _pawn_attacks(first, reply)]
            rng.shuffle(replies)
            for reply in replies[:8]:
                second = twin.moved(first, reply)
                back, back_reply = move[::-1], reply[::-1]
                if back not in twin.legal_moves(second, side):
                    continue
                third = twin.moved(second, back)
                if not _victims(third, side) - _victims(second, side):
                    continue
                if pawns and not _pawn_attacks(third, back_reply):
                    continue
                if back_reply in twin.legal_moves(third, 1 - side):
                    return Cycle(board, side, [move, reply, back, back_reply])
