"""Searches by name: the registry, ``Engine.configure(search=...)`` and the option ``Search`` of the protocols."""

from __future__ import annotations

from importlib import import_module

import pytest

import engine
from engine.errors import OptionError
from engine.games import CATALOGUE
from engine.search.registry import DRIVERS, make_search, search_name
from protocols.client.inprocess import InProcessPlayer
from protocols.client.player import EngineError, PlayerSpec


@pytest.mark.parametrize("name", DRIVERS)
def test_every_driver_can_be_imported(name):
    module, driver = DRIVERS[name]
    assert callable(getattr(import_module(module), driver))


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_every_game_has_the_searches_that_it_names(entry):
    assert entry.searches
    assert all(search_name(entry, name) == name for name in entry.searches)
    assert search_name(entry) == search_name(entry, " ") == entry.searches[0]


def test_an_unknown_search_is_one_clear_line():
    game = engine.load("chess")
    with pytest.raises(OptionError, match=r"chess has no search 'expectimax'; known: alphabeta"):
        make_search(game, "expectimax")
    player = engine.Engine(game, hash_mb=1)
    with pytest.raises(OptionError):
        player.configure(search="nothing")
    assert player.search_name == "alphabeta"
    with pytest.raises(EngineError, match="no search 'nothing'"):
        InProcessPlayer(PlayerSpec("a", protocol="inprocess", options={"Search": "nothing"}), game)


def test_a_change_of_search_keeps_the_settings():
    game = engine.load("chess")
    player = engine.Engine(game, hash_mb=2, threads=2, move_overhead_s=0.1)
    before = player._search
    player.configure(search="ALPHABETA")
    assert player._search is before, "the same search again changes nothing"
    player._search_name = "another"
    player.configure(search="alphabeta")
    after = player._search
    assert after is not before and after.table.megabytes == 2 and after.threads == 2 and after.overhead_s == 0.1
    assert after.evaluation.name == before.evaluation.name != "hand-made"
