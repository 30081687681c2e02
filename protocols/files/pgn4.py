"""Games of four seats in the style of chess.com's PGN4: tags, then moves with `` .. `` between seats and a number for each round.

A new number starts when the turn comes back to the first living seat. ``StartFen4`` holds the position string, whose third field
says who lives; moves are those of the notation ``pgn4``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine import Game
from engine.errors import QijiError

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_RESULT = re.compile(r"\d+\.|1-0|0-1|1/2-1/2|[\d.]+(?:,[\d.]+){3}|\*")
_COLUMNS = 100


@dataclass
class Record4:
    """One game."""

    tags: dict[str, str] = field(default_factory=dict)
    start: str = "startpos"
    moves: list[str] = field(default_factory=list)
    """In wire notation."""
    comments: dict[int, str] = field(default_factory=dict)
    """By ply, from 0: what is said after a move."""


def write_record(record: Record4, game: Game) -> str:
    """The text of ``record`` with an empty line behind it.

    Raises
    ------
    QijiError
        For a move that is not legal.
    """
    position = game.position(record.start)
    tags = {"Variant": game.entry.id} | record.tags | {"StartFen4": position.start_text}
    words, number = [], 0
    for ply, text in enumerate(record.moves):
        if not number or position.player == position.text().split()[2].index("1"):
            number += 1
            words.append(f"{number}.")
        else:
            words.append("..")
        move = position.parse(text)
        words.append(position.format(move, "pgn4"))
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


def read_record(text: str, game: Game) -> Record4:
    """The inverse of :func:`write_record`.

    Raises
    ------
    QijiError
        For a bad position string or a move that is not legal.
    """
    record = Record4({name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(text)})
    record.start = record.tags.pop("StartFen4", "startpos")
    record.tags.pop("Variant", None)
    position = game.position(record.start)
    body = re.sub(r"^\[.*\]$", "", text, flags=re.MULTILINE)
    for comment, word in re.findall(r"\{([^}]*)\}|([^\s{}]+)", body):
        if comment:
            record.comments[position.ply - 1] = comment
        elif word and word != ".." and not _RESULT.fullmatch(word):
            try:
                position.push(word)
            except QijiError as error:
                raise type(error)(f"move {position.ply + 1}: {error}") from None
    record.moves = position.history()
    return record


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
