"""Puts a report together: texts, charts, tables, and the games with what replays them, in one HTML file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import engine
from engine import Game
from engine.errors import QijiError
from protocols.match import texts
from protocols.match.report import figures
from protocols.match.report.pieces import Pieces
from protocols.match.report.replay import board_data, game_data, picture_data, result_names
from protocols.match.report.seats import seat_table
from protocols.match.runner import Match
from protocols.show import board_parts
from protocols.whole import write_whole

_HERE = Path(__file__).parent


class ReportError(QijiError):
    """A report that cannot be written."""


def write_report(path: Path, match: Match, game: Game) -> None:
    """Write the report on the games that are finished; an old one at the same place is replaced when the new one is whole.

    Raises
    ------
    ReportError
    """
    text = report_text(match, game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror}") from None


def report_text(match: Match, game: Game) -> str:
    """The whole page."""
    entries = sorted(match.journal.games.values(), key=lambda entry: entry["number"])
    names = match.names
    title = " – ".join(names) if len(names) == 2 else f"{len(names)} engines"
    parts = board_parts(game.entry)
    pieces = None if parts else Pieces()
    shown = _shown(entries, match.settings.report_games)
    replays = [game_data(game, entry, names, pieces) for entry in shown]
    data = {"board": board_data(parts) if parts else picture_data(pieces) if pieces else None, "games": replays}
    sections = []
    ranked = bool(match.standings.tables)
    if entries:
        sections += [
            ("wide", "", figures.summary_cards(match)),
            ("", "Points" if ranked else "Elo", figures.progress_chart(match, entries)),
            ("", "Sequential test", figures.sprt_chart(match, entries)),
            ("", "Length of the games", figures.length_chart(match, entries, _playing(game))),
            ("", "How the games ended", figures.ends_chart(match)),
            ("wide", "Points by seat", seat_table(match, game, entries))
            if ranked
            else ("wide", "Crosstable", figures.crosstable(match)),
            ("wide", "Engines", figures.engine_table(match, entries)),
        ]
    body = "".join(
        f'<section class="{width}">{f"<h2>{heading}</h2>" if heading else ""}{content}</section>'
        for width, heading, content in sections
        if content
    )
    charts = sum(1 for width, _, content in sections if content and not width)
    page = Template((_HERE / "page.html").read_text(encoding="utf-8"))
    return page.substitute(
        title=escape(f"{title}: {game.entry.name}"),
        heading=escape(title),
        facts=_facts(match, game, entries),
        columns="three" if charts == 3 else "",
        body=body or "<section><p>No game is finished yet.</p></section>",
        results="".join(f"<option>{escape(name)}</option>" for name in result_names(game)),
        shown=_shown_note(len(shown), len(entries)),
        style=(_HERE / "page.css").read_text(encoding="utf-8"),
        script=(_HERE / "page.js").read_text(encoding="utf-8"),
        data=_embedded(data),
        version=escape(engine.__version__),
    )


def _playing(game: Game) -> list[str]:
    """The names of the seats that play."""
    return [name for name, team in zip(game.entry.seats, game.teams, strict=True) if team >= 0]


def _shown(entries: Sequence[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """All games, or the last ones and all that ended by a fault."""
    if len(entries) <= most:
        return list(entries)
    kept = {entry["number"] for entry in entries[-most:]} | {entry["number"] for entry in entries if entry["fault"] is not None}
    return [entry for entry in entries if entry["number"] in kept]


def _shown_note(shown: int, all_games: int) -> str:
    return "" if shown == all_games else f"{shown} of {all_games} games: the last ones, and all that ended by a fault."


def _facts(match: Match, game: Game, entries: Sequence[dict[str, Any]]) -> str:
    """A line under the heading."""
    controls = " / ".join(dict.fromkeys(str(player.control) for player in match.settings.players))
    words = [f"{game.entry.name} {game.entry.chinese_name}", controls, f"{len(entries)} of {match.total} games"]
    openings = match.settings.openings.file
    words.append(f"openings: {Path(openings).name}" if openings else "from the start position")
    if match.settings.rules.as_dict():
        words.append("adjudication: " + ", ".join(name for name in match.settings.rules.as_dict()))
    if entries:
        first, last = min(e["started"] for e in entries)[:16], max(e["started"] for e in entries)[:16]
        words.append(f"{first.replace('T', ' ')} – {last.replace('T', ' ')} UTC")
        words.append(texts.duration_text(sum(e["duration_s"] for e in entries)) + " of play")
    if match.settings.event:
        words.insert(0, match.settings.event)
    return " · ".join(escape(word) for word in words)


def _embedded(data: dict[str, Any]) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")
