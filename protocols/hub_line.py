"""Lines of the Hub protocol: a command and its arguments, read and written; the same syntax in both directions.

``command name name=value name = "any text"``: blanks in any number, also around ``=``; a bare name is a flag, which equals an
empty value; quotes have no escape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import QijiError

_TOKEN = re.compile(r'(?P<blank>[\s\x00-\x1f]+)|(?P<equals>=)|"(?P<quoted>[^"]*)"|(?P<word>[^\s\x00-\x1f="]+)|(?P<open>")')
_PLAIN = re.compile(r'[^\s\x00-\x1f="]+')
#: Error messages quote no more of a line.
SHOWN = 80


class HubLineError(QijiError):
    """A line that breaks the syntax."""


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """The command of a line and its arguments in their order; an argument given twice counts the last time.

    A line of blanks has the command ``""``.

    Raises
    ------
    HubLineError
    """
    tokens = [(found.lastgroup or "", found) for found in _TOKEN.finditer(line) if found.lastgroup != "blank"]
    if not tokens:
        return "", {}
    kind, first = tokens[0]
    if kind != "word":
        raise HubLineError(f"a line begins with a command, not with {first[0][:SHOWN]!r}")
    arguments: dict[str, str] = {}
    at = 1
    while at < len(tokens):
        kind, found = tokens[at]
        column = f"column {found.start() + 1}"
        if kind == "open":
            raise HubLineError(f"{column}: a quote is not closed")
        if kind != "word":
            raise HubLineError(f"{column}: a name is expected, not {found[0][:SHOWN]!r}")
        if at + 1 < len(tokens) and tokens[at + 1][0] == "equals":
            value = tokens[at + 2] if at + 2 < len(tokens) else None
            if value is not None and value[0] == "open":
                raise HubLineError(f"column {value[1].start() + 1}: a quote is not closed")
            if value is None or value[0] == "equals":
                raise HubLineError(f"{column}: {found[0][:SHOWN]!r} has no value after '='")
            arguments[found[0]] = value[1]["quoted"] if value[0] == "quoted" else value[1][0]
            at += 3
        else:
            arguments[found[0]] = ""
            at += 1
    return first[0], arguments


def write_value(value: str) -> str:
    """A value, quoted where it must be; what no quotes can hold (quotes, control characters) is replaced."""
    text = re.sub(r"[\x00-\x1f]+", " ", value).replace('"', "'")
    return text if _PLAIN.fullmatch(text) else f'"{text}"'


def write_line(command: str, arguments: Mapping[str, str] | None = None) -> str:
    """``command name=value ...``."""
    return " ".join([command, *(f"{name}={write_value(value)}" for name, value in (arguments or {}).items())])


def read_real(text: str) -> float | None:
    """A finite number; None for anything else."""
    if not re.fullmatch(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?", text, re.ASCII) or len(text) > 40:
        return None
    return float(text)


def read_whole(text: str) -> int | None:
    """A whole number of at most 18 digits; None for anything else. ``8.0`` is one, too."""
    if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII):
        return int(text)
    number = read_real(text)
    return int(number) if number is not None and abs(number) < 1e18 and number == int(number) else None
