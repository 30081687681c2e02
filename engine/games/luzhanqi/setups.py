"""Placements that the engine chooses from, with weights: legal, different, and the best of many in games against each other.

``bench/results/luzhanqi.md`` tells how they were found. A letter list is that of the placement token: own rows 1 to 6, left to
right, camps skipped.
"""

from __future__ import annotations

import random

import numpy as np

from engine.games.luzhanqi.geometry import SLOTS
from engine.games.luzhanqi.placement import rank_placement
from engine.games.luzhanqi.state import LETTERS

#: Weight and placement.
SETUPS: tuple[tuple[int, str], ...] = (
    (42, "caihedibdikgfghejgfcjljhk"),
    (34, "ggcdifadeiikkhbgcfjjjlhhe"),
    (33, "chiiedabdikgfghejgfcjljhk"),
    (31, "facbekddigikefhghijgchjlj"),
    (31, "ececgkbdikgahhifjdifjlhgj"),
    (31, "bihichafekcdhkiggdgjfjjle"),
    (30, "acgdichkkhdbhfeiefjiggjlj"),
    (30, "ecfhgcdekikdaghgibjfihjlj"),
    (30, "ecacghdekikifghghbjfdijlj"),
    (27, "idhcakgcbdhkefhijfeijljgg"),
    (27, "facbehddicikkfhghijgegjlj"),
    (26, "giaceedcdkikhgffjbhgjljhi"),
    (26, "idccgdafkiiebhkjjfggehhlj"),
    (23, "bihichafekcghkidgdfjgjjle"),
    (22, "cidbedgechiakgffjhkijljgh"),
    (22, "ebcafddkkiciifegjhhgjljgh"),
    (20, "ehdicegdaibcfgkikhjfhgjlj"),
    (20, "gcaieedkdkichgffgbhjjljhi"),
    (20, "gacbekddigfkefhghijichjlj"),
    (20, "cihbedgeghiakcffjhkijljgd"),
    (20, "facbekddciikfeighhjghgjlj"),
    (19, "fachekddicikbfeghijghgjlj"),
    (15, "eccfdfiabdkhgkehgijighjlj"),
    (12, "ehdicegdaibhfgkikhjfcgjlj"),
)


def kinds_of(letters: str) -> list[int]:
    """The kinds that 25 letters stand for."""
    return [LETTERS.index(letter) for letter in letters]


def mirrored(letters: str) -> str:
    """The same placement with left and right exchanged."""
    return "".join(letters[SLOTS.index((row, 6 - column))] for row, column in SLOTS)


#: The placements as moves, each followed by its mirror image.
BOOK = np.array([rank_placement(kinds_of(text)) for _, letters in SETUPS for text in (letters, mirrored(letters))], np.int64)
BOOK.flags.writeable = False


def choose_setup(generator: random.Random) -> int:
    """One of the placements or of their mirror images as a move, drawn by its weight."""
    return int(generator.choices(BOOK.tolist(), [weight for weight, _ in SETUPS for _ in range(2)])[0])
