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
        options=(
            Option("UCI_Chess960", "check", False, help="castling is written king takes own rook"),
            Option("shredder_fen", "check", False, help="castling rights are always written as files of rooks"),
            Option("array", "string", "standard", help="start position: standard or chess960:N with N in 0..959"),
            Option("claims", "combo", "auto", values=("auto", "player", "off"), help="what happens to draws that can be claimed"),
            Option("repetition_claim", "spin", 3, 2, 100, help="occurrences of a position that can be claimed as a draw"),
            Option("repetition_auto", "spin", 5, 2, 100, help="occurrences of a position that end the game"),
            Option("fifty_limit", "spin", 50, 1, 5000, help="moves without capture and pawn move that can be claimed as a draw"),
            Option("seventyfive_limit", "spin", 75, 1, 5000, help="moves without capture and pawn move that end the game"),
            Option("insufficient", "combo", "fide", values=("fide", "seed-10.4"), help="which material is a draw at once"),
            Option("win_by", "combo", "mate", values=("mate", "king-capture")),
            Option("castle_rook_safe", "check", False, help="the castling rook may not land on an attacked square"),
        ),
        aliases=("standard", "normal", "chess960", "fischerandom"),
    ),
)
