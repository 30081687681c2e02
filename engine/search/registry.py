"""The searches by name. They are found by the address of their driver, so that a game's search is imported when it is wanted.

A driver has the public methods of ``engine.search.driver.AlphaBeta`` and is made from a game.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.core.spec import CatalogueEntry
from engine.errors import OptionError
from engine.search.given import GameLike

#: Name, as in ``CatalogueEntry.searches``, -> module and class of the driver.
DRIVERS: dict[str, tuple[str, str]] = {
    "alphabeta": ("engine.search.driver", "AlphaBeta"),
    "paranoid": ("engine.multiseat.driver", "Paranoid"),
    "brs": ("engine.multiseat.driver", "BestReply"),
    "maxn": ("engine.multiseat.driver", "MaxN"),
    "mcts": ("engine.multiseat.mcts", "MctsDriver"),
}


def search_name(entry: CatalogueEntry, name: str = "") -> str:
    """The search of ``entry``'s game that ``name`` means; empty: the game's default, the first of ``entry.searches``.

    Raises
    ------
    OptionError
        If the game has no such search.
    """
    wanted = name.strip().lower()
    if not wanted:
        return entry.searches[0]
    if wanted not in entry.searches or wanted not in DRIVERS:
        known = ", ".join(known for known in entry.searches if known in DRIVERS)
        raise OptionError(f"{entry.id} has no search {name.strip()!r}; known: {known}")
    return wanted


def make_search(game: GameLike, name: str = "") -> Any:
    """The driver of the search that ``name`` means for ``game``; see :func:`search_name`.

    Raises
    ------
    OptionError
    """
    module, driver = DRIVERS[search_name(game.spec.entry, name)]
    return getattr(import_module(module), driver)(game)
