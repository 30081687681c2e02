"""Catalogue entry of Chinese checkers; imports nothing heavy."""

from __future__ import annotations

from typing import Any

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

#: Number of seats -> letters of the seats in play, in turn order.
SEATS_IN_PLAY = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}
JUMPS = ("adjacent", "distant")
STOPS = ("own", "any", "closed")
WALLS = ("offence", "exempt", "none")
TEAMS = ("none", "opposite", "neighbour")
TEAM_MODES = ("all", "first")
EXIT_LIMIT, EXIT_LIMIT_TEAMS = 30, 35
_MOST_MOVES = 1_000_000

START = "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD 0,0"


def seating_of(in_play: str, teams: str) -> tuple[int, ...]:
    """The team of each of the seats A to F, -1 for one that is not in ``in_play``; ``teams`` as the option."""
    if teams == "none":
        return tuple(in_play.find(seat) for seat in "ABCDEF")
    groups = ("AB", "DE") if teams == "neighbour" else ("AD", "BE", "CF")
    return tuple(next(team for team, group in enumerate(groups) if seat in group) if seat in in_play else -1 for seat in "ABCDEF")


def seating(options: dict[str, Any]) -> tuple[int, ...]:
    """``GameSpec.seating``: teams of the start position under ``options``."""
    return seating_of(SEATS_IN_PLAY[int(options["seats"])], options["teams"])


ENTRIES = (
    CatalogueEntry(
        id="chinese-checkers",
        name="Chinese checkers",
        chinese_name="跳棋",
        module="chinese_checkers",
        rules="chinese-checkers.md",
        seats=("A", "B", "C", "D", "E", "F"),
        teams=seating_of("AD", "none"),
        information="perfect",
        searches=("alphabeta", "mcts", "brs", "paranoid", "maxn"),
        protocols=("uci",),
        start=START,
        files=13,
        ranks=17,
        notations=("wire", "route"),
        options=(
            Option("seats", "combo", "2", values=("2", "3", "4", "6"), help="seats of the start position"),
            Option("pieces", "combo", "10", values=("10", "15"), help="of each seat; 15 with two or three seats only"),
            Option("jump", "combo", "adjacent", values=JUMPS, help="distant: over a piece farther off, to the same distance"),
            Option("stop", "combo", "own", values=STOPS, help="where moves may end: own: not in the camps of others"),
            Option("leave", "check", False, help="pieces may leave their target"),
            Option("exit_limit", "spin", EXIT_LIMIT, 0, _MOST_MOVES, help="own moves to leave home; 35 with teams; 0: off"),
            Option("wall", "combo", "offence", values=WALLS, help="what a complete wall before a camp means at that limit"),
            Option("equal_turns", "check", True, help="a round is played to its end; else the first seat home wins at once"),
            Option("max_rounds", "spin", 200, 0, _MOST_MOVES, help="own moves of every seat that end the game; 0: off"),
            Option("teams", "combo", "none", values=TEAMS, help="doubles with four or six seats"),
            Option(
                "team_mode", "combo", "all", values=TEAM_MODES, help="all: the team of the last seat loses; first: first wins"
            ),
            Option("camp_penalty", "check", False, help="doubles: stopping in a foreign camp costs the partner a turn"),
            Option("timeout_wait", "check", False, help="a move list may hold passes of seats that have moves"),
        ),
        aliases=("tiaoqi", "halma-star"),
    ),
)
