"""``qiji show``: draw a position."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from protocols.cli.arguments import add_game, add_position, add_seat, can_print, load_position, positive, seen_by

if TYPE_CHECKING:
    from engine import Position


EXAMPLES = """
  qiji show xiangqi --moves 炮二平五 马8进7
  qiji show chess --position "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1" --svg board.svg
  qiji show aeroplane --option Players=2 --moves r6 H
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position and where pictures go."""
    add_game(parser)
    add_position(parser)
    add_seat(parser)
    parser.add_argument("--svg", metavar="FILE", help="write an SVG picture")
    parser.add_argument("--png", metavar="FILE", help="write a PNG picture (needs the extra 'png')")
    parser.add_argument("--size", type=positive, default=720, metavar="PIXELS", help="width of pictures; default: 720")


def print_board(position: Position) -> None:
    """The board on stdout, as well as the terminal can show it, and what a player wants to know about the position."""
    from rich.console import Console

    from protocols.show import View, board_notes, board_text, charset_of, check_word

    view = View.of(position)
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    colour = console.is_terminal and console.color_system is not None
    text = board_text(view, charset_of(sys.stdout), colour)
    if colour:
        console.print(text)
    else:
        print("\n".join(line.rstrip() for line in text.plain.split("\n")))
    print()
    print(f"position: {view.position}")
    changed = [o for o in view.entry.options if view.options.get(o.name) != o.default]
    if changed:
        print("options: " + ", ".join(f"{o.name}={view.options[o.name]}" for o in changed))
    if view.last_move:
        names = [name for name in view.last_move_names if can_print(name)]
        print(f"last move: {view.last_move}" + (f" ({', '.join(names)})" if names else ""))
    print(f"to move: {view.seat}" + (f", {check_word(view)}" if view.in_check else ""))
    if view.must_change:
        print(f"must change: {view.must_change}")
    print(f"result: {view.result}")
    for note in board_notes(view, charset_of(sys.stdout)):
        print(note)


def run(arguments: argparse.Namespace) -> int:
    """Print the board and write the pictures."""
    from protocols.show import View, board_png, board_svg

    position = seen_by(load_position(arguments), arguments.seat)
    view = View.of(position)
    if arguments.svg:
        with open(arguments.svg, "w", encoding="utf-8") as file:
            file.write(board_svg(view, arguments.size))
    if arguments.png:
        picture = board_png(view, arguments.size)
        with open(arguments.png, "wb") as file:
            file.write(picture)
    print_board(position)
    return 0
