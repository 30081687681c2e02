"""One game between two players, judged by our rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import Game, Position, QijiError
from protocols.client.player import Clock, Player
from protocols.client.process import EngineError

#: A clock may be overdrawn by this much before the game is lost on time: the runner's own delay on a busy machine.
TIME_MARGIN_S = 0.05
MAX_PLIES = 1000
RESIGNS, TIME, ILLEGAL, CRASH = "resignation", "time-forfeit", "illegal-move", "engine-failure"


@dataclass
class GameRecord:
    """What happened in a game."""

    start: str
    moves: list[str] = field(default_factory=list)
    """Wire notation."""
    winner: int | None = None
    """Seat of the winner; None for a draw."""
    reason: str = ""
    detail: str = ""
    """For failures: what the engine did."""
    loser_fault: int | None = None
    """Seat that lost by time, an illegal move or a failure."""
    scores: list[int | None] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    times_s: list[float] = field(default_factory=list)

    def lose(self, seat: int, reason: str, detail: str = "", fault: bool = False) -> GameRecord:
        """Finish the game as lost by ``seat``."""
        self.winner, self.reason, self.detail = 1 - seat, reason, detail
        self.loser_fault = seat if fault else None
        return self


def play_game(game: Game, start: str, players: tuple[Player, Player], base_s: float, increment_s: float) -> GameRecord:
    """Play from ``start`` (a position string) with one clock a seat; never raises for what an engine does."""
    record = GameRecord(start)
    position: Position = game.position(start)
    clock = Clock([base_s, base_s], increment_s)
    for seat, player in enumerate(players):
        try:
            player.start_game(game, start, seat, clock)
        except EngineError as error:
            return record.lose(seat, CRASH, str(error), fault=True)
    while True:
        result = position.result()
        if result.over:
            record.reason = result.reason
            record.winner = game.entry.seats.index(result.winners[0]) if result.winners else None
            return record
        if position.ply >= MAX_PLIES:
            record.reason = "too-long"
            return record
        seat = position.player
        try:
            reply = players[seat].play(position, clock)
        except EngineError as error:
            if error.kind == "stall" and clock.remaining_s[seat] > 0:
                return record.lose(seat, TIME, str(error), fault=True)
            return record.lose(seat, CRASH, str(error), fault=True)
        clock.remaining_s[seat] -= reply.time_s
        if reply.resigns:
            return record.lose(seat, RESIGNS)
        if clock.remaining_s[seat] < -TIME_MARGIN_S:
            return record.lose(seat, TIME, f"{-clock.remaining_s[seat]:.3f} s over", fault=True)
        try:
            if reply.claims:
                # A claim of a result that our rules have not seen; runners count the side that stops playing as resigned.
                return record.lose(seat, RESIGNS, reply.claims) if "1/2" not in reply.claims else _agreed(record, reply.claims)
            position.push(reply.move)
        except QijiError as error:
            return record.lose(seat, ILLEGAL, str(error), fault=True)
        clock.remaining_s[seat] = max(clock.remaining_s[seat], 0.0) + increment_s
        record.moves.append(position.history()[-1])
        record.scores.append(reply.score)
        record.depths.append(reply.depth)
        record.times_s.append(round(reply.time_s, 4))


def _agreed(record: GameRecord, claim: str) -> GameRecord:
    record.reason, record.detail = "claimed-draw", claim
    return record
