"""The numbers of a report: how the score went, what each engine did, how the games went."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from protocols.match import texts
from protocols.match.report import charts
from protocols.match.report.seats import share_chart
from protocols.match.runner import Match
from protocols.match.standings import Tally

_POINTS = 400  #: points of a chart's line


def progress_chart(match: Match, entries: Sequence[dict[str, Any]]) -> str:
    """Elo of the first of two players after so many games, or of all players at the end."""
    standings = match.standings
    if standings.tables:
        return share_chart(standings)
    if len(match.names) > 2:
        rows = []
        for player in standings.ranking():
            estimate = standings.total(player).estimate
            rows.append((match.names[player], estimate.elo, *estimate.interval))
        return charts.whisker_chart(rows, "Elo against the others, 95 %")
    tally = Tally()
    waiting: dict[int, float] = {}
    x: list[float] = []
    middle, low, high = [], [], []
    every = max(1, len(entries) // _POINTS)
    for number, entry in enumerate(entries, start=1):
        _count(match, tally, waiting, entry)
        if number % every and number < len(entries):
            continue
        estimate = tally.estimate
        bottom, top = estimate.interval
        x.append(number)
        middle.append(estimate.elo)
        low.append(bottom)
        high.append(top)
    return charts.band_chart(x, middle, low, high, "games", f"Elo of {match.names[0]}")


def sprt_chart(match: Match, entries: Sequence[dict[str, Any]]) -> str:
    """The log-likelihood ratio after so many games; nothing without a test."""
    sprt = match.settings.sprt
    if sprt is None or not entries:
        return ""
    tally = Tally()
    waiting: dict[int, float] = {}
    x, values = [], []
    every = max(1, len(entries) // _POINTS)
    for number, entry in enumerate(entries, start=1):
        _count(match, tally, waiting, entry)
        if number % every == 0 or number == len(entries):
            x.append(float(number))
            values.append(sprt.ratio(tally.counts(match.paired)))
    return charts.bounded_chart(x, values, sprt.bounds, "games", "log-likelihood ratio")


def _count(match: Match, tally: Tally, waiting: dict[int, float], entry: dict[str, Any]) -> None:
    tally.add(entry["points"])
    if match.paired:
        other = waiting.pop(entry["round"], None)
        if other is None:
            waiting[entry["round"]] = entry["points"]
        else:
            tally.add_pair(other, entry["points"])


def length_chart(match: Match, entries: Sequence[dict[str, Any]], seats: Sequence[str]) -> str:
    """How long the games were, by result."""
    count = len(seats)
    lengths = {
        "first": [e["plies"] // count for e in entries if 0 in e["winners"]],
        "drawn": [e["plies"] // count for e in entries if not e["winners"]],
        "second": [e["plies"] // count for e in entries if e["winners"] and 0 not in e["winners"]],
    }
    names = {
        "first": f"won by {seats[0]}",
        "drawn": "drawn",
        "second": f"won by {seats[1]}" if count == 2 else "lost by the first",
    }
    return charts.stacked_histogram([(names[kind], kind, values) for kind, values in lengths.items()], "moves of each player")


def ends_chart(match: Match) -> str:
    """Why the games ended."""
    total = match.standings.games
    return charts.bars(
        [(reason, count, f"{count}  {100 * count / total:.1f} %") for reason, count in match.standings.ends.most_common()]
    )


def summary_cards(match: Match) -> str:
    """The main numbers of a match of two players; where the rules rank the seats, ``seats`` has the table of their points."""
    if len(match.names) != 2 or match.standings.tables:
        return ""
    tally = match.standings.against(0, 1)
    first, second = (escape(name) for name in match.names)
    cards = [
        ("score", f"{tally.points:g} : {tally.games - tally.points:g}", f"+{tally.wins} ={tally.draws} −{tally.losses}"),
        ("Elo", _signed(tally.estimate.elo, 1), f"± {_error(texts.elo_error(tally))} (95 %)"),
        ("normalised Elo", _signed(tally.normalized.elo, 1), f"± {_error(tally.normalized.error)}"),
        ("superiority", f"{100 * tally.estimate.los:.1f} %", f"{first} is the better one"),
        ("draws", f"{100 * tally.draw_rate:.1f} %", f"{tally.draws} of {tally.games} games"),
    ]
    if match.settings.sprt:
        low, high = match.settings.sprt.bounds
        verdict = {"H0": "H0 accepted", "H1": "H1 accepted"}.get(match.verdict, "undecided")
        cards.append(("SPRT", f"{match.log_likelihood_ratio:.2f}", f"{low:.2f} .. {high:.2f}: {verdict}"))
    boxes = "".join(
        f'<div class="card"><div class="label">{label}</div><div class="value">{value}</div><div class="more">{more}</div></div>'
        for label, value, more in cards
    )
    return f'<p class="versus"><b>{first}</b> against <b>{second}</b></p><div class="cards">{boxes}</div>{_pair_bar(tally)}'


def _signed(value: float, digits: int) -> str:
    return texts.signed(value, digits).replace("inf", "∞").replace("-", "−")


def _error(value: float) -> str:
    return f"{value:.1f}" if math.isfinite(value) else "∞"


def _pair_bar(tally: Tally) -> str:
    """Pairs of games by points, as one bar."""
    total = sum(tally.pairs)
    if not total:
        return ""
    parts = []
    for index, count in enumerate(tally.pairs):
        if count:
            label = ("0", "½", "1", "1½", "2")[index]
            parts.append(
                f'<div class="pair p{index}" style="flex:{count}" title="{count} pairs with {label} points">'
                f"<span>{label}</span><b>{count}</b></div>"
            )
    return f'<div class="pairs" aria-label="pairs of games by points">{"".join(parts)}</div>'


def crosstable(match: Match) -> str:
    """Everybody against everybody."""
    standings = match.standings
    order = standings.ranking()
    head = "".join(f"<th>{number}</th>" for number in range(1, len(order) + 1))
    rows = []
    for rank, player in enumerate(order, start=1):
        total = standings.total(player)
        cells = []
        for other in order:
            tally = standings.against(player, other)
            if player == other:
                cells.append('<td class="self"></td>')
            else:
                title = f"+{tally.wins} ={tally.draws} −{tally.losses}"
                cells.append(f'<td title="{title}">{tally.points:g}/{tally.games}</td>' if tally.games else "<td></td>")
        share = f"{100 * total.points / total.games:.1f} %" if total.games else "–"
        elo = f"{_signed(total.estimate.elo, 0)} ± {_error(texts.elo_error(total))}" if total.games else "–"
        rows.append(
            f'<tr><td>{rank}</td><th scope="row">{escape(match.names[player])}</th>{"".join(cells)}'
            f"<td><b>{total.points:g}</b></td><td>{total.games}</td><td>{share}</td><td>{elo}</td></tr>"
        )
    return (
        '<div class="scroll"><table><thead><tr><th>#</th><th class="left">player</th>'
        f"{head}"
        "<th>points</th><th>games</th><th>score</th><th>Elo ± 95 %</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def engine_table(match: Match, entries: Sequence[dict[str, Any]]) -> str:
    """What each engine did: depth, time, speed, faults."""
    rows = []
    for player, spec in enumerate(match.settings.players):
        depths, times, nodes, counted = [], [], 0, 0.0
        for entry in entries:
            seats = [seat for seat, owner in enumerate(entry["seats"]) if owner == player]
            if not seats:
                continue
            for depth, time_s, count in _own_moves(entry, seats):
                times.append(time_s)
                if depth is not None:
                    depths.append(depth)
                if count is not None:
                    nodes, counted = nodes + count, counted + time_s
        faults = match.standings.faults[player]
        said = ", ".join(f"{count} {reason}" for reason, count in faults.most_common()) or "none"
        mean_depth = f"{sum(depths) / len(depths):.1f}" if depths else "–"
        mean_time = f"{1000 * sum(times) / len(times):.0f} ms" if times else "–"
        longest = f"{max(times):.2f} s" if times else "–"
        speed = f"{nodes / counted / 1000:,.0f} k/s" if counted > 0 else "–"
        how = " ".join(spec.command) if spec.command else "Qiji"
        options = " ".join(f"{name}={value}" for name, value in spec.options.items())
        rows.append(
            f'<tr><th scope="row">{escape(spec.name)}</th><td class="command">{escape(how)} <small>{escape(spec.protocol)}'
            f" {escape(options)}</small></td><td>{escape(str(spec.control))}</td><td>{mean_depth}</td><td>{mean_time}</td>"
            f"<td>{longest}</td><td>{speed}</td><td>{escape(said)}</td></tr>"
        )
    return (
        '<div class="scroll"><table><thead><tr><th>engine</th><th class="left">program</th><th>limit</th><th>depth</th>'
        "<th>time a move</th><th>longest</th><th>nodes</th><th>faults</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _own_moves(entry: dict[str, Any], seats: Sequence[int]) -> Iterator[tuple[int | None, float, int | None]]:
    """(depth, time, nodes) of every move of a player that it thought about."""
    for ply in range(entry["book"], entry["plies"]):
        if int(entry["movers"][ply]) in seats and entry["times_s"][ply] is not None:
            yield entry["depths"][ply], entry["times_s"][ply], entry["nodes"][ply]
