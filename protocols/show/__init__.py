"""Boards for people: Unicode for terminals, SVG and PNG for pages.

A game's drawer is a module with two functions, named in :data:`DRAWERS` by the game's package:

``board_text(view, charset, colour) -> rich.text.Text``
    ``charset`` is one of ``unicode``, ``chinese`` (Chinese characters, but lines of ASCII) and ``ascii``; ``colour`` says
    whether the terminal shows styles, so that a drawer may paint squares instead of drawing them.
``board_svg(view, size) -> str``
    A complete SVG document, ``size`` pixels wide, that needs no installed font.
``board_parts() -> BoardParts``, optional
    The board in parts, for pages that draw many positions.
``notes(view, charset) -> list[str]``, optional
    Lines about the position under the board.
``check_word(view) -> str``, optional
    What it means that the player to act is in check, where there is no king.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError
from protocols.show.parts import BoardParts
from protocols.show.view import View

if TYPE_CHECKING:
    from rich.text import Text

    from engine.core.spec import CatalogueEntry

__all__ = [
    "DRAWERS",
    "BoardParts",
    "PictureError",
    "View",
    "board_notes",
    "board_parts",
    "board_png",
    "board_svg",
    "board_text",
    "check_word",
    "charset_for",
    "charset_of",
]

#: ``CatalogueEntry.module`` -> module that draws it.
DRAWERS = {
    "aeroplane": "protocols.show.aeroplane",
    "banqi": "protocols.show.banqi",
    "chess": "protocols.show.chess",
    "fangqi": "protocols.show.fangqi",
    "gomoku": "protocols.show.gomoku",
    "luzhanqi": "protocols.show.army",
    "luzhanqi_flip": "protocols.show.army",
    "siguo_junqi": "protocols.show.army",
    "siguo_xiangqi": "protocols.show.cross",
    "siren_xiangqi": "protocols.show.cross",
    "xiangqi": "protocols.show.xiangqi",
    "xiangqi_variants": "protocols.show.xiangqi_variants",
    "sijiao_xiangqi": "protocols.show.sijiao_xiangqi",
    "chinese_checkers": "protocols.show.chinese_checkers",
    "draughts": "protocols.show.draughts",
    "quadro": "protocols.show.quadro",
}


class PictureError(QijiError):
    """A picture that cannot be made here."""


def _drawer(view: View) -> Any:
    return import_module(DRAWERS[view.entry.module])


def charset_for(encoding: str | None) -> str:
    """The richest character set that text in ``encoding`` can carry."""
    for charset, sample in (("unicode", "♔┼╲帥俥傌"), ("chinese", "帥俥傌砲")):
        try:
            sample.encode(encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            continue
        return charset
    return "ascii"


def charset_of(stream: Any) -> str:
    """The character set for boards on ``stream``."""
    charset = charset_for(getattr(stream, "encoding", None))
    if charset == "unicode" and sys.platform == "win32":
        import ctypes

        # Consoles of East Asian Windows take UTF-8, but draw lines two columns wide.
        if ctypes.windll.kernel32.GetConsoleOutputCP() in (932, 936, 949, 950):
            return "chinese"
    return charset


def board_text(view: View, charset: str = "unicode", colour: bool = False) -> Text:
    """The board for a terminal, several lines without a newline at the end."""
    return _drawer(view).board_text(view, charset, colour)


def board_notes(view: View, charset: str = "unicode") -> list[str]:
    """What the game's drawer has to say about the position, a line each."""
    make = getattr(_drawer(view), "notes", None)
    return make(view, charset) if make else []


def check_word(view: View) -> str:
    """What to say of a player in check."""
    word = getattr(_drawer(view), "check_word", None)
    return word(view) if word else "in check"


def board_svg(view: View, size: int = 720) -> str:
    """The board as an SVG document ``size`` pixels wide."""
    return _drawer(view).board_svg(view, size)


def board_parts(entry: CatalogueEntry) -> BoardParts | None:
    """The board of a game in parts, None where its drawer has none."""
    if entry.module not in DRAWERS:
        return None
    make = getattr(import_module(DRAWERS[entry.module]), "board_parts", None)
    return make() if make else None


def board_png(view: View, size: int = 720) -> bytes:
    """The board as a PNG file ``size`` pixels wide.

    Raises
    ------
    PictureError
        Where the extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PictureError("PNG pictures need the extra 'png': pip install 'qiji[png]'") from None
    return bytes(svg_to_bytes(svg_string=board_svg(view, size), width=size, skip_system_fonts=True))
