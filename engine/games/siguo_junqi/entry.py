"""Catalogue entry of four-country army chess; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.luzhanqi.entry import INFO_MODES, hidden_options

ENTRIES = (
    CatalogueEntry(
        id="siguo-junqi",
        name="Four-country army chess",
        chinese_name="四国军棋",
        module="siguo_junqi",
        rules="siguo-junqi.md",
        seats=("red", "purple", "blue", "green"),
        teams=(0, 1, 0, 1),
        information="hidden",
        searches=("ismcts",),
        protocols=("uci",),
        start="5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 r * - - 0 0",
        files=17,
        ranks=17,
        notations=("wire",),
        options=(
            Option("InfoMode", "combo", "four-dark", values=INFO_MODES, help="whose kinds a seat sees: its own, its team's, all"),
            *hidden_options("attacker-dies", 70),
            Option("FirstSeat", "spin", 0, 0, 3, help="who moves first after the placements: 0 red, 1 purple, 2 blue, 3 green"),
        ),
        aliases=("siguo",),
    ),
)
