"""The numbers of the search as options ``search.NAME``: taken by every protocol that sets options, announced to tuners only."""

from __future__ import annotations

from functools import cache

from engine.core.options import Option
from engine.hints import option_named

PREFIX = "search."


@cache
def search_options(game_id: str) -> tuple[Option, ...]:
    """A spin for each of ``engine.search.params.PARAMETERS``, with the game's defaults; loads the game's specification."""
    import engine
    from engine.search.params import PARAMETERS, defaults_of

    defaults = defaults_of(engine.load(game_id).spec.search_params)
    return tuple(Option(PREFIX + p.name, "spin", defaults[p.name], p.low, p.high, help=p.help) for p in PARAMETERS)


def is_search_option(name: str) -> bool:
    """Whether ``name`` is meant as one of these."""
    return name.lower().startswith(PREFIX)


def parse_search_option(name: str, text: str, game_id: str) -> tuple[Option, int]:
    """The option called ``name`` and the number that ``text`` stands for.

    Raises
    ------
    OptionError
        For an unknown name or a bad value.
    """
    option = option_named(search_options(game_id), name)
    value = option.parse(text)
    assert isinstance(value, int)
    return option, value
