"""DXP messages as bytes: every type, the text's examples, damage, the stream."""

from __future__ import annotations

import random

import pytest

from protocols.dxp_link import LinkError, read_address
from protocols.dxp_message import (
    BackAccept,
    BackRequest,
    Chat,
    DxpError,
    GameAccept,
    GameEnd,
    GameRequest,
    Move,
    Splitter,
    decode,
    encode,
)

BOARD = "b" * 20 + "e" * 10 + "w" * 20
NAME = "Reference client"

EXAMPLES = [
    (f"R01{NAME:32}Z001006A", GameRequest(NAME, "B", 1, 6)),
    (f"R01{NAME:32}W010075BZ{'z' * 20}{'e' * 10}{'w' * 20}", GameRequest(NAME, "W", 10, 75, "B", BOARD)),
    (f"A{'Scan 3.1':32}0", GameAccept("Scan 3.1", 0)),
    (f"A{'Scan 3.1':32}3", GameAccept("Scan 3.1", 3)),
    ("M0012061100", Move(12, 6, 11)),
    ("M001205250422122320", Move(12, 5, 25, (22, 12, 23, 20))),
    ("M0000202703243233", Move(0, 20, 27, (24, 32, 33))),
    ("E00", GameEnd(0)),
    ("E11", GameEnd(1, True)),
    ("E20", GameEnd(2)),
    ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
    ("B005Z", BackRequest(5, "B")),
    ("B120W", BackRequest(120, "W")),
    ("K0", BackAccept(0)),
    ("K2", BackAccept(2)),
]


@pytest.mark.parametrize("text, message", EXAMPLES)
def test_examples(text, message):
    assert decode(text.encode()) == message
    assert encode(message) == text.encode() + b"\0"


def test_lengths_of_the_text():
    lengths = {"R": (43, 94), "A": (34,), "E": (3,), "B": (5,), "K": (2,)}
    for text, message in EXAMPLES:
        if text[0] in lengths:
            assert len(encode(message)) - 1 in lengths[text[0]]


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "empty"),
        (b"X123", "unknown message type 'X'"),
        (b"\xff12", "unknown message type|beyond ASCII"),
        (b"M0000", "MOVE: origin is missing"),
        (b"M00003228", "number of captures is missing"),
        (b"M000032280", "number of captures is missing or cut short"),
        (b"M0000322801", "captured square is missing"),
        (b"M0000322800 12", "'  ?12' stands behind|'12' stands behind|' 12' stands behind"),
        (b"Mabcd322800", "time is 'abcd', no number"),
        (b"M-001322800", "time is '-001'"),
        (b"E", "reason is missing"),
        (b"E0", "stop code is missing"),
        (b"E40", "reason 4 is not in 0..3"),
        (b"E02", "stop code 2"),
        (b"E000", "'0' stands behind its end"),
        (b"B005B", "colour is 'B', neither W nor Z"),
        (b"B05Z", "move number is '05Z'"),
        (b"K3", "code 3 is not in 0..2"),
        (b"A" + b" " * 32, "code is missing"),
        (b"A" + b"x" * 32 + b"7", "code 7"),
        (b"R01" + b"x" * 32 + b"B010075A", "follower's colour is 'B'"),
        (b"R01" + b"x" * 32 + b"W010075C", "start code is 'C'"),
        (b"R01" + b"x" * 32 + b"W010075B", "side to move is missing"),
        (b"R01" + b"x" * 32 + b"W010075BW", "position is missing"),
        (b"R01" + b"x" * 32 + b"W01007", "number of moves is missing or cut short"),
        (b"R", "version is missing"),
        (b"M" + b"0" * 127, "128 characters; 127 is the most"),
        (b"M00003228\xb200", "beyond ASCII"),
    ],
)
def test_damage(data, words):
    with pytest.raises(DxpError, match=words):
        decode(data)


def test_leniency():
    """Blank-padded numbers, line ends, and chats of any bytes."""
    assert decode(b"M  12 61100\r\n") == Move(12, 6, 11)
    assert decode(b"Cna\xefve") == Chat("na?ve") and decode(b"C") == Chat("")
    assert decode(b"C" + b"x" * 500) == Chat("x" * 500)
    # A later version may carry more.
    assert decode(f"R02{NAME:32}Z001006A extra".encode()) == GameRequest(NAME, "B", 1, 6, version=2)


def test_what_cannot_be_said():
    assert encode(Chat("é\n\0" + "x" * 300)) == b"C? ?" + b"x" * 123 + b"\0"
    assert len(encode(GameRequest("n" * 90, "W", 999, 999))) == 44
    assert encode(GameAccept("  ", 0)).startswith(b"A?")
    assert encode(Move(123456, 1, 2)) == b"M9999010200\0"
    for message in (
        GameRequest("x", "W", 1000, 0),
        GameRequest("x", "W", 0, 1000),
        Move(0, 100, 1),
        BackRequest(1000, "W"),
        Move(-1, 1, 2),
    ):
        with pytest.raises(DxpError, match="does not fit"):
            encode(message)


def test_random_bytes_are_a_message_or_an_error():
    chance = random.Random(1)
    for _ in range(3000):
        data = bytes([chance.choice(b"RAMECBK?")]) + bytes(chance.choices(b"0123456789WZwze \xff", k=chance.randrange(110)))
        try:
            message = decode(data)
        except DxpError as error:
            assert str(error) and "\n" not in str(error)
            continue
        if not isinstance(message, Chat) and data[:2] != b"R0" and data[:1] != b"A":
            assert decode(encode(message)[:-1]) == message


def test_the_stream_is_cut_at_nul():
    stream = b"".join(text.encode() + b"\0" for text, _ in EXAMPLES)
    chance = random.Random(2)
    for _ in range(50):
        splitter, found, at = Splitter(), [], 0
        while at < len(stream):
            size = chance.randint(1, 60)
            found += splitter.feed(stream[at : at + size])
            at += size
        assert [decode(data) for data in found] == [message for _, message in EXAMPLES]
    assert Splitter().feed(b"\0\0E00\0\r\n\0") == [b"E00"]


def test_a_stream_without_nul_is_given_up():
    splitter = Splitter()
    with pytest.raises(DxpError, match="4096 bytes without an end"):
        for _ in range(10):
            splitter.feed(b"x" * 1000)


@pytest.mark.parametrize(
    "text, address",
    [
        ("", ("h", 27531)),
        ("1234", ("h", 1234)),
        (":0", ("h", 0)),
        ("example.org", ("example.org", 27531)),
        ("example.org:5", ("example.org", 5)),
        ("127.0.0.1:27531", ("127.0.0.1", 27531)),
        ("[::1]:99", ("::1", 99)),
        ("[::1]", ("::1", 27531)),
        ("::1", ("::1", 27531)),
    ],
)
def test_addresses(text, address):
    assert read_address(text, "h") == address


@pytest.mark.parametrize("text", ["host:port", "host:70000", "host:-1", "a b:1", "host:1:x"])
def test_no_addresses(text):
    with pytest.raises(LinkError, match="is no address"):
        read_address(text, "h")
