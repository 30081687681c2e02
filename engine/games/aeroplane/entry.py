"""Catalogue entry of aeroplane chess; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.games.aeroplane.rules import FINISH, JUMPS, SEAT_NAMES, SEATING, SIXES, STACK_MOVES, TAKE_OFF

ENTRIES = (
    CatalogueEntry(
        id="aeroplane",
        name="Aeroplane chess",
        chinese_name="飞行棋",
        module="aeroplane",
        rules="aeroplane.md",
        seats=SEAT_NAMES,
        teams=(0, 1, 2, 3),
        information="chance",
        searches=("expectimax", "mcts-chance"),
        protocols=("uci",),
        start="H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r - 0 0",
        files=15,
        ranks=15,
        notations=("wire", "spoken"),
        options=(
            Option("TakeOff", "combo", "5-6", values=TAKE_OFF, help="dice that bring a plane to its launch pad"),
            Option("Sixes", "combo", "unlimited", values=SIXES, help="void: the third six in a row is not played"),
            Option("Finish", "combo", "bounce", values=FINISH, help="exact: a roll beyond the centre is not playable"),
            Option("Jump", "combo", "forced", values=JUMPS, help="optional: jumps and flights may be declined"),
            Option("StackMove", "combo", "single", values=STACK_MOVES, help="together: stacks move as one"),
            Option("Players", "combo", "4", values=tuple(sorted(SEATING)), help="seats of the start position"),
        ),
        aliases=("feixingqi",),
    ),
)
