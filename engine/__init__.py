"""Qiji's library: games, positions and engines. Names load on first use, so that a handshake never waits for numba."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "load": "engine.game",
    "Game": "engine.game",
    "Position": "engine.game",
    "Result": "engine.game",
    "Engine": "engine.api",
    "Limits": "engine.search.limits",
    "Info": "engine.search.limits",
    "SearchResult": "engine.search.limits",
    "is_mate": "engine.core.score",
    "mate_plies": "engine.core.score",
    "WIN_BOUND": "engine.core.score",
    "MATE": "engine.core.score",
    "CATALOGUE": "engine.games",
    "find_entry": "engine.games",
    "QijiError": "engine.errors",
    "UnknownGameError": "engine.errors",
    "OptionError": "engine.errors",
    "NetworkError": "engine.errors",
    "PositionError": "engine.errors",
    "MoveSyntaxError": "engine.errors",
    "IllegalMoveError": "engine.errors",
    "AmbiguousMoveError": "engine.errors",
}

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    value = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value
