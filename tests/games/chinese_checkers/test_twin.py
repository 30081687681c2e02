"""The compiled rules against the slow twin under every option: moves, strings, results, in games and made-up positions."""

from __future__ import annotations

import random

import pytest

import engine
from tests.reference.chinese_checkers_twin import CAMP, EXTRA, GATE, IN_PLAY, NAME, TARGET, Rules, Twin

OPTIONS = [
    {},
    {"jump": "distant", "leave": "yes"},
    {"stop": "any", "leave": "yes", "exit_limit": "0"},
    {"stop": "closed", "jump": "distant", "exit_limit": "4"},
    {"pieces": "15", "equal_turns": "no", "max_rounds": "12"},
    {"seats": "3", "exit_limit": "5"},
    {"seats": "3", "pieces": "15", "stop": "closed", "wall": "none", "exit_limit": "6", "max_rounds": "9"},
    {"seats": "4", "equal_turns": "no", "max_rounds": "7", "wall": "exempt", "exit_limit": "5"},
    {"seats": "4", "teams": "opposite"},
    {"seats": "4", "teams": "opposite", "camp_penalty": "yes", "exit_limit": "6"},
    {"seats": "4", "teams": "neighbour", "team_mode": "first", "jump": "distant", "max_rounds": "8"},
    {"seats": "4", "teams": "neighbour", "equal_turns": "no", "camp_penalty": "yes"},
    {"seats": "6", "exit_limit": "7"},
    {"seats": "6", "teams": "opposite", "exit_limit": "5", "max_rounds": "8"},
    {"seats": "6", "teams": "opposite", "team_mode": "first", "camp_penalty": "yes", "equal_turns": "no"},
]
PLIES, MADE_UP = 60, 24
HOLES = sorted(NAME.values())


def same(position, twin):
    """Strings, moves and results agree; the legal moves by wire text."""
    assert position.text() == twin.text()
    wires = [position.format(int(move)) for move in position.legal_moves()]
    assert sorted(wires) == sorted(twin.moves()), position.text()
    alone = position.game.position(position.text())  # lists of moves go on behind the move limit, the result of a game does not
    assert str(alone.result()) == twin.result() and alone.key == position.key, position.text()
    return sorted(wires)


def made_up(rng, seats, rules):
    """A position near the goals, near the limits or with a nearly full gate."""
    twin = Twin(rules, {}, rng.choice(seats), seats)
    limit = rules.exit_limit or 30
    base = rng.choice((limit - 1, limit, limit + 1, rules.max_rounds - 1 if rules.max_rounds else 3))
    first = seats.index(twin.turn)
    for seat in seats:
        twin.moves_made[seat] = base + (seats.index(seat) < first)
    walled = rng.choice(seats) if rng.random() < 0.35 else None
    if walled:
        others = [seat for seat in seats if seat != walled and (seat not in twin.team(walled) or rng.random() < 0.1)]
        for hole in GATE[walled].split():
            if rng.random() < 0.97:
                twin.board[hole] = rng.choice(others)
        twin.board[rng.choice(CAMP[walled].split())] = walled
    for seat in seats:
        goal = twin.goal(seat)
        kind = rng.random()
        for hole in goal if kind < 0.5 else rng.sample(goal, len(goal) - rng.randrange(1, 3)) if kind < 0.8 else []:
            twin.board.setdefault(hole, seat)
        if kind < 0.7 and rng.random() < 0.7:
            full = [hole for hole in goal if twin.board.get(hole) == seat]
            if full:
                del twin.board[rng.choice(full)]
        for hole in rng.sample(HOLES, rng.randrange(1, 4)):
            twin.board.setdefault(hole, seat)
        if rng.random() < 0.3:
            twin.board.setdefault(rng.choice(CAMP[seat].split()), seat)
        mark = rng.random()
        if mark < 0.12:
            twin.finished.add(seat)
        elif mark < 0.2:
            twin.eliminated.add(seat)
            twin.board = {hole: owner for hole, owner in twin.board.items() if owner != seat}
    if not twin.playing():
        return None
    if rules.camp_penalty:
        for seat in twin.playing():
            foreign = [h for h in twin.of(seat) if any(h in CAMP[o].split() for o in "ABCDEF" if o not in (seat, TARGET[seat]))]
            if foreign and rng.random() < 0.6:
                twin.duty[seat] = rng.choice(foreign), rng.choice(EXTRA[seat].split())
            if rng.random() < 0.2:
                twin.lost.add(seat)
    if twin.turn not in twin.playing():
        twin.turn = twin.playing()[0]
    return twin


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_random_games(number):
    options = OPTIONS[number]
    rng = random.Random(number)
    rules = Rules.of(options)
    game = engine.load("chinese-checkers", options)
    position, twin = game.position(), Twin.start(options.get("seats", "2"), rules)
    for ply in range(PLIES):
        wires = same(position, twin) if ply % 3 == 0 else [position.format(int(move)) for move in position.legal_moves()]
        if not wires:
            break
        wire = rng.choice(wires)
        position.push(wire)
        twin = twin.play(wire)
    same(position, twin)


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_made_up_positions(number):
    options = OPTIONS[number]
    rng = random.Random(100 + number)
    rules, seats = Rules.of(options), IN_PLAY[options.get("seats", "2")]
    game = engine.load("chinese-checkers", options)
    ends = set()
    for _ in range(MADE_UP):
        twin = made_up(rng, seats, rules)
        if twin is None:
            continue
        position = game.position(twin.text())
        assert not position.notes
        for _ in range(8):
            wires = same(position, twin)
            ends.add(twin.result())
            if not wires:
                break
            homeward = [w for w in wires if any(w.endswith(hole) for hole in twin.goal(twin.turn))]
            wire = rng.choice(homeward if homeward and rng.random() < 0.6 else wires)
            position.push(wire)
            twin = twin.play(wire)
    assert len(ends) > 3, ends
