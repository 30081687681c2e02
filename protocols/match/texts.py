"""The score of a match in lines of text, in the form that testers know from fastchess."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from protocols.match.play import TIME, result_text
from protocols.match.standings import Shares, Standings, Tally

if TYPE_CHECKING:
    from protocols.match.runner import Match


def signed(value: float, digits: int = 2) -> str:
    """A number that may be infinite, or no number."""
    return f"{value:.{digits}f}"


def elo_error(tally: Tally) -> float:
    """Half the width of the 95 % interval of the Elo difference; infinite at its ends."""
    low, high = tally.estimate.interval
    return (high - low) / 2 if math.isfinite(low) and math.isfinite(high) else math.inf


def elo_text(tally: Tally, digits: int = 2) -> str:
    """``12.34 +/- 5.67``."""
    error = elo_error(tally)
    shown = signed(error, digits) if math.isfinite(error) else "nan"
    return f"{signed(tally.estimate.elo, digits)} +/- {shown}"


def control_text(match: Match) -> str:
    """The time controls and the openings in a few words."""
    controls = list(dict.fromkeys(str(player.control) for player in match.settings.players))
    openings = match.settings.openings.file or "start position"
    return f"{' / '.join(controls)}, {openings}"


def block(match: Match) -> list[str]:
    """The lines on the score of a match of two players, or the ranking of more."""
    standings = match.standings
    line = "-" * 74
    if standings.tables:
        head = f"Points of {' vs '.join(match.names)} ({control_text(match)}):"
        return [line, head, *share_lines(standings), *fault_lines(standings), line]
    if len(match.names) > 2:
        return [line, *ranking_lines(standings), *fault_lines(standings), line]
    tally = standings.against(0, 1)
    lines = [line, f"Results of {match.names[0]} vs {match.names[1]} ({control_text(match)}):", *tally_lines(tally)]
    if match.settings.sprt:
        lines.append(sprt_text(match))
    return [*lines, *fault_lines(standings), line]


def tally_lines(tally: Tally) -> list[str]:
    """Elo, likelihood of superiority, draws, counts. As in fastchess, with pairs the draw ratio is that of drawn pairs."""
    if not tally.games:
        return ["Games: 0"]
    normalized = tally.normalized
    error = signed(normalized.error) if math.isfinite(normalized.error) else "nan"
    drawn_share = tally.pairs[2] / sum(tally.pairs) if tally.paired else tally.draw_rate
    share = 100 * tally.points / tally.games
    lines = [
        f"Elo: {elo_text(tally)}, nElo: {signed(normalized.elo)} +/- {error}",
        f"LOS: {100 * tally.estimate.los:.2f} %, DrawRatio: {100 * drawn_share:.2f} %"
        + (f", PairsRatio: {pairs_ratio(tally):.2f}" if tally.paired else ""),
        f"Games: {tally.games}, Wins: {tally.wins}, Losses: {tally.losses}, Draws: {tally.draws},"
        f" Points: {tally.points:.1f} ({share:.2f} %)",
    ]
    if tally.paired:
        drawn = tally.pairs[2] - tally.win_loss_pairs
        ratio = f"{tally.win_loss_pairs / drawn:.2f}" if drawn else "inf" if tally.win_loss_pairs else "0.00"
        lines.append(f"Ptnml(0-2): {tally.pairs}, WL/DD Ratio: {ratio}")
    return lines


def pairs_ratio(tally: Tally) -> float:
    """Pairs that were won to pairs that were lost."""
    lost = sum(tally.pairs[:2])
    return sum(tally.pairs[3:]) / lost if lost else math.inf


def sprt_text(match: Match) -> str:
    """``LLR: 0.53 (-2.94, 2.94) [0.00, 2.00]`` and the verdict."""
    sprt = match.settings.sprt
    assert sprt is not None
    low, high = sprt.bounds
    verdict = f" {match.verdict} accepted" if match.verdict else ""
    model = "" if sprt.model == "normalized" else f" {sprt.model}"
    return f"LLR: {match.log_likelihood_ratio:.2f} ({low:.2f}, {high:.2f}) [{sprt.elo0:.2f}, {sprt.elo1:.2f}]{model}{verdict}"


def ranking_lines(standings: Standings) -> list[str]:
    """One line a player."""
    width = max(12, *(len(name) for name in standings.players))
    head = f"{'Rank':>4} {'Name':{width}} {'Elo':>9} {'+/-':>9} {'nElo':>9} {'Games':>7} {'Score':>8} {'Draw':>7}  Ptnml(0-2)"
    lines = [head]
    for rank, player in enumerate(standings.ranking(), start=1):
        tally = standings.total(player)
        if not tally.games:
            lines.append(f"{rank:>4} {standings.players[player]:{width}} {'-':>9} {'-':>9} {'-':>9} {0:>7} {'-':>8} {'-':>7}")
            continue
        share = 100 * tally.points / tally.games
        error = elo_error(tally)
        shown = f"{error:.2f}" if math.isfinite(error) else "nan"
        lines.append(
            f"{rank:>4} {standings.players[player]:{width}} {signed(tally.estimate.elo):>9} {shown:>9}"
            f" {signed(tally.normalized.elo):>9} {tally.games:>7} {share:>6.2f} % {100 * tally.draw_rate:>5.1f} %"
            + (f"  {tally.pairs}" if tally.paired else "")
        )
    return lines


def share_lines(standings: Standings) -> list[str]:
    """One line a player of a match with more than two teams: its share of all points with its 95 % interval."""
    width = max(12, *(len(name) for name in standings.players))
    lines = [f"{'Rank':>4} {'Name':{width}} {'Games':>7} {'Points':>9} {'+/-':>8} {'Even':>8}"]
    for rank, player in enumerate(standings.ranking(), start=1):
        table = standings.tables.get(player, Shares())
        games = len(table.shares)
        error = f"{100 * table.error:.2f} %" if math.isfinite(table.error) else "nan"
        even = f"{100 * table.even / games:.2f} %" if games else "-"
        lines.append(f"{rank:>4} {standings.players[player]:{width}} {games:>7} {100 * table.mean:>7.2f} % {error:>8} {even:>8}")
    return lines


def fault_lines(standings: Standings) -> list[str]:
    """Who lost how often by which fault; nothing if nobody did."""
    lines = []
    for name, faults in zip(standings.players, standings.faults, strict=True):
        if faults:
            lines.append(f"Faults of {name}: {', '.join(f'{count} {reason}' for reason, count in faults.most_common())}")
    return lines


def time_losses(standings: Standings, player: int) -> int:
    """Games that a player lost on time."""
    return standings.faults[player][TIME]


def game_line(match: Match, entry: dict[str, Any]) -> str:
    """``Finished game 12 (A vs B): 1-0 {checkmate}``."""
    names = [match.names[index] for index in entry["seats"]]
    reason = entry["reason"] + (f": {entry['detail']}" if entry["detail"] else "")
    result = result_text(entry["winners"])
    if "shares" in entry:
        result = ", ".join(
            f"{match.names[index]} {100 * share:.0f} %" for index, share in zip(entry["pairing"], entry["shares"], strict=True)
        )
    return f"Finished game {entry['number'] + 1} ({' vs '.join(dict.fromkeys(names))}): {result} {{{reason}}}"


def duration_text(seconds: float | None) -> str:
    """``1:02:03``, or a dash."""
    if seconds is None:
        return "-"
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def end_lines(match: Match) -> list[str]:
    """Why the run ended, and how to go on."""
    from protocols.match.runner import BROKEN, FINISHED, INTERRUPTED, SPRT

    left = match.total - match.done
    if match.end == SPRT:
        return [f"SPRT ended after {match.done} games: {match.verdict} accepted"]
    if match.end == FINISHED:
        return [f"Finished match: {match.done} games"]
    again = f"{match.done} of {match.total} games are in {match.journal.path}; the same command plays the other {left}"
    if match.end == INTERRUPTED:
        return [f"Interrupted: {again}"]
    if match.end == BROKEN and match.broken_by:
        return [f"Stopped, because an engine broke down in {match.broken_by}", f"{again}; -recover goes on in such a case"]
    return [again]
