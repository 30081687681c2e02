"""One compiled set of kernels for each game from one source, with the game's board and rules as compile-time constants.

The modules of :data:`SOURCES` hold plain functions, marked by :func:`part`, :func:`inline_part` and :func:`entry_point`, that use
constants of ``geometry.constants`` by name. :func:`specialise` copies them into a namespace where those names have one game's
values, and compiles them there. The functions keep their code and file; numba's cache tells the copies apart by their qualified
names, and rebuilds them in the module that asked (``engine.games.draughts.compiled.<game>``). Closures over compiled functions
would not be cached at all.
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
SOURCES = (
    "choice", "sets", "chains", "moves", "play", "tables.index", "tables.probe", "ending", "exchange", "evaluate", "patterns",
    "features", "perft", "tables.solve",
)  # fmt: skip
_PACKAGE = "engine.games.draughts"


# --- marks --------------------------------------------------------------------------------------------------------------


def part(function: Callable) -> Callable:
    """Mark a helper of the kernels."""
    function.qiji_role = leaf  # type: ignore[attr-defined]
    return function


def inline_part(function: Callable) -> Callable:
    """Mark a helper that must be inlined."""
    function.qiji_role = inline_leaf  # type: ignore[attr-defined]
    return function


def entry_point(signature: Any, arguments: int = 0) -> Callable[[Callable], Callable]:
    """Mark a kernel of fixed ``signature``; with ``arguments`` (2 or 3) it is also made with the game's rules as a constant."""

    def mark(function: Callable) -> Callable:
        function.qiji_role = kernel(signature)  # type: ignore[attr-defined]
        function.qiji_arguments = arguments  # type: ignore[attr-defined]
        return function

    return mark


# --- copies -------------------------------------------------------------------------------------------------------------


def specialise(module_name: str, game_id: str) -> dict[str, Any]:
    """The compiled functions of the game by name; ``module_name`` is the importable module that will hold them."""
    given = constants_of(SETTINGS[game_id])
    general = _copies(module_name, game_id, given, False)
    usual = _copies(module_name, f"{game_id}.usual", given, True)
    choice = import_module(f"{_PACKAGE}.choice")
    for source in SOURCES:
        for name, function in vars(import_module(f"{_PACKAGE}.{source}")).items():
            arguments = getattr(function, "qiji_arguments", 0)
            if arguments:
                space = vars(choice) | given | {"usual": usual[name], "general": general[name], "__name__": module_name}
                chooser = getattr(choice, f"choose_{arguments}")
                general[name] = function.qiji_role(_copy(chooser, space, module_name, f"{game_id}.choice.{name}"))
    return general


def _copies(module_name: str, label: str, given: dict[str, Any], own_rules: bool) -> dict[str, Any]:
    """Every marked function, compiled in a namespace with the constants ``given``."""
    made: dict[Any, Any] = {}
    by_name: dict[str, Any] = {}
    for source in SOURCES:
        module = import_module(f"{_PACKAGE}.{source}")
        space = {name: given.get(name, _replaced(made, value)) for name, value in vars(module).items()}
        space["__name__"] = module_name
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and hasattr(function, "qiji_role") and function.__module__ == module.__name__:
                compiled = function.qiji_role(_copy(function, space, module_name, f"{label}.{name}"))
                made[function] = by_name[name] = space[name] = compiled
        if source == "choice" and own_rules:
            made[vars(module)["known"]] = by_name["own_rules"]
    return by_name


def _copy(function: Any, space: dict[str, Any], module_name: str, label: str) -> FunctionType:
    """The function with other globals."""
    twin = FunctionType(function.__code__, space, label.rpartition(".")[2], function.__defaults__)
    twin.__module__, twin.__doc__, twin.__qualname__ = module_name, function.__doc__, label
    return twin


def _replaced(made: dict[Any, Any], value: Any) -> Any:
    """The compiled twin of a marked function, everything else as it is."""
    return made.get(value, value) if isinstance(value, FunctionType) else value
