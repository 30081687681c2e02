"""Ends games early: by the players' own scores, by endgame tables, by length."""

from __future__ import annotations

from engine import Game, Position
from protocols.client.player import Reply
from protocols.match.chess_facts import EndgameTables
from protocols.match.rules import LONGEST_PLIES, MatchRules, Verdict

SCORE_WIN, SCORE_DRAW, TABLE, LENGTH = "adjudicated-win", "adjudicated-draw", "tablebase", "move-limit"


class Adjudicator:
    """Watches one game. Scores count by team, so the rules by scores are for games of two teams."""

    def __init__(self, rules: MatchRules, game: Game, tables: EndgameTables | None = None) -> None:
        self._rules, self._game, self._tables = rules, game, tables
        teams = len({team for team in game.teams if team >= 0})
        self._seats = len(game.entry.seats)
        self._by_score = teams == 2
        self._bad = [0] * teams
        """Moves running that a team has scored as lost."""
        self._good = [0] * teams
        self._quiet = 0
        """Plies running with a score near zero."""

    def after_move(self, position: Position, seat: int, reply: Reply) -> Verdict | None:
        """The verdict after ``seat`` has played ``reply``, if there is one; ``position`` is the one after it."""
        return (
            (self._by_scores(position, seat, reply) if self._by_score else None)
            or self._by_table(position)
            or self._by_length(position)
        )

    def at_start(self, position: Position) -> Verdict | None:
        """The verdict on the position after the opening, if there is one."""
        return self._by_table(position)

    def _team(self, team: int) -> tuple[int, ...]:
        return tuple(seat for seat, owner in enumerate(self._game.teams) if owner == team)

    def _by_scores(self, position: Position, seat: int, reply: Reply) -> Verdict | None:
        resign, draw = self._rules.resign, self._rules.draw
        score, team = reply.score, self._game.teams[seat]
        if resign is not None:
            self._bad[team] = self._bad[team] + 1 if score is not None and score <= -resign.score else 0
            self._good[team] = self._good[team] + 1 if score is not None and score >= resign.score else 0
            for loser in (0, 1):
                agreed = not resign.both or self._good[1 - loser] >= resign.moves
                if self._bad[loser] >= resign.moves and agreed:
                    return Verdict(self._team(1 - loser), SCORE_WIN, f"{resign.moves} moves at {resign.score} or worse")
        if draw is not None:
            near = score is not None and abs(score) <= draw.score and int(position.state["reversible"]) > 0
            self._quiet = self._quiet + 1 if near else 0
            if self._quiet >= self._seats * draw.moves and position.ply >= self._seats * draw.from_move:
                return Verdict((), SCORE_DRAW, f"{draw.moves} moves within {draw.score}")
        return None

    def _by_table(self, position: Position) -> Verdict | None:
        if self._tables is None or self._rules.table is None:
            return None
        winner = self._tables.winner(position, self._rules.table.ignore_50)
        if winner is None or self._rules.table.kinds == ("DRAW" if winner >= 0 else "WIN_LOSS"):
            return None
        return Verdict((winner,) if winner >= 0 else (), TABLE)

    def _by_length(self, position: Position) -> Verdict | None:
        limit = self._rules.max_moves * self._seats or LONGEST_PLIES * max(1, self._seats // 2)
        return Verdict((), LENGTH, f"{position.ply} plies") if position.ply >= limit else None
