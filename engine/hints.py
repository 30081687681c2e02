"""What may have been meant by the name of an option that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from engine.core.options import Option, find_option
from engine.errors import OptionError

_SHOWN = 60  #: characters of a name that are repeated


def closest(name: str, known: Iterable[str]) -> list[str]:
    """At most three of the ``known`` names that look like ``name``, whatever the case of their letters, the best first."""
    spelled = {word.lower(): word for word in known}
    return [spelled[word] for word in get_close_matches(name.strip().lower(), spelled, 3)]


def unknown_option(name: str, known: Sequence[str], where: str = "") -> OptionError:
    """The error for an option that is none of ``known``; ``where`` says how to list them where they are too many to be named."""
    close = closest(name, known)
    if close:
        told = f"did you mean {' or '.join(close)}?"
    else:
        told = where or (f"known: {', '.join(known)}" if known else "there are none")
    return OptionError(f"unknown option {name.strip()[:_SHOWN]!r}; {told}")


def option_named(options: tuple[Option, ...], name: str, where: str = "") -> Option:
    """As ``core.options.find_option``, with an error that says what there is.

    Raises
    ------
    OptionError
    """
    try:
        return find_option(options, name)
    except OptionError:
        raise unknown_option(name, [option.name for option in options], where) from None


def has_option(options: tuple[Option, ...], name: str) -> bool:
    """Whether one of ``options`` is called ``name``."""
    try:
        find_option(options, name)
    except OptionError:
        return False
    return True
