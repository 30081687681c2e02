"""PDN as text, without rules: tokens, games, tags, places."""

from __future__ import annotations

import random

import pytest

from protocols.files.pdn import RecordError, game_of_tags, guess_game, read_result
from protocols.files.pdn_scan import scan_pdn
from protocols.files.pdn_text import Lines, comment_text, games, move_text, tokens

GAME = """[Event "Test \\"quoted\\""]
[White "Sijbrands"] [Black "Wiersma"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]

1. 32-28 {a comment
of two lines} 19-23! 2. 28x19 14x23 $4 (2... 13x24 3. 37-32 (3. 38-32) {inner}) 3.37-32
; rest of line (not a variation
% escaped [Event "no"]
3... 10 - 14 4. 33–28(?) 23:32 2-0
"""


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(text)]


def test_one_game_of_everything():
    (game,) = games(GAME)
    assert game.fault is None
    assert game.tags["Event"] == 'Test "quoted"' and list(game.tags) == ["Event", "White", "Black", "Result", "GameType"]
    moves = [move_text(token) for token in game.body if token.kind == "move"]
    assert moves == ["32-28", "19-23", "28x19", "14x23", "13x24", "37-32", "38-32", "37-32", "10-14", "33-28", "23x32"]
    assert [comment_text(t) for t in game.body if t.kind in ("comment", "rest")][0] == "a comment\nof two lines"
    assert [t.text for t in game.body if t.kind in ("nag", "glyph")] == ["!", "$4", "(?)"]
    assert game.body[-1].text == "2-0"


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1.32-28", [("number", "1."), ("move", "32-28")]),
        ("1 32-28", [("number", "1"), ("move", "32-28")]),
        ("1. ... 19-23", [("number", "1. ..."), ("move", "19-23")]),
        ("1... 19-23", [("number", "1..."), ("move", "19-23")]),
        ("12. c3-d4 d6xf4", [("number", "12."), ("move", "c3-d4"), ("move", "d6xf4")]),
        ("a1:c3:e1", [("move", "a1:c3:e1")]),
        ("2x9x18x11x4", [("move", "2x9x18x11x4")]),
        ("01-05", [("move", "01-05")]),
        ("1-0", [("result", "1-0")]),
        ("1-05", [("move", "1-05")]),
        ("1-1", [("result", "1-1")]),
        ("0-2 1/2-1/2 *", [("result", "0-2"), ("result", "1/2-1/2"), ("result", "*")]),
        ("11-15!? $12", [("move", "11-15"), ("glyph", "!?"), ("nag", "$12")]),
        ("/W:WK3:B5/ 3-8", [("setup", "/W:WK3:B5/"), ("move", "3-8")]),
        ("1. e2e4", [("number", "1."), ("fault", "'e2e4' is no move")]),
        ("{open", [("comment", "{open"), ("fault", "a comment without its '}'")]),
        ('[Event "x', [("fault", "'[Event \"x' is no tag")]),
        ("----- +", []),
        ("\ufeff1-6\0", [("move", "1-6")]),
        ("{}", [("comment", "{}")]),
        ("132-28", [("fault", "'132-28' is no move")]),
    ],
)
def test_tokens(text, expected):
    assert kinds(text) == expected


def test_every_character_is_in_one_token_or_skipped():
    """No input makes the tokenizer fail or go back."""
    chance = random.Random(9)
    for _ in range(400):
        text = "".join(chance.choices('[]{}()"\\/;%$!?*.-x:0123456789abch KWB\n\r\t', k=chance.randrange(60)))
        at = 0
        for token in tokens(text):
            assert at <= token.begin <= token.end <= len(text)
            at = token.begin
        for game in games(text):
            assert game.body or game.tags or game.fault


def test_where_games_end():
    text = '[White "a"]\n1. 32-28 1-0\nwords between\n[White "b"]\n[Black "c"]\n\n*\n[White "d"]\n\n[White "e"]\n1. 31-27'
    assert [game.tags.get("White") for game in games(text)] == ["a", "b", "d", "e"]
    bare = "1. 32-28 19-23 2-0 1. 31-27 * 1. 33-29"
    assert [sum(t.kind == "move" for t in game.body) for game in games(bare)] == [2, 1, 1]
    assert [game.tags for game in games('A preface. {More.}\n[White "a"]\n1. 32-28 *')] == [{"White": "a"}]
    assert not list(games("")) and not list(games(" \n\n"))
    (noise,) = games("no game here at all")
    assert noise.fault == (0, "'no' is no move")


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("1. 32-28\n(19-23", 2, "without its ')'"),
        ("1. 32-28\n\n) 19-23", 3, "')' without '('"),
        ("1. 32-28 {comment\n19-23", 1, "without its '}'"),
        ("1. 32-28\nfoo 19-23", 2, "'foo' is no move"),
        ('[White "a"]\n[Black "b]\n1. 32-28', 2, "is no tag"),
    ],
)
def test_damage_has_a_place(text, line, words):
    (game,) = scan_pdn(text)
    assert game.fault.startswith(f"line {line}: ") and words in game.fault


def test_lines():
    lines = Lines("a\nb\r\nc\rd")
    assert [lines.of(offset) for offset in range(8)] == [1, 1, 2, 2, 2, 3, 3, 4]


# --- tags ---------------------------------------------------------------------------------------------------------------


def test_game_types():
    for value, game in {
        "20": "draughts", "20,W,10,10,N2,0": "draughts", "21": "checkers", "21,B,8,8,N1,0": "checkers", "23": "pool",
        "25,W,8,8,A0,0": "russian", " 26,W,8,8,A0,0": "draughts64",
    }.items():  # fmt: skip
        assert game_of_tags({"GameType": value}) == game
    assert game_of_tags({}) == "" and game_of_tags({"GameType": "?"}) == ""
    assert game_of_tags({"Variant": "checkers-flying"}) == "checkers-flying"
    assert game_of_tags({"Variant": "Brazilian"}) == "draughts64"
    for tags, words in (
        ({"GameType": "22"}, "Italian draughts, which is not played here"),
        ({"GameType": "99,W"}, "no draughts game"),
        ({"GameType": "chess"}, "no draughts game"),
        ({"Variant": "Frisian"}, "not played here"),
    ):
        with pytest.raises(RecordError, match=words):
            game_of_tags(tags)


def test_guesses():
    assert guess_game('[GameType "25"]\n1. 9-13') == "russian"
    assert guess_game("1. 32-28 19-23 2. 37-32") == "draughts"
    assert guess_game("1. 11-15 23-19") == "checkers"
    assert guess_game("1. 9-13 23-19") == "checkers"
    assert guess_game("1. c3-d4 b6-a5") == "russian"
    assert guess_game('[FEN "B:W50:BK3"]\n1... 3-9') == "draughts"
    assert guess_game("1. 22-18") == "" and guess_game("") == ""


def test_results():
    assert [read_result(word) for word in ("1-0", "2-0", "0-1", "0-2", "1-1", "1/2-1/2", "½-½", "*", "0-0", "x")] == [
        "1-0", "1-0", "0-1", "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2", "*", "*", "*",
    ]  # fmt: skip


# --- places -------------------------------------------------------------------------------------------------------------


def test_places_of_moves():
    (game,) = scan_pdn(GAME)
    assert [move.text for move in game.moves] == ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "33-28", "23x32"]
    assert game.result == "2-0" and GAME[game.begin :].startswith("1. 32-28")
    first, second, third, fourth, fifth, sixth, seventh, eighth = game.moves
    assert GAME[first.begin : first.end] == "1. 32-28" and first.numbered and first.comments == ["a comment\nof two lines"]
    assert GAME[second.begin : second.end] == "19-23!" and second.nags == [1] and not second.numbered
    assert GAME[fourth.begin : fourth.end] == "14x23 $4" and fourth.nags == [4] and fourth.varied
    assert GAME[fourth.next :].startswith("3.37-32") and GAME[fifth.begin : fifth.end] == "3.37-32"
    assert GAME[fifth.next :].startswith("3... 10 - 14") and not fifth.open
    assert GAME[seventh.begin : seventh.end] == "4. 33–28(?)" and seventh.nags == [2]
    assert GAME[eighth.next :].startswith("2-0")
    for move in game.moves:
        assert 0 <= move.begin < move.end <= move.next <= len(GAME)


def test_a_comment_to_the_end_of_the_line_stays_open():
    (game,) = scan_pdn("1. 32-28 ; best")
    assert game.moves[0].open and game.moves[0].next == len("1. 32-28 ; best")
