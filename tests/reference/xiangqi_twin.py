"""A slow, plain twin of the xiangqi rules: moves, results and the adjudication of repetitions, straight from the rule text.

It shares nothing with ``engine`` and is written to be read beside ``xiangqi.md``: sections 3 to 6 and 8. A board is a dictionary
from points (``rank * 9 + file``) to :class:`Piece` objects; a piece keeps its identity when it moves, so that the excuse sets and
the tracking of a chased piece need no bookkeeping.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
RED, BLACK = 0, 1
SEATS = ("red", "black")
DEFAULTS = {
    "Repetition Rule": "ChineseRule",
    "Repetition Fold": 3,
    "Repetition Grace": 0,
    "Mate Threat Depth": 1,
    "Three Checks": False,
    "Sixty Move Rule": True,
    "Rule60MaxPly": 120,
    "Rule60 Free Checks": False,
    "FreeSetup": False,
}
ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, eq=False)
class Piece:
    """One piece; two pieces are equal only if they are the same one."""

    kind: str
    side: int


Board = dict[int, Piece]
Move = tuple[int, int]
Key = tuple[frozenset, int]


# --- text ---------------------------------------------------------------------------------------------------------------


def read_fen(text: str) -> tuple[Board, int, int]:
    """The board, the side to move and the plies since the last capture."""
    fields = text.split()
    board: Board = {}
    for rank, row in zip(range(9, -1, -1), fields[0].split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            kind = letter.upper().replace("E", "B").replace("H", "N")
            board[rank * 9 + file] = Piece(kind, RED if letter.isupper() else BLACK)
            file += 1
        assert file == 9
    side = BLACK if len(fields) > 1 and fields[1] == "b" else RED
    return board, side, int(fields[4]) if len(fields) > 4 else 0


def write_fen(board: Board, side: int, halfmove: int = 0, fullmove: int = 1) -> str:
    """The position string of ``board``."""
    rows = []
    for rank in range(9, -1, -1):
        row, empty = "", 0
        for file in range(9):
            piece = board.get(rank * 9 + file)
            if piece is None:
                empty += 1
                continue
            row += str(empty) if empty else ""
            row, empty = row + (piece.kind if piece.side == RED else piece.kind.lower()), 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {'wb'[side]} - - {halfmove} {fullmove}"


def wire(move: Move) -> str:
    """``h2e2`` for a move."""
    return "".join("abcdefghi"[point % 9] + str(point // 9) for point in move)


def read_wire(text: str) -> Move:
    """The inverse of :func:`wire`."""
    points = ["abcdefghi".index(text[i]) + 9 * int(text[i + 1]) for i in (0, 2)]
    return points[0], points[1]


# --- moves (section 4) --------------------------------------------------------------------------------------------------


def step(point: int, rank: int, file: int) -> int | None:
    """The point ``rank`` and ``file`` away, None if off the board."""
    r, f = point // 9 + rank, point % 9 + file
    return r * 9 + f if 0 <= r <= 9 and 0 <= f <= 8 else None


def in_palace(point: int, side: int) -> bool:
    return 3 <= point % 9 <= 5 and (point // 9 <= 2 if side == RED else point // 9 >= 7)


def in_own_half(point: int, side: int) -> bool:
    return (point // 9 <= 4) == (side == RED)


def ray(board: Board, point: int, rank: int, file: int) -> Iterable[int]:
    """The points from ``point`` outwards."""
    current = step(point, rank, file)
    while current is not None:
        yield current
        current = step(current, rank, file)


def reached(board: Board, origin: int) -> list[int]:
    """The points where the piece on ``origin`` may go by its own way of moving, an own piece standing there or not."""
    piece = board[origin]
    points: list[int | None] = []
    if piece.kind == "K":
        points = [p for d in ORTHOGONAL if (p := step(origin, *d)) is not None and in_palace(p, piece.side)]
    elif piece.kind == "A":
        points = [p for d in DIAGONAL if (p := step(origin, *d)) is not None and in_palace(p, piece.side)]
    elif piece.kind == "B":
        for r, f in DIAGONAL:
            target = step(origin, 2 * r, 2 * f)
            if target is not None and in_own_half(target, piece.side) and step(origin, r, f) not in board:
                points.append(target)
    elif piece.kind == "N":
        for r, f in ORTHOGONAL:
            if step(origin, r, f) not in board:
                points += [step(origin, 2 * r + f, 2 * f + r), step(origin, 2 * r - f, 2 * f - r)]
    elif piece.kind == "P":
        points.append(step(origin, 1 if piece.side == RED else -1, 0))
        if not in_own_half(origin, piece.side):
            points += [step(origin, 0, 1), step(origin, 0, -1)]
    elif piece.kind == "R":
        for d in ORTHOGONAL:
            for point in ray(board, origin, *d):
                points.append(point)
                if point in board:
                    break
    elif piece.kind == "C":
        for d in ORTHOGONAL:
            screens = 0
            for point in ray(board, origin, *d):
                if point in board:
                    if screens == 1:
                        points.append(point)
                        break
                    screens += 1
                elif screens == 0:
                    points.append(point)
    return [p for p in points if p is not None]


def moved(board: Board, move: Move) -> Board:
    """The board after ``move``."""
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def king_point(board: Board, side: int) -> int:
    return next(point for point, piece in board.items() if piece.kind == "K" and piece.side == side)


def king_attackers(board: Board, side: int) -> set[Piece]:
    """The enemy pieces that attack the king of ``side``, the enemy king included when the two face each other."""
    king = king_point(board, side)
    found = set()
    for point, piece in board.items():
        if piece.side == side:
            continue
        if piece.kind == "K":
            direction = 1 if point > king else -1
            if point % 9 == king % 9 and next(p for p in ray(board, king, direction, 0) if p in board) == point:
                found.add(piece)
        elif king in reached(board, point):
            found.add(piece)
    return found


def pseudo_moves(board: Board, side: int) -> list[Move]:
    """All moves of ``side`` by the ways of moving alone."""
    return [
        (origin, to)
        for origin, piece in board.items()
        if piece.side == side
        for to in reached(board, origin)
        if to not in board or board[to].side != side
    ]


def legal_moves(board: Board, side: int) -> list[Move]:
    """All legal moves of ``side``."""
    return [move for move in pseudo_moves(board, side) if not king_attackers(moved(board, move), side)]


def is_checkmate(board: Board, side: int) -> bool:
    """Whether ``side``, to move, is checkmated."""
    return bool(king_attackers(board, side)) and not legal_moves(board, side)


def forces_mate(board: Board, side: int, depth: int) -> bool:
    """Whether ``side``, to move, mates by checks alone in at most ``depth`` moves of its own."""
    if depth <= 0:
        return False
    other = 1 - side
    for move in legal_moves(board, side):
        after = moved(board, move)
        if king_attackers(after, other):
            replies = legal_moves(after, other)
            if all(forces_mate(moved(after, reply), side, depth - 1) for reply in replies):
                return True
    return False


# --- exchanges (section 6.2) --------------------------------------------------------------------------------------------


def value(piece: Piece, point: int) -> int:
    """Units of the piece when it stands on ``point``."""
    if piece.kind == "P":
        return 0 if in_own_half(point, piece.side) else 1
    return {"R": 4, "N": 2, "C": 2, "A": 1, "B": 1, "K": 0}[piece.kind]


class Exchange:
    """Captures from one position ``P``; holds the excuse sets of ``P``."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.excuse = [king_attackers(board, RED), king_attackers(board, BLACK)]

    def admissible(self, board: Board, capture: Move) -> bool:
        """Whether ``capture``, made on ``board`` (``P`` or a board that exchanges from ``P`` have led to), is admissible."""
        piece = board[capture[0]]
        attackers = king_attackers(moved(board, capture), piece.side)
        return not attackers if piece.kind == "K" else attackers <= self.excuse[piece.side]

    def captures(self, board: Board, side: int, point: int) -> list[Move]:
        """The admissible captures by ``side`` of the piece on ``point``."""
        takers = [(o, point) for o, piece in board.items() if piece.side == side and point in reached(board, o)]
        return [capture for capture in takers if self.admissible(board, capture)]

    def gain(self, board: Board, side: int, point: int) -> int:
        """The most that ``side`` wins by captures on ``point``."""
        best = 0
        for capture in self.captures(board, side, point):
            best = max(best, value(board[point], point) - self.gain(moved(board, capture), 1 - side, point))
        return best


# --- threats and letters (sections 6.3 and 6.4) -------------------------------------------------------------------------


def is_real_threat(exchange: Exchange, capture: Move, rule: str, pawns: bool) -> bool:
    """Whether the capture ``a takes v``, which the way of moving allows, is a real threat in ``exchange.board``."""
    board = exchange.board
    a, v = board[capture[0]], board[capture[1]]
    point = capture[1]
    # 1
    if a.kind == "K" or (a.kind == "P" and not pawns):
        return False
    if v.kind == "K" or (v.kind == "P" and in_own_half(point, v.side)):
        return False
    # 2
    if not exchange.admissible(board, capture):
        return False
    # 3
    back = (point, capture[0])
    if a.kind == v.kind and capture[0] in reached(board, point) and exchange.admissible(board, back):
        return False
    after = moved(board, capture)
    rooted = bool(exchange.captures(after, v.side, point))
    if rule == "AsianRule":
        return not rooted or (v.kind == "R" and a.kind in "NC") or (v.kind in "RNC" and a.kind in "AB")
    # 4
    if a.kind != "P" and v.kind == "P" and rooted:
        return False
    # 5
    if a.kind != "P" and v.kind != "P" and value(v, point) - exchange.gain(after, v.side, point) <= 0:
        return False
    # 6
    if not king_attackers(board, a.side):
        for reply in legal_moves(after, v.side):
            if is_checkmate(moved(after, reply), a.side):
                return False
    return True


def threats(board: Board, side: int, rule: str, pawns: bool) -> set[Piece]:
    """The enemy pieces that ``side``, to move, really threatens."""
    exchange = Exchange(board)
    found = set()
    for capture in pseudo_moves(board, side):
        if capture[1] in board and is_real_threat(exchange, capture, rule, pawns):
            found.add(board[capture[1]])
    return found


def new_threats(before: Board, after: Board, side: int, rule: str, pawns: bool) -> set[Piece]:
    """The pieces that ``side`` threatens after its ply and did not threaten before it."""
    return threats(after, side, rule, pawns) - threats(before, side, rule, pawns)


def letter(before: Board, after: Board, side: int, rule: str, depth: int, pawns: bool) -> str:
    """The letter of a ply of ``side``."""
    if king_attackers(after, 1 - side):
        return "J"
    if rule == "ChineseRule" and forces_mate(after, side, depth):
        return "S"
    if rule in ("ChineseRule", "AsianRule") and new_threats(before, after, side, rule, pawns):
        return "Z"
    return "X"


# --- verdicts (sections 6.1 and 6.4) ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The judgement of a cycle; ``loser`` is None for a draw."""

    loser: int | None
    reason: str
    letters: str


def judge(boards: list[Board], first: int, rule: str = "ChineseRule", depth: int = 1) -> Verdict:
    """The verdict on a segment: ``boards`` from its first position to its last, ``first`` the side that moves first."""
    plies = [(boards[i], boards[i + 1], (first + i) % 2) for i in range(len(boards) - 1)]

    def spell(side: int, pawns: bool) -> str:
        return "".join(letter(b, a, s, rule, depth, pawns) for b, a, s in plies if s == side)

    letters = [spell(RED, False), spell(BLACK, False)]
    checks_long = [set(text) == {"J"} for text in letters]
    loser = None
    if rule == "NoJudgement" or all(checks_long):
        pass
    elif any(checks_long):
        loser = checks_long.index(True)
    elif rule == "AsianRule":
        chases_long = []
        for side in (RED, BLACK):
            sets = [new_threats(b, a, s, rule, False) for b, a, s in plies if s == side]
            chases_long.append(bool(set.intersection(*sets)))
        if chases_long.count(True) == 1:
            loser = chases_long.index(True)
    elif rule == "ChineseRule":
        banned = ["X" not in text for text in letters]
        if banned.count(True) == 1:
            loser = banned.index(True)
            again = spell(1 - loser, True)
            if "X" not in again:
                letters[1 - loser] = again
                loser = None
    text = "/".join(letters)
    if loser is None:
        return Verdict(None, "repetition", text)
    own = set(letters[loser])
    if own == {"J"}:
        return Verdict(loser, "perpetual-check", text)
    return Verdict(loser, "perpetual-chase" if "Z" in own or rule == "AsianRule" else "perpetual-kill", text)


def is_material_draw(board: Board) -> bool:
    """Whether neither side has a piece that could win."""
    return not any(piece.kind in "RNCP" for piece in board.values())


# --- games (section 5) --------------------------------------------------------------------------------------------------


class Game:
    """A game from a position string on; ``options`` as in section 8."""

    def __init__(self, fen: str = START, moves: Iterable[str] = (), **options: object) -> None:
        self.options = {**DEFAULTS, **options}
        board, self.first, self.halfmove = read_fen(fen)
        self.boards = [board]
        self.captures = [False]
        for move in moves:
            self.push(move)

    @property
    def side(self) -> int:
        return (self.first + len(self.boards) - 1) % 2

    def push(self, text: str) -> None:
        """Play a legal move in wire notation."""
        move = read_wire(text)
        assert move in legal_moves(self.boards[-1], self.side), f"{text} is not legal"
        self.captures.append(move[1] in self.boards[-1])
        self.boards.append(moved(self.boards[-1], move))

    def key(self, ply: int) -> Key:
        """What makes two positions the same: the board and the side to move."""
        board = frozenset((point, piece.kind, piece.side) for point, piece in self.boards[ply].items())
        return board, (self.first + ply) % 2

    def occurrences(self, ply: int) -> list[int]:
        """The plies up to ``ply`` at which its position occurred, ``ply`` itself last."""
        key = self.key(ply)
        return [n for n in range(ply + 1) if self.key(n) == key]

    def judge(self, start: int, end: int) -> Verdict:
        """The verdict on the segment between two plies."""
        rule, depth = self.options["Repetition Rule"], self.options["Mate Threat Depth"]
        return judge(self.boards[start : end + 1], (self.first + start) % 2, str(rule), int(str(depth)))

    def verdict_at(self, ply: int) -> Verdict | None:
        """The verdict where the position of ``ply`` has occurred often enough."""
        fold = int(str(self.options["Repetition Fold"]))
        plies = self.occurrences(ply)
        return self.judge(plies[-fold], ply) if len(plies) >= fold else None

    def must_change(self) -> int | None:
        """The side that loses if the present repetition goes on."""
        plies = self.occurrences(len(self.boards) - 1)
        return self.judge(plies[-2], plies[-1]).loser if len(plies) > 1 else None

    def is_check(self, ply: int) -> bool:
        """Whether the ply that led to row ``ply`` gave check."""
        return bool(king_attackers(self.boards[ply], (self.first + ply) % 2))

    def three_checks_loser(self, ply: int) -> int | None:
        """The side that loses by the option ``Three Checks`` at ``ply``."""
        plies = self.occurrences(ply)
        if len(plies) < 2:
            return None
        long = []
        for side in (RED, BLACK):
            own = [n for n in range(1, ply + 1) if (self.first + n - 1) % 2 == side]
            long.append((all(self.is_check(n) for n in own if n > plies[-2]), [self.is_check(n) for n in own[-3:]]))
        if long[RED][0] == long[BLACK][0]:
            return None
        side = RED if long[RED][0] else BLACK
        return side if long[side][1] == [True] * 3 else None

    def natural_count(self, ply: int) -> int:
        """The plies that count for the natural limit at ``ply``."""
        last = max([n for n in range(1, ply + 1) if self.captures[n]], default=0)
        count = ply - last + (0 if last else self.halfmove)
        if self.options["Rule60 Free Checks"]:
            for side in (RED, BLACK):
                checks = sum(self.is_check(n) for n in range(last + 1, ply + 1) if (self.first + n - 1) % 2 == side)
                count -= max(0, checks - 10)
        return count

    def end(self) -> tuple[int, str] | None:
        """The first ply at which a rule applies and the result there; None while the game goes on."""
        pending: tuple[int, Verdict] | None = None
        for ply, board in enumerate(self.boards):
            side = (self.first + ply) % 2
            if not legal_moves(board, side):
                return ply, f"win {SEATS[1 - side]} {'checkmate' if king_attackers(board, side) else 'stalemate'}"
            if is_material_draw(board):
                return ply, "draw material"
            if self.options["Three Checks"] and (loser := self.three_checks_loser(ply)) is not None:
                return ply, f"win {SEATS[1 - loser]} perpetual-check"
            if len(self.occurrences(ply)) == 1:
                pending = None
            if pending is None and (verdict := self.verdict_at(ply)) is not None:
                pending = ply, verdict
            if pending is not None and ply >= pending[0] + int(str(self.options["Repetition Grace"])):
                verdict = pending[1]
                return ply, "draw repetition" if verdict.loser is None else f"win {SEATS[1 - verdict.loser]} {verdict.reason}"
            if self.options["Sixty Move Rule"] and self.natural_count(ply) >= int(str(self.options["Rule60MaxPly"])):
                return ply, "draw move-limit"
        return None

    def result(self) -> str:
        """What ``qiji result`` prints."""
        end = self.end()
        return end[1] if end else "ongoing"
