"""The numbers of a hand-made evaluation as one vector of named terms: pairs (middlegame, endgame), then single numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np


class Term(NamedTuple):
    """A row of a game's ``TABLE``."""

    name: str
    shape: tuple[int, ...]
    """Of the numbers, or of the pairs (without their axis of length 2)."""
    paired: bool
    offset: int
    """First word in the vector."""
    words: int
    entry: int
    """First entry of the unpacked form, which has one entry for each pair or single number."""

    def read(self, weights: np.ndarray) -> np.ndarray:
        """The view of ``weights`` that holds the term, of ``shape`` (pairs: and 2)."""
        return weights[self.offset : self.offset + self.words].reshape(self.shape + ((2,) if self.paired else ()))


def lay_out(squares: np.ndarray, pairs: Mapping[str, Any], singles: Mapping[str, Any]) -> tuple[tuple[Term, ...], np.ndarray]:
    """``(TABLE, WEIGHTS)``: every term in the order of the vector, and the vector.

    The vector is ``int32`` and not frozen, since kernels take writable arrays.
    squares : pairs, ``int[..., 2]``, the first term.
    pairs : name -> (middlegame, endgame), numbers or nested tuples of one shape.
    singles : name -> number or nested tuple.
    """
    arrays = [("squares", squares, True)]
    arrays += [(name, np.stack([np.array(phase) for phase in pair], axis=-1), True) for name, pair in pairs.items()]
    arrays += [(name, np.array(numbers), False) for name, numbers in singles.items()]
    terms, offset, entry = [], 0, 0
    for name, array, paired in arrays:
        terms.append(Term(name, array.shape[:-1] if paired else array.shape, paired, offset, array.size, entry))
        offset += array.size
        entry += array.size // 2 if paired else array.size
    return tuple(terms), np.concatenate([array.reshape(-1) for _, array, _ in arrays]).astype(np.int32)
