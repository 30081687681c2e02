"""Games of four seats in the style of chess.com's PGN4: tags, then moves with `` .. `` between seats and a number for each round.

A new number starts when the turn comes back to the first living seat. ``StartFen4`` holds the position string, whose third field
says who lives; ``Options`` holds the rule options that differ from their defaults, ``Teams=ffa,CheckRule=capture``. Moves are
those of the notation ``pgn4``; any notation of the game is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine import Game, Position
from engine.errors import QijiError
from protocols.analysis.scan import Text, scan

_COLUMNS = 100
_OWN_TAGS = ("Variant", "Options", "StartFen4")  #: what a record keeps elsewhere


@dataclass
class Record4:
    """One game."""

    tags: dict[str, str] = field(default_factory=dict)
    start: str = "startpos"
    moves: list[str] = field(default_factory=list)
    """In wire notation."""
    comments: dict[int, str] = field(default_factory=dict)
    """By ply, from 0: what is said after a move; -1: before the first one."""
    fault: QijiError | None = field(default=None, compare=False)
    """Why the moves end early; its message is one line."""


def is_four_seats(game: Game) -> bool:
    """Whether games of ``game`` are written as PGN4."""
    return "pgn4" in game.entry.notations


# --- numbers ------------------------------------------------------------------------------------------------------------


def round_of(position: Position, number: int) -> tuple[int, bool]:
    """The round of the move that comes in ``position`` and whether it opens it; ``number`` is that of the move before, or 0."""
    opens = not number or position.player == position.text().split()[2].index("1")
    return number + opens, opens


def numbered(position: Position, moves: list[str], words: list[str], number: int) -> str:
    """``words``, the names of ``moves`` (wire notation) from ``position`` on, with numbers; the move before has ``number``."""
    walk, found = position.copy(), []
    for ply, (move, word) in enumerate(zip(moves, words, strict=True)):
        number, opens = round_of(walk, number)
        found += [f"{number}." if opens else ".." if ply else f"{number}...", word]
        walk.push(move)
    return " ".join(found)


# --- writing ------------------------------------------------------------------------------------------------------------


def write_record(record: Record4, game: Game, notation: str = "pgn4") -> str:
    """The text of ``record`` with an empty line behind it.

    Raises
    ------
    QijiError
        For a move that is not legal.
    """
    position = game.position(record.start)
    rules = ",".join(f"{name}={value}" for name, value in rules_of(game).items())
    tags = {"Variant": game.entry.id} | ({"Options": rules} if rules else {}) | record.tags
    tags["StartFen4"] = position.start_text
    words, number = [], 0
    if record.comments.get(-1):
        words.append(f"{{{record.comments[-1]}}}")
    for ply, text in enumerate(record.moves):
        number, opens = round_of(position, number)
        move = position.parse(text)
        words += [f"{number}." if opens else "..", position.format(move, notation)]
        if record.comments.get(ply):
            words.append(f"{{{record.comments[ply]}}}")
        position.push(move)
    words.append(tags.get("Result", "*"))
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= _COLUMNS:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    head = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *lines]) + "\n\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# --- reading ------------------------------------------------------------------------------------------------------------


def rules_of(game: Game) -> dict[str, str]:
    """The rule options of ``game`` that differ from their defaults, as the tag ``Options`` has them."""
    from protocols.client.player import changed_rules

    return changed_rules(game)


def options_of(text: Text) -> dict[str, str]:
    """The rule options that the tags of a game name.

    Raises
    ------
    QijiError
    """
    found = {}
    for word in filter(None, (word.strip() for word in text.tags.get("Options", "").split(","))):
        name, equals, value = word.partition("=")
        if not equals:
            raise QijiError(f"line {text.line}: bad tag Options: {word[:40]!r} is no NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def read_text(text: Text, game: Game) -> Record4:
    """The game that scanned text holds, up to its first fault; ``game`` has the options of the tags.

    Raises
    ------
    QijiError
        For a bad position string.
    """
    try:
        position = game.position(text.position)
    except QijiError as error:
        raise type(error)(f"line {text.line}: {error}") from None
    record = Record4({name: value for name, value in text.tags.items() if name not in _OWN_TAGS}, text.position)
    record.fault = QijiError(text.fault) if text.fault else None
    if text.comment:
        record.comments[-1] = text.comment
    for number, move in enumerate(text.moves):
        try:
            position.push(move.text)
        except QijiError as error:
            record.fault = type(error)(f"line {move.line}, move {number + 1}: {error}")
            break
        if move.comments:
            record.comments[number] = " ".join(move.comments)
    record.moves = position.history()
    return record


def read_records(text: str, load: Callable[[Text], Game], complain: Callable[[str], None]) -> Iterator[tuple[Record4, Game]]:
    """The games of a text, also those that end early by a fault; faults are told to ``complain``, one line each.

    load : the game of tags; may raise ``QijiError``.
    """
    for one in scan(text, chess=False):
        try:
            game = load(one)
            record = read_text(one, game)
        except QijiError as error:
            complain(str(error))
            continue
        if record.fault:
            complain(str(record.fault))
        yield record, game


def read_record(text: str, game: Game) -> Record4:
    """The inverse of :func:`write_record`.

    Raises
    ------
    QijiError
        For text without a game, a bad position string or a move that is not legal.
    """
    one = next(scan(text, chess=False), None)
    if one is None:
        raise QijiError("the text holds no game")
    record = read_text(one, game)
    if record.fault:
        raise record.fault
    return record
