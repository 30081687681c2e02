"""Whole games: the moves read from scanned text, their positions analysed in stretches, the verdicts put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.errors import QijiError
from protocols.analysis import judge
from protocols.analysis.scan import Text, scan
from protocols.analysis.store import Analysis
from protocols.files.guess import ORTHODOX, letters

if TYPE_CHECKING:
    from engine import Game, Position

#: Positions that one process analyses in one go; more processes share a game.
STRETCH = 16
_NULL_MOVES = ("--", "Z0", "0000", "@@@@", "pass", "null")


class GameError(QijiError):
    """A game that cannot be read; the message names the line."""


@dataclass
class Played:
    """A game read: where it starts and what was played."""

    text: Text
    start: Position
    moves: tuple[str, ...] = ()
    """Wire notation."""
    names: tuple[str, ...] = ()
    """The same moves in the notation for people."""
    players: tuple[int, ...] = ()
    """Who acts in each position, one more than moves."""
    rounds: tuple[tuple[int, bool], ...] = ()
    """Of games of four seats: the round of each move, and whether it opens it."""
    tasks: list[dict[str, Any]] = field(default_factory=list)

    def label(self, ply: int) -> str:
        """The number of the move after ``ply`` moves, as it stands before it: ``12.`` or ``12...``."""
        if self.rounds:
            number, opens = self.rounds[ply]
            return f"{number}{'.' if opens else '...'}"
        return label(self.start, ply)


@dataclass
class Report:
    """A game judged."""

    played: Played
    found: list[Analysis]
    """Of each position, one more than moves."""
    verdicts: list[judge.Verdict]
    curve: list[float]
    """The expected score of seat 0 in each position, 0..1."""
    summaries: list[judge.Summary]

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.played.start.game.entry.id

    def first_view(self, ply: int) -> tuple[int, int | None]:
        """Score and moves to mate of the position after ``ply`` moves from the view of the first seat's team."""
        from protocols.render import moves_to_mate

        teams = self.played.start.game.teams
        sign = 1 if teams[self.played.players[ply]] == teams[0] else -1
        mate = moves_to_mate(self.found[ply].score)
        return sign * self.found[ply].score, None if mate is None else sign * mate


def spelled(position: Position, moves: Iterable[str], notation: str) -> list[str]:
    """A line in wire notation from ``position``, in ``notation``."""
    from protocols.render import VariationWriter

    walk = position.copy()
    packed = [walk.push(move) for move in moves]
    return VariationWriter(position, lambda at, move: at.format(move, notation)).write(packed)


def label(start: Position, ply: int) -> str:
    """The number of the move after ``ply`` moves of a game of two seats: ``12.`` or ``12...``."""
    words = start.text().split()
    number = int(words[5]) if len(words) == 6 and words[5].isdigit() else 1
    if start.game.entry.module == "draughts":
        from protocols.files.pdn_write import first_mover

        ply += int(start.seat != first_mover(start.game))
    else:
        ply += 2 * (number - 1) + start.player
    return f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"


# --- reading ------------------------------------------------------------------------------------------------------------


def scan_games(game: Game, text: str) -> Iterator[Text]:
    """The games in a text of the file format of ``game``."""
    if game.entry.module == "draughts":
        from protocols.files.pdn_scan import scan_pdn

        return scan_pdn(text)
    return scan(text, game.entry.module == "chess")


def check_variant(text: Text, game: Game) -> None:
    """See that the tags of a game name no other game.

    Raises
    ------
    GameError
    """
    if game.entry.module == "draughts":
        from protocols.files.pdn import game_of_tags

        try:
            named = game_of_tags(text.tags)
        except QijiError as error:
            raise GameError(f"line {text.line}: {error}") from None
        if named not in ("", game.entry.id):
            raise GameError(f"line {text.line}: this is a game of {named!r}, not of {game.entry.id}")
        return
    entry = game.entry
    known = ("", *ORTHODOX) if entry.id == "chess" else ("", letters(entry.id), letters(entry.name))
    named = letters(text.tags.get("Variant", ""))
    if named not in known or (entry.id == "chess" and text.tags.get("Game", "") == "Chinese Chess"):
        kind = text.tags.get("Variant") or text.tags.get("Game")
        raise GameError(f"line {text.line}: this is a game of {kind!r}, not of {entry.id}")
    if text.tags.get("Options"):
        _check_rules(text, game)


def _check_rules(text: Text, game: Game) -> None:
    """See that a game of four seats is read under the rules that its tags name.

    Raises
    ------
    GameError
    """
    from protocols.files.pgn4 import options_of, rules_of

    try:
        named = {name.lower(): value.lower() for name, value in options_of(text).items()}
    except QijiError as error:
        raise GameError(str(error)) from None
    if named != {name.lower(): value.lower() for name, value in rules_of(game).items()}:
        wanted = " ".join(f"--option {name}={value}" for name, value in options_of(text).items())
        raise GameError(f"line {text.line}: this game was played by other rules; say {wanted}")


def read_game(game: Game, text: Text, notation: str) -> Played:
    """The game that ``text`` holds, up to the first null move.

    Raises
    ------
    GameError
        If the text has a fault or a move is not legal; one line that names the line of the text.
    """
    if text.fault:
        raise GameError(text.fault)
    check_variant(text, game)
    try:
        start = game.position(text.position)
    except QijiError as error:
        raise GameError(f"line {text.line}: {error}") from None
    from protocols.files.pgn4 import is_four_seats, round_of

    walk, moves, names, players = start.copy(), [], [], [start.player]
    rounds: list[tuple[int, bool]] = []
    for move in text.moves:
        if move.text in _NULL_MOVES:
            break  # what follows is a demonstration, not the game
        try:
            packed = walk.parse(move.text)
        except QijiError as error:
            raise GameError(f"line {move.line}: {error}") from None
        if is_four_seats(game):
            rounds.append(round_of(walk, rounds[-1][0] if rounds else 0))
        moves.append(walk.format(packed))
        names.append(walk.format(packed, notation))
        walk.push(packed)
        players.append(walk.player)
    text = replace(text, moves=text.moves[: len(moves)])
    return Played(text, start, tuple(moves), tuple(names), tuple(players), tuple(rounds))


def stretches(played: Played, number: int) -> Iterator[dict[str, Any]]:
    """The tasks of a pool that analyse every position of a game; ``number`` tells the game to whoever gets the results."""
    size = len(played.moves) + 1
    for first in range(0, size, STRETCH):
        last = min(first + STRETCH, size) - 1
        yield {
            "kind": "stretch",
            "start": played.start.text(),
            "moves": list(played.moves[:last]),
            "first": first,
            "last": last,
            "game": number,
        }


# --- verdicts -----------------------------------------------------------------------------------------------------------


def report(played: Played, found: Sequence[Analysis]) -> Report:
    """Judge a game by what was found in its positions."""
    entry, teams = played.start.game.entry, played.start.game.teams
    brief = [judge.Found(one.score, one.depth, one.lines[0].pv if one.lines else ()) for one in found]
    verdicts = judge.judge(brief, played.moves, played.players, teams, entry.id)
    curve = []
    for one, player in zip(found, played.players, strict=True):
        value = judge.expected(one.score, entry.id)
        curve.append(value if teams[player] == teams[0] else 1 - value)
    summaries = judge.summarise(verdicts, played.players, len(entry.seats), curve)
    return Report(played, list(found), verdicts, curve, summaries)
