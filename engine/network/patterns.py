"""Files of pattern tables, as ``bench patterns`` writes them and the option ``EvalFile`` takes them.

Little-endian::

    magic    8 bytes, "QPAT" and version 1 as uint32
    sizes    uint32 length of the header text, uint32 length of the packed words
    check    16 bytes, BLAKE2b-128 of everything else
    header   JSON: game, words (their number), note
    words    zlib of four planes: the lowest bytes of all int32 words, then the next ones, ...; each word as its difference from
             the game's ``pattern_start``, so that what was never seen in training costs nothing

The start is part of the meaning, so its own checksum stands in the header too (``start``).
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from pathlib import Path

import numpy as np

from engine.core.spec import Evaluation, GameSpec
from engine.errors import NetworkError
from engine.network.files import begins_with, write_whole

MAGIC = b"QPAT" + struct.pack("<I", 1)
_HEAD = struct.Struct("<8sII16s")
_MAX_BYTES = 1 << 24


def _digest(header: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(MAGIC + struct.pack("<II", len(header), len(body)) + header + body, digest_size=16).digest()


def _start_check(spec: GameSpec) -> str:
    return hashlib.blake2b(np.ascontiguousarray(spec.pattern_start, "<i4").tobytes(), digest_size=8).hexdigest()


def write_patterns(path: str | os.PathLike[str], spec: GameSpec, weights: np.ndarray, note: str = "") -> None:
    """Write the ``int32`` weights of ``evaluate_patterns``; a file that is there is replaced at once and whole."""
    change = (weights.astype(np.int64) - np.asarray(spec.pattern_start, np.int64)).astype("<i4")
    body = zlib.compress(change.view(np.uint8).reshape(-1, 4).T.tobytes(), 9)
    header = json.dumps({"game": spec.id, "words": int(weights.size), "start": _start_check(spec), "note": note}).encode()
    write_whole(path, _HEAD.pack(MAGIC, len(header), len(body), _digest(header, body)) + header + body)


def is_patterns_file(path: str | os.PathLike[str]) -> bool:
    """Whether the file exists and begins like one of this format, in any version."""
    return begins_with(path, MAGIC[:4])


def read_patterns(path: str | os.PathLike[str], spec: GameSpec) -> np.ndarray:
    """The weights in ``path`` as int32.

    Raises
    ------
    NetworkError
        In one line that names the file, if it is missing, damaged, or for something else.
    """
    name = f"pattern tables {os.fspath(path)!r}"
    try:
        if os.path.getsize(path) > _MAX_BYTES:
            raise NetworkError(f"{name}: longer than any such file is")
        data = Path(path).read_bytes()
    except OSError as error:
        raise NetworkError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    if data[:4] == MAGIC[:4] and data[4:8] != MAGIC[4:] and len(data) >= 8:
        raise NetworkError(f"{name}: version {struct.unpack('<I', data[4:8])[0]}, this program reads version 1")
    if len(data) < _HEAD.size or data[:8] != MAGIC:
        raise NetworkError(f"{name}: is no file of pattern tables")
    _, header_size, body_size, check = _HEAD.unpack_from(data)
    header, body = data[_HEAD.size : _HEAD.size + header_size], data[_HEAD.size + header_size :]
    if len(header) != header_size or len(body) != body_size or _digest(header, body) != check:
        raise NetworkError(f"{name}: is damaged: wrong length or checksum")
    try:
        facts = json.loads(header)
        game, words, start = facts["game"], int(facts["words"]), facts["start"]
        planes = zlib.decompressobj().decompress(body, 4 * words + 1)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise NetworkError(f"{name}: is damaged: {error}") from None
    if game != spec.id:
        raise NetworkError(f"{name}: is for {game}, not for {spec.id}")
    if spec.pattern_start is None:
        raise NetworkError(f"{name}: {spec.id} has no pattern tables")
    if words != len(spec.pattern_start) or start != _start_check(spec):
        raise NetworkError(f"{name}: made for another version of the tables of {spec.id}")
    if len(planes) != 4 * words:
        raise NetworkError(f"{name}: is damaged: {len(planes)} bytes of words instead of {4 * words}")
    change = np.frombuffer(planes, np.uint8).reshape(4, -1).T.copy().view("<i4").ravel()
    return (np.asarray(spec.pattern_start, np.int64) + change).astype(np.int32)


def patterns_evaluation(path: str | os.PathLike[str], spec: GameSpec) -> Evaluation:
    """The evaluation by the tables in ``path``; raises as :func:`read_patterns`."""
    weights = read_patterns(path, spec)
    identity = hashlib.blake2b(weights.tobytes(), digest_size=4).hexdigest()
    return Evaluation(f"{os.path.basename(path)} {identity}", spec.kernels["evaluate_patterns"], weights, spec.scratch_words)
