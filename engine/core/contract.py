"""The contract between a game and everything that plays it: the position stack, the common header, the kernels.

**Stack.** A game in progress is one contiguous ``uint8`` array. Each game reads it as records of its own dtype,
``states = memory.view(STATE)``. Row 0 is the position that the game started from, row ``n`` the position after ``n`` plies.
``make_move`` writes row ``ply + 1`` from row ``ply``; there is no unmake. Rules that look back (repetition, chases, "the piece
that has just captured") read the rows that are already there. A search owns a copy and writes on behind the last played row.

**Header.** Every ``STATE`` begins with the fields of :data:`HEADER`, so that search and drivers need no call for them.

**Moves** are nonzero ``int64``; 0 is the null move, "no move" in tables, and never legal. Where ``GameSpec.packed_moves`` is
true the low 32 bits of a move are, from bit 0,

======  =========  ====================================================================================================
bits    field      meaning
======  =========  ====================================================================================================
0-8     to         the cell where the piece ends, 0..511
9-17    origin     the cell where it starts; equal to ``to`` for a placement, a flip, ...
18-22   mover      the moving piece's kind, 1..kinds, without its owner (the header's ``player`` says whose it is)
23-27   victim     the kind of what is captured, 0 if nothing
28-31   special    the game's own (promotion, castling, en passant, ...); bit 31 marks a noisy move without a victim
======  =========  ====================================================================================================

and no two legal moves of a position have equal low 32 bits. Other games (10x10 draughts: a move holds its 50-bit captured set)
offer ``describe``, which brings a move into this layout for move ordering; the transposition table then keeps ``fold(move)``,
which ``unfold`` completes.

**Result codes** (``result``, ``adjudicate``): 0 while the game goes on, else ``OVER | winners << 8 | reason`` where ``winners``
is a bit set of seats (0 is a draw) and ``reason`` an index into ``GameSpec.reasons``.

Kernels never print, read a clock or touch Python objects, and they treat row ``ply`` and all rows before it as read only. A row
must be legal (as a game's ``read_position`` or ``make_move`` wrote it), else the outcome is undefined.
"""

from __future__ import annotations

import numpy as np
from numba import types

from engine.core.jit import inline_leaf, kernel

# --- header -------------------------------------------------------------------------------------------------------------

#: The first fields of every ``STATE`` (24 bytes; the record's size is a multiple of 8).
#: key : hash of all that makes two positions "the same" for this game's repetition rule and for the transposition table.
#: structure_key : hash of a slowly changing part (chess: pawns and kings) that indexes the correction history.
#: player : the seat that acts now, 0..5. The same seat may act again (bonus moves); never derive it from the ply.
#: flags : the FLAG_ bits below.
#: reversible : plies since the last one that can never be undone; no earlier row can repeat the position.
HEADER = [("key", "u8"), ("structure_key", "u8"), ("player", "i1"), ("flags", "u1"), ("reversible", "i2"), ("unused", "i4")]
HEADER_BYTES = 24
KEY_OFFSET, STRUCTURE_KEY_OFFSET, PLAYER_OFFSET, FLAGS_OFFSET, REVERSIBLE_OFFSET = 0, 8, 16, 17, 18

FLAG_IN_CHECK = 1  #: the player to act must answer an attack on its king; quiescence then looks at every move
FLAG_NULL_OK = 2  #: passing is a sensible lower bound here (chess: the player has more than pawns)
FLAG_CHANCE = 4  #: nobody acts: a die roll or a flip is due; see ``chance_outcomes``
FLAG_THREAT = 8  #: the static evaluation misses what the other side threatens: it is not asked before one more ply


def state_dtype(fields: list) -> np.dtype:
    """The record dtype of a game: the common header and then ``fields``; aligned, its size a multiple of 8."""
    dtype = np.dtype(HEADER + fields, align=True)
    assert dtype.itemsize % 8 == 0 and dtype.fields is not None and dtype.fields["reversible"][1] == REVERSIBLE_OFFSET
    return dtype


# --- moves --------------------------------------------------------------------------------------------------------------

ORIGIN_SHIFT, MOVER_SHIFT, VICTIM_SHIFT, SPECIAL_SHIFT = 9, 18, 23, 28
CELL_MASK, KIND_MASK, SPECIAL_MASK = 511, 31, 15
VICTIM_FIELD = KIND_MASK << VICTIM_SHIFT
NOISY_BIT = 1 << 31


@inline_leaf
def pack_move(origin, to, mover, victim, special):
    """A move in the common layout; all arguments and the result int64."""
    return to | (origin << ORIGIN_SHIFT) | (mover << MOVER_SHIFT) | (victim << VICTIM_SHIFT) | (special << SPECIAL_SHIFT)


@inline_leaf
def move_to(move):
    """The cell where a packed move ends."""
    return move & CELL_MASK


@inline_leaf
def move_origin(move):
    """The cell where a packed move starts."""
    return (move >> ORIGIN_SHIFT) & CELL_MASK


@inline_leaf
def move_mover(move):
    """The kind of the piece that a packed move moves."""
    return (move >> MOVER_SHIFT) & KIND_MASK


@inline_leaf
def move_victim(move):
    """The kind that a packed move captures, 0 if none."""
    return (move >> VICTIM_SHIFT) & KIND_MASK


@inline_leaf
def move_special(move):
    """The game's own four bits of a packed move."""
    return (move >> SPECIAL_SHIFT) & SPECIAL_MASK


@inline_leaf
def move_is_noisy(move):
    """Whether a packed move captures or is marked noisy (``gen_noisy`` lists exactly the legal moves for which this holds)."""
    return (move & (VICTIM_FIELD | NOISY_BIT)) != 0


@inline_leaf
def fold(move):
    """32 bits that stand for a move in the transposition table; the low 32 bits themselves for packed moves below 2**32."""
    return (move ^ (move >> 32)) & 0xFFFFFFFF


# --- results ------------------------------------------------------------------------------------------------------------

OVER = 1 << 16


@inline_leaf
def win_code(seats, reason):
    """The result code of a win by the seats of the bit set ``seats``."""
    return OVER | (seats << 8) | reason


@inline_leaf
def draw_code(reason):
    """The result code of a draw."""
    return OVER | reason


@inline_leaf
def winners_of(code):
    """The bit set of the seats that have won; 0 for a draw and for a game that goes on."""
    return (code >> 8) & 0xFF


# --- signatures ---------------------------------------------------------------------------------------------------------

_MEMORY = types.Array(types.uint8, 1, "C")
_MOVES = types.Array(types.int64, 1, "C")
_WEIGHTS = types.Array(types.int32, 1, "C")
_SCRATCH = types.Array(types.int64, 1, "C")
_BYTES = types.Array(types.uint8, 1, "C")
_I64 = types.int64


def _signature(result, *arguments) -> types.FunctionType:
    return types.FunctionType(result(*arguments))


#: ``(memory, ply, moves) -> n``: write moves from index 0 on, in a fixed order, return how many (0..``GameSpec.max_moves``).
#: gen_moves: all legal moves, 0 if the player to act has none. gen_noisy and gen_quiet: two disjoint parts that together are
#: all of them; noisy is what quiescence looks at (captures, promotions; in games of forced capture every capture).
GEN_MOVES = _signature(_I64, _MEMORY, _I64, _MOVES)
#: ``(memory, ply, move)``: write row ``ply + 1``. Move 0 passes the turn where ``GameSpec.null_move`` is true.
MAKE_MOVE = _signature(types.void, _MEMORY, _I64, _I64)
#: ``(memory, ply) -> code``: the game's result by its rules, reading the whole stack and generating moves where it must.
RESULT = _signature(_I64, _MEMORY, _I64)
#: ``(memory, ply, root) -> code``: the ends that a search sees without generating moves, as it should score them: rule draws, a
#: position of the search path (rows after ``root``) that comes back once, one of the game before it that comes back twice, each
#: with the verdict of the rules on such a cycle. A position without legal moves is not its business.
ADJUDICATE = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, move) -> 0 | 1``: whether ``move``, any int64 from a table, is a legal move of this position, all bits equal.
IS_LEGAL = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, move) -> move``: ``move`` in the common bit layout (identity where moves are packed).
DESCRIBE = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, bits) -> move``: the legal move whose ``fold`` is ``bits``, 0 if there is none; for moves that are not
#: packed. Without it the search looks through the whole list.
UNFOLD = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, move, threshold) -> 0 | 1``: whether the exchange that ``move`` starts on its target wins at least
#: ``threshold`` (score units) for the mover, both sides taking with the least valuable piece and free to stop.
SEE = _signature(_I64, _MEMORY, _I64, _I64, _I64)
#: ``(memory, ply, weights, scratch) -> score``: static evaluation in score units from the view of the player to act (its
#: team), strictly inside ``score.EVAL_LIMIT``. ``weights``: int32[GameSpec.weights.size], read only. ``scratch``:
#: int64[GameSpec.scratch_words], one per search thread, zeroed at its start, the kernel's own (caches, accumulators).
EVALUATE = _signature(_I64, _MEMORY, _I64, _WEIGHTS, _SCRATCH)
#: ``(memory, ply, view, out) -> n``: the active input indices of the game's network from seat ``view``, into ``out`` int64.
#: Rows with equal ``key`` have the same inputs; no input is listed twice.
FEATURES = _signature(_I64, _MEMORY, _I64, _I64, _MOVES)
#: ``(memory, ply, out) -> n``: the words of ``GameSpec.pattern_start`` that ``evaluate_patterns`` adds up in row ``ply``, into
#: ``out`` int64: shares of opening and ending, their divisor, then ``index`` for a word that counts for the player to act,
#: ``~index`` for one that counts against it; n numbers in all. 0 if the row has nothing to teach. Such a word is
#: ``opening + 65536 * ending``.
PATTERNS = _signature(_I64, _MEMORY, _I64, _MOVES)
#: ``(memory, before, after, view, out) -> n``: how the inputs of row ``after`` differ from those of row ``before`` (any two rows
#: of one stack), as seen from seat ``view``: ``index`` for one that appears, ``~index`` for one that disappears. -1 if the frame
#: of reference differs (mirroring by the own king), so that nearly all inputs do.
FEATURE_CHANGES = _signature(_I64, _MEMORY, _I64, _I64, _I64, _MOVES)
#: ``(memory, ply, score) -> score``: a network's score of row ``ply``, put right where the rules or exact endgame knowledge say
#: more (dead draws, mates by technique, a move counter that runs out). View and range as ``evaluate``.
ENDING = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, depth) -> leaves``: perft, the leaves at ``depth`` plies (bulk counted). Writes rows above ``ply``.
PERFT = _signature(_I64, _MEMORY, _I64, _I64)
#: ``(memory, ply, moves, weights) -> n``: where FLAG_CHANCE is set, the outcomes as moves and their integer weights (int32).
CHANCE_OUTCOMES = _signature(_I64, _MEMORY, _I64, _MOVES, _WEIGHTS)
#: ``(memory, ply, seat, out) -> n``: the bytes of all that ``seat`` may know of the game so far; equal knowledge, equal bytes.
OBSERVE = _signature(_I64, _MEMORY, _I64, _I64, _BYTES)
#: ``(memory, ply, seat, random)``: replace all that ``seat`` does not know by one sample that fits what it has seen, in
#: every row up to ``ply``. ``random``: int64[1], the state of the generator (``core.keys.next_random``).
DETERMINIZE = _signature(types.void, _MEMORY, _I64, _I64, _SCRATCH)
#: ``(memory, ply, out)``: points of each seat at the end of a game with more than two seats, int64[seats], sum constant.
PAYOFF = _signature(types.void, _MEMORY, _I64, _MOVES)
#: ``(memory, ply, weights, scratch, out)``: the static evaluation for searches of more than two teams: the score of each seat
#: from its own view into ``out``, int64[seats], strictly inside ``score.EVAL_LIMIT``; seats of one team have equal scores. A seat
#: that is out of the game has the score that its final rank is worth. ``weights`` and ``scratch`` as in ``evaluate``.
EVALUATE_SEATS = _signature(types.void, _MEMORY, _I64, _WEIGHTS, _SCRATCH, _MOVES)

#: Kernel name -> signature; a game's ``GameSpec.kernels`` maps names to functions decorated with ``@kernel(signature)``.
SIGNATURES = {
    "gen_moves": GEN_MOVES,
    "gen_noisy": GEN_MOVES,
    "gen_quiet": GEN_MOVES,
    "make_move": MAKE_MOVE,
    "result": RESULT,
    "adjudicate": ADJUDICATE,
    "is_legal": IS_LEGAL,
    "describe": DESCRIBE,
    "unfold": UNFOLD,
    "see": SEE,
    "evaluate": EVALUATE,
    "evaluate_patterns": EVALUATE,
    "patterns": PATTERNS,
    "features": FEATURES,
    "feature_changes": FEATURE_CHANGES,
    "ending": ENDING,
    "perft": PERFT,
    "chance_outcomes": CHANCE_OUTCOMES,
    "observe": OBSERVE,
    "determinize": DETERMINIZE,
    "payoff": PAYOFF,
    "evaluate_seats": EVALUATE_SEATS,
}

#: What every game must offer; the rest is for the searches that need it.
REQUIRED = ("gen_moves", "gen_noisy", "gen_quiet", "make_move", "result", "adjudicate", "is_legal", "see", "evaluate", "perft")


# --- defaults -----------------------------------------------------------------------------------------------------------


@kernel(DESCRIBE)
def describe_packed(memory, ply, move):
    """The ``describe`` of a game whose moves are packed: the move itself."""
    return move


@kernel(UNFOLD)
def unfold_nothing(memory, ply, bits):
    """Stands where no ``unfold`` is needed; the search does not call it."""
    return np.int64(0)


@kernel(ENDING)
def plain_ending(memory, ply, score):
    """The ``ending`` of a game without such knowledge: the score itself."""
    return score


@kernel(CHANCE_OUTCOMES)
def no_outcomes(memory, ply, moves, weights):
    """The ``chance_outcomes`` of a game without chance."""
    return np.int64(0)


DEFAULTS = {"describe": describe_packed, "unfold": unfold_nothing, "ending": plain_ending, "chance_outcomes": no_outcomes}
