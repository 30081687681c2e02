"""The games of a report in a form that a page can replay: for each ply the cells that change, the text of the move, its score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Game, Position, QijiError
from protocols.match.play import result_text
from protocols.match.records import score_text
from protocols.match.report.pieces import Pieces, change
from protocols.show import BoardParts, View, board_svg
from protocols.show.parts import cells_of

SIZE = 720  #: pixels of a picture


def notation_for(game: Game) -> str:
    """The notation that people read."""
    known = game.entry.notations
    return next((name for name in ("san", "chinese", "wxf") if name in known), known[0])


def result_name(game: Game, winners: Sequence[int]) -> str:
    """The result of a game: as in chess, or with more than two teams the seats that have won."""
    if len({team for team in game.teams if team >= 0}) == 2:
        return result_text(winners)
    return " + ".join(game.entry.seats[seat] for seat in winners) if winners else "drawn"


def result_names(game: Game) -> list[str]:
    """What :func:`result_name` may say, but for places that are shared."""
    if len({team for team in game.teams if team >= 0}) == 2:
        return ["1-0", "1/2-1/2", "0-1"]
    teams = sorted({team for team in game.teams if team >= 0})
    won = [[seat for seat, team in enumerate(game.teams) if team == one] for one in teams]
    return [*(result_name(game, seats) for seats in won), "drawn"]


def game_data(game: Game, entry: dict[str, Any], names: Sequence[str], pieces: Pieces | None) -> dict[str, Any]:
    """One game. Keys are short, since a page holds hundreds.

    pieces : of the pictures of the whole page; None where the page draws men on a board (``board_data``).

    ``c``: the first cells in reading order, or the pieces of the first picture; ``d``: for each ply a flat list of cell numbers
    and letters, or a :func:`change` of the picture; ``m``: move texts; ``p`` and ``who``: the players of the seats that play,
    and who of them made each move; ``s``: scores in centipawns from the first seat's view; ``t``: what is said about each move;
    ``b``: plies of the opening.
    """
    position = game.position(entry["start"])
    drawn: list[Any] = _drawn(position, pieces)
    teams = game.teams
    playing = [seat for seat, team in enumerate(teams) if team >= 0]
    data: dict[str, Any] = {
        "n": entry["number"] + 1,
        "r": f"{entry['round'] + 1}",
        "p": [names[entry["seats"][seat]] for seat in playing],
        "x": result_name(game, entry["winners"]),
        "w": entry["reason"],
        "e": entry["detail"],
        "f": entry["fault"] is not None,
        "b": entry["book"],
        "o": entry["opening_name"],
        "start": position.text(),
        "c": drawn,
        "d": [],
        "m": [],
        "s": [],
        "t": [],
        "who": "".join(str(playing.index(int(mover))) for mover in entry["movers"]),
    }
    notation = notation_for(game)
    for ply, text in enumerate(entry["moves"].split()):
        try:
            position.push(text)
        except QijiError as error:
            data["e"] = f"{data['e']}; not shown from ply {ply + 1} on: {error}".removeprefix("; ")
            break  # the rules have changed since
        data["m"].append(position.history(notation)[-1])
        now = _drawn(position, pieces)
        data["d"].append(_changed_cells(drawn, now) if pieces is None else change(drawn, now))
        drawn = now
        score = entry["scores"][ply]
        mover = int(entry["movers"][ply])
        data["s"].append(None if score is None else score if teams[mover] == teams[0] else -score)
        data["t"].append(_remark(entry, ply))
    return data


def _drawn(position: Position, pieces: Pieces | None) -> list[Any]:
    """The cells of a position, or its picture."""
    return cells_of(position.text()) if pieces is None else pieces.numbers(board_svg(View.of(position), SIZE))


def _changed_cells(old: Sequence[str], new: Sequence[str]) -> list[int | str]:
    changes: list[int | str] = []
    for index, (before, now) in enumerate(zip(old, new, strict=True)):
        if before != now:
            changes += [index, now]
    return changes


def _remark(entry: dict[str, Any], ply: int) -> str:
    if ply < entry["book"]:
        return "opening"
    words = []
    score, depth, time_s = entry["scores"][ply], entry["depths"][ply], entry["times_s"][ply]
    if score is not None:
        words.append(score_text(score))
    if depth is not None:
        words.append(f"depth {depth}")
    if time_s is not None:
        words.append(f"{time_s:.2f} s")
    if entry["clocks_s"][ply] is not None:
        words.append(f"clock {entry['clocks_s'][ply]:.1f} s")
    return ", ".join(words)


def picture_data(pieces: Pieces) -> dict[str, Any]:
    """What the page needs to put pictures together."""
    return {"width": pieces.size[0], "height": pieces.size[1], "pieces": pieces.texts}


def board_data(parts: BoardParts) -> dict[str, Any]:
    """What the page needs to draw a board."""
    return {
        "width": parts.width,
        "height": parts.height,
        "boards": [parts.board, parts.flipped],
        "men": parts.men,
        "points": [[list(point) for point in points] for points in (parts.points, parts.flipped_points)],
        "mark": parts.mark,
    }
