"""The war of the four kingdoms, slow and literal (rule text, section 5)."""

from __future__ import annotations

from dataclasses import replace

from tests.reference.cross_twin import (
    BACK,
    FORWARD,
    SEATS,
    STEPS,
    Options,
    Twin,
    land,
    line,
    moved,
)

LINKS = {"f5": "e6", "e6": "f5", "e14": "f15", "f15": "e14", "n15": "o14", "o14": "n15", "o6": "n5", "n5": "o6"}


def in_frame(point: str) -> bool:
    """Whether a point lies in the frame."""
    return land(point) == "-"


class Siguo(Twin):
    """The game; ``extra`` is the order of falling."""

    @classmethod
    def read(cls, text: str, options: Options):
        """As in the base, the fallen seats in full."""
        fields = text.split()
        named = fields[3].replace("-", "")
        fields[3] = "".join(s for n, s in enumerate(SEATS) if fields[2][n] == "0" and s not in named) + named or "-"
        return super().read(" ".join(fields), options)

    def piece_moves(self, origin: str) -> list[str]:
        """Where the piece on ``origin`` may go, checks apart."""
        seat, kind = self.board[origin]
        return [] if seat == "d" else getattr(self, "moves_" + kind)(origin, seat)

    def may_end(self, to: str | None, seat: str) -> bool:
        """Empty, an enemy's or inert."""
        return to is not None and (to not in self.board or self.board[to][0] == "d" or self.is_enemy(self.board[to][0], seat))

    def slide(self, origin, seat, frame_only):
        found = []
        for direction in STEPS:
            for to in line(origin, direction):
                if frame_only and not in_frame(to):
                    break
                if self.may_end(to, seat):
                    found.append(to)
                if to in self.board:
                    break
        return found

    def moves_R(self, origin, seat):
        return self.slide(origin, seat, False)

    def moves_D(self, origin, seat):
        return [to for to in self.slide(origin, seat, True) if self.board.get(to, "  ")[1] != "D"]

    def moves_N(self, origin, seat):
        found = set()
        for right, up in STEPS.values():
            leg = moved(origin, right, up)
            if leg is None or (leg in self.board and not in_frame(leg)):
                continue
            for side in (1, -1):
                found.add(moved(leg, right + side * up, up + side * right))
        if in_frame(origin):
            for far, near in ((3, 2), (2, 3)):
                found |= {moved(origin, a * far, b * near) for a in (1, -1) for b in (1, -1)} - {
                    to for a in (1, -1) for b in (1, -1) if (to := moved(origin, a * far, b * near)) and not in_frame(to)
                }
        return [to for to in found if self.may_end(to, seat)]

    def moves_C(self, origin, seat):
        found = []
        for direction in STEPS:
            between: list[str] = []
            for to in line(origin, direction):
                if to not in self.board:
                    if not between:
                        found.append(to)
                    continue
                outside = sum(not in_frame(point) for point in between)
                inside = len(between) - outside
                if (outside == 0 and inside >= 1 or outside == 1) and self.may_end(to, seat):
                    found.append(to)
                between.append(to)
        return found

    def moves_P(self, origin, seat):
        targets: list[str | None] = []
        if in_frame(origin):
            targets += self.slide(origin, seat, True)
            for step in STEPS.values():
                to = moved(origin, *step)
                if to and not in_frame(to) and land(to) != seat:
                    targets.append(to)
        elif land(origin) == seat:
            targets.append(moved(origin, *STEPS[FORWARD[seat]]))
            if origin in LINKS and self.options.links:
                targets.append(LINKS[origin])
        else:
            host = land(origin)
            for direction, step in STEPS.items():
                to = moved(origin, *step)
                if to and land(to) == host and direction != FORWARD[host]:
                    assert direction == BACK[host] or direction not in (BACK[host], FORWARD[host])
                    targets.append(to)
        return [to for to in targets if self.may_end(to, seat)]

    def place(self, origin: str, to: str) -> Siguo:
        """Move a piece."""
        board = dict(self.board)
        board[to] = board.pop(origin)
        return replace(self, board=board)

    def without(self, seat: str) -> Siguo:
        """The pieces of a seat leave or become inert; it is the last of the fallen."""
        board = {}
        for point, piece in self.board.items():
            if piece[0] != seat:
                board[point] = piece
            elif self.options.stay:
                board[point] = "d" + piece[1]
        number = SEATS.index(seat)
        alive = self.alive[:number] + "0" + self.alive[number + 1 :]
        return replace(self, board=board, alive=alive, extra=self.extra.replace("-", "") + seat)

    def points(self) -> list[float]:
        """Points of each seat at the end of a free for all (section 6)."""
        fallen = self.extra.replace("-", "")
        share = (6 - sum(range(len(fallen)))) / (4 - len(fallen))
        return [float(fallen.index(seat)) if seat in fallen else share for seat in SEATS]
