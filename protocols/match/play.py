"""One game between players, judged by our rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine import Game, IllegalMoveError, Position, QijiError
from engine.chance import army_placement
from protocols.client.clock import Clock, TimeControl
from protocols.client.player import EngineError, Player, Reply
from protocols.match.adjudicate import Adjudicator
from protocols.match.chance import LEAVES, MENDED_FAULTS, chance_of, forced_token
from protocols.match.chess_facts import EndgameTables, can_win
from protocols.match.claims import judge
from protocols.match.openings import Opening
from protocols.match.private import full_token, views_of
from protocols.match.rules import ILLEGAL_BONUS_S, OFFER_PAUSE, TAKEBACKS, MatchRules

RESIGNS, AGREED = "resignation", "agreed-draw"
TIME, ILLEGAL, FALSE_CLAIM = "time-forfeit", "illegal-move", "false-claim"
#: Faults after which the player's process cannot go on.
BREAKDOWNS = ("start", "crash", "disconnect", "stall", "flood", "protocol")

Watch = Callable[[Position, Reply], None]


@dataclass
class GameRecord:
    """What happened in a game. The lists have one entry a ply, the opening's plies included."""

    opening: Opening
    moves: list[str] = field(default_factory=list)
    """Wire notation."""
    movers: list[int] = field(default_factory=list)
    """The seat of each move."""
    scores: list[int | None] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    seldepths: list[int | None] = field(default_factory=list)
    nodes: list[int | None] = field(default_factory=list)
    times_s: list[float | None] = field(default_factory=list)
    clocks_s: list[float | None] = field(default_factory=list)
    """What the mover had left after the move."""
    winners: tuple[int, ...] = ()
    """Seats; empty for a draw."""
    reason: str = ""
    """A reason of the game's rules, of an adjudicator, or of this module."""
    detail: str = ""
    """For faults: what the player did."""
    fault: int | None = None
    """The seat that caused the end by a fault."""
    final: str = ""
    """The last position."""
    shares: list[float] = field(default_factory=list)
    """The points of each seat, 1 in all, in a game of more than two teams; else empty."""
    seed: int | None = None
    """Games with dice or deals: what they come from."""
    start: str = ""
    """The position string that the game began with where chance had a part in it."""
    duration_s: float = 0.0
    """From the first request to the end."""
    overhead_s: float = 0.0
    """What the runner itself took of that."""

    @property
    def broken(self) -> bool:
        """Whether the player at fault cannot go on."""
        return self.fault is not None and self.reason in BREAKDOWNS


def seat_shares(position: Position, winners: tuple[int, ...]) -> list[float]:
    """The points of each seat at the end: by the rules where they rank the seats, else equal shares of the winners or of all."""
    game = position.game
    playing = [seat for seat, team in enumerate(game.teams) if team >= 0]
    if len({game.teams[seat] for seat in playing}) < 3:
        return []
    if position.result().over and "payoff" in game.spec.kernels:
        points = position.payoff()
        return [points[seat] / sum(points) for seat in range(len(game.teams))]
    sharing = winners or playing
    return [(seat in sharing) / len(sharing) for seat in range(len(game.teams))]


class GameTable:
    """The table that a game is played at: players by seat, clocks, the referee."""

    def __init__(
        self,
        game: Game,
        opening: Opening,
        players: Sequence[Player],
        controls: Sequence[TimeControl],
        rules: MatchRules | None = None,
        tables: EndgameTables | None = None,
        watch: Watch | None = None,
        seed: int | None = None,
    ) -> None:
        """``seed`` is for games with dice or deals; ``players`` has one for each seat, playing or not."""
        self._game, self._players, self._rules, self._watch = game, players, rules or MatchRules(), watch
        self._clocks = [Clock(control) for control in controls]
        self._adjudicator = Adjudicator(self._rules, game, tables)
        self._chance = None if seed is None else chance_of(game, seed)
        start = self._chance.start(opening.position) if self._chance else opening.position
        self._position: Position = game.position(start, opening.moves)
        self._views = views_of(self._position)
        self._record = GameRecord(opening, seed=seed, start=start if start != opening.position else "")
        self._illegal = [0] * len(players)
        self._mended = [0] * len(players)
        """Faults of each seat that did not end its game."""
        self._departures: list[str] = []
        self._false_claims = [0] * len(players)
        self._offer: int | None = None
        """The seat whose draw offer stands."""
        self._offered_at = [-OFFER_PAUSE * len(players)] * len(players)
        self._thinking_s = 0.0

    def play(self) -> GameRecord:
        """Play to the end; never raises for what a player does."""
        record, position = self._record, self._position
        for text, mover in zip(position.history(), movers(position), strict=True):
            self._note(text, mover, Reply())
        began = time.perf_counter()
        if self._start():
            began = time.perf_counter()
            verdict = self._adjudicator.at_start(position)
            if verdict:
                self._end(verdict.winners, verdict.reason, verdict.detail)
            while not record.reason:
                self._turn()
        record.duration_s = time.perf_counter() - began
        record.overhead_s = max(0.0, record.duration_s - self._thinking_s)
        record.final = position.text()
        record.shares = seat_shares(position, record.winners)
        self._tell_players()
        return record

    # --- turns ---

    def _start(self) -> bool:
        """Tell every player once which seats it has; whether all are ready."""
        for seat, player in enumerate(self._players):
            if player in self._players[:seat]:
                continue
            seats = [other for other, owner in enumerate(self._players) if owner is player]
            try:
                player.start_game(self._seen(seat), seats, self._clocks)
            except EngineError as error:
                self._forfeit(seat, error.kind, str(error))
                self._record.fault = seat
                return False
        return True

    def _seen(self, seat: int) -> Position:
        """The position as ``seat`` knows it."""
        return self._views.of(seat) if self._views else self._position

    def _turn(self) -> None:
        position = self._position
        result = position.result()
        if result.over:
            self._end(result.winning_seats, result.reason, "; ".join(self._departures))
            return
        seat = position.player
        if self._play_for_nobody(seat):
            return
        offered = self._offer is not None and self._game.teams[self._offer] != self._game.teams[seat]
        began = time.perf_counter()
        try:
            reply = self._players[seat].play(self._seen(seat), self._clocks, offered)
        except EngineError as error:
            self._thinking_s += time.perf_counter() - began
            self._fail(seat, error.kind, str(error))
            return
        self._thinking_s += reply.time_s
        clock = self._clocks[seat]
        late = clock.overdrawn_s(reply.time_s)
        if reply.resigns:
            self._lose(seat, RESIGNS)
        elif late:
            self._flag(seat, late)
        elif reply.claim:
            self._judge_claim(seat, reply, offered)
        elif reply.offers_draw and offered:
            self._end((), AGREED)
        else:
            self._make_move(seat, reply)

    def _play_for_nobody(self, seat: int) -> bool:
        """Play what no player decides, a roll or a forced pass, if that is due."""
        position = self._position
        token = 0
        if self._chance:
            token = self._chance.settle(position, 0) or forced_token(position)
        elif self._rules.setup == "random" and self._record.seed is not None and position.unlisted:
            token = position.parse("@" + army_placement(seat, self._record.seed))
        if token:
            position.push(token)
            self._note(position.history()[-1], seat, Reply())
            if self._watch:
                self._watch(position, Reply())
        return bool(token)

    def _make_move(self, seat: int, reply: Reply) -> None:
        position, clock = self._position, self._clocks[seat]
        try:
            self._push(reply.move)
        except QijiError as error:
            self._judge_illegal(seat, reply, str(error) if reply.move else "no move")
            return
        clock.spend(reply.time_s)
        self._note(position.history()[-1], seat, reply, clock)
        self._keep_offer(seat, reply)
        if self._watch:
            self._watch(position, reply)
        if not position.result().over:
            verdict = self._adjudicator.after_move(position, seat, reply)
            if verdict:
                self._end(verdict.winners, verdict.reason, verdict.detail)

    def _push(self, text: str) -> None:
        """Play a player's token; what it reveals is the referee's business alone.

        Raises
        ------
        QijiError
        """
        position = self._position
        if self._chance is None and self._views is None:
            position.push(text)
            return
        move = position.parse(text)
        if not position.is_legal(move):
            raise IllegalMoveError(f"{text!r} is illegal, or says what only the referee knows")
        if self._chance is not None:
            position.push(self._chance.settle(position, move) or move)
        else:
            position.push(full_token(position, move))

    def _note(self, text: str, mover: int, reply: Reply, clock: Clock | None = None) -> None:
        record = self._record
        record.moves.append(text)
        record.movers.append(mover)
        record.scores.append(reply.score)
        record.depths.append(reply.depth)
        record.seldepths.append(reply.seldepth)
        record.nodes.append(reply.nodes)
        record.times_s.append(round(reply.time_s, 4) if clock else None)
        timed = clock is not None and clock.control.base_s is not None
        record.clocks_s.append(round(clock.remaining_s, 3) if clock and timed else None)

    def _keep_offer(self, seat: int, reply: Reply) -> None:
        """An offer stands until the next player has answered; one that comes again too soon does not count."""
        ply = self._position.ply
        if self._offer is not None and self._offer != seat:
            self._offer = None
        if reply.offers_draw and ply - self._offered_at[seat] >= OFFER_PAUSE * len(self._players):
            self._offer, self._offered_at[seat] = seat, ply

    # --- judgements ---

    def _end(self, winners: tuple[int, ...], reason: str, detail: str = "") -> None:
        self._record.winners, self._record.reason, self._record.detail = winners, reason, detail

    def _lose(self, seat: int, reason: str, detail: str = "") -> bool:
        """The seat has lost, or leaves the game to the others; whether the game is over."""
        if self._game.entry.module in MENDED_FAULTS:
            self._leave(seat, reason)
            return False
        self._forfeit(seat, reason, detail)
        return True

    def _forfeit(self, seat: int, reason: str, detail: str = "") -> None:
        teams = self._game.teams
        self._end(tuple(s for s in range(len(teams)) if teams[s] not in (-1, teams[seat])), reason, detail)

    def _fail(self, seat: int, reason: str, detail: str) -> None:
        if reason in (TIME, ILLEGAL) and self._mend(seat):
            return
        if self._lose(seat, reason, detail):
            self._record.fault = seat

    def _mend(self, seat: int) -> bool:
        """Whether a late or illegal answer is forgiven in this game: the first legal decision is played instead of it."""
        self._mended[seat] += 1
        if self._chance is None or self._mended[seat] > MENDED_FAULTS.get(self._game.entry.module, 0):
            return False
        position = self._position
        position.push(int(position.legal_moves()[0]))
        self._note(position.history()[-1], seat, Reply())
        return True

    def _leave(self, seat: int, reason: str) -> None:
        """Let a seat leave the game; the others play on."""
        position = self._position
        name = position.seat_name(seat)
        position.push(LEAVES)
        self._note(position.history()[-1], seat, Reply())
        self._departures.append(f"{name}: {reason}")

    def _opponents_can_win(self, seat: int) -> bool:
        return len(self._players) != 2 or can_win(self._position, 1 - seat, self._rules.flag)

    def _flag(self, seat: int, late_s: float) -> None:
        detail = f"{late_s:.3f} s late"
        self._fail(seat, TIME, detail)
        if not self._opponents_can_win(seat):
            self._end((), TIME, f"{detail}, but the opponent cannot win")

    def _judge_illegal(self, seat: int, reply: Reply, detail: str) -> None:
        self._illegal[seat] += 1
        count, rule = self._illegal[seat], self._rules.illegal
        allowed = {"forfeit": 0, "takeback": TAKEBACKS, "fide": 1}[rule]
        if count > allowed:
            self._fail(seat, ILLEGAL, detail)
            if rule == "fide" and not self._opponents_can_win(seat):
                self._end((), ILLEGAL, f"{detail}, but the opponent cannot win")
            return
        self._clocks[seat].add(-reply.time_s)
        if rule == "fide":
            self._reward_opponents(seat, ILLEGAL_BONUS_S)

    def _judge_claim(self, seat: int, reply: Reply, offered: bool) -> None:
        claim = judge(self._position, seat, reply.claim)
        if claim.kind == "resignation":
            self._lose(seat, RESIGNS, reply.claim)
        elif claim.kind == "draw":
            self._end((), claim.reason, reply.claim)
        elif offered and "1/2" in reply.claim:
            self._end((), AGREED, reply.claim)
        else:
            self._false_claims[seat] += 1
            if self._rules.false_claim == "forfeit" or self._false_claims[seat] > 1:
                self._fail(seat, FALSE_CLAIM, reply.claim)
                return
            self._clocks[seat].add(-reply.time_s)
            kind, _, amount = self._rules.false_claim.rstrip("s").partition("+" if "+" in self._rules.false_claim else "-")
            if kind == "opponent":
                self._reward_opponents(seat, float(amount))
            else:
                self._clocks[seat].add(-float(amount))

    def _reward_opponents(self, seat: int, seconds: float) -> None:
        teams = self._game.teams
        for other, clock in enumerate(self._clocks):
            if teams[other] not in (-1, teams[seat]):
                clock.add(seconds)

    def _tell_players(self) -> None:
        """Players that still can hear it are told the result."""
        record = self._record
        result = result_text(record.winners)
        for seat, player in enumerate(self._players):
            if player in self._players[:seat] or (record.broken and record.fault == seat):
                continue
            try:
                player.end_game(result, record.reason)
            except EngineError:
                continue  # found out when it is wanted again


def movers(position: Position) -> list[int]:
    """The seats that made the moves so far."""
    players = position.memory.view(position.game.spec.state)["player"]
    return [int(player) for player in players[: position.ply]]


def result_text(winners: Sequence[int]) -> str:
    """``1-0``, ``0-1`` or ``1/2-1/2``: whether the first seat is among the winners."""
    return "1/2-1/2" if not winners else "1-0" if 0 in winners else "0-1"
