"""Adjudication of repetitions in the variants: xiangqi's code on the variants' ways of moving, see ``adapt`` and ``mailbox``.

Own is only how returns of cannons are kept where moves are tried ahead; boards, lists and ``memo`` are as in ``threats``.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import leaf
from engine.games.adapt import adapted
from engine.games.xiangqi import repetition as xiangqi_repetition
from engine.games.xiangqi import threats as xiangqi_threats
from engine.games.xiangqi_variants import mailbox
from engine.games.xiangqi_variants.geometry import NEAR
from engine.games.xiangqi_variants.mailbox import (
    RIGHTS,
    turn_rights,
)
from engine.games.xiangqi_variants.state import CELLS, PIECE_KEYS, rows

_MAILBOX = {
    name: getattr(mailbox, name)
    for name in (
        "king_attacked",
        "list_attackers",
        "list_moves",
        "load_board",
        "shift",
        "unshift",
        "worth",
        "is_crossed",
        "BOARD_SIZE",
        "SPAN",
    )
}
_MAILBOX |= {"NEAR": NEAR, "PIECE_KEYS": PIECE_KEYS, "SQUARES": CELLS, "rows": rows}


# --- returns ------------------------------------------------------------------------------------------------------------


@leaf
def save_rights(board):
    """Both returns as one number."""
    word = np.int64(0)
    for n in range(6):
        word |= (np.int64(board[RIGHTS + n]) & 127) << (7 * n)
    return word


@leaf
def restore_rights(board, word):
    """The inverse of :func:`save_rights`; 127 stands for -1."""
    for n in range(6):
        value = (word >> (7 * n)) & 127
        board[RIGHTS + n] = -1 if value == 127 else value


# --- shared -------------------------------------------------------------------------------------------------------------

_RIGHTS = {"save_rights": save_rights, "restore_rights": restore_rights, "turn_rights": turn_rights}
_THREATS = adapted(
    xiangqi_threats,
    __name__,
    (
        "moved_key", "question", "recall", "remember", "forces_mate", "is_admissible", "has_root", "gains", "is_profitable",
        "allows_mate", "counts", "is_threatened",
    ),
    _MAILBOX | _RIGHTS,
)  # fmt: skip
_VERDICTS = adapted(
    xiangqi_repetition,
    __name__,
    (
        "simple_draw", "gives_check", "new_threats", "lowest_letter", "loss", "checks_long", "judge", "earlier_row",
        "three_checks", "repetition_verdict", "tree_verdict", "must_change", "letter_of",
    ),
    _MAILBOX | _THREATS,
)  # fmt: skip
repetition_verdict, tree_verdict = _VERDICTS["repetition_verdict"], _VERDICTS["tree_verdict"]
must_change, letter_of = _VERDICTS["must_change"], _VERDICTS["letter_of"]
