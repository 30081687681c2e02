"""The learned evaluation's weights before anything is learned: the hand-made ones, with the terms of single men as tables."""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.games.draughts.geometry import cell_of, constants
from engine.games.draughts.patterns import KING_WORDS, TABLE_WORDS
from engine.games.draughts.regions import ENTRIES, SQUARES
from engine.games.draughts.rules import SETTINGS
from engine.games.draughts.weights import OFFSETS, weights_of


def _bits(word: int) -> list[int]:
    return [cell for cell in range(64) if word >> cell & 1]


def _men(side: int, weights: np.ndarray) -> np.ndarray:
    """``float[cells, 2]``: the worth of a white man on each cell in opening and ending."""
    board = constants(side)
    worth = np.zeros((board["CELLS"], 2))
    for square in range(1, side * side // 2 + 1):
        cell = cell_of(square, side)
        rank = next(side - 1 - row for row in range(side) if int(board["ROWS"][row]) >> cell & 1)
        terms = ["man", "rank", *(["guard"] if rank == 0 else [])]
        terms += [name for name in ("centre", "edge") if int(board["CENTRE" if name == "centre" else "EDGES"]) >> cell & 1]
        for name in terms:
            first = OFFSETS[name] + (2 * rank if name == "rank" else 0)
            worth[cell] += weights[first : first + 2]
    return worth


@cache
def pattern_start(game_id: str) -> np.ndarray:
    """``int32``, read only; a man's worth is shared equally by the regions that it stands on."""
    setting = SETTINGS[game_id]
    board, hand = constants(setting.side), weights_of(setting)
    cells, regions = board["CELLS"], board["REGIONS"]
    covered = np.zeros(cells)
    for mask in regions.ravel():
        covered[_bits(int(mask))] += 1
    share = _men(setting.side, hand) / np.maximum(covered, 1)[:, None]
    digits = np.arange(ENTRIES)[:, None] // 3 ** np.arange(SQUARES) % 3
    words = []
    for mask in regions[0]:
        inside = _bits(int(mask))
        worth = (digits == 1) @ share[inside] - (digits == 2) @ share[[cells - 1 - cell for cell in inside]]
        words.append(_packed(worth))
    start = np.zeros(TABLE_WORDS + len(words) * ENTRIES, dtype=np.int32)
    start[: hand.size] = hand
    start[hand.size] = _packed(hand[OFFSETS["turn"] : OFFSETS["turn"] + 2].astype(float))
    for name, place in (("king_centre", board["CENTRE"]), ("king_road", board["ROAD"])):
        pair = hand[OFFSETS[name] : OFFSETS[name] + 2].astype(float)
        for cell in _bits(int(place)):
            start[KING_WORDS + cell] += _packed(pair)
    start[TABLE_WORDS:] = np.concatenate(words)
    start.flags.writeable = False
    return start


def _packed(pairs: np.ndarray) -> np.ndarray:
    """``opening + 65536 * ending`` of the last axis, rounded."""
    whole = np.rint(pairs).astype(np.int64)
    return (whole[..., 0] + (whole[..., 1] << 16)).astype(np.int32)
