"""Placements that the engine chooses from, with weights: legal, different, and the best of many in games against each other.

``bench/results/luzhanqi.md`` tells how they were found. A letter list is that of the placement token: own rows 1 to 6, left to
right, camps skipped.
"""

from __future__ import annotations

import random

import numpy as np

from engine.games.luzhanqi.placement import rank_placement
from engine.games.luzhanqi.state import LETTERS

#: Weight and placement.
SETUPS: tuple[tuple[int, str], ...] = (
    (1, "hifddecihggkkaciefjbjljhg"),
    (1, "egdgchbikcafehgjifjkiljhd"),
    (1, "iigcgfdiahehkbkjjgecjfhld"),
    (1, "difdhhchefgggbicjiajkljke"),
    (1, "achffkgcgiehdeijbdjghjilk"),
    (1, "hehfiaggkgikbefjijccdldjh"),
    (1, "dahggfhiebickigkcjejdjflh"),
    (1, "eahdgikkfihihecggfjjdbclj"),
    (1, "gagcgdefhkhicfibjjidhlkje"),
    (1, "iehheidbffggdighkkccjjalj"),
    (1, "ihedffihkbcgdecihgjgjlkja"),
    (1, "fghiheigacdhcidjgjekblfkj"),
    (1, "igfgdhcekhhidafjbejkjlicg"),
    (1, "cfhifcadkgihgeikhjgbeljdj"),
    (1, "dffggkibghdckehjijcijlhea"),
    (1, "ibggdhikegfciefhcdahjljjk"),
    (1, "gbfcgkiedadkhihghfjcjjile"),
    (1, "hadehidheikigfbjjgcfcjklg"),
    (1, "dfbchdaehgkkeifjihggjijlc"),
    (1, "hhgcdafiegikcbgdekjijjflh"),
    (1, "biihcedhadfegghgkjjcifjlk"),
    (1, "gbheecacikdgfihkgjhfidjlj"),
    (1, "fcehickihghebdfgjijdaljgk"),
    (1, "hghdigfdfceheibijkjgjlakc"),
)


def kinds_of(letters: str) -> list[int]:
    """The kinds that 25 letters stand for."""
    return [LETTERS.index(letter) for letter in letters]


BOOK = np.array([rank_placement(kinds_of(letters)) for _, letters in SETUPS], np.int64)  #: the placements as moves
BOOK.flags.writeable = False


def choose_setup(generator: random.Random) -> int:
    """One of the placements as a move, drawn by its weight."""
    return int(generator.choices(BOOK.tolist(), [weight for weight, _ in SETUPS])[0])
