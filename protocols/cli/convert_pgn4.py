"""The part of ``qiji convert`` for four seats: PGN4 into PGN4 or positions (FEN4), and positions into PGN4."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from protocols.cli.arguments import CommandError

if TYPE_CHECKING:
    from engine import Game
    from engine.core.spec import CatalogueEntry
    from protocols.analysis.scan import Text
    from protocols.files.pgn4 import Record4

FORMATS = ("pgn4", "pgn", "fen")
#: A position string: a board of many ranks and five more fields.
_POSITION_LINE = re.compile(r"(?:startpos\b|[^\s\[]+(?:/[^\s/]+){9,}\s)")


def convert(
    arguments: argparse.Namespace, data: bytes, target: str, entry: CatalogueEntry, faults: list[str]
) -> tuple[bytes, int]:
    """What is to be written, and how many games or positions that is; faults of games are added to ``faults``.

    Raises
    ------
    CommandError, engine.errors.QijiError
    """
    from protocols.analysis.scan import decode
    from protocols.files.pgn4 import read_records, write_record

    if target not in FORMATS:
        raise CommandError(f"convert: games of four seats become .pgn4 or .fen, not .{target}")
    notation = (arguments.notation or "pgn4").lower()
    if notation not in entry.notations:
        raise CommandError(f"convert: {entry.id} has no notation {notation!r}; known: {', '.join(entry.notations)}")
    text, _ = decode(data, chinese=False)
    text = text.lstrip("\ufeff")
    games = _Games(entry)
    if _holds_positions(text):
        records = _positions(text, games.load({}), faults)
    else:
        found = list(read_records(text, lambda one: games.of_tags(one, entry), faults.append))
        records = [(record, game) for record, game in found if arguments.partial or not record.fault]
    if arguments.only is not None:
        if arguments.only > len(records):
            raise CommandError(f"convert: the file holds {len(records)} games, there is no game {arguments.only}")
        records = [records[arguments.only - 1]]
    if target == "fen":
        lines = [line for record, game in records for line in _line_positions(record, game, arguments.positions)]
        return "".join(f"{line}\n" for line in lines).encode(), len(lines)
    if games.varied:
        print(f"qiji: note: {arguments.source}: variations are left out", file=sys.stderr)
    return "".join(write_record(record, game, notation) for record, game in records).encode(), len(records)


class _Games:
    """The game under the options of each record, each loaded once."""

    def __init__(self, entry: CatalogueEntry) -> None:
        self._entry = entry
        self._loaded: dict[tuple[tuple[str, str], ...], Game] = {}
        self.varied = False
        """Whether a game had variations."""

    def load(self, options: dict[str, str]) -> Game:
        """The game under ``options``."""
        import engine

        key = tuple(sorted(options.items()))
        if key not in self._loaded:
            self._loaded[key] = engine.load(self._entry.id, options)
        return self._loaded[key]

    def of_tags(self, text: Text, entry: CatalogueEntry) -> Game:
        """The game that the tags of a record name.

        Raises
        ------
        engine.errors.QijiError
            If it is another game, or its options are none of it.
        """
        from engine.errors import QijiError
        from protocols.analysis.games import GameError
        from protocols.files.guess import letters
        from protocols.files.pgn4 import options_of

        self.varied |= any(move.varied for move in text.moves)
        variant = text.tags.get("Variant", "")
        if letters(variant) not in {"", *map(letters, (entry.id, entry.name, *entry.aliases))}:
            raise GameError(f"line {text.line}: this is a game of {variant!r}, not of {entry.id}")
        options = options_of(text)
        try:
            return self.load(options)
        except QijiError as error:
            raise GameError(f"line {text.line}: {error}") from None


def _holds_positions(text: str) -> bool:
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return bool(_POSITION_LINE.match(first))


def _positions(text: str, game: Game, faults: list[str]) -> list[tuple[Record4, Game]]:
    """A game without moves for each line."""
    from engine.errors import QijiError
    from protocols.files.pgn4 import Record4

    tags = dict.fromkeys((seat.capitalize() for seat in game.entry.seats), "?") | {"Result": "*"}
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            records.append((Record4(tags, game.position(line.strip()).text()), game))
        except QijiError as error:
            faults.append(f"line {number}: {error}")
    return records


def _line_positions(record: Record4, game: Game, which: str) -> list[str]:
    position = game.position(record.start)
    texts = [position.text()]
    for move in record.moves:
        position.push(move)
        texts.append(position.text())
    return {"end": texts[-1:], "start": texts[:1], "all": texts}[which]
