"""The games of a report in a form that a page can replay: for each ply the cells that change, the text of the move, its score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Game, QijiError
from protocols.match.play import result_text
from protocols.match.records import score_text
from protocols.show import BoardParts
from protocols.show.parts import cells_of


def notation_for(game: Game) -> str:
    """The notation that people read."""
    known = game.entry.notations
    return next((name for name in ("san", "chinese", "wxf") if name in known), known[0])


def game_data(game: Game, entry: dict[str, Any], names: Sequence[str], with_cells: bool) -> dict[str, Any]:
    """One game. Keys are short, since a page holds hundreds.

    ``c``: the first cells in reading order; ``d``: for each ply a flat list of cell numbers and letters; ``m``: move texts;
    ``s``: scores in centipawns from the first seat's view; ``t``: what is said about each move; ``b``: plies of the opening.
    """
    position = game.position(entry["start"])
    cells = cells_of(position.text()) if with_cells else []
    data: dict[str, Any] = {
        "n": entry["number"] + 1,
        "r": f"{entry['round'] + 1}",
        "p": [names[index] for index in entry["seats"]],
        "x": result_text(entry["winners"]),
        "w": entry["reason"],
        "e": entry["detail"],
        "f": entry["fault"] is not None,
        "b": entry["book"],
        "o": entry["opening_name"],
        "start": position.text(),
        "c": list(cells),
        "d": [],
        "m": [],
        "s": [],
        "t": [],
        "who": entry["movers"],
    }
    notation = notation_for(game)
    teams = game.entry.teams
    for ply, text in enumerate(entry["moves"].split()):
        try:
            move = position.parse(text)
            data["m"].append(position.format(move, notation))
            position.push(move)
        except QijiError:
            break  # rules that have changed since; the rest is shown nowhere
        if with_cells:
            now = cells_of(position.text())
            changes: list[int | str] = []
            for index, (old, new) in enumerate(zip(cells, now, strict=True)):
                if old != new:
                    changes += [index, new]
            data["d"].append(changes)
            cells = now
        score = entry["scores"][ply]
        mover = int(entry["movers"][ply])
        data["s"].append(None if score is None else score if teams[mover] == teams[0] else -score)
        data["t"].append(_remark(entry, ply))
    return data


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
