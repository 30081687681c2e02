"""Catalogue entry of xiangqi; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

ENTRIES = (
    CatalogueEntry(
        id="xiangqi",
        name="Xiangqi",
        chinese_name="中国象棋",
        module="xiangqi",
        rules="xiangqi.md",
        seats=("red", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci", "ucci", "xboard"),
        start="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        files=9,
        ranks=10,
        notations=("wire", "iccs", "fairy", "wxf", "chinese", "traditional"),
        options=(
            Option("Repetition Rule", "combo", "ChineseRule", values=("ChineseRule", "AsianRule", "AllowChase", "NoJudgement")),
            Option("Repetition Fold", "spin", 3, 2, 5),
            Option("Repetition Grace", "spin", 0, 0, 60),
            Option("Mate Threat Depth", "spin", 1, 0, 10),
            Option("Three Checks", "check", False),
            Option("Sixty Move Rule", "check", True),
            Option("Rule60MaxPly", "spin", 120, 1, 240),
            Option("Rule60 Free Checks", "check", False),
            Option("FreeSetup", "check", False),
        ),
    ),
)
