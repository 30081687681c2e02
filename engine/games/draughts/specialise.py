"""One compiled set of kernels for each game from one source, with the game's board and rules as compile-time constants.

The modules of :data:`SOURCES` hold plain functions, marked by :func:`part`, :func:`inline_part` and :func:`entry_point`, that use
constants of ``geometry.constants`` by name. :func:`specialise` copies them into a namespace where those names have one game's
values, and compiles them there. The functions keep their code and file; numba's cache tells the copies apart by the module that
asks (``engine.games.draughts.compiled.<game>``). Closures over compiled functions would not be cached at all.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any

from engine.core.jit import inline_leaf, kernel, leaf
from engine.games.draughts.geometry import constants_of
from engine.games.draughts.rules import SETTINGS

#: In the order of import: a module may use those before it.
SOURCES = ("sets", "chains", "moves", "play", "ending", "exchange", "evaluate", "features", "perft")


def part(function: Callable) -> Callable:
    """Mark a helper of the kernels."""
    function.qiji_role = leaf  # type: ignore[attr-defined]
    return function


def inline_part(function: Callable) -> Callable:
    """Mark a helper that must be inlined."""
    function.qiji_role = inline_leaf  # type: ignore[attr-defined]
    return function


def entry_point(signature: Any) -> Callable[[Callable], Callable]:
    """Mark a kernel of fixed ``signature``."""

    def mark(function: Callable) -> Callable:
        function.qiji_role = kernel(signature)  # type: ignore[attr-defined]
        return function

    return mark


def specialise(module_name: str, game_id: str) -> dict[str, Any]:
    """The compiled functions of the game by name; ``module_name`` is the importable module that will hold them."""
    given = constants_of(SETTINGS[game_id])
    made: dict[Any, Any] = {}
    by_name: dict[str, Any] = {}
    for source in SOURCES:
        module = import_module(f"engine.games.draughts.{source}")
        space = {name: given.get(name, _replaced(made, value)) for name, value in vars(module).items()}
        space["__name__"] = module_name
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and hasattr(value, "qiji_role") and value.__module__ == module.__name__:
                twin = FunctionType(value.__code__, space, name, value.__defaults__)
                twin.__module__, twin.__doc__, twin.__qualname__ = module_name, value.__doc__, f"{game_id}.{name}"
                compiled = value.qiji_role(twin)
                made[value] = by_name[name] = space[name] = compiled
    return by_name


def _replaced(made: dict[Any, Any], value: Any) -> Any:
    """The compiled twin of a marked function, everything else as it is."""
    return made.get(value, value) if isinstance(value, FunctionType) else value
