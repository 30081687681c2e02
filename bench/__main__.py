"""``python -m bench NAME ...``: run one of the measuring programs of this folder."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent


def programs() -> dict[str, str]:
    """Name -> first line of the docstring, of each module here that has a ``main(words)``."""
    found = {}
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body):
            found[path.stem] = (ast.get_docstring(tree) or "").split("\n")[0]
    return found


def main(words: list[str]) -> int:
    """Run the program ``words[0]`` with the rest."""
    known = programs()
    if words and words[0] in known:
        return import_module(f"bench.{words[0]}").main(words[1:]) or 0
    lines = ["usage: python -m bench NAME ...", "", *(f"  {name:12}{text}" for name, text in known.items())]
    print("\n".join(lines), file=sys.stdout if words[:1] in (["-h"], ["--help"]) else sys.stderr)
    return 0 if words[:1] in (["-h"], ["--help"]) else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
