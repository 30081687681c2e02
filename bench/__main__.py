"""``python -m bench NAME ...``: one measurement by name."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = {
    "signature": "checksum of search behaviour",
    "speed": "nodes per second of the search and where the time goes",
    "perft": "leaf counts per second",
    "compile": "cold and warm start",
    "ladder": "matches against other engines",
}


def main(words: list[str]) -> int:
    """Hand over to the module; the exit code."""
    if not words or words[0] not in NAMES:
        for name, what in NAMES.items():
            print(f"python -m bench {name:10} {what}")
        return 0 if not words else 2
    return int(import_module(f"bench.{words[0]}").main(words[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
