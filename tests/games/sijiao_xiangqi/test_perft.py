"""Move counts of the rule text."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine


def read_rows() -> list[tuple[str, str, str, str, int, int]]:
    """``(id, game, options, position, depth, nodes)`` of each ``perft`` line."""
    rows, words = [], {}
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "perft":
            depth, nodes = rest.split()
            rows.append((words["id"], words["game"], words["options"], words["epd"], int(depth), int(nodes)))
        else:
            words[word] = rest
    return rows


ROWS = read_rows()


def load(game, options):
    return engine.load(game, {} if options == "-" else dict(word.split("=") for word in options.split()))


@pytest.mark.parametrize(("name", "game", "options", "text", "depth", "nodes"), ROWS)
def test_perft(name, game, options, text, depth, nodes):
    assert load(game, options).position(text).perft(depth) == nodes


def test_file_is_complete():
    assert len({row[:4] for row in ROWS}) == 21
