"""The structure that the design promises: import direction, no printing inside the library, contract complete."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(p for top in ("engine", "protocols", "bench") for p in (ROOT / top).rglob("*.py") if "__pycache__" not in p.parts)

#: Who may be imported by whom; the longest matching prefix counts.
ALLOWED = {
    "engine.core": {"engine.core", "engine.errors"},
    "engine.errors": set(),
    "engine.games": {"engine.core", "engine.errors", "engine.games"},
    "engine.network": {"engine.core", "engine.errors", "engine.network"},
    "engine.search": {"engine.core", "engine.errors", "engine.search"},
    "engine": {"engine"},
    "protocols": {"engine", "protocols"},
    "bench": {"engine", "protocols", "bench"},
}
#: Families whose members may import the first of them.
FAMILIES: dict[str, set[str]] = {
    "xiangqi_variants": {"xiangqi"},
    "sijiao_xiangqi": {"cross"},
    "siren_xiangqi": {"cross"},
    "siguo_xiangqi": {"cross"},
    "siguo_junqi": {"luzhanqi"},
    "banqi": {"flips"},
    "luzhanqi_flip": {"luzhanqi", "flips"},
}
#: Files beside the packages of the games: code that games share.
SHARED = {path.stem for path in (ROOT / "engine" / "games").glob("*.py")}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> list[str]:
    """Absolute names of all project modules that a file imports, anywhere in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in found if name.split(".")[0] in ("engine", "protocols", "bench", "tests")]


def rule_for(module: str) -> set[str]:
    prefix = max((p for p in ALLOWED if module == p or module.startswith(p + ".")), key=len)
    return ALLOWED[prefix]


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_import_direction(path):
    module = module_name(path)
    for name in imports_of(path):
        assert any(name == p or name.startswith(p + ".") for p in rule_for(module)), f"{module} imports {name}"
        if module.startswith("engine.games.") and name.startswith("engine.games."):
            own, other = module.split(".")[2], name.split(".")[2]
            assert own == other or other in SHARED | FAMILIES.get(own, set()), f"{module} imports another game: {name}"
            assert own not in SHARED or other in SHARED, f"{module} serves all games and imports one: {name}"


@pytest.mark.parametrize("path", [p for p in FILES if p.is_relative_to(ROOT / "engine")], ids=module_name)
def test_library_does_not_print(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "print", f"{path}:{node.lineno} prints"


def test_only_the_library_imports_numba():
    for path in FILES:
        if path.is_relative_to(ROOT / "engine"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(n.split(".")[0] in ("numba", "llvmlite") for n in names), f"{path} imports numba"


def test_handshake_modules_are_light():
    """What a protocol needs before it answers the handshake must not pull in NumPy or numba."""
    import subprocess
    import sys

    code = (
        "import sys, engine.games, engine.core.options, engine.search.limits, engine.errors\n"
        "import protocols.uci, protocols.ucci, protocols.xboard, protocols.hub, protocols.gomocup, protocols.ccgc\n"
        "assert not {'numpy', 'numba', 'chess'} & set(sys.modules), sorted({'numpy', 'numba', 'chess'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
