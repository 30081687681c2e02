"""Records of draughts games as PDN text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.xiangqi.record import Node, Record, fold_comment
from protocols.files.pdn import ALGEBRAIC, TYPE_TAGS

if TYPE_CHECKING:
    from engine import Game, Position

LINE_WIDTH = 80
_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}


def move_notation(game: Game) -> str:
    """The notation of moves in the game's PDN files."""
    return "algebraic" if game.entry.id in ALGEBRAIC else "numeric"


def first_mover(game: Game) -> str:
    """The name of the seat that moves first in the start position."""
    return "black" if game.entry.start.upper().startswith("B") else "white"


def result_of(game: Game, winner: str | None) -> str:
    """The result for a winner: a seat's name, empty for a draw, None for an unfinished game."""
    if winner is None:
        return "*"
    return "1/2-1/2" if not winner else "1-0" if winner == first_mover(game) else "0-1"


def fen_text(game: Game, position: Position) -> str:
    """A position as the game's files write it: with algebraic squares where moves have them."""
    text = position.text()
    if game.entry.id not in ALGEBRAIC:
        return text
    turn, *sides = text.split(":")
    return ":".join([turn, *(side[0] + ",".join(map(_algebraic, filter(None, side[1:].split(",")))) for side in sides)])


def _algebraic(item: str) -> str:
    king, number = ("K" if item.startswith("K") else ""), int(item.removeprefix("K")) - 1
    row, place = divmod(number, 4)
    return f"{king}{'abcdefgh'[2 * place + (row % 2 == 0)]}{8 - row}"


class _Writer:
    """Writes the moves of one record."""

    def __init__(self, game: Game, position: Position, notation: str) -> None:
        self.position, self.notation = position, notation
        turn = position.text()[0].upper()
        self.first = int(turn != first_mover(game)[0].upper())
        """Plies of the first pair of moves that were not played."""
        self.pieces: list[str] = []
        self.numbered = False
        """Whether the number of a second move of a pair may be left out."""

    def comment(self, text: str) -> None:
        if text:
            self.pieces += ("{" + fold_comment(text.replace("}", ")")) + "}").split(" ")
            self.numbered = False

    def node(self, node: Node) -> None:
        """Write a move with what belongs to it, and play it."""
        self.comment(node.comment_before)
        ply = self.first + self.position.ply
        packed = self.position.parse(node.move)
        if ply % 2 == 0 or not self.numbered:
            self.pieces.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
        self.pieces.append(self.position.format(packed, self.notation))
        self.position.push(packed)
        self.numbered = True
        self.pieces += [f"${nag}" for nag in node.nags]
        self.comment(node.comment)

    def line(self, node: Node) -> None:
        """Write everything after ``node``."""
        played = 0
        while node.children:
            following = node.children[0]
            self.node(following)
            for other in node.children[1:]:
                self.position.pop()
                self.variation(other)
                self.position.push(following.move)
            played += 1
            node = following
        for _ in range(played):
            self.position.pop()

    def variation(self, node: Node) -> None:
        """Write ``node`` and what follows it in brackets."""
        self.numbered = False
        start = len(self.pieces)
        self.node(node)
        self.line(node)
        self.position.pop()
        self.pieces[start] = "(" + self.pieces[start]
        self.pieces[-1] += ")"
        self.numbered = False


def _wrap(pieces: list[str]) -> list[str]:
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + 1 + len(piece) > LINE_WIDTH:
            lines.append("")
        lines[-1] += f" {piece}" if lines[-1] else piece
    return lines


def _tags(record: Record, game: Game, start: Position) -> dict[str, str]:
    own = {"GameType", "Variant", "SetUp", "FEN", "Result"}
    given = {name: value for name, value in record.tags.items() if name not in own}
    tags = {name: given.pop(name, "").strip() or unknown for name, unknown in _ROSTER.items()}
    tags["Result"] = record.result
    if game.entry.id in TYPE_TAGS:
        tags["GameType"] = TYPE_TAGS[game.entry.id]
    else:
        tags["Variant"] = game.entry.id
    if start.text() != game.position().text():
        tags |= {"SetUp": "1", "FEN": fen_text(game, start)}
    return tags | given


def write_record(record: Record, game: Game, notation: str = "") -> str:
    """The PDN text of a game, closed by an empty line.

    notation : of the moves, a name of the game's catalogue entry; empty: what its files have.

    Raises
    ------
    QijiError
        If the record holds an illegal move or position.
    """
    start = game.position(record.position)
    lines = []
    for name, value in _tags(record, game, start).items():
        escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    writer = _Writer(game, start, notation or move_notation(game))
    writer.comment(record.root.comment)
    writer.line(record.root)
    writer.pieces.append(record.result)
    return "\n".join([*lines, "", *_wrap(writer.pieces)]) + "\n\n"
