"""Catalogue entry of the flip game of army chess; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

COLOUR_BY = ("engineer", "first-flip")
CARRIERS = ("smallest", "any")
REPETITION = ("draw", "off")
POOL = "A1B1C2D2E2F2G3H3I3J3K2L1a1b1c2d2e2f2g3h3i3j3k2l1"
START = f"?????/?????/?1?1?/??1??/?1?1?/?????/?????/?1?1?/??1??/?1?1?/?????/????? - {POOL} 0 0"

ENTRIES = (
    CatalogueEntry(
        id="luzhanqi-flip",
        name="Army chess, face-down",
        chinese_name="陆战棋 翻棋",
        module="luzhanqi_flip",
        rules="luzhanqi-flip.md",
        seats=("first", "second"),
        teams=(0, 1),
        information="chance",
        searches=("expectimax", "mcts-chance"),
        protocols=("uci",),
        start=START,
        files=5,
        ranks=12,
        notations=("wire",),
        options=(
            Option(
                "ColourBy",
                "combo",
                "engineer",
                values=COLOUR_BY,
                help="which flip gives colours: the first engineer or any",
            ),
            Option(
                "FlagCarrier",
                "combo",
                "smallest",
                values=CARRIERS,
                help="who takes a flag: the lowest living rank or any",
            ),
            Option("HQLock", "check", False, help="a piece in any headquarters does not move"),
            Option("NoProgressPlies", "spin", 70, 0, 1000, help="plies without flip or removal that are a draw; 0: never"),
            Option("Repetition", "combo", "draw", values=REPETITION, help="whether the third occurrence of a position is a draw"),
        ),
        aliases=("junqi-flip", "fanqi"),
    ),
)
