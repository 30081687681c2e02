"""The evaluation of chess a second time: slow, square by square, over python-chess boards. An oracle for the compiled one.

Everything is said from White's view; Black is evaluated on the mirrored board.
"""

from __future__ import annotations

import chess

from engine.games.chess.weights import PAIR_COUNT, TERMS, WEIGHTS

P, N, B, R, Q, K = chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING


class Numbers:
    """Weights by name; pairs come as (middlegame, endgame)."""

    def __init__(self, weights=WEIGHTS):
        self.arrays = {name: term.read(weights) for name, term in TERMS.items()}
        assert PAIR_COUNT == sum(term.words // 2 for term in TERMS.values() if term.paired)

    def __call__(self, name, *index):
        found = self.arrays[name][index]
        return (int(found[0]), int(found[1])) if TERMS[name].paired else int(found)


class Tally:
    """A running (middlegame, endgame) sum."""

    def __init__(self):
        self.middlegame = self.endgame = 0

    def add(self, pair, times=1):
        self.middlegame += pair[0] * times
        self.endgame += pair[1] * times


def rank(square):
    return chess.square_rank(square)


def file(square):
    return chess.square_file(square)


def is_dark(square):
    return (rank(square) + file(square)) % 2 == 0


def squares(board, kind, color):
    return list(board.pieces(kind, color))


def slide(square, steps, blockers):
    """The squares that a slider attacks."""
    out = set()
    for df, dr in steps:
        f, r = file(square) + df, rank(square) + dr
        while 0 <= f < 8 and 0 <= r < 8:
            out.add(chess.square(f, r))
            if chess.square(f, r) in blockers:
                break
            f, r = f + df, r + dr
    return out


STRAIGHT, SLANTED = ((0, 1), (0, -1), (1, 0), (-1, 0)), ((1, 1), (1, -1), (-1, 1), (-1, -1))


def leap(square, steps):
    cells = ((file(square) + df, rank(square) + dr) for df, dr in steps)
    return {chess.square(f, r) for f, r in cells if 0 <= f < 8 and 0 <= r < 8}


KNIGHT_LEAPS = tuple((a * s, b * t) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1))


class Side:
    """White's half of a board: its pieces' attacks and its score."""

    def __init__(self, board, numbers):
        self.board, self.w = board, numbers
        self.own = {kind: squares(board, kind, True) for kind in range(1, 7)}
        self.foe = {kind: squares(board, kind, False) for kind in range(1, 7)}
        self.occupied = set(board.piece_map())
        self.king, self.foe_king = self.own[K][0], self.foe[K][0]
        self.foe_pawn_attacks = {t for s in self.foe[P] for t in leap(s, ((1, -1), (-1, -1)))}
        self.attacks = {kind: [] for kind in range(1, 7)}  # kind -> list of (square, attacked set)
        queens, rooks = set(self.own[Q]), set(self.own[R])
        for s in self.own[P]:
            self.attacks[P].append((s, leap(s, ((1, 1), (-1, 1)))))
        for s in self.own[N]:
            self.attacks[N].append((s, leap(s, KNIGHT_LEAPS)))
        for s in self.own[B]:
            self.attacks[B].append((s, slide(s, SLANTED, self.occupied - queens)))
        for s in self.own[R]:
            self.attacks[R].append((s, slide(s, STRAIGHT, self.occupied - queens - rooks)))
        for s in self.own[Q]:
            self.attacks[Q].append((s, slide(s, STRAIGHT + SLANTED, self.occupied)))
        self.attacks[K].append((self.king, leap(self.king, STRAIGHT + SLANTED)))
        self.count = {s: sum(s in t for kind in range(1, 7) for _, t in self.attacks[kind]) for s in chess.SQUARES}
        self.by = {kind: set().union(*(t for _, t in self.attacks[kind])) for kind in range(1, 7)}

    def pawn_terms(self, tally):
        w, own, foe = self.w, self.own[P], self.foe[P]
        self.passed = []
        for s in own:
            f, r = file(s), rank(s)
            tally.add(w("material", 0))
            tally.add(w("squares", 0, s))
            beside = [t for t in own if abs(file(t) - f) == 1]
            own_ahead = any(file(t) == f and rank(t) > r for t in own)
            foe_ahead = any(file(t) == f and rank(t) > r for t in foe)
            sentries = [t for t in foe if abs(file(t) - f) == 1 and rank(t) > r]
            is_passed = not foe_ahead and not own_ahead and not sentries
            is_open = not foe_ahead and not own_ahead
            isolated = not beside
            backward = not isolated and not is_passed and s + 8 in self.foe_pawn_attacks and not any(rank(t) <= r for t in beside)
            if isolated:
                tally.add(w("pawn_isolated"))
            if backward:
                tally.add(w("pawn_backward"))
            if is_open and (isolated or backward):
                tally.add(w("pawn_weak_open"))
            if own_ahead:
                tally.add(w("pawn_doubled"))
            if any(rank(t) == r for t in beside):
                tally.add(w("pawn_phalanx", r))
            if any(rank(t) == r - 1 for t in beside):
                tally.add(w("pawn_supported", r))
            if is_passed:
                self.passed.append(s)
                tally.add(w("passed", r))
                if r > 2:
                    tally.add(w("passed_own_king"), chess.square_distance(self.king, s + 8) * (r - 2))
                    tally.add(w("passed_enemy_king"), chess.square_distance(self.foe_king, s + 8) * (r - 2))
            elif is_open and sum(rank(t) <= r for t in beside) >= len(sentries):
                tally.add(w("pawn_candidate", r))

    def shelter_terms(self, tally):
        w = self.w
        middle = min(max(file(self.king), 1), 6)
        for f in (middle - 1, middle, middle + 1):
            edge = min(f, 7 - f)
            mine = min((rank(s) for s in self.own[P] if file(s) == f and rank(s) >= rank(self.king)), default=0)
            theirs = min((rank(s) for s in self.foe[P] if file(s) == f and rank(s) >= rank(self.king)), default=0)
            tally.add(w("shelter", edge, mine))
            if mine and theirs == mine + 1:
                tally.add(w("storm_blocked", theirs))
            else:
                tally.add(w("storm", edge, theirs))

    def piece_terms(self, tally):
        w = self.w
        tally.add(w("squares", 5, self.king))
        pawns, foe_pawns = self.own[P], self.foe[P]
        fixed = {s for s in pawns if s + 8 in self.occupied or rank(s) <= 2}
        area = set(chess.SQUARES) - self.foe_pawn_attacks - fixed - {self.king}
        for kind, name in ((N, "knight"), (B, "bishop"), (R, "rook"), (Q, "queen")):
            for s, attacked in self.attacks[kind]:
                tally.add(w("material", kind - 1))
                tally.add(w("squares", kind - 1, s))
                tally.add(w("mobility_" + name, len(attacked & area)))
        bishops = self.own[B]
        if any(is_dark(s) for s in bishops) and not all(is_dark(s) for s in bishops):
            tally.add(w("bishop_pair"))
        for s in bishops:
            tally.add(w("bishop_pawns"), sum(is_dark(p) == is_dark(s) for p in pawns))
        for s in self.own[N] + bishops:
            if s + 8 in pawns + foe_pawns:
                tally.add(w("minor_behind_pawn"))
        ahead_of = lambda s: any(abs(file(p) - file(s)) == 1 and rank(p) > rank(s) for p in foe_pawns)  # noqa: E731
        posts = {s for s in self.by[P] if 3 <= rank(s) <= 5 and not ahead_of(s)}
        tally.add(w("outpost", 0), sum(s in posts for s in self.own[N]))
        tally.add(w("outpost", 1), sum(s in posts for s in bishops))
        tally.add(w("outpost_reach"), len((self.by[N] & posts) - set(pawns) - set(self.own[N]) - set(bishops)))
        for s in self.own[R]:
            if not any(file(p) == file(s) for p in pawns):
                tally.add(w("rook_file", 0 if any(file(p) == file(s) for p in foe_pawns) else 1))
            if rank(s) == 6 and (rank(self.foe_king) == 7 or any(rank(p) == 6 for p in foe_pawns)):
                tally.add(w("rook_seventh"))

    def pressure_terms(self, tally, enemy):
        """``enemy``: the other side's Side, on the mirrored board."""
        w = self.w
        mirror = chess.square_mirror
        every = {s for s in chess.SQUARES if self.count[s]}
        twice = {s for s in chess.SQUARES if self.count[s] > 1}
        foe_every = {mirror(s) for s in chess.SQUARES if enemy.count[s]}
        foe_twice = {mirror(s) for s in chess.SQUARES if enemy.count[s] > 1}
        foe_queen_attacks = {mirror(s) for s in enemy.by[Q]}
        men = {s: kind for kind in self.foe for s in self.foe[kind]}
        for s, kind in men.items():
            guarded = s in self.foe_pawn_attacks or (s in foe_twice and s not in twice)
            weak = s in every and not guarded
            if s in self.by[N] | self.by[B] and kind != K and (weak or kind != P):
                tally.add(w("threat_minor", kind - 1))
            if s in self.by[R] and kind != K and (weak or kind == Q):
                tally.add(w("threat_rook", kind - 1))
            if weak and s in self.by[K]:
                tally.add(w("threat_king"))
            if weak and (s not in foe_every or (kind != P and s in twice)):
                tally.add(w("hanging"))
        for s in every & foe_every - self.occupied:
            if not (s in self.foe_pawn_attacks or (s in foe_twice and s not in twice)):
                tally.add(w("restricted"))
        pieces = {s for s, kind in men.items() if kind != P}
        holds = {s for s in chess.SQUARES if s not in foe_every or s in every}
        hit = {t for s, to in self.attacks[P] if s in holds for t in to}
        tally.add(w("threat_pawn"), len(hit & pieces))
        steps = set()
        for s in self.own[P]:
            if s + 8 not in self.occupied:
                steps.add(s + 8)
                if rank(s) == 1 and s + 16 not in self.occupied:
                    steps.add(s + 16)
        hit = {t for s in (steps & holds) - self.foe_pawn_attacks if rank(s) < 7 for t in leap(s, ((1, 1), (-1, 1)))}
        tally.add(w("threat_push"), len(hit & pieces))

        near = leap(self.foe_king, STRAIGHT + SLANTED)
        zone = near | {s - 8 for s in near if s >= 8}
        feeble = {s for s in every if s not in foe_every or (s not in foe_twice and (s in near or s in foe_queen_attacks))}
        own_men = {s for kind in self.own for s in self.own[kind]}
        safe = {s for s in chess.SQUARES if s not in own_men and (s not in foe_every or (s in feeble and s in twice))}
        units = w("danger_base")
        for index, kind in enumerate((N, B, R, Q)):
            for _, attacked in self.attacks[kind]:
                if attacked & (zone | {self.foe_king}):
                    units += w("danger_attacker", index) + len(attacked & near) * w("danger_hit")
        units += len(zone & feeble) * w("danger_weak")
        blockers = self.occupied - set(self.foe[Q])
        lines, diagonals = slide(self.foe_king, STRAIGHT, blockers), slide(self.foe_king, SLANTED, blockers)
        checks = (leap(self.foe_king, KNIGHT_LEAPS), diagonals, lines, lines | diagonals)
        for index, kind in enumerate((N, B, R, Q)):
            if checks[index] & self.by[kind] & safe:
                units += w("danger_check", index)
        if not self.own[Q]:
            units += w("danger_no_queen")
        units = min(max(units, 0), 4000)
        tally.add((units * units // 8192, units // 16))

        for s in self.passed:
            if rank(s) < 3:
                continue
            path = set(range(s + 8, 64, 8))
            if s + 8 not in self.occupied:
                tally.add(w("passed_free", rank(s)))
                if not path & (self.occupied | foe_every):
                    tally.add(w("passed_safe", rank(s)))
            if s + 8 in every:
                tally.add(w("passed_guarded", rank(s)))


def scores(board, weights=WEIGHTS):
    """((middlegame, endgame) of the player to act, of the other player), without the knowledge of special endings."""
    numbers = Numbers(weights)
    views = (board, board.mirror()) if board.turn else (board.mirror(), board)
    sides = [Side(view, numbers) for view in views]
    out = []
    for side, other in (sides, sides[::-1]):
        tally = Tally()
        side.pawn_terms(tally)
        side.shelter_terms(tally)
        side.piece_terms(tally)
        side.pressure_terms(tally, other)
        out.append(tally)
    out[0].add(numbers("tempo"))
    return tuple((tally.middlegame, tally.endgame) for tally in out)
