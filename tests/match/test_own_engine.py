"""Our own engine as a player: in process, and as a process over each protocol; two at a time."""

from __future__ import annotations

import pytest

from protocols.client.inprocess import InProcessPlayer
from protocols.client.player import EngineError, PlayerSpec
from tests.match.conftest import journal_entries


@pytest.mark.parametrize(("game", "protocols"), [("chess", ("uci", "xboard")), ("xiangqi", ("uci", "ucci"))])
def test_every_form_of_our_engine_plays(match, tmp_path, game, protocols, warm_cache):
    words = ["-engine", "proto=inprocess", "name=here", "option.Hash=1"]
    for protocol in protocols:
        words += ["-engine", "cmd=qiji", f"name={protocol}", f"proto={protocol}"]
    common = ["-each", "depth=2", "-rounds", "1", "-maxmoves", "4", "-openings", "file=builtin", "-concurrency", "2", "-check-pv"]
    status, lines, errors = match("--game", game, *words, *common, "-journal", "j.jsonl", "-ratinginterval", "0")
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and len(games) == 6 and not [line for line in lines if line.startswith("Warning")], errors
    assert all(one["fault"] is None for one in games), [(one["reason"], one["detail"]) for one in games]
    assert all(score is not None for one in games for score in one["scores"][one["book"] :])


def test_equal_limits_give_equal_games(match, tmp_path):
    words = [
        "-engine",
        "proto=inprocess",
        "name=a",
        "-engine",
        "proto=inprocess",
        "name=b",
        "-each",
        "nodes=400",
        "option.Hash=1",
    ]
    for name in ("one", "two"):
        match(*words, "-maxmoves", "6", "-openings", "file=builtin", "-journal", f"{name}.jsonl")
    one, two = (sorted((g["number"], g["moves"]) for g in journal_entries(tmp_path / f"{name}.jsonl")) for name in ("one", "two"))
    assert one == two and len(one) == 2


def test_search_numbers_are_options(chess):
    player = InProcessPlayer(PlayerSpec("a", protocol="inprocess", options={"razor_depth": "0", "Hash": "1"}), chess)
    player.close()
    with pytest.raises(EngineError, match="razor_depth"):
        InProcessPlayer(PlayerSpec("a", protocol="inprocess", options={"razor_depth": "999"}), chess)


def test_made_openings_are_kept(match, tmp_path):
    words = ["-engine", "proto=inprocess", "name=a", "-engine", "proto=inprocess", "name=b", "-each", "nodes=50", "option.Hash=1"]
    making = [*words, "-maxmoves", "4", "-openings", "make=2", "plies=4", "nodes=200", "margin=80", "-rounds", "2"]
    status, lines, errors = match(*making)
    made = list(tmp_path.glob("openings-chess-2-4-200-80-1.txt"))
    assert status == 0 and len(made) == 1 and "2 openings written" in errors
    text = made[0].read_text()
    status, lines, errors = match(*making)
    assert made[0].read_text() == text and "written" not in errors and lines[-1] == "Finished match: 4 games"
