"""What a match adds to the rules of the game: who decides when, and what a fault costs. Plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

ILLEGAL = ("forfeit", "takeback", "fide")
FLAG = ("fide", "bare-king", "loss")
FALSE_CLAIM = ("opponent+120s", "claimant-300s", "forfeit")
SETUP = ("players", "random")
TABLE_KINDS = ("BOTH", "WIN_LOSS", "DRAW")


@dataclass(frozen=True)
class ResignRule:
    """A team has lost whose own scores were ``score`` or more below zero in ``moves`` moves running."""

    moves: int
    score: int
    """Centipawns, positive."""
    both: bool = False
    """Whether the other team must have said the same of itself."""


@dataclass(frozen=True)
class DrawRule:
    """A game is drawn if all scores were within ``score`` of zero for ``moves`` moves of each player."""

    from_move: int
    """Moves of each player, opening included, before the rule applies."""
    moves: int
    score: int


@dataclass(frozen=True)
class TableRule:
    """Chess: Syzygy tables end the game."""

    paths: tuple[str, ...]
    pieces: int = 7
    """Positions with more men are not looked up."""
    ignore_50: bool = False
    """Whether wins that the 50-move rule spoils count as wins, and the move counter is not looked at."""
    kinds: str = "BOTH"


@dataclass(frozen=True)
class MatchRules:
    """Everything that ends a game besides the rules of the game."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    table: TableRule | None = None
    max_moves: int = 0
    """The game is drawn after so many moves of each player; 0: no limit but :data:`LONGEST_PLIES`."""
    illegal: str = "forfeit"
    """``forfeit``: an illegal move loses; ``takeback``: the player is asked again, three times a game; ``fide``: the first gives
    the opponent two minutes, the second loses (a draw if the opponent cannot win)."""
    flag: str = "fide"
    """Who cannot win on time, chess only: ``fide``: who cannot mate by any sequence of moves; ``bare-king``: a bare king."""
    false_claim: str = "opponent+120s"
    """What the first false claim of a game costs; the second loses."""

    setup: str = "players"
    """Games whose seats place an army: ``players`` do so, or the referee at ``random`` from the seed of the game."""

    def as_dict(self) -> dict:
        """Those that differ from the defaults."""
        default = asdict(MatchRules())
        return {name: value for name, value in asdict(self).items() if value != default[name]}


#: No game of two seats is longer; more seats have more.
LONGEST_PLIES = 2000
#: A refused draw offer may be repeated after so many own moves.
OFFER_PAUSE = 10
ILLEGAL_BONUS_S = 120.0
TAKEBACKS = 3


@dataclass
class Verdict:
    """How an adjudicator ends a game."""

    winners: tuple[int, ...]
    """Seats; empty for a draw."""
    reason: str
    detail: str = field(default="")
