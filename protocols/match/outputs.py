"""Files that a match keeps up to date while it is played. They repeat the journal; a run that goes on makes them whole first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import Position
from engine.errors import QijiError
from protocols.client.player import Reply
from protocols.match.schedule import Task
from protocols.whole import write_whole

if TYPE_CHECKING:
    from protocols.match.runner import Match


class OutputError(QijiError):
    """A file that cannot be written."""


class GameFile:
    """Appends every finished game to a file, behind whatever stood there when the match was begun.

    A pipe or device gets the games of this run only.

    Parameters
    ----------
    path : Path
    offset : int
        Length of the file when the match was begun; what follows is this match's own and written anew.
    write : callable
        The text of a journal entry.
    """

    watches_plies = False

    def __init__(self, path: Path, offset: int, write: Callable[[dict[str, Any]], str]) -> None:
        self.path, self._offset, self._write = path, offset, write

    def begin(self, match: Match) -> None:
        """Write the games of earlier runs."""
        if self.path.exists() and not self.path.is_file() and not self.path.is_dir():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            kept = self.path.read_bytes()[: self._offset] if self.path.exists() else b""
            games = "".join(self._write(entry) for entry in match.journal.games.values())
            write_whole(self.path, kept + games.encode())
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror}") from None

    def ply(self, match: Match, task: Task, position: Position, reply: Reply) -> None:
        """Games are written when they are finished."""

    def game(self, match: Match, entry: dict[str, Any]) -> None:
        """Append a game."""
        try:
            with self.path.open("ab") as file:
                file.write(self._write(entry).encode())
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror}") from None

    def end(self, match: Match) -> None:
        """Everything has been written."""


def json_line(entry: dict[str, Any], names: list[str]) -> str:
    """A journal entry for other programs: players by name."""
    named = {
        **entry,
        "pairing": [names[index] for index in entry["pairing"]],
        "seats": [names[index] for index in entry["seats"]],
        "fault": None if entry["fault"] is None else names[entry["fault"]],
    }
    return json.dumps(named, ensure_ascii=False) + "\n"
