"""A slow, plain twin of paowei-xiangqi and shengshi-xiangqi, to be read beside their rule texts.

:func:`twin_of` is a copy of ``xiangqi_twin`` in which the functions whose rules differ are replaced. A board is a dictionary that
also knows the cannon returns; half-points are 90..97 in the order j0 k0 j1 k1 j7 k7 j8 k8.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from tests.reference import xiangqi_twin as xiangqi

HALVES = ("j0", "k0", "j1", "k1", "j7", "k7", "j8", "k8")
CELLS = {f"{file}{rank}": rank * 9 + "abcdefghi".index(file) for rank in range(10) for file in "abcdefghi"}
CELLS |= {name: 90 + n for n, name in enumerate(HALVES)}
NAMES = {cell: name for name, cell in CELLS.items()}
CORNERS = {
    90 + n: [
        CELLS[f"{file}{rank}"]
        for file in ("de" if name[0] == "j" else "ef")
        for rank in (int(name[1]), int(name[1]) + 1)
    ]
    for n, name in enumerate(HALVES)
}  # fmt: skip
ELEPHANT_LINES = ("c0-d1-e2-f3-g4", "g0-f1-e2-d3-c4", "a2-b1-c0", "a2-b3-c4", "i2-h1-g0", "i2-h3-g4")
OPTIONS = {"CannonReturn": True, "HalfPoints": True, "HorseChain": True, "FlyingGeneral": True, "BothCentres": "illegal"}


class Board(dict):
    """Points to pieces; ``rights``: side -> (cannon, its point, origin, screen piece, screen point)."""

    rights: dict[int, tuple]

    def __init__(self, *args: Any, rights: dict[int, tuple] | None = None) -> None:
        super().__init__(*args)
        self.rights = rights or {}


def twin_of(variant: str, **options: object) -> ModuleType:
    """The twin's module for ``variant`` under ``options`` (those of sections 8 that change moves)."""
    return _twin_of(variant, tuple(sorted(({name: OPTIONS[name] for name in OPTIONS} | options).items())))


@cache
def _twin_of(variant: str, options: tuple[tuple[str, object], ...]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"twin_{variant}_{len(options)}", xiangqi.__file__)
    assert spec is not None and spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = twin  # its dataclasses ask for it
    spec.loader.exec_module(twin)
    rules = _Paowei(twin, dict(options)) if variant == "paowei-xiangqi" else _Shengshi(twin, dict(options))
    names = (
        "read_fen", "write_fen", "wire", "read_wire", "in_own_half", "reached", "moved", "king_attackers", "pseudo_moves",
        "is_material_draw",
    )  # fmt: skip
    for name in names:
        if hasattr(rules, name):
            setattr(twin, name, getattr(rules, name))
    base = twin.Game

    class Game(base):  # type: ignore[misc, valid-type]
        """A game in which returns are part of what makes two positions the same."""

        def key(self, ply: int) -> tuple:
            return (*super().key(ply), rules.written_rights(self.boards[ply], (self.first + ply) % 2))

    twin.Game = Game
    twin.rules = rules
    return twin


def between(a: int, b: int) -> list[int] | None:
    """The points strictly between two points of a rank or file; None if they are not on one."""
    if a // 9 == b // 9 and a != b:
        return list(range(min(a, b) + 1, max(a, b)))
    if a % 9 == b % 9 and a != b:
        return list(range(min(a, b) + 9, max(a, b), 9))
    return None


class _Variant:
    """What both variants have in common: text, and the book-keeping of returns."""

    def __init__(self, twin: ModuleType, options: dict[str, Any]) -> None:
        self.twin, self.options = twin, options
        self.plain_reached = twin.reached
        self.plain_pseudo = twin.pseudo_moves
        self.plain_attackers = twin.king_attackers

    # --- text ---

    def read_fen(self, text: str) -> tuple[Board, int, int]:
        plain, side, halfmove = xiangqi.read_fen(" ".join(f if n not in (2, 3) else "-" for n, f in enumerate(text.split())))
        board = Board({point: self.twin.Piece(piece.kind, piece.side) for point, piece in plain.items()})
        fields = [*text.split(), "-", "-", "-"]
        halves = fields[2] if fields[2] != "-" else ""
        for n in range(0, len(halves), 3):
            board[CELLS[halves[n + 1 : n + 3]]] = self.twin.Piece("A", int(halves[n] == "a"))
        if fields[3] != "-" and self.options["CannonReturn"]:
            for word, owner in zip(fields[3].split("/"), (side, 1 - side), strict=True):
                if word != "-":
                    cannon, origin, screen = (CELLS[word[n : n + 2]] for n in (0, 2, 4))
                    board.rights[owner] = board[cannon], cannon, origin, board[screen], screen
        return board, side, halfmove

    def written_rights(self, board: Board, side: int) -> str:
        """Field 4 of the position string."""
        words = []
        for owner in (side, 1 - side):
            word = "-"
            if owner in getattr(board, "rights", {}) and (owner != side or self.may_return(board, owner)):
                cannon, at, origin, screen, place = board.rights[owner]
                here = next(point for point, piece in board.items() if piece is screen) if self.follows else place
                word = NAMES[at] + NAMES[origin] + NAMES[here]
            words.append(word)
        return "-" if words == ["-", "-"] else "/".join(words)

    def write_fen(self, board: Board, side: int, halfmove: int = 0, fullmove: int = 1) -> str:
        plain = {point: piece for point, piece in board.items() if point < 90}
        words = xiangqi.write_fen(plain, side, halfmove, fullmove).split()
        halves = [("aA"[board[cell].side == 0]) + NAMES[cell] for cell in range(90, 98) if cell in board]
        words[2] = "".join(halves) or "-"
        words[3] = self.written_rights(board, side)
        return " ".join(words)

    def wire(self, move: tuple[int, int]) -> str:
        return NAMES[move[0]] + NAMES[move[1]]

    def read_wire(self, text: str) -> tuple[int, int]:
        return CELLS[text[:2]], CELLS[text[2:]]

    # --- returns ---

    follows = True

    def may_return(self, board: Board, side: int) -> bool:
        """Whether the cannon of ``side`` may go back, its king aside."""
        if side not in getattr(board, "rights", {}):
            return False
        cannon, at, origin, screen, place = board.rights[side]
        path = between(at, origin)
        assert path is not None
        standing = [point for point in path if point in board]
        if board.get(at) is not cannon or origin in board or len(standing) != 1:
            return False
        return board[standing[0]] is screen if self.follows else standing[0] == place

    def moved(self, board: Board, move: tuple[int, int]) -> Board:
        origin, to = move
        rights = getattr(board, "rights", {})
        after = Board(board)
        piece = after.pop(origin)
        taken = after.get(to)
        after[to] = piece
        other = 1 - piece.side
        if other in rights:
            after.rights[other] = rights[other]
        if taken is not None and piece.kind == "C" and self.options["CannonReturn"]:
            path = between(origin, to)
            if path is not None:
                screens = [point for point in path if point in board]
                if len(screens) == 1:
                    after.rights[piece.side] = piece, to, origin, board[screens[0]], screens[0]
        return after

    def extra_moves(self, board: Board, side: int) -> Iterator[tuple[int, int]]:
        """Moves that capture nothing and that ``reached`` does not know."""
        if self.may_return(board, side):
            _, at, origin, _, _ = board.rights[side]
            yield at, origin

    def pseudo_moves(self, board: Board, side: int) -> list[tuple[int, int]]:
        found = set(self.plain_pseudo(board, side)) | set(self.extra_moves(board, side))
        return [move for move in sorted(found) if self.may_land(board, *move)]

    def may_land(self, board: Board, origin: int, to: int) -> bool:
        return True


class _Paowei(_Variant):
    """Elephants of two or three steps anywhere, pawns without a river, returns that follow the screen."""

    def in_own_half(self, point: int, side: int) -> bool:
        """No pawn is ever uncrossed, since there is no river."""
        return False

    def is_material_draw(self, board: Board) -> bool:
        return not any(piece.kind in "RNCPB" for piece in board.values())

    def reached(self, board: Board, origin: int) -> list[int]:
        piece = board[origin]
        if piece.kind != "B":
            return self.plain_reached(board, origin)
        found = []
        for r, f in xiangqi.DIAGONAL:
            near = xiangqi.step(origin, r, f)
            if near is None or near in board:
                continue
            second = xiangqi.step(origin, 2 * r, 2 * f)
            if second is None:
                continue
            found.append(second)
            third = xiangqi.step(origin, 3 * r, 3 * f)
            if third is not None and second not in board:
                found.append(third)
        return found


class _Shengshi(_Variant):
    """Half-points, elephant lines, sliding pawns, flying kings, chains of horses, returns that look at the place."""

    follows = False

    def banned(self, board: Board, mover: int) -> set[int]:
        """Where the piece on ``mover`` may not land because of advisors on half-points."""
        return {corner for half, corners in CORNERS.items() if half in board and half != mover for corner in corners}

    def may_land(self, board: Board, origin: int, to: int) -> bool:
        return to not in self.banned(board, origin)

    def reached(self, board: Board, origin: int) -> list[int]:
        if origin >= 90:
            return []
        piece = board[origin]
        if piece.kind == "A":
            steps = [xiangqi.step(origin, *d) for d in xiangqi.DIAGONAL]
            return [point for point in steps if point is not None and xiangqi.in_palace(point, piece.side)]
        if piece.kind == "B":
            return self.elephant(board, origin, piece.side)
        return self.plain_reached(board, origin)

    def elephant(self, board: Board, origin: int, side: int) -> list[int]:
        found = []
        for text in ELEPHANT_LINES:
            names = text.split("-")
            line = [CELLS[name if side == 0 else f"{name[0]}{9 - int(name[1])}"] for name in names]
            for path in (line, line[::-1]):
                if origin not in path:
                    continue
                rest = path[path.index(origin) + 1 :]
                for steps in (2, 3):
                    if len(rest) >= steps and not any(point in board for point in rest[: steps - 1]):
                        found.append(rest[steps - 1])
        return found

    def king_attackers(self, board: Board, side: int) -> set:
        found = self.plain_attackers(board, side)
        if not self.options["FlyingGeneral"]:
            return found
        there = [board.get(CELLS[name]) for name in ("e1", "e8")]
        centre = [piece is not None and (piece.kind, piece.side) == ("K", s) for s, piece in enumerate(there)]
        harmless = centre[side] and (not centre[1 - side] or self.options["BothCentres"] == "legal")
        return {piece for piece in found if piece.kind != "K" or not harmless}

    def extra_moves(self, board: Board, side: int) -> Iterator[tuple[int, int]]:
        yield from super().extra_moves(board, side)
        for origin, piece in board.items():
            if piece.side != side:
                continue
            if piece.kind == "A":
                yield from ((origin, to) for to in self.half_steps(board, origin))
            elif piece.kind == "P" and origin // 9 == (5, 4)[side]:
                for step in (1, -1):
                    for point in xiangqi.ray(board, origin, 0, step):
                        if point in board:
                            break
                        yield origin, point
            elif piece.kind == "N" and self.options["HorseChain"]:
                yield from ((origin, to) for to in self.chain_ends(board, origin))

    def half_steps(self, board: Board, origin: int) -> Iterator[int]:
        if not self.options["HalfPoints"]:
            return
        if origin < 90:
            for half, corners in CORNERS.items():
                if origin in corners and half not in board and not any(p in board for p in corners if p != origin):
                    yield half
            return
        yield from CORNERS[origin]
        across = CELLS[{"j": "k", "k": "j"}[NAMES[origin][0]] + {"0": "1", "1": "0", "7": "8", "8": "7"}[NAMES[origin][1]]]
        if across not in board and not any(point in board for point in CORNERS[across]):
            yield across

    def chain_ends(self, board: Board, origin: int) -> set[int]:
        """By walking every chain."""
        rest = {point: piece for point, piece in board.items() if point != origin}
        banned = self.banned(board, origin)
        ends: set[int] = set()

        def walk(here: int, seen: frozenset[int], length: int) -> None:
            if length >= 2:
                ends.add(here)
            for r, f in xiangqi.DIAGONAL:
                over, land = xiangqi.step(here, r, f), xiangqi.step(here, 2 * r, 2 * f)
                if land is None or over not in rest or land in rest or land in seen or land in banned:
                    continue
                walk(land, seen | {land}, length + 1)

        walk(origin, frozenset({origin}), 0)
        return ends
