"""The six rule settings as data: what the catalogue, the notation and the compiled kernels are made from. Imports nothing."""

from __future__ import annotations

from dataclasses import dataclass

WHITE, BLACK = 0, 1

# --- rule bits ----------------------------------------------------------------------------------------------------------

#: Bits of ``rules`` in the state record; rule text, sections 1 and 8.
RULE_BACKWARD = 1  #: men capture backward, too
RULE_FLYING = 2  #: kings move and capture along whole diagonals
RULE_MOST = 4  #: only captures of the greatest number of pieces are legal
RULE_THROUGH = 8  #: a man that lands on the crown row in a chain is crowned at once and goes on as a king
RULE_OPTIONAL = 16  #: quiet moves are legal beside captures

#: Values of the option DrawRules; the index is ``draws`` in the state record.
DRAW_RULES = ("wcdf", "flying", "fmjd", "fmjd64", "repetition")
WCDF, FLYING, FMJD, FMJD64, REPETITION_ONLY = range(5)


@dataclass(frozen=True)
class Setting:
    """One game of the family."""

    id: str
    name: str
    chinese_name: str
    side: int
    """Squares along one side of the board."""
    first: int
    """The seat that moves first from the start position."""
    rules: int
    draws: int
    king_moves_limit: int
    """Default of the option KingMovesLimit, in moves each."""
    game_type: int | None
    """PDN GameType; None where PDN knows none."""
    algebraic: bool
    """Whether PDN writes squares with letters (GameTypes 25 and 26)."""
    aliases: tuple[str, ...] = ()

    @property
    def squares(self) -> int:
        """Dark squares of the board."""
        return self.side * self.side // 2

    @property
    def men(self) -> int:
        """Men of one side at the start."""
        return (self.side - 2) // 2 * (self.side // 2)

    def start(self) -> str:
        """The start position, canonical."""
        black = ",".join(str(n) for n in range(1, self.men + 1))
        white = ",".join(str(n) for n in range(self.squares - self.men + 1, self.squares + 1))
        return f"{'WB'[self.first]}:W{white}:B{black}"


_FLY, _BACK = RULE_FLYING, RULE_BACKWARD | RULE_FLYING
_MOST, _THROUGH = _BACK | RULE_MOST, _BACK | RULE_THROUGH
_ALL = (
    Setting("checkers", "English draughts", "西洋跳棋", 8, BLACK, 0, WCDF, 40, 21, False, ("english", "american")),
    Setting("checkers-flying", "Flying checkers", "西洋跳棋飞王", 8, BLACK, _FLY, FLYING, 40, None, False, ("english-flying",)),
    Setting("draughts", "International draughts", "国际跳棋", 10, WHITE, _MOST, FMJD, 25, 20, False, ("international",)),
    Setting("draughts64", "Draughts-64", "国际跳棋64格", 8, WHITE, _MOST, FMJD64, 15, 26, True, ("brazilian",)),
    Setting("russian", "Russian draughts", "俄罗斯跳棋", 8, WHITE, _THROUGH, FMJD64, 15, 25, True, ("shashki",)),
    Setting("pool", "Pool checkers", "美国跳棋", 8, WHITE, _BACK, FMJD64, 15, 23, False),
)
#: Game id -> setting.
SETTINGS: dict[str, Setting] = {setting.id: setting for setting in _ALL}
