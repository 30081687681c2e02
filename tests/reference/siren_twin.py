"""Four-player xiangqi with palace and throne, slow and literal (rule text, section 5)."""

from __future__ import annotations

from dataclasses import replace

from tests.reference.cross_twin import (
    FORWARD,
    SEATS,
    STEPS,
    Twin,
    land,
    line,
    moved,
    palace,
)

THRONE = "j10"
PAWN_STARTS = {
    "r": "f4 h4 j4 l4 n4".split(),
    "b": "d6 d8 d10 d12 d14".split(),
    "y": "f16 h16 j16 l16 n16".split(),
    "g": "p6 p8 p10 p12 p14".split(),
}


class Siren(Twin):
    """The game; ``extra`` is the crown."""

    FACING = "KW"

    def movers(self) -> str:
        """The seat to act and, if it is the king, its living ally."""
        bearer = self.board.get(self.extra, "")
        if bearer[:1] == self.turn:
            return "".join(seat for seat in self.friends(self.turn) if self.lives(seat))
        return self.turn

    def is_whole(self) -> bool:
        """Whether all eight garrison pieces stand."""
        return sum(piece == "nT" for piece in self.board.values()) == 8

    def piece_moves(self, origin: str) -> list[str]:
        """Where the piece on ``origin`` may go, checks apart."""
        seat, kind = self.board[origin]
        targets = getattr(self, "moves_" + kind)(origin, seat)
        if kind in "RNC" and self.is_whole():
            targets = [to for to in targets if palace(to) != "-"]
        return targets

    def may_end(self, to: str | None, seat: str) -> bool:
        """Empty or an enemy's."""
        return to is not None and (to not in self.board or self.is_enemy(self.board[to][0], seat))

    def moves_T(self, origin, seat):
        return []

    moves_W = Twin.moves_K

    def moves_N(self, origin, seat):
        found = []
        for right, up in STEPS.values():
            leg = moved(origin, right, up)
            if leg is None or leg in self.board:
                continue
            for side in (1, -1):
                to = moved(leg, right + side * up, up + side * right)
                if self.may_end(to, seat):
                    found.append(to)
        return found

    def moves_R(self, origin, seat):
        found = []
        for direction in STEPS:
            for to in line(origin, direction):
                if self.may_end(to, seat):
                    found.append(to)
                if to in self.board:
                    break
        return found

    def moves_C(self, origin, seat):
        found = []
        for direction in STEPS:
            between = 0
            for to in line(origin, direction):
                if to not in self.board:
                    if between == 0:
                        found.append(to)
                    continue
                if between == 1 and self.may_end(to, seat):
                    found.append(to)
                between += 1
        return found

    def moves_P(self, origin, seat):
        found = []
        if land(origin) == seat:
            length = 3 if origin in PAWN_STARTS[seat] else 1
            ways = [line(origin, FORWARD[seat])[:length]]
        else:
            ways = [line(origin, direction)[:1] for direction in STEPS]
        for way in ways:
            for to in way:
                if self.may_end(to, seat) or self.board.get(to) == "nT":
                    found.append(to)
                if to in self.board:
                    break
        return found

    def place(self, origin: str, to: str) -> Siren:
        """Move a piece and settle the crown."""
        board = dict(self.board)
        piece = board.pop(origin)
        crown = self.extra
        takes = to == crown or (crown == "-" and to == THRONE)
        if crown == origin or takes:
            crown = to
        if takes and piece[1] != "K":
            piece = piece[0] + "W"
        board[to] = piece
        return replace(self, board=board, extra=crown)

    def without(self, seat: str) -> Siren:
        """All pieces of a seat leave; with the bearer the crown goes."""
        board = {point: piece for point, piece in self.board.items() if piece[0] != seat}
        number = SEATS.index(seat)
        alive = self.alive[:number] + "0" + self.alive[number + 1 :]
        return replace(self, board=board, alive=alive, extra=self.extra if self.extra in board else "-")
