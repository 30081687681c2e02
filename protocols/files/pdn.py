"""PDN, the game files of draughts, read into records; which game a file's tags mean; what its results mean.

A record's result is ``1-0`` where the side with the first move has won: White, or Black in English checkers, whose players write
it so. Moves are kept in wire notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import QijiError
from engine.games.xiangqi.record import Node, Record, RecordError, fold_comment, record_of
from protocols.files.pdn_text import Lines, RawGame, Token, comment_text, games, move_text

if TYPE_CHECKING:
    from engine import Game, Position

__all__ = ["Node", "PdnRecord", "Record", "RecordError", "game_of_tags", "guess_game", "read_records", "record_of"]

MAX_NESTING = 100
#: GameType number -> game.
GAME_TYPES = {20: "draughts", 21: "checkers", 23: "pool", 25: "russian", 26: "draughts64"}
#: Game -> the whole value of the tag. A game without a number has a tag ``Variant``.
TYPE_TAGS = {
    "draughts": "20,W,10,10,N2,0",
    "checkers": "21,B,8,8,N1,0",
    "pool": "23,W,8,8,N2,0",
    "russian": "25,W,8,8,A0,0",
    "draughts64": "26,W,8,8,A0,0",
}
#: Games whose files name squares by letter and digit.
ALGEBRAIC = ("russian", "draughts64")
_OTHER_TYPES = {
    22: "Italian", 24: "Spanish", 27: "Canadian", 28: "Portuguese", 29: "Czech", 30: "Turkish", 31: "Thai", 40: "Frisian",
    41: "Spantsireti",
}  # fmt: skip
_VARIANTS = {
    "standard": "draughts", "international": "draughts", "fromposition": "", "english": "checkers", "american": "checkers",
    "brazilian": "draughts64", "americanpool": "pool",
}  # fmt: skip
_RESULTS = {
    **dict.fromkeys(("1-0", "2-0"), "1-0"),
    **dict.fromkeys(("0-1", "0-2"), "0-1"),
    **dict.fromkeys(("1/2-1/2", "1/2", "½-½", "1-1"), "1/2-1/2"),
}
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


@dataclass
class PdnRecord(Record):
    """A record of a draughts game."""

    game_id: str = ""
    fault: str = ""
    """Why the record ends before the game does."""


# --- tags ---------------------------------------------------------------------------------------------------------------


def game_of_tags(tags: Mapping[str, str]) -> str:
    """The id of the game that the tags name, empty if they name none.

    Raises
    ------
    RecordError
        If it is one that is not played here, or no game at all.
    """
    text = tags.get("GameType", "").strip()
    if text and text != "?":
        found = re.match(r"\d{1,4}", text)
        number = int(found[0]) if found else -1
        if number in GAME_TYPES:
            return GAME_TYPES[number]
        kind = f"{_OTHER_TYPES[number]} draughts" if number in _OTHER_TYPES else "no draughts game that is known here"
        raise RecordError(f"GameType {text[:20]!r} is {kind}" + (", which is not played here" if number in _OTHER_TYPES else ""))
    name = re.sub(r"[^a-z0-9]", "", tags.get("Variant", "").lower())
    if not name:
        return ""
    known = {re.sub("[^a-z0-9]", "", game): game for game in (*TYPE_TAGS, "checkers-flying")}
    wanted = known.get(name, _VARIANTS.get(name))
    if wanted is None:
        raise RecordError(f"Variant {tags['Variant'][:20]!r} is not played here")
    return wanted


def guess_game(text: str) -> str:
    """The game of a text by its first game: by tags, else by its squares; empty if nothing tells.

    Raises
    ------
    RecordError
    """
    first = next(games(text), None)
    if first is None:
        return ""
    named = game_of_tags(first.tags)
    if named:
        return named
    moves = [move_text(token) for token in first.body if token.kind == "move"]
    squares = [int(word) for word in re.findall(r"\d+", " ".join([first.tags.get("FEN", ""), *moves]))]
    if moves and moves[0][0].isalpha():
        return "russian"
    if any(square > 32 for square in squares):
        return "draughts"
    # Black moves down from 9-12 in the only 8x8 game where Black begins.
    return "checkers" if moves and re.match(r"0?9\D|1[0-2]\D", moves[0]) and "FEN" not in first.tags else ""


def read_result(word: str) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*`` for a result in any spelling."""
    return _RESULTS.get(word.strip(), "*")


# --- reading ------------------------------------------------------------------------------------------------------------


class _Builder:
    """Plays the movetext of one game into a tree."""

    def __init__(self, record: PdnRecord, game: Game) -> None:
        self.record, self.game = record, game
        self.position: Position = game.position(record.position)
        self.path = [record.root]
        """The nodes from the root to the last move; ``position`` stands after them."""
        self.suspended: list[Node] = []
        self.opened: list[int] = []
        self.pending = ""

    def add(self, token: Token) -> None:
        """Take a token.

        Raises
        ------
        QijiError
        """
        kind = token.kind
        if kind == "move":
            self._move(move_text(token))
        elif kind in ("comment", "rest"):
            self._comment(fold_comment(comment_text(token).replace("\r", "\n").replace("}", ")")))
        elif kind == "nag":
            self._nag(int(token.text[1:5]))
        elif kind == "glyph":
            self._nag(GLYPHS.get(token.text.strip("()"), 0))
        elif kind == "bracket":
            self._open() if token.text == "(" else self._close()
        elif kind == "setup":
            self._set_up(token.text.strip("/"))
        elif kind == "result" and not self.opened:
            result = read_result(token.text)
            if result != "*":
                self.record.result = result

    @property
    def _line_start(self) -> int:
        return self.opened[-1] if self.opened else 1

    def _move(self, text: str) -> None:
        packed = self.position.parse(text)
        node = Node(self.position.format(packed), comment_before=self.pending)
        self.position.push(packed)
        self.pending = ""
        self.path[-1].children.append(node)
        self.path.append(node)

    def _comment(self, text: str) -> None:
        if self.opened and len(self.path) == self.opened[-1]:
            self.pending = f"{self.pending} {text}".strip()
        else:
            self.path[-1].comment = f"{self.path[-1].comment} {text}".strip()

    def _nag(self, number: int) -> None:
        if number and len(self.path) > self._line_start:
            self.path[-1].nags.append(number)

    def _set_up(self, fen: str) -> None:
        if len(self.path) > 1 or self.opened:
            raise RecordError("a position in the middle of a game")
        self.record.tags.setdefault("FEN", fen.strip())
        self.position = self.game.position(self.record.position)

    def _open(self) -> None:
        if len(self.path) == self._line_start:
            raise RecordError("a variation without a move before it")
        if len(self.opened) == MAX_NESTING:
            raise RecordError(f"variations nested more than {MAX_NESTING} deep")
        self.suspended.append(self.path.pop())
        self.position.pop()
        self.opened.append(len(self.path))

    def _close(self) -> None:
        start = self.opened.pop()
        if len(self.path) == start:
            raise RecordError("an empty variation")
        while len(self.path) > start:
            self.path.pop()
            self.position.pop()
        node = self.suspended.pop()
        self.position.push(node.move)
        self.path.append(node)


def _build(raw: RawGame, game: Game, lines: Lines) -> PdnRecord:
    """The record of a game, as far as it can be read."""
    record = PdnRecord(dict(raw.tags), line=lines.of(raw.begin), game_id=game.entry.id)
    record.result = read_result(raw.tags.get("Result", "*"))
    at = raw.begin
    if raw.tags.get("FEN", "").strip() in ("", "?"):
        record.tags.pop("FEN", None)
    try:
        builder = _Builder(record, game)
        for token in raw.body:
            at = token.begin
            if raw.fault and raw.fault[0] <= at:
                break
            builder.add(token)
        if raw.fault:
            at = raw.fault[0]
            raise RecordError(raw.fault[1])
    except QijiError as error:
        record.fault = f"line {lines.of(at)}: {error}"
    return record


def read_records(text: str, game_of: Callable[[str], Game], on_error: Callable[[str], None]) -> Iterator[PdnRecord]:
    """Yield the games of a PDN text.

    game_of : the game under the rules of an id; for an empty id, the game of files that do not say.
    on_error : told of each game that cannot be read to its end, one line that names the line; what was read is then yielded all
        the same, with :attr:`PdnRecord.fault`, if anything was.
    """
    lines = Lines(text)
    for raw in games(text):
        try:
            game = game_of(game_of_tags(raw.tags))
        except QijiError as error:
            on_error(f"line {lines.of(raw.begin)}: {error}")
            continue
        record = _build(raw, game, lines)
        if record.fault:
            on_error(record.fault)
        if not record.fault or record.root.children:
            yield record
