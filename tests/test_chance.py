"""Chance from a seed: the vectors of the protocol for hidden pieces and dice, section 5."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from engine.chance import (
    ARMY_SET,
    BANQI_SET,
    PLACEMENT,
    Dice,
    army_placement,
    commitment,
    deal,
    first_seat,
    shuffle,
    stream,
)
from engine.core.keys import SplitMix64

VECTORS = {
    1: (
        "6 1 5 4 2 2 5 2 5 3 2 5 6 5 3 4 6 3 2 3",
        "kpAbCRcPArppCpPbBKNnRPanrNpacBPP",
        "djKeChJgdkhgBgGGjGLIjhHiHkCFaKJDJcfAHEFfiDbilEIIce",
    ),
    2: (
        "2 3 1 4 6 6 1 5 5 2 6 1 3 6 5 6 4 2 2 1",
        "AaapppRcrRPnPknNBPbpPANCCKBbcpPr",
        "DhFFghEKgGiDHJeCKiBeIdIachGkACgIJLjHJlfEHjdjGcfibk",
    ),
}


def test_raw_generator():
    generator = SplitMix64(0)
    assert [generator.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("seed", VECTORS)
def test_dice_and_deals(seed):
    rolls, banqi, army = VECTORS[seed]
    dice = Dice(seed)
    assert " ".join(str(dice.roll()) for _ in range(20)) == rolls
    assert deal(BANQI_SET, seed) == banqi
    assert deal(ARMY_SET, seed) == army


def test_placements_and_first_seat():
    assert army_placement(0, 1) == "egdgchbikcafehgjifjkiljhd"
    assert army_placement(1, 1) == "igafecickgfbghidjjedhkjlh"
    assert first_seat([0, 1, 2, 3], 1) == 2


def test_every_placement_is_a_legal_army():
    for seed in range(200):
        for seat in range(4):
            letters = army_placement(seat, seed)
            assert sorted(letters) == sorted(ARMY_SET.lower())
            rows = [letters[0:5], letters[5:8], letters[8:12], letters[12:15], letters[15:20], letters[20:25]]
            assert rows[5][1] == "l" or rows[5][3] == "l"
            assert "j" not in "".join(rows[:4]) and "k" not in rows[0]


def test_seeds_are_64_bit_numbers():
    assert stream(-1, 0).state == stream(2**64 - 1, 0).state
    assert stream(5, PLACEMENT).state != stream(5, PLACEMENT + 1).state


def test_below_is_uniform_and_shuffles_are_permutations():
    generator = stream(99, 0)
    counts = Counter(generator.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6)) and all(abs(count - 10_000) < 500 for count in counts.values())
    orders = Counter()
    for _ in range(6_000):
        items = [0, 1, 2]
        shuffle(items, generator)
        orders[tuple(items)] += 1
    assert len(orders) == 6 and all(abs(count - 1_000) < 150 for count in orders.values())


def test_commitment():
    digest, text = commitment(7, "00112233445566ff")
    assert text == "7:00112233445566ff" and digest == hashlib.sha256(text.encode()).hexdigest()
    with pytest.raises(AssertionError):
        commitment(7, "XYZ")
