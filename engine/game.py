"""Games and positions for Python programs: rules without a search.

>>> import engine
>>> game = engine.load("chess")
>>> position = game.position("startpos", ["e2e4", "e7e5"])
>>> position.text()
'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
>>> len(position.legal_moves())
29
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core import contract
from engine.core.jit import compile_kernel
from engine.core.options import parse_options
from engine.core.spec import CatalogueEntry, GameSpec
from engine.errors import IllegalMoveError, MoveSyntaxError, OptionError, PositionError, QijiError
from engine.games import find_entry, load_spec
from engine.hints import option_named

_FIRST_ROWS = 128
_LONGEST_MOVE_TEXT = 200
_MOST_OUTCOMES = 64


@dataclass(frozen=True)
class Result:
    """How a game stands. ``str()`` is what ``qiji result`` prints."""

    over: bool
    winners: tuple[str, ...] = ()
    """Names of the winning seats; empty while the game goes on and for a draw."""
    reason: str = ""
    winning_seats: tuple[int, ...] = ()
    """Their player numbers; names may follow from the game (a colour that the first flip gives)."""

    def __str__(self) -> str:
        if not self.over:
            return "ongoing"
        if not self.winners:
            return f"draw {self.reason}"
        return f"win {','.join(self.winners)} {self.reason}"


class Game:
    """One game under one set of rule options."""

    def __init__(self, spec: GameSpec, options: dict[str, str] | None = None) -> None:
        self.spec = spec
        self._given = {option_named(spec.entry.options, name).name: str(text) for name, text in (options or {}).items()}
        self.options: dict[str, Any] = parse_options(spec.entry.options, options)
        """Every rule option and its value."""
        complete = getattr(spec.notation, "complete_options", None)
        if complete:
            complete(self.options, set(self._given))

    @property
    def entry(self) -> CatalogueEntry:
        """The catalogue entry."""
        return self.spec.entry

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat under these options; -1 for a seat that does not play."""
        seating = self.spec.seating
        return self.entry.teams if seating is None else seating(self.options)

    def kernel(self, name: str) -> Any:
        """The compiled kernel ``name`` of the contract; compiles it on first use."""
        function = self.spec.kernels.get(name) or contract.DEFAULTS[name]
        compile_kernel(function)
        return function

    def position(self, text: str = "startpos", moves: Iterable[str] = ()) -> Position:
        """The position that ``text`` describes, after ``moves`` in any accepted notation.

        Raises
        ------
        PositionError
            For a bad position string.
        MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
            For a bad move; the message says which one.
        """
        words = list(moves)
        position = Position(self, self.start_for(text, words))
        for number, move in enumerate(words, start=1):
            try:
                position.push_word(move)
            except QijiError as error:
                raise type(error)(f"move {number}: {error}") from None
        return position

    def start_for(self, text: str, moves: Sequence[str]) -> str:
        """The position string that ``text`` stands for before ``moves``.

        Where seats place hidden armies, ``startpos`` is one seat's view if the moves hide a placement.
        """
        hook = getattr(self.spec.notation, "viewed_start", None)
        viewed = hook(list(moves), self.options) if hook and text.strip().lower() == "startpos" else None
        return viewed or text

    def with_options(self, changes: dict[str, str]) -> Game:
        """The same game under other options; ``changes`` maps names to text.

        Raises
        ------
        OptionError
        """
        merged = dict(self._given)
        for name, text in changes.items():
            merged[option_named(self.entry.options, name).name] = str(text)
        return Game(self.spec, merged)


class Position:
    """A game in progress: the position that it started from and every move since.

    The stack of state records is :attr:`memory`; row :attr:`ply` is the present position.
    """

    def __init__(self, game: Game, text: str = "startpos") -> None:
        self.game = game
        self.moves: list[int] = []
        """The moves played, as packed integers."""
        self.memory = np.zeros(_FIRST_ROWS * game.spec.state.itemsize, dtype=np.uint8)
        """The position stack, ``uint8``; see ``core.contract``."""
        self._legal: np.ndarray | None = None
        self._ongoing = 0
        self._texts: dict[str | None, list[str]] = {}
        words = text.strip()
        if not words:
            raise PositionError("bad position: empty; 'startpos' is the start position")
        if words.lower() == "startpos":
            start = getattr(game.spec.notation, "start_position", None)
            words = start(game.options) if start else game.entry.start
        if "\n" in words or "\r" in words:
            raise PositionError(f"bad position: more than one line in {words!r}")
        own_options = getattr(game.spec.notation, "own_options", None)
        if own_options and (changes := own_options(words, game.options)):
            self.game = game = game.with_options(changes)  # a position may bring its own number of seats
        self.start_text = words
        """The position string that the game started from, as it was given."""
        self.notes = game.spec.notation.read_position(words, game.options, self.memory)
        """What reading the position string dropped or repaired, a sentence each."""

    # --- state ---

    @property
    def ply(self) -> int:
        """Plies played since the start position."""
        return len(self.moves)

    @property
    def state(self) -> np.void:
        """The present state record (a view)."""
        return self.memory.view(self.game.spec.state)[self.ply]

    @property
    def player(self) -> int:
        """The seat that acts now."""
        return int(self.state["player"])

    @property
    def seat(self) -> str:
        """The name of the seat that acts now."""
        return self.seat_name(self.player)

    def seat_name(self, seat: int) -> str:
        """The name of a seat: the catalogue's, or what the game so far has made of it (the colour of a first flip)."""
        hook = getattr(self.game.spec.notation, "seat_name", None)
        return hook(self.memory, self.ply, seat) if hook else self.game.entry.seats[seat]

    @property
    def chance_due(self) -> bool:
        """Whether nobody acts: a die, or the piece of a flip, is due; see :meth:`outcomes`."""
        return bool(int(self.state["flags"]) & contract.FLAG_CHANCE)

    @property
    def key(self) -> int:
        """The hash key of the present position."""
        return int(self.state["key"])

    def text(self) -> str:
        """The canonical position string."""
        return self.game.spec.notation.write_position(self.memory, self.ply, self.game.options)

    @property
    def in_check(self) -> bool:
        """Whether the player to act must answer an attack on its king (never in games without one)."""
        return bool(int(self.state["flags"]) & contract.FLAG_IN_CHECK)

    def result(self) -> Result:
        """The result by the game's rules, as the referee sees it: the first ply at which one applied, whatever was played on.

        Where the rules of the game say so (``judges_last`` in its notation) it is that of the last ply.
        """
        kernel, code = self.game.kernel("result"), 0
        first = self.ply if getattr(self.game.spec.notation, "judges_last", False) else self._ongoing
        for ply in range(first, self.ply + 1):
            code = int(kernel(self.memory, ply))
            if code:
                break
            self._ongoing = ply + 1
        if not code:
            return Result(False)
        winners = int(contract.winners_of(code))
        seats = tuple(seat for seat in range(len(self.game.entry.seats)) if winners >> seat & 1)
        return Result(True, tuple(map(self.seat_name, seats)), self.game.spec.reasons[code & 0xFF], seats)

    def payoff(self) -> list[int]:
        """The points of each seat at the end of a game whose rules rank the seats, in the units of its ``payoff``."""
        out = np.zeros(8, dtype=np.int64)
        self.game.kernel("payoff")(self.memory, self.ply, out)
        return [int(points) for points in out[: len(self.game.entry.seats)]]

    def result_string(self) -> str | None:
        """How protocols write the result of a game of several seats (``1-0``, ``2,0,3,1``); None without one."""
        hook, result = getattr(self.game.spec.notation, "result_string", None), self.result()
        return hook(self.memory, self.ply, result.winning_seats, self.game.options) if hook and result.over else None

    # --- moves ---

    def legal_moves(self) -> np.ndarray:
        """All legal moves, ``int64``, in the generator's fixed order."""
        if self._legal is None:
            self._legal = self._generate(self.ply)
        return self._legal

    def _generate(self, ply: int) -> np.ndarray:
        moves = np.zeros(self.game.spec.max_moves, dtype=np.int64)
        return moves[: self.game.kernel("gen_moves")(self.memory, ply, moves)]

    def outcomes(self, move: int = 0) -> list[tuple[int, int]]:
        """What chance may do, as moves with their integer weights; empty where nothing is due.

        Where a die is due those are its faces. With ``move``, a legal move whose outcome is not known yet (a flip): the completed
        moves, one for each outcome, which :meth:`push` takes too.
        """
        if "chance_outcomes" not in self.game.spec.kernels or (move and not self._reveals):
            return []
        ply = self.ply
        if move:
            self._grow(ply + 2)
            self.game.kernel("make_move")(self.memory, ply, move)
            ply += 1
        if not int(self.memory.view(self.game.spec.state)[ply]["flags"]) & contract.FLAG_CHANCE:
            return []
        moves, weights = np.zeros(_MOST_OUTCOMES, np.int64), np.zeros(_MOST_OUTCOMES, np.int32)
        count = self.game.kernel("chance_outcomes")(self.memory, ply, moves, weights)
        return list(zip(moves[:count].tolist(), weights[:count].tolist(), strict=True))

    def _is_outcome(self, move: int) -> bool:
        """Whether ``move`` is what chance may do now, or a legal move completed by what it reveals."""
        if self.chance_due:
            return any(move == outcome for outcome, _ in self.outcomes())
        if not self._reveals:
            return False
        bases = (base for base in self.legal_moves().tolist() if base & move == base)
        return any(move == outcome for base in bases for outcome, _ in self.outcomes(base))

    @property
    def _reveals(self) -> bool:
        """Whether a move and what it reveals are one ply and one word of a game."""
        return bool(getattr(self.game.spec.notation, "REVEALS", False))

    def parse(self, text: str) -> int:
        """The legal move that ``text`` means in any accepted notation.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
        """
        if len(text) > _LONGEST_MOVE_TEXT:
            raise MoveSyntaxError(f"{text[:20]!r}...: {len(text)} characters are no move")
        notation = self.game.spec.notation
        return notation.parse_move(self.memory, self.ply, text.strip(), self.legal_moves(), self.game.options)

    def format(self, move: int, notation: str | None = None) -> str:
        """``move`` in ``notation`` (default: the wire notation).

        Raises
        ------
        OptionError
            For an unknown notation.
        """
        return self._format(self.ply, int(move), self.legal_moves(), notation)

    def _format(self, ply: int, move: int, legal: np.ndarray, notation: str | None) -> str:
        names = self.game.entry.notations
        name = (notation or names[0]).lower()
        if name == "wire":
            name = names[0]
        if name not in names:
            raise OptionError(f"{self.game.entry.id} has no notation {notation!r}; known: {', '.join(names)}")
        return self.game.spec.notation.format_move(self.memory, ply, move, legal, name, self.game.options)

    def push(self, move: str | int) -> int:
        """Play ``move`` (text, or packed a legal move or one of :meth:`outcomes`) and return it packed.

        A packed flip without its piece leaves the position at the chance behind it; the outcome that is pushed there takes its
        place.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
        """
        if isinstance(move, str):
            packed = self.parse(move)
            lack = getattr(self.game.spec.notation, "incomplete", None)
            if lack and (words := lack(self.memory, self.ply, packed)):
                raise IllegalMoveError(f"{move!r}: {words}")
        else:
            packed = int(move)
            if not (self.is_legal(packed) or self._is_outcome(packed) or self._is_judged(packed)):
                raise IllegalMoveError(f"{packed:#x} is no legal move in {self.text()}")
        if self._reveals and self.chance_due:
            self.pop()
        self._grow(self.ply + 2)
        self.game.kernel("make_move")(self.memory, self.ply, packed)
        if isinstance(move, str) and self._reveals:
            after = self.memory.view(self.game.spec.state)[self.ply + 1]
            if int(after["flags"]) & contract.FLAG_CHANCE:
                raise IllegalMoveError(f"{move!r} does not say which piece it reveals")
        self.moves.append(packed)
        self._legal = None
        return packed

    def _is_judged(self, move: int) -> bool:
        """Whether ``move`` is a legal one with what the referee says of its outcome, as :meth:`parse` reads it (hidden kinds)."""
        if not hasattr(self.game.spec.notation, "incomplete") or not self.is_legal(move & 0xFFFFFFFF):
            return False
        try:
            return self.parse(self.format(move)) == move
        except (QijiError, LookupError):  # bits that no token has cannot be written
            return False

    def is_legal(self, move: int) -> bool:
        """Whether the packed ``move`` is legal, be it one of :meth:`legal_moves` or left out there as one of too many."""
        if move in self.legal_moves():
            return True
        return self.unlisted is not None and bool(self.game.kernel("is_legal")(self.memory, self.ply, move))

    @property
    def unlisted(self) -> str | None:
        """Why :meth:`legal_moves` holds only a choice of the legal moves; None where it holds all."""
        hook = getattr(self.game.spec.notation, "unlisted", None)
        return hook(self.memory, self.ply) if hook else None

    @property
    def uncounted(self) -> str | None:
        """Why perft has nothing to count here: too many placements, or kinds that a view does not know; None where it has."""
        hook = getattr(self.game.spec.notation, "uncounted", None)
        return hook(self.memory, self.ply) if hook else None

    def push_word(self, text: str) -> list[int]:
        """Play a word of a list of moves: one move, or the joined steps of a turn where the notation of the game has such words.

        Raises
        ------
        MoveSyntaxError, IllegalMoveError, AmbiguousMoveError
            Nothing is played then.
        """
        notation = self.game.spec.notation
        split = getattr(notation, "split_turn", None)
        steps = split(text) if split and len(text) <= _LONGEST_MOVE_TEXT else [text]
        for number, step in enumerate(steps):
            try:
                if number and not notation.turn_goes_on(self.memory, self.ply):  # type: ignore[attr-defined]
                    raise IllegalMoveError(f"{text!r} goes on with {step} after the end of a turn in {self.text()}")
                self.push(step)
            except QijiError:
                for _ in range(number):
                    self.pop()
                raise
        return self.moves[len(self.moves) - len(steps) :]

    def pop(self) -> int:
        """Take the last move back and return it.

        Raises
        ------
        IndexError
            If no move has been played.
        """
        move = self.moves.pop()
        self._legal = None
        self._ongoing = min(self._ongoing, self.ply + 1)
        for texts in self._texts.values():
            del texts[self.ply :]
        return move

    def history(self, notation: str | None = None) -> list[str]:
        """The moves played, in ``notation`` (default: the wire notation); cheap to ask again after each move.

        Raises
        ------
        OptionError
            For an unknown notation.
        """
        texts = self._texts.setdefault(notation, [])
        for ply in range(len(texts), self.ply):
            texts.append(self._format(ply, self.moves[ply], self._generate(ply), notation))
        return list(texts)

    def copy(self) -> Position:
        """An independent copy with the whole history."""
        twin = object.__new__(Position)
        twin.game, twin.moves, twin.notes, twin.start_text = self.game, list(self.moves), list(self.notes), self.start_text
        twin.memory, twin._legal, twin._ongoing, twin._texts = self.memory.copy(), self._legal, self._ongoing, {}
        return twin

    def perft(self, depth: int, mode: Sequence[str] = ()) -> int:
        """The number of move sequences of ``depth`` plies by the rules of move generation alone.

        ``mode``: words of a game that counts in more than one way (``weighted``; ``deal`` and the deal).

        Raises
        ------
        QijiError
            For words that the game does not know.
        """
        self._grow(self.ply + 2 * max(depth, 0) + 2)
        if mode:
            hook = getattr(self.game.spec.notation, "perft_mode", None)
            if hook is None:
                raise QijiError(f"perft: {self.game.entry.id} is counted in one way only, not {' '.join(mode)!r}")
            return int(hook(self.memory, self.ply, depth, mode))
        if depth <= 0:
            return 1
        return int(self.game.kernel("perft")(self.memory, self.ply, depth))

    def claimable(self) -> str | None:
        """Why the player to act may claim a draw now, a reason of :class:`Result`; None if it may not or nobody ever claims."""
        hook = getattr(self.game.spec.notation, "claimable", None)
        return hook(self.memory, self.ply, self.game.options) if hook else None

    def must_change(self) -> str | None:
        """The seat that loses if the present repetition goes on, where the rules of the game know such a verdict."""
        hook = getattr(self.game.spec.notation, "must_change", None)
        seat = hook(self.memory, self.ply, self.game.options) if hook else None
        return None if seat is None else self.game.entry.seats[seat]

    def stack_copy(self, rows_above: int) -> np.ndarray:
        """A copy of the stack with room for ``rows_above`` rows behind the present one, for a search."""
        size = self.game.spec.state.itemsize
        stack = np.zeros((self.ply + 1 + rows_above) * size, dtype=np.uint8)
        used = (self.ply + 1) * size
        stack[:used] = self.memory[:used]
        return stack

    def _grow(self, rows: int) -> None:
        need = rows * self.game.spec.state.itemsize
        if need > self.memory.size:
            bigger = np.zeros(max(need, 2 * self.memory.size), dtype=np.uint8)
            bigger[: self.memory.size] = self.memory
            self.memory = bigger


def load(game_id: str, options: dict[str, str] | None = None) -> Game:
    """The game ``game_id`` under ``options`` (name -> text); imports it, compiles nothing yet.

    Raises
    ------
    UnknownGameError, OptionError
    """
    return Game(load_spec(find_entry(game_id).id), options)
