"""Game records of xiangqi (``record.py``) in PGN, read from and written to text; pure Python.

Read: tags of Chinese programs (``Red``, ``RedTeam``, ``FEN``, ...) or of chess programs (``White``, ``Black``), moves in Chinese,
WXF, ICCS or wire form in any mixture, UTF-8 with or without a byte-order mark, UTF-16, GB 18030 (which contains GBK) or Big5.
Text between the result and the next tag is skipped: servers put advertisements there. Written: either set of tags, lines of at
most 80 columns where a Chinese character takes two.

A record holds moves in wire form. To read and to write them the functions need the game, an ``engine.Game``.
Source: PGN standard (Edwards 1994), sections 8 and 10; the tags of the Chinese dialect in the rule text, section 11.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from engine.errors import QijiError
from engine.games.xiangqi.record import RESULTS, Node, Record, RecordError, decode, fold_comment, is_wide, record_of

__all__ = ["Node", "Record", "RecordError", "decode", "read_records", "record_of", "write_record"]

LINE_WIDTH = 80
MAX_NESTING = 100  #: variations inside variations; deeper text is refused

_RESULT_WORDS = {
    **{word: word for word in RESULTS},
    **dict.fromkeys(("1/2", "½-½", "=-="), "1/2-1/2"),
    **dict.fromkeys(("红胜", "紅勝", "红先胜", "紅先勝", "黑负", "黑負"), "1-0"),
    **dict.fromkeys(("黑胜", "黑勝", "红负", "紅負", "红先负", "紅先負"), "0-1"),
    **dict.fromkeys(("和", "和棋", "和局", "红先和", "紅先和"), "1/2-1/2"),
}
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

#: Tags in the order in which they are written, for each dialect; a tag of the other dialect is renamed.
CHINESE_TAGS = ("Game", "Event", "Round", "Date", "Site", "RedTeam", "Red", "BlackTeam", "Black", "Result")
CHESS_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_TO_CHESS = {"Red": "White", "RedTeam": "WhiteTeam"}
_TO_CHINESE = {chess: chinese for chinese, chess in _TO_CHESS.items()}
_FORMAT_NAMES = {"chinese": "Chinese", "traditional": "Chinese", "wxf": "WXF", "iccs": "ICCS"}

_TAG = re.compile(r'\[\s*([^\s"\]]+)\s+"(.*)"\s*\]\s*')
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>\{[^}]*(?P<closed>\}?))|(?P<rest>;[^\n]*)|(?P<nag>\$[0-9]+)|(?P<bracket>[()])
    |(?P<word>[^\s{}()$;]+)|(?P<stray>.)""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[0-9０-９]+(?:[.．。、…]+|$)|[.．。…]+")
_ORDER_FORM = re.compile(r"[1-9][1-9][.][1-9]")
_GLYPH_END = re.compile(r"[!?！？]+$")
_SEPARATOR = re.compile(r"[-=*_~#+]{3,}")


# --- reading ------------------------------------------------------------------------------------------------------------


def _join(old: str, new: str) -> str:
    return f"{old} {new}" if old and new else old or new


class _Reader:
    """Reads the moves of one record."""

    def __init__(self, record: Record, game: Any) -> None:
        self.record = record
        self.position = game.position(record.position)
        self.path = [record.root]
        """The nodes from the root to the last move; ``position`` stands after them."""
        self.suspended: list[Node] = []
        """For each open variation the move that it is an alternative to."""
        self.opened: list[int] = []
        """For each open variation the length of ``path`` at its start."""
        self.pending = ""
        """A comment that stands before the move it belongs to."""

    def add_move(self, text: str) -> None:
        """Play a move and append its node."""
        self.position.push(text)
        node = Node(self.position.format(self.position.moves[-1]), comment_before=self.pending)
        self.pending = ""
        self.path[-1].children.append(node)
        self.path.append(node)

    def add_comment(self, text: str) -> None:
        """Attach a comment where it stands."""
        if self.opened and len(self.path) == self.opened[-1]:
            self.pending = _join(self.pending, text)
        else:
            self.path[-1].comment = _join(self.path[-1].comment, text)

    def open(self) -> None:
        """Begin a variation to the last move."""
        if len(self.path) == (self.opened[-1] if self.opened else 1):
            raise RecordError("a variation without a move before it")
        if len(self.opened) == MAX_NESTING:
            raise RecordError(f"variations nested more than {MAX_NESTING} deep")
        self.suspended.append(self.path.pop())
        self.position.pop()
        self.opened.append(len(self.path))

    def close(self) -> None:
        """End a variation and go back to the move that it replaced."""
        if not self.opened:
            raise RecordError("')' without '('")
        start = self.opened.pop()
        if len(self.path) == start:
            raise RecordError("an empty variation")
        while len(self.path) > start:
            self.path.pop()
            self.position.pop()
        node = self.suspended.pop()
        self.position.push(node.move)
        self.path.append(node)

    def add_word(self, word: str) -> bool:
        """Read what stands between blanks; return whether it ends the game."""
        while word:
            if word in _RESULT_WORDS and not self.opened:
                if word != "*":
                    self.record.result = _RESULT_WORDS[word]
                return True
            number = None if _ORDER_FORM.fullmatch(word) else _NUMBER.match(word)
            if number is None:
                break
            word = word[number.end() :]
        if not word or _SEPARATOR.fullmatch(word):
            return False
        glyph = _GLYPH_END.search(word)
        if glyph:
            word = word[: glyph.start()]
        if word:
            self.add_move(word)
        if glyph:
            self.add_nag(_GLYPHS.get(unicodedata.normalize("NFKC", glyph.group()), 0))
        return False

    def add_nag(self, number: int) -> None:
        """Attach an annotation glyph to the last move."""
        if len(self.path) > (self.opened[-1] if self.opened else 1) and number:
            self.path[-1].nags.append(number)


def _read_moves(record: Record, lines: list[str], first: int, fen_line: int, game: Any) -> None:
    """Read movetext; ``first`` is the number of its first line, ``fen_line`` that of the tag FEN."""
    number = fen_line
    text = "\n".join("" if line.startswith("%") else line for line in lines)
    breaks = [match.start() for match in re.finditer("\n", text)]
    try:
        reader = _Reader(record, game)
        for token in _TOKEN.finditer(text):
            number = first + bisect_left(breaks, token.start())
            kind = token.lastgroup
            if token["comment"] is not None:
                if not token["closed"]:
                    raise RecordError("a comment without its '}'")
                reader.add_comment(fold_comment(token["comment"][1:-1]))
            elif kind == "rest":
                reader.add_comment(fold_comment(token["rest"][1:].replace("}", "｝")))
            elif kind == "nag":
                reader.add_nag(int(token["nag"][1:5]))
            elif kind == "bracket":
                reader.open() if token["bracket"] == "(" else reader.close()
            elif kind == "word":
                if reader.add_word(token["word"]):
                    break
            elif kind == "stray":
                raise RecordError(f"unexpected {token['stray']!r}")
        if reader.opened:
            raise RecordError("a variation without its ')'")
    except QijiError as error:
        raise RecordError(f"line {number}: {error}") from None


def _split(text: str) -> Iterator[tuple[Record, list[str], int, int]]:
    """The records of a text with their movetext lines, the number of the first of those and that of the tag FEN."""
    record: Record | None = None
    moves: list[str] = []
    first = fen_line = 0
    in_comment = after_blank = False
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        tag = None if in_comment else _TAG.fullmatch(line.strip().lstrip("\ufeff"))
        if tag:
            if record is None or moves or after_blank and tag[1] in record.tags:
                if record is not None:
                    yield record, moves, first, fen_line
                record, moves, fen_line = Record(line=number), [], number
            record.tags.setdefault(tag[1], re.sub(r'\\(["\\])', r"\1", tag[2]))
            fen_line = number if tag[1] == "FEN" else fen_line
        elif line.strip() or moves:
            if record is None:
                record, fen_line = Record(line=number), number
            first = first if moves else number
            moves.append(line)
            in_comment = _ends_in_comment(line, in_comment)
        after_blank = not line.strip()
    if record is not None:
        yield record, moves, first, fen_line


def _ends_in_comment(line: str, inside: bool) -> bool:
    """Whether a brace comment is open after ``line``, given whether it was before."""
    if not inside and line.startswith("%"):
        return False
    for character in line:
        if inside:
            inside = character != "}"
        elif character == ";":
            return False
        else:
            inside = character == "{"
    return inside


def read_records(text: str, game: Any, on_error: Any = None) -> Iterator[Record]:
    """Yield the games of a PGN text one after another.

    game : ``engine.Game``; its options decide which positions are accepted.
    on_error : called with the :class:`RecordError` of a game that cannot be read to its end; what was read before the fault is
        then yielded all the same. Without it the error is raised.

    Raises
    ------
    RecordError
        One line that names the line of the text and the fault.
    """
    for record, moves, first, fen_line in _split(text):
        result = record.tags.get("Result", "*").strip()
        record.result = _RESULT_WORDS.get(result, "*")
        try:
            _read_moves(record, moves, first, fen_line, game)
        except RecordError as error:
            if on_error is None:
                raise
            on_error(error)
        yield record


# --- writing ------------------------------------------------------------------------------------------------------------


def _width(text: str) -> int:
    return sum(2 if is_wide(character) else 1 for character in text)


def _wrap(pieces: list[tuple[str, bool]]) -> list[str]:
    """Lines of at most ``LINE_WIDTH`` columns from pieces, each with whether a blank stands before it."""
    lines, used = [""], 0
    for piece, blank in pieces:
        width = _width(piece)
        if used and used + blank + width > LINE_WIDTH:
            lines.append("")
            used = 0
        elif used and blank:
            lines[-1] += " "
            used += 1
        lines[-1] += piece
        used += width
    return lines


def _comment_pieces(comment: str) -> list[tuple[str, bool]]:
    """A comment in pieces between which ``fold_comment`` undoes a line break: at blanks, and between wide characters."""
    text = "{" + fold_comment(comment.replace("}", "｝")) + "}"
    pieces, start = [], 0
    blank = True
    for n in range(1, len(text)):
        wide_before, wide = is_wide(text[n - 1]), is_wide(text[n])
        if text[n] == " " and not (wide_before and is_wide(text[n + 1])):
            pieces.append((text[start:n], blank))
            start, blank = n + 1, True
        elif n > start and wide_before and wide:
            pieces.append((text[start:n], blank))
            start, blank = n, False
    pieces.append((text[start:], blank))
    return pieces


class _Writer:
    """Writes the moves of one record."""

    def __init__(self, record: Record, game: Any, notation: str) -> None:
        self.position = game.position(record.position)
        self.notation = notation
        fields = self.position.text().split()
        self.first = 2 * int(fields[5]) - 2 + (fields[1] == "b")
        self.pieces: list[tuple[str, bool]] = []
        self.numbered = False
        """Whether a move number of Black may be left out."""

    def add(self, text: str) -> None:
        """Append words that are never broken."""
        self.pieces.append((text, True))

    def add_comment(self, comment: str) -> None:
        """Append a comment, if there is one."""
        if comment:
            self.pieces += _comment_pieces(comment)
            self.numbered = False

    def add_node(self, node: Node) -> None:
        """Append a move, its glyphs and its comment; play it."""
        self.add_comment(node.comment_before)
        ply = self.first + self.position.ply
        packed = self.position.parse(node.move)
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else "" if self.numbered else f"{ply // 2 + 1}... "
        self.add(number + self.position.format(packed, self.notation))
        self.position.push(packed)
        self.numbered = True
        for nag in node.nags:
            self.add(f"${nag}")
        self.add_comment(node.comment)

    def add_line(self, node: Node) -> None:
        """Append everything after ``node``."""
        played = 0
        while node.children:
            following = node.children[0]
            self.add_node(following)
            for other in node.children[1:]:
                self.position.pop()
                self.add_variation(other)
                self.position.push(following.move)
            played += 1
            node = following
        for _ in range(played):
            self.position.pop()

    def add_variation(self, node: Node) -> None:
        """Append ``node`` and what follows it in brackets."""
        self.numbered = False
        start = len(self.pieces)
        self.add_node(node)
        self.add_line(node)
        self.position.pop()
        self.pieces[start] = "(" + self.pieces[start][0], True
        self.pieces[-1] = self.pieces[-1][0] + ")", self.pieces[-1][1]
        self.numbered = False


def _written_tags(record: Record, dialect: str, notation: str) -> dict[str, str]:
    """The tags in the order and with the names of the dialect."""
    rename, order = (_TO_CHESS, CHESS_TAGS) if dialect == "chess" else (_TO_CHINESE, CHINESE_TAGS)
    own = {"Game", "Variant", "Format", "SetUp", "FEN", "Result"}
    given = {rename.get(name, name): value for name, value in record.tags.items() if name not in own}
    unknown = {"Date": "????.??.??"} if dialect == "chess" else {}
    tags = {}
    for name in order:
        value = given.pop(name, "")
        known = value not in ("", "?", "????.??.??")
        tags[name] = value if known else unknown.get(name, "?" if dialect == "chess" else "")
    tags["Result"] = record.result
    if dialect == "chess":
        tags["Variant"] = "xiangqi"
    else:
        tags["Game"] = "Chinese Chess"
    tags.update(given)
    if record.position != "startpos":
        if dialect == "chess":
            tags["SetUp"] = "1"
        tags["FEN"] = record.position
    if dialect == "chinese" and notation in _FORMAT_NAMES:
        tags["Format"] = _FORMAT_NAMES[notation]
    return tags


def write_record(record: Record, game: Any, notation: str = "chinese", dialect: str = "chinese") -> str:
    """The PGN text of a game, closed by an empty line.

    notation : of the moves, ``chinese``, ``wxf``, ``iccs``, ``wire`` or another name of the game's catalogue entry.
    dialect : ``chinese`` or ``chess``, the names of the tags.

    Raises
    ------
    QijiError
        If the record holds an illegal move or position.
    """
    lines = []
    for name, value in _written_tags(record, dialect, notation).items():
        escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    writer = _Writer(record, game, notation)
    writer.add_comment(record.root.comment)
    writer.add_line(record.root)
    writer.add(record.result)
    return "\n".join([*lines, "", *_wrap(writer.pieces)]) + "\n\n"
