"""Army chess for drawers: who stands where by a position string, on both boards, and what kinds are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.games.luzhanqi.geometry import BOARDS, CAMP_PLACES, HQ_PLACES, INDEX, Board
from protocols.show.view import View

_WORDS = "marshal general division brigade regiment battalion company platoon engineer mine bomb flag"
KIND_NAMES = dict(zip("abcdefghijkl", _WORDS.split(), strict=True))
CHINESE = dict(zip("abcdefghijkl", "司军师旅团营连排工雷炸旗", strict=True))
COUNTS = dict(zip("abcdefghijkl", (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1), strict=True))
_POINT = r"[a-q][0-9]{1,2}"
_MOVE = re.compile(rf"({_POINT})({_POINT})(.*)", re.DOTALL)


@dataclass(frozen=True)
class Man:
    """One piece: ``owner`` is its seat (its colour in the flip game), -1 for a face-down piece; ``kind`` a letter, x, ?."""

    owner: int
    kind: str


@dataclass(frozen=True)
class Scene:
    """A position on one of the two boards."""

    board: Board
    men: dict[int, Man]
    known: set[int]
    viewer: int
    """Whose side is drawn below: a seat, 0 without a view."""
    is_view: bool

    @classmethod
    def of(cls, view: View) -> Scene:
        """The scene of a position string of any of the games."""
        fields = view.position.split()
        if view.entry.module == "siguo_junqi":
            men = _men_of(fields[0], re.compile(r"[0-9]+|[RPBG][a-lx]"), lambda s: Man("RPBG".index(s[0]), s[1]))
            board, known = BOARDS[1], fields[4]
            viewer = "rpbg".find(fields[2])
        else:
            men = _men_of(fields[0], re.compile(r"[0-9]|."), _two_man)
            board = BOARDS[0]
            hidden = view.entry.module == "luzhanqi"
            known, viewer = (fields[3], "01".find(fields[2])) if hidden else ("-", -1)
        index = INDEX[BOARDS.index(board)]
        points = {index[name] for name in known.split(",")} if known != "-" else set()
        return cls(board, men, points, max(0, viewer), viewer >= 0)

    def spot(self, point: int) -> tuple[int, int]:
        """File and rank from 0, as seen by the viewer: rank 0 is below."""
        name = self.board.names[point]
        file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if self.board.seats == 2:
            return (file, rank) if self.viewer == 0 else (4 - file, 11 - rank)
        for _ in range(self.viewer):
            file, rank = rank, 16 - file
        return file, rank

    @property
    def camps(self) -> set[int]:
        """The points that are camps."""
        return {ground[place] for ground in self.board.ground for place in CAMP_PLACES}

    @property
    def headquarters(self) -> set[int]:
        """The points that are headquarters."""
        return {ground[place] for ground in self.board.ground for place in HQ_PLACES}


def _two_man(sign: str) -> Man:
    return Man(-1, "?") if sign == "?" else Man(int(sign.islower()), sign.lower())


def _men_of(text: str, item: re.Pattern[str], read) -> dict[int, Man]:
    men: dict[int, Man] = {}
    point = 0
    for row in text.split("/"):
        for sign in item.findall(row):
            if sign.isdigit():
                point += int(sign)
            else:
                men[point] = read(sign)
                point += 1
    return men


def last_points(view: View) -> tuple[list[int], str]:
    """The points of the last move and what the referee said behind them."""
    match = _MOVE.fullmatch(view.last_move or "")
    index = INDEX[1 if view.entry.module == "siguo_junqi" else 0]
    if not match or match[1] not in index or match[2] not in index:
        return [], ""
    return [index[match[1]], index[match[2]]], match[3]


def gone_from(scene: Scene, owner: int) -> dict[str, int]:
    """Kind -> pieces of an army that are not on the board, where all its kinds are seen."""
    standing = [man.kind for man in scene.men.values() if man.owner == owner]
    if not standing or "x" in standing:
        return {}
    return {kind: count - standing.count(kind) for kind, count in COUNTS.items() if count > standing.count(kind)}
