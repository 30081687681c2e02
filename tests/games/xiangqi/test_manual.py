"""WXF and Chinese notation: printing, parsing, round trips, and two other programs where the conventions agree."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveSyntaxError, QijiError
from engine.games.xiangqi import manual
from engine.games.xiangqi.state import STATE
from tests.reference import xiangqi_twin as twin
from tests.reference.xiangqi_cycles import random_board

PAIRS = "4k4/9/3R5/3R5/9/2N6/9/2N6/4A4/3AK4 w"


@pytest.fixture(scope="module")
def free():
    return engine.load("xiangqi", {"FreeSetup": "true"})


def spell(position, wire: str) -> list[str]:
    """WXF, Chinese and traditional Chinese text of a move."""
    move = position.parse(wire)
    board, player = position.state["board"], position.player
    return [
        manual.format_wxf(board, player, move),
        manual.format_chinese(board, player, move),
        manual.format_chinese(board, player, move, traditional=True),
    ]


def parse(position, text: str) -> str:
    """What a text means, in wire form."""
    move = manual.parse_manual(position.state["board"], position.player, position.legal_moves(), text)
    return position.format(move)


def crowded_positions(game, count: int, seed: int):
    """Positions with many equal pieces on one file: random boards, their pieces drawn to a few files."""
    rng = random.Random(seed)
    while count:
        board, side = random_board(rng, rng.randint(8, 26), rng.choice(("PPPPPPRNC", "PPPP", "RRNNCC", "PPPPPABRNC")))
        files = rng.sample(range(9), rng.randint(1, 4))
        crowded = {}
        for point, piece in board.items():
            point = point // 9 * 9 + rng.choice(files) if piece.kind in "PRNC" and rng.random() < 0.8 else point
            if point not in board:
                crowded[point] = piece
            elif board[point] is piece:
                crowded[point] = piece
        try:
            position = game.position(twin.write_fen(crowded, side))
        except QijiError:
            continue
        if len(position.legal_moves()):
            count -= 1
            yield position


def game_positions(game, games: int, seed: int):
    rng = random.Random(seed)
    for _ in range(games):
        position = game.position()
        for ply in range(120):
            legal = position.legal_moves()
            if not len(legal):
                break
            position.push(int(rng.choice(list(legal))))
            if ply % 5 == 0 and len(position.legal_moves()):
                yield position


# --- the rule text ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "wire", "wxf", "chinese", "traditional"),
    [
        ("", "h2e2", "C2=5", "炮二平五", "炮二平五"),
        ("", "b0c2", "H8+7", "马八进七", "馬八進七"),
        ("", "c0e2", "E7+5", "相七进五", "相七進五"),
        ("", "d0e1", "A6+5", "仕六进五", "仕六進五"),
        ("", "a0a1", "R9+1", "车九进一", "車九進一"),
        ("", "g3g4", "P3+1", "兵三进一", "兵三進一"),
        ("", "e0e1", "K5+1", "帅五进一", "帥五進一"),
        ("b0c2", "h9g7", "H8+7", "马８进７", "馬８進７"),
        ("b0c2", "c9e7", "E3+5", "象３进５", "象３進５"),
        ("b0c2", "d9e8", "A4+5", "士４进５", "士４進５"),
        ("b0c2", "e9e8", "K5+1", "将５进１", "將５進１"),
        ("b0c2", "a6a5", "P1+1", "卒１进１", "卒１進１"),
        ("b0c2", "b7b3", "C2+4", "炮２进４", "炮２進４"),
        ("b0c2 a9a8", "c2b0", "H7-8", "马七退八", "馬七退八"),
        ("h2e2 a9a8", "e2e6", "C5+4", "炮五进四", "炮五進四"),
        ("h2e2 h9g7", "e2e1", "C5-1", "炮五退一", "炮五退一"),
    ],
)
def test_examples_from_the_start(before, wire, wxf, chinese, traditional):
    position = engine.load("xiangqi").position("startpos", before.split())
    assert spell(position, wire) == [wxf, chinese, traditional]
    for text in (wxf, chinese, traditional):
        assert parse(position, text) == wire
        assert position.format(position.parse(text)) == wire
    assert position.format(position.parse(wire), "traditional") == traditional


@pytest.mark.parametrize(
    ("wire", "wxf", "chinese"),
    [
        ("c2d4", "H-+6", "后马进六"),
        ("c4b6", "H++8", "前马进八"),
        ("d7d8", "R++1", "前车进一"),
        ("d6e6", "R-=5", "后车平五"),
    ],
)
def test_two_equal_pieces_on_a_file(wire, wxf, chinese):
    position = engine.load("xiangqi").position(PAIRS)
    assert spell(position, wire)[:2] == [wxf, chinese]
    assert parse(position, wxf) == parse(position, chinese) == wire


def test_front_is_nearer_the_enemy_for_both_sides():
    for fen, front in (("3k5/9/9/r8/9/9/r8/9/9/4K4 b", "a3a2"), ("3k5/9/9/R8/9/9/R8/9/9/4K4 w", "a6a7")):
        position = engine.load("xiangqi").position(fen)
        assert spell(position, front)[0] == "R++1"
        assert parse(position, "前车进1") == front and parse(position, "R++1") == front


@pytest.mark.parametrize(
    ("fen", "spellings"),
    [
        # Two pawns on one file, no other such file.
        ("4k4/9/4P4/4P4/9/9/9/9/9/3K5 w", {"e7d7": ("P+=6", "前兵平六"), "e6f6": ("P-=4", "后兵平四")}),
        # Three on one file: the place in Chinese, the digits in WXF.
        (
            "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w",
            {"e7e8": ("15+1", "前兵进一"), "e6d6": ("25=6", "中兵平六"), "e5f5": ("35=4", "后兵平四")},
        ),
        # Four on one file.
        (
            "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w",
            {
                "e8d8": ("15=6", "一兵平六"),
                "e7d7": ("25=6", "二兵平六"),
                "e6d6": ("35=6", "三兵平六"),
                "e5d5": ("45=6", "四兵平六"),
            },
        ),
        # Two files with two each; a fifth pawn alone keeps its file.
        (
            "3k5/9/2P3P2/2P3P2/8P/9/9/9/9/4K4 w",
            {
                "g7h7": ("13=2", "一兵平二"),
                "g6h6": ("23=2", "二兵平二"),
                "c7b7": ("17=8", "三兵平八"),
                "c6b6": ("27=8", "四兵平八"),
                "i5i6": ("P1+1", "兵一进一"),
            },
        ),
        # Black: files from its own right, the same numerals.
        (
            "4k4/9/9/9/9/2p3p2/2p3p2/6p2/9/3K5 b",
            {
                "c4b4": ("23=2", "二卒平２"),
                "c3b3": ("13=2", "一卒平２"),
                "g2h2": ("17=8", "三卒平８"),
                "g4f4": ("37=6", "五卒平６"),
            },
        ),
    ],
)
def test_pawns(free, fen, spellings):
    position = free.position(fen)
    for wire, expected in spellings.items():
        assert tuple(spell(position, wire)[:2]) == expected
        for text in expected:
            assert parse(position, text) == wire


def test_the_wire_form_stands_in(free):
    position = free.position("4k4/9/3R5/3R5/3R5/9/9/9/9/5K3 w")
    assert spell(position, "d5e5") == ["d5e5"] * 3
    assert parse(position, "d5e5") == "d5e5"
    assert parse(position, "前车平五") == "d7e7" and parse(position, "后车平五") == "d5e5"
    two_files = free.position("5k3/9/3R3R1/3R3R1/9/9/9/9/9/4K4 w")
    assert spell(two_files, "d7d9") == ["d7d9"] * 3 and parse(two_files, "前车平九") == "d7a7"


# --- input --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "C2=5",
        "C2.5",
        "c2=5",
        " C2 = 5 ",
        "Ｃ２＝５",
        "炮二平五",
        "炮2平5",
        "炮２平５",
        "砲二平五",
        "包二平五",
        "炮 二 平 五",
        "h2e2",
        "H2-E2",
    ],
)
def test_accepted_spellings_of_the_central_cannon(text):
    position = engine.load("xiangqi").position()
    assert position.format(position.parse(text)) == "h2e2"


@pytest.mark.parametrize(
    ("text", "wire"), [("馬八進七", "b0c2"), ("傌八进七", "b0c2"), ("俥九進一", "a0a1"), ("N8+7", "b0c2"), ("B7+5", "c0e2")]
)
def test_other_letters_and_characters(text, wire):
    assert parse(engine.load("xiangqi").position(), text) == wire


def test_lenient_input_where_one_move_fits(free):
    pairs = engine.load("xiangqi").position("5k3/9/3R5/9/9/3R5/9/9/9/4K4 w")
    # Only the rear rook can go back by more than two points.
    assert parse(pairs, "R6-4") == parse(pairs, "车六退四") == "d4d0"
    with pytest.raises(AmbiguousMoveError):
        parse(pairs, "R6=5")
    guards = engine.load("xiangqi").position("5k3/9/9/9/9/9/9/3A5/9/3AK4 w")
    assert parse(guards, "前仕退五") == "d2e1" and parse(guards, "后仕进五") == "d0e1" and parse(guards, "A6-5") == "d2e1"
    pawns = free.position("3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w")
    assert parse(pawns, "前兵平八") == "c7b7" and parse(pawns, "后兵平二") == "g6h6"
    with pytest.raises(AmbiguousMoveError):
        parse(pawns, "前兵进一")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", MoveSyntaxError),
        ("炮二平", MoveSyntaxError),
        ("炮十平五", MoveSyntaxError),
        ("C2=", MoveSyntaxError),
        ("C2=0", MoveSyntaxError),
        ("nonsense" * 50, MoveSyntaxError),
        ("炮二平五炮", MoveSyntaxError),
        ("炮二平二", IllegalMoveError),
        ("前炮进一", IllegalMoveError),
        ("R5=4", IllegalMoveError),
        ("15=6", IllegalMoveError),
        ("a0a9", IllegalMoveError),
    ],
)
def test_bad_text(text, error):
    position = engine.load("xiangqi").position()
    with pytest.raises(error) as caught:
        parse(position, text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 160


# --- round trips --------------------------------------------------------------------------------------------------------


def check_round_trip(position, rng: random.Random, sample: int) -> None:
    board, player, legal = position.state["board"], position.player, position.legal_moves()
    for write in (manual.format_wxf, manual.format_chinese, lambda *a: manual.format_chinese(*a, traditional=True)):
        texts = {write(board, player, move): int(move) for move in legal}
        assert len(texts) == len(legal), position.text()
        for text in rng.sample(sorted(texts), min(sample, len(texts))):
            assert manual.parse_manual(board, player, legal, text) == texts[text], (position.text(), text)


def test_every_text_is_unique_and_parses_back(free):
    rng = random.Random(3)
    for position in game_positions(engine.load("xiangqi"), 6, 1):
        check_round_trip(position, rng, 6)
    for position in crowded_positions(free, 150, 2):
        check_round_trip(position, rng, 6)


def test_random_text_never_fails_otherwise(free):
    rng = random.Random(4)
    alphabet = "KAEHRCPBN123456789+-=.一二三九前后中炮马车兵卒进退平１５９ab \u3000"
    for position in crowded_positions(free, 15, 5):
        for _ in range(60):
            text = "".join(rng.choice(alphabet) for _ in range(rng.randint(0, 6)))
            try:
                assert parse(position, text)
            except (MoveSyntaxError, IllegalMoveError, AmbiguousMoveError) as error:
                assert "\n" not in str(error)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=12) | st.text("KAEHRCPBN123456789+-=.一二三九前中后後炮砲马馬车俥兵卒进進退平１５９ \u3000", max_size=7))
def test_any_text_is_read_or_refused(text):
    spelling = manual.read_spelling(text)
    assert spelling is None or 1 <= spelling.kind <= 7 and spelling.operator in "+-=" and 1 <= spelling.number <= 9


# --- other programs -----------------------------------------------------------------------------------------------------


def test_wxf_against_fairy_stockfish():
    """Equal but for twins that could not make the same displacement, where pyffish writes the file; that we understand."""
    pyffish = pytest.importorskip("pyffish")
    compared = different = 0
    for position in game_positions(engine.load("xiangqi"), 2, 6):
        board, player, legal = position.state["board"], position.player, position.legal_moves()
        for move in legal:
            fairy = position.format(move, "fairy")
            text = pyffish.get_san("xiangqi", position.text(), fairy, False, pyffish.NOTATION_XIANGQI_WXF)
            compared += 1
            if text != manual.format_wxf(board, player, move):
                different += 1
                assert manual.format_wxf(board, player, move)[1] in "+-" and text[1].isdigit(), (position.text(), fairy, text)
                assert manual.parse_manual(board, player, legal, text) == int(move), (position.text(), fairy, text)
    assert compared > 1000 and different < compared / 50


def test_chinese_against_cchess(free):
    """Equal but for pawns on several files or four on one, where cchess names a pawn by its place on its own file."""
    cchess = pytest.importorskip("cchess")
    compared = pawns = 0

    def compare(position):
        nonlocal compared, pawns
        player = position.player
        board = cchess.ChessBoard(position.text())
        for move in position.legal_moves():
            wire = position.format(move)
            ends = [("abcdefghi".index(wire[n]), int(wire[n + 1])) for n in (0, 2)]
            expected = board.copy().move(*ends).to_text()
            ours = manual.format_chinese(position.state["board"], player, move)
            if ours == expected:
                compared += 1
                continue
            assert int(position.state["board"][int(move) >> 9 & 511]) & 7 == 7, (position.text(), wire, ours, expected)
            assert ours[0] in "一二三四五", (position.text(), wire, ours, expected)
            pawns += 1

    for position in game_positions(engine.load("xiangqi"), 4, 7):
        compare(position)
    for position in crowded_positions(free, 20, 8):
        codes = [int(code) for code in position.memory.view(STATE)[0]["board"]]
        files = [(code, square % 9) for square, code in enumerate(codes) if code & 7 in (4, 5, 6)]
        if max((files.count(pair) for pair in files), default=0) < 3:
            compare(position)
    assert compared > 2000 and pawns
