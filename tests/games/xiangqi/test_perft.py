"""Move counts of published positions."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine


def read_perft(path: Path) -> list[tuple[str, str, int, int]]:
    """``(id, position, depth, nodes)`` of each ``perft`` line of a file."""
    rows, name, text = [], "", ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "epd":
            text = rest
        elif word == "perft":
            depth, nodes = rest.split()
            rows.append((name, text, int(depth), int(nodes)))
    return rows


ROWS = read_perft(Path(__file__).with_name("perft.txt"))


@pytest.mark.parametrize(("name", "text", "depth", "nodes"), ROWS, ids=[f"{name}-{depth}" for name, _, depth, _ in ROWS])
def test_perft(name, text, depth, nodes):
    assert engine.load("xiangqi").position(text).perft(depth) == nodes


def test_file_is_complete():
    assert len(ROWS) == 35
