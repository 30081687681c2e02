"""What seats see: nothing leaks, everything that must be known is, and samples fit all of it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.games.luzhanqi.beliefs import determinize
from engine.games.luzhanqi.evidence import MASK, WORDS
from engine.games.luzhanqi.geometry import SLOT_POINT
from engine.games.luzhanqi.state import COUNTS, KIND, KNOWN, OWNER_SHIFT, STATE, TRUTH, UNKNOWN
from tests.games.luzhanqi.test_twin import random_placement

GAMES = [("luzhanqi", 2, {}), ("luzhanqi-ccgc", 2, {"EngineerScout": "true"}), ("siguo-junqi", 4, {}),
         ("siguo-junqi", 4, {"InfoMode": "double-open", "MineHit": "both-die", "EngineerScout": "true"})]  # fmt: skip


def hooks(game):
    return game.spec.notation


def view_of(game, position, seat):
    """The position that ``seat`` builds from what the referee sends it, and nothing else."""
    tokens = [hooks(game).view_token(position.memory, ply, move, seat, game.options) for ply, move in enumerate(position.moves)]
    return tokens


def seen_position(game, tokens, seat):
    start = hooks(game).view_position(game.position().memory, 0, seat, game.options)
    return game.position(start, tokens)


def random_game(game, seats, rng, plies):
    position = game.position("startpos", [random_placement(rng) for _ in range(seats)])
    for _ in range(plies):
        moves = position.legal_moves()
        if not len(moves):
            break
        attacks = [m for m in moves.tolist() if m >> 23 & 1]
        position.push(int(rng.choice(attacks if attacks and rng.random() < 0.5 else moves.tolist())))
        yield position


def observed(game, position, seat):
    out = np.zeros(20_000, np.uint8)
    size = game.kernel("observe")(position.memory, position.ply, seat, out)
    assert size <= out.size
    return out[:size].tobytes()


def determinized(game, position, seat, seed):
    memory, generator = position.memory.copy(), np.array([seed], np.int64)
    game.kernel("determinize")(memory, position.ply, seat, generator)
    return memory


@pytest.mark.parametrize(("game_id", "seats", "options"), GAMES)
def test_a_view_is_enough_and_tells_no_more(game_id, seats, options):
    game = engine.load(game_id, options)
    rng = random.Random(f"{game_id}{options}")
    write = hooks(game).view_position
    for _ in range(3):
        views = None
        for number, position in enumerate(random_game(game, seats, rng, 160)):
            if views is None:
                views = [seen_position(game, view_of(game, position, seat), seat) for seat in range(seats)]
                outsider = seen_position(game, view_of(game, position, -1), -1)
            else:
                for seat, view in enumerate(views):
                    view.push(hooks(game).view_token(position.memory, position.ply - 1, position.moves[-1], seat, game.options))
                outsider.push(hooks(game).view_token(position.memory, position.ply - 1, position.moves[-1], -1, game.options))
            assert outsider.text() == write(position.memory, position.ply, -1, game.options)
            assert not len(outsider.legal_moves())
            for seat, view in enumerate(views):
                text = view.text()
                assert text == write(position.memory, position.ply, seat, game.options)
                assert text == write(view.memory, view.ply, seat, game.options)
                assert game.position(text).text() == text
                over = position.result().over
                if position.player == seat and not (over and not view.result().over):
                    assert view.legal_moves().tolist() == position.legal_moves().tolist(), text
                elif position.player != seat:
                    assert not len(view.legal_moves())
                assert str(view.result()) in ("ongoing", str(position.result()))
                assert observed(game, view, seat) == observed(game, position, seat)
            if number % 9 == 0:
                check_no_foreign_kind(position, views)


def check_no_foreign_kind(position, views):
    """No row of a view holds a kind that its seat may not know."""
    for seat, view in enumerate(views):
        for ply in range(view.ply + 1):
            state = view.memory.view(STATE)[ply]
            for piece in state["piece"].tolist():
                owner = piece >> OWNER_SHIFT & 3
                partner = int(state["info_mode"]) and (owner ^ seat) & 1 == 0
                if piece and owner != seat and not partner and not piece & KNOWN:
                    assert piece & KIND == UNKNOWN
            if not int(state["info_mode"]) and ply < len(views) and ply != seat:
                assert not int(view.memory.view(STATE)[ply + 1]["last"]) >> 62 & 1


@pytest.mark.parametrize(("game_id", "seats", "options"), GAMES)
def test_samples_fit_everything_seen(game_id, seats, options):
    """A sample replays: legal placements, and from them the same tokens lead to the same view at every ply."""
    game = engine.load(game_id, options)
    rng = random.Random(f"samples {game_id}{options}")
    make, told = game.kernel("make_move"), hooks(game).view_token
    for _ in range(2):
        for number, position in enumerate(random_game(game, seats, rng, 140 if seats == 2 else 320)):
            if number % (23 if seats == 2 else 53) != 22:
                continue
            seat = rng.randrange(seats)
            if int(position.state["out"]) >> seat & 1:
                continue
            tokens = view_of(game, position, seat)
            view = seen_position(game, tokens, seat)
            memory = determinized(game, view, seat, number)
            states = memory.view(STATE)
            assert all(int(states[ply]["view"]) == TRUTH for ply in range(position.ply + 1))
            assert np.array_equal(memory, determinized(game, view, seat, number))
            from_truth = determinized(game, position, seat, number)
            assert np.array_equal(from_truth.view(STATE)["piece"][: position.ply + 1], states["piece"][: position.ply + 1])
            check_army(states[seats], seats)
            for ply in range(seats, position.ply):
                sample = memory[ply * STATE.itemsize : (ply + 1) * STATE.itemsize].copy()
                bare = view.moves[ply] & 0xFFFFFFFF
                assert told(sample, 0, bare, seat, game.options) == tokens[ply], (ply, tokens[ply])
                room = np.zeros(2 * STATE.itemsize, np.uint8)
                room[: STATE.itemsize] = sample
                make(room, 0, bare)
                after = room.view(STATE)[1]
                for name in ("piece", "flag_at", "quiet", "player", "out", "key"):
                    assert np.array_equal(after[name], states[ply + 1][name]), (ply, name)


def check_army(state, seats):
    for seat in range(seats):
        kinds = [piece & KIND for piece in state["piece"].tolist() if piece and piece >> OWNER_SHIFT & 3 == seat]
        if kinds:
            assert [kinds.count(kind) for kind in range(1, 13)] == list(COUNTS[1:13])


@pytest.mark.parametrize(("game_id", "seats", "options"), GAMES[:3])
def test_two_truths_that_look_alike(game_id, seats, options):
    """A truth and a sample of it give the seat the same text, the same legal moves and the same engine input."""
    game = engine.load(game_id, options)
    rng = random.Random(f"alike {game_id}")
    *_, position = random_game(game, seats, rng, 60)
    seat = position.player
    memory = determinized(game, position, seat, 5)
    other = position.copy()
    other.memory = memory
    write = hooks(game).view_position
    for ply in range(seats, position.ply + 1):
        assert write(memory, ply, seat, game.options) == write(position.memory, ply, seat, game.options)
    assert other.legal_moves().tolist() == position.legal_moves().tolist()
    assert observed(game, other, seat) == observed(game, position, seat)


def test_evidence_only_narrows():
    """Masks of living pieces never grow, and the truth is always among them."""
    game = engine.load("luzhanqi")
    rng = random.Random(4)
    game.kernel("determinize")
    last: dict[int, int] = {}
    for position in random_game(game, 2, rng, 120):
        memory, know = position.memory.copy(), np.zeros(WORDS, np.int64)
        know[0] = 9
        determinize(memory, position.ply, 0, know)
        placed = position.memory.view(STATE)[2]["piece"]
        for slot in range(25):
            mask = int(know[MASK + 25 + slot])
            truth = int(placed[int(SLOT_POINT[0, 1, slot])]) & KIND
            assert mask >> truth & 1
            assert mask & ~last.get(slot, mask) == 0
            last[slot] = mask
    assert any(mask & (mask - 1) == 0 for mask in last.values())


def test_strings_alone_can_be_sampled():
    game = engine.load("luzhanqi")
    text = "1l1x1/xxx1x/5/2x2/1x3/4x/2D1I/1C3/5/K3x/1J1FJ/1L1G1 w 0 b12,b1 0 41"
    position = game.position(text)
    for seed in range(20):
        state = determinized(game, position, 0, seed).view(STATE)[0]
        for owner in range(2):
            kinds = [p & KIND for p in state["piece"].tolist() if p and p >> OWNER_SHIFT & 3 == owner]
            assert all(kinds.count(kind) <= COUNTS[kind] for kind in range(1, 13)) and kinds.count(12) == 1


def test_packed_moves_with_their_outcome_are_played():
    """What ``parse`` makes of a token that the referee has completed is a move, so is the bare one; another outcome is none."""
    tokens = "@gcecedbkagkiihhfidjfjghlj @cihibfahgckeikhjfdgdeljjg a3b3 e7e6x".split()
    position = engine.load("luzhanqi").position()
    for token in tokens:
        move = position.parse(token)
        position.push(move)
    assert position.history() == tokens
    position.pop()
    assert move & 0xFFFFFFFF in position.legal_moves() and move != move & 0xFFFFFFFF
    for bit in {*range(31, 62)} - {32}:
        with pytest.raises(engine.IllegalMoveError):
            position.push(move ^ 1 << bit)
