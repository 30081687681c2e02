"""The numbers of the rule text: kinds, capture tables, options, reasons. Light: a handshake imports this."""

from __future__ import annotations

FILES, RANKS, SQUARES = 8, 4, 32

#: Kinds 1..7 in the order of the pool; a piece's code is its kind for red and its kind + 7 for black.
KINDS = "KABRNCP"
GENERAL, ADVISOR, ELEPHANT, CHARIOT, HORSE, CANNON, SOLDIER = range(1, 8)
LETTERS = "." + KINDS + KINDS.lower()
"""Letter of each code 1..14."""
SET = (0, 1, 2, 2, 2, 2, 2, 5)
"""Pieces of each kind that a side has."""
RED, BLACK = 0, 1
COLOURS = ("red", "black")

# --- who takes whom -----------------------------------------------------------------------------------------------------

_STANDARD = ("KABRNC", "ABRNCP", "BRNCP", "RNCP", "NCP", "KABRNCP", "PK")
_LIANZHONG = ("KABRNC", "ABRNCP", "BRNCP", "RNCP", "CP", "KABRCP", "K")
_HONG_KONG = ("KABRNC", "ABP", "BP", "RNCABP", "NCABP", "CABP", "PK")


def _lianzhong(equal: bool, horse: bool) -> tuple[str, ...]:
    """The seed's table: with ``equal`` horses and soldiers take their equals, with ``horse`` the cannon takes the horse."""
    table = list(_LIANZHONG)
    if equal:
        table[HORSE - 1] += "N"
        table[SOLDIER - 1] += "P"
    if horse:
        table[CANNON - 1] += "N"
    return tuple(table)


#: What each attacker K A B R N C P takes. Tables 1 to 4 are those of the Lianzhong text: 1 + equal + 2 * cannon takes horse.
TABLES = (_STANDARD, *(_lianzhong(equal, horse) for horse in (False, True) for equal in (False, True)), _HONG_KONG)
STANDARD, LIANZHONG, HONG_KONG = 0, 1, 5

# --- options and results ------------------------------------------------------------------------------------------------

COLOUR_BY = ("first-flip", "seat")
EQUAL_CAPTURE = ("letter", "all")
REPETITION = ("draw", "off")

REASONS = ("", "wipeout", "no-moves", "no-progress", "repetition")
WIPEOUT, NO_MOVES, NO_PROGRESS, REPEATED = range(1, 5)


def table_of(game_id: str, options: dict) -> int:
    """The index in :data:`TABLES` of a game under ``options``."""
    if game_id == "banqi-lianzhong":
        return LIANZHONG + (options["EqualCapture"] == "all") + 2 * bool(options["CannonTakesHorse"])
    return HONG_KONG if game_id == "banqi-hk" else STANDARD
