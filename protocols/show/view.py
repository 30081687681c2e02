"""What a drawer sees: one position as text and facts, nothing of the engine's memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core.spec import CatalogueEntry
    from engine.game import Position


@dataclass(frozen=True)
class View:
    """One position, ready to draw."""

    entry: CatalogueEntry
    options: dict[str, Any]
    """Every rule option and its value."""
    position: str
    """The canonical position string."""
    seat: str
    """Who acts now."""
    in_check: bool
    result: str
    """As ``qiji result`` prints it."""
    last_move: str | None
    """In wire notation; None where no move has been played."""
    last_move_names: tuple[str, ...]
    """The same move in the game's other notations, without repetitions."""
    must_change: str | None
    """The seat that loses if the present repetition goes on."""
    before: str | None = None
    """The canonical position string before the last move; None where no move has been played."""
    moves: tuple[str, ...] = ()
    """Every move since the start position, in wire notation."""

    @classmethod
    def of(cls, position: Position) -> View:
        """The view of ``position``."""
        wire, names, earlier = None, [], None
        if position.moves:
            before = position.copy()
            move = before.pop()
            earlier = before.text()
            wire = before.format(move)
            for notation in position.game.entry.notations[1:]:
                name = before.format(move, notation)
                if name != wire and name not in names:
                    names.append(name)
        return cls(
            entry=position.game.entry,
            options=position.game.options,
            position=position.text(),
            seat=position.seat,
            in_check=position.in_check,
            result=str(position.result()),
            last_move=wire,
            last_move_names=tuple(names),
            must_change=position.must_change(),
            before=earlier,
            moves=tuple(position.history()),
        )
