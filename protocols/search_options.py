"""The numbers of the search as options ``search.NAME``: taken by every protocol that sets options, announced to tuners only."""

from __future__ import annotations

from functools import cache

from engine.core.options import Option, find_option

PREFIX = "search."


@cache
def search_options() -> tuple[Option, ...]:
    """A spin for each of ``engine.search.params.PARAMETERS``; imports numpy, so not before a handshake without need."""
    from engine.search.params import PARAMETERS

    return tuple(Option(PREFIX + p.name, "spin", p.default, p.low, p.high, help=p.help) for p in PARAMETERS)


def is_search_option(name: str) -> bool:
    """Whether ``name`` is meant as one of these."""
    return name.lower().startswith(PREFIX)


def parse_search_option(name: str, text: str) -> tuple[Option, int]:
    """The option called ``name`` and the number that ``text`` stands for.

    Raises
    ------
    OptionError
        For an unknown name or a bad value.
    """
    option = find_option(search_options(), name)
    value = option.parse(text)
    assert isinstance(value, int)
    return option, value
