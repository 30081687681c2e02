"""Plays single games of a match by number: what a thread here, or a machine elsewhere, does again and again."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

import engine
from engine import Position
from engine.views import has_views
from protocols.client import IN_PROCESS
from protocols.client.player import EngineError, Player, Reply
from protocols.match.chess_facts import EndgameTables
from protocols.match.openings import Openings, load_openings
from protocols.match.play import GameRecord, GameTable, movers
from protocols.match.pool import Pool
from protocols.match.schedule import Task, task
from protocols.match.settings import MatchSettings

Progress = Callable[[Task, Position, Reply], None]


class Worker:
    """Has the game, the openings, the tables and running players; may be used by several threads at once."""

    def __init__(self, settings: MatchSettings, openings: Openings | None = None, log: IO[str] | None = None) -> None:
        self.settings = settings
        self.game = engine.load(settings.game, settings.options)
        self.openings = openings or load_openings(self.game, settings.openings)
        self.tables = EndgameTables(settings.rules.table) if settings.rules.table else None
        self._pool = Pool(settings.players, self.game, max(4, 2 * settings.concurrency), log)
        self._rehearse()

    def _rehearse(self) -> None:
        """Use all that games will use, since compiling is for one thread alone and no clock should run meanwhile."""
        position = self.game.position()
        if position.chance_due:
            position.push(position.outcomes()[0][0])
        first = int(position.legal_moves()[0])
        position.push(next((outcome for outcome, _ in position.outcomes(first)), first))
        position.result()
        position.history()
        position.text()
        if any(player.protocol == IN_PROCESS for player in self.settings.players):
            engine.Engine(self.game, hash_mb=1).warm_up()

    def try_player(self, index: int) -> list[str]:
        """Start a player; it waits for its first game. Returns what people should know about it.

        Raises
        ------
        EngineError
        """
        player, _ = self._pool.take(index)
        self._pool.give_back(index, player, healthy=True)
        return player.notes

    def play(self, number: int, progress: Progress | None = None) -> dict[str, Any]:
        """Game ``number`` of the match, as an entry of the journal."""
        one = task(self.settings.plan, number)
        seats = one.seats(self.game.teams)
        opening = self.openings[one.opening]
        started = datetime.datetime.now(datetime.UTC)
        players: dict[tuple[int, int], Player] = {}
        replaced: list[int] = []
        record: GameRecord | None = None
        # partners with private pieces must not share a process: each seat has one of its own
        own = has_views(self.game)
        places = [(index, seat if own else 0) for seat, index in enumerate(seats)]
        for place in dict.fromkeys(places):
            index = place[0]
            try:
                players[place], was_dead = self._pool.take(index)
                replaced += [index] * was_dead
            except EngineError as error:
                record = self._not_started(one, seats, index, error)
                break
        if record is None:
            controls = [self.settings.players[index].control for index in seats]
            watch = None if progress is None else (lambda position, reply: progress(one, position, reply))
            checks = PvChecks(self._readable(seats)) if self.settings.check_pv else None
            table = GameTable(
                self.game,
                opening,
                [players[place] for place in places],
                controls,
                self.settings.rules,
                self.tables,
                _both(watch, checks),
                None if self.game.entry.information == "perfect" else self.settings.seed + one.opening,
            )
            record = table.play()
        else:
            checks = None
        for place, player in players.items():
            broken = record.broken and record.fault is not None and places[record.fault] == place
            self._pool.give_back(place[0], player, not broken)
        entry = entry_of(one, seats, record, started, self.game.teams)
        if checks is not None and checks.bad:
            entry["bad_pv"] = checks.bad
        if replaced:
            entry["replaced"] = replaced
        return entry

    def _readable(self, seats: Sequence[int]) -> list[int]:
        """The seats whose players write lines in wire notation."""
        return [seat for seat, index in enumerate(seats) if self.settings.players[index].protocol != "xboard"]

    def _not_started(self, one: Task, seats: Sequence[int], index: int, error: EngineError) -> GameRecord:
        """The game of a player that could not be started is lost by it."""
        opening = self.openings[one.opening]
        position = self.game.position(opening.position, opening.moves)
        seat, teams = seats.index(index), self.game.teams
        winners = tuple(s for s in range(len(teams)) if teams[s] not in (-1, teams[seat]))
        record = GameRecord(opening, position.history(), movers(position), winners=winners, reason="start", fault=seat)
        record.detail = str(error)
        record.final = position.text()
        for values in (record.scores, record.depths, record.seldepths, record.nodes, record.times_s, record.clocks_s):
            values += [None] * position.ply
        return record

    def close(self, force: bool = False) -> None:
        """End all players; with ``force`` in the middle of their games."""
        self._pool.close(force)
        if self.tables:
            self.tables.close()


class PvChecks:
    """Looks at the expected lines that come with the moves: they begin with the move played, and every move of them is legal."""

    def __init__(self, seats: Iterable[int]) -> None:
        self._seats = frozenset(seats)
        """Whose lines are in a notation that can be read."""
        self.bad: list[str] = []
        """A sentence for each bad line."""

    def __call__(self, position: Position, reply: Reply) -> None:
        """``position`` is the one after the move of ``reply``."""
        trial = position.copy()
        played = trial.pop()
        if not reply.pv or trial.player not in self._seats:
            return
        for number, text in enumerate(reply.pv, start=1):
            try:
                if trial.result().over:
                    self.bad.append(f"ply {position.ply}: the line goes on after {trial.result()}")
                    return
                move = trial.parse(text)
                revealed = [outcome for outcome, _ in trial.outcomes(move)]
                trial.push(move)
            except engine.QijiError as error:
                self.bad.append(f"ply {position.ply}: move {number} of the line: {error}")
                return
            if number == 1 and played not in (move, *revealed):
                self.bad.append(f"ply {position.ply}: the line begins with {text}, but {reply.move} was played")
                return


def _both(*watchers):
    """One watcher of those that there are."""
    given = [watch for watch in watchers if watch is not None]

    def call(position: Position, reply: Reply) -> None:
        for watch in given:
            watch(position, reply)

    return call if given else None


def entry_of(
    one: Task, seats: Sequence[int], record: GameRecord, started: datetime.datetime, teams: Sequence[int]
) -> dict[str, Any]:
    """The journal's entry of a game; keys are stable, lists have one item a ply."""
    shares = [sum(share for seat, share in enumerate(record.shares) if seats[seat] == index) for index in one.pairing]
    if record.shares:
        points = shares[0]
    elif record.winners:
        winning = {teams[seat] for seat in record.winners}
        owners = [seats[teams.index(team)] for team in winning]
        points = sum(owner == one.pairing[0] for owner in owners) / len(owners)
    else:
        points = 0.5
    ranked = {"shares": [round(share, 6) for share in shares]} if record.shares else {}
    return ranked | {
        "number": one.number,
        "round": one.round,
        "pairing": list(one.pairing),
        "seats": list(seats),
        "points": points,
        "winners": list(record.winners),
        "reason": record.reason,
        "detail": record.detail,
        "fault": None if record.fault is None else seats[record.fault],
        "opening": one.opening,
        "seed": record.seed,
        "opening_name": record.opening.name,
        "start": record.start or record.opening.position,
        "book": len(record.opening.moves),
        "plies": len(record.moves),
        "moves": " ".join(record.moves),
        "movers": "".join(map(str, record.movers)),
        "scores": record.scores,
        "depths": record.depths,
        "seldepths": record.seldepths,
        "nodes": record.nodes,
        "times_s": record.times_s,
        "clocks_s": record.clocks_s,
        "final": record.final,
        "started": started.isoformat(timespec="seconds"),
        "duration_s": round(record.duration_s, 3),
        "overhead_s": round(record.overhead_s, 3),
    }
