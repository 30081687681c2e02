"""The words of a ``go`` line, read the same way for UCI and its dialects."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.search.limits import Limits

_TIMES = (
    "wtime btime winc binc movetime time increment opptime oppincrement rtime rinc ytime yinc gtime ginc".split()
    + [f"{word}{seat}" for word in ("time", "inc") for seat in range(2, 6)]
)  # fmt: skip
#: Words that a number follows -> what it is a number of.
NUMBER_WORDS = dict.fromkeys(_TIMES, "a time") | {
    "movestogo": "a number of moves",
    "oppmovestogo": "a number of moves",
    "depth": "a number of plies",
    "perft": "a number of plies",
    "nodes": "a number of nodes",
    "mate": "a number of moves",
}
#: Names of four-player chess for the clocks of red, yellow and green; blue is seat 1 under either name.
_COLOURS = {0: "r", 2: "y", 3: "g"}
FLAG_WORDS = frozenset({"infinite", "ponder", "draw"})
LIST_WORD = "searchmoves"
#: Larger numbers (milliseconds of 30 years) are cut to this.
_LARGEST = 10**12
_SHOWN = 40  #: characters of a bad word that are repeated
_FAULTS_TOLD = 5  #: of one line


@dataclass
class GoWords:
    """What a ``go`` line says."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    moves: list[str] = field(default_factory=list)
    """What follows ``searchmoves``."""
    faults: list[str] = field(default_factory=list)
    """What was wrong with the words that do not count: unknown ones, and known ones whose number is missing or unreadable."""


def read_go(words: list[str]) -> GoWords:
    """Read the words after ``go``, in any order; a word given twice counts the last time."""
    said = GoWords()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in FLAG_WORDS:
            said.flags.add(word)
        elif word == LIST_WORD:
            said.flags.add(word)
            while at < len(words) and not _is_known(words[at]):
                said.moves.append(words[at])
                at += 1
        elif word in NUMBER_WORDS:
            if at == len(words) or _is_known(words[at]):
                said.faults.append(f"{word} lacks its value, {NUMBER_WORDS[word]}")
                continue
            number = _number(words[at])
            if number is None:
                said.faults.append(bad_number(word, words[at]))
            else:
                said.numbers[word] = number
            at += 1
        else:
            said.faults.append(f"unknown word {_shown(word)}")
    return said


def bad_number(word: str, text: str) -> str:
    """What to say of a value that is none."""
    return f"value {_shown(text)} is not {NUMBER_WORDS[word]}; {word} is ignored"


def _shown(word: str) -> str:
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "...")


def _is_known(word: str) -> bool:
    return word in NUMBER_WORDS or word in FLAG_WORDS or word == LIST_WORD


def _number(text: str) -> int | None:
    try:
        number = int(float(text)) if "." in text else int(text)
    except (ValueError, OverflowError):
        return None
    return max(-_LARGEST, min(_LARGEST, number))


def told_faults(said: GoWords) -> str:
    """The faults of a line as one sentence; empty without any."""
    told = said.faults[:_FAULTS_TOLD]
    if len(said.faults) > _FAULTS_TOLD:
        told.append(f"and {len(said.faults) - _FAULTS_TOLD} more")
    return "; ".join(told)


def uci_limits(said: GoWords, seats: int, search_moves: tuple[int, ...] = ()) -> Limits:
    """The limits of a UCI ``go``: w and b are the seats 0 and 1. Where only the other side's clock is known, it stands in."""
    numbers = said.numbers
    clock: list[float | None] = [None] * seats
    increment = [0.0] * seats
    for seat in range(seats):
        name = ("wtime", "btime")[seat] if seat < 2 else f"time{seat}"
        bonus = ("winc", "binc")[seat] if seat < 2 else f"inc{seat}"
        if seats == 4 and seat in _COLOURS and name not in numbers:
            name, bonus = _COLOURS[seat] + "time", _COLOURS[seat] + "inc"
        if name in numbers:
            clock[seat] = numbers[name] / 1000
        increment[seat] = max(0, numbers.get(bonus, 0)) / 1000
    if seats == 2 and any(value is not None for value in clock):
        clock = [value if value is not None else clock[1 - seat] for seat, value in enumerate(clock)]
    has_clock = any(value is not None for value in clock)
    to_go = numbers.get("movestogo", 0)
    mate = numbers.get("mate", 0)
    limits = Limits(
        depth=max(1, numbers["depth"]) if "depth" in numbers else None,
        nodes=max(1, numbers["nodes"]) if "nodes" in numbers else None,
        mate=mate if mate > 0 else None,
        movetime_s=max(0, numbers["movetime"]) / 1000 if "movetime" in numbers else None,
        clock_s=tuple(clock) if has_clock else (),
        increment_s=tuple(increment) if has_clock else (),
        moves_to_go=to_go if to_go > 0 else None,
        infinite="infinite" in said.flags,
        ponder="ponder" in said.flags,
        search_moves=search_moves,
    )
    return limits


def seated(limits: Limits, order: tuple[int, ...]) -> Limits:
    """``limits`` with the first clocks given to the seats ``order``; the other seats have none."""
    if not limits.clock_s:
        return limits
    clock: list[float | None] = [None] * len(limits.clock_s)
    increment = [0.0] * len(clock)
    for number, seat in enumerate(order):
        clock[seat], increment[seat] = limits.clock_s[number], limits.increment_s[number]
    return replace(limits, clock_s=tuple(clock), increment_s=tuple(increment))


def is_unlimited(limits: Limits) -> bool:
    """Whether nothing but ``stop`` would end a search under ``limits``."""
    return limits.infinite or not (
        limits.depth or limits.nodes or limits.mate or limits.movetime_s is not None or any(c is not None for c in limits.clock_s)
    )
