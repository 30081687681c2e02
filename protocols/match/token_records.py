"""Records of games with face-down pieces, private pieces or dice: tags, then every token of the game as the referee knows it.

    [Game "banqi"]
    [Seed "1"]
    [Seat0 "A"]
    [Seat1 "B"]
    [Options "NoProgressPlies=50"]
    [Start "startpos"]

    1. c3c3p d3d3p 2. c4c4A d4d4b 1-0

A record holds the truth, so that the game can be played again and what each seat was sent can be derived from it. Move numbers
stand before each token of seat 0, or of the first seat after it that is in the game, for people; readers skip them and
everything in braces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import engine
from engine import Game, Position
from engine.errors import QijiError

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_NUMBER = re.compile(r"[0-9]+\.+")
_SEAT = re.compile(r"Seat([0-9])")
UNFINISHED = "*"
_COLUMNS = 100
#: Modules whose records have no move numbers.
_UNNUMBERED = ("aeroplane",)


class TokenRecordError(QijiError):
    """Text that is no record, or a record that cannot be played again."""


@dataclass
class TokenRecord:
    """One game."""

    game: str
    seed: int | None = None
    seats: tuple[str, ...] = ()
    """Names of the players by seat."""
    options: dict[str, str] = field(default_factory=dict)
    start: str = "startpos"
    tokens: list[str] = field(default_factory=list)
    """Every token, rolls and forced ones included, in wire notation with what it revealed."""
    result: str = UNFINISHED
    """``1-0``, ``0-1``, ``1/2-1/2``, a game's own word (``rb``, the letter of a winner), or ``*``."""
    tags: dict[str, str] = field(default_factory=dict)
    """Other tags."""

    def replay(self) -> Position:
        """The final position; every token is checked by the rules.

        Raises
        ------
        engine.errors.QijiError
        """
        return engine.load(self.game, self.options).position(self.start, self.tokens)


def result_word(game: Game, winners: tuple[int, ...], over: bool = True) -> str:
    """The last word of a record."""
    if not over:
        return UNFINISHED
    name = getattr(game.spec.notation, "result_word", None)
    if name is not None:
        return str(name(winners))
    return "1/2-1/2" if not winners else "1-0" if 0 in winners else "0-1"


# --- writing ------------------------------------------------------------------------------------------------------------


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def write_record(record: TokenRecord, comment: str = "") -> str:
    """The record as text, with an empty line behind it; ``comment`` goes before the result.

    Raises
    ------
    engine.errors.QijiError
        If it cannot be played again.
    """
    tags = {"Game": record.game}
    if record.seed is not None:
        tags["Seed"] = str(record.seed)
    tags |= {f"Seat{seat}": name for seat, name in enumerate(record.seats)}
    tags["Options"] = " ".join(f"{name}={value}" for name, value in sorted(record.options.items()))
    tags["Start"] = record.start
    lines = [f'[{name} "{_quote(value)}"]' for name, value in {**tags, **record.tags}.items()]
    words = _numbered(record)
    if comment:
        words.append("{" + comment.replace("}", ")") + "}")
    return "\n".join([*lines, "", *_wrapped([*words, record.result])]) + "\n\n"


def _numbered(record: TokenRecord) -> list[str]:
    """The tokens with move numbers where they have some."""
    game = engine.load(record.game, record.options)
    if game.entry.module in _UNNUMBERED:
        return list(record.tokens)
    position = game.position(record.start)
    words: list[str] = []
    number, last = 0, len(game.teams)
    for token in record.tokens:
        if not token.startswith("@"):
            if position.player <= last:
                number += 1
                words.append(f"{number}.")
            last = position.player
        words.append(token)
        position.push(token)
    return words


def _wrapped(words: list[str]) -> list[str]:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > _COLUMNS:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return [*lines, line]


# --- reading ------------------------------------------------------------------------------------------------------------


def read_records(text: str) -> list[TokenRecord]:
    """All records of a file.

    Raises
    ------
    TokenRecordError
    """
    records = []
    place = 0
    while text[place:].strip():
        tags: dict[str, str] = {}
        while match := _TAG.match(text, _skip(text, place)):
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
            place = match.end()
        end = text.find("\n[", place)
        body = text[place : len(text) if end < 0 else end]
        place = len(text) if end < 0 else end
        records.append(_record(tags, body))
    return records


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _record(tags: dict[str, str], body: str) -> TokenRecord:
    if "Game" not in tags:
        raise TokenRecordError('a record begins with a tag [Game "..."]')
    words = [word for word in re.sub(r"\{[^}]*\}", " ", body).split() if not _NUMBER.fullmatch(word)]
    if not words:
        raise TokenRecordError(f"the record of a game of {tags['Game']} has no result")
    seats = {int(match[1]): value for name, value in tags.items() if (match := _SEAT.fullmatch(name))}
    known = {"Game", "Seed", "Options", "Start"} | {f"Seat{seat}" for seat in seats}
    options = {}
    for item in tags.get("Options", "").replace(",", " ").split():
        name, equals, value = item.partition("=")
        if not equals:
            raise TokenRecordError(f"tag Options: {item!r} is no NAME=VALUE")
        options[name] = value
    seed = tags.get("Seed", "")
    if seed and not re.fullmatch("-?[0-9]{1,20}", seed):
        raise TokenRecordError(f"tag Seed: {seed!r} is no number")
    return TokenRecord(
        tags["Game"],
        int(seed) if seed else None,
        tuple(seats.get(seat, "?") for seat in range(max(seats, default=-1) + 1)),
        options,
        tags.get("Start", "startpos"),
        words[:-1],
        words[-1],
        {name: value for name, value in tags.items() if name not in known},
    )
