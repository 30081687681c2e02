"""What a seat knows and what it must guess: ``observe``, and ``determinize`` by a Markov chain over armies that fit.

**Evidence.** The rows are replayed from the first one with the tokens that the seat was sent, and every foreign piece keeps the
set of kinds that it may be (a bit mask): where it was placed, that it moved, that it turned on the rails (an engineer), how it
fared against a piece whose kind the seat knows, flags and kinds that were announced, and that *no* flag was announced when a
piece fell. Fights between two foreign pieces (four seats) are constraints on pairs.

**Sampling.** Every army of 25 is a bijection between pieces, living and dead, and the set of kinds. An augmenting-path matching
gives a first one that fits all masks; then random swaps of two pieces, accepted by Metropolis's rule with the prior weights of
``weights.PRIOR``, wander through all that fit. The chain goes on from sample to sample of one search.

``random`` of ``determinize``: with one word the whole procedure runs and all rows are rewritten. With ``WORDS`` words or more the
rest is the chain's memory (word 1 zero: begin a new one), and only row ``ply`` is rewritten, since no rule looks back.
"""

from __future__ import annotations

import numpy as np

from engine.core import contract
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.keys import next_random
from engine.games.luzhanqi.evidence import (
    FIXED,
    FREE,
    FREE_IDS,
    IDS,
    KIND_NOW,
    MASK,
    PAIRED,
    PAIRS,
    READY,
    SLOT,
    WEIGHT,
    WHERE,
    WORDS,
    gather,
    pair_holds,
    track,
)
from engine.games.luzhanqi.geometry import ARMY, MOST_POINTS, POINTS
from engine.games.luzhanqi.state import (
    COUNTS,
    FLAG,
    HIDDEN_PLACEMENT,
    KIND,
    KNOWN,
    OWNER_SHIFT,
    PLACEMENT,
    TRUTH,
    UNKNOWN,
    owner_of,
    put,
    rows,
    sees,
)
from engine.games.luzhanqi.weights import PRIOR

_COUNTS = np.array((*COUNTS, 0), np.int64)
FIRST_SWAPS, NEXT_SWAPS = 16, 2  #: swaps for each free piece before the first sample and between two
REPAIRS = 60_000


# --- the chain ----------------------------------------------------------------------------------------------------------


@inline_leaf
def _below(random, n):
    """A number in 0 .. n - 1 (n far below 2**31)."""
    return np.int64(((next_random(random) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@leaf
def _augment(random, base, piece, used, visited):
    """Find a kind for ``piece`` of the army that begins at id ``base``, moving others where need be."""
    mask, turn = random[MASK + piece], _below(random, np.int64(FLAG))
    for step in range(FLAG):
        kind = (turn + step) % FLAG + 1
        if (mask >> kind) & 1 == 0 or (visited[0] >> kind) & 1 != 0:
            continue
        visited[0] |= np.int64(1) << kind
        if used[kind] < _COUNTS[kind]:
            used[kind] += 1
            random[KIND_NOW + piece] = kind
            return True
        for other in range(base, base + ARMY):
            if random[KIND_NOW + other] == kind:
                if _augment(random, base, np.int64(other), used, visited):
                    random[KIND_NOW + piece] = kind
                    return True
    return False


@leaf
def _match(random, base):
    """A first bijection of an army; True if all masks can be met. What cannot be met gets what is left."""
    used, visited = np.zeros(UNKNOWN + 1, np.int64), np.zeros(1, np.int64)
    random[KIND_NOW + base : KIND_NOW + base + ARMY] = 0
    whole = True
    for round_ in range(2):  # strict pieces first: fewer moves of others
        for piece in range(base, base + ARMY):
            strict = random[MASK + piece] & (random[MASK + piece] - 1) == 0
            if random[KIND_NOW + piece] != 0 or strict != (round_ == 0):
                continue
            visited[0] = 0
            whole &= _augment(random, np.int64(base), np.int64(piece), used, visited)
    for piece in range(base, base + ARMY):
        kind = np.int64(1)
        while random[KIND_NOW + piece] == 0:
            if used[kind] < _COUNTS[kind]:
                used[kind] += 1
                random[KIND_NOW + piece] = kind
            kind += 1
    return whole


@leaf
def _broken(random, a, b):
    """How many pair constraints of two pieces of one army the present kinds break."""
    count = np.int64(0)
    for index in range(random[PAIRS]):
        first, second = random[PAIRS + 1 + 3 * index], random[PAIRS + 2 + 3 * index]
        if (first == a or first == b or second == a or second == b) and not pair_holds(random, np.int64(index)):
            count += 1
    return count


@leaf
def _swap(random, seat, repairing):
    """Try to swap the kinds of two free pieces of ``seat``; ``repairing``: fewer broken pairs matter more than the weights.

    One random number serves for all: 16 bits each choose the pieces, 20 decide whether the swap is accepted.
    """
    chance = np.int64(next_random(random) >> np.uint64(1))
    free, ids = random[FREE + seat], FREE_IDS + ARMY * seat
    a = random[ids + (((chance & 0xFFFF) * free) >> 16)]
    b = random[ids + ((((chance >> 16) & 0xFFFF) * free) >> 16)]
    first, second = random[KIND_NOW + a], random[KIND_NOW + b]
    if first == second or (random[MASK + a] >> second) & 1 == 0 or (random[MASK + b] >> first) & 1 == 0:
        return
    if not repairing:
        old = float(random[WEIGHT + 16 * a + first]) * float(random[WEIGHT + 16 * b + second])
        new = float(random[WEIGHT + 16 * a + second]) * float(random[WEIGHT + 16 * b + first])
        if new < old and float((chance >> 32) & 0xFFFFF) * old >= new * (1 << 20):
            return
    paired = random[PAIRED + a] | random[PAIRED + b] != 0
    before = _broken(random, a, b) if paired else np.int64(0)
    random[KIND_NOW + a], random[KIND_NOW + b] = second, first
    if paired and _broken(random, a, b) > before and (not repairing or (chance >> 32) & 63 != 0):
        random[KIND_NOW + a], random[KIND_NOW + b] = first, second


@leaf
def _all_broken(random):
    count = np.int64(0)
    for index in range(random[PAIRS]):
        count += np.int64(not pair_holds(random, np.int64(index)))
    return count


@leaf
def _wander(random, swaps, seats):
    """``swaps`` steps of the chain for each piece that must be guessed."""
    for seat in range(seats):
        for _ in range(swaps * random[FREE + seat]):
            _swap(random, np.int64(seat), False)


@leaf
def begin_chain(states, ply, seat, random):
    """Gather the evidence of ``seat`` and find a first sample; True if it meets everything."""
    gather(states, ply, seat, random)
    seats = np.int64(states[ply]["seats"])
    for piece in range(IDS):
        slot = random[SLOT + piece]
        for kind in range(1, FLAG + 1):
            random[WEIGHT + 16 * piece + kind] = PRIOR[slot, kind] if slot >= 0 else 1000
    whole = True
    for other in range(seats):
        if random[FIXED + other] == 0:
            whole &= _match(random, np.int64(ARMY * other))
    left = np.int64(REPAIRS)
    while random[PAIRS] > 0 and left > 0 and _all_broken(random) > 0:
        for other in range(seats):
            for _ in range(32 if random[FREE + other] > 0 else 0):
                _swap(random, np.int64(other), True)
        left -= 32
    _wander(random, FIRST_SWAPS, seats)
    random[READY] = 1
    return whole and (random[PAIRS] == 0 or _all_broken(random) == 0)


@leaf
def _write_row(state, seat, random, at):
    """Give the pieces of a row the kinds of the sample; ``at`` maps points to ids. The row becomes a truth."""
    for point in range(POINTS[np.int64(state["board"])]):
        piece = np.int64(state["piece"][point])
        if piece == 0 or at[point] < 0:
            continue
        owner = owner_of(piece)
        if random[FIXED + owner] == 0 and piece & KNOWN == 0:
            guessed = random[KIND_NOW + at[point]] | (owner << OWNER_SHIFT)
            if guessed != piece:
                put(state, np.int64(point), guessed)
            piece = guessed
        if piece & KIND == FLAG:
            state["flag_at"][owner] = point
    last = np.int64(state["last"])
    if last & PLACEMENT:
        placer = np.int64(state["ply"]) - 1
        if 0 <= placer < np.int64(state["seats"]) and random[FIXED + placer] == 0:
            state["last"] = HIDDEN_PLACEMENT
    state["view"] = TRUTH


@kernel(contract.DETERMINIZE)
def determinize(memory, ply, seat, random):
    """Replace what ``seat`` does not know by one sample that fits all it has seen; see the module's text for ``random``."""
    states = rows(memory)
    if random.size >= WORDS:
        if random[READY] == 0:
            begin_chain(states, ply, seat, random)
        else:
            _wander(random, NEXT_SWAPS, np.int64(states[ply]["seats"]))
        at = np.full(MOST_POINTS, -1, np.int64)
        for piece in range(IDS):
            if random[WHERE + piece] >= 0:
                at[random[WHERE + piece]] = piece
        _write_row(states[ply], seat, random, at)
        return
    chain = np.zeros(WORDS, np.int64)
    chain[0] = random[0]
    begin_chain(states, ply, seat, chain)
    random[0] = chain[0]
    at, where = np.full(MOST_POINTS, -1, np.int64), np.full(IDS, -1, np.int64)
    used = np.zeros(4, np.int64)
    # a row is rewritten only after the next one has been followed: following reads who stands where, which does not change
    for row in range(ply + 1):
        track(states, row, at, where, used)
        _write_row(states[row], seat, chain, at)


# --- knowledge as bytes -------------------------------------------------------------------------------------------------


@leaf
def _write_seen(state, final, seat, out, n):
    """The pieces of a row as ``seat`` sees them; the new n."""
    for point in range(POINTS[np.int64(state["board"])]):
        piece = np.int64(state["piece"][point])
        if piece != 0 and piece & KNOWN == 0 and not sees(final, seat, owner_of(piece)):
            piece = (piece & ~KIND) | UNKNOWN
        if n < out.size:
            out[n] = piece
        n += 1
    return n


@leaf
def _write_word(word, out, n):
    for shift in range(8):
        if n < out.size:
            out[n] = np.uint8((word >> (8 * shift)) & 255)
        n += 1
    return n


@kernel(contract.OBSERVE)
def observe(memory, ply, seat, out):
    """The bytes of all that ``seat`` (-1: a spectator) knows: the first row as it sees it, every token, the present row.

    Returns how many there are, also where ``out`` is too short for them.
    """
    states = rows(memory)
    final = states[ply]
    n = _write_seen(states[0], final, seat, out, np.int64(0))
    for row in range(1, ply + 1):
        move = np.int64(states[row]["last"])
        placer = np.int64(states[row]["ply"]) - 1
        if move & PLACEMENT and not sees(final, seat, placer):
            move = np.int64(HIDDEN_PLACEMENT)
        n = _write_word(move, out, n)
    n = _write_seen(final, final, seat, out, n)
    n = _write_word(np.int64(final["player"]) | (np.int64(final["out"]) << 8) | (np.int64(final["quiet"]) << 16), out, n)
    return _write_word(np.int64(final["ply"]), out, n)
