"""The evaluation of xiangqi a second time: slow, point by point, over a dictionary of pieces. An oracle for the compiled one.

Everything is said from Red's view; Black is evaluated on the turned board. Points are ``rank * 9 + file``.
"""

from __future__ import annotations

from engine.games.xiangqi.weights import TERMS, WEIGHTS
from tests.reference.xiangqi_twin import BLACK, ORTHOGONAL, RED, Board, Piece, in_palace, ray, reached, read_fen, step

ATTACKERS = "NRC"
VICTIMS = "ABNRCP"
GROUPS = ("P", "AB", "N", "C", "R")


class Numbers:
    """Weights by name; pairs come as (middlegame, endgame)."""

    def __init__(self, weights=WEIGHTS):
        self.arrays = {name: term.read(weights) for name, term in TERMS.items()}

    def __call__(self, name, *index):
        found = self.arrays[name][index]
        return (int(found[0]), int(found[1])) if TERMS[name].paired else int(found)


class Tally:
    """A running (middlegame, endgame) sum."""

    def __init__(self):
        self.pair = (0, 0)

    def add(self, pair, times=1):
        self.pair = (self.pair[0] + pair[0] * times, self.pair[1] + pair[1] * times)


def turned(board: Board) -> Board:
    """The board from the other side, colors exchanged."""
    return {89 - point: Piece(piece.kind, 1 - piece.side) for point, piece in board.items()}


def own(board: Board, side: int, kinds: str) -> list[int]:
    return [point for point, piece in board.items() if piece.side == side and piece.kind in kinds]


def behind_one(board: Board, point: int) -> set[int]:
    """What a cannon on ``point`` attacks: the points behind one piece, up to the next piece."""
    out = set()
    for d in ORTHOGONAL:
        seen = 0
        for current in ray(board, point, *d):
            if seen == 1:
                out.add(current)
            seen += current in board
            if seen == 2:
                break
    return out


def straight(board: Board, point: int) -> set[int]:
    """The points up to and with the first piece in each direction."""
    out = set()
    for d in ORTHOGONAL:
        for current in ray(board, point, *d):
            out.add(current)
            if current in board:
                break
    return out


def attacked(board: Board, point: int) -> set[int]:
    """The points that the piece on ``point`` attacks, own pieces included."""
    return behind_one(board, point) if board[point].kind == "C" else set(reached(board, point))


def union(board: Board, side: int, kinds: str) -> set[int]:
    return set().union(*(attacked(board, point) for point in own(board, side, kinds)))


def palace_steps(king: int, side: int) -> set[int]:
    return {p for d in ORTHOGONAL if (p := step(king, *d)) is not None and in_palace(p, side)}


def side_score(board: Board, number: Numbers, to_move: bool) -> tuple[int, int]:
    """Red's (middlegame, endgame)."""
    tally = Tally()
    _squares(board, number, tally)
    _numbers_of_pieces(board, number, tally)
    _structure(board, number, tally)
    _mobility(board, number, tally)
    _king_attack(board, number, tally)
    _threats(board, number, tally)
    if to_move:
        tally.add(number("tempo"))
    return tally.pair


def _squares(board, number, tally):
    for point in own(board, RED, "KABNRCP"):
        kind, rank, edge = board[point].kind, point // 9, min(point % 9, 8 - point % 9)
        if kind in VICTIMS:
            tally.add(number("material", VICTIMS.index(kind)))
        if kind in "NRCP":
            tally.add(number("squares", "NRCP".index(kind), rank * 5 + edge))
        elif kind == "K":
            tally.add(number("king", rank, edge - 3))
        elif kind == "A":
            tally.add(number("advisor", rank))
        else:
            tally.add(number("bishop", {(0, 2): 0, (2, 0): 1, (2, 4): 2, (4, 2): 3}[rank, edge]))


def _numbers_of_pieces(board, number, tally):
    have = {kind: len(own(board, RED, kind)) for kind in VICTIMS}
    enemy = {kind: len(own(board, BLACK, kind)) for kind in VICTIMS}
    for n, kind in enumerate("NRCP"):
        tally.add(number("missing_advisor", n), max(0, 2 - have["A"]) * enemy[kind])
        tally.add(number("missing_bishop", n), max(0, 2 - have["B"]) * enemy[kind])
    for n, kind in enumerate("RNC"):
        tally.add(number("piece_pair", n), have[kind] >= 2)
    for n, (a, b) in enumerate(("RN", "RC", "NC")):
        tally.add(number("piece_pair", 3 + n), have[a] * have[b])
    crowd = len(board) - 16
    for n, kind in enumerate(ATTACKERS):
        tally.add(number("pawn_company", n), have["P"] * have[kind])
        tally.add(number("crowd", n), crowd * have[kind])
    tally.add(number("cannon_screens", 0), have["C"] * have["A"])
    tally.add(number("cannon_screens", 1), have["C"] * have["B"])


def _structure(board, number, tally):
    advisors, bishops = own(board, RED, "A"), own(board, RED, "B")
    tally.add(number("defenders", min(2, len(advisors)), min(2, len(bishops))))
    if union(board, RED, "A") & set(advisors):
        tally.add(number("advisors_linked"))
    if any(abs(a // 9 - b // 9) == 2 and abs(a % 9 - b % 9) == 2 for a in bishops for b in bishops):
        tally.add(number("bishops_linked"))
    crossed = {point for point in own(board, RED, "P") if point >= 45}
    tally.add(number("crossed", min(5, len(crossed))))
    tally.add(number("crossed_linked"), sum(point % 9 < 8 and point + 1 in crossed for point in crossed))
    tally.add(number("crossed_tandem"), sum(point + 9 in crossed for point in crossed))


def _mobility(board, number, tally):
    for point in own(board, RED, ATTACKERS):
        kind = board[point].kind
        if kind == "C":
            tally.add(number("mobility_cannon", sum(p not in board for p in straight(board, point))))
        else:
            free = sum(p not in board or board[p].side == BLACK for p in attacked(board, point))
            tally.add(number("mobility_knight" if kind == "N" else "mobility_rook", free))


def _king_attack(board, number, tally):
    king = own(board, BLACK, "K")[0]
    guarded = union(board, BLACK, "KABNRCP")
    units = number("danger_base")
    for d in ORTHOGONAL:
        row = 0 if d[0] else 1
        line = [(board[p].side, board[p].kind) for p in ray(board, king, *d) if p in board]
        if line[1:2] == [(RED, "R")]:
            tally.add(number("king_line", row, 0))
            units += number("danger_line")
        if line[:1] == [(RED, "C")]:
            tally.add(number("king_line", row, 1))
        if line[2:3] == [(RED, "C")]:
            tally.add(number("king_line", row, 2))
        if line[1:2] == [(RED, "K")] and line[0][0] == RED:
            tally.add(number("kings_face"))
    units += number("danger_pawn") * sum(in_palace(p, BLACK) for p in union(board, RED, "P"))
    units += number("danger_knight") * sum(p >= 45 for p in own(board, RED, "N"))
    around = {p for r in (-1, 0, 1) for f in (-1, 0, 1) if (p := step(king, r, f)) is not None and in_palace(p, BLACK)}
    for rook in own(board, RED, "R"):
        seen = straight(board, rook)
        rest = {p: piece for p, piece in board.items() if not (p in seen and piece.side == RED)}
        if (straight(rest, rook) - seen) & around:
            units += number("danger_behind")
    for n, kind in enumerate("NR"):
        if kind == "R":
            sources = straight(board, king)
        else:
            sources = {p for p in range(90) if king in reached({**board, p: Piece("N", RED)}, p)}
        safe = [p for p in sources & union(board, RED, kind) if p not in guarded and (p not in board or board[p].side == BLACK)]
        units += number("danger_check", n) * len(safe)
    units = min(280, max(0, units))
    tally.add((units * units // 64, 0))
    steps = palace_steps(own(board, RED, "K")[0], RED)
    free = [p for p in steps if p not in guarded and not (p in board and board[p].side == RED)]
    tally.add(number("king_moves", len(free)))


def _threats(board, number, tally):
    guarded = union(board, BLACK, "KABNRCP")
    for n, group in enumerate(GROUPS):
        targets = union(board, RED, group)
        for point in own(board, BLACK, VICTIMS):
            if point in targets:
                tally.add(number("threat", int(point in guarded), n, VICTIMS.index(board[point].kind)))


def scores(text: str, weights=WEIGHTS) -> tuple[tuple[int, int], tuple[int, int]]:
    """(middlegame, endgame) of Red and of Black."""
    board, side, _ = read_fen(text)
    number = Numbers(weights)
    return side_score(board, number, side == RED), side_score(turned(board), number, side == BLACK)
