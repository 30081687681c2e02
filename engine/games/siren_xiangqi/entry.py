"""Catalogue entry of four-player xiangqi with the royal palace; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

CHECK_RULES = ("auto", "mate", "capture")

ENTRIES = (
    CatalogueEntry(
        id="siren-xiangqi",
        name="Four-player xiangqi with palace and throne",
        chinese_name="四人象棋",
        module="siren_xiangqi",
        rules="siren-xiangqi.md",
        seats=("red", "blue", "yellow", "green"),
        teams=(0, 1, 0, 1),
        information="perfect",
        searches=("alphabeta", "mcts"),
        protocols=("uci",),
        start=(
            "x5,yR,yN,yB,yA,yK,yA,yB,yN,yR,x5/x5,9,x5/x5,1,yC,5,yC,1,x5/x5,yP,1,yP,1,yP,1,yP,1,yP,x5/x5,9,x5/"
            "bR,2,bP,11,gP,2,gR/bN,1,bC,13,gC,1,gN/bB,2,bP,11,gP,2,gB/bA,7,nT,nT,nT,7,gA/bK,2,bP,4,nT,1,nT,4,gP,2,gK/"
            "bA,7,nT,nT,nT,7,gA/bB,2,bP,11,gP,2,gB/bN,1,bC,13,gC,1,gN/bR,2,bP,11,gP,2,gR/"
            "x5,9,x5/x5,rP,1,rP,1,rP,1,rP,1,rP,x5/x5,1,rC,5,rC,1,x5/x5,9,x5/x5,rR,rN,rB,rA,rK,rA,rB,rN,rR,x5 r 1111 - 0 0"
        ),
        files=19,
        ranks=19,
        notations=("wire", "pgn4", "chinese"),
        options=(
            Option("CheckRule", "combo", "auto", values=CHECK_RULES, help="generals are captured (auto) or mated"),
            Option("NoCaptureLimit", "spin", 0, 0, 10_000, help="plies without a capture that are a draw; 0: 240"),
            Option("MoveLimit", "spin", 0, 0, 100_000, help="plies that end the game by living seats; 0: 1000"),
        ),
    ),
)
