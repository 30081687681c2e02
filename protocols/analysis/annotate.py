"""Writes verdicts into the text of a game. Nothing that was there is changed: everything is put in between, at token borders.

Put in, in the file's own line ends and encoding: a comment before the first move (who played how well, by which engine), behind
each move its score as ``[%eval 0.34,18]`` (pawns from the view of the first seat, depth; ``#3`` for mates, as Lichess and
python-chess write it), and for marked moves a glyph, what was given away, and the best line as a variation. A move that has a
glyph or a score already keeps its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

import engine
from protocols.analysis.games import Report, label, spelled
from protocols.analysis.judge import Summary, Verdict
from protocols.analysis.scan import MOVE_GLYPHS, Move

if TYPE_CHECKING:
    from engine import Position

#: Moves of a variation that is put in.
LINE_MOVES = 10
#: A blank that is put in becomes a line end where the line would be longer.
LINE_WIDTH = 90
_OURS = re.compile(r"Qiji \d")
_EVAL = re.compile(r"\[%eval\s")
_SCORE_CAP = 20_000


@dataclass(frozen=True)
class Words:
    """A language."""

    marks: dict[str, str]
    verdict: str
    best: str
    seats: dict[str, str]
    summary: str
    intro: str
    blank: str
    """Between sentences."""


ENGLISH = Words(
    {"?!": "Inaccuracy", "?": "Mistake", "??": "Blunder"},
    "{mark}: {before} % to {after} %.",
    "Best was {move}.",
    {},
    "{seat}: accuracy {accuracy} %, {loss} points lost a move, {inaccuracies} ?!, {mistakes} ?, {blunders} ??.",
    "Qiji {version}, {limits}.",
    " ",
)
CHINESE = Words(
    {"?!": "缓着", "?": "失误", "??": "败着"},
    "{mark}：{before}% 变 {after}%。",
    "应走{move}。",
    {"red": "红方", "black": "黑方", "white": "白方"},
    "{seat}：准确率 {accuracy}%，每步失分 {loss}，缓着 {inaccuracies}，失误 {mistakes}，败着 {blunders}。",
    "Qiji {version}，{limits}。",
    "",
)


TRADITIONAL = Words(
    {"?!": "緩著", "?": "失誤", "??": "敗著"},
    "{mark}：{before}% 變 {after}%。",
    "應走{move}。",
    {"red": "紅方", "black": "黑方", "white": "白方"},
    "{seat}：準確率 {accuracy}%，每步失分 {loss}，緩著 {inaccuracies}，失誤 {mistakes}，敗著 {blunders}。",
    "Qiji {version}，{limits}。",
    "",
)
_WORDS = {"chinese": CHINESE, "traditional": TRADITIONAL}
#: What moves and words of either script need.
_LETTERS = {
    "chinese": "车马相象仕士帅将兵卒炮前后进退平一二三四五六七八九：，缓失误败应变准红",
    "traditional": "車馬相象仕士帥將兵卒炮砲前後進退平一二三四五六七八九：，緩失誤敗應變準紅",
}
_TRADITIONAL_ONLY = "車馬帥將後進"


def is_annotated(report_comment: str) -> bool:
    """Whether the comment before the first move is one of ours."""
    return bool(_OURS.search(report_comment))


def notation_of(report: Report, codec: str) -> str:
    """The notation for what is put in: that of the game's own moves."""
    if report.played.start.game.entry.module == "draughts":
        from protocols.files.pdn_write import move_notation

        return move_notation(report.played.start.game)
    if "pgn4" in report.played.start.game.entry.notations:
        return "pgn4"
    if report.game_id != "xiangqi":
        return "san" if "san" in report.played.start.game.entry.notations else "wire"
    first = report.played.text.moves[0].text if report.played.text.moves else ""
    if re.fullmatch(r"[A-Ia-i]\d-?[A-Ia-i]\d", first):
        return "iccs" if "-" in first or first.isupper() else "wire"
    if first.isascii():
        return "wxf"
    moves = "".join(move.text for move in report.played.text.moves)
    wanted = ("traditional", "chinese") if any(letter in _TRADITIONAL_ONLY for letter in moves) else ("chinese", "traditional")
    return next((name for name in wanted if _fits(_LETTERS[name], codec)), "wxf")


def _fits(text: str, codec: str) -> bool:
    try:
        text.encode(codec)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@dataclass(frozen=True)
class Piece:
    """Something that is put into a text."""

    at: int
    """Offset."""
    words: str
    before: str = ""
    """A blank or line end that stands before it; at least a blank comes where nothing else parts it from the text."""
    after: str = ""


def insertions(report: Report, codec: str, limits: str) -> list[Piece]:
    """What goes into a game's text, in its order.

    limits : how long each move was searched, for people.
    """
    notation = notation_of(report, codec)
    words = _WORDS.get(notation, ENGLISH)
    put: list[Piece] = []
    text = report.played.text
    if text.moves:
        put.append(Piece(text.moves[0].begin, "{" + _intro(report, words, limits) + "}", after="\n"))
    walk = report.played.start.copy()
    for verdict, move, wire in zip(report.verdicts, text.moves, report.played.moves, strict=True):
        comments = _comment(report, verdict, move, words, notation, walk)
        if verdict.nag and not any(nag in MOVE_GLYPHS for nag in move.nags):
            put.append(Piece(move.end, f"${verdict.nag}", before=" "))
        if comments:
            put.append(Piece(move.end, "{" + comments + "}", before=" "))
        line = report.found[verdict.ply].lines
        variation = (
            _variation(report, verdict.ply, walk, list(line[0].pv[:LINE_MOVES]), notation) if verdict.mark and line else ""
        )
        if variation:
            before = "\n" if move.open else ""
            put.append(Piece(move.next, f"({variation})", before, after=" "))
        following = text.moves[verdict.ply + 1] if verdict.ply + 1 < len(text.moves) else None
        bare = following is not None and not following.numbered
        parted = bool(variation) or bool(comments) and not (move.comments or move.varied)
        if bare and parted and report.played.label(verdict.ply + 1).endswith("..."):
            put.append(Piece(move.next, report.played.label(verdict.ply + 1), after=" "))
        walk.push(wire)
    return put


def _variation(report: Report, ply: int, walk: Position, moves: list[str], notation: str) -> str:
    """A line from ``walk``, the position after ``ply`` moves, with numbers."""
    words = spelled(walk, moves, notation)
    played = report.played
    if played.rounds:
        from protocols.files.pgn4 import numbered

        number, opens = played.rounds[ply]
        return numbered(walk, moves, words, number - opens)
    found = []
    for offset, move in enumerate(words):
        shown = label(played.start, ply + offset)
        found.append(f"{shown} {move}" if offset == 0 or not shown.endswith("...") else move)
    return " ".join(found)


def _comment(report: Report, verdict: Verdict, move: Move, words: Words, notation: str, before) -> str:
    parts = []
    if not any(_EVAL.search(comment) for comment in move.comments) and report.found[verdict.ply + 1].best:
        parts.append(f"[%eval {eval_text(*report.first_view(verdict.ply + 1))},{report.found[verdict.ply + 1].depth}]")
    if verdict.mark:
        sentences = [
            words.verdict.format(
                mark=words.marks[verdict.mark], before=round(100 * verdict.expected), after=round(100 * verdict.expected_after)
            )
        ]
        best = spelled(before, report.found[verdict.ply].lines[0].pv[:1], notation)
        sentences += [words.best.format(move=name) for name in best]
        parts.append(words.blank.join(sentences))
    return " ".join(parts)


def eval_text(score: int, mate: int | None) -> str:
    """A score for ``[%eval ...]``: pawns with two decimals, or ``#3``."""
    if mate is not None:
        return f"#{mate}"
    return f"{max(-_SCORE_CAP, min(_SCORE_CAP, score)) / 100:.2f}"


def _intro(report: Report, words: Words, limits: str) -> str:
    seats = report.played.start.game.entry.seats
    sentences = [words.intro.format(version=engine.__version__, limits=limits)]
    for summary in report.summaries:
        if summary.moves:
            sentences.append(_sentence(summary, words.seats.get(seats[summary.seat], seats[summary.seat].capitalize()), words))
    return words.blank.join(sentences)


def _sentence(summary: Summary, seat: str, words: Words) -> str:
    assert summary.accuracy is not None
    return words.summary.format(
        seat=seat,
        accuracy=f"{summary.accuracy:.1f}",
        loss=round(summary.average_loss_cp),
        inaccuracies=summary.inaccuracies,
        mistakes=summary.mistakes,
        blunders=summary.blunders,
    )


# --- text ---------------------------------------------------------------------------------------------------------------


def apply(text: str, pieces: list[Piece]) -> str:
    """``text`` with the pieces of :func:`insertions` (of all its games, in order) put in."""
    return "".join(weave(text, pieces))


def weave(text: str, pieces: list[Piece]) -> list[str]:
    """What :func:`apply` joins: parts of ``text``, which together are the whole of it, and between them what is put in."""
    newline = _newline(text)
    parts: list[str] = []
    at = column = 0
    last = "\n"
    for piece in pieces:
        kept = text[at : piece.at]
        column, last, at = _column(column, kept), kept[-1:] or last, piece.at
        before = piece.before or ("" if last.isspace() or last == "\ufeff" else " ")
        if before != "\n" and column and column + cell_len(piece.words) > LINE_WIDTH:
            before = "\n"
        after = "" if piece.after == " " and (at == len(text) or text[at].isspace()) else piece.after
        put = f"{before}{piece.words}{after}".replace("\n", newline)
        parts += [kept, put]
        column, last = _column(column, put), put[-1]
    parts.append(text[at:])
    return parts


def _newline(text: str) -> str:
    found = re.search(r"\r\n|\n|\r", text)
    return found[0] if found else "\n"


def _column(column: int, text: str) -> int:
    last = max(text.rfind("\n"), text.rfind("\r"))
    return column + cell_len(text) if last < 0 else cell_len(text[last + 1 :])
