"""Players and tables for the tests of matches; no engine here searches."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import engine
from protocols.cli import main
from protocols.client import start_player
from protocols.client.clock import TimeControl
from protocols.client.player import Patience, PlayerSpec
from protocols.match.openings import Opening
from protocols.match.play import GameRecord, GameTable
from protocols.match.rules import MatchRules
from tests.protocols.draughts_talk import warm_draughts  # noqa: F401

SCRIPTED = Path(__file__).parent / "engines" / "scripted.py"
#: Long enough for a busy machine where nothing is being timed.
RELAXED = TimeControl(base_s=60.0)


def scripted(
    name: str, protocol: str = "uci", *words: str, control: TimeControl = RELAXED, kill_s: float = 0.3, ping_s: float = 20
):
    """A player that replays a game and does what ``words`` say."""
    return PlayerSpec(
        name,
        (sys.executable, str(SCRIPTED), "--protocol", protocol, *words),
        protocol,
        control=control,
        patience=Patience(start_s=20, ping_s=ping_s, kill_s=kill_s, stall_s=2.0),
    )


@pytest.fixture(scope="session")
def chess() -> engine.Game:
    return engine.load("chess")


@pytest.fixture(scope="session")
def xiangqi() -> engine.Game:
    return engine.load("xiangqi")


@pytest.fixture
def table() -> Callable[..., GameRecord]:
    """``table(game, specs, ...)`` plays one game and ends the players."""

    def play(
        game: engine.Game,
        specs: Sequence[PlayerSpec],
        rules: MatchRules | None = None,
        opening: Opening | None = None,
        tables=None,
    ) -> GameRecord:
        players = [start_player(spec, game) for spec in specs]
        try:
            controls = [spec.control for spec in specs]
            return GameTable(game, opening or Opening(), players, controls, rules, tables).play()
        finally:
            for player in players:
                player.close()

    return play


@pytest.fixture
def match(capsys, tmp_path, monkeypatch):
    """``match(words...)`` runs ``qiji match`` in an empty folder: status, lines on stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, list[str], str]:
        capsys.readouterr()
        status = main(["match", *words])
        captured = capsys.readouterr()
        return status, captured.out.splitlines(), captured.err

    return run


def engine_words(name: str, *words: str, protocol: str = "uci") -> list[str]:
    """``-engine ...`` for a scripted player."""
    command = " ".join(f"'{word}'" for word in (sys.executable, str(SCRIPTED), "--protocol", protocol, *words))
    return ["-engine", f"cmd={command}", f"name={name}", f"proto={protocol}"]


def journal_entries(path: Path) -> list[dict]:
    """The games of a journal."""
    return [entry for entry in map(json.loads, path.read_text().splitlines()) if "number" in entry]
