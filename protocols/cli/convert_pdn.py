"""The part of ``qiji convert`` for draughts: PDN into PDN or positions, and positions into PDN."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from protocols.cli.arguments import CommandError

if TYPE_CHECKING:
    from engine import Game
    from protocols.files.pdn import PdnRecord

FORMATS = ("pdn", "fen")
_POSITION_LINE = re.compile(r"(?:startpos\b|[WBwb]\s*:)")


def convert(arguments: argparse.Namespace, data: bytes, target: str, faults: list[str]) -> tuple[bytes, int]:
    """What is to be written, and how many games or positions that is; faults of games are added to ``faults``.

    Raises
    ------
    CommandError, engine.errors.QijiError
    """
    from protocols.analysis.scan import decode

    if target not in FORMATS:
        raise CommandError(f"convert: games of draughts become {' or '.join('.' + name for name in FORMATS)}, not .{target}")
    text, codec = decode(data, chinese=False)
    text = text.lstrip("\ufeff")
    games = _Games(arguments.game, text)
    if _holds_positions(text):
        records = _positions(text, games, faults)
    else:
        from protocols.files.pdn import read_records

        found = read_records(text, games.load, faults.append)
        records = [record for record in found if arguments.partial or not record.fault]
    if arguments.only is not None:
        if arguments.only > len(records):
            raise CommandError(f"convert: the file holds {len(records)} games, there is no game {arguments.only}")
        records = [records[arguments.only - 1]]
    if target == "pdn":
        from protocols.files.pdn_write import write_record

        notation = (arguments.notation or "").lower()
        written = "".join(write_record(record, games.load(record.game_id), notation) for record in records)
        return written.encode(codec, errors="surrogateescape"), len(records)
    lines = [line for record in records for line in _line_positions(record, games.load(record.game_id), arguments.positions)]
    return "".join(f"{line}\n" for line in lines).encode(), len(lines)


class _Games:
    """The games of a file, each loaded once."""

    def __init__(self, wanted: str | None, text: str) -> None:
        self._wanted, self._text = wanted, text
        self._loaded: dict[str, Game] = {}

    def load(self, game_id: str) -> Game:
        """The game of an id; for an empty one what the command line or the file as a whole says."""
        import engine

        name = game_id or self._wanted or self._guess()
        if name not in self._loaded:
            self._loaded[name] = engine.load(name)
        return self._loaded[name]

    def _guess(self) -> str:
        from protocols.files.pdn import guess_game

        found = guess_game(self._text)
        if not found:
            squares = map(int, re.findall(r"\d+", self._text[:4000])) if _holds_positions(self._text) else ()
            found = "draughts" if any(32 < square <= 50 for square in squares) else ""
        if not found:
            raise CommandError("convert: nothing tells which draughts game this is; say --game ID")
        return found


def _holds_positions(text: str) -> bool:
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return bool(_POSITION_LINE.match(first))


def _positions(text: str, games: _Games, faults: list[str]) -> list[PdnRecord]:
    from engine.errors import QijiError
    from protocols.files.pdn import PdnRecord

    game, records = games.load(""), []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            position = game.position(line.strip())
        except QijiError as error:
            faults.append(f"line {number}: {error}")
            continue
        records.append(PdnRecord({"FEN": position.text()}, line=number, game_id=game.entry.id))
    return records


def _line_positions(record: PdnRecord, game: Game, which: str) -> list[str]:
    position = game.position(record.position)
    texts = [position.text()]
    for move in record.main_line():
        position.push(move)
        texts.append(position.text())
    return {"end": texts[-1:], "start": texts[:1], "all": texts}[which]
