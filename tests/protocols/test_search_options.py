"""The numbers of the search as options: hidden, settable in every protocol, announced on request."""

from __future__ import annotations

import re

import engine
from engine.search.params import PARAMETERS, defaults_of


def nodes_of(talk, *settings: str) -> int:
    """Nodes of a fixed-depth search after some options."""
    talk.send(*settings, "ucinewgame", "position startpos", "go depth 7").wait("bestmove .*")
    counts = [re.search(r" nodes (\d+) ", line) for line in talk.before]
    return int([found for found in counts if found][-1][1])


def test_hidden_options_change_the_search_and_back(starter):
    talk = starter("uci")
    talk.send("uci").wait("uciok")
    assert not any("option name search." in line for line in talk.before)
    full = nodes_of(talk)
    assert nodes_of(talk, "setoption name search.lmr_depth value 0") > full
    default = next(p.default for p in PARAMETERS if p.name == "lmr_depth")
    assert nodes_of(talk, f"setoption name Search.LMR_depth value {default}") == full
    assert nodes_of(talk, "setoption name search.lmr_depth value 0", "setoption name UCI_Variant value xiangqi") != nodes_of(
        talk, f"setoption name search.lmr_depth value {default}"
    ), "another game's engine takes the numbers too"


def test_bad_numbers_change_nothing(starter):
    talk = starter("uci")
    talk.send("uci").wait("uciok")
    talk.send("setoption name search.nosuch value 1", "setoption name search.lmr_base value x")
    talk.send("setoption name search.lmr_base value 99999", "isready").wait("readyok")
    told = [line for line in talk.before if "option" in line]
    assert len(told) == 3 and all(line.startswith("info string ") for line in told), talk.before
    assert "search.nosuch" in told[0] and "no whole number" in told[1] and "0..200" in told[2]


def test_a_tuner_gets_the_list(starter):
    talk = starter("uci", "--tune")
    talk.send("uci").wait("uciok")
    listed = [line for line in talk.before if line.startswith("option name search.")]
    defaults = defaults_of(engine.load("chess").spec.search_params)
    assert listed == [
        f"option name search.{p.name} type spin default {defaults[p.name]} min {p.low} max {p.high}" for p in PARAMETERS
    ]


def test_only_uci_lists_them(starter):
    talk = starter("xboard", "--tune")
    assert talk.exit_code(60.0) == 2
    assert b"qiji: error: --tune is for uci" in talk.errors and talk.errors.count(b"\n") == 1
