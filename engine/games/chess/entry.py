"""Catalogue entry of chess; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

ENTRIES = (
    CatalogueEntry(
        id="chess",
        name="Chess",
        chinese_name="国际象棋",
        module="chess",
        rules="chess.md",
        seats=("white", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci", "xboard"),
        start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        files=8,
        ranks=8,
        notations=("uci", "san", "chinese"),
        options=(Option("UCI_Chess960", "check", False, help="castling is king takes own rook"),),
        aliases=("standard", "normal"),
    ),
)
