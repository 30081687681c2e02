"""Samples for the trainer: records of self-play replayed, filtered and turned into active network inputs.

A position of a game becomes a sample where its value is settled: after the random opening plies, not in check, the move played
quiet, ``abs(score)`` below ``SCORE_LIMIT``. Games, not positions, are split into training and
validation samples, since the positions of one game share its result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numba import types

from engine.core import contract
from engine.core.contract import FLAG_IN_CHECK, move_is_noisy
from engine.core.jit import compile_kernel, inline_leaf, kernel
from engine.core.keys import mix
from engine.core.spec import GameSpec
from engine.game import Game
from engine.learn.record import MAGIC, NO_SCORE, GameReader, GameRecord

SCALE = 400  #: score units of 1 in a network's output
SCORE_LIMIT = 2000
FARTHEST = 3000.0  #: the largest score that looks ahead
CHUNK = 1 << 16  #: positions whose arrays are filled at a time

_I64 = types.int64
_U16, _I16, _U8 = (types.Array(kind, 1, "C") for kind in (types.uint16, types.int16, types.uint8))
_WORDS, _BYTES, _NUMBERS = (types.Array(kind, 1, "C") for kind in (_I64, types.uint8, types.int32))


class HasGames(Protocol):
    """Anything whose rows belong to games."""

    @property
    def games(self) -> np.ndarray:
        """int32[n]: number of the game of each row."""


@dataclass(frozen=True)
class Samples:
    """``n`` positions, each seen by the player to act ("own") and by the other side."""

    inputs: np.ndarray
    """uint16: active inputs, own view and other view of position 0, of position 1, ..."""
    offsets: np.ndarray
    """int64[2 n + 1]: where each view's inputs begin in ``inputs``."""
    scores: np.ndarray
    """int16[n], score units, view of the player to act: that of the search, or what :class:`Trace` makes of the game's scores."""
    statics: np.ndarray
    """int16[n], the hand-made evaluation of the position, view of the player to act."""
    results: np.ndarray
    """uint8[n]: 0 loss, 1 draw, 2 win of the player to act."""
    games: np.ndarray
    """int32[n]: number of the game, from 0."""

    @property
    def count(self) -> int:
        return self.scores.size

    def take(self, chosen: np.ndarray) -> Samples:
        """The samples of the ascending indices ``chosen``."""
        inputs, offsets = _gather(self.inputs, self.offsets, chosen.astype(np.int64))
        return Samples(inputs, offsets, self.scores[chosen], self.statics[chosen], self.results[chosen], self.games[chosen])


@dataclass(frozen=True)
class Trace:
    """Scores that look ahead: the lambda-return of temporal difference learning (Sutton 1988), in score units.

    With the expectation ``p`` of each search, ``v`` of a ply is ``(1 - share) * p + share * v`` of the next ply, the result after
    the last: a mean of this search and the later ones. It knows more than one search and scatters less than one result.
    """

    share: float
    """Lambda: 0 leaves every score as it is; 0.8 looks about five plies ahead."""
    slope: float
    """Of the curve from score / 400 to expectation, as in the trainer."""


def _gather(inputs: np.ndarray, offsets: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    views = (2 * chosen[:, None] + np.arange(2)).ravel()
    sizes = offsets[views + 1] - offsets[views]
    starts = np.zeros(views.size + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    picked = np.empty(starts[-1], np.uint16)
    compile_kernel(_copy_views)
    _copy_views(inputs, offsets, views, starts, picked)
    return picked, starts


@kernel(types.FunctionType(types.void(_U16, _WORDS, _WORDS, _WORDS, _U16)))
def _copy_views(inputs, offsets, views, starts, picked):
    """Copy the inputs of ``views`` to ``picked``, each to its place in ``starts``."""
    for i in range(views.size):
        begin, to = offsets[views[i]], starts[i]
        for k in range(starts[i + 1] - to):
            picked[to + k] = inputs[begin + k]


def join(parts: list[Samples]) -> Samples:
    """All samples of ``parts`` in their order."""
    if not parts:
        none = np.zeros(0, np.int16)
        return Samples(none.astype(np.uint16), np.zeros(1, np.int64), none, none, none.astype(np.uint8), none.astype(np.int32))
    bases = np.cumsum([0] + [part.inputs.size for part in parts])
    offsets = [part.offsets[:-1] + base for part, base in zip(parts, bases, strict=False)] + [bases[-1:]]
    names = "inputs", "scores", "statics", "results", "games"
    fields = [np.concatenate([getattr(part, name) for part in parts]) for name in names]
    return Samples(fields[0], np.concatenate(offsets), *fields[1:])


# --- replay -------------------------------------------------------------------------------------------------------------


@inline_leaf
def write_views(memory, ply, own, other, features, found, inputs, offsets, at):
    """Append both views of row ``ply`` as sample ``at``; seats ``own`` and ``other``, ``found``: int64 scratch."""
    place = offsets[2 * at]
    for number in range(2):
        n = features(memory, ply, own if number == 0 else other, found)
        for k in range(n):
            inputs[place + k] = np.uint16(found[k])
        place += n
        offsets[2 * at + number + 1] = place


@inline_leaf
def is_settled(opened, score, flags, shape):
    """Whether a position gives a sample: the opening over, its ``score`` usable, no check, the move (as described) quiet."""
    usable = opened & (score != NO_SCORE) & (abs(score) < SCORE_LIMIT) & (flags & FLAG_IN_CHECK == 0)
    return usable and not move_is_noisy(shape)


@inline_leaf
def look_ahead(scores, seen, result, share, slope, out_scores):
    """Replace ``out_scores`` of a game's samples by what :class:`Trace` says.

    seen : int64[plies], ``2 * (sample + 1) + team to act`` of each ply, sample -1 where it is none. slope : of a score unit.
    """
    ahead = result / 2.0  # for team 0
    for ply in range(seen.size - 1, -1, -1):
        if scores[ply] == NO_SCORE:
            continue
        sign = 1.0 - 2.0 * (seen[ply] & 1)
        ahead = (1.0 - share) / (1.0 + math.exp(-sign * slope * scores[ply])) + share * ahead
        if seen[ply] > 1:
            near = min(max(ahead, 1e-6), 1.0 - 1e-6)
            value = np.rint(sign * math.log(near / (1.0 - near)) / slope)
            out_scores[(seen[ply] >> 1) - 1] = np.int16(min(max(value, -FARTHEST), FARTHEST))


#: ``(memory, moves, choices, scores, result, skip, share, slope, teams, rivals, gen_moves, make_move, describe, evaluate,
#: features, weights, scratch, inputs, offsets, out_scores, out_statics, out_results, at) -> at``.
REPLAY = types.FunctionType(
    _I64(
        _BYTES, _WORDS, _U16, _I16, _I64, _I64, types.float64, types.float64, _WORDS, _WORDS, contract.GEN_MOVES,
        contract.MAKE_MOVE, contract.DESCRIBE, contract.EVALUATE, contract.FEATURES, _NUMBERS, _WORDS, _U16, _WORDS, _I16, _I16,
        _U8, _I64,
    )
)  # fmt: skip


@kernel(REPLAY)
def replay(
    memory, moves, choices, scores, result, skip, share, slope, teams, rivals, gen_moves, make_move, describe, evaluate, features,
    weights, scratch, inputs, offsets, out_scores, out_statics, out_results, at,
):  # fmt: skip
    """Play a game on from row 0 of ``memory`` and append its settled positions from sample ``at`` on; the number after the last.

    choices, scores : uint16[plies], int16[plies] as in ``record.GameRecord``. result : 0..2 for team 0.
    skip : plies at the start that give no sample. share, slope : see :func:`look_ahead`.
    moves : int64 scratch of twice ``max_moves``.
    """
    stride = memory.size // (choices.size + 2)
    half = moves.size // 2
    seen = np.empty(choices.size, np.int64)
    for ply in range(choices.size):
        count = gen_moves(memory, ply, moves[:half])
        if choices[ply] >= count:
            return np.int64(-1 - ply)
        move = moves[np.int64(choices[ply])]
        player = np.int64(np.int8(memory[ply * stride + contract.PLAYER_OFFSET]))
        flags = np.int64(memory[ply * stride + contract.FLAGS_OFFSET])
        score = np.int64(scores[ply])
        seen[ply] = teams[player]
        if is_settled(ply >= skip, score, flags, describe(memory, ply, move)):
            write_views(memory, ply, player, rivals[player], features, moves[half:], inputs, offsets, at)
            out_scores[at] = score
            out_statics[at] = min(max(evaluate(memory, ply, weights, scratch), -SCORE_LIMIT), SCORE_LIMIT)
            out_results[at] = result if teams[player] == 0 else 2 - result
            at += 1
            seen[ply] += 2 * at
        make_move(memory, ply, move)
    if share > 0.0:
        look_ahead(scores, seen, result, share, slope, out_scores)
    return at


class Replayer:
    """Turns games into samples, chunk by chunk. ``parts`` collects what is complete."""

    def __init__(self, game: Game, views: bool = True, trace: Trace | None = None) -> None:
        """``views`` false: only for its stacks, in games that may have no network inputs. ``trace`` : what becomes of scores.

        Raises
        ------
        ValueError
            If the game has none.
        """
        spec: GameSpec = game.spec
        self.game, self.spec, self.trace = game, spec, trace or Trace(0.0, 1.0)
        if views:
            if "features" not in spec.kernels:
                raise ValueError(f"{spec.id} has no network inputs")
            self.kernels = [game.kernel(name) for name in ("gen_moves", "make_move", "describe", "evaluate", "features")]
            self.weights = np.zeros(1, np.int32) if spec.weights is None else np.ascontiguousarray(spec.weights, np.int32)
            self.scratch = np.zeros(max(spec.scratch_words, 1), np.int64)
            compile_kernel(replay)
        self.teams, self.rivals = seats_of(spec)
        self.moves = np.zeros(2 * max(spec.max_moves, spec.cells), np.int64)
        self.starts: dict[str, np.ndarray] = {}
        self.parts: list[Samples] = []
        self._fresh()

    @property
    def count(self) -> int:
        """Samples so far."""
        return self.at + sum(part.count for part in self.parts)

    def _fresh(self) -> None:
        self.inputs = np.empty(2 * CHUNK * 40, np.uint16)
        self.offsets = np.zeros(2 * CHUNK + 1, np.int64)
        self.scores, self.statics = np.empty(CHUNK, np.int16), np.empty(CHUNK, np.int16)
        self.results = np.empty(CHUNK, np.uint8)
        self.games = np.empty(CHUNK, np.int32)
        self.at = 0

    def stack(self, record: GameRecord) -> np.ndarray:
        """Memory for the whole game and a row more, its start in row 0."""
        stride = self.spec.state.itemsize
        start = self.starts.get(record.start)
        if start is None:
            start = self.game.position(record.start).memory[:stride].copy()
            self.starts[record.start] = start
        memory = np.zeros((record.moves.size + 2) * stride, np.uint8)
        memory[:stride] = start
        return memory

    def reserve(self, positions: int) -> None:
        """Make room for ``positions`` more samples, closing the chunk if need be.

        Raises
        ------
        ValueError
            If they are more than a chunk holds.
        """
        most = 2 * min(self.spec.cells, 256)
        full = self.at + positions > CHUNK or self.offsets[2 * self.at] + positions * most > self.inputs.size
        if full and self.at:
            self.close()
        if positions > CHUNK or positions * most > self.inputs.size:
            raise ValueError(f"a game of {positions} plies is too long for a data set")

    def add(self, record: GameRecord, number: int) -> None:
        """Append the settled positions of a game.

        Raises
        ------
        ValueError
            If the record names a move that does not exist.
        """
        self.reserve(record.moves.size)
        at = replay(
            self.stack(record), self.moves, record.moves.astype(np.uint16), record.scores, record.result, record.opening,
            self.trace.share, self.trace.slope / SCALE, self.teams, self.rivals, *self.kernels, self.weights, self.scratch,
            self.inputs, self.offsets, self.scores, self.statics, self.results, self.at,
        )  # fmt: skip
        if at < 0:
            raise ValueError(f"game {number}: ply {-int(at)} has no move number {record.moves[-1 - at]}")
        self.games[self.at : at] = number
        self.at = at

    def close(self) -> None:
        """Move the samples of the open chunk to ``parts``."""
        at = self.at
        offsets = self.offsets[: 2 * at + 1].copy()
        fields = (self.scores, self.statics, self.results, self.games)
        self.parts.append(Samples(self.inputs[: offsets[-1]].copy(), offsets, *(field[:at].copy() for field in fields)))
        self._fresh()


def seats_of(spec: GameSpec) -> tuple[np.ndarray, np.ndarray]:
    """int64[seats]: the team (0 or 1) of each seat; the next seat of the other team, whose view is "the other"."""
    teams = np.array([int(team != spec.entry.teams[0]) for team in spec.entry.teams], np.int64)
    seats = teams.size
    after = [[(seat + step) % seats for step in range(1, seats + 1)] for seat in range(seats)]
    rivals = [next((s for s in order if teams[s] != teams[seat]), seat) for seat, order in enumerate(after)]
    return teams, np.array(rivals, np.int64)


# --- reading ------------------------------------------------------------------------------------------------------------


def record_files(places: Iterable[Path]) -> list[Path]:
    """The files of game records in folders, by name, and those that are named themselves.

    Raises
    ------
    ValueError
        If there are none in one of the places.
    """
    files = []
    for place in places:
        if not place.exists():
            raise ValueError(f"{place}: no such file or folder")
        candidates = [place] if place.is_file() else sorted(path for path in place.iterdir() if path.is_file())
        found = [path for path in candidates if _begins_with_magic(path)]
        if not found:
            raise ValueError(f"{place}: no game records")
        files += found
    return files


def _begins_with_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def games_of(game: Game, files: Iterable[Path]) -> Iterator[GameRecord]:
    """All games of record files.

    Raises
    ------
    ValueError
        If a file holds another game or other rule options, or cannot be read.
    """
    for path in files:
        reader = GameReader(path, game.spec.id)
        if reader.header.options != game.options:
            changed = sorted(name for name in game.options if reader.header.options.get(name) != game.options[name])
            raise ValueError(f"{path}: games under other rules ({', '.join(changed)})")
        yield from reader


def read_samples(
    game: Game, files: Iterable[Path], on_game: Callable[[int, int], Any] | None = None, trace: Trace | None = None
) -> Samples:
    """The settled positions of all games; ``on_game(games, positions)`` hears of progress now and then.

    trace : scores that look ahead in place of those of the searches.

    Raises
    ------
    ValueError
    """
    return samples_of(game, games_of(game, files), on_game, trace)


def samples_of(
    game: Game, records: Iterable[GameRecord], on_game: Callable[[int, int], Any] | None = None, trace: Trace | None = None
) -> Samples:
    """As :func:`read_samples`, of games that are read already."""
    replayer = Replayer(game, trace=trace)
    for number, record in enumerate(records):
        replayer.add(record, number)
        if on_game and number % 256 == 0:
            on_game(number + 1, replayer.count)
    replayer.close()
    return join(replayer.parts)


def split(samples: HasGames, share: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Indices (ascending) of the training and of the validation samples; about ``share`` of the games are for validation.

    A game's side depends on its number and ``seed`` alone, so it stays where it is when games are added behind it. If no game is
    below ``share`` (above 0), the one next to it is held back.
    """
    places = {int(number): mix(seed * 0x9E3779B1 + int(number)) % 10_000 for number in np.unique(samples.games)}
    held = {number for number, place in places.items() if place < share * 10_000}
    if not held and share > 0 and len(places) > 1:
        held = {min(places, key=lambda number: places[number])}
    mask = np.isin(samples.games, np.array(sorted(held), np.int32))
    return np.flatnonzero(~mask), np.flatnonzero(mask)
