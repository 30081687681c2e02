"""The state record, results, options and hash keys of Chinese checkers; holes and sets are those of ``geometry``.

A move is (start hole, end hole) in the common layout of ``core.contract``. ``victim`` is by how many steps the piece comes
nearer to the tip of its target, if that is two or more: such moves are *noisy*, so that every search looks at the long way
forward first.
"""

from __future__ import annotations

from engine.core import contract
from engine.core.keys import zobrist
from engine.core.raw import stack_of
from engine.games.chinese_checkers.geometry import CLASS_SIZES, HOLES, NEIGHBOUR_PAIRS, SEATS

# --- moves --------------------------------------------------------------------------------------------------------------

PIECE, PASSING = 1, 2  #: what moves, in the field ``mover``
NOWHERE = HOLES  #: start and end of a pass
CELLS = HOLES + 1
KINDS = 16  #: the longest way forward is 16 steps
LEAST_GAIN = 2  #: from so many steps on a move is noisy
#: A jump of either kind goes an even way along a line, so it keeps to one of four classes of holes: n pieces and the other
#: holes of a class of s holes make at most n (s - n) <= s * s / 4 pairs. Steps: a pair of neighbours, one of them empty, is at
#: most one.
MAX_MOVES = sum(size * size // 4 for size in CLASS_SIZES) + NEIGHBOUR_PAIRS
UNIT = 50  #: score units of one step forward, for move ordering
PIECE_VALUES = tuple(UNIT * gain for gain in range(KINDS + 1))
PASS = NOWHERE | NOWHERE << contract.ORIGIN_SHIFT | PASSING << contract.MOVER_SHIFT

# --- results and options ------------------------------------------------------------------------------------------------

REASONS = ("", "goal", "exit-limit", "wall", "move-limit")
GOAL, EXIT_LIMIT, WALL, MOVE_LIMIT = range(1, 5)

PLAYING, FINISHED, ELIMINATED, ABSENT = range(4)  #: ``status`` of a seat
OWN, ANY, CLOSED = range(3)  #: the option ``stop``
OFFENCE, EXEMPT, NO_WALL = range(3)  #: the option ``wall``
ALL_HOME, FIRST_HOME = range(2)  #: the option ``team_mode``

# --- record -------------------------------------------------------------------------------------------------------------

#: low, high : the two words of each seat's pieces. body : the part of the key that is not the turn. moves : own moves made.
#: code : the result by all rules but the move limit, 0 while the game goes on. distance : sum of the step distances of a seat's
#: pieces to its tip. status : of each seat. team : of each seat, -1 for one that is not in play. duty_at, duty_from : under
#: ``camp_penalty`` the hole of a piece that has to leave and the one it came from, 255 for none. lost : the next turn is lost.
#: count : seats in play. sides : teams in play (seats without teams). The rest are the options; wide: goals of 15 holes.
STATE = contract.state_dtype(
    [
        ("low", "u8", SEATS),
        ("high", "u8", SEATS),
        ("body", "u8"),
        ("moves", "i4", SEATS),
        ("code", "i4"),
        ("exit_limit", "i4"),
        ("max_rounds", "i4"),
        ("spare4", "i4"),
        ("distance", "i2", SEATS),
        ("status", "u1", SEATS),
        ("team", "i1", SEATS),
        ("duty_at", "u1", SEATS),
        ("duty_from", "u1", SEATS),
        ("lost", "u1", SEATS),
        ("count", "u1"),
        ("sides", "u1"),
        ("teamed", "u1"),
        ("wide", "u1"),
        ("distant", "u1"),
        ("stop", "u1"),
        ("leave", "u1"),
        ("wall", "u1"),
        ("equal_turns", "u1"),
        ("team_mode", "u1"),
        ("camp_penalty", "u1"),
        ("spare", "u1", 3),
    ]
)
NO_HOLE = 255
ROW_OPTIONS = {
    "seats": "count",
    "pieces": "wide",
    "jump": "distant",
    "stop": "stop",
    "leave": "leave",
    "exit_limit": "exit_limit",
    "wall": "wall",
    "equal_turns": "equal_turns",
    "max_rounds": "max_rounds",
    "teams": "team",
    "team_mode": "team_mode",
    "camp_penalty": "camp_penalty",
}

rows = stack_of(STATE)  #: ``(memory) -> states``, for kernels

# --- hash keys ----------------------------------------------------------------------------------------------------------

_SEED = 0x74696171
PIECE_KEYS = zobrist(_SEED, SEATS, HOLES)
STATUS_KEYS = zobrist(_SEED + 1, SEATS, 4)
TURN_KEYS = zobrist(_SEED + 2, SEATS)
COUNT_KEYS = zobrist(_SEED + 3, SEATS)
DUTY_KEYS = zobrist(_SEED + 4, SEATS)
