"""Catalogue entry of the war of the four kingdoms; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

TEAMS = ("opposite", "ffa")
CHECK_RULES = ("auto", "mate", "capture")
DEAD_PIECES = ("remove", "stay")

ENTRIES = (
    CatalogueEntry(
        id="siguo-xiangqi",
        name="War of the four kingdoms",
        chinese_name="四国之战",
        module="siguo_xiangqi",
        rules="siguo-xiangqi.md",
        seats=("red", "blue", "yellow", "green"),
        teams=(0, 1, 0, 1),
        information="perfect",
        searches=("alphabeta", "paranoid", "brs", "maxn", "mcts"),
        protocols=("uci",),
        start=(
            "x5,yR,yN,yB,yA,yK,yA,yB,yN,yR,x5/x5,9,x5/x5,1,yC,5,yC,1,x5/x5,yP,1,yP,1,yP,1,yP,1,yP,x5/x5,9,x5/"
            "bR,2,bP,5,yD,5,gP,2,gR/bN,1,bC,13,gC,1,gN/bB,2,bP,11,gP,2,gB/bA,17,gA/bK,2,bP,1,bD,7,gD,1,gP,2,gK/bA,17,gA/"
            "bB,2,bP,11,gP,2,gB/bN,1,bC,13,gC,1,gN/bR,2,bP,5,rD,5,gP,2,gR/"
            "x5,9,x5/x5,rP,1,rP,1,rP,1,rP,1,rP,x5/x5,1,rC,5,rC,1,x5/x5,9,x5/x5,rR,rN,rB,rA,rK,rA,rB,rN,rR,x5 r 1111 - 0 0"
        ),
        files=19,
        ranks=19,
        notations=("wire", "pgn4", "chinese"),
        options=(
            Option("Teams", "combo", "opposite", values=TEAMS, help="opposite seats are allies, or free for all"),
            Option("CheckRule", "combo", "auto", values=CHECK_RULES, help="generals are mated (auto) or captured"),
            Option(
                "DeadPieces", "combo", "remove", values=DEAD_PIECES, help="pieces of a fallen seat leave or stay without a master"
            ),
            Option("CornerLinks", "check", True, help="pawns may use the slanting lines between neighbouring lands"),
            Option("NoCaptureLimit", "spin", 0, 0, 10_000, help="plies without a capture that are a draw; 0: 240"),
            Option("MoveLimit", "spin", 0, 0, 100_000, help="plies that end the game; 0: 1000"),
        ),
        aliases=("siguo-zhizhan",),
    ),
)
