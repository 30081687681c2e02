"""Statistics of record files, against counts by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from bench.records import lines
from engine.core.contract import move_is_noisy
from engine.learn.record import END_DRAW, END_RULE, END_WIN, NO_SCORE, GameReader, GameRecord, Header, RecordError, join_games
from engine.learn.selfplay import Selfplay, Settings, header
from engine.learn.statistics import settled_share, statistics
from engine.learn.writer import GameWriter

HEADER = Header("chess", {}, 2, ("", "checkmate", "stalemate"), info={"seed": 1})


def game(number: int, plies: int, opening: int, result: int, end: int, reason: int = 0) -> GameRecord:
    return GameRecord(number, "startpos", opening, result, end, reason, np.zeros(plies, np.uint16), np.zeros(plies, np.int16))


def write(path, head, games):
    with GameWriter(path, head) as writer:
        writer.add(join_games(games, "startpos"))
    return path


def test_counts(tmp_path):
    first = [game(0, 10, 2, 2, END_RULE, 1), game(1, 30, 4, 1, END_RULE, 2), game(2, 20, 3, 0, END_WIN)]
    second = [game(2, 6, 1, 2, END_WIN), game(3, 8, 2, 1, END_DRAW)]
    paths = [write(tmp_path / "a.qsp", HEADER, first), write(tmp_path / "b.qsp", HEADER, second)]
    other_seed = replace(HEADER, info={"seed": 2})
    paths.append(write(tmp_path / "c.qsp", other_seed, [game(0, 4, 0, 2, END_RULE, 1)]))
    found = statistics(paths)
    assert (found.game, found.games, found.plies, found.opening_plies, found.longest) == ("chess", 6, 78, 12, 30)
    assert found.positions == 66 and found.results == [1, 2, 3]
    assert found.reasons == {"checkmate": 2, "stalemate": 1, "adjudicated win": 2, "adjudicated draw": 1}
    assert found.repeated == 1, "game 2 of seed 1 is in two files"
    assert found.bytes == sum(path.stat().st_size for path in paths) and found.damaged == []
    text = lines(found, 0.25, 3)
    assert "length: 13.0 plies on average, 30 at most, 2.0 of them random" in text
    assert "results: white won 50.0 %, drawn 33.3 %, lost 16.7 %" in text
    assert "   33.3 %  checkmate" in text and "quiet filter: 25.0 % of the positions of 3 games pass" in text
    assert "warning: 1 games are there more than once" in text


def test_damage_is_told(tmp_path):
    path = tmp_path / "a.qsp"
    with GameWriter(path, HEADER) as writer:
        for number in range(3):
            writer.add(join_games([game(number, 5, 0, 1, END_DRAW)], "startpos"))
    data = bytearray(path.read_bytes())
    place = len(HEADER.encode())
    data[place + 25] ^= 1
    path.write_bytes(data)
    found = statistics([path])
    assert found.games == 2 and found.damaged == [f"{path}: damaged at byte {place}"]


def test_files_that_do_not_fit(tmp_path):
    with pytest.raises(RecordError, match="^no files of game records$"):
        statistics([])
    a = write(tmp_path / "a.qsp", HEADER, [game(0, 5, 0, 1, END_DRAW)])
    b = write(tmp_path / "b.qsp", replace(HEADER, game="xiangqi"), [game(0, 5, 0, 1, END_DRAW)])
    c = write(tmp_path / "c.qsp", replace(HEADER, options={"claims": "off"}), [game(0, 5, 0, 1, END_DRAW)])
    with pytest.raises(RecordError, match=r"b\.qsp: games of xiangqi, not of chess$"):
        statistics([a, b])
    with pytest.raises(RecordError, match=r"c\.qsp: other rule options than in .*a\.qsp$"):
        statistics([a, c])
    bad = replace(game(0, 5, 0, 1, END_DRAW), moves=np.array([0, 0, 400, 0, 0], np.uint16))
    with pytest.raises(RecordError, match=r"d\.qsp: game 0: ply 3 has no move number 400$"):
        settled_share(write(tmp_path / "d.qsp", header(engine.load("chess"), {}), [bad]), 1)


def test_share_that_passes_the_filter(tmp_path):
    """Against the filter's definition, written with the Python API."""
    player = Selfplay(engine.load("chess"), Settings(nodes=60, opening_nodes=60, longest=80))
    path = write(tmp_path / "a.qsp", header(player.game, {}), [player.play(1, number) for number in range(6)])
    passed = positions = 0
    for record in GameReader(path):
        position = player.game.position()
        for ply, (index, score) in enumerate(zip(record.moves, record.scores, strict=True)):
            move = int(position.legal_moves()[index])
            if ply >= record.opening:
                positions += 1
                passed += not position.in_check and not move_is_noisy(move) and abs(int(score)) < 2000 and score != NO_SCORE
            position.push(move)
    assert settled_share(path, 6) == passed / positions and 0 < passed < positions
