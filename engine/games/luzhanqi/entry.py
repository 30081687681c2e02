"""Catalogue entries of army chess for two; imports nothing heavy."""

from __future__ import annotations

from engine.core.options import Option
from engine.core.spec import CatalogueEntry

MINE_HITS = ("bounce", "attacker-dies", "both-die")
NO_CONTACT_RESULTS = ("draw", "mover-loses")
INFO_MODES = ("four-dark", "double-open", "all-open")


def hidden_options(mine_hit: str, plies: int) -> tuple[Option, ...]:
    """The rule options that both boards have, with a variant's defaults."""
    return (
        Option("MineHit", "combo", mine_hit, values=MINE_HITS, help="what happens to a piece other than an engineer on a mine"),
        Option("EngineerScout", "check", False, help="an enemy that removes an engineer and survives shows its kind"),
        Option("FlagReveal", "check", True, help="the flag is shown when its marshal dies"),
        Option("NoContactPlies", "spin", plies, 0, 1000, help="plies without a removal that end the game; 0: no limit"),
    )


def _entry(game_id: str, name: str, chinese: str, mine_hit: str, plies: int, result: str, aliases: tuple[str, ...]):
    options = hidden_options(mine_hit, plies)
    end = Option("NoContactResult", "combo", result, values=NO_CONTACT_RESULTS, help="how the game ends at NoContactPlies")
    return CatalogueEntry(
        id=game_id,
        name=name,
        chinese_name=chinese,
        module="luzhanqi",
        rules="luzhanqi.md",
        seats=("red", "black"),
        teams=(0, 1),
        information="hidden",
        searches=("ismcts",),
        protocols=("uci", "ccgc") if game_id == "luzhanqi-ccgc" else ("uci",),
        start="5/5/5/5/5/5/5/5/5/5/5/5 w * - 0 0",
        files=5,
        ranks=12,
        notations=("wire",),
        options=(*options, end),
        aliases=aliases,
    )


ENTRIES = (
    _entry("luzhanqi", "Army chess", "陆战棋", "bounce", 70, "draw", ("junqi",)),
    _entry("luzhanqi-ccgc", "Army chess (championship)", "陆战棋 (锦标赛)", "attacker-dies", 31, "mover-loses", ("junqi-ccgc",)),
)
