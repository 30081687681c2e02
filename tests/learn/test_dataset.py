"""Samples against a slow replay by the Python rules; the split; files that do not fit."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.contract import NOISY_BIT, VICTIM_FIELD
from engine.core.score import NONE
from engine.learn import dataset
from engine.learn.record import GameReader, GameRecord, Header, join_games

OPENING = 6


def random_games(game: engine.Game, count: int, seed: int) -> list[GameRecord]:
    """Random games with random scores, some beyond the limit, and random results."""
    random = np.random.default_rng(seed)
    records = []
    for number in range(count):
        position, moves, scores = game.position(), [], []
        while len(moves) < 60 and not position.result().over:
            legal = position.legal_moves()
            index = int(random.integers(len(legal)))
            moves.append(index)
            scores.append(NONE if len(scores) < OPENING else int(random.integers(-2300, 2300)))
            position.push(int(legal[index]))
        record = (np.array(moves, np.uint16), np.array(scores, np.int16))
        records.append(GameRecord(number, "startpos", OPENING, int(random.integers(3)), 0, 0, *record))
    return records


def write(path, game: engine.Game, records: list[GameRecord], **changes):
    fields = {"game": game.spec.id, "options": dict(game.options), "move_bytes": 2, "reasons": game.spec.reasons, **changes}
    header = Header(**fields)
    path.write_bytes(header.encode() + join_games(records, "startpos").encode(2))


@pytest.fixture(scope="module", params=["chess", "xiangqi"])
def filled(request, tmp_path_factory):
    """A game, a file of 40 random games, its samples."""
    game = engine.load(request.param)
    path = tmp_path_factory.mktemp(request.param) / "random.qsp"
    write(path, game, random_games(game, 40, 1))
    return game, path, dataset.read_samples(game, [path])


def test_samples_equal_a_slow_replay(filled):
    game, path, samples = filled
    features, found, at = game.kernel("features"), np.zeros(512, np.int64), 0
    for number, record in enumerate(GameReader(path)):
        position = game.position()
        for ply, (index, score) in enumerate(zip(record.moves, record.scores, strict=True)):
            move = int(position.legal_moves()[index])
            quiet = not move & (VICTIM_FIELD | NOISY_BIT)
            if ply >= OPENING and quiet and not position.in_check and abs(int(score)) < 2000:
                for view, seat in enumerate((position.player, 1 - position.player)):
                    begin, end = samples.offsets[2 * at + view : 2 * at + view + 2]
                    n = features(position.memory, position.ply, seat, found)
                    assert samples.inputs[begin:end].tolist() == found[:n].tolist()
                assert samples.scores[at] == score and samples.games[at] == number
                assert samples.results[at] == (record.result if position.player == 0 else 2 - record.result)
                at += 1
            position.push(move)
    assert at == samples.count > 500


def test_scores_that_look_ahead(filled):
    """Lambda-returns as a recursion over the game; share 0 changes nothing, share 1 leaves the result alone."""
    game, path, samples = filled
    slope, share = 1.7, 0.8
    traced = dataset.read_samples(game, [path], trace=dataset.Trace(share, slope))
    wanted = []
    for record in GameReader(path):
        position, after = game.position(), record.result / 2
        seats, places = [], []
        for ply, index in enumerate(record.moves):
            move = int(position.legal_moves()[int(index)])
            quiet = not move & (VICTIM_FIELD | NOISY_BIT) and not position.in_check
            places.append(quiet and ply >= OPENING and abs(int(record.scores[ply])) < 2000)
            seats.append(position.player)
            position.push(move)
        values = []
        for ply in reversed(range(OPENING, len(seats))):
            now = 1 / (1 + np.exp(-slope * float(record.scores[ply]) / 400))
            after = (1 - share) * (now if seats[ply] == 0 else 1 - now) + share * after
            values.append(after if seats[ply] == 0 else 1 - after)
        wanted += [value for value, place in zip(reversed(values), places[OPENING:], strict=True) if place]
    found = 1 / (1 + np.exp(-slope * traced.scores.astype(float) / 400))
    assert traced.count == samples.count == len(wanted)
    assert np.abs(found - wanted).max() < 0.002  # a score unit is 0.001 at most
    assert np.array_equal(traced.inputs, samples.inputs) and np.array_equal(traced.results, samples.results)
    alone = dataset.read_samples(game, [path], trace=dataset.Trace(0.0, slope))
    assert np.array_equal(alone.scores, samples.scores)
    last = dataset.read_samples(game, [path], trace=dataset.Trace(1.0, slope))
    assert np.array_equal(np.sign(last.scores), samples.results.astype(int) - 1)


def test_many_chunks_give_the_same_samples(filled, monkeypatch):
    game, path, samples = filled
    monkeypatch.setattr(dataset, "CHUNK", 600)
    again = dataset.read_samples(game, [path])
    for name in ("inputs", "offsets", "scores", "results", "games"):
        assert np.array_equal(getattr(again, name), getattr(samples, name)), name


def test_split_keeps_games_together_and_where_they_were(filled):
    _, _, samples = filled
    train, held = dataset.split(samples, 0.3, 7)
    assert sorted([*train, *held]) == list(range(samples.count)) and 0 < held.size < train.size
    assert not set(samples.games[train]) & set(samples.games[held])
    assert not np.array_equal(held, dataset.split(samples, 0.3, 8)[1])
    first = samples.take(np.flatnonzero(samples.games < 20))
    assert set(first.games[dataset.split(first, 0.3, 7)[1]]) == {n for n in set(samples.games[held]) if n < 20}


def test_two_games_are_enough_for_a_split(filled):
    _, _, samples = filled
    two = samples.take(np.flatnonzero(samples.games < 2))
    train, held = dataset.split(two, 0.01, 5)
    assert train.size and held.size
    assert dataset.split(two, 0.0, 5)[1].size == 0


def test_take_keeps_inputs_with_their_positions(filled):
    _, _, samples = filled
    chosen = np.arange(3, samples.count, 7)
    part = samples.take(chosen)
    for new, old in enumerate(chosen):
        begin, end = samples.offsets[2 * old], samples.offsets[2 * old + 2]
        assert np.array_equal(part.inputs[part.offsets[2 * new] : part.offsets[2 * new + 2]], samples.inputs[begin:end])
    assert np.array_equal(part.scores, samples.scores[chosen])


def test_files_that_do_not_fit(tmp_path):
    chess, xiangqi = engine.load("chess"), engine.load("xiangqi")
    with pytest.raises(ValueError, match="no such file or folder"):
        dataset.record_files([tmp_path / "nothing"])
    (tmp_path / "note.txt").write_text("no games")
    with pytest.raises(ValueError, match="no game records"):
        dataset.record_files([tmp_path])
    records = random_games(chess, 2, 3)
    write(tmp_path / "chess.qsp", chess, records)
    assert dataset.record_files([tmp_path]) == [tmp_path / "chess.qsp"]
    with pytest.raises(ValueError, match="games of chess, not of xiangqi"):
        dataset.read_samples(xiangqi, [tmp_path / "chess.qsp"])
    write(tmp_path / "other.qsp", chess, records, options={**chess.options, "fifty_limit": 60})
    with pytest.raises(ValueError, match="under other rules .*fifty_limit"):
        dataset.read_samples(chess, [tmp_path / "other.qsp"])
    broken = GameRecord(0, "startpos", 0, 1, 0, 0, np.array([400], np.uint16), np.array([0], np.int16))
    write(tmp_path / "broken.qsp", chess, [broken])
    with pytest.raises(ValueError, match="game 0: ply 1 has no move number 400"):
        dataset.read_samples(chess, [tmp_path / "broken.qsp"])
