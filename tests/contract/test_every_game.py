"""One suite for every catalogued game: what ``engine.core.contract`` promises holds on positions from random play."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core import contract, score
from engine.games import CATALOGUE
from protocols.coordinates import ONE_BASED, to_zero_based

GAMES = [entry.id for entry in CATALOGUE]
PLIES = 120


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return engine.load(request.param)


def play_randomly(position, rng):
    """Play a random legal move with what it reveals, or what chance may do; false at the end of the game."""
    legal = position.legal_moves().tolist()
    move = rng.choice(legal) if legal else 0
    outcomes = position.outcomes(move)
    if outcomes:
        move = rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
    if move:
        position.push(move)
    return bool(move)


def random_positions(game, games=3, plies=PLIES, seed=1):
    """Yield the live position after each ply of a few random games; do not keep it.

    Where seats place armies first, in too many ways to list, the games begin behind that.
    """
    rng = random.Random(f"{game.entry.id}-{seed}")
    for _ in range(games):
        position = game.position()
        while position.unlisted:
            play_randomly(position, rng)
        yield position
        for _ in range(plies):
            if not play_randomly(position, rng):
                break
            yield position


def perft_plies(position):
    """The moves that make one ply of perft, a list for each: flips with each piece, rolls with each decision."""
    if position.chance_due:
        for roll, _ in position.outcomes():
            position.push(roll)
            yield from ([roll, move] for move in position.legal_moves().tolist())
            position.pop()
        return
    for move in position.legal_moves().tolist():
        yield from [[outcome] for outcome, _ in position.outcomes(move)] or [[move]]


def generate(game, name, position):
    moves = np.zeros(game.spec.max_moves, dtype=np.int64)
    count = game.kernel(name)(position.memory, position.ply, moves)
    assert 0 <= count <= game.spec.max_moves
    return [int(m) for m in moves[:count]]


def scratch_of(game):
    return np.zeros(max(1, game.spec.scratch_words), dtype=np.int64)


def evaluate(game, position):
    return int(game.kernel("evaluate")(position.memory, position.ply, game.spec.weights, scratch_of(game)))


def test_declarations(game):
    spec = game.spec
    assert spec.state.itemsize % 8 == 0
    for name, kind in contract.HEADER:
        assert spec.state.fields[name][0] == np.dtype(kind)
    for name in contract.REQUIRED:
        assert name in spec.kernels, f"{spec.id} lacks {name}"
    for name, function in spec.kernels.items():
        assert getattr(function, "qiji_signature", None) == contract.SIGNATURES[name], f"{spec.id}: {name} has another signature"
    assert spec.cells <= 512 and 0 < spec.kinds < 32
    assert len(game.entry.seats) == len(game.entry.teams)
    assert game.entry.start == game.position().text()


def test_text_round_trip_and_key_from_scratch(game):
    for position in random_positions(game):
        text = position.text()
        again = game.position(text)
        assert again.text() == text
        assert again.key == position.key, text
        assert int(again.state["structure_key"]) == int(position.state["structure_key"]), text
        assert again.player == position.player and int(again.state["flags"]) == int(position.state["flags"]), text
        assert sorted(again.legal_moves()) == sorted(position.legal_moves()), text


def test_noisy_and_quiet_are_the_legal_moves(game):
    for position in random_positions(game):
        legal = generate(game, "gen_moves", position)
        noisy, quiet = generate(game, "gen_noisy", position), generate(game, "gen_quiet", position)
        assert len(set(legal)) == len(legal) and 0 not in legal
        if game.spec.selective:
            chosen = set(noisy + quiet)
            assert len(chosen) == len(noisy + quiet) and chosen <= set(legal) and bool(chosen) == bool(legal), position.text()
        else:
            assert sorted(noisy + quiet) == sorted(legal), position.text()
        if game.spec.packed_moves:
            assert len({contract.fold(m) for m in legal}) == len(legal)
            assert all(bool(contract.move_is_noisy(m)) for m in noisy) and not any(contract.move_is_noisy(m) for m in quiet)
            for move in legal:
                assert contract.move_to(move) < game.spec.cells and contract.move_origin(move) < game.spec.cells
                assert 1 <= contract.move_mover(move) <= game.spec.kinds and contract.move_victim(move) <= game.spec.kinds


def test_is_legal_agrees_with_the_generator(game):
    is_legal = game.kernel("is_legal")
    rng = random.Random(7)
    pool: list[int] = []
    for position in random_positions(game):
        legal = set(generate(game, "gen_moves", position))
        for move in legal:
            assert is_legal(position.memory, position.ply, move) == 1, (position.text(), position.format(move))
        strangers = rng.sample(pool, min(40, len(pool)))
        strangers += [move ^ (1 << rng.randrange(40)) for move in legal] + [rng.getrandbits(62) for _ in range(5)] + [0, -1]
        for move in strangers:
            assert is_legal(position.memory, position.ply, move) == int(move in legal), (position.text(), hex(move))
        pool = (pool + list(legal))[-2000:]


def test_unfold_completes_table_moves(game):
    if "unfold" not in game.spec.kernels:
        assert game.spec.packed_moves
        return
    unfold = game.kernel("unfold")
    pool: list[int] = []
    for position in random_positions(game):
        legal = {int(contract.fold(move)): int(move) for move in position.legal_moves()}
        for bits in list(legal) + random.Random(3).sample(pool, min(40, len(pool))) + [0, 1, 0xFFFFFFFF]:
            assert unfold(position.memory, position.ply, bits) == legal.get(bits, 0), (position.text(), hex(bits))
        pool = (pool + list(legal))[-2000:]


def test_kernels_leave_played_rows_alone(game):
    row = game.spec.state.itemsize
    for position in random_positions(game, games=1):
        if not len(position.legal_moves()):
            break
        position._grow(position.ply + 8)
        before = position.memory[: (position.ply + 1) * row].copy()
        move = int(position.legal_moves()[0])
        game.kernel("make_move")(position.memory, position.ply, move)
        first = position.memory[(position.ply + 1) * row : (position.ply + 2) * row].copy()
        for name in ("result", "adjudicate", "see", "perft"):
            arguments = {"result": (), "adjudicate": (0,), "see": (move, 0), "perft": (2,)}[name]
            game.kernel(name)(position.memory, position.ply, *arguments)
        evaluate(game, position)
        game.kernel("make_move")(position.memory, position.ply, move)
        assert np.array_equal(before, position.memory[: (position.ply + 1) * row])
        assert np.array_equal(first, position.memory[(position.ply + 1) * row : (position.ply + 2) * row]), (
            "make_move is not a function"
        )


def test_null_move_passes_the_turn(game):
    if not game.spec.null_move:
        return
    for position in random_positions(game, games=1):
        state = position.state
        if int(state["flags"]) & contract.FLAG_IN_CHECK:
            continue
        twin = position.copy()
        twin._grow(twin.ply + 3)
        game.kernel("make_move")(twin.memory, twin.ply, 0)
        after = twin.memory.view(game.spec.state)[twin.ply + 1]
        assert int(after["player"]) != int(state["player"]) and int(after["key"]) != int(state["key"])


def test_perft_counts_the_generator(game):
    for number, position in enumerate(random_positions(game, games=1, plies=40)):
        plies = list(perft_plies(position))
        assert position.perft(1) == len(plies)
        if number % 8 == 0:
            total = 0
            for moves in plies:
                for move in moves:
                    position.push(move)
                total += sum(1 for _ in perft_plies(position))
                for _ in moves:
                    position.pop()
            assert position.perft(2) == total, position.text()


def test_results_are_declared(game):
    spec = game.spec
    seats = (1 << len(game.entry.seats)) - 1
    for position in random_positions(game, games=4, plies=400, seed=3):
        for code in (
            int(game.kernel("result")(position.memory, position.ply)),
            int(game.kernel("adjudicate")(position.memory, position.ply, max(0, position.ply - 1))),
        ):
            if code:
                assert code & contract.OVER and (code & 0xFF) < len(spec.reasons)
                assert int(contract.winners_of(code)) & ~seats == 0
        result = position.result()
        assert str(result) == "ongoing" or result.reason in spec.reasons
        if result.over:
            break


def test_evaluation_is_bounded_and_repeatable(game):
    kernel = game.kernel("evaluate")
    scratch = scratch_of(game)
    for position in random_positions(game):
        value = evaluate(game, position)
        assert abs(value) < score.EVAL_LIMIT
        assert value == int(kernel(position.memory, position.ply, game.spec.weights, scratch)), "scratch memory changed the value"


def test_chance_is_listed_and_never_hidden_in_a_move(game):
    if "chance_outcomes" not in game.spec.kernels:
        assert game.entry.information == "perfect" or not any(position.chance_due for position in random_positions(game, games=1))
        return
    seen = 0
    for position in random_positions(game, games=2):
        before = position.memory[: (position.ply + 1) * game.spec.state.itemsize].copy()
        for move in [0] if position.chance_due else position.legal_moves().tolist():
            outcomes = position.outcomes(move)
            seen += len(outcomes)
            assert bool(outcomes) or not position.chance_due
            assert all(weight > 0 for _, weight in outcomes) and len({outcome for outcome, _ in outcomes}) == len(outcomes)
            for outcome, _ in outcomes[:3]:
                text = position.format(outcome)
                assert position.parse(text) == outcome, (position.text(), text)
                position.push(outcome)
                after = (position.text(), position.key)
                position.pop()
                if move:  # the long way round: the flip, then what it reveals
                    position.push(move)
                    assert position.chance_due and not len(position.legal_moves()) and not position.result().over
                    position.push(outcome)
                    assert (position.text(), position.key) == after and position.history()[-1] == text
                    position.pop()
        assert np.array_equal(before, position.memory[: before.size])
    assert seen


def test_features_are_unique(game):
    if "features" not in game.spec.kernels:
        return
    for position in random_positions(game, games=1):
        for view in range(len(game.entry.seats)):
            out = np.full(1024, -1, dtype=np.int64)
            count = game.kernel("features")(position.memory, position.ply, view, out)
            active = out[:count].tolist()
            assert len(set(active)) == count > 0 and min(active) >= 0 and max(active) < 65536


def test_exchange_is_monotone(game):
    see = game.kernel("see")
    for position in random_positions(game, games=1):
        for move in generate(game, "gen_moves", position)[:20]:
            answers = [int(see(position.memory, position.ply, move, t)) for t in range(-2000, 2001, 250)]
            assert answers == sorted(answers, reverse=True), (position.text(), position.format(move), answers)
            assert answers[0] == 1 and answers[-1] == 0


def test_every_notation_parses_back(game):
    for number, position in enumerate(random_positions(game, games=1)):
        if number % 6:
            continue
        legal = [int(m) for m in position.legal_moves()]
        for notation in game.entry.notations:
            texts = [position.format(move, notation) for move in legal]
            assert len(set(texts)) == len(texts), (position.text(), notation)
            for move, text in zip(legal, texts, strict=True):
                read = to_zero_based([text], True)[0] if notation == ONE_BASED else text
                assert text == text.strip() and position.parse(read) == move, (position.text(), notation, text)


def test_bad_text_is_one_line(game):
    rng = random.Random(5)
    start = game.entry.start
    for _ in range(300):
        cut = list(start)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(cut))
            cut[place : place + rng.randrange(2)] = rng.choice(["", "x", "9", "/", " ", "-", "ä", "K", "帅"])
        text = "".join(cut)
        try:
            position = game.position(text)
        except engine.PositionError as error:
            assert "\n" not in str(error) and str(error)
        else:
            assert game.position(position.text()).text() == position.text()
    position = game.position()
    for text in ("", "zz", "a0", "e2e4e4e4", "帅五进", "\0", "0000", "x" * 5000):
        try:
            position.parse(text)
        except (engine.MoveSyntaxError, engine.IllegalMoveError, engine.AmbiguousMoveError) as error:
            assert "\n" not in str(error) and len(str(error)) < 400


def test_undo_and_copy(game):
    position = game.position()
    texts = [position.text()]
    rng = random.Random(11)
    while position.ply < 30 and play_randomly(position, rng):
        texts.append(position.text())
    twin = position.copy()
    while position.ply:
        assert position.text() == texts[position.ply]
        position.pop()
    assert position.text() == texts[0] and twin.text() == texts[-1]
