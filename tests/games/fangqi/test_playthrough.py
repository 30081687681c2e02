"""One recorded game: every position of it by the compiled rules and by the slow twin."""

from __future__ import annotations

from pathlib import Path

import engine
from tests.reference.fangqi_twin import Rules, Twin

LINES = Path(__file__).with_name("playthrough.txt").read_text(encoding="utf-8").splitlines()


def test_playthrough():
    start = next(line for line in LINES if line.startswith("start ")).removeprefix("start ")
    result = next(line for line in LINES if line.startswith("result ")).removeprefix("result ")
    steps = [line.split(" ", 1) for line in LINES if not line.startswith(("#", "start ", "result "))]
    position, twin = engine.load("fangqi").position(start), Twin.read(start, Rules())
    for move, text in steps:
        assert twin.result() == str(position.result()) == "ongoing"
        position.push(move)
        twin = twin.play(move)
        assert position.text() == twin.text() == text
    assert twin.result() == str(position.result()) == result
    assert len(steps) > 60 and {text.split()[2][0] for _, text in steps} >= set("PCXYM")
