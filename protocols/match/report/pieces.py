"""Pictures of many positions in little room: every piece of drawing is kept once, a picture is what it changes of the one before.

That serves every game that has a drawer; a game whose drawer hands out its board in parts (``board_parts``) needs even less.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_BETWEEN = re.compile(r"(?<=>)(?=<)")
_ROOT = re.compile(r'<svg[^>]*?width="([\d.]+)"[^>]*?height="([\d.]+)"')


class Pieces:
    """The pieces of all pictures of a page."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        """Every piece once; a picture's pieces joined are its text."""
        self.size = (1.0, 1.0)
        """Width and height of the last picture."""
        self._numbers: dict[str, int] = {}

    def numbers(self, svg: str) -> list[int]:
        """The pieces of a picture: indices of :attr:`texts`."""
        root = _ROOT.search(svg)
        if root:
            self.size = (float(root[1]), float(root[2]))
        found = []
        for text in _BETWEEN.split(svg):
            number = self._numbers.setdefault(text, len(self.texts))
            if number == len(self.texts):
                self.texts.append(text)
            found.append(number)
        return found


def change(old: Sequence[int], new: Sequence[int]) -> list[int]:
    """``[start, removed, *added]``: what makes ``new`` of ``old``."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    same = 0
    while same < shorter - start and old[-1 - same] == new[-1 - same]:
        same += 1
    return [start, len(old) - start - same, *new[start : len(new) - same]]
