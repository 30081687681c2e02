"""Moves of the variants as people write them: xiangqi's WXF and Chinese texts, and forms for what xiangqi does not have.

Half steps and chains in WXF are the wire form in brackets, ``[d0j0]``; a chain in Chinese is 马八连[f4]. Two elephants on one
file are told apart by 前 and 后 where they no longer live on fixed points (paowei-xiangqi), two advisors on one file where they
stand on neighbouring ranks, so that both may go the same way (shengshi-xiangqi).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.games.xiangqi import manual as base
from engine.games.xiangqi.manual import Spelling, ends, read_spelling
from engine.games.xiangqi.state import ADVISOR, BISHOP, BLACK, COLOR_BIT, FILES, KNIGHT
from engine.games.xiangqi_variants.state import HALF_NAMES, PAOWEI, POINTS

_CHAIN = re.compile(r"(.+)[连連]\[?([a-i][0-9])\]?")


def cell_name(cell: int) -> str:
    """``a0`` .. ``i9``, ``j0`` .. ``k8``."""
    return "abcdefghi"[cell % FILES] + str(cell // FILES) if cell < POINTS else HALF_NAMES[cell - POINTS]


def wire(origin: int, to: int) -> str:
    """``h2e2``, ``d0j0``."""
    return cell_name(origin) + cell_name(to)


class _Namer(base._Namer):
    """Names the pieces of one position for its moves."""

    def __init__(self, board: Sequence[int], player: int, variant: int) -> None:
        super().__init__(board, player)
        self.variant = variant

    def is_chain(self, origin: int, to: int) -> bool:
        """Whether the move is a chain of jumps."""
        ranks, files = abs(origin // FILES - to // FILES), abs(origin % FILES - to % FILES)
        return self.board[origin] & ~COLOR_BIT == KNIGHT and ranks * files != 2

    def is_ordinary(self, origin: int, to: int) -> bool:
        """Whether the move is one that xiangqi's notations can say."""
        return origin < POINTS and to < POINTS and not self.is_chain(origin, to)

    def spell(self, origin: int, to: int) -> tuple[Spelling | None, Spelling | None, list[Spelling]]:
        """As in xiangqi; elephants and advisors that could be mixed up are named by their places."""
        code = self.board[origin]
        kind = code & ~COLOR_BIT
        plain = Spelling(kind, *base._motion(kind, self.player, origin, to), base._file(origin, self.player))
        own = self.group(code)[plain.file]
        apart = kind == BISHOP and self.variant == PAOWEI
        apart |= kind == ADVISOR and any(abs(a - b) == FILES for a in own for b in own)
        if not apart or len(own) == 1:
            return super().spell(origin, to)
        placed = plain._replace(file=0, place=base._place(own.index(origin), len(own)))
        crowded = [squares for squares in self.group(code).values() if len(squares) > 1]
        if len(own) == 2 and len(crowded) == 1:
            return placed, placed, [plain, placed]
        return None, None, [plain, placed] if placed.place else [plain]

    def name_of(self, origin: int) -> Spelling | None:
        """The piece on ``origin`` as the Chinese text of a move straight ahead names it."""
        ahead = origin + (-FILES if self.player == BLACK else FILES)
        return self.spell(origin, ahead)[1]


def format_wxf(board: Sequence[int], player: int, move: int, variant: int) -> str:
    """``move`` in WXF notation, ``C2=5``."""
    origin, to = ends(move)
    namer = _Namer(board, player, variant)
    spelling = namer.spell(origin, to)[0] if namer.is_ordinary(origin, to) else None
    if spelling is None:
        return f"[{wire(origin, to)}]"
    return base.wxf_text(spelling)


def format_chinese(board: Sequence[int], player: int, move: int, variant: int, traditional: bool = False) -> str:
    """``move`` in Chinese notation, 炮二平五 for Red, 马８进７ for Black."""
    origin, to = ends(move)
    namer = _Namer(board, player, variant)
    chain = origin < POINTS and to < POINTS and namer.is_chain(origin, to)
    spelling = namer.name_of(origin) if chain else namer.spell(origin, to)[1] if namer.is_ordinary(origin, to) else None
    if spelling is None:
        return f"[{wire(origin, to)}]"
    name, motion = base.chinese_text(spelling, player, traditional)
    return f"{name}{'連' if traditional else '连'}[{cell_name(to)}]" if chain else name + motion


def _fits_chain(namer: _Namer, origin: int, to: int, name: Spelling, target: str) -> bool:
    """Whether a chain is the one that a text names."""
    if origin >= POINTS or to >= POINTS or not namer.is_chain(origin, to) or cell_name(to) != target:
        return False
    ahead = origin + (-FILES if namer.player == BLACK else FILES)
    said = (name.kind, name.file, name.place, name.order)
    return any((s.kind, s.file, s.place, s.order) == said for s in namer.spell(origin, ahead)[2])


def parse_manual(board: Sequence[int], player: int, legal: Iterable[int], text: str, variant: int) -> int:
    """The legal move that a WXF or Chinese text means; lenient as xiangqi's.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
    """
    moves = [int(move) for move in legal]
    namer = _Namer(board, player, variant)
    chain = _CHAIN.fullmatch("".join(text.split()))
    # The name of the piece alone is read with a motion put behind it.
    wanted = read_spelling(chain[1] + "进一") if chain else read_spelling(text)
    if wanted is None:
        raise base.unreadable(text)
    exact, fitting = [], []
    for move in moves:
        origin, to = ends(move)
        if chain:
            fitting += [move] if _fits_chain(namer, origin, to, wanted, chain[2]) else []
        elif namer.is_ordinary(origin, to):
            wxf, chinese, understood = namer.spell(origin, to)
            exact += [move] if wanted in (wxf, chinese) else []
            fitting += [move] if wanted in understood else []
    return base.chosen(exact, fitting, text, wire)
