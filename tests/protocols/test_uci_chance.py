"""UCI for games with a referee's tokens: the words for bad strings and tokens, perft kinds, answers where nobody acts."""

from __future__ import annotations

import re

import pytest

from protocols.lines import Events, Output
from protocols.uci import UciSession


class Talk:
    """A session in this process."""

    def __init__(self, game_id):
        self.said = []
        self.session = UciSession(Events(), Output(lambda data: self.said.append(data.decode())), game_id)
        self.send("uci")

    def send(self, *lines):
        """Handle lines to their end; what was said meanwhile, a line each."""
        self.said.clear()
        for line in lines:
            self.session.handle(line)
            self.session.search.finish()
        return "".join(self.said).splitlines()


@pytest.fixture(scope="module")
def talk():
    made = Talk("banqi")
    made.send("isready")
    return made


def test_options_are_listed(talk):
    lines = talk.send("uci")
    assert any(re.match(r"option name UCI_Variant type combo default banqi .*var banqi-hk", line) for line in lines)
    for name in ("ColourBy", "NoProgressPlies", "WipeoutEnds", "Search"):
        assert any(line.startswith(f"option name {name} type ") for line in lines), name


def test_dialogue_of_bad_input(talk):
    assert talk.send("position fen ????????/????????/????????/???????? - K1A2 0 0") == [
        "info string invalid position: pool 3, face-down squares 32"
    ]
    assert talk.send("go movetime 100") == ["bestmove 0000"]
    assert talk.send("go depth 1") == ["bestmove 0000"]
    assert talk.send("position startpos moves c3c3p d3d3") == ["info string invalid move d3d3"]
    answer = talk.send("go depth 2")[-1]
    assert re.fullmatch(r"bestmove ([a-h][1-4])\1|bestmove [a-h][1-4][a-h][1-4]", answer)
    assert any(line.startswith("Fen: ????????/??p?????") for line in talk.send("d"))
    assert talk.send("position fen 7?/8/1Rk5/8 b p1 0 100 moves c2b2", "go movetime 100")[-1] == "bestmove (none)"
    assert talk.send("position startpos moves c3c3p d3d3p c4c4A d4d4b") == []


def test_a_bad_position_keeps_the_old_one_for_show(talk):
    talk.send("position startpos moves c3c3p")
    talk.send("position fen 8/8/8/8 w - 0 0")
    assert any(line.startswith("Fen: ????????/??p?????") for line in talk.send("d"))
    assert talk.send("go nodes 10") == ["bestmove 0000"]
    talk.send("position startpos")
    assert talk.send("go nodes 10")[-1].startswith("bestmove ")


def test_perft_kinds(talk):
    talk.send("position fen c2?1P1k/1C1p2N1/2?2c1R/P1C1n?a1 w P2p1 3 40")
    for words, total in (("", 489), ("kinds", 489), ("weighted", 609)):
        lines = talk.send(f"go perft 2 {words}")
        assert f"Nodes searched: {total}" in lines
        counts = [int(line.split(": ")[1]) for line in lines if re.fullmatch(r"[a-h][1-4][a-h][1-4]: \d+", line)]
        assert len(counts) == 21 and sum(counts) == total
    talk.send("position startpos")
    deal = "kpAbCRcPArppCpPbBKNnRPanrNpacBPP"
    lines = talk.send(f"go perft 2 deal {deal}")
    assert "Nodes searched: 992" in lines and lines[0] == "a4a4: 31"
    assert talk.send("go perft 1 deal KK")[0].startswith("info string perft: a deal is 32 letters")
    assert talk.send("go perft 1 sideways")[0].startswith("info string perft:")


def test_variations_stop_at_a_flip_and_scores_are_no_false_mates(talk):
    talk.send("position startpos moves c3c3p d3d3p c4c4A d4d4b")
    lines = [line for line in talk.send("go depth 5") if " pv " in line]
    for line in lines:
        moves = line.split(" pv ")[1].split()
        assert not any(move[:2] == move[2:4] for move in moves[:-1]) and all(len(move) == 4 for move in moves)
        assert " score cp " in line


def test_searchmoves_take_flips(talk):
    talk.send("position startpos moves c3c3p")
    assert talk.send("go depth 2 searchmoves h1h1")[-1] == "bestmove h1h1"


def test_rule_options_count_in_any_case(talk):
    talk.send("setoption name wipeoutends value false", "position fen 7?/8/1Rk5/8 b p1 0 100 moves c2b2")
    assert talk.send("go depth 1")[-1] == "bestmove h4h4"
    talk.send("setoption name WipeoutEnds value true")
    assert talk.send("setoption name NoProgressPlies value 7")[0].startswith("info string option NoProgressPlies")


def test_gameover_is_understood(talk):
    assert talk.send("gameover 1-0 truth x seed 5") == []


@pytest.mark.parametrize("name", ["expectimax", "mcts-chance"])
def test_both_searches_answer(talk, name):
    talk.send(f"setoption name Search value {name}", "position fen 7?/8/1Rk5/8 b p1 0 100")
    lines = talk.send("go nodes 200")
    assert lines[-1] == "bestmove c2b2", lines
    talk.send("setoption name Search value")
