"""``qiji book``: make an opening book from games, or look into one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from protocols.cli.arguments import CommandError, add_game, add_position, load_game, people_notation, positive

EXAMPLES = """
  qiji book chess games.pgn --out book.bin
  qiji book chess --show book.bin --moves e4                   what the book answers
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    add_game(parser)
    parser.add_argument("files", nargs="*", metavar="FILE", help="games: PGN; xiangqi also XQF, CBR, CBL, CBF")
    parser.add_argument("--out", metavar="BOOK", help="write a book: Polyglot (.bin) for chess, the project's own format else")
    parser.add_argument("--plies", type=positive, default=40, metavar="N", help="plies of each game that count; default: 40")
    parser.add_argument("--min-games", type=positive, default=1, metavar="N", help="leave out moves of fewer games; default: 1")
    parser.add_argument("--seat", metavar="NAME", help="only the moves of this side")
    parser.add_argument("--show", metavar="BOOK", help="print the moves that a book has for a position")
    add_position(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make a book or print from one."""
    if bool(arguments.show) == bool(arguments.out):
        raise CommandError("book: say either --out BOOK and files of games, or --show BOOK")
    return _show(arguments) if arguments.show else _make(arguments)


def _show(arguments: argparse.Namespace) -> int:
    from protocols.book import book_moves

    game = load_game(arguments)
    from protocols.book_format import OtherBookError, is_own, verify

    if game.entry.module == "chess" and is_own(arguments.show):
        raise CommandError(f"book {arguments.show!r}: this is no book for {game.entry.id}")
    if game.entry.module != "chess":
        try:
            verify(arguments.show, game.entry)
        except OtherBookError as error:
            raise CommandError(f"book {arguments.show!r}: {error}") from None
    position = game.position(arguments.position, " ".join(arguments.moves).split())
    moves = book_moves(arguments.show, position)
    total = sum(weight for _, weight in moves) or 1
    notation = people_notation(game.entry)
    for move, weight in moves:
        print(f"{position.format(move, notation)}  {position.format(move)}  weight {weight}  {100 * weight / total:.1f} %")
    if not moves:
        print("the book does not know this position")
    return 0


def _make(arguments: argparse.Namespace) -> int:
    from engine.errors import QijiError
    from protocols.book_make import BookMaker, add_file
    from protocols.whole import fresh_file

    if not arguments.files:
        raise CommandError("book: no file of games is given")
    game = load_game(arguments)
    if game.entry.id not in ("chess", "xiangqi"):
        raise CommandError(f"book: there are no files of games for {game.entry.id}")
    seat = None
    if arguments.seat is not None:
        if arguments.seat.lower() not in game.entry.seats:
            raise CommandError(f"book: {game.entry.id} has no side {arguments.seat!r}, but {', '.join(game.entry.seats)}")
        seat = game.entry.seats.index(arguments.seat.lower())
    maker, faults = BookMaker(game, arguments.plies, seat), 0
    for name in arguments.files:
        complaints: list[str] = []
        add_file(maker, Path(name).read_bytes(), complaints.append)
        faults += len(complaints)
        for complaint in complaints:
            print(f"qiji: note: {name}: {complaint}; the game is left out", file=sys.stderr)
    try:
        with fresh_file(arguments.out) as fresh:
            moves = maker.write(str(fresh), arguments.min_games)
    except QijiError as error:
        raise CommandError(f"book: {error}") from None
    print(f"{arguments.out}: {moves} moves from {maker.games} games")
    if faults:
        raise CommandError(f"book: {faults} games could not be read and are left out")
    return 0
