"""Write ``outlines.json``: the characters on boards and pieces as vector outlines, so that pictures need no installed font.

    python protocols/show/glyphs/extract.py LXGWWenKai-Bold.ttf

Needs ``fonttools`` and the font (SIL Open Font License 1.1, see ``OFL.txt``). Add characters to ``CHARACTERS`` when a game
needs more. Each outline is an SVG path in thousandths of the em, y downwards, the middle of its bounding box at (0, 0);
Latin letters share a baseline: the middle of an ``x`` is their height 0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CHARACTERS = "帥仕相俥傌炮兵將士象車馬砲卒楚河漢界一二三四五六七八九0123456789abcdefghi"


def outline(font, character: str) -> str:
    """The SVG path of one character."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    if character.isascii() and character.isalpha():
        x_height = BoundsPen(glyphs)
        glyphs[font.getBestCmap()[ord("x")]].draw(x_height)
        _, bottom, _, top = x_height.bounds
    scale = 1000 / font["head"].unitsPerEm
    path = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyph.draw(TransformPen(path, (scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (bottom + top) / 2)))
    return path.getCommands()


def main(font_file: str) -> None:
    """Extract all characters of ``font_file``."""
    from fontTools.ttLib import TTFont

    font = TTFont(font_file)
    document = {
        "source": f"{font['name'].getDebugName(4)} {font['name'].getDebugName(5)}",
        "copyright": font["name"].getDebugName(0),
        "licence": "SIL Open Font License 1.1, see OFL.txt",
        "outlines": {character: outline(font, character) for character in CHARACTERS},
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    Path(__file__).with_name("outlines.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
