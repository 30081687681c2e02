"""Which game a file is about: by its kind, by the tags of its first game, else by what its positions or moves look like."""

from __future__ import annotations

import re

from engine.errors import QijiError
from engine.games import CATALOGUE
from protocols.files import format_of
from protocols.files.tree import FileError

_HEAD = 65536  #: bytes that are looked at
_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_BOARD = re.compile(r'[^\s/"]+(?:/[^\s/"]+)+(?=\s+[wbr]\b)')
#: Ranks of a board in a position string -> game; the variants of xiangqi say in a tag that they are none of it.
_RANKS = {8: "chess", 10: "xiangqi"}
_DRAUGHTS_POSITION = re.compile(r"[WBwb]\s*:\s*[WBwb]")
#: What moves look like -> game: Chinese, ICCS and WXF; numbers of squares; SAN.
_MOVES = {
    "xiangqi": re.compile(
        r"[进退平進][一二三四五六七八九1-9１-９]|\b[A-I][0-9]-[A-I][0-9]\b|(?<!\S)[RNHBEACKP][1-9+-][+=.-][1-9]\b", re.ASCII
    ),
    "draughts": re.compile(r"(?<![\d-])\d+\.+\s*\d{1,2}[-x]\d{1,2}\b"),
    "chess": re.compile(r"(?<![\d-])\d+\.+\s*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)", re.ASCII),
}
#: Values of the tag Variant that mean chess.
ORTHODOX = ("standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom", "fischerrandomchess")
_FOUR_SEATS = {"blue", "yellow", "green"}


def game_of(data: bytes, name: str) -> str:
    """The id of the game that the file ``name`` with the bytes ``data`` is about; any one of the family for draughts.

    Raises
    ------
    FileError
        If the tags name a game that is not played here, or nothing tells which game it is.
    """
    if format_of(data):
        return "xiangqi"
    if name.lower().endswith(".pdn"):
        return "draughts"
    from engine.games.xiangqi.pgn import decode

    text = decode(data[:_HEAD])
    tags, rest = first_tags(text)
    found = _by_tags(tags) or _by_text(rest)
    if found:
        return found
    if {"white", "black"} & set(tags):
        return "chess"  # the standard of PGN knows no other game
    raise FileError("nothing tells which game this is; say --game ID")


def first_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of the first game, names in small letters, and what follows them."""
    tags: dict[str, str] = {}
    place = 0
    for line in text.lstrip("\ufeff").splitlines(keepends=True):
        found = _TAG.findall(line)
        if line.strip() and not found and not line.startswith(("%", ";", "#")):
            break
        tags |= {key.lower(): re.sub(r"\\(.)", r"\1", value).strip() for key, value in found}
        place += len(line)
    return tags, text.lstrip("\ufeff")[place:]


def _by_tags(tags: dict[str, str]) -> str:
    kind, variant, position = tags.get("gametype", ""), tags.get("variant", ""), tags.get("fen", "")
    if kind or _DRAUGHTS_POSITION.match(position):
        return "draughts"
    if letters(tags.get("game", "")) == "chinesechess":
        return "xiangqi"
    for value in (variant, tags.get("game", "")):
        known = _named(value)
        if known:
            return known
    if letters(variant):
        raise FileError(
            f"the tag Variant says {variant[:40]!r}, which is no game that is known here; --game ID names another one"
        )
    if "startfen4" in tags or _FOUR_SEATS <= set(tags):
        raise FileError("games of four seats, and no tag Variant says of which game")
    return _by_board(position) or ("xiangqi" if "red" in tags else "")


def _named(name: str) -> str:
    """The id of the game that a tag names; empty for none."""
    wanted = letters(name)
    if not wanted:
        return ""
    if wanted in ORTHODOX:
        return "chess"
    for entry in CATALOGUE:
        if wanted in {letters(word) for word in (entry.id, entry.name, *entry.aliases)}:
            return entry.id
    from protocols.files.pdn import game_of_tags

    try:
        return game_of_tags({"Variant": name})
    except QijiError:
        return ""


def _by_board(text: str) -> str:
    board = _BOARD.search(text)
    return _RANKS.get(board[0].count("/") + 1, "") if board else ""


def _by_text(text: str) -> str:
    """By the first line that says something: a position string, or moves."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    if _DRAUGHTS_POSITION.match(first):
        return "draughts"
    if _BOARD.search(first):
        return _by_board(first)
    uncommented = re.sub(r"\{[^}]*\}", " ", text)
    return next((game for game, moves in _MOVES.items() if moves.search(uncommented)), "")


def letters(words: str) -> str:
    """What is left of a name to compare: lower-case letters and digits."""
    return re.sub(r"[^a-z0-9]", "", words.lower())
