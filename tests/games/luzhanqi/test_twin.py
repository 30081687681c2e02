"""The kernels against the slow twin: random games on both boards under every option, move for move, token for token."""

from __future__ import annotations

import random

import pytest

import engine
from engine.games.luzhanqi.geometry import BOARDS
from engine.games.luzhanqi.state import KIND, KNOWN, LETTERS, OWNER_SHIFT
from tests.reference.junqi_twin import GRAPHS, Twin

OPTIONS = [
    {},
    {"MineHit": "both-die", "EngineerScout": "true"},
    {"MineHit": "bounce", "NoContactPlies": "12", "FlagReveal": "false"},
    {"MineHit": "attacker-dies", "EngineerScout": "true", "NoContactPlies": "40"},
]


def random_placement(rng):
    """A legal placement, drawn by rejection of nothing: the flag, mines and bombs first."""
    slots = [(r, c) for r in range(1, 7) for c in range(1, 6) if (r, c) not in {(2, 2), (2, 4), (3, 3), (4, 2), (4, 4)}]
    placed = {rng.choice([(6, 2), (6, 4)]): "l"}
    for letter, count, first in (("j", 3, 5), ("k", 2, 2)):
        for slot in rng.sample([s for s in slots if s not in placed and s[0] >= first], count):
            placed[slot] = letter
    rest = list("abccddeeffggghhhiii")
    rng.shuffle(rest)
    return "@" + "".join(placed.get(slot) or rest.pop() for slot in slots)


def twin_of(position, seats):
    state, options = position.state, position.game.options
    names = BOARDS[int(state["board"])].names
    pieces, known = {}, set()
    for point, name in enumerate(names):
        piece = int(state["piece"][point])
        if piece:
            pieces[name] = (piece >> OWNER_SHIFT & 3, LETTERS[piece & KIND])
            if piece & KNOWN:
                known.add(name)
    return Twin(
        seats, pieces, position.player, int(state["quiet"]), known, {s for s in range(seats) if int(state["out"]) >> s & 1},
        str(options["MineHit"]), bool(options["EngineerScout"]), bool(options["FlagReveal"]), int(options["NoContactPlies"]),
        options.get("NoContactResult") == "mover-loses",
    )  # fmt: skip


def follow(game, seats, rng, plies):
    """Play a random game in both and compare everything at every ply; returns how it ended."""
    position = game.position("startpos", [random_placement(rng) for _ in range(seats)])
    twin = twin_of(position, seats)
    for _ in range(plies):
        again = twin_of(position, seats)
        assert (again.pieces, again.turn, again.quiet, again.known, again.out) == (
            twin.pieces, twin.turn, twin.quiet, twin.known, twin.out
        )  # fmt: skip
        assert str(position.result()) == twin.result(), position.text()
        moves = {position.format(int(m)): int(m) for m in position.legal_moves()}
        assert set(moves) == twin.legal(), position.text()
        if not moves:
            break
        attacks = [text for text, m in moves.items() if m >> 23 & 1]
        text = rng.choice(attacks if attacks and rng.random() < 0.5 else sorted(moves))
        if seats == 4 and rng.random() < 0.004:
            text = "0000"
        token = twin.play(text)
        assert game.spec.notation.view_token(position.memory, position.ply, position.parse(text), -1, game.options) == token
        position.push(text)
    return str(position.result())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("game_id", ["luzhanqi", "luzhanqi-ccgc"])
def test_two_seats(game_id, options):
    game = engine.load(game_id, options)
    rng = random.Random(f"{game_id} {options}")
    ends = [follow(game, 2, rng, 400) for _ in range(5)]
    assert any(end != "ongoing" for end in ends)


@pytest.mark.parametrize("options", [*OPTIONS, {"InfoMode": "double-open", "FirstSeat": "2"}], ids=str)
def test_four_seats(options):
    game = engine.load("siguo-junqi", options)
    rng = random.Random(f"siguo {options}")
    ends = [follow(game, 4, rng, 500) for _ in range(2)]
    assert len(ends) == 2


def test_graphs_agree():
    for number, seats in ((0, 2), (1, 4)):
        board, graph = BOARDS[number], GRAPHS[seats]
        assert set(board.names) == set(graph.near)
        assert {frozenset(board.names[p] for p in edge) for edge in board.edges} == {
            frozenset((a, b)) for a in graph.near for b in graph.near[a]
        }
        assert {frozenset(board.names[p] for p in edge) for edge in board.rails} == {
            frozenset((a, b)) for a in graph.rail for b in graph.rail[a]
        }
