"""The learned evaluation: men by pattern tables over the regions of ``regions``, kings by tables of their squares, and from the
hand-made evaluation those terms that no region sees (runners, freedom, material ahead, endings that are drawn).

The weights are one ``int32`` vector: those of the hand-made evaluation (``weights``), then the learned ones: a word for having
the turn, one for each cell of a king as its owner sees it, then the tables. A learned word is a pair,
``opening + 65536 * ending``; the two are mixed by the number of pieces on the board as the hand-made pairs are.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.bits import U0, U1, lsb, pext, popcount
from engine.core.jit import HAS_BMI2
from engine.games.draughts.evaluate import ahead, is_drawish, pair, settled, working
from engine.games.draughts.geometry import constants
from engine.games.draughts.regions import ENTRIES
from engine.games.draughts.specialise import entry_point, inline_part, part
from engine.games.draughts.state import rows
from engine.games.draughts.weights import OFFSETS, SIZE

_BOARD = constants(10)
BOARD, SIDE, ROWS, MEN, CELLS = _BOARD["BOARD"], _BOARD["SIDE"], _BOARD["ROWS"], _BOARD["MEN"], _BOARD["CELLS"]
REGIONS, STARTS, PLACES, TABLES = _BOARD["REGIONS"], _BOARD["STARTS"], _BOARD["PLACES"], _BOARD["TABLES"]
UPWARD, DOWNWARD = _BOARD["UPWARD"], _BOARD["DOWNWARD"]

_KING, _RUNNER = OFFSETS["king"], OFFSETS["runner"]
_HALF = 32
TURN_WORD = SIZE
KING_WORDS = TURN_WORD + 1
TABLE_WORDS = KING_WORDS + 64
SHARE_WORDS = 3  #: numbers before the inputs in what ``patterns`` writes


@inline_part
def opening_of(word):
    """The opening half of a sum of learned words."""
    return ((word + 32768) & 0xFFFF) - 32768


@inline_part
def ending_of(word):
    """The ending half of it."""
    return (word + 32768) >> 16


@inline_part
def squares_of(word, way, number):
    """The squares of region ``number`` (``way`` 1: its turned twin) that are in ``word``, as the low eight bits."""
    if HAS_BMI2:
        return np.int64(pext(word, REGIONS[way, number]))
    places = PLACES[number]
    row_mask = (U1 << np.uint64(places)) - U1
    found = U0
    for row in range(8 // places):
        found |= ((word >> np.uint64(STARTS[way, number, row])) & row_mask) << np.uint64(row * places)
    return np.int64(found)


@inline_part
def plain_entry(white, black, number):
    """The word of region ``number`` for White's table; ``white`` and ``black`` are the men."""
    digits = UPWARD[squares_of(white, 0, number)] + 2 * UPWARD[squares_of(black, 0, number)]
    return TABLE_WORDS + number * ENTRIES + digits


@inline_part
def turned_entry(white, black, number):
    """The word of its turned twin, seen by Black."""
    digits = DOWNWARD[squares_of(black, 1, number)] + 2 * DOWNWARD[squares_of(white, 1, number)]
    return TABLE_WORDS + number * ENTRIES + digits


@inline_part
def _rest(men, kings, enemy, enemy_men, empty, side, rules, weights):
    """The hand-made terms of one side that the tables do not hold, as a pair of ``evaluate``."""
    value = popcount(kings) * pair(weights, _KING)
    runners = men & ~ahead(enemy, side)
    if runners:
        for rank in range(SIDE - 1):
            row = ROWS[SIDE - 1 - rank if side == 0 else rank]
            value += popcount(runners & row) * pair(weights, _RUNNER + 2 * rank)
    return value + working(men, kings, enemy_men, empty, side, rules, weights)


@part
def _kings(white, black, weights):
    """``(opening, ending)`` of the squares of all kings, White's view."""
    opening, ending = np.int64(0), np.int64(0)
    while white:
        word = np.int64(weights[KING_WORDS + lsb(white)])
        white &= white - U1
        opening += opening_of(word)
        ending += ending_of(word)
    while black:
        word = np.int64(weights[KING_WORDS + CELLS - 1 - lsb(black)])
        black &= black - U1
        opening -= opening_of(word)
        ending -= ending_of(word)
    return opening, ending


@entry_point(contract.EVALUATE)
def evaluate_patterns(memory, ply, weights, scratch):
    """The static evaluation from the view of the player to act; ``weights`` as this module's text says."""
    state = rows(memory)[ply]
    white, black, kings, rules = state["pieces"][0], state["pieces"][1], state["kings"], np.int64(state["rules"])
    empty = BOARD & ~(white | black)
    white_men, black_men = white & ~kings, black & ~kings
    total = np.int64(0)
    for number in range(TABLES):
        total += np.int64(weights[plain_entry(white_men, black_men, number)])
        total -= np.int64(weights[turned_entry(white_men, black_men, number)])
    value = _rest(white_men, white & kings, black, black_men, empty, np.int64(0), rules, weights)
    value -= _rest(black_men, black & kings, white, white_men, empty, np.int64(1), rules, weights)
    turn = np.int64(1 - 2 * np.int64(state["player"]))
    value *= turn  # before any division, which rounds down
    ending = (value + (1 << (_HALF - 1))) >> _HALF
    opening = value - (ending << _HALF) + turn * opening_of(total)
    ending += turn * ending_of(total)
    if kings:
        more, most = _kings(white & kings, black & kings, weights)
        opening += turn * more
        ending += turn * most
    word = np.int64(weights[TURN_WORD])
    return settled(state, opening + opening_of(word), ending + ending_of(word), weights)


@entry_point(contract.PATTERNS)
def patterns(memory, ply, out):
    """The learned words that the evaluation of row ``ply`` adds up; see ``contract.PATTERNS``. Nothing for drawn endings."""
    state = rows(memory)[ply]
    white, black, kings, rules = state["pieces"][0], state["pieces"][1], state["kings"], np.int64(state["rules"])
    pieces = popcount(white | black)
    if pieces <= 8 and (is_drawish(white, black, kings, rules) or is_drawish(black, white, kings, rules)):
        return np.int64(0)
    flip = np.int64(0 if state["player"] == 0 else -1)
    full = min(pieces, np.int64(2 * MEN))
    out[0], out[1], out[2] = full, 2 * MEN - full, 2 * MEN
    out[3] = TURN_WORD
    n = np.int64(4)
    white_men, black_men = white & ~kings, black & ~kings
    for number in range(TABLES):
        out[n] = plain_entry(white_men, black_men, number) ^ flip
        out[n + 1] = ~turned_entry(white_men, black_men, number) ^ flip
        n += 2
    left = white & kings
    while left:
        out[n] = (KING_WORDS + lsb(left)) ^ flip
        left &= left - U1
        n += 1
    left = black & kings
    while left:
        out[n] = ~(KING_WORDS + CELLS - 1 - lsb(left)) ^ flip
        left &= left - U1
        n += 1
    return n
