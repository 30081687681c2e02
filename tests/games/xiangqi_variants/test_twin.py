"""Compiled rules against the slow twin: moves, text, checks, results, letters and verdicts on random games and cycles."""

from __future__ import annotations

import importlib.util
import random
import sys

import pytest

import engine
from engine.core.jit import compile_kernel
from engine.games.xiangqi.repetition import LETTERS
from engine.games.xiangqi.state import REASONS
from engine.games.xiangqi_variants.adjudication import letter_of, repetition_verdict
from tests.reference import xiangqi_cycles
from tests.reference.xiangqi_variants_twin import HALVES, twin_of

GAMES = ["paowei-xiangqi", "shengshi-xiangqi"]
SWITCHES = [
    ("paowei-xiangqi", {"CannonReturn": False}),
    ("shengshi-xiangqi", {"CannonReturn": False, "HorseChain": False}),
    ("shengshi-xiangqi", {"HalfPoints": False, "FlyingGeneral": False}),
    ("shengshi-xiangqi", {"BothCentres": "legal"}),
]


def load(game, options):
    return engine.load(game, {name: str(value).lower() for name, value in options.items()})


def random_setup(rng: random.Random, game: str, pieces: int) -> str:
    """A position string with two kings and about ``pieces`` other men; it may be refused."""
    board = {rng.choice((3, 4, 5, 12, 13, 14, 21, 22, 23)): "K", rng.choice((66, 67, 68, 75, 76, 77, 84, 85, 86)): "k"}
    halves = ""
    shengshi = game == "shengshi-xiangqi"
    for n in range(8):
        if shengshi and rng.random() < 0.12:
            halves += "Aa"[n > 3] + HALVES[n]
    for _ in range(pieces):
        letter, color = rng.choice("ABBNNRCCCPPP"), rng.randrange(2)
        points: tuple[int, ...] = tuple(range(90))
        if letter == "A":
            points = (3, 4, 5, 12, 13, 14, 21, 22, 23) if shengshi else (3, 5, 13, 21, 23)
            points = tuple(89 - point for point in points) if color else points
        elif letter == "B" and shengshi:
            points = (18, 2, 38, 22, 6, 42, 26, 12, 14, 30, 32)
            points = tuple((9 - p // 9) * 9 + p % 9 for p in points) if color else points
        point = rng.choice(points)
        if point not in board:
            board[point] = letter.lower() if color else letter
    rows = ["".join(board.get(rank * 9 + file, "1") for file in range(9)) for rank in range(9, -1, -1)]
    return f"{'/'.join(rows)} {rng.choice('wb')} {halves or '-'} - 0 1"


def same(twin, position, game):
    """Compare one position; the twin's board and side."""
    board, side = game.boards[-1], game.side
    text = position.text()
    assert sorted(position.format(int(m)) for m in position.legal_moves()) == sorted(
        twin.wire(m) for m in twin.legal_moves(board, side)
    ), text
    assert twin.write_fen(board, side).split()[:4] == text.split()[:4]
    assert position.in_check == bool(twin.king_attackers(board, side)), text


def play(game, options, seed, plies, text="startpos"):
    """A random game that likes captures and moves that xiangqi does not have; every position is compared."""
    twin, rng = twin_of(game, **options), random.Random(seed)
    position = load(game, options | {"FreeSetup": True}).position(text)
    plain = twin.Game(position.text())
    for _ in range(plies):
        same(twin, position, plain)
        legal = list(position.legal_moves())
        if not legal:
            break
        captures = [move for move in legal if int(move) >> 23 & 31]
        cannons = [move for move in captures if int(move) >> 18 & 31 == 6]
        odd = [move for move in legal if position.format(int(move), "wxf").startswith("[")]
        pool = next((p for p, share in ((cannons, 0.4), (captures, 0.15), (odd, 0.3)) if p and rng.random() < share), legal)
        move = position.format(int(rng.choice(pool)))
        position.push(move)
        plain.push(move)
    return position, plain


@pytest.mark.parametrize(("game", "options"), [(game, {}) for game in GAMES] + SWITCHES)
def test_random_games(game, options):
    returned = 0
    for seed in range(2):
        position, _ = play(game, options, seed, 70)
        returned += sum(
            position.game.position(position.start_text, position.history()[: n + 1]).text().split()[3] != "-" for n in range(20)
        )
    assert (returned > 0) == options.get("CannonReturn", True)


@pytest.mark.parametrize("game", GAMES)
def test_random_setups(game):
    rng, twin = random.Random(5), twin_of(game)
    free, count, refused = engine.load(game, {"FreeSetup": "true"}), 0, 0
    while count < 130:
        try:
            position = free.position(random_setup(rng, game, rng.randrange(3, 34)))
        except engine.PositionError:
            refused += 1
            continue
        count += 1
        same(twin, position, twin.Game(position.text()))
        if count % 10 == 0:
            play(game, {}, count, 12, position.text())
    assert refused > 10


@pytest.mark.parametrize("game", GAMES)
def test_results(game):
    """Few men and a short natural limit, so that every kind of end comes up."""
    rng, twin, reasons = random.Random(8), twin_of(game), set()
    while len(reasons) < 6:
        options = {"FreeSetup": True, "Rule60MaxPly": 14, "Repetition Rule": rng.choice(["ChineseRule", "AsianRule"])}
        place = load(game, options)
        place.options.update(options)
        try:
            position = place.position(random_setup(rng, game, rng.randrange(1, 5)))
        except engine.PositionError:
            continue
        plain = twin.Game(position.text(), **options)
        for _ in range(24):
            legal = list(position.legal_moves())
            if position.result().over or not legal:
                break
            back = [
                m
                for m in legal
                if position.ply > 1 and position.format(int(m)) == position.history()[-2][2:] + position.history()[-2][:2]
            ]
            move = position.format(int(rng.choice(back if back and rng.random() < 0.7 else legal)))
            position.push(move)
            plain.push(move)
        assert str(position.result()) == plain.result(), (position.start_text, position.history())
        reasons.add(str(position.result()).replace("black", "red"))


def cycles_of(twin):
    """``xiangqi_cycles`` on another twin."""
    spec = importlib.util.spec_from_file_location(f"cycles_{twin.__name__}", xiangqi_cycles.__file__)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.twin = twin
    return module


@pytest.mark.parametrize("rule", ["ChineseRule", "AsianRule"])
@pytest.mark.parametrize("game", GAMES)
def test_verdicts(game, rule):
    compile_kernel(repetition_verdict)
    twin, rng = twin_of(game), random.Random(f"{game}{rule}")
    cycles, losses = cycles_of(twin), 0
    place = engine.load(game, {"FreeSetup": "true", "Repetition Rule": rule, "Repetition Fold": "2"})
    for number in range(14):
        make = cycles.hunting_cycle if number % 2 else cycles.random_cycle
        cycle = make(rng, rng.randrange(6, 16))
        position = place.position(cycle.fen, cycle.wire)
        boards = [cycle.board]
        for move in cycle.moves:
            boards.append(twin.moved(boards[-1], move))
        verdict = twin.judge(boards, cycle.side, rule)
        code = int(repetition_verdict(position.memory, position.ply))
        assert (code >> 8 & 255, REASONS[code & 255]) == (0 if verdict.loser is None else 2 - verdict.loser, verdict.reason), (
            cycle.fen,
            cycle.wire,
        )
        losses += verdict.loser is not None
    assert losses > 1


@pytest.mark.parametrize("game", GAMES)
def test_letters_of_any_ply(game):
    """Also of captures, after which returns count in what is looked ahead."""
    compile_kernel(letter_of)
    twin, seen = twin_of(game), set()
    for seed in range(3):
        position, plain = play(game, {}, 40 + seed, 16, random_setup_of(game, seed))
        for ply in range(1, len(plain.boards)):
            side = (plain.first + ply - 1) % 2
            wanted = twin.letter(plain.boards[ply - 1], plain.boards[ply], side, "ChineseRule", 1, bool(ply % 2))
            found = LETTERS[int(letter_of(position.memory, ply, ply % 2))]
            assert found == wanted, (position.start_text, position.history()[:ply])
            seen.add(found)
    assert {"J", "Z", "X"} <= seen


def random_setup_of(game, seed):
    """A set-up that the game accepts."""
    rng = random.Random(seed)
    while True:
        text = random_setup(rng, game, 16)
        try:
            if len(engine.load(game, {"FreeSetup": "true"}).position(text).legal_moves()):
                return text
        except engine.PositionError:
            continue
