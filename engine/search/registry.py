"""The searches by name. They are found by the address of their driver, so that a game's search is imported when it is wanted.

A driver has the public methods of ``engine.search.driver.AlphaBeta`` and is made from a game.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    "expectimax": ("engine.expectimax.driver", "Expectimax"),
    "mcts-chance": ("engine.multiseat.mcts", "MctsChance"),
    "ismcts": ("engine.ismcts.driver", "IsMcts"),
}
#: Searches that know two sides only.
TWO_TEAMS = frozenset({"alphabeta"})


def search_name(entry: CatalogueEntry, name: str = "", teams: Sequence[int] = ()) -> str:
    """The search of ``entry``'s game that ``name`` means; empty: the first of ``entry.searches`` that fits ``teams``.

    teams : the team of each seat under the options in force, -1 for one that does not play; empty: any search fits.

    Raises
    ------
    OptionError
        If the game has no such search.
    """
    wanted = name.strip().lower()
    many = len({team for team in teams if team >= 0}) > 2
    fitting = [search for search in entry.searches if not (many and search in TWO_TEAMS)]
    if not wanted:
        return fitting[0]
    if wanted not in fitting or wanted not in DRIVERS:
        known = ", ".join(known for known in fitting if known in DRIVERS)
        asked = f"{entry.id} with more than two teams" if many else entry.id
        raise OptionError(f"{asked} has no search {name.strip()!r}; known: {known}")
    return wanted


def make_search(game: GameLike, name: str = "") -> Any:
    """The driver of the search that ``name`` means for ``game``; see :func:`search_name`.

    Raises
    ------
    OptionError
    """
    module, driver = DRIVERS[search_name(game.spec.entry, name, game.teams)]
    return getattr(import_module(module), driver)(game)
