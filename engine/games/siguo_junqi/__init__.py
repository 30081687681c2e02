"""Four-country army chess, 四国军棋: the kernels of ``engine.games.luzhanqi`` on the board of four, with its own text."""

from __future__ import annotations

from engine.core.spec import CatalogueEntry, GameSpec


def game(entry: CatalogueEntry) -> GameSpec:
    """The :class:`GameSpec` of the entry ``siguo-junqi``; compiles nothing."""
    from engine.games.luzhanqi import hidden_game
    from engine.games.siguo_junqi import notation

    return hidden_game(entry, notation)
