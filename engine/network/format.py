"""The network file: quantised arrays behind a header that says for which game, inputs and sizes they are.

A network is ``(inputs -> N) x 2 -> 1``. Each of two views, that of the player to act (index 0 of ``out``) and the other, adds up
the rows of its active inputs; the sums, activated, meet the output weights of the bucket for that many inputs::

    a      = first_bias + sum(first[i] for i in active)                 per view, int16[N]
    v      = clamp(a, 0, QA);  activated = v * v (screlu) or v (crelu)
    total  = sum(activated * out[bucket])                               both views, int32
    score  = ((total // QA if screlu else total) + out_bias[bucket]) * scale // (QA * QB)

with ``bucket = (n - 1) * buckets // pieces`` for ``n`` active inputs, at most ``buckets - 1``, and ``//`` rounding down.

**File**, little-endian: :data:`HEADER` (128 bytes), text (UTF-8), ``first`` int16[inputs, N], ``first_bias`` int16[N], ``out``
int16[buckets, 2, N], ``out_bias`` int32[buckets]. ``checksum`` is BLAKE2b-128 of the whole file with zeros in its place.
"""

from __future__ import annotations

import hashlib
import math
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.core.spec import GameSpec
from engine.errors import NetworkError
from engine.network.digest import DIGEST_BYTES, feature_digest
from engine.network.files import write_whole

QA, QB = 255, 64  #: units of 1 in the accumulators and in the output weights
OUT_LIMIT = 127  #: |output weight|, so that QA * weight fits into int16
LANES = 16  #: N is a multiple
ACTIVATIONS = ("screlu", "crelu")
MAX_HIDDEN, MAX_BUCKETS, MAX_TEXT, MAX_BYTES = 4096, 64, 1 << 16, 1 << 26
MAX_SCALE = 10_000

MAGIC, VERSION = b"QIJINET\0", 1
HEADER = np.dtype(
    [
        ("magic", "S8"),
        ("version", "<u4"),
        ("inputs", "<u4"),
        ("hidden", "<u4"),
        ("buckets", "<u4"),
        ("pieces", "<u4"),
        ("scale", "<u4"),
        ("activation", "<u4"),
        ("text", "<u4"),  # bytes
        ("features", f"V{DIGEST_BYTES}"),
        ("checksum", "V16"),
        ("game", "S64"),
    ]
)
assert HEADER.itemsize == 128 and HEADER.fields is not None
_KINDS = ("<i2", "<i2", "<i2", "<i4")  #: of the four layers
_CHECKSUM = slice(HEADER.fields["checksum"][1], HEADER.fields["checksum"][1] + 16)


@dataclass(frozen=True)
class Network:
    """A quantised network; :meth:`check` says what it must fulfil."""

    game: str
    """Id of the game."""
    first: np.ndarray
    """int16[inputs, N]"""
    first_bias: np.ndarray
    """int16[N]"""
    out: np.ndarray
    """int16[buckets, 2, N]"""
    out_bias: np.ndarray
    """int32[buckets]"""
    features: bytes
    """``feature_digest`` of the game it was trained for."""
    pieces: int = 32
    """Active inputs at most; the output bucket counts in parts of it."""
    activation: str = "screlu"
    scale: int = 400
    """Score units of an output of 1."""
    text: str = field(default="", compare=False)
    """Where it comes from, for people: data, training, date."""

    @property
    def inputs(self) -> int:
        """Rows of the first layer."""
        return self.first.shape[0]

    @property
    def hidden(self) -> int:
        """N, the accumulators' width."""
        return self.first.shape[1]

    @property
    def buckets(self) -> int:
        """Output layers."""
        return self.out.shape[0]

    @property
    def identity(self) -> str:
        """8 hex digits that tell it from other networks."""
        digest = hashlib.blake2b(f"{self.game} {self.pieces} {self.activation} {self.scale}".encode(), digest_size=4)
        for array in _arrays(self):
            digest.update(array.tobytes())
        return digest.hexdigest()

    def check(self) -> None:
        """Raise :class:`NetworkError` unless sizes fit each other and no sum of ``pieces`` inputs can overflow."""
        n, buckets = self.hidden, self.buckets
        if not (0 < n <= MAX_HIDDEN and n % LANES == 0):
            raise NetworkError(f"width {n}: must be a multiple of {LANES} up to {MAX_HIDDEN}")
        if not (0 < self.pieces <= 512 and 0 < buckets <= min(self.pieces, MAX_BUCKETS)):
            raise NetworkError(f"{buckets} output buckets for {self.pieces} pieces")
        if self.activation not in ACTIVATIONS or not 0 < self.scale <= MAX_SCALE:
            raise NetworkError(f"activation {self.activation!r}, scale {self.scale}")
        if self.first_bias.shape != (n,) or self.out.shape != (buckets, 2, n) or self.out_bias.shape != (buckets,):
            raise NetworkError("layers of different sizes")
        kinds = [array.dtype for array in (self.first, self.first_bias, self.out, self.out_bias)]
        if kinds != [np.int16, np.int16, np.int16, np.int32]:
            raise NetworkError(f"layers of types {', '.join(map(str, kinds))}")
        if int(np.abs(self.out.astype(np.int32)).max()) > OUT_LIMIT:
            raise NetworkError(f"output weights beyond +-{OUT_LIMIT}")
        top = min(self.pieces, self.inputs)
        rows = np.partition(self.first, [top - 1, self.inputs - top], axis=0).astype(np.int64)
        bias = self.first_bias.astype(np.int64)
        low = bias + np.minimum(rows[:top], 0).sum(axis=0)
        high = bias + np.maximum(rows[self.inputs - top :], 0).sum(axis=0)
        if low.min() < -(1 << 15) or high.max() >= 1 << 15:
            raise NetworkError("weights of the first layer are so large that accumulators overflow")
        most = QA * QA if self.activation == "screlu" else QA
        if int(np.abs(self.out.astype(np.int64)).sum(axis=(1, 2)).max()) * most >= 1 << 31:
            raise NetworkError("output weights are so large that sums overflow")


# --- making and using ---------------------------------------------------------------------------------------------------


def quantise(
    spec: GameSpec,
    first: np.ndarray,
    first_bias: np.ndarray,
    out: np.ndarray,
    out_bias: np.ndarray,
    activation: str = "screlu",
    scale: int = 400,
    text: str = "",
) -> Network:
    """The integer network nearest to a float one of the game ``spec``.

    Shapes as in :class:`Network`; the float network's accumulators are clamped to 0..1 and its output is in units of ``scale``.

    Raises
    ------
    NetworkError
        For numbers that are not finite or too large.
    """
    arrays = [np.asarray(array, dtype=np.float64) for array in (first, first_bias, out, out_bias)]
    if not all(np.isfinite(array).all() for array in arrays):
        raise NetworkError("weights that are no finite numbers")
    layers = []
    for array, unit, kind in zip(arrays, (QA, QA, QB, QA * QB), _KINDS, strict=True):
        rounded, limit = np.rint(array * unit), np.iinfo(np.dtype(kind)).max
        if rounded.size and float(np.abs(rounded).max()) > limit:
            raise NetworkError(f"a weight of {float(np.abs(array).max()):.4g} is too large")
        layers.append(rounded.astype(kind[1:]))
    if arrays[0].ndim != 2 or arrays[2].ndim != 3 or arrays[0].shape[0] != spec.network_inputs:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise NetworkError(f"layers of shapes {shapes}: {spec.id} has {spec.network_inputs} inputs")
    layers[2] = np.clip(layers[2], -OUT_LIMIT, OUT_LIMIT)
    one, one_bias, two, two_bias = layers
    network = Network(spec.id, one, one_bias, two, two_bias, feature_digest(spec), spec.network_pieces, activation, scale, text)
    network.check()
    return network


def bucket_of(network: Network, active: int) -> int:
    """The output bucket of a position with ``active`` inputs a view."""
    return min(max(active - 1, 0) * network.buckets // network.pieces, network.buckets - 1)


def reference_evaluate(network: Network, own: np.ndarray, other: np.ndarray) -> int:
    """The network's score for the player to act, from the active inputs of his view and of the other one; no clamp, no ending."""
    bucket = bucket_of(network, len(own))
    total = 0
    for view, active in enumerate((own, other)):
        sums = network.first_bias.astype(np.int64) + network.first[np.asarray(active, dtype=np.int64)].sum(axis=0, dtype=np.int64)
        clamped = np.clip(sums.astype(np.int16).astype(np.int64), 0, QA)
        if network.activation == "screlu":
            clamped *= clamped
        total += int((clamped * network.out[bucket, view]).sum())
    if network.activation == "screlu":
        total //= QA
    return (total + int(network.out_bias[bucket])) * network.scale // (QA * QB)


# --- files --------------------------------------------------------------------------------------------------------------


def _arrays(network: Network) -> tuple[np.ndarray, ...]:
    return network.first, network.first_bias, network.out, network.out_bias


def _checksum(data: bytes) -> bytes:
    digest = hashlib.blake2b(data[: _CHECKSUM.start] + bytes(16), digest_size=16)
    digest.update(memoryview(data)[_CHECKSUM.stop :])
    return digest.digest()


def write_network(path: str | os.PathLike[str], network: Network) -> None:
    """Write ``network`` to ``path``; a file that is there is replaced at once and whole.

    Raises
    ------
    NetworkError
        If the network is none, or its text is too long.
    OSError
    """
    network.check()
    text = network.text.encode()
    if len(text) > MAX_TEXT:
        raise NetworkError(f"the text is longer than {MAX_TEXT} bytes")
    header = np.zeros((), dtype=HEADER)
    header["magic"], header["version"], header["game"] = MAGIC, VERSION, network.game.encode()
    for name in ("inputs", "hidden", "buckets", "pieces", "scale"):
        header[name] = getattr(network, name)
    header["activation"], header["text"] = ACTIVATIONS.index(network.activation), len(text)
    header["features"] = np.void(network.features)
    parts = [header.tobytes(), text]
    parts += [array.astype(kind).tobytes() for array, kind in zip(_arrays(network), _KINDS, strict=True)]
    data = b"".join(parts)
    data = data[: _CHECKSUM.start] + _checksum(data) + data[_CHECKSUM.stop :]
    write_whole(path, data)


def read_network(path: str | os.PathLike[str], spec: GameSpec, trusted: bool = False) -> Network:
    """The network in ``path``, which must be one for the game ``spec`` with its present inputs.

    trusted : the file ships with the game, so that its inputs need no look; that look would compile the game's rules.

    Raises
    ------
    NetworkError
        In one line that names the file, if it is missing, damaged, or a network for something else.
    """
    try:
        return _parse(_read(path), spec, trusted)
    except OSError as error:
        raise NetworkError(f"network {os.fspath(path)!r}: {(error.strerror or str(error)).lower()}") from None
    except NetworkError as error:
        raise NetworkError(f"network {os.fspath(path)!r}: {error}") from None


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        status = os.stat(path)
    except ValueError:  # a NUL in the path
        raise NetworkError("no such file or directory") from None
    if not stat.S_ISREG(status.st_mode):
        raise NetworkError("is no file")
    if status.st_size > MAX_BYTES:
        raise NetworkError(f"{status.st_size} bytes are more than any network has")
    return Path(path).read_bytes()


def _parse(data: bytes, spec: GameSpec, trusted: bool) -> Network:
    if data[: len(MAGIC)] != MAGIC:
        raise NetworkError("is no network file")
    if len(data) < HEADER.itemsize:
        raise NetworkError("ends within its header")
    header = np.frombuffer(data, HEADER, 1)[0]
    if int(header["version"]) != VERSION:
        raise NetworkError(f"has version {int(header['version'])} of the format, this program reads version {VERSION}")
    inputs, hidden, buckets, length = (int(header[name]) for name in ("inputs", "hidden", "buckets", "text"))
    shapes = (inputs, hidden), (hidden,), (buckets, 2, hidden), (buckets,)
    sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in zip(shapes, _KINDS, strict=True)]
    expected = HEADER.itemsize + length + sum(sizes)
    if len(data) != expected:
        raise NetworkError(f"is damaged: {len(data)} bytes instead of {expected}")
    if _checksum(data) != data[_CHECKSUM]:
        raise NetworkError("is damaged: wrong checksum")
    game = bytes(header["game"]).decode("ascii", "replace")
    if game != spec.id:
        raise NetworkError(f"is for {game}, not for {spec.id}")
    if inputs != spec.network_inputs or not (trusted or bytes(header["features"]) == feature_digest(spec)):
        raise NetworkError(f"was trained on other inputs than this version of {spec.id} has")
    if int(header["activation"]) >= len(ACTIVATIONS):
        raise NetworkError(f"has an unknown activation {int(header['activation'])}")
    place, layers = HEADER.itemsize + length, []
    for shape, kind, size in zip(shapes, _KINDS, sizes, strict=True):
        layers.append(np.frombuffer(data, kind, math.prod(shape), place).reshape(shape).astype(kind[1:]))
        place += size
    first, first_bias, out, out_bias = layers
    network = Network(
        game,
        first,
        first_bias,
        out,
        out_bias,
        features=bytes(header["features"]),
        pieces=int(header["pieces"]),
        activation=ACTIVATIONS[int(header["activation"])],
        scale=int(header["scale"]),
        text=data[HEADER.itemsize : HEADER.itemsize + length].decode("utf-8", "replace"),
    )
    network.check()
    return network
