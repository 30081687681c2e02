"""The file format of self-play: what is written is read, and damage costs only what was damaged."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.learn.record import (
    MAGIC,
    NO_SCORE,
    GameReader,
    GameRecord,
    Header,
    RecordError,
    decode_block,
    decode_header,
    join_games,
)
from engine.learn.writer import GameWriter

HEADER = Header("chess", {"claims": "auto"}, 2, ("", "checkmate"), info={"seed": 1})


def game(number: int, plies: int = 5, start: str = "startpos") -> GameRecord:
    rng = np.random.default_rng(number)
    moves, scores = rng.integers(0, 500, plies), rng.integers(-32000, 32000, plies)
    return GameRecord(number, start, 2, number % 3, number % 4, number % 2, moves.astype(np.uint16), scores.astype(np.int16))


def same(a: GameRecord, b: GameRecord) -> bool:
    plain = all(getattr(a, name) == getattr(b, name) for name in ("number", "start", "opening", "result", "end", "reason"))
    return plain and a.moves.tolist() == b.moves.tolist() and a.scores.tolist() == b.scores.tolist()


def write(path, blocks) -> None:
    with GameWriter(path, HEADER) as writer:
        for block in blocks:
            writer.add(join_games(block, "startpos"))


@st.composite
def games(draw, widest: int):
    plies = draw(st.integers(0, 40))
    return GameRecord(
        draw(st.integers(0, (1 << 64) - 1)), draw(st.sampled_from(["startpos", "8/8 w", "将 五", "x" * 300])),
        *(draw(st.integers(0, 255)) for _ in range(4)),
        np.array(draw(st.lists(st.integers(0, widest), min_size=plies, max_size=plies)), np.uint16),
        np.array(draw(st.lists(st.integers(-32767, NO_SCORE), min_size=plies, max_size=plies)), np.int16),
    )  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.data(), st.sampled_from([1, 2]))
def test_round_trip(data, move_bytes):
    given_games = data.draw(st.lists(games(255 if move_bytes == 1 else 65535), max_size=6))
    header = replace(HEADER, move_bytes=move_bytes, start=data.draw(st.sampled_from(["startpos", "8/8 w"])))
    text = b"before" + join_games(given_games, header.start).encode(move_bytes)
    block, end = decode_block(text + b"behind", len(b"before"), move_bytes)
    assert end == len(text)
    records = list(block.records(header))
    assert len(records) == len(given_games) and all(map(same, given_games, records))
    assert decode_header(header.encode() + text, "f") == (header, len(header.encode()))


def test_layout_is_the_documented_one(tmp_path):
    """Read by hand from the module's docstring alone."""
    path = tmp_path / "a.qsp"
    one, two = game(7, 3), game(9, 2, "8/8 w")
    write(path, [[one, two]])
    data = path.read_bytes()
    assert data[:8] == MAGIC
    length, check = struct.unpack_from("<II", data, 8)
    text = data[16 : 16 + length]
    assert zlib.crc32(text) == check and json.loads(text)["game"] == "chess"
    block = data[16 + length :]
    mark, stored, raw_size, count, positions, crc = struct.unpack_from("<4sIIIII", block)
    assert (mark, stored, count, positions) == (b"QBLK", len(block) - 24, 2, 5)
    assert crc == zlib.crc32(block[:20] + block[24:])
    raw = zlib.decompress(block[24:])
    assert len(raw) == raw_size
    assert struct.unpack_from("<QHHBBBB", raw, 0) == (7, 3, 0, 2, 1, 3, 1)
    assert struct.unpack_from("<QHHBBBB", raw, 16) == (9, 2, 1, 2, 0, 1, 1)
    assert raw[32:].startswith(struct.pack("<HH", 1, 5) + b"8/8 w")
    planes = np.frombuffer(raw[41:], np.uint8).reshape(4, 5).astype(int)
    assert (planes[0] + 256 * planes[1]).tolist() == [*one.moves, *two.moves]
    scores = planes[2] + 256 * planes[3]
    assert np.where(scores >= 1 << 15, scores - (1 << 16), scores).tolist() == [*one.scores, *two.scores]


def test_flipped_bytes_cost_their_block_only(tmp_path):
    path = tmp_path / "a.qsp"
    blocks = [[game(3 * block + i) for i in range(3)] for block in range(3)]
    write(path, blocks)
    good = path.read_bytes()
    first = len(HEADER.encode())
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
        if place < first:
            with pytest.raises(RecordError, match=r"a\.qsp: (no file of game records|the header is (torn|damaged))$"):
                GameReader(path)
            continue
        reader = GameReader(path)
        read = list(reader)
        wanted = [record for block in blocks for record in block]
        assert len(read) == 6, place
        assert all(any(same(record, original) for original in wanted) for record in read)
        torn_only = read[-1].number == 5
        assert len(reader.damaged) == (0 if torn_only else 1)


def test_torn_tail_is_cut_off_and_written_again(tmp_path):
    path = tmp_path / "a.qsp"
    blocks = [[game(2 * block), game(2 * block + 1)] for block in range(2)]
    write(path, blocks)
    good = path.read_bytes()
    first = len(HEADER.encode())
    middle = first + len(join_games(blocks[0], "startpos").encode(2))
    for length in range(len(good) + 1):
        path.write_bytes(good[:length])
        complete = 0 if length < middle else 1 if length < len(good) else 2
        if length >= first:
            assert [record.number for record in GameReader(path)] == list(range(2 * complete))
        write(path, blocks)
        assert path.read_bytes() == good, length


def test_damage_in_the_middle_is_kept_and_its_games_come_again(tmp_path):
    path = tmp_path / "a.qsp"
    blocks = [[game(0)], [game(1)], [game(2)]]
    write(path, blocks)
    data = bytearray(path.read_bytes())
    place = len(HEADER.encode()) + len(join_games(blocks[0], "startpos").encode(2))
    data[place + 30] ^= 1
    path.write_bytes(data)
    with GameWriter(path, HEADER) as writer:
        assert writer.numbers == {0, 2} and writer.damaged == [place]
        writer.add(join_games(blocks[1], "startpos"))
    assert [record.number for record in GameReader(path)] == [0, 2, 1]


def test_no_game_is_written_twice(tmp_path):
    with GameWriter(tmp_path / "a.qsp", HEADER) as writer:
        assert writer.add(join_games([game(0), game(1)], "startpos")) == 2
        assert writer.add(join_games([game(1), game(2)], "startpos")) == 1
        assert writer.add(join_games([game(2)], "startpos")) == 0
        assert writer.positions == 9 and writer.numbers == {0, 1, 2}
    assert [record.number for record in GameReader(tmp_path / "a.qsp")] == [0, 1, 2]


def test_wrong_files(tmp_path):
    path = tmp_path / "a.qsp"
    with pytest.raises(RecordError, match=r"^cannot read .*a\.qsp: No such file or directory$"):
        GameReader(path)
    for text in (b"", b"\x89QSP", b"[Event]\n" * 99, b"\x89QSP\n\x1a\n" + bytes(99)):
        path.write_bytes(text)
        with pytest.raises(RecordError, match=r"a\.qsp: no file of game records$"):
            GameReader(path)
    path.write_bytes(b"[Event]\n" * 99)
    with pytest.raises(RecordError, match="no file of game records"):
        GameWriter(path, HEADER)
    assert path.read_bytes() == b"[Event]\n" * 99
    text = json.dumps({"format": 2}).encode()
    path.write_bytes(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text)
    with pytest.raises(RecordError, match=r"a\.qsp: format 2, this program reads 1$"):
        GameReader(path)


@pytest.mark.parametrize(
    "other, where",
    [
        (replace(HEADER, game="xiangqi"), "game is 'chess' there and 'xiangqi' now"),
        (replace(HEADER, options={"claims": "off"}), "claims is 'auto' there and 'off' now"),
        (replace(HEADER, info={"seed": 1, "nodes": 5}), "nodes is None there and 5 now"),
    ],
)
def test_other_games_are_not_mixed(tmp_path, other, where):
    path = tmp_path / "a.qsp"
    write(path, [[game(0)]])
    before = path.read_bytes()
    with pytest.raises(RecordError, match=rf"a\.qsp holds games made in another way: {where}$"):
        GameWriter(path, other)
    assert path.read_bytes() == before
    with pytest.raises(RecordError, match=r"a\.qsp: games of chess, not of xiangqi$"):
        GameReader(path, "xiangqi")


def test_only_one_writer(tmp_path):
    with GameWriter(tmp_path / "a.qsp", HEADER):
        with pytest.raises(RecordError, match=r"a\.qsp is in use by another process$"):
            GameWriter(tmp_path / "a.qsp", HEADER)
    GameWriter(tmp_path / "a.qsp", HEADER).close()
