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
    assert talk.send("position startpos moves c3c3p d3d3") == [
        "info string invalid move d3d3",
        "info string move 2: 'd3d3' does not say which piece it reveals",
    ]
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
    assert talk.send("go perft x") == ["info string perft: value 'x' is not a number of plies; perft is ignored"]
    assert talk.send("go perft") == talk.send("go perft 1") and "Nodes searched: 448" in talk.send("perft")


def test_bad_words_of_go_are_named_and_the_rest_counts(talk):
    talk.send("position startpos")
    said = talk.send("go nodes x depth 1 sideways")
    assert said[0] == "info string go: value 'x' is not a number of nodes; nodes is ignored; unknown word 'sideways'"
    assert said[-1].startswith("bestmove ")


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


# --- dice ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dice():
    made = Talk("aeroplane")
    made.send("isready")
    return made


def test_a_due_roll_has_no_move(dice):
    assert dice.send("position startpos", "go depth 1")[-1] == "bestmove (none)"
    assert dice.send("position startpos moves r6 H", "go nodes 5")[-1] == "bestmove (none)"


def test_the_last_roll_is_answered(dice):
    two = "position fen H,H,H,H/-/H,H,H,H/- r - 0 0 moves"
    assert dice.send(f"{two} r6", "go movetime 50")[-1] == "bestmove H"
    assert dice.send(f"{two} r6 H r1", "go wtime 1000 btime 1000 time2 900 inc2 10")[-1] == "bestmove 0"
    answer = dice.send(f"{two} r6 H r1 0 r5 H r4 1 r2 0 r2 5 r5", "go depth 2")
    assert answer[-1] in ("bestmove H", "bestmove 6")
    lines = [line for line in answer if " pv " in line]
    assert lines and all(len(line.split(" pv ")[1].split()) == 1 for line in lines)


def test_bad_strings_and_tokens_of_dice_games(dice):
    assert dice.send("position fen H,H,H,H/H,H,H,H/H,H,H,H/H,H,H,H r 6 0 0")[0].startswith(
        "info string invalid position: the die is 6"
    )
    assert dice.send("go depth 1") == ["bestmove 0000"]
    for tokens, bad in (("r6 H r7", "r7"), ("r2 r3", "r3")):
        words, reason = dice.send(f"position startpos moves {tokens}")
        assert words == f"info string invalid move {bad}"
        assert re.fullmatch(f"info string move {len(tokens.split())}: .*{bad}.*", reason)


def test_seats_that_have_left(dice):
    dice.send("position fen 53,F,F,F/0,3,9,F/H,H,1,2/H,H,H,H r - 0 200 moves r2 53 0000 r5 0000 r6")
    assert dice.send("go depth 2")[-1] == "bestmove H"
    assert dice.send("position startpos moves r1 - 0000 0000 0000", "go depth 1")[-1] == "bestmove (none)"


def test_perft_of_pairs(dice):
    dice.send("position fen H,10,12,47/H,H,2,2/H,H,H,40/H,35,35,F r 6 3 41")
    lines = dice.send("go perft 2")
    assert "Nodes searched: 84" in lines and lines[0].startswith("H: ")
    assert dice.send("go perft 1 weighted")[0].startswith("info string perft: aeroplane is counted in one way only")
    dice.send("position startpos")
    assert "r5 H: 1" in dice.send("go perft 1")


@pytest.mark.parametrize("name", ["expectimax", "mcts-chance"])
def test_both_searches_play_with_two_and_four_seats(dice, name):
    dice.send(f"setoption name Search value {name}")
    for seats in ("F,F,F,55/-/3,F,F,F/-", "F,F,F,55/H,H,H,H/3,F,F,F/2,2,2,2"):
        assert dice.send(f"position fen {seats} r 1 0 30", "go nodes 300")[-1] == "bestmove 55"
    dice.send("setoption name Search value")


def test_boards_that_cannot_be_turned_over_say_so(talk, dice):
    talk.send("position startpos moves c3c3p")
    assert talk.send("flip")[0] == "info string flip: not known for banqi"
    assert dice.send("flip")[0] == "info string flip: not known for aeroplane"
    assert talk.send("eval")[0].startswith("Evaluation: ")
