"""What people see of a match: a live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Any, TextIO

from engine import Position
from protocols.client.player import Reply
from protocols.match import texts
from protocols.match.records import score_text
from protocols.match.schedule import Task

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from protocols.match.runner import Match


class QuietDisplay:
    """One line a game, the score every so many games and at the end."""

    watches_plies = False

    def __init__(self, stream: TextIO, interval: int) -> None:
        self._stream, self._interval = stream, interval

    def _print(self, *lines: str) -> None:
        print("\n".join(lines), file=self._stream, flush=True)

    def begin(self, match: Match) -> None:
        if match.done:
            self._print(f"Going on with {match.journal.path}: {match.done} of {match.total} games are finished")
        else:
            self._print(f"{match.total} games, journal {match.journal.path}")

    def ply(self, match: Match, task: Task, position: Position, reply: Reply) -> None:
        """Moves are not shown."""

    def game(self, match: Match, entry: dict[str, Any]) -> None:
        self._print(texts.game_line(match, entry))
        for index in entry.get("replaced", ()):
            self._print(
                f"Warning: game {entry['number'] + 1}: {match.names[index]} had ended between games and was started again"
            )
        for sentence in entry.get("bad_pv", ())[:3]:
            self._print(f"Warning: game {entry['number'] + 1}: {sentence}")
        if self._interval and match.done % self._interval == 0 and match.done < match.total:
            self._print(*texts.block(match))

    def end(self, match: Match) -> None:
        self._print(*texts.block(match), *texts.end_lines(match))


class LiveDisplay:
    """A table that a thread of its own draws again a few times a second."""

    watches_plies = True

    def __init__(self, console: Console) -> None:
        self._console = console
        self._boards: dict[int, tuple[Task, int, str]] = {}
        """Running games: task, plies, the last score in the first seat's view."""
        self._last: list[str] = []
        self._lock = threading.Lock()

    def begin(self, match: Match) -> None:
        from rich.live import Live

        def draw() -> RenderableType:
            with match.still():
                return self.render(match)

        self._live = Live(console=self._console, get_renderable=draw, refresh_per_second=4, vertical_overflow="crop")
        self._live.start(refresh=True)

    def ply(self, match: Match, task: Task, position: Position, reply: Reply) -> None:
        first = len(position.game.teams) != 2 or position.ply % 2 == 1  # of several seats it is the mover's view
        score = "" if reply.score is None else score_text(reply.score if first else -reply.score)
        with self._lock:
            self._boards[task.number] = (task, position.ply, score)

    def game(self, match: Match, entry: dict[str, Any]) -> None:
        with self._lock:
            self._boards.pop(entry["number"], None)
            self._last = [*self._last[-4:], texts.game_line(match, entry)]

    def end(self, match: Match) -> None:
        with self._lock:
            self._boards.clear()
        self._live.stop()
        for line in (*texts.block(match), *texts.end_lines(match)):
            self._console.print(line, highlight=False, markup=False)

    def render(self, match: Match) -> RenderableType:
        """The whole picture."""
        from rich.console import Group
        from rich.text import Text

        parts: list[RenderableType] = [self._progress(match), self._table(match)]
        if match.settings.sprt:
            parts.append(Text(texts.sprt_text(match)))
        with self._lock:
            boards, last = sorted(self._boards.items()), self._last
        for number, (task, plies, score) in boards:
            names = " - ".join(match.names[index] for index in task.order or (task.first, task.second))
            parts.append(Text(f" playing {number + 1}: {names}, ply {plies} {score}", style="dim"))
        parts += [Text(line, style="dim", overflow="ellipsis", no_wrap=True) for line in last]
        return Group(*parts)

    def _progress(self, match: Match) -> RenderableType:
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        eta = texts.duration_text(match.eta_s)
        elapsed = texts.duration_text(time.monotonic() - match.began)
        bar = ProgressBar(total=match.total, completed=match.done, width=40)
        grid.add_row(f"{match.done}/{match.total} games", bar, f"{elapsed} gone, {eta} left")
        return grid

    def _table(self, match: Match) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        standings = match.standings
        if standings.tables:
            return Text("\n".join(texts.share_lines(standings)))
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("player")
        for name in (
            "points",
            "games",
            "+",
            "=",
            "-",
            "score",
            "Elo",
            "±",
            "LOS",
            "draws",
            "pairs 0..2",
            "time losses",
            "other faults",
        ):
            table.add_column(name, justify="right")
        for player in standings.ranking():
            tally = standings.total(player)
            error = texts.elo_error(tally)
            faults = standings.faults[player]
            late = texts.time_losses(standings, player)
            table.add_row(
                standings.players[player],
                f"{tally.points:g}",
                str(tally.games),
                str(tally.wins),
                str(tally.draws),
                str(tally.losses),
                f"{100 * tally.points / tally.games:.1f} %" if tally.games else "",
                texts.signed(tally.estimate.elo, 1) if tally.games else "",
                f"{error:.1f}" if tally.games and math.isfinite(error) else "",
                f"{100 * tally.estimate.los:.1f} %" if tally.games else "",
                f"{100 * tally.draw_rate:.0f} %" if tally.games else "",
                " ".join(map(str, tally.pairs)) if tally.paired else "",
                str(late) if late else "",
                str(faults.total() - late) if faults.total() - late else "",
                style="" if not faults else "yellow",
            )
        return table
