"""Move counts of the rule texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine


def read_rows() -> list[tuple[str, str, str, str, int, int]]:
    """``(id, game, option, position, depth, nodes)`` of each ``perft`` line."""
    rows, words = [], {}
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "perft":
            depth, nodes = rest.split()
            rows.append((words["id"], words["game"], words["option"], words["epd"], int(depth), int(nodes)))
        else:
            words[word] = rest
    return rows


ROWS = read_rows()


@pytest.mark.parametrize(("name", "game", "option", "text", "depth", "nodes"), ROWS)
def test_perft(name, game, option, text, depth, nodes):
    options = {} if option == "-" else dict([option.split("=")])
    assert engine.load(game, options).position(text).perft(depth) == nodes


def test_file_is_complete():
    assert len(ROWS) == 15 + 3 + 34 + 18
