"""Numba settings in one place: the kernel decorators, the cache folders and the missing intrinsics.

Numba's own cache notices an edit in the file of a compiled function, but not in the files that it calls. So each *unit* of
the engine (``core``, ``search``, one game, ...) caches into a folder of its own whose name is a digest of the sources of that
unit and of all units that it imports. An edit in a game then costs that game's compilation and no other.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import config, njit
from numba.core import types

ENGINE_ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^\s*(?:from|import)\s+(engine(?:\.\w+)*)(?:\s+import\s+([\w, ]+))?", re.MULTILINE)

#: Compiled with ``NUMBA_DISABLE_JIT=1`` off; kernels are then plain Python functions.
JIT_DISABLED = bool(config.DISABLE_JIT)


# --- cache folders ------------------------------------------------------------------------------------------------------


@cache
def cache_root() -> Path:
    """The folder that holds the folders of all units: ``$QIJI_CACHE``, else one beside the sources, else the user's."""
    named = os.environ.get("QIJI_CACHE")
    candidates = [Path(named)] if named else [ENGINE_ROOT / "__pycache__" / "kernels", _user_cache()]
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
            return folder
        except OSError:
            continue
    return candidates[-1]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "qiji" / "kernels"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "qiji" / "kernels"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "qiji" / "kernels"


def unit_of(module: str) -> str:
    """The unit that a module belongs to: ``core``, ``search``, ``games.chess``, ...; modules outside ``engine`` are their own."""
    parts = module.split(".")
    if parts[0] != "engine" or len(parts) < 2:
        return module
    return ".".join(parts[1:3]) if parts[1] == "games" and len(parts) > 2 else parts[1]


@cache
def _sources(unit: str) -> tuple[Path, ...]:
    place = ENGINE_ROOT.joinpath(*unit.split("."))
    if place.is_dir():
        return tuple(sorted(place.rglob("*.py")))
    single = place.with_suffix(".py")
    if single.is_file():
        return (single,)
    module = sys.modules.get(unit)
    path = getattr(module, "__file__", None)
    return (Path(path),) if path else ()


@cache
def unit_closure(unit: str) -> tuple[str, ...]:
    """``unit`` and every unit that it imports, directly or not, sorted."""
    seen: set[str] = set()
    todo = [unit]
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        for path in _sources(current):
            for base, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
                dotted = [base] + [f"{base}.{name.strip().split(' ')[0]}" for name in names.split(",") if name.strip()]
                todo.extend(u for u in map(unit_of, dotted) if u not in seen and _sources(u) and u not in ("engine", "games"))
    return tuple(sorted(seen))


@cache
def unit_digest(unit: str) -> str:
    """16 hex digits over the sources of ``unit_closure(unit)``, the numba and Python versions, the machine and the mode."""
    digest = hashlib.blake2b(digest_size=8)
    mode = (numba.__version__, sys.version_info[:2], platform.machine(), config.BOUNDSCHECK, config.OPT, PORTABLE)
    digest.update(repr(mode).encode())
    for member in unit_closure(unit):
        for path in _sources(member):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def unit_folder(unit: str) -> Path:
    """The cache folder of ``unit``; it changes with every edit that could change the unit's machine code."""
    return cache_root() / f"{unit}-{unit_digest(unit)}"


# --- decorators ---------------------------------------------------------------------------------------------------------


def _jit(function: Callable, **settings: Any) -> Any:
    """``njit`` with the project's settings and the cache folder of the function's unit."""
    if JIT_DISABLED:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(unit_folder(unit_of(function.__module__)))
    try:
        return njit(cache=True, nogil=True, error_model="numpy", **settings)(function)
    finally:
        config.CACHE_DIR = before


def leaf(function: Callable) -> Any:
    """Decorate a helper that only kernels call. It is compiled for the types that its callers use."""
    return _jit(function)


def inline_leaf(function: Callable) -> Any:
    """As :func:`leaf`, for a few hot lines that LLVM must always inline."""
    return _jit(function, forceinline=True)


def kernel(signature: types.FunctionType) -> Callable[[Callable], Any]:
    """Decorate an entry point of fixed ``signature`` (one of ``core.contract`` or the unit's own).

    Nothing is compiled here: :func:`compile_kernel` (or the first call) does that, so that importing a game stays cheap.
    """

    def decorate(function: Callable) -> Any:
        dispatcher = _jit(function)
        dispatcher.qiji_signature = signature
        return dispatcher

    return decorate


_COMPILING = threading.RLock()


def compile_kernel(dispatcher: Any) -> None:
    """Compile ``dispatcher`` for its declared signature, or load it from the cache. Slow: seconds where nothing is cached.

    Any thread may call this; two that want the same kernel get it one after the other, since a dispatcher that one of them has
    just closed for compilation would refuse the other.
    """
    if JIT_DISABLED or dispatcher.overloads and not dispatcher._can_compile:
        return
    with _COMPILING:
        if not dispatcher.overloads:
            dispatcher.compile(dispatcher.qiji_signature.signature)
            dispatcher.disable_compile()


def is_cached(dispatcher: Any) -> bool:
    """Whether compiling ``dispatcher`` will only load a file (an index file for it exists in its unit's folder)."""
    if JIT_DISABLED:
        return True
    return Path(dispatcher._cache.cache_path).joinpath(dispatcher._cache._impl.filename_base + ".nbi").exists()


# --- processor features -------------------------------------------------------------------------------------------------


def _has_bmi2() -> bool:
    """Whether the bit-extract instructions may be emitted: x86-64 with BMI2, and not forbidden by ``QIJI_PORTABLE=1``.

    The first two Zen generations have them in microcode: 76 ns a call on one, where the portable paths need under 10.
    """
    if os.environ.get("QIJI_PORTABLE") == "1" or platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name() not in ("znver1", "znver2") and bool(llvm.get_host_cpu_features().get("bmi2", False))


#: True: ``core.bits.pext`` and ``pdep`` are single instructions; False: a game takes its portable path.
HAS_BMI2 = _has_bmi2()
PORTABLE = not HAS_BMI2
