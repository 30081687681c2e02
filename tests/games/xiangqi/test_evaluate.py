"""The evaluation of xiangqi: against its slow twin, on facts that must hold, and on endings whose value is known."""

from __future__ import annotations

import random

import numpy as np
import pytest

import engine
from engine.core import score
from engine.core.jit import compile_kernel
from engine.games.xiangqi.balance import FULL_PHASE, phase_of, scale_of
from engine.games.xiangqi.evaluate import parts
from engine.games.xiangqi.explain import GROUPS, explain, is_scale
from engine.games.xiangqi.scratch import SCRATCH_WORDS, SMALL_SCRATCH_WORDS
from engine.games.xiangqi.weights import ENTRIES, MINOR_VALUE, PAIR_COUNT, TABLE, TERMS, WEIGHTS
from tests.reference import xiangqi_evaluation as twin
from tests.reference.xiangqi_positions import play_randomly, random_setups

GAME = engine.load("xiangqi")
FREE = engine.load("xiangqi", {"FreeSetup": "true"})
POSITIONS = [p.text() for n, p in enumerate(play_randomly(GAME, seed=4, games=6)) if n % 9 == 0]
POSITIONS += [p.text() for p in random_setups(FREE, seed=5, count=120)]
DEFENDERS = "2bakab2"


def fresh(words=SCRATCH_WORDS):
    return np.zeros(words, dtype=np.int64)


def value(text, scratch=None, weights=WEIGHTS):
    """The evaluation for the player to act."""
    position = FREE.position(text)
    return int(GAME.kernel("evaluate")(position.memory, 0, weights, fresh() if scratch is None else scratch))


def red(text):
    """The evaluation for Red."""
    return value(text) if text.split()[1] == "w" else -value(text)


def both(rows):
    """Red's evaluation of ``rows`` without the bonus of being to move: the mean of both players' turns."""
    return (red(f"{rows} w - - 0 1") + red(f"{rows} b - - 0 1")) / 2


def sides(text, weights=WEIGHTS):
    """(middlegame, endgame) of Red and of Black."""
    compile_kernel(parts)
    out = fresh(4)
    parts(FREE.position(text).memory, 0, weights, fresh(SMALL_SCRATCH_WORDS), out)
    red_sum, black_sum = ((int(word) - ((int(word) + 2**31 >> 32) << 32), int(word) + 2**31 >> 32) for word in out[:2])
    return red_sum, black_sum


def is_legal(text):
    """Whether the game accepts the position string ``text``."""
    try:
        GAME.position(text)
    except engine.PositionError:
        return False
    return True


def turned(text):
    """The position with the colors exchanged."""
    rows, mover, *rest = text.split()
    return " ".join(["/".join(reversed(rows.swapcase().split("/"))), "b" if mover == "w" else "w", *rest])


def mirrored(text):
    """The position with left and right exchanged."""
    rows, *rest = text.split()
    return " ".join(["/".join(row[::-1] for row in rows.split("/")), *rest])


# --- as a function ------------------------------------------------------------------------------------------------------


def test_agrees_with_the_slow_twin():
    for text in POSITIONS:
        assert sides(text) == twin.scores(text), text


def test_twin_agrees_under_other_weights():
    """No two weights can be mixed up: every number of the vector is another one."""
    rng = np.random.default_rng(7)
    weights = rng.permutation(np.arange(3, 3 + WEIGHTS.size, dtype=np.int32)) % 701
    for text in POSITIONS:
        assert sides(text, weights) == twin.scores(text, weights), text


def test_colors_are_symmetric():
    for text in POSITIONS:
        assert value(text) == value(turned(text)), text


def test_left_and_right_are_symmetric():
    for text in POSITIONS:
        assert value(text) == value(mirrored(text)), text


def test_memory_does_not_change_the_value():
    warm, tiny = fresh(), fresh(SMALL_SCRATCH_WORDS)
    texts = list(POSITIONS)
    alone = [value(text) for text in texts]
    for _ in range(2):
        assert [value(text, warm) for text in texts] == alone
        assert [value(text, tiny) for text in texts] == alone
        texts.reverse()
        alone.reverse()


def test_nothing_is_written_to_the_stack():
    position = GAME.position("startpos", ["h2e2", "h9g7", "h0g2"])
    before = position.memory.copy()
    GAME.kernel("evaluate")(position.memory, position.ply, WEIGHTS, fresh())
    assert (position.memory == before).all()


def test_bounds():
    rooks = "3k5/RRR1RRRRR/RRR1RRRRR/RRR1RRRRR/RRR1RRRRR/RRR1RRRRR/RRR1RRRRR/RRR1RRRRR/9/4K4"
    assert value(f"{rooks} w - - 0 1") == value(turned(f"{rooks} w - - 0 1")) == score.EVAL_LIMIT - 1
    assert value(f"{rooks} b - - 0 1") == 1 - score.EVAL_LIMIT
    for text in POSITIONS:
        assert abs(value(text)) < score.EVAL_LIMIT


def test_start_position_is_about_even():
    assert 0 <= value(GAME.entry.start) <= 60


def test_unit():
    """100 is about a crossed pawn, MINOR_VALUE a knight or cannon; the values for exchanges agree with the evaluation."""
    values = GAME.spec.piece_values
    assert values[0] == 0 and values[7] < values[2] < values[4] < values[5] < values[1]
    assert abs((values[4] + values[6]) / 2 - MINOR_VALUE) < 40
    texts = [p.text() for n, p in enumerate(play_randomly(GAME, seed=9, games=10, plies=60)) if n % 20 == 10]
    for letter, worth in (("A", values[2]), ("B", values[3]), ("N", MINOR_VALUE), ("R", values[5]), ("C", MINOR_VALUE)):
        changes = []
        for text in texts:
            rows, mover = text.split()[:2]
            without = f"{rows.replace(letter, '1', 1)} {mover}"
            if letter in rows and is_legal(without):
                changes.append(red(f"{rows} {mover}") - red(without))
        assert len(changes) > 10 and 0.6 < np.mean(changes) / worth < 1.6, (letter, np.mean(changes))


# --- weights ------------------------------------------------------------------------------------------------------------


def test_table_covers_the_vector():
    assert WEIGHTS.dtype == np.int32 and WEIGHTS.size == sum(term.words for term in TABLE)
    offset = entry = 0
    for term in TABLE:
        assert (term.offset, term.entry) == (offset, entry), term
        assert term.read(WEIGHTS).shape == term.shape + ((2,) if term.paired else ())
        offset += term.words
        entry += term.words // 2 if term.paired else term.words
    assert entry == ENTRIES and [term.paired for term in TABLE] == sorted((t.paired for t in TABLE), reverse=True)
    assert set(TERMS) == {term.name for term in TABLE} and len(TERMS) == len(TABLE)


def test_every_term_speaks():
    plain = [sides(text) for text in POSITIONS]
    for term in TABLE:
        if not is_scale(term.name):
            weights = WEIGHTS.copy()
            weights[term.offset : term.offset + term.words] += 50
            assert any(sides(text, weights) != before for text, before in zip(POSITIONS, plain, strict=True)), term.name


def test_pairs_are_linear():
    doubled, still = WEIGHTS.copy(), WEIGHTS.copy()
    doubled[: 2 * PAIR_COUNT] *= 2
    still[: 2 * PAIR_COUNT] = 0
    for text in POSITIONS:
        once, twice, danger = sides(text), sides(text, doubled), sides(text, still)
        for side in (0, 1):
            assert twice[side] == tuple(2 * a - b for a, b in zip(once[side], danger[side], strict=True))


# --- facts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ["P8", "2P6", "4P4", "6P2", "8P"])
def test_a_crossed_pawn_is_worth_more_than_an_uncrossed_one(row):
    rows = "r2akab2/9/4b4/9/{}/{}/9/4B4/9/R2AKAB2"
    assert both(rows.format(row, "9")) > both(rows.format("9", row)) + 10


def test_a_pawn_on_the_last_rank_is_worth_little():
    rows = "{}/4a4/{}/9/9/9/9/4B4/4A4/4KA3"
    assert both(rows.format("P3k4", "9")) < both(rows.format("4k4", "P8")) - 20


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # A rook in the open, the same rook beside its own bishop.
        ("3akab2/9/4b4/9/9/3R5/9/9/9/4KAB2", "3akab2/9/4b4/9/9/9/9/9/9/4KABR1"),
        # Bishops that guard each other, bishops that do not.
        ("r2akab2/9/4b4/9/9/9/9/4B4/4A4/R3KAB2", "r2akab2/9/4b4/9/9/9/9/B8/4A4/R3KAB2"),
        # All four defenders, one advisor less, against a rook.
        ("r2akab2/9/4b4/9/9/9/9/4B4/9/R2AKAB2", "r2akab2/9/4b4/9/9/9/9/4B4/9/R3KAB2"),
        # A knight in the open, a knight in the corner.
        ("3akab2/9/4b4/9/9/2N6/9/4B4/9/3AKAB2", "3akab2/9/4b4/9/9/9/9/4B4/9/N2AKAB2"),
    ],
)
def test_better_and_worse(better, worse):
    assert both(better) > both(worse)


def shares(rows):
    """Row name -> row of the explanation, Red to move."""
    return {row.name: row for row in explain(GAME.position(f"{rows} w"))}


def test_a_knight_with_a_blocked_leg_is_worth_less():
    """The pawn stands beside the knight in both positions, once on its leg."""
    blocked = shares("3akab2/9/4b4/9/9/9/2P6/2N6/9/3AKAB2")
    free = shares("3akab2/9/4b4/9/9/9/P8/2N6/9/3AKAB2")
    assert free["mobility"].total > blocked["mobility"].total


def test_a_bare_cannon_on_the_kings_file_is_dangerous():
    bare = shares("2bakab2/9/9/9/4C4/9/9/9/4A4/2BAK1B2")
    beside = shares("2bakab2/9/9/9/2C6/9/9/9/4A4/2BAK1B2")
    assert bare["attack on the king"].total > beside["attack on the king"].total + 30


def test_an_attacked_piece_without_a_guard_costs():
    rows = "r2akab2/9/4b4/{}/7n1/9/9/{}/9/3AKAB2"
    hanging, guarded = shares(rows.format("9", "7R1")), shares(rows.format("7p1", "7R1"))
    left_alone = shares(rows.format("9", "8R"))
    assert hanging["threats"].total > guarded["threats"].total + 5
    assert hanging["threats"].total > left_alone["threats"].total + 5


def test_moves_without_progress_count_less_and_less():
    text = "3akab2/9/4b4/9/9/9/9/9/4R4/3AKAB2 w - - {} 90"
    values = [value(text.format(plies)) for plies in (0, 40, 60, 80, 100, 119)]
    assert values[0] == values[1] and values == sorted(values, reverse=True) and 0 < values[-1] < 0.6 * values[0]
    unlimited = engine.load("xiangqi", {"Sixty Move Rule": "false"}).position(text.format(119))
    assert int(GAME.kernel("evaluate")(unlimited.memory, 0, WEIGHTS, fresh())) == values[0]


# --- endings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        "3k5/9/9/9/9/9/9/4B4/4A4/2BAK4",  # advisors and bishops alone
        "3k1a3/4a4/4b4/9/2b6/9/9/9/4A4/2B1KAB2",
        "3aka3/9/9/9/9/9/9/4N4/9/3AKA3",  # a lone knight against both advisors
        "2b1k4/9/4b4/9/9/9/9/4N4/9/3K5",  # against both bishops
        "4k4/9/9/9/9/9/9/2C6/9/2BK2B2",  # a lone cannon without an advisor
        "2bak4/4a4/4b4/9/9/9/9/9/R8/3K5",  # a lone rook against all four defenders
        "2bak4/4a4/4b4/3P5/9/9/9/9/9/3K5",  # one pawn against them
    ],
)
def test_endings_that_cannot_be_won_are_nearly_even(rows):
    for text in (f"{rows} w", f"{rows} b"):
        assert abs(red(text)) < 60, text
        assert red(turned(text)) == -red(text)


@pytest.mark.parametrize(
    "rows",
    [
        "4k4/9/9/9/9/9/9/5N3/9/3K5",  # a knight against the bare king
        "4ka3/9/9/9/9/9/9/R8/9/3K5",  # a rook
        "3ak4/9/9/9/9/9/9/3RC4/4A4/3K5",  # rook and cannon against an advisor
        "4k4/9/9/3PP4/9/9/9/9/9/3K5",  # two crossed pawns
        "2bak4/4a4/4b4/9/9/9/9/R8/2N6/3K5",  # rook and knight against all four defenders
    ],
)
def test_won_endings_are_won(rows):
    for text in (f"{rows} w", f"{rows} b"):
        assert red(text) > 100 and red(turned(text)) < -100, text


def test_a_side_without_attackers_is_never_ahead():
    rng = random.Random(3)
    found = 0
    for position in random_setups(FREE, seed=rng.randrange(1000), count=200, pieces=(1, 6)):
        text = position.text()
        rows = text.split()[0]
        if any(letter in rows for letter in "NRCP"):
            continue
        found += 1
        assert red(text) <= 0, text
    assert found > 10


# --- explanation --------------------------------------------------------------------------------------------------------


def test_every_term_is_explained_once():
    for term in TABLE:
        assert sum(term.name in names for names in GROUPS.values()) == int(not is_scale(term.name)), term.name
    assert {name for names in GROUPS.values() for name in names} <= set(TERMS)


def test_explanation_adds_up_to_the_kernel():
    for text in POSITIONS + ["2bak4/4a4/4b4/9/9/9/9/9/4R4/3K5 b - - 90 99", "4k4/9/9/9/9/9/9/4C4/9/2B1K1B2 w - - 100 1"]:
        rows = explain(FREE.position(text))
        assert rows[-1].name == "total" and rows[-1].total == red(text), text
        assert sum(row.total for row in rows[:-1]) == rows[-1].total, text
        assert rows[-1].red == tuple(sum(row.red[n] for row in rows[:-1]) for n in (0, 1))
        assert all(abs(row.total) <= len(GROUPS) for row in rows if row.name == "rounding")


def test_phase_and_scale_of_the_start():
    compile_kernel(parts)
    out = fresh(4)
    parts(GAME.position().memory, 0, WEIGHTS, fresh(), out)
    assert int(phase_of(int(out[2]))) == FULL_PHASE
    assert int(scale_of(int(out[2]), 1)) == int(scale_of(int(out[2]), -1)) == 64 and int(out[3]) == 256
