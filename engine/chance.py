"""Dice, deals and placements of a referee: the streams of one game seed, equal in every program that follows the rules.

The generator is SplitMix64 (``core.keys.SplitMix64``). Stream ``k`` of seed ``s`` starts at ``mix(mix(s) + k)``; each use of
chance has a stream of its own, so that dice do not depend on whether somebody asked for a deal. Pure Python: a referee draws a
few numbers a game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import MutableSequence
from typing import Any

from engine.core.keys import SplitMix64, mix

#: What a stream of a game seed is for.
DEAL, DICE, FIRST_SEAT, PLACEMENT = 0, 1, 2, 3
BANQI_SET = "KAABBRRNNCCPPPPP"
ARMY_SET = "ABCCDDEEFFGGGHHHIIIJJJKKL"
_SALT = re.compile(r"[0-9a-f]{16}")


def stream(seed: int, number: int) -> SplitMix64:
    """Stream ``number`` of game seed ``seed`` (any whole number, taken modulo 2**64)."""
    return SplitMix64(mix(mix(seed) + number))


def shuffle(items: MutableSequence[Any], generator: SplitMix64) -> None:
    """Bring ``items`` into a uniformly random order, in place: from the last place on, swap with one not behind it."""
    for i in range(len(items) - 1, 0, -1):
        j = generator.below(i + 1)
        items[i], items[j] = items[j], items[i]


def deal(pieces: str, seed: int) -> str:
    """The face-down pieces of both colours in reading order; ``pieces`` are those of one colour in upper case."""
    letters = list(pieces + pieces.lower())
    shuffle(letters, stream(seed, DEAL))
    return "".join(letters)


class Dice:
    """The dice of one game, in order of use."""

    def __init__(self, seed: int) -> None:
        self._generator = stream(seed, DICE)

    def roll(self) -> int:
        """The next die, 1 to 6."""
        return self._generator.below(6) + 1


def first_seat(seats: list[int], seed: int) -> int:
    """Which of ``seats`` (ascending) acts first where the referee draws that."""
    return seats[stream(seed, FIRST_SEAT).below(len(seats))]


def army_placement(seat: int, seed: int) -> str:
    """The 25 lower-case letters of the placement of ``seat`` where the referee places, in the order of the ``@`` token."""
    generator = stream(seed, PLACEMENT + seat)
    points = [(row, column) for row in range(1, 7) for column in range(1, 6) if (row, column) not in _CAMPS]
    flag = (6, 2) if generator.below(2) == 0 else (6, 4)
    placed = {flag: "l"}
    for rows, kind, count in (((5, 6), "j", 3), ((2, 3, 4, 5, 6), "k", 2)):
        free = [point for point in points if point[0] in rows and point not in placed]
        shuffle(free, generator)
        placed.update(dict.fromkeys(free[:count], kind))
    rest = list("abccddeeffggghhhiii")
    shuffle(rest, generator)
    placed.update(zip([point for point in points if point not in placed], rest, strict=True))
    return "".join(placed[point] for point in points)


#: Camps by own (row, column), both from 1; no piece is placed there.
_CAMPS = {(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)}


def commitment(seed: int, salt: str) -> tuple[str, str]:
    """What a referee publishes before a game, a SHA-256 in hexadecimal, and the text behind it that it publishes afterwards.

    ``salt`` is 16 lower-case hexadecimal digits; without it anybody could try all small seeds.
    """
    assert _SALT.fullmatch(salt)
    text = f"{seed}:{salt}"
    return hashlib.sha256(text.encode("ascii")).hexdigest(), text
