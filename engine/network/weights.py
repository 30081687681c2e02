"""Files with the numbers of a hand-made evaluation, as the tuner writes them and the option ``EvalFile`` takes them.

Text, UTF-8::

    qiji weights 1
    game chess
    check 16 hex digits: BLAKE2b-64 of the weights as little-endian int32
    note where they come from, one line
    count 1234
    numbers, separated by blanks and line ends
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numpy as np

from engine.core.spec import GameSpec
from engine.errors import NetworkError
from engine.network.files import begins_with, write_whole

FIRST_LINE = "qiji weights 1"
_MAX_BYTES = 1 << 22
_WIDTH = 16


def _check(weights: np.ndarray) -> str:
    return hashlib.blake2b(weights.astype("<i4").tobytes(), digest_size=8).hexdigest()


def write_weights(path: str | os.PathLike[str], game: str, weights: np.ndarray, note: str = "") -> None:
    """Write int32 ``weights`` of ``game``; a file that is there is replaced at once and whole."""
    weights = np.asarray(weights, dtype=np.int32)
    lines = [FIRST_LINE, f"game {game}", f"check {_check(weights)}", f"note {' '.join(note.split())}", f"count {weights.size}"]
    lines += [" ".join(map(str, weights[at : at + _WIDTH])) for at in range(0, weights.size, _WIDTH)]
    write_whole(path, ("\n".join(lines) + "\n").encode())


def is_weights_file(path: str | os.PathLike[str]) -> bool:
    """Whether the file exists and begins like one of this format."""
    return begins_with(path, FIRST_LINE.encode())


def read_weights(path: str | os.PathLike[str], spec: GameSpec) -> np.ndarray:
    """The weights in ``path`` as int32, which must be as many as the evaluation of the game ``spec`` has.

    Raises
    ------
    NetworkError
        In one line that names the file, if it is missing, damaged, or for something else.
    """
    name = os.fspath(path)
    try:
        if os.path.getsize(path) > _MAX_BYTES:
            raise NetworkError(f"weights {name!r}: longer than any such file is")
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise NetworkError(f"weights {name!r}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise NetworkError(f"weights {name!r}: {error}") from None
    lines = text.split("\n", 5)
    fields = dict(line.partition(" ")[::2] for line in lines[1:5])
    if lines[0] != FIRST_LINE or len(lines) < 6:
        raise NetworkError(f"weights {name!r}: is no file of weights")
    if fields.get("game") != spec.id:
        raise NetworkError(f"weights {name!r}: is for {fields.get('game')}, not for {spec.id}")
    try:
        numbers = np.array([int(word) for word in lines[5].split()], dtype=np.int64)
    except (ValueError, OverflowError):
        raise NetworkError(f"weights {name!r}: is damaged: something that is no number") from None
    if fields.get("count") != str(numbers.size) or np.abs(numbers).max(initial=0) >= 1 << 31:
        raise NetworkError(f"weights {name!r}: is damaged: {numbers.size} numbers instead of {fields.get('count')}")
    weights = numbers.astype(np.int32)
    if fields.get("check") != _check(weights):
        raise NetworkError(f"weights {name!r}: is damaged: wrong checksum")
    known = 0 if spec.weights is None else len(spec.weights)
    if weights.size != known:
        raise NetworkError(f"weights {name!r}: has {weights.size} numbers, the evaluation of {spec.id} has {known}")
    return weights
