"""Finds the games in a PDN text and the place of every move of their main lines; what ``analysis.scan`` does for PGN."""

from __future__ import annotations

from collections.abc import Iterator

from protocols.analysis.scan import Move, Text
from protocols.files.pdn import GLYPHS
from protocols.files.pdn_text import Lines, RawGame, comment_text, games, move_text


def scan_pdn(text: str) -> Iterator[Text]:
    """The games of a PDN text one after another; a game that cannot be read has its :attr:`Text.fault`."""
    lines = Lines(text)
    for raw in games(text):
        yield _scan(raw, lines)


def _scan(raw: RawGame, lines: Lines) -> Text:
    game = Text(dict(raw.tags), line=lines.of(raw.begin))
    if raw.fault:
        game.fault = f"line {lines.of(raw.fault[0])}: {raw.fault[1]}"
    game.begin = raw.body[0].begin if raw.body else raw.begin
    depth, number_at, rest_end, body_end = 0, -1, -1, game.begin
    direct = False
    """Whether a numeric glyph would still follow the last move directly."""
    last: Move | None = None

    def arrive(offset: int) -> None:
        if last is not None and not last.next:
            last.next, last.open = offset, rest_end == offset

    for token in raw.body:
        body_end = token.end
        if token.kind in ("comment", "rest"):
            direct = False
            words = comment_text(token).strip()
            if token.kind == "rest":
                rest_end = token.end
            if depth:
                continue
            if last is not None:
                last.comments.append(words)
            else:
                game.comment = f"{game.comment} {words}".strip()
        elif token.kind == "bracket":
            direct = False
            if token.text == "(":
                if last is None:
                    game.fault = game.fault or f"line {lines.of(token.begin)}: a variation without a move before it"
                else:
                    last.varied = True
                depth += 1
            else:
                depth -= 1
        elif depth:
            continue
        elif token.kind == "number":
            number_at = token.begin if number_at < 0 else number_at
        elif token.kind == "move":
            begin = number_at if number_at >= 0 else token.begin
            arrive(begin)
            last = Move(move_text(token), token.end, lines.of(token.begin), begin, number_at >= 0)
            game.moves.append(last)
            number_at, direct = -1, True
        elif token.kind in ("nag", "glyph") and last is not None:
            last.nags.append(int(token.text[1:5]) if token.kind == "nag" else GLYPHS.get(token.text.strip("()"), 0))
            if direct:
                last.end = token.end
        elif token.kind == "result":
            arrive(number_at if number_at >= 0 else token.begin)
            game.result = token.text
        elif token.kind == "setup":
            _set_up(game, token.text.strip("/").strip(), lines.of(token.begin))
    arrive(body_end)
    return game


def _set_up(game: Text, fen: str, line: int) -> None:
    if game.moves:
        game.fault = game.fault or f"line {line}: a position in the middle of a game"
    game.tags.setdefault("FEN", fen)
