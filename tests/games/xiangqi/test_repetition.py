"""Adjudication of repetitions: the worked examples of the rule text, and compiled verdicts against the plain twin."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.core.jit import compile_kernel
from engine.games.xiangqi import repetition
from engine.games.xiangqi.state import REASONS, RULES, STATE
from tests.reference import xiangqi_twin as twin
from tests.reference.xiangqi_cycles import attacks, hunting_cycle, random_board, random_cycle


def read_examples() -> list[tuple[str, ...]]:
    lines = Path(__file__).with_name("repetitions.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(cell.strip() for cell in line.split(" | ")) for line in lines if not line.startswith("#")]


EXAMPLES = read_examples()
EXAMPLE = {int(example[0]): example for example in EXAMPLES}


@pytest.fixture(scope="module", autouse=True)
def kernels():
    for kernel in (repetition.repetition_verdict, repetition.tree_verdict, repetition.must_change, repetition.letter_of):
        compile_kernel(kernel)


def example_moves(example: tuple[str, ...], plies: int) -> list[str]:
    """The first ``plies`` moves: the prefix, then the cycle again and again."""
    prefix = [] if example[2] == "-" else example[2].split()
    cycle = example[3].split()
    return (prefix + cycle * (plies // len(cycle) + 1))[:plies]


def first_verdict(text: str, moves, **options: object) -> tuple[int, str]:
    """The ply at which the game ends and how."""
    position = engine.load("xiangqi", {name: str(value) for name, value in options.items()}).position(text)
    for move in moves:
        assert str(position.result()) == "ongoing"
        position.push(move)
        if str(position.result()) != "ongoing":
            return position.ply, str(position.result())
    return position.ply, "ongoing"


def letters_of(position, start: int, pawns: tuple[int, int] = (0, 0)) -> list[str]:
    """The letters of both sides from row ``start`` on."""
    letters = ["", ""]
    for ply in range(start + 1, position.ply + 1):
        seat = int(position.memory.view(STATE)[ply - 1]["player"])
        letters[seat] += repetition.LETTERS[int(repetition.letter_of(position.memory, ply, pawns[seat]))]
    return letters


def code_of(verdict: twin.Verdict) -> tuple[int, str]:
    """A verdict as winners and reason."""
    return (0 if verdict.loser is None else 2 - verdict.loser), verdict.reason


def read_code(code: int) -> tuple[int, str]:
    return int(code) >> 8 & 0xFF, REASONS[int(code) & 0xFF]


# --- the rule text ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["ChineseRule", "AsianRule"])
@pytest.mark.parametrize("number", sorted(EXAMPLE))
def test_worked_example(number, rule):
    example = EXAMPLE[number]
    outcome, expected_letters = example[4 if rule == "ChineseRule" else 5].rsplit(" ", 1)
    plies = {11: 9, 13: 9, 15: 9, 24: 9, 25: 9, 16: 17, 17: 17}.get(number, 8)
    position = engine.load("xiangqi", {"Repetition Rule": rule}).position(example[1] + " - - 0 1")
    plain = twin.Game(example[1] + " - - 0 1", **{"Repetition Rule": rule})
    for move in example_moves(example, plies):
        assert str(position.result()) == plain.result() == "ongoing"
        position.push(move)
        plain.push(move)
    result = str(position.result())
    assert result == plain.result()
    loser = {"Red loses": "black", "Black loses": "red"}.get(outcome)
    assert result.startswith(f"win {loser} " if loser else "draw repetition")

    start = plain.occurrences(plies)[-3]
    verdict = plain.judge(start, plies)
    assert verdict.letters == expected_letters
    first_pass = letters_of(position, start)
    if outcome == "draw" and rule == "ChineseRule":
        banned = [seat for seat in (0, 1) if "X" not in first_pass[seat]]
        pawns = (0, 0) if len(banned) != 1 else tuple(int(seat not in banned) for seat in (0, 1))
        assert "/".join(letters_of(position, start, pawns)) == expected_letters
    else:
        assert "/".join(first_pass) == expected_letters
    seat = position.must_change()
    assert seat == (None if plain.must_change() is None else engine.find_entry("xiangqi").seats[plain.must_change()])


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, "win black perpetual-check"),
        (2, "draw repetition"),
        (4, "win black perpetual-kill"),
        (5, "win black perpetual-kill"),
        (6, "win black perpetual-chase"),
        (8, "win black perpetual-chase"),
        (22, "win red perpetual-check"),
    ],
)
def test_words_of_the_result(number, expected):
    example = EXAMPLE[number]
    assert first_verdict(example[1], example_moves(example, 20)) == (8, expected)


def test_repetition_fold_and_three_checks():
    text, moves = EXAMPLE[1][1], example_moves(EXAMPLE[1], 30)
    for fold, ply in ((2, 4), (3, 8), (4, 12), (5, 16)):
        assert first_verdict(text, moves, **{"Repetition Fold": fold}) == (ply, "win black perpetual-check")
    assert first_verdict(text, moves, **{"Three Checks": "true"}) == (5, "win black perpetual-check")


def test_repetition_grace():
    text, moves = EXAMPLE[8][1], example_moves(EXAMPLE[8], 30)
    options = {"Repetition Grace": 4}
    assert first_verdict(text, moves, **options) == (12, "win black perpetual-chase")
    left = [*moves[:8], "d0d1"]
    assert first_verdict(text, left, **options) == (9, "ongoing")
    # A new third occurrence, found at ply 17, is needed; its own four plies run from there.
    back = [*left, "f9f8", "d1d0", "f8f9", *example_moves(EXAMPLE[8], 8)]
    assert first_verdict(text, back, **options) == (16, "draw repetition")


def test_mate_threat_depth():
    text, cycle = "4ka3/9/9/6R2/R8/9/9/9/9/3K5 w", "g6g7 e9e8 g7g6 e8e9".split() * 3
    assert first_verdict(text, cycle) == (8, "draw repetition")
    assert first_verdict(text, cycle, **{"Mate Threat Depth": 2}) == (8, "win black perpetual-kill")
    position = engine.load("xiangqi", {"Mate Threat Depth": "2"}).position(text, cycle[:8])
    assert letters_of(position, 0) == ["SSSS", "XXXX"]
    assert first_verdict(EXAMPLE[4][1], example_moves(EXAMPLE[4], 8), **{"Mate Threat Depth": 0}) == (8, "draw repetition")


@pytest.mark.parametrize("number", sorted(EXAMPLE))
def test_modes_without_chases(number):
    """``AllowChase`` judges checks only, ``NoJudgement`` nothing."""
    example = EXAMPLE[number]
    red, black = example[4].rsplit(" ", 1)[1].split("/")
    moves = example_moves(example, 30)
    checks = [set(red) == {"J"}, set(black) == {"J"}]
    expected = "draw repetition" if checks[0] == checks[1] else f"win {'black' if checks[0] else 'red'} perpetual-check"
    assert first_verdict(example[1], moves, **{"Repetition Rule": "AllowChase"})[1] == expected
    assert first_verdict(example[1], moves, **{"Repetition Rule": "NoJudgement"})[1] == "draw repetition"


def test_who_must_change_is_known_one_occurrence_earlier():
    position = engine.load("xiangqi").position(EXAMPLE[8][1])
    seen = []
    for move in example_moves(EXAMPLE[8], 7):
        seen.append(position.must_change())
        position.push(move)
    assert seen == [None] * 4 + ["red"] * 3 and str(position.result()) == "ongoing" and position.must_change() == "red"


# --- inside the tree ----------------------------------------------------------------------------------------------------


def tree(position, root: int) -> str:
    winners, reason = read_code(repetition.tree_verdict(position.memory, position.ply, root))
    return (
        "none" if reason == "none" else f"{'draw' if not winners else engine.find_entry('xiangqi').seats[winners - 1]} {reason}"
    )


def test_a_position_of_the_search_path_is_judged_when_it_comes_back_once():
    example = EXAMPLE[1]
    position = engine.load("xiangqi").position(example[1], ["h8h9", "f9f8", "h9h8", "f8f9", "h8h9"])
    # Row 1 repeats in row 5. Only a row behind the root belongs to the path.
    assert tree(position, 0) == "black perpetual-check"
    assert tree(position, 1) == "none"
    position.push("f9f8")
    position.pop()
    for move in ("f9f8", "h9h8", "f8f9"):
        position.push(move)
    # Row 8 is the third occurrence of row 0.
    assert position.ply == 8 and tree(position, 7) == "black perpetual-check" and tree(position, 4) == "black perpetual-check"


@pytest.mark.parametrize(("fold", "expected"), [(2, "black perpetual-check"), (3, "none"), (5, "none")])
def test_positions_of_the_game_need_the_fold(fold, expected):
    example = EXAMPLE[1]
    game = engine.load("xiangqi", {"Repetition Fold": str(fold)})
    assert tree(game.position(example[1], example_moves(example, 4)), 3) == expected
    assert tree(game.position(example[1], example_moves(example, 12)), 11) == "black perpetual-check" or fold == 5


def test_three_checks_inside_the_tree():
    example = EXAMPLE[1]
    game = engine.load("xiangqi", {"Three Checks": "true"})
    assert tree(game.position(example[1], example_moves(example, 4)), 3) == "none"
    assert tree(game.position(example[1], example_moves(example, 5)), 4) == "black perpetual-check"


def test_nothing_is_judged_across_a_pass():
    game = engine.load("xiangqi")
    position = game.position(EXAMPLE[8][1])
    stack = position.stack_copy(16)
    make = game.kernel("make_move")
    moves = [game.position(EXAMPLE[8][1], example_moves(EXAMPLE[8], n + 1)).moves[-1] for n in range(4)]
    ply = 0
    for move in moves:
        make(stack, ply, move)
        ply += 1
    assert repetition.tree_verdict(stack, ply, -1) != 0
    make(stack, ply, 0)
    make(stack, ply + 1, 0)
    assert repetition.tree_verdict(stack, ply + 2, -1) == 0


# --- against the twin ---------------------------------------------------------------------------------------------------


def test_random_cycles_have_the_verdict_of_the_twin():
    rng = random.Random(11)
    seen: Counter = Counter()
    cycles = [random_cycle(rng, rng.randint(3, 8)) for _ in range(25)]
    cycles += [hunting_cycle(rng, rng.randint(3, 14)) for _ in range(50)]
    cycles += [hunting_cycle(rng, rng.randint(6, 18), pawns=True) for _ in range(12)]
    for number, cycle in enumerate(cycles):
        depth = rng.choice((0, 1, 1, 1, 2))
        boards = [cycle.board]
        for move in cycle.moves:
            boards.append(twin.moved(boards[-1], move))
        for rule in RULES:
            options = {"Repetition Rule": rule, "Mate Threat Depth": str(depth), "Repetition Fold": "2", "FreeSetup": "true"}
            position = engine.load("xiangqi", options).position(cycle.fen, cycle.wire)
            keys = [int(row["key"]) for row in position.memory.view(STATE)[: position.ply + 1]]
            if len(set(keys[:-1])) != position.ply:
                break
            verdict = twin.judge(boards, cycle.side, rule, depth)
            where = (number, rule, depth, cycle.fen, cycle.wire, verdict)
            assert read_code(repetition.tree_verdict(position.memory, position.ply, -1)) == code_of(verdict), where
            assert read_code(repetition.repetition_verdict(position.memory, position.ply)) == code_of(verdict), where
            loser = int(repetition.must_change(position.memory, position.ply))
            assert loser == (-1 if verdict.loser is None else verdict.loser), where
            seen[rule, verdict.reason, verdict.loser is None and "X" not in verdict.letters] += 1
            if rule in ("ChineseRule", "AsianRule"):
                assert "/".join(letters_of(position, 0)) == "/".join(
                    "".join(
                        twin.letter(boards[n], boards[n + 1], seat, rule, depth, False)
                        for n in range(position.ply)
                        if (cycle.side + n) % 2 == seat
                    )
                    for seat in (0, 1)
                ), where
    for rule in ("ChineseRule", "AsianRule"):
        assert min(seen[rule, f"perpetual-{offence}", False] for offence in ("check", "chase")) >= 5, seen
    assert min(seen["ChineseRule", "perpetual-kill", False], seen["ChineseRule", "repetition", True]) >= 1, seen


def test_random_plies_have_the_letters_of_the_twin():
    """Crowded boards, moves that attack something new, both passes."""
    rng = random.Random(12)
    seen: Counter = Counter()
    games = {
        (rule, depth): engine.load("xiangqi", {"FreeSetup": "true", "Repetition Rule": rule, "Mate Threat Depth": str(depth)})
        for rule, depth in (("ChineseRule", 0), ("ChineseRule", 1), ("AsianRule", 1))
    }
    for _ in range(120):
        board, side = random_board(rng, rng.randint(4, 20), "RRNNCCPPPPABAB")
        quiet = [move for move in twin.legal_moves(board, side) if move[1] not in board]
        if not quiet:
            continue
        move = max(rng.sample(quiet, min(4, len(quiet))), key=lambda m: attacks(twin.moved(board, m), side))
        after = twin.moved(board, move)
        for (rule, depth), game in games.items():
            position = game.position(twin.write_fen(board, side), [twin.wire(move)])
            for pawns in (0, 1):
                expected = twin.letter(board, after, side, rule, depth, bool(pawns))
                found = repetition.LETTERS[int(repetition.letter_of(position.memory, 1, pawns))]
                assert found == expected, (rule, depth, pawns, twin.write_fen(board, side), twin.wire(move))
                seen[found] += 1
    assert set(seen) == set("JSZX") and min(seen.values()) >= 10, seen


def shuffle(rng: random.Random, plain: twin.Game) -> str:
    """A legal move; often one that takes the mover's last move back."""
    legal = twin.legal_moves(plain.boards[-1], plain.side)
    if len(plain.boards) > 2 and rng.random() < 0.75:
        before, after = plain.boards[-3], plain.boards[-2]
        origin = next(point for point in before if before[point] is not after.get(point))
        to = next(point for point in after if after[point] is before[origin])
        if (to, origin) in legal:
            return twin.wire((to, origin))
    quiet = [move for move in legal if move[1] not in plain.boards[-1]]
    return twin.wire(rng.choice(quiet if quiet and rng.random() < 0.95 else legal))


def test_whole_games_end_where_the_twin_ends_them():
    """Shuffling endings under every option of the adjudication."""
    rng = random.Random(13)
    ends: Counter = Counter()
    for _ in range(40):
        options = {
            "Repetition Rule": rng.choice(RULES),
            "Repetition Fold": rng.choice((2, 3, 3, 4)),
            "Repetition Grace": rng.choice((0, 0, 0, 2, 3, 7)),
            "Mate Threat Depth": rng.choice((0, 1, 1)),
            "Three Checks": rng.random() < 0.3,
            "Rule60MaxPly": rng.choice((16, 30, 120)),
            "Rule60 Free Checks": rng.random() < 0.3,
            "FreeSetup": True,
        }
        board, side = random_board(rng, rng.randint(2, 5))
        plain = twin.Game(twin.write_fen(board, side), **options)
        position = engine.load("xiangqi", {name: str(value) for name, value in options.items()}).position(
            twin.write_fen(board, side)
        )
        found: list[str] = [str(position.result())]
        moves: list[str] = []
        for _ in range(36):
            if not len(position.legal_moves()):
                break
            moves.append(shuffle(rng, plain))
            plain.push(moves[-1])
            position.push(moves[-1])
            found.append(str(position.result()))
        end, words = plain.end() or (len(found), "ongoing")
        where = (twin.write_fen(board, side), moves, options)
        assert found == ["ongoing"] * end + [words] * (len(found) - end), where
        ends[words.split()[-1]] += 1
    assert len(ends) >= 5, ends


# --- other checks -------------------------------------------------------------------------------------------------------


def test_an_exchange_of_everything_on_one_point_is_counted():
    """Many attackers on one point from all sides: the count must neither hang nor change the board."""
    text = "3k5/4R4/4r4/3N1n3/RRrrRrrRR/3n1N3/4r4/4R4/4r4/5K3 w"
    game = engine.load("xiangqi", {"FreeSetup": "true"})
    position = game.position(text)
    for move in position.legal_moves().tolist()[:30]:
        position.push(move)
        before = position.memory.copy()
        assert repetition.letter_of(position.memory, position.ply, 1) in range(4)
        assert np.array_equal(before, position.memory)
        position.pop()


def test_kills_of_classical_compositions(data_folder):
    """Where the solution is checks alone, the threat is a kill at exactly its length (public solutions, 60 compositions)."""
    lines = (data_folder / "xiangqi" / "mates.jsonl").read_text(encoding="utf-8").splitlines()
    kills = 0
    for line in lines:
        composition = json.loads(line)
        length = (composition["win_in_plies"] + 1) // 2
        fen = composition["fen"].split()
        board, side, _ = twin.read_fen(composition["fen"])
        if twin.king_attackers(board, side) or twin.king_attackers(board, 1 - side):
            continue
        # The challenger has just moved some piece: put it back where it can have come from.
        for origin, to in sorted(twin.pseudo_moves(board, side)):
            before = twin.moved(board, (origin, to))
            reversible = to not in board and board[origin].kind in "RC"
            if reversible and not twin.king_attackers(before, 1 - side) and not twin.king_attackers(before, side):
                start, move = twin.write_fen(before, side), twin.wire((to, origin))
                break
        else:
            continue
        found = []
        for depth in (length - 1, length):
            options = {"FreeSetup": "true", "Mate Threat Depth": str(min(depth, 10))}
            position = engine.load("xiangqi", options).position(start, [move])
            assert position.text().split()[0] == fen[0]
            found.append(repetition.LETTERS[int(repetition.letter_of(position.memory, 1, 0))] == "S")
        assert not found[0], composition
        kills += found[1]
    assert kills >= 40, kills


@pytest.mark.parametrize("number", [8, 12, 20, 24, 28])
def test_the_search_leaves_a_cycle_that_loses(number):
    """One round before the verdict the offender has another move and takes it; where the rules judge nothing it may go on."""
    example = EXAMPLE[number]
    plies = 6 if example[2] == "-" else 8
    game = engine.load("xiangqi")
    position = game.position(example[1], example_moves(example, plies))
    wrong = example_moves(example, plies + 1)[-1]
    assert position.must_change() == position.seat == "red"
    player = engine.Engine(game, hash_mb=4)
    player.set_position(position)
    result = player.go(engine.Limits(nodes=20_000))
    assert position.format(result.best) != wrong
    player.set_position(position)
    forced = player.go(engine.Limits(nodes=20_000, search_moves=(position.parse(wrong),)))
    assert forced.score < -engine.WIN_BOUND or forced.score < result.score, "the losing cycle looks as good as leaving it"
