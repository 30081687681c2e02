"""Move text of both boards: what an engine says (``a6a7``) and what a referee sends (``a6a7=!d1!b12``); rule text, section 9."""

from __future__ import annotations

import re

import numpy as np

from engine.core.contract import CELL_MASK, KIND_MASK, MOVER_SHIFT, ORIGIN_SHIFT
from engine.core.jit import compile_kernel
from engine.errors import IllegalMoveError, MoveSyntaxError, QijiError
from engine.games.luzhanqi.geometry import ARMY, BOARDS, HQ, INDEX, OWN_ROW, TWO
from engine.games.luzhanqi.moves import gen_moves, possible_move
from engine.games.luzhanqi.placement import placement_faults, rank_placement, unrank_placement
from engine.games.luzhanqi.play import make_move
from engine.games.luzhanqi.state import (
    ALL_OPEN,
    BARE,
    BOMB,
    BOTH,
    BOUNCE,
    CODE_SHIFT,
    CODES,
    ENGINEER,
    FLAG,
    FLAG1_SHIFT,
    FLAG2_SHIFT,
    FOUR_DARK,
    HASH_SHIFT,
    HIDDEN_PLACEMENT,
    HIT_ATTACKER,
    HIT_BOUNCE,
    KIND,
    KNOWN,
    LEAVE,
    LETTERS,
    LOSS,
    MAX_MOVES,
    MINE,
    OWNER_SHIFT,
    PLACEMENT,
    POINT_FIELD,
    SCOUT_SHIFT,
    STATE,
    TRUTH,
    UNKNOWN,
    WIN,
)

_MOVE = re.compile(r"([a-q][0-9]{1,2})([a-q][0-9]{1,2})(.*)", re.DOTALL)
_TAIL = re.compile(r"([xo=~])(#?)((?:![a-q][0-9]{1,2}){0,2})(?:\?([a-zA-Z]))?")
_LETTERS_ONLY = re.compile(f"[a-zA-Z]{{{ARMY}}}")
_CODE_BITS = (KIND_MASK >> 2) << CODE_SHIFT


def quoted(text: str) -> str:
    """``text`` for an error message."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- facts of a row -----------------------------------------------------------------------------------------------------


def may_see_placement(state: np.void, owner: int) -> bool:
    """Whether the viewer of a row is ever told the kinds of ``owner``'s army."""
    view, mode = int(state["view"]), int(state["info_mode"])
    if view in (TRUTH, owner):
        return True
    return mode != FOUR_DARK and (mode == ALL_OPEN or (view >= 0 and (view ^ owner) & 1 == 0))


def kinds_possible(state: np.void, point: int, moves: bool) -> set[int]:
    """The kinds that the piece on ``point`` may be by the row alone; ``moves``: it moves."""
    piece = int(state["piece"][point])
    if piece & KIND != UNKNOWN:
        return {piece & KIND}
    board, seat = int(state["board"]), piece >> OWNER_SHIFT & 3
    kinds = set(range(1, FLAG + 1))
    if moves or OWN_ROW[board, seat, point] < 5:
        kinds.discard(MINE)
    if moves or not (HQ[board, point] and OWN_ROW[board, seat, point]):
        kinds.discard(FLAG)
    return kinds


def fight_code(attacker: int, defender: int, mine_hit: int) -> int:
    """The result code of an attack between two known kinds; the plain twin of ``play.fight``."""
    if BOMB in (attacker, defender):
        return BOTH
    if defender == FLAG or (defender == MINE and attacker == ENGINEER):
        return WIN
    if defender == MINE:
        return BOUNCE if mine_hit == HIT_BOUNCE else LOSS if mine_hit == HIT_ATTACKER else BOTH
    return BOTH if attacker == defender else WIN if attacker < defender else LOSS


def told(memory: np.ndarray, ply: int, move: int) -> int:
    """``move`` of the truth in row ``ply`` with everything that the referee announces."""
    scratch = np.zeros(2 * STATE.itemsize, np.uint8)
    scratch[: STATE.itemsize] = memory[ply * STATE.itemsize : (ply + 1) * STATE.itemsize]
    compile_kernel(make_move)
    make_move(scratch, 0, move)
    return int(scratch.view(STATE)[1]["last"])


# --- writing ------------------------------------------------------------------------------------------------------------


def placement_letters(move: int) -> str:
    """The 25 letters of a placement."""
    kinds = np.zeros(ARMY, np.int64)
    unrank_placement(np.int64(move & ~PLACEMENT), kinds)
    return "".join(LETTERS[kind] for kind in kinds)


def _kind_letter(state: np.void, kind: int, owner: int) -> str:
    """The letter of a kind behind ``?``: red's in upper case on the board of two, all in lower case on that of four."""
    return LETTERS[kind].upper() if int(state["board"]) == TWO and owner == 0 else LETTERS[kind]


def move_text(state: np.void, move: int) -> str:
    """``move`` of a row as a token, with announcements where it carries them."""
    if move & PLACEMENT:
        return "@" + placement_letters(move)
    if move & HIDDEN_PLACEMENT:
        return "@-"
    if move == LEAVE:
        return "0000"
    names = BOARDS[int(state["board"])].names
    origin, to = move >> ORIGIN_SHIFT & CELL_MASK, move & CELL_MASK
    text = names[origin] + names[to]
    code = move >> CODE_SHIFT & 7
    if not code:
        return text
    text += CODES[code]
    if move >> HASH_SHIFT & 1:
        text += "#"
    for shift in (FLAG1_SHIFT, FLAG2_SHIFT):
        point = (move >> shift & POINT_FIELD) - 1
        if point >= 0:
            text += "!" + names[point]
    scouted = move >> SCOUT_SHIFT & KIND
    if scouted:
        owner = int(state["piece"][to if code == LOSS else origin]) >> OWNER_SHIFT & 3
        text += "?" + _kind_letter(state, scouted, owner)
    return text


def seat_move(state: np.void, move: int, seat: int, placed: bool) -> int:
    """What ``seat`` (or a spectator, -1) is told of ``move``, which was played in row ``state`` of the truth, with announcements.

    Placements are cut down to what the seat may see; open modes show more once all seats have ``placed``.
    """
    if not move & PLACEMENT:
        return move
    mode, owner = int(state["info_mode"]) if placed else FOUR_DARK, int(state["player"])
    open_to = mode == ALL_OPEN or (mode != FOUR_DARK and seat >= 0 and (seat ^ owner) & 1 == 0)
    return move if seat == owner or open_to else HIDDEN_PLACEMENT


# --- reading ------------------------------------------------------------------------------------------------------------


def _read_placement(state: np.void, text: str) -> int:
    seat, view = int(state["player"]), int(state["view"])
    if not text.startswith("@"):
        raise MoveSyntaxError(f"{quoted(text)} is no placement: '@' and {ARMY} letters from a to l are expected")
    if text == "@-":
        if view in (TRUTH, seat):
            raise IllegalMoveError("'@-' hides a placement that this position must hold")
        return HIDDEN_PLACEMENT
    if not _LETTERS_ONLY.fullmatch(text[1:]):
        raise MoveSyntaxError(f"{quoted(text)} is no placement: '@' and {ARMY} letters from a to l are expected")
    if not may_see_placement(state, seat):
        raise IllegalMoveError(f"{quoted(text)} shows an army that this view may not see; '@-' is expected")
    kinds = [LETTERS.find(letter) for letter in text[1:].lower()]
    if any(not 1 <= kind <= FLAG for kind in kinds):
        raise MoveSyntaxError(f"{quoted(text)} is no placement: letters from a to l are expected")
    faults = placement_faults(kinds)
    if faults:
        raise IllegalMoveError(f"{quoted(text)} is no legal placement: {'; '.join(faults)}")
    return rank_placement(kinds)


def _read_tail(state: np.void, origin: int, to: int, tail: str, text: str) -> int:
    """Code and announcements as bits; 0 where none are given. What stands behind those that are known is ignored."""
    match = _TAIL.match(tail)
    if not match:
        if tail:
            raise MoveSyntaxError(f"{quoted(text)}: {quoted(tail)} is no result code (x o = ~)")
        return 0
    if state["piece"][to] == 0:
        raise IllegalMoveError(f"{quoted(text)}: a move to an empty point has no result code")
    code = CODES.index(match[1])
    bits = code << CODE_SHIFT | bool(match[2]) << HASH_SHIFT
    index = INDEX[int(state["board"])]
    for shift, name in zip((FLAG1_SHIFT, FLAG2_SHIFT), match[3].split("!")[1:], strict=False):
        if name not in index:
            raise MoveSyntaxError(f"{quoted(text)}: {name} is no point")
        bits |= index[name] + 1 << shift
    if match[4]:
        kind = LETTERS.find(match[4].lower())
        survivor = to if code == LOSS else origin
        owner = int(state["piece"][survivor]) >> OWNER_SHIFT & 3
        if not 1 <= kind <= FLAG or match[4] != _kind_letter(state, kind, owner):
            raise IllegalMoveError(f"{quoted(text)}: ?{match[4]} names no kind of the surviving side")
        bits |= kind << SCOUT_SHIFT
    return bits


def _check_truth(memory: np.ndarray, ply: int, move: int, bits: int, text: str) -> int:
    """``move`` as it is played in the truth: with its announcements where some were given, and then they must be right."""
    if not bits:
        return move
    right = told(memory, ply, move)
    fields = ((CODE_SHIFT, 7), (HASH_SHIFT, 1), (FLAG1_SHIFT, POINT_FIELD), (FLAG2_SHIFT, POINT_FIELD), (SCOUT_SHIFT, KIND))
    for shift, mask in fields:
        given = bits >> shift & mask
        if given and given != right >> shift & mask:
            state = memory.view(STATE)[ply]
            raise IllegalMoveError(f"{quoted(text)}: the referee would say {move_text(state, right)}")
    return right


def _check_view(state: np.void, origin: int, to: int, bits: int, text: str) -> None:
    """That a fight could end as a token says, by what the view shows.

    Raises
    ------
    IllegalMoveError
    """
    code, taken = bits >> CODE_SHIFT & 7, bits >> HASH_SHIFT & 1
    if not code:
        return
    attackers, defenders = kinds_possible(state, origin, True), kinds_possible(state, to, False)
    scouted = bits >> SCOUT_SHIFT & KIND
    if scouted:
        if not state["scout"]:
            raise IllegalMoveError(f"{quoted(text)}: kinds are told only with EngineerScout")
        if code == WIN:
            attackers, defenders = attackers & {scouted}, defenders & {ENGINEER}
        else:
            attackers, defenders = attackers & {ENGINEER}, defenders & {scouted}
    shown = [(bits >> shift & POINT_FIELD) - 1 for shift in (FLAG1_SHIFT, FLAG2_SHIFT) if bits >> shift & POINT_FIELD]
    sides = [int(state["piece"][point]) >> OWNER_SHIFT & 3 for point in (origin, to)]
    dead = {LOSS: sides[:1], WIN: sides[1:], BOTH: sides}.get(code, [])
    board, last = int(state["board"]), -1
    for point in shown:
        piece = int(state["piece"][point])
        owner = piece >> OWNER_SHIFT & 3
        place = next((n for n in range(last + 1, len(dead)) if piece and dead[n] == owner), None)
        if place is None or piece & KIND not in (UNKNOWN, FLAG) or not (HQ[board, point] and OWN_ROW[board, owner, point]):
            raise IllegalMoveError(
                f"{quoted(text)}: {BOARDS[board].names[point]} cannot be the flag of a side that lost its marshal"
            )
        last = place
        if dead[place] == sides[0] and place == 0 and code != WIN:
            attackers = attackers & {1}
        else:
            defenders = defenders & {1}
    mine_hit = int(state["mine_hit"])
    if not any(
        fight_code(a, d, mine_hit) == code and (d == FLAG) == bool(taken)
        for a in attackers
        for d in defenders
        if a not in (MINE, FLAG)
    ):
        raise IllegalMoveError(f"{quoted(text)}: this fight cannot end so")


def read_move(memory: np.ndarray, ply: int, text: str, legal: np.ndarray) -> int:
    """The move that ``text`` means in row ``ply``; ``legal`` holds its legal moves. Only four seats know ``0000``.

    Raises
    ------
    MoveSyntaxError, IllegalMoveError
    """
    state = memory.view(STATE)[ply]
    seat, view = int(state["player"]), int(state["view"])
    if int(state["board"]) != TWO and text == "0000":
        return LEAVE
    if int(state["ply"]) < int(state["seats"]):
        return _read_placement(state, text)
    match = _MOVE.fullmatch(text)
    index = INDEX[int(state["board"])]
    if not match or match[1] not in index or match[2] not in index:
        raise MoveSyntaxError(f"{quoted(text)} is no move: two points are expected, a6a7, and what the referee says behind them")
    origin, to = index[match[1]], index[match[2]]
    bits = _read_tail(state, origin, to, match[3], text)
    if view in (TRUTH, seat):
        move = next((int(m) for m in legal if int(m) >> ORIGIN_SHIFT & CELL_MASK == origin and int(m) & CELL_MASK == to), 0)
    else:
        compile_kernel(possible_move)
        move = int(possible_move(memory, ply, origin << ORIGIN_SHIFT | to))
    if not move or move >> MOVER_SHIFT & KIND_MASK != 1:
        raise IllegalMoveError(f"{quoted(text)} is no legal move for seat {seat}")
    if view == TRUTH:
        return _check_truth(memory, ply, move, bits, text)
    _check_view(state, origin, to, bits, text)
    return move & BARE | bits


def incomplete(state: np.void, move: int) -> str | None:
    """What a move of a view lacks to be played: the result of its fight; None if nothing."""
    if int(state["view"]) == TRUTH or move & (PLACEMENT | HIDDEN_PLACEMENT) or move == LEAVE:
        return None
    if int(state["piece"][move & CELL_MASK]) and not move >> CODE_SHIFT & 7:
        return "a move onto an enemy needs its result code (x o = ~)"
    return None


def play_tokens(memory: np.ndarray, texts: list[str]) -> int:
    """Play ``texts`` from row 0 and return the seat to act afterwards, -1 where one of them is bad. ``memory`` has room."""
    moves = np.zeros(MAX_MOVES, np.int64)
    for kernel in (gen_moves, make_move):
        compile_kernel(kernel)
    for ply, text in enumerate(texts):
        legal = moves[: gen_moves(memory, ply, moves)]
        try:
            move = read_move(memory, ply, text, legal)
        except QijiError:
            return -1
        if incomplete(memory.view(STATE)[ply], move):
            return -1
        make_move(memory, ply, move)
    return int(memory.view(STATE)[len(texts)]["player"])


def known_text(state: np.void) -> str:
    """The field ``known`` of a position string."""
    names = BOARDS[int(state["board"])].names
    return ",".join(name for point, name in enumerate(names) if int(state["piece"][point]) & KNOWN) or "-"
