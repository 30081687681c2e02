"""Games of more than two teams in a report: the points of every player, and what it made of every seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from engine import Game
from protocols.match.report import charts
from protocols.match.runner import Match
from protocols.match.standings import Shares, Standings


def share_chart(standings: Standings) -> str:
    """The share of all points that each player has, in per cent."""
    rows = []
    for player in standings.ranking():
        table = standings.tables.get(player, Shares())
        mean, error = 100 * table.mean, 100 * table.error
        rows.append((standings.players[player], mean, max(0.0, mean - error), min(100.0, mean + error)))
    return charts.whisker_chart(rows, "per cent of the points, 95 %")


def team_names(game: Game) -> list[str]:
    """The teams in the order of their first seats, a name each: that of its seat, or of its seats joined."""
    teams: dict[int, list[str]] = {}
    for seat, team in enumerate(game.teams):
        if team >= 0:
            teams.setdefault(team, []).append(game.entry.seats[seat])
    return [" + ".join(seats) for seats in teams.values()]


def _places(game: Game, entry: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """``(player, index of its team)`` of everybody who sat in a game."""
    order: dict[int, int] = {}
    for seat, team in enumerate(game.teams):
        if team >= 0 and team not in order:
            order[team] = len(order)
            yield entry["seats"][seat], order[team]


def seat_table(match: Match, game: Game, entries: Sequence[dict[str, Any]]) -> str:
    """Points of each player in all games and at each seat; the last row is what a seat is worth to whoever sits there."""
    standings, names = match.standings, team_names(game)
    found: dict[tuple[int, int], Shares] = {}
    for entry in entries:
        by_player = dict(zip(entry["pairing"], entry.get("shares", ()), strict=False))
        places = list(_places(game, entry))
        for player, team in places:
            if player not in by_player:
                continue
            # A player of two teams shares its points among them.
            share = by_player[player] / sum(1 for other, _ in places if other == player)
            for key in ((player, team), (-1, team)):
                found.setdefault(key, Shares()).shares.append(share)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    for rank, player in enumerate(standings.ranking(), start=1):
        table = standings.tables.get(player, Shares())
        games = len(table.shares)
        even = f"{100 * table.even / games:.1f} %" if games else "–"
        rows.append(
            f'<tr><td>{rank}</td><th scope="row">{escape(match.names[player])}</th>'
            f"{_cells(found, player, len(names))}<td><b>{_per_cent(table)}</b></td><td>{even}</td><td>{games}</td></tr>"
        )
    rows.append(f'<tr><td></td><th scope="row">everybody</th>{_cells(found, -1, len(names))}<td></td><td></td><td></td></tr>')
    return (
        f'<div class="scroll"><table><thead><tr><th>#</th><th class="left">player</th>{head}'
        "<th>points ± 95 %</th><th>even</th><th>games</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cells(found: dict[tuple[int, int], Shares], player: int, teams: int) -> str:
    cells = []
    for team in range(teams):
        table = found.get((player, team))
        games = len(table.shares) if table else 0
        cells.append(f'<td title="{games} games">{_per_cent(table)}</td>' if table else "<td></td>")
    return "".join(cells)


def _per_cent(table: Shares) -> str:
    if not table.shares:
        return "–"
    error = f" ± {100 * table.error:.1f}" if math.isfinite(table.error) else ""
    return f"{100 * table.mean:.1f}{error} %"
