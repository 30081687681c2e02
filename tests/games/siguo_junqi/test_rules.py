"""Four-country army chess: every figure and worked example of the rule text."""

from __future__ import annotations

import pytest

import engine

ROW1 = ("@eahdgikkfihihecggfjjdbclj @fgibgefkdhegaidhijcjkjhlc @ihbgdadgihkchfiefkjgejclj @hfhigfcdihakgcejjbedkljgi").split()
PLACED = (
    "BjBlBcBjBe/BgBjBkBfBe/Bi1Bf1Bh/BcBk1BhBi/Bg1Bd1Ba/BdBgBbBhBi/GkGjGgGiGfGh3PgPkPgPdPjPc/GlGj1Gh1GfPb1Pe1PcPl/"
    "GjGbGc1GcGh3PiPf1PiPjPh/GgGe1Ga1GiPg1Ph1PiPj/GiGdGeGkGdGg3PfPePdPaPhPk/ReRaRhRdRg/Ri1Rk1Rk/RfRi1RhRi/Rh1Re1Rc/"
    "RgRgRfRjRj/RdRbRcRlRj r * - - 0 4"
)
ROW2 = "3Bl1/5/5/5/5/Bi3Be/15/Gl11/15/11Pl/1Gb7Pc5/4Rd/5/Ra4/5/5/1Rl3 r * - - 0 40"
ROW3 = "3Bl1/2Bd2/5/5/5/5/9Ph3Pj1/Gl11/5Pk1Gg7/11Pl/15/Ri4/5/5/5/4Bh/1Rl3 r * - - 0 40"
ROW4 = "3Bl1/5/5/5/5/5/15/Gl11/1Gj5Bc1Pa5/5Gd4RcPl/15/5/5/1Rh3/5/5/1Rl3 r * - - 0 40"
ROW5 = "3Bl1/2Bd2/5/5/5/5/15/Gl10Pa/15/5Gd5Pl/13Pj1/5/5/5/5/1Rb3/1Rl3 p * - - 4 40"
CURVE = "3Bl1/5/5/5/5/5/15/Gl11/15/11Pl/13Pj1/5/5/5/5/4Ra/1Rl3 r * - - 3 40"


def load(**options):
    return engine.load("siguo-junqi", {name: str(value) for name, value in options.items()})


@pytest.mark.parametrize(
    ("text", "counts"),
    [(ROW2, (28, 507, 42535)), (ROW3, (68, 1919, 54748)), (ROW4, (10, 89, 614)), (ROW5, (1, 8, 40))],
)
def test_perft(text, counts):
    position = load().position(text)
    assert position.text() == text
    assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts


def test_placing():
    position = load().position("startpos", ROW1)
    assert position.text() == PLACED
    assert (position.perft(1), position.perft(2)) == (41, 2135)
    assert position.history() == ROW1


def test_placing_out_and_first_seat():
    moves = [ROW1[0], "0000", *ROW1[2:]]
    assert load().position("startpos", moves).text().split()[1:] == ["r", "*", "p", "-", "0", "4"]
    assert load(FirstSeat=2).position("startpos", moves).text().split()[1] == "b"
    assert load(FirstSeat=1).position("startpos", moves).text().split()[1] == "b"


def targets(position, origin):
    return sorted(t[len(origin) :] for t in map(position.format, position.legal_moves().tolist()) if t.startswith(origin))


def test_curves():
    position = load().position(ROW2)
    assert targets(position, "g4") == sorted("g2 g3 g5 g6 g7 g9 g11 f7 e7 d7 c7 b7 h3 h4 h5".split())
    assert targets(position, "k6") == sorted("k2 k3 k4 k5 j5 g6 h6 i6 j6 l7 k7 k9 k11".split())
    assert [position.format(int(m)) for m in load().position(ROW5).legal_moves()] == ["0000"]


PLAYS = [
    ({}, ROW4, "p8q8", "p8q8x#", "3Bl1/5/5/5/5/5/15/Gl11/1Gj5Bc7/5Gd5Rc/15/5/5/1Rh3/5/5/1Rl3 b * p - 0 41", "ongoing"),
    ({}, ROW5, "0000", "0000", "3Bl1/2Bd2/5/5/5/5/15/Gl11/15/5Gd6/15/5/5/5/5/1Rb3/1Rl3 b * p - 0 41", "ongoing"),
    ({}, ROW2, "g4b7", "g4b7x", "3Bl1/5/5/5/5/Bi3Be/15/Gl11/15/11Pl/1Ra7Pc5/4Rd/5/5/5/5/1Rl3 p * - - 0 41", "ongoing"),
    ({}, ROW3, "g6p11", "g6p11x", None, "ongoing"),
    ({}, ROW3, "g6l11", "g6l11o", None, "ongoing"),
    ({}, CURVE, "k2p7", "k2p7o!h1", "3Bl1/5/5/5/5/5/15/Gl11/15/11Pl/13Pj1/5/5/5/5/5/1Rl3 p * - h1 0 41", "ongoing"),
    ({"MineHit": "bounce"}, CURVE, "k2p7", "k2p7~", CURVE.replace("r * - - 3 40", "p * - p7 4 41"), "ongoing"),
    ({"MineHit": "both-die"}, CURVE, "k2p7", "k2p7=!h1",
     "3Bl1/5/5/5/5/5/15/Gl11/15/11Pl/15/5/5/5/5/5/1Rl3 p * - h1 0 41", "ongoing"),
    ({}, ROW5, "0000 i16h15 0000", "0000 i16h15 0000",
     "3Bl1/5/1Bd3/5/5/5/15/12/15/12/15/5/5/5/5/1Rb3/1Rl3 r * pg - 0 43", "win red,blue eliminated"),
    ({}, "3Bl1/5/5/5/5/5/15/Gl11/1Gj5Bc7/5Gd4Rc1/15/5/5/1Rh3/5/5/1Rl3 r * p - 69 40", "p8p9", "p8p9", None, "draw no-contact"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "text", "moves", "tokens", "after", "result"), PLAYS)
def test_plays(options, text, moves, tokens, after, result):
    game = load(**options)
    position = game.position(text)
    for move, token in zip(moves.split(), tokens.split(), strict=True):
        assert game.spec.notation.view_token(position.memory, position.ply, position.parse(move), -1, game.options) == token
        position.push(token)
    if after:
        assert position.text() == after
    assert str(position.result()) == result
    if position.result().over:
        assert not len(position.legal_moves())


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "3Bx1/5/5/5/5/5/15/Gx11/1Gx5Bx7/5Gx5Rc/15/5/5/1Rh3/5/5/1Rl3 b r p - 0 41"),
        (3, "3Bx1/5/5/5/5/5/15/Gl11/1Gj5Bx7/5Gd5Rx/15/5/5/1Rx3/5/5/1Rx3 b g p - 0 41"),
    ],
)
def test_views(seat, text):
    game = load()
    position = game.position(ROW4, ["p8q8"])
    assert game.spec.notation.view_position(position.memory, position.ply, seat, game.options) == text
    assert game.position(text).text() == text


def test_view_of_east_from_tokens():
    position = load().position("startpos", ["@-", ROW1[1], "@-", "@-", "i6i7"])
    assert position.text() == (
        "BxBxBxBxBx/BxBxBxBxBx/Bx1Bx1Bx/BxBx1BxBx/Bx1Bx1Bx/BxBxBxBxBx/GxGxGxGxGxGx3PgPkPgPdPjPc/GxGx1Gx1GxPb1Pe1PcPl/"
        "GxGxGx1GxGx3PiPf1PiPjPh/GxGx1Gx1GxPg1Ph1PiPj/GxGxGxGxGxGx1Rx1PfPePdPaPhPk/RxRx1RxRx/Rx1Rx1Rx/RxRx1RxRx/Rx1Rx1Rx/"
        "RxRxRxRxRx/RxRxRxRxRx p p - - 1 5"
    )


def test_open_modes():
    game = load(InfoMode="double-open")
    truth = game.position("startpos", [*ROW1, "i6i7"])
    view = game.spec.notation.view_position
    texts = [view(truth.memory, truth.ply, seat, game.options) for seat in (0, 2)]
    assert texts[0].split()[2] == "r" and texts[1].split()[2] == "b"
    assert [t for t in texts[0].split() if t != "r"] == [t for t in texts[1].split() if t != "b"]
    listed = [game.spec.notation.view_token(truth.memory, ply, truth.moves[ply], 1, game.options) for ply in range(5)]
    assert listed == ["@-", ROW1[1], "@-", ROW1[3], "i6i7"]
    assert game.position("startpos", listed).text() == view(truth.memory, truth.ply, 1, game.options)
    early = game.position("startpos", ROW1[:3])
    assert "Bi" not in view(early.memory, early.ply, 0, game.options)
    every = load(InfoMode="all-open")
    truth = every.position("startpos", ROW1)
    assert view(truth.memory, truth.ply, -1, every.options).split()[0] == truth.text().split()[0]


BAD = [
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5 r * - - 0 0", "16 ranks"),
    ("5/5/5/5/5/5/15/12/15/12/14/5/5/5/5/5/5 r * - - 0 0", "14 points"),
    ("Rm4/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/1Rl3 r * - - 0 9", "unknown letter"),
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 x * - - 0 0", "seat to move"),
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 r 0 - - 0 0", "the view"),
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 r * x - 0 0", "field out"),
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 p * - - 0 0", "red places"),
    ("5/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/5 r * - - 0", "6 fields"),
    ("3Bl1/5/5/5/5/5/15/12/15/12/15/5/5/5/5/5/1Rl3 r * - - 0 40", "no flag of purple"),
    ("3Bl1/5/5/5/5/5/15/12/15/11Pl/15/5/5/5/5/5/1Rl3 r * p - 0 40", "which is out"),
    ("3Bl1/5/5/5/5/5/15/Gl11/15/12/15/5/5/5/5/5/1Rl3 p * p - 0 40", "turn of purple"),
    (ROW2.replace("Ra4", "Rx4"), "knows the kind"),
    (ROW2.replace("r * -", "r r -"), "may not know"),
    (ROW2.replace("Ra4", "RaRaRa2"), "3 of a of red"),
    (ROW2.replace("Ra4", "Rj4"), "a mine of red on g4"),
    (ROW2.replace("Ra4", "Rl4"), "a flag of red on g4"),
    (ROW2.replace("- - 0", "- a9 0"), "a9 is empty"),
    (PLACED.replace("0 4", "0 3"), "green places"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_positions(text, words):
    with pytest.raises(engine.PositionError, match=words):
        load().position(text)


@pytest.mark.parametrize("moves", [["@-", "@-"], [*ROW1, "@-"], [*ROW1, "i6i8"], [*ROW1, "a1"], [*ROW1, "g6h6x"]])
def test_bad_moves(moves):
    with pytest.raises(engine.errors.QijiError):
        load().position("startpos", [*moves, "zz"])
