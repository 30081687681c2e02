"""How XBoard names our games, and what it must be told about boards that it does not know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.core.spec import CatalogueEntry


@dataclass(frozen=True)
class Variant:
    """One name of XBoard's ``variant`` command."""

    game: str
    """Catalogue id."""
    rules: dict[str, str] = field(default_factory=dict)
    """Rule options that the name implies."""


@dataclass(frozen=True)
class ForeignBoard:
    """What ``setup`` and ``piece`` lines tell a GUI about a game of ours that it does not know."""

    table: str
    """Piece-to-character table, White's half and then Black's."""
    pieces: tuple[tuple[str, str], ...] = ()
    """Piece letter and its moves in Betza notation as XBoard reads it, such as ``("P&", "fmWfcF")``."""
    parent: str = ""
    """The known variant whose rules the GUI starts from; empty: none."""
    holdings: int = 0
    """Squares of each hand."""

    def lines(self, entry: CatalogueEntry) -> list[str]:
        """The answer to ``variant``."""
        size = f"{entry.files}x{entry.ranks}+{self.holdings}" + (f"_{self.parent}" if self.parent else "")
        setup = f"setup ({self.table}) {size} {entry.start}"
        return [setup, *(f"piece {letter} {moves}" for letter, moves in self.pieces)]


#: Names that XBoard itself knows.
KNOWN: dict[str, Variant] = {
    "normal": Variant("chess", {"UCI_Chess960": "false"}),
    "fischerandom": Variant("chess", {"UCI_Chess960": "true"}),
    "xiangqi": Variant("xiangqi"),
}
ALIASES = {"standard": "normal", "chess": "normal", "chess960": "fischerandom"}

#: Catalogue id -> description, for games that XBoard does not know; each is announced under its id.
FOREIGN: dict[str, ForeignBoard] = {}


def variants_of(entries: Iterable[CatalogueEntry]) -> dict[str, Variant]:
    """The names to announce for ``entries``, in order."""
    found: dict[str, Variant] = {}
    for entry in entries:
        names = [name for name, variant in KNOWN.items() if variant.game == entry.id]
        if names:
            found.update((name, KNOWN[name]) for name in names)
        elif entry.id in FOREIGN:
            found[entry.id] = Variant(entry.id)
    return found
