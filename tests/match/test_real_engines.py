"""Debian's engines over each protocol, a few moves each; skipped where they are not installed."""

from __future__ import annotations

import pytest

from protocols.client import find_program
from protocols.client.player import EngineError
from tests.match.conftest import journal_entries

pytestmark = pytest.mark.client
#: Name -> game, words of the player.
ENGINES = {
    "stockfish": ("chess", ["cmd=stockfish", "option.Threads=1", "option.Hash=1"]),
    "sjaakii-uci": ("chess", ["cmd=sjaakii"]),
    "sjaakii-xboard": ("chess", ["cmd=sjaakii", "proto=xboard", "option.Hash=4"]),
    "phalanx": ("chess", ["cmd=phalanx -b- -t4096", "proto=xboard", "tc=2", "timemargin=30000"]),  # knows no limit of depth
    "hoichess": ("chess", ["cmd=hoichess --xboard", "proto=xboard"]),
    "fairy-uci": ("xiangqi", ["cmd=fairy-stockfish", "option.Hash=1"]),
    "fairy-ucci": ("xiangqi", ["cmd=fairy-stockfish", "proto=ucci"]),
    "hoixiangqi": ("xiangqi", ["cmd=hoixiangqi --xboard", "proto=xboard"]),
}
FEN = {
    "chess": "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "xiangqi": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
}


@pytest.mark.parametrize("name", ENGINES)
def test_engine_plays_from_the_start_and_from_a_position(match, tmp_path, name):
    game, words = ENGINES[name]
    program = words[0].removeprefix("cmd=").split()[0]
    try:
        find_program(program)
    except EngineError:
        pytest.skip(f"{program} is not installed")
    (tmp_path / "o.txt").write_text(f"startpos\n{FEN[game]}\n")
    players = ["-engine", "proto=inprocess", "name=own", "option.Hash=1", "-engine", f"name={name}", *words]
    common = ["-each", "depth=3", "-maxmoves", "3", "-rounds", "2", "-openings", "file=o.txt", "-journal", "j.jsonl"]
    status, lines, errors = match("--game", game, *players, *common)
    games = journal_entries(tmp_path / "j.jsonl")
    assert status == 0 and len(games) == 4, (lines, errors)
    assert all(one["fault"] is None and one["plies"] >= 4 for one in games), [(one["reason"], one["detail"]) for one in games]
    moves = [(depth, one["seats"][int(seat)]) for one in games for depth, seat in zip(one["depths"], one["movers"], strict=True)]
    assert any(depth is not None for depth, player in moves if player == 1)  # not all: some have books
