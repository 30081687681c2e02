"""The text of PDN, the game files of draughts: tokens, and which of them make a game. No rules.

Read beyond the standard (PDN 2 and 3) what old files have: blanks inside moves (``32 - 28``), any of ``- x X × : –`` between
squares, 10x10 results (``2-0``), ``;`` and ``%`` comments, move numbers without a dot, several tags in one line, games without
tags, text between games. Source: PDN 3.0 grammar (Faber and others, 2012), PGN standard (Edwards 1994).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_SQUARE = r"(?:\d{1,2}|[A-Ha-h][1-8])(?![0-9])"
_TOKEN = re.compile(
    rf"""(?P<space>\s+|\ufeff|\0)
    |(?P<comment>\{{[^}}]*\}}?)
    |(?P<rest>;[^\r\n]*)
    |(?P<escape>(?:(?<=[\r\n\ufeff])|\A)%[^\r\n]*)
    |(?P<tag>\[[ \t]*[A-Za-z_]\w*[ \t]*"(?:[^"\\\r\n]|\\.|"(?![ \t]*\]))*"[ \t]*\])
    |(?P<broken>\[[^\r\n]*)
    |(?P<nag>\$\d+)
    |(?P<setup>/[ \t]*[WBwb][ \t]*:[^/]*/)
    |(?P<result>(?:1/2-1/2|1/2|½-½|1-0|0-1|2-0|0-2|1-1|0-0)(?![\dxX×:/-])|\*)
    |(?P<move>{_SQUARE}(?:[ \t]*[-–xX×:][ \t]*{_SQUARE})+)
    |(?P<number>\d+[ \t]*\.+(?:[ \t]*\.+)?|\.{{2,}}|…|\d+(?=\s|\Z))
    |(?P<glyph>\([!?]+\)|[!?]+)
    |(?P<bracket>[()])
    |(?P<word>[^\s{{}}()$;]+)
    |(?P<stray>.)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[[ \t]*(\w+)[ \t]*"(.*)"[ \t]*\]')
_RULER = re.compile(r"[-=*_~#+]{3,}")
#: Other words than moves and results that may stand in the movetext.
_REMARKS = frozenset(("+", "-", "=", "+-", "-+", "+/-", "-/+", "=/+", "+/=", "#", "e.o."))


@dataclass(frozen=True)
class Token:
    """A piece of text that means something."""

    kind: str
    """``comment``, ``rest``, ``tag``, ``nag``, ``setup``, ``result``, ``move``, ``number``, ``glyph``, ``bracket``, ``fault``."""
    text: str
    """As written; of a ``fault``: what is wrong."""
    begin: int
    end: int


@dataclass
class RawGame:
    """The tokens of one game."""

    tags: dict[str, str] = field(default_factory=dict)
    """In the order of the text; of a tag that comes twice, the first value."""
    body: list[Token] = field(default_factory=list)
    """The movetext."""
    begin: int = 0
    fault: tuple[int, str] | None = None
    """Offset and words of what is wrong with the text itself; the first of all faults."""


class Lines:
    """Line numbers of offsets."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]

    def of(self, offset: int) -> int:
        """The number, from 1, of the line that holds ``offset``."""
        from bisect import bisect_right

        return bisect_right(self._starts, offset)


def move_text(token: Token) -> str:
    """A move without blanks, with the separators ``-`` and ``x``."""
    return re.sub(r"[X×:]", "x", re.sub(r"\s", "", token.text).replace("–", "-")).lower()


def comment_text(token: Token) -> str:
    """What a comment says."""
    return token.text[1:] if token.kind == "rest" else token.text[1:].removesuffix("}")


def read_tag(token: Token) -> tuple[str, str]:
    """Name and value of a tag."""
    found = _TAG.fullmatch(token.text)
    assert found is not None
    return found[1], re.sub(r'\\(["\\])', r"\1", found[2])


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a text; what is none is a ``fault``."""
    for found in _TOKEN.finditer(text):
        kind, piece = found.lastgroup or "", found[0]
        if kind in ("space", "escape"):
            continue
        if kind == "word":
            if _RULER.fullmatch(piece) or piece in _REMARKS:
                continue
            kind, piece = "fault", f"{piece[:40]!r} is no move"
        elif kind == "broken":
            kind, piece = "fault", f"{piece[:40]!r} is no tag"
        elif kind == "stray":
            kind, piece = "fault", f"unexpected {piece!r}"
        elif kind == "comment" and not piece.endswith("}"):
            yield Token("comment", piece, found.start(), found.end())
            kind, piece = "fault", "a comment without its '}'"
        yield Token(kind, piece, found.start(), found.end())


def games(text: str) -> Iterator[RawGame]:
    """The games of a text. A game ends with its result, or where tags follow moves; words between games are skipped."""
    game: RawGame | None = None
    noise: RawGame | None = None
    ended = False
    depth = 0
    for token in tokens(text):
        if token.kind == "tag":
            name, value = read_tag(token)
            if game is not None and not game.tags and all(one.kind in ("comment", "rest") for one in game.body):
                game = None  # a preface
            elif game is not None and (game.body or game.fault or name in game.tags and _after_blank_line(text, token.begin)):
                yield _closed(game, depth, token.begin)
                game = None
            if game is None:
                game, ended, depth = RawGame(begin=token.begin), False, 0
            game.tags.setdefault(name, value)
            continue
        if (game is None or ended) and not _begins_game(token, game is None):
            if token.kind == "fault" and game is None:
                noise = noise or RawGame(begin=token.begin, fault=(token.begin, token.text))
            continue
        if ended and game is not None:
            yield _closed(game, depth, token.begin)
            game = None
        if game is None:
            game, ended, depth = RawGame(begin=token.begin), False, 0
        if token.kind == "fault":
            game.fault = game.fault or (token.begin, token.text)
            continue
        game.body.append(token)
        if token.kind == "bracket":
            depth += 1 if token.text == "(" else -1
            if depth < 0:
                game.fault = game.fault or (token.begin, "')' without '('")
                depth = 0
        ended = token.kind == "result" and not depth
    game = game or noise
    if game is not None:
        yield _closed(game, depth, len(text))


def _closed(game: RawGame, depth: int, offset: int) -> RawGame:
    if depth:
        game.fault = game.fault or (max(0, offset - 1), "a variation without its ')'")
    return game


def _begins_game(token: Token, first: bool) -> bool:
    """Whether a token begins a game that has no tags, ``first``: at the beginning of the text, else behind a result."""
    if first:
        return token.kind not in ("fault", "result")
    return token.kind == "number" and re.match(r"1\s*\.", token.text) is not None


def _after_blank_line(text: str, at: int) -> bool:
    return bool(re.search(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)[ \t]*\Z", text[max(0, at - 200) : at]))
