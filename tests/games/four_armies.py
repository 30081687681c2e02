"""What the tests of siren-xiangqi and siguo-xiangqi share: boards, lists of moves, bad strings, random games beside the twin."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import engine
from tests.reference.cross_twin import Twin, write_board


def board(**pieces: str) -> str:
    """The board field with pieces on points: ``board(rK="j1", rP="f5 g5")``."""
    return write_board({point: piece for piece, points in pieces.items() for point in points.split()})


def moves_of(position: engine.Position, origin: str = "", captures: bool = False) -> set[str]:
    """The legal moves on the wire, those from ``origin`` alone, captures alone."""
    moves = [int(move) for move in position.legal_moves() if not captures or int(move) >> 23 & 31]
    texts = [position.format(move) for move in moves]
    return {text for text in texts if not origin or text[: len(origin)] == origin and text[len(origin)].isalpha()}


def refused(start: str, kings: dict[str, str]) -> list[tuple[str, str]]:
    """``(what is wrong, position string)`` for either game; ``kings``: a general of each seat on a good point."""
    three = {piece: point for piece, point in kings.items() if piece != "bK"}
    return [
        ("five fields", start.rsplit(" ", 1)[0]),
        ("seven fields", start + " 0"),
        ("a rank too few", start.replace("x5,9,x5/", "", 1)),
        ("a cell too many", start.replace("x5,9,x5", "x5,10,x5", 1)),
        ("a cell too few", start.replace("x5,9,x5", "x5,8,x5", 1)),
        ("x on a real point", start.replace("x5,9,x5", "x6,8,x5", 1)),
        ("a number on a missing point", start.replace("x5,9,x5", "5,9,x5", 1)),
        ("a piece on a missing point", start.replace("x5,yR", "x4,yP,yR", 1)),
        ("0", start.replace("x5,9,x5", "x5,0,9,x5", 1)),
        ("x0", start.replace("x5,9,x5", "x0,x5,9,x5", 1)),
        ("an empty cell", start.replace("x5,9,x5", "x5,,9,x5", 1)),
        ("an unknown owner", start.replace("yA", "kA", 1)),
        ("an unknown kind", start.replace("yA", "yQ", 1)),
        ("the turn", start.replace(" r 1111", " w 1111")),
        ("alive too short", start.replace(" 1111", " 111")),
        ("alive with another digit", start.replace(" 1111", " 1112")),
        ("nobody alive", start.replace(" 1111", " 0000")),
        ("quiet below 0", start.replace(" - 0 0", " - -1 0")),
        ("ply not a number", start.replace(" - 0 0", " - 0 1.5")),
        ("no general", start.replace("rK", "rA", 1)),
        ("two generals", start.replace("rA", "rK", 1)),
        ("living pieces of a fallen seat", start.replace(" 1111", " 1011")),
        ("a general outside every palace", f"{board(**kings | {'rK': 'f1'})} r 1111 - 0 0"),
        ("an adviser off its points", f"{board(**kings | {'rA': 'j3'})} r 1111 - 0 0"),
        ("an adviser in another palace", f"{board(**kings | {'rA': 'j18'})} r 1111 - 0 0"),
        ("an elephant outside its land", f"{board(**kings | {'rB': 'h7'})} r 1111 - 0 0"),
        ("the turn of a fallen seat", f"{board(**three)} b 1011 - 0 0"),
    ]


def check_refused(game: engine.Game, text: str) -> None:
    """A position string is refused in one line."""
    with pytest.raises(engine.PositionError, match=r"^bad position: [^\n]+$"):
        game.position(text)


#: Move texts that are refused in the start position of either game, and how.
BAD_MOVES = [
    ("j4", engine.MoveSyntaxError),
    ("0000", engine.MoveSyntaxError),
    ("a1a2", engine.MoveSyntaxError),
    ("j4j8", engine.IllegalMoveError),
    ("Nj4-j5", engine.IllegalMoveError),
    ("j4xRj5", engine.IllegalMoveError),
]


# --- beside the twin ----------------------------------------------------------------------------------------------------


def compare(position: engine.Position, twin: Twin) -> list[str]:
    """See that a position and its twin agree in text, moves, result and check; the moves, sorted."""
    assert position.text() == twin.text()
    wires = {position.format(int(move)) for move in position.legal_moves()}
    assert len(wires) == len(position.legal_moves()) and wires == set(twin.moves()), position.text()
    assert str(position.result()) == twin.result(), position.text()
    if not twin.reason:
        assert position.in_check == twin.is_attacked(twin.turn)
    return sorted(wires)


Look = Callable[[engine.Position, Twin], object]


def play(position: engine.Position, twin: Twin, plies: int, rng: random.Random, look: Look, hunts: bool = False) -> None:
    """Compare both along a random game that likes to take, generals first if it ``hunts``; ``look`` sees every position."""
    greed = rng.choice((0.3, 0.7))
    for _ in range(plies):
        wires = compare(position, twin)
        look(position, twin)
        if not wires:
            return
        victims = {wire: int(position.parse(wire)) >> 23 & 31 for wire in wires}
        generals = [wire for wire in wires if hunts and victims[wire] == 1]
        taking = [wire for wire in wires if victims[wire]]
        wire = rng.choice(generals or (taking if taking and rng.random() < greed else wires))
        position.push(wire)
        twin = twin.play(wire)
