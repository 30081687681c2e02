"""The catalogue: every playable game by id, without importing any of them (a handshake must not wait for NumPy or numba)."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from engine.core.spec import CatalogueEntry, GameSpec
from engine.errors import UnknownGameError
from engine.games.aeroplane.entry import ENTRIES as AEROPLANE
from engine.games.banqi.entry import ENTRIES as BANQI
from engine.games.chess.entry import ENTRIES as CHESS
from engine.games.chinese_checkers.entry import ENTRIES as CHINESE_CHECKERS
from engine.games.draughts.entry import ENTRIES as DRAUGHTS
from engine.games.fangqi.entry import ENTRIES as FANGQI
from engine.games.gomoku.entry import ENTRIES as GOMOKU
from engine.games.luzhanqi.entry import ENTRIES as LUZHANQI
from engine.games.luzhanqi_flip.entry import ENTRIES as LUZHANQI_FLIP
from engine.games.quadro.entry import ENTRIES as QUADRO
from engine.games.siguo_junqi.entry import ENTRIES as SIGUO_JUNQI
from engine.games.siguo_xiangqi.entry import ENTRIES as SIGUO_XIANGQI
from engine.games.sijiao_xiangqi.entry import ENTRIES as SIJIAO
from engine.games.siren_xiangqi.entry import ENTRIES as SIREN_XIANGQI
from engine.games.xiangqi.entry import ENTRIES as XIANGQI
from engine.games.xiangqi_variants.entry import ENTRIES as XIANGQI_VARIANTS

#: In the order of ``qiji games``.
CATALOGUE: tuple[CatalogueEntry, ...] = (
    *CHESS,
    *XIANGQI,
    *XIANGQI_VARIANTS,
    *SIJIAO,
    *SIREN_XIANGQI,
    *SIGUO_XIANGQI,
    *DRAUGHTS,
    *GOMOKU,
    *QUADRO,
    *FANGQI,
    *CHINESE_CHECKERS,
    *BANQI,
    *LUZHANQI,
    *LUZHANQI_FLIP,
    *SIGUO_JUNQI,
    *AEROPLANE,
)


def find_entry(name: str) -> CatalogueEntry:
    """The catalogue entry whose id or alias is ``name``, letters in any case.

    Raises
    ------
    UnknownGameError
    """
    wanted = name.strip().lower()
    for entry in CATALOGUE:
        if wanted == entry.id or wanted in entry.aliases:
            return entry
    close = get_close_matches(wanted, [word for entry in CATALOGUE for word in (entry.id, *entry.aliases)], 3)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    raise UnknownGameError(f"unknown game {name!r}; {hint}'qiji games' lists all")


def check_options(entry: CatalogueEntry, values: dict[str, Any]) -> None:
    """Refuse option values that the game's ``entry`` module says do not belong together; light, for protocols.

    Raises
    ------
    OptionError
    """
    check = getattr(import_module(f"engine.games.{entry.module}.entry"), "check_options", None)
    if check:
        check(entry.id, values)


@cache
def load_spec(game_id: str) -> GameSpec:
    """Import the game and return its :class:`GameSpec`; compiles nothing yet."""
    entry = find_entry(game_id)
    return import_module(f"engine.games.{entry.module}").game(entry)
