"""What a driver needs of the objects in ``engine.game``, which it must not import."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from engine.core.spec import GameSpec


class GameLike(Protocol):
    """A game under one set of options."""

    spec: GameSpec

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat, -1 for one that does not play."""

    def kernel(self, name: str) -> Any:
        """A compiled kernel of the contract."""


class PositionLike(Protocol):
    """A game in progress."""

    memory: np.ndarray
    moves: list[int]

    @property
    def ply(self) -> int:
        """The row of the present position."""

    @property
    def player(self) -> int:
        """The seat that acts."""

    @property
    def key(self) -> int:
        """The hash key."""

    def legal_moves(self) -> np.ndarray:
        """All legal moves."""
