"""Catalogue entry of fangqi; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

OPENINGS = ("corners", "take", "free")
FIRST = ("other", "last")
SCOPES = ("place", "player")
STEPS = ("orthogonal", "king")

ENTRIES = (
    CatalogueEntry(
        id="fangqi",
        name="Fangqi",
        chinese_name="方棋",
        module="fangqi",
        rules="fangqi.md",
        seats=("white", "black"),
        teams=(0, 1),
        information="perfect",
        searches=("alphabeta",),
        protocols=("uci",),
        start="6/6/6/6/6/6 w P - - 0",
        files=6,
        ranks=6,
        notations=("wire",),
        options=(
            Option("opening", "combo", "corners", values=OPENINGS, help="how the moving phase begins"),
            Option("first", "combo", "other", values=FIRST, help="who opens it: not the side that placed last, or that side"),
            Option("scope", "combo", "place", values=SCOPES, help="a made region is spent for both sides or for its maker"),
            Option("keep", "check", True, help="regions spent while placing stay spent in the moving phase"),
            Option("steps", "combo", "orthogonal", values=STEPS, help="king: steps may be diagonal too"),
            Option("quiet_limit", "spin", 100, 0, 1_000_000, help="ordinary moves without a capture that are a draw; 0: off"),
            Option("repetition", "spin", 3, 0, 100, help="occurrences of a position that are a draw; 0: off"),
            Option("balls", "spin", 25, 16, 29, help="balls of each side"),
            Option("minimum", "spin", 3, 1, 3, help="a side with fewer balls has lost"),
        ),
        aliases=("pingmian-xiafang",),
    ),
)
