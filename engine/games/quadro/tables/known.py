"""Solved positions that ship: those lost for the side to move which a fastest way of winning meets, and how long they last.

A file ``<game>.lost`` beside the rules holds such positions for the rules of that game: whatever the first player does from the
start position on, one of the fastest turns of the second player leads into the set again, up to the number of balls at which the
file ends. So whoever plays second by it never leaves the proof. See ``tables.proof`` and ``bench/results/quadro.md``.

File: :data:`MAGIC`, then LZMA of nine planes of a byte for each position: the names (``canonical.name_of``), ascending, as
differences, lowest bytes first; and the turns until the loss, both sides' counted.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

import numpy as np
from numba import types

from engine.core.bits import U0
from engine.core.jit import kernel, leaf
from engine.games.quadro.moves import turns
from engine.games.quadro.play import after
from engine.games.quadro.rules import SETTINGS, rules_of
from engine.games.quadro.sets import TOP
from engine.games.quadro.state import MAX_MOVES
from engine.games.quadro.tables.canonical import name_of

MAGIC = b"qiji quadro lost 2\n"
FOLDER = Path(__file__).resolve().parent.parent
NOTHING = -1

Proof = tuple[np.ndarray, np.ndarray]
"""``names``, uint64 ascending, and ``plies``, uint8."""


# --- lookup -------------------------------------------------------------------------------------------------------------


@leaf
def _plies(names, plies, own, enemy):
    """The turns until the side to move, which has ``own``, loses; ``NOTHING`` if the set does not hold the position."""
    name = name_of(own, enemy)
    first, last = np.int64(0), np.int64(names.size)
    while first < last:
        middle = (first + last) >> 1
        if names[middle] < name:
            first = middle + 1
        else:
            last = middle
    return np.int64(plies[first]) if first < names.size and names[first] == name else np.int64(NOTHING)


_WORDS = types.Array(types.uint64, 1, "C")
_NAMES, _PLIES = types.Array(types.uint64, 1, "C", readonly=True), types.Array(types.uint8, 1, "C", readonly=True)
_JUDGE = types.FunctionType(
    types.int64(types.uint64, types.uint64, types.int64, _NAMES, _PLIES, _WORDS, types.Array(types.int64, 1, "C"))
)


@leaf
def _attack(own, enemy, rules, names, plies, barred, moves, found):
    """The fastest turn into the set: write it into ``found`` as :func:`attack` says; whether there is one.

    barred : names that must not be entered. moves : scratch.
    """
    found[0], found[1] = 0, np.int64(1) << 32
    for index in range(turns(own, enemy, rules, np.int64(0), moves)):
        reached = after(own, moves[index])
        if reached & TOP != U0:
            found[0], found[1], found[2] = moves[index], 1, np.int64(reached)
            return True
        lasts = _plies(names, plies, enemy, reached)
        if lasts == NOTHING or lasts + 1 >= found[1]:
            continue
        if barred.size and (barred == name_of(enemy, reached)).any():
            continue
        found[0], found[1], found[2] = moves[index], lasts + 1, np.int64(reached)
    return found[0] != 0


@kernel(_JUDGE)
def attack(own, enemy, rules, names, plies, barred, found):
    """Find the fastest turn of the side to move that leads into the set; whether there is one, 0 or 1.

    found : int64[3]: the turn, the turns until the win, the balls of the mover after the turn.
    barred : uint64[n], names that must not be entered (they were there before and may be a draw by repetition).
    """
    return np.int64(_attack(own, enemy, rules, names, plies, barred, np.empty(MAX_MOVES, dtype=np.int64), found))


@kernel(_JUDGE)
def defence(own, enemy, rules, names, plies, barred, found):
    """Find the turn by which the side to move of a position of the set lasts longest: as :func:`attack`.

    0 also where the set ends: some turn leads to a position without an answer in it.
    """
    if _plies(names, plies, own, enemy) == NOTHING:
        return np.int64(0)
    moves, answers = np.empty(MAX_MOVES, dtype=np.int64), np.empty(MAX_MOVES, dtype=np.int64)
    answer = np.empty(3, dtype=np.int64)
    found[0], found[1] = 0, -1
    for index in range(turns(own, enemy, rules, np.int64(0), moves)):
        moved = after(own, moves[index])
        if not _attack(enemy, moved, rules, names, plies, barred, answers, answer):
            return np.int64(0)
        if answer[1] + 1 > found[1]:
            found[0], found[1], found[2] = moves[index], answer[1] + 1, np.int64(moved)
    return np.int64(found[0] != 0)


@kernel(types.FunctionType(types.void(_WORDS, _WORDS, _WORDS)))
def names_of(own, enemy, names):
    """Write the names of positions; ``own``: the balls of the side to move."""
    for index in range(names.size):
        names[index] = name_of(own[index], enemy[index])


# --- files --------------------------------------------------------------------------------------------------------------


def write_proof(path: Path, names: np.ndarray, plies: np.ndarray) -> None:
    """Write a file from ``names``, uint64, ascending, and ``plies``, uint8."""
    steps = np.diff(names.astype(np.uint64), prepend=np.uint64(0))
    planes = np.vstack([steps.astype("<u8").view(np.uint8).reshape(-1, 8).T, plies.astype(np.uint8)])
    path.write_bytes(MAGIC + lzma.compress(np.ascontiguousarray(planes).tobytes(), preset=9))


def read_proof(path: Path) -> Proof:
    """What a file holds.

    Raises
    ------
    ValueError
        If it is no such file.
    """
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise ValueError(f"{path} holds no solved positions")
    try:
        planes = np.frombuffer(lzma.decompress(data[len(MAGIC) :]), dtype=np.uint8)
    except lzma.LZMAError as error:
        raise ValueError(f"{path}: {error}") from None
    if planes.size % 9:
        raise ValueError(f"{path} is cut off")
    planes = planes.reshape(9, -1)
    steps = np.ascontiguousarray(planes[:8].T).view("<u8").reshape(-1)
    return np.cumsum(steps, dtype=np.uint64), planes[8].copy()


@cache
def shipped(rules: int) -> Proof | None:
    """What ships for ``rules``."""
    for setting in SETTINGS.values():
        path = FOLDER / f"{setting.id}.lost"
        if rules == default_rules(setting.id) and path.is_file():
            return read_proof(path)
    return None


def default_rules(game_id: str) -> int:
    """The ``rules`` bits of a game without options."""
    setting = SETTINGS[game_id]
    values = {"bonus": setting.bonus, "lines": setting.lines, "diagonals": False, "restack": setting.restack}
    return rules_of({**values, "take_min": setting.take_min, "out": "no-move"})
