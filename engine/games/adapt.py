"""Code that games share word for word, compiled for the record and the kernels of each of them.

:func:`adapted` copies functions of a module into a namespace in which some of the names that they use mean something
else: a variant's ways of moving instead of those of its family, a game's generator instead of a placeholder. The functions
keep their code and file; numba's cache tells the copies apart by their qualified names and by the folder of the unit.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from engine.core.jit import inline_leaf, kernel, leaf


def _role(function: Any) -> Any:
    """The decorator that made ``function``."""
    if hasattr(function, "qiji_signature"):
        return kernel(function.qiji_signature)
    return inline_leaf if getattr(function, "targetoptions", {}).get("forceinline") else leaf


def adapted(module: ModuleType, home: str, names: tuple[str, ...], replaced: dict[str, Any]) -> dict[str, Any]:
    """The compiled copies of the functions ``names`` of ``module``, by name.

    home : the module that holds them (its ``__name__``).
    replaced : what names of ``module`` mean in the copies; copies use each other.
    """
    space = vars(module) | replaced | {"__name__": home}
    made = {}
    for name in names:
        original = vars(module)[name]
        plain = getattr(original, "py_func", original)
        twin = FunctionType(plain.__code__, space, name, plain.__defaults__)
        twin.__module__, twin.__doc__ = home, plain.__doc__
        twin.__qualname__ = f"variant.{module.__name__.rpartition('.')[2]}.{name}"
        made[name] = space[name] = _role(original)(twin)
    return made
