"""Names of UCCI options: those of its text, and one-word lower-case forms of ours."""

from __future__ import annotations

import os
from collections.abc import Iterable

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from protocols.options import ENGINE_OPTIONS, merged_rules, ucci_line

#: UCCI name -> name of the engine option.
ALIASES = {
    "hashsize": "Hash",
    "threads": "Threads",
    "ponder": "Ponder",
    "movelag": "Move Overhead",
    "usebook": "OwnBook",
    "bookfiles": "BookFile",
}
#: Options of UCCI itself.
OWN_OPTIONS: tuple[Option, ...] = (
    Option("usemillisec", "check", True, help="times in milliseconds instead of seconds"),
    Option("batch", "check", False, help="read nothing while thinking"),
    Option("debug", "check", False, help="more messages"),
    Option("newgame", "button", help="forget everything learned"),
    Option("idle", "combo", "none", values=("none", "small", "medium", "large"), help="leave processor time to others"),
    Option("randomness", "combo", "none", values=("none", "tiny", "small", "medium", "large", "huge"), help="vary moves"),
    Option("drawscore", "spin", 0, -1000, 1000, help="accept a draw at this score or below"),
    Option("resignscore", "spin", 0, 0, 10000, help="resign below minus this score; 0: never"),
)
#: Points of difference to the best move that ``randomness`` gives away.
RANDOM_POINTS = {"none": 0, "tiny": 5, "small": 10, "medium": 30, "large": 60, "huge": 100}
#: The share of processor time that ``idle`` leaves to the search.
IDLE_SHARES = {"none": 1.0, "small": 0.75, "medium": 0.5, "large": 0.25}

_LEAST_LAG_MS = 50
_OTHER_GAMES = {"SyzygyPath", "SyzygyProbeDepth", "SyzygyProbeLimit", "Syzygy50MoveRule", "BitbasePath", "BitbaseSize"}
_NOT_ANNOUNCED = _OTHER_GAMES | {"Clear Hash", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Opponent", "UCI_EngineAbout"}


def announcement(games: Iterable[CatalogueEntry], chosen: CatalogueEntry) -> list[str]:
    """All ``option`` lines, ``usemillisec`` first."""
    games = list(games)
    names = {canonical: name for name, canonical in ALIASES.items()}
    lines = [ucci_line(option) for option in OWN_OPTIONS]
    for option in ENGINE_OPTIONS:
        if option.name in _NOT_ANNOUNCED:
            continue
        if option.name in ("Hash", "Threads"):
            option = Option(option.name, "spin", option.default, 0, option.high)
        elif option.name == "OwnBook":
            option = Option(option.name, "check", True)
        elif option.name == "Move Overhead":
            option = Option(option.name, "spin", _LEAST_LAG_MS, _LEAST_LAG_MS, option.high)
        lines.append(ucci_line(option, names.get(option.name)))
    lines.append(ucci_line(Option("variant", "combo", chosen.id, values=tuple(entry.id for entry in games))))
    lines += [ucci_line(option) for option in merged_rules(games)]
    return lines


def translated(name: str, text: str) -> tuple[str, str]:
    """The engine's name and value of a UCCI option; 0 means "automatic" for sizes and threads."""
    canonical = ALIASES.get(name, name)
    if canonical == "Hash" and text == "0":
        text = "64"
    elif canonical == "Threads" and text == "0":
        text = str(min(os.cpu_count() or 1, 256))
    elif canonical == "Move Overhead" and text.isdigit():
        text = str(max(_LEAST_LAG_MS, int(text)))
    return canonical, text
