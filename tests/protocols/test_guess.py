"""Which game a file is about, by kind, tags and what moves look like."""

from __future__ import annotations

import pytest

from engine.games import CATALOGUE, find_entry
from protocols.cli import main
from protocols.files.guess import game_of
from protocols.files.tree import FileError

SEVEN = '[Event "?"]\n[White "A"]\n[Black "B"]\n'


@pytest.mark.parametrize("tag", ["Variant", "Game"])
@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_tags_of_the_match_runner(entry, tag):
    """Records of every game are told by the tag with its id, whoever their players are."""
    text = f'[{tag} "{entry.id}"]\n[Red "A"]\n[Black "B"]\n\n1. e2e4 1-0\n'
    assert find_entry(game_of(text.encode(), "games.txt")).module == entry.module


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (SEVEN + "\n1. e4 e5 1/2-1/2", "chess"),
        (SEVEN + "\n*", "chess"),
        (SEVEN + '[Variant "From Position"]\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n\n*', "chess"),
        (SEVEN + '[Variant "Chess960"]\n\n*', "chess"),
        (SEVEN + "\n1. 炮二平五 马8进7 *", "xiangqi"),
        (SEVEN + "\n1. C2=5 H8+7 *", "xiangqi"),
        (SEVEN + '[FEN "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"]\n\n*', "xiangqi"),
        ('[Game "Chinese Chess"]\n[Red "A"]\n\n1. H2-E2 *', "xiangqi"),
        ('[Red "A"]\n[Black "B"]\n\n*', "xiangqi"),
        (SEVEN + '[GameType "20"]\n[Variant "Standard"]\n\n1. 32-28 *', "draughts"),
        (SEVEN + '[Variant "Brazilian"]\n\n1. c3-d4 *', "draughts64"),
        (SEVEN + '[FEN "W:W31:B20"]\n\n*', "draughts"),
        (SEVEN + "\n1. 32-28 19-23 *", "draughts"),
        ('[Variant "siguo-xiangqi"]\n[Red "A"]\n[Blue "B"]\n[Yellow "C"]\n[Green "D"]\n\n*', "siguo-xiangqi"),
        ("1. e4 {C2=5 is no move here} e5", "chess"),
        ("1. Nf3 d5", "chess"),
        ("# a list\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "xiangqi"),
        ('{"fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}', "chess"),
        ("W:W31:B20", "draughts"),
    ],
)
def test_games(text, game):
    assert game_of(text.encode(), "file") == game


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SEVEN + '[Variant "Crazyhouse"]\n\n1. e4 *', "the tag Variant says 'Crazyhouse', which is no game that is known here"),
        ('[Red "A"]\n[Blue "B"]\n[Yellow "C"]\n[Green "D"]\n\n*', "no tag Variant says of which game"),
        ("startpos moves e2e4", "nothing tells which game this is; say --game ID"),
        ("hello world", "nothing tells which game this is; say --game ID"),
    ],
)
def test_what_nothing_tells(text, said):
    with pytest.raises(FileError, match=said):
        game_of(text.encode(), "file")


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ('[Game "banqi"]\n[Seat0 "A"]\n\n1. c3c3p *', ["out.fen"], "holds games of banqi; only files of chess"),
        ('[Variant "paowei-xiangqi"]\n[Red "A"]\n\n1. 炮二平五 *', ["out.pgn"], "holds games of paowei-xiangqi; only files of"),
        ("hello world", ["out.fen"], "nothing tells which game this is; say --game ID"),
        ("1. e4 e5 *", ["out.pdn"], "holds chess; only draughts becomes .pdn"),
        ("1. e4 e5 *", ["out.pgn", "--game", "banqi"], "convert: only files of chess, xiangqi, draughts and games"),
    ],
)
def test_convert_says_what_it_cannot(tmp_path, monkeypatch, capsys, text, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(text, encoding="utf-8")
    assert main(["convert", "in.txt", *words]) == 2
    errors = capsys.readouterr().err
    assert said in errors and errors.count("\n") == 1, errors
    assert not (tmp_path / words[0]).exists()
