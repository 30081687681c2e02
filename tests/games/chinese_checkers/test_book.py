"""The opening book: every line is a position that can be reached, its reply legal; both seats and both mirror images find it."""

from __future__ import annotations

import engine
from engine.games.chinese_checkers import book
from engine.games.chinese_checkers.geometry import LETTERS, MIRROR, NAMES, VIEW, hole_of
from engine.games.chinese_checkers.notation import pieces_of
from engine.games.chinese_checkers.text import Board, board_text

LINES = [line.split() for line in book.FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def holes_of(wire):
    """Start and end of a wire move."""
    cut = next(n for n in range(2, len(wire)) if wire[n].isalpha())
    return hole_of(wire[:cut]), hole_of(wire[cut:])


def shown_to(board, seat, mirrored):
    """The position string in which ``seat`` to move sees ``board`` of the book, or its mirror image."""
    holes = {int(VIEW[seat, hole]): hole for hole in range(len(NAMES))}
    pieces = {}
    for hole, letter in Board.of(f"{board} A AD 0,0").pieces.items():
        seen = int(MIRROR[hole]) if mirrored else hole
        pieces[holes[seen]] = letter if seat == 0 else "DA"["AD".index(letter)]
    return f"{board_text(pieces)} {LETTERS[seat]} AD 3,{3 - seat // 3}"


def test_lines():
    game = engine.load("chinese-checkers")
    assert len(LINES) >= 20 and len({fields[0] for fields in LINES}) == len(LINES)
    for board, reply, points, games in LINES:
        assert 0 < float(points) <= int(games)
        for seat in (0, 3):
            for mirrored in (False, True):
                position = game.position(shown_to(board, seat, mirrored))
                found = book.book_moves(position)
                assert len(found) == 1, (board, seat, mirrored)
                start, end = holes_of(position.format(found[0]))
                view = [int(VIEW[seat, hole]) for hole in (start, end)]
                wanted = list(holes_of(reply))
                assert view == wanted or [int(MIRROR[hole]) for hole in view] == wanted


def test_the_engine_plays_it():
    game = engine.load("chinese-checkers")
    player = engine.Engine(game, hash_mb=1)
    position = game.position()
    for _ in range(3):
        found = book.book_moves(position)
        player.set_position(position)
        best = player.go(engine.Limits(nodes=50)).best
        assert best in found
        position.push(best)
        if not book.book_moves(position):
            break


def test_other_rules_have_none():
    for options in ({"pieces": "15"}, {"jump": "distant"}, {"seats": "3"}, {"seats": "6"}):
        assert book.book_moves(engine.load("chinese-checkers", options).position()) == ()
    late = engine.load("chinese-checkers").position("D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD 8,8")
    assert book.book_moves(late) == ()


def test_mirror_images_are_one():
    game = engine.load("chinese-checkers")
    left, right = game.position("startpos", ["d1e5"]), game.position("startpos", ["d4e9"])
    one, other = (book.view_of(pieces_of(position.state), 3) for position in (left, right))
    assert one[0] == other[0] and one[1] != other[1]
