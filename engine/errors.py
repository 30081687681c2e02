"""What can be wrong with text that a user gives. Every message is one line that says what and where."""

from __future__ import annotations


class QijiError(ValueError):
    """The base of all errors about given text."""


class UnknownGameError(QijiError):
    """No game of the catalogue has this id."""


class OptionError(QijiError):
    """An unknown option, or a value out of its range."""


class PositionError(QijiError):
    """A position string that cannot be read or cannot occur."""


class MoveSyntaxError(QijiError):
    """Text that is no move in any accepted notation."""


class IllegalMoveError(QijiError):
    """A readable move that is not legal in the position."""


class AmbiguousMoveError(QijiError):
    """Text that fits more than one legal move."""


class NetworkError(QijiError):
    """A network file that cannot be used, or numbers that make no network."""
