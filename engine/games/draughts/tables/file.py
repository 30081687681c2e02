"""The table file: the packed values of one material of one game, behind a header.

Little-endian: :data:`HEADER` (128 bytes), ``uint32[blocks + 1]`` offsets of the blocks in the codes (the last one is their end),
the codes (``packing``). ``checksum`` is BLAKE2b-128 of the whole file with zeros in its place. The name is ``GAME-MATERIAL.qdt``,
the material as four digits: own men, own kings, other men, other kings, own being those of the player to act.

Positions with captures hold no value that means anything: their captures lead to other tables.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.jit import compile_kernel
from engine.errors import QijiError
from engine.games.draughts.rules import SETTINGS, Setting
from engine.games.draughts.tables.index import Material, shape_of
from engine.games.draughts.tables.packing import BLOCK, blocks_of, most_bytes, pack, unpack_codes

MAGIC, VERSION = b"QIJIEGT\0", 1
HEADER = np.dtype(
    [
        ("magic", "S8"),
        ("version", "<u4"),
        ("rules", "<u4"),  # RULE_ bits
        ("material", "u1", 4),
        ("block", "<u4"),  # entries
        ("entries", "<u8"),
        ("wins", "<u8"),  # positions, those with captures included
        ("draws", "<u8"),
        ("losses", "<u8"),
        ("codes", "<u8"),  # bytes
        ("checksum", "V16"),
        ("game", "S48"),
    ]
)
assert HEADER.itemsize == 128 and HEADER.fields is not None
_CHECKSUM = slice(HEADER.fields["checksum"][1], HEADER.fields["checksum"][1] + 16)


class TableFileError(QijiError):
    """A table file that cannot be used."""


@dataclass(frozen=True)
class TableFile:
    """A table file mapped into memory."""

    game: str
    material: Material
    counts: tuple[int, int, int]
    """Won, drawn and lost positions for the player to act."""
    offsets: np.ndarray
    """``uint32``."""
    codes: np.ndarray
    """``uint8``."""

    def values(self) -> np.ndarray:
        """``uint8``: the value of every entry; those of positions with captures and of holes mean nothing."""
        values = np.empty(prod(shape_of(self.material, SETTINGS[self.game].side)), dtype=np.uint8)
        compile_kernel(unpack_codes)
        unpack_codes(np.array(self.codes), values)
        return values


def path_of(folder: Path, game_id: str, material: Material) -> Path:
    """Where the table of a material lies."""
    return folder / f"{game_id}-{''.join(map(str, material))}.qdt"


def _checksum(data: Any) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(data[: _CHECKSUM.start])
    digest.update(bytes(16))
    digest.update(data[_CHECKSUM.stop :])
    return digest.digest()


def write_table(folder: Path, setting: Setting, material: Material, values: np.ndarray, counts: tuple[int, int, int]) -> int:
    """Pack and write a table (``values`` as ``solve`` has them); the file's bytes. A killed writer leaves no half file.

    Raises
    ------
    OSError
    """
    offsets = np.empty(blocks_of(len(values)) + 1, dtype=np.uint32)
    codes = np.empty(most_bytes(len(values)), dtype=np.uint8)
    compile_kernel(pack)
    used = pack(values, offsets, codes)
    header = np.zeros(1, dtype=HEADER)
    header["magic"], header["version"], header["rules"], header["block"] = MAGIC, VERSION, setting.rules, BLOCK
    header["material"], header["entries"], header["codes"] = material, len(values), used
    header["wins"], header["draws"], header["losses"] = counts
    header["game"] = setting.id.encode()
    data = bytearray(header.tobytes() + offsets.astype("<u4").tobytes() + codes[:used].tobytes())
    data[_CHECKSUM] = _checksum(bytes(data))
    path = path_of(folder, setting.id, material)
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    draft.write_bytes(data)
    draft.replace(path)
    return len(data)


def read_table(path: Path) -> TableFile:
    """Map a table file and check all of it.

    Raises
    ------
    TableFileError
    """
    try:
        data: np.ndarray = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:
        raise TableFileError(f"table {path}: {getattr(error, 'strerror', None) or 'empty file'}") from None
    if len(data) < HEADER.itemsize or bytes(data[: len(MAGIC)]) != MAGIC:
        raise TableFileError(f"table {path}: not a table of draughts positions")
    header = data[: HEADER.itemsize].view(HEADER)[0]
    if header["version"] != VERSION or header["block"] != BLOCK:
        raise TableFileError(f"table {path}: version {header['version']}, this program reads {VERSION}")
    game = header["game"].decode("ascii", "replace")
    material: Material = tuple(map(int, header["material"]))  # type: ignore[assignment]
    setting = SETTINGS.get(game)
    if setting is None or setting.rules != header["rules"] or prod(shape_of(material, setting.side)) != header["entries"]:
        raise TableFileError(f"table {path}: its game, rules or size are not known here")
    first = HEADER.itemsize + 4 * (blocks_of(int(header["entries"])) + 1)
    if len(data) != first + int(header["codes"]) or bytes(header["checksum"]) != _checksum(data):
        raise TableFileError(f"table {path}: damaged")
    counts = int(header["wins"]), int(header["draws"]), int(header["losses"])
    return TableFile(game, material, counts, data[HEADER.itemsize : first].view("<u4"), data[first:])
