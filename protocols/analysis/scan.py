"""Finds the games in a PGN text and the place of every move of their main lines, so that text can be put in between.

One scanner for chess and xiangqi. It reads what their players write: tags of both dialects, move numbers glued to moves or not,
glyphs behind moves, ``;`` and ``%`` comments, any line end, and text between a result and the next tag, which is skipped.
Nothing is decoded twice: offsets count characters of the text that :func:`decode` returns, and :func:`encode` gives back exactly
the bytes that were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.errors import QijiError

_TAG = re.compile(r'\[[ \t]*([^\s"\]]+)[ \t]+"((?:[^"\\\r\n]|\\.|"(?![ \t]*\][ \t]*(?:[\r\n]|\Z)))*)"[ \t]*\][ \t]*')
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>\{[^}]*(?P<closed>\}?))|(?P<rest>;[^\r\n]*)|(?P<nag>\$[0-9]+)|(?P<bracket>[()])
    |(?P<word>[^\s{}()$;]+)|(?P<stray>.)""",
    re.VERBOSE,
)
_LINE = re.compile(r"[^\r\n]*")
_NUMBER = re.compile(r"[0-9０-９]+(?:[.．。、…]+|$)|[.．。…]+")
_PAWN_IN_ORDER = re.compile(r"[1-9][1-9][.][1-9]")  # WXF: a pawn by file and order, not move 11
_GLYPH_END = re.compile(r"[!?！？]+$")
_SEPARATOR = re.compile(r"[-=*_~#+]{3,}")
_RESULTS = frozenset(
    (
        "1-0 0-1 1/2-1/2 1/2 ½-½ =-= * 红胜 紅勝 红先胜 紅先勝 黑负 黑負 黑胜 黑勝 红负 紅負 红先负 紅先負"
        " 和 和棋 和局 红先和 紅先和"
    ).split()
)
#: Words in chess movetext that are remarks, not moves.
_REMARKS = frozenset("e.p. ep e.p + ++ # = =+ += +- -+ +/- -/+ +/= =/+ +/−  ± ∓ ⩲ ⩱ ∞ N TN D RR ch dbl mate".split())
_POINTS = re.compile(r"[0-9.]+(?:,[0-9.]+){2,}")  # a result with the points of each seat
#: Tags that name a seat where there are four.
_FOUR_SEATS = frozenset("Red Blue Yellow Green Black White".split())
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
#: Numeric annotation glyphs that judge a move.
MOVE_GLYPHS = range(1, 10)


@dataclass
class Move:
    """A move of the main line."""

    text: str
    """As written, without number and glyph."""
    end: int
    """Offset behind the move, its glyph and the numeric glyphs that follow it directly: the place for another one."""
    line: int
    """The line of the text, from 1."""
    begin: int = 0
    """Offset where the move or the number before it begins: the place for what belongs to the move before."""
    numbered: bool = False
    """Whether a number stands before the move."""
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    """What is said after the move, braces taken off."""
    varied: bool = False
    """Whether a variation follows."""
    next: int = 0
    """Offset where the next number, move or result begins, or the end of the movetext."""
    open: bool = False
    """Whether ``next`` is the end of a ``;`` comment, so that a line end must come first."""


@dataclass
class Text:
    """A game as it stands in the text."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    line: int = 1
    comment: str = ""
    """What is said before the first move."""
    begin: int = 0
    """Offset where the movetext begins: the first comment, number, move or result."""
    result: str = ""
    fault: str = ""
    """Why the game cannot be read, one line; empty if it can."""

    @property
    def position(self) -> str:
        """The position string that the game starts from."""
        return (self.tags.get("FEN") or self.tags.get("StartFen4", "")).strip() or "startpos"

    @property
    def title(self) -> str:
        """Who plays, for people."""
        if "Blue" in self.tags:
            return " - ".join(value for name, value in self.tags.items() if name in _FOUR_SEATS)
        first = self.tags.get("White") or self.tags.get("Red") or "?"
        return f"{first} - {self.tags.get('Black') or '?'}"


# --- bytes --------------------------------------------------------------------------------------------------------------


def decode(data: bytes, chinese: bool) -> tuple[str, str]:
    """The text of a file and the codec that turns it back into the same bytes.

    UTF-8 and UTF-16 (by its mark), else GB 18030 or Big5 where ``chinese``, else Latin-1, which has a character for each byte.

    Raises
    ------
    QijiError
        If no codec restores the bytes.
    """
    codecs = ["utf-8"]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codecs = ["utf-16-le" if data[0] == 0xFF else "utf-16-be"]
    elif chinese:
        codecs += sorted(("gb18030", "cp950"), key=lambda name: -_xiangqi_words(data, name))
    for codec in (*codecs, *(() if chinese else ("latin-1",))):
        try:
            text = data.decode(codec)
            if text.encode(codec) == data:
                return text, codec
        except UnicodeError:
            continue
    for codec in codecs[1:] or codecs:
        try:
            text = data.decode(codec, errors="surrogateescape")
            if encode(text, codec) == data:
                return text, codec
        except UnicodeError:
            continue
    raise QijiError("the text is in no encoding that is known here")


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text that :func:`decode` returned with ``codec``, or of one made from it."""
    return text.encode(codec, errors="surrogateescape")


def _xiangqi_words(data: bytes, codec: str) -> int:
    text = data.decode(codec, errors="replace")
    return sum(text.count(character) for character in "进退平進車车马馬炮砲兵卒") - 2 * text.count("\ufffd")


# --- games --------------------------------------------------------------------------------------------------------------


class _Scanner:
    """The state between two tokens."""

    def __init__(self, text: str, chess: bool) -> None:
        self.text, self.chess = text, chess
        self.game: Text | None = None
        self.depth = 0
        """Open brackets."""
        self.started = False
        """Whether the game has movetext."""
        self.ended = False
        self.number_at = -1
        """Where a number that waits for its move begins."""
        self.last: Move | None = None
        self.nags_open = False
        """Whether a numeric glyph would still follow the last move directly."""
        self.body_end = self.rest_end = -1
        """Where the last token of the movetext and the last ``;`` comment end."""
        self._counted, self._line = 0, 1

    def line_of(self, offset: int) -> int:
        """The number of the line of ``offset``; offsets must not fall."""
        breaks = self.text.count("\n", self._counted, offset)
        breaks += sum(1 for _ in re.finditer(r"\r(?!\n)", self.text[self._counted : offset]))
        self._counted, self._line = offset, self._line + breaks
        return self._line

    def begin(self, offset: int) -> Text:
        self.game = Text(line=self.line_of(offset), begin=offset)
        self.started = self.ended = False
        self.depth, self.number_at, self.last = 0, -1, None
        return self.game

    def close(self, offset: int) -> Text | None:
        """End the game at hand before ``offset`` and return it."""
        game, self.game = self.game, None
        if game is None:
            return None
        if self.depth and not game.fault:
            game.fault = f"line {self.line_of(offset)}: a variation without its ')'"
        self._arrive(self.body_end)
        if not self.started:
            game.begin = offset
        return game

    def _arrive(self, offset: int) -> None:
        """What comes at ``offset`` no longer belongs to the last move."""
        if self.last is not None and not self.last.next:
            self.last.next = offset
            self.last.open = self.rest_end == offset

    def fault(self, offset: int, words: str) -> None:
        if self.game is not None and not self.game.fault:
            self.game.fault = f"line {self.line_of(offset)}: {words}"

    def tag(self, found: re.Match) -> None:
        assert self.game is not None
        self.game.tags.setdefault(found[1], re.sub(r'\\(["\\])', r"\1", found[2]))

    def body(self, found: re.Match) -> None:
        """A token of movetext."""
        game, at = self.game or self.begin(found.start()), found.start()
        if not self.started:
            self.started, game.begin = True, at
        self.body_end = found.end()
        kind = found.lastgroup
        if found["comment"] is not None:
            if not found["closed"]:
                self.fault(at, "a comment without its '}'")
            self._comment(found["comment"][1:].removesuffix("}"))
        elif kind == "rest":
            self._comment(found["rest"][1:])
            self.rest_end = found.end()
        elif kind == "bracket":
            self._bracket(found)
        elif self.depth:
            return
        elif kind == "nag":
            if self.last is not None:
                self.last.nags.append(int(found["nag"][1:5]))
                if self.nags_open:
                    self.last.end = found.end()
        elif kind == "word":
            self._word(found)
        else:
            self.fault(at, f"unexpected {found[0]!r}")

    def _comment(self, words: str) -> None:
        assert self.game is not None
        self.nags_open = False
        if self.depth:
            return
        if self.last is not None:
            self.last.comments.append(words.strip())
        else:
            self.game.comment = f"{self.game.comment} {words.strip()}".strip()

    def _bracket(self, found: re.Match) -> None:
        self.nags_open = False
        if found[0] == "(":
            if self.last is None:
                self.fault(found.start(), "a variation without a move before it")
            else:
                self.last.varied = True
            self.depth += 1
        elif self.depth:
            self.depth -= 1
        else:
            self.fault(found.start(), "')' without '('")

    def _word(self, found: re.Match) -> None:
        word, at = found[0], found.start()
        while word:
            if word in _RESULTS or _POINTS.fullmatch(word):
                return self._result(word, at)
            number = None if _PAWN_IN_ORDER.fullmatch(word) and not self.chess else _NUMBER.match(word)
            if number is None:
                break
            if self.number_at < 0:
                self.number_at = at
            at, word = at + number.end(), word[number.end() :]
        if not word or _SEPARATOR.fullmatch(word) and word not in ("--", "---") or self.chess and word in _REMARKS:
            return
        self._move(word, at, found.end())

    def _result(self, word: str, at: int) -> None:
        assert self.game is not None
        self._arrive(self.number_at if self.number_at >= 0 else at)
        self.game.result, self.ended = word, True

    def _move(self, word: str, at: int, end: int) -> None:
        assert self.game is not None
        glyph = _GLYPH_END.search(word)
        name = word[: glyph.start()] if glyph else word
        begin = self.number_at if self.number_at >= 0 else at
        if name:
            self._arrive(begin)
            self.last = Move(name, end, self.line_of(at), begin, self.number_at >= 0)
            self.game.moves.append(self.last)
            self.number_at, self.nags_open = -1, True
        if glyph and self.last is not None:
            self.last.nags.append(_GLYPHS.get(glyph[0].replace("！", "!").replace("？", "?"), 0))
            if self.nags_open:
                self.last.end = end


def scan(text: str, chess: bool) -> Iterator[Text]:
    """The games of a PGN text one after another; a game that cannot be read has its :attr:`Text.fault`."""
    state = _Scanner(text, chess)
    at, size = 0, len(text)
    while at < size:
        first = _begins_line(text, at)
        if text[at] == "\ufeff":
            at += 1
            continue
        if text[at] == "%" and (at == 0 or text[at - 1] in "\r\n\ufeff"):
            at = _line_end(text, at)
            continue
        tag = _TAG.match(text, at) if first and text[at] == "[" else None
        if tag and (tag.end() == size or text[tag.end()] in "\r\n"):
            if state.game is None or state.started or _seen_before_blank(state.game, text, at, tag[1]):
                done = state.close(at)
                if done is not None:
                    yield done
                state.begin(at)
            state.tag(tag)
            at = tag.end()
            continue
        found = _TOKEN.match(text, at)
        assert found is not None
        at = found.end()
        if found["space"] is not None:
            continue
        if state.ended and not chess:
            at = _line_end(text, found.start())
        elif not state.ended:
            state.body(found)
        elif _starts_game(found):
            done = state.close(found.start())
            if done is not None:
                yield done
            state.body(found)
    done = state.close(size)
    if done is not None:
        yield done


def _line_end(text: str, at: int) -> int:
    found = _LINE.match(text, at)
    assert found is not None
    return found.end()


def _begins_line(text: str, at: int) -> bool:
    while at and text[at - 1] in " \t\ufeff":
        at -= 1
    return at == 0 or text[at - 1] in "\r\n"


def _seen_before_blank(game: Text, text: str, at: int, name: str) -> bool:
    """Whether a tag that was there already comes again after an empty line: the game before had no moves."""
    return name in game.tags and bool(re.search(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)[ \t]*\Z", text[max(0, at - 200) : at]))


def _starts_game(found: re.Match) -> bool:
    """Whether a word after a result is the first move number of a game without tags."""
    return found["word"] is not None and bool(re.match(r"1\.", found["word"]))
