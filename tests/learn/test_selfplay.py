"""Games of self-play: legal by the rules of the Python API, the same as an engine plays, ended as the settings say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import engine
from engine.core.contract import FLAG_CHANCE
from engine.games import CATALOGUE
from engine.learn.record import DRAW, END_DRAW, END_LENGTH, END_RULE, END_WIN, LOSS, NO_SCORE, WIN, GameRecord
from engine.learn.selfplay import Selfplay, SelfplayError, Settings

GAMES = [entry.id for entry in CATALOGUE if entry.searches[0] == "alphabeta"]
#: Small numbers, so that every way to end occurs in a few games.
SMALL = Settings(
    nodes=60, opening_nodes=60, opening_score=150, win_score=700, win_plies=3, draw_from=30, draw_score=25, draw_plies=5,
    longest=90,
)  # fmt: skip
COUNT = 60
FIVE = {entry.id for entry in CATALOGUE if entry.module == "gomoku"}
PYRAMID = {entry.id for entry in CATALOGUE if entry.module == "quadro"}
#: Where many moves are threats, 60 nodes do not tell a balanced opening.
FOUR_ARMIES = ("siren-xiangqi", "siguo-xiangqi", "sifang-xiangqi")
CHANGES = {
    "fangqi": {"opening_nodes": 500},
    "siren-xiangqi": {"opening_nodes": 1000},
    "sifang-xiangqi": {"opening_nodes": 1700},
}


@pytest.fixture(scope="module", params=GAMES)
def player(request) -> Selfplay:
    return Selfplay(engine.load(request.param), replace(SMALL, **CHANGES.get(request.param, {})))


def searcher(player: Selfplay, hash_mb: int) -> engine.Engine:
    """An engine that searches as self-play does: no solver is asked before the search."""
    made = engine.Engine(player.game, hash_mb=hash_mb)
    made._forced = None
    return made


@pytest.fixture(scope="module")
def records(player) -> list[GameRecord]:
    return [player.play(1, number) for number in range(COUNT)]


def key(record: GameRecord) -> tuple:
    numbers = (record.opening, record.result, record.end, record.reason)
    return (*numbers, record.moves.tolist(), record.scores.tolist())


def replay(player: Selfplay, record: GameRecord):
    """``(position before the move, move, score)`` of every ply, by the Python API."""
    position = player.game.position(record.start)
    for index, score in zip(record.moves, record.scores, strict=True):
        legal = position.legal_moves()
        assert index < len(legal)
        move = int(legal[index])
        yield position, move, int(score)
        position.push(move)
    yield position, 0, NO_SCORE


def test_every_move_is_legal_and_the_game_ends_where_the_record_says(player, records):
    teams, seats = player.game.entry.teams, player.game.entry.seats
    for record in records:
        assert SMALL.opening_least <= record.opening <= SMALL.opening_most < len(record.moves) <= SMALL.longest
        assert all((score == NO_SCORE) == (ply < record.opening) for ply, score in enumerate(record.scores.tolist()))
        for ply, (position, _, _) in enumerate(replay(player, record)):
            assert not int(position.state["flags"]) & FLAG_CHANCE
            result = position.result()
            assert result.over == (record.end == END_RULE and ply == len(record.moves)), (record.number, ply)
        if record.end == END_RULE:
            assert result.reason == player.game.spec.reasons[record.reason]
            first_team = [seat for seat, team in zip(seats, teams, strict=True) if team == teams[0]]
            winner = DRAW if not result.winners else WIN if result.winners[0] in first_team else LOSS
            assert record.result == winner


def adjudicated(player: Selfplay, record: GameRecord) -> tuple[int, int, int] | None:
    """``(plies, end, result)`` where the settings end the game by its scores alone, written without looking at the kernel."""
    teams = player.game.entry.teams
    views = []  # of team 0
    for position, _, score in replay(player, record):
        views.append(score if teams[position.player] == teams[0] else -score)
    for plies in range(record.opening + 1, len(record.moves) + 1):
        scored = views[record.opening : plies]
        last = scored[-SMALL.win_plies :]
        if len(last) == SMALL.win_plies and all(score >= SMALL.win_score for score in last):
            return plies, END_WIN, WIN
        if len(last) == SMALL.win_plies and all(score <= -SMALL.win_score for score in last):
            return plies, END_WIN, LOSS
        last = scored[-SMALL.draw_plies :]
        if plies >= SMALL.draw_from and len(last) == SMALL.draw_plies and all(abs(score) <= SMALL.draw_score for score in last):
            return plies, END_DRAW, DRAW
    return (SMALL.longest, END_LENGTH, DRAW) if len(record.moves) == SMALL.longest else None


def test_adjudication_follows_from_the_scores(player, records):
    for record in records:
        wanted = adjudicated(player, record)
        if record.end == END_RULE:
            assert wanted is None or wanted[0] == len(record.moves)
        else:
            assert (len(record.moves), record.end, record.result) == wanted, record.number
    # Nothing is ever quiet in five in a row, whose wins are seen before they are there; the pyramid has no draws,
    # and with four armies on the board it is soon clear who wins.
    name = player.game.entry.id
    kinds = 1 if name in FIVE else 2 if name in PYRAMID or name in FOUR_ARMIES else 3
    assert len({record.end for record in records}) >= kinds, "the small settings reach most kinds of end"


def test_moves_and_scores_are_those_of_the_engine(player, records):
    """An engine of its own, asked in the same order, finds the same moves, scores and balance; at least in games whose first
    random opening was taken, since what a rejected one leaves in the tables is not in the record."""
    compared = 0
    other = searcher(player, SMALL.hash_mb)
    for record in records:
        player.play(1, record.number)
        if player.tries > 1:
            continue
        other.new_game()
        for position, move, score in replay(player, record):
            if position.ply == record.opening:
                other.set_position(position)
                found = other.go(engine.Limits(nodes=player.settings.opening_nodes))
                assert abs(found.lines[0].score) <= SMALL.opening_score
            if score == NO_SCORE:
                continue
            if abs(score) >= engine.MATE - 256:
                break  # self-play leaves a search whose mate is certain earlier
            other.set_position(position)
            found = other.go(engine.Limits(nodes=SMALL.nodes), lambda info: None)  # who listens gets exact scores
            assert (found.best, found.lines[0].score) == (move, score), (record.number, position.ply)
            compared += 1
    assert compared > 100


def test_openings_are_balanced_and_varied(player, records):
    """A deeper search from nothing finds no opening lost; no two games begin alike; every length occurs."""
    judge, texts = searcher(player, 4), set()
    # Five in a row leaps, and so do four armies: 2,000 nodes see threats that 60 do not, but no game that would be called won.
    leaps = player.game.entry.id in FIVE or player.game.entry.id in FOUR_ARMIES
    most = SMALL.win_score if leaps else SMALL.opening_score + 250
    for record in records:
        position = next(p for p, _, score in replay(player, record) if p.ply == record.opening)
        texts.add(position.text())
        judge.new_game()
        judge.set_position(position)
        assert abs(judge.go(engine.Limits(nodes=2000)).lines[0].score) <= most, record.number
    assert len(texts) == COUNT
    assert {record.opening for record in records} == set(range(SMALL.opening_least, SMALL.opening_most + 1))


def test_a_game_depends_on_seed_and_number_alone(player, records):
    for number in (5, 0, 5, 3):
        assert key(player.play(1, number)) == key(records[number])
    fresh = Selfplay(player.game, player.settings)
    assert key(fresh.play(1, 7)) == key(records[7])
    assert key(fresh.play(2, 7)) != key(records[7])
    assert len({tuple(record.moves.tolist()) for record in records}) == COUNT


def test_both_sides_win_games(player, records):
    """A wrong sign anywhere would show; some games are drawn so often that more of them must be played."""
    results, number = [record.result for record in records], COUNT
    while min(results.count(WIN), results.count(LOSS)) < 3:
        assert number < 500, results
        results.append(player.play(1, number).result)
        number += 1


@pytest.mark.parametrize(
    "changes, text",
    [
        ({"nodes": 0}, "nodes 0 is less than 1"),
        ({"opening_least": 4, "opening_most": 3}, "opening-most 3 is less than opening-least 4"),
        ({"longest": 10}, "longest 10 is not in 11..65535"),
        ({"longest": 70000}, "longest 70000 is not in 11..65535"),
        ({"win_score": -1}, "win-score -1 is less than 0"),
    ],
)
def test_bad_settings(changes, text):
    with pytest.raises(SelfplayError) as caught:
        replace(Settings(), **changes).check()
    assert str(caught.value) == text


def test_game_without_balanced_opening():
    game = engine.load("chess")
    player = Selfplay(game, replace(SMALL, opening_least=1, opening_most=1, opening_nodes=1))
    player._start = game.position("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1")
    with pytest.raises(SelfplayError, match=r"^chess: none of 10000 random openings of 1 to 1 plies has a score within 150$"):
        player.play(1, 0)


def test_game_of_another_search():
    game = engine.load("chess")
    spec = replace(game.spec, entry=replace(game.spec.entry, searches=("mcts",)))
    with pytest.raises(SelfplayError, match=r"^chess is played by mcts, self-play knows alphabeta and expectimax only$"):
        Selfplay(engine.Game(spec))


@pytest.mark.parametrize(("game_id", "options"), [("banqi", {}), ("aeroplane", {"Players": "2"})], ids=["flips", "dice"])
def test_games_with_chance(game_id, options):
    """Events of chance are plies without a score, fairly drawn; all else is as in other games."""
    game = engine.load(game_id, options)
    spec, stride = game.spec, game.spec.state.itemsize
    settings = replace(SMALL, win_score=900, longest=240)
    player = Selfplay(game, settings)
    drawn, shares = np.zeros(64), np.zeros(64)
    moves, weights = np.zeros(spec.max_moves + 64, np.int64), np.zeros(64, np.int32)
    for number in range(20):
        record = player.play(1, number)
        memory = np.zeros((record.moves.size + 2) * stride, np.uint8)
        memory[:stride] = game.position().memory[:stride]
        for ply, (index, score) in enumerate(zip(record.moves.tolist(), record.scores.tolist(), strict=True)):
            due = bool(memory.view(spec.state)[ply]["flags"] & FLAG_CHANCE)
            assert (score == NO_SCORE) == (due or ply < record.opening)
            if due:
                count = int(game.kernel("chance_outcomes")(memory, ply, moves, weights))
                drawn[index] += 1
                shares[:count] += weights[:count] / weights[:count].sum()
            else:
                assert not game.kernel("result")(memory, ply)
                count = int(game.kernel("gen_moves")(memory, ply, moves))
            assert index < count
            game.kernel("make_move")(memory, ply, moves[index])
        code = int(game.kernel("result")(memory, record.moves.size))
        assert bool(code) == (record.end == END_RULE)
        if code:
            winners = code >> 8 & 0xFF
            assert record.result == (DRAW if not winners else WIN if winners & 1 else LOSS)
    assert key(player.play(1, 7)) == key(Selfplay(game, settings).play(1, 7))
    assert drawn.sum() > 200
    assert np.all(np.abs(drawn - shares) < 5 * np.sqrt(shares) + 1)


def test_more_than_two_teams_are_refused():
    with pytest.raises(SelfplayError, match="more than two teams"):
        Selfplay(engine.load("aeroplane", {"Players": "4"}))
