"""Solve the pyramid under a rule set: every position won, drawn or lost, by retrograde analysis.

    python -m bench solve GAME [--option NAME=VALUE ...] [--out DIR] [--count] [--passes N]
                                [--lengths] [--lost FILE --balls N]

Games: quadro, pylos, pylos-expert, pylos-child. Needs 2.1 GiB of memory, with a bonus 4.2. What is done is kept in DIR
(default: none), and the same command goes on with it. ``--lengths`` works in the order of distance and tells how many turns a win
takes; without ``--count`` it ends when the start position is decided. ``--lost`` does so too and writes the positions by which
the second player wins, up to N balls on the board, with their lengths, as they ship in ``engine/games/quadro`` (N 14: 2 GiB
more, N 16: 3.3 GiB). The last line says what the start position is worth.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import engine
from engine.errors import QijiError


def main(words: list[str]) -> int:
    """Run; 2 for bad input."""
    made = argparse.ArgumentParser(prog="python -m bench solve", description=__doc__.splitlines()[0])
    made.add_argument("game", choices=("quadro", "pylos", "pylos-expert", "pylos-child"))
    made.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option; out and repetition have none"
    )
    made.add_argument("--out", type=Path, metavar="DIR", help="folder to keep the run in")
    made.add_argument(
        "--passes", type=int, default=0, metavar="N", help="stop after N passes; default: when nothing changes any more"
    )
    made.add_argument("--count", action="store_true", help="count won, drawn and lost positions by balls on the board")
    made.add_argument("--lengths", action="store_true", help="in the order of distance: how many turns the wins take")
    made.add_argument("--lost", type=Path, metavar="FILE", help="write the lost positions of a winning way of play")
    made.add_argument("--balls", type=int, default=14, metavar="N", help="up to so many balls on the board; default: 14")
    arguments = made.parse_args(words)
    try:
        options = dict(option.split("=", 1) for option in arguments.option)
        game = engine.load(arguments.game, options)
    except (QijiError, ValueError) as error:
        print(f"bench solve: error: {error}", file=sys.stderr)
        return 2
    if game.options["out"] != "no-move" or game.options["repetition"] != 3:
        print("bench solve: error: out and repetition stay as they are", file=sys.stderr)
        return 2
    from engine.games.quadro.rules import rules_of
    from engine.games.quadro.tables.levels import Levels
    from engine.games.quadro.tables.run import Progress, Solver

    by_distance = arguments.lengths or arguments.lost is not None
    began = time.process_time()

    word = "level" if by_distance else "pass"

    def report(progress: Progress) -> None:
        start = {1: "won", 0: "open", -1: "lost"}[solver.value(0, 0) or 0]
        print(
            f"\r{word} {progress.number}: pyramid {progress.pyramid} of {len(solver.pyramids)}, {progress.judged} judged, "
            f"{progress.changed} changes, {time.process_time() - began:.0f} s, start {start} ",
            end="\n" if progress.pyramid == len(solver.pyramids) else "",
            file=sys.stderr,
            flush=True,
        )

    try:
        rules = rules_of(game.options)
        solver = Levels(rules, arguments.balls + 2, arguments.out) if by_distance else Solver(rules, arguments.out)
    except ValueError as error:
        print(f"bench solve: error: {error}", file=sys.stderr)
        return 2
    if isinstance(solver, Levels):
        solver.run(report, arguments.passes, until_decided=not arguments.count)
    else:
        solver.run(report, arguments.passes)
    if arguments.count:
        print("balls won drawn lost (side to move)")
        table = solver.counts()
        for balls, row in enumerate(table):
            print(balls, *map(int, row))
        print("all", *map(int, table.sum(axis=0)))
    if arguments.lost and isinstance(solver, Levels):
        from engine.games.quadro.tables.known import write_proof
        from engine.games.quadro.tables.proof import walk

        try:
            names, plies = walk(solver, arguments.balls)
        except ValueError as error:
            print(f"bench solve: error: {error}", file=sys.stderr)
            return 2
        write_proof(arguments.lost, names, plies)
        print(f"{len(names)} lost positions in {arguments.lost}, {arguments.lost.stat().st_size} bytes")
    value = {1: "won", 0: "drawn" if solver.finished else "open", -1: "lost"}[solver.value(0, 0) or 0]
    if isinstance(solver, Levels) and value == "lost":
        value += f" in {solver.plies(0, 0)} turns"
    print(f"{arguments.game}: the start position is {value} for the first player; {time.process_time() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
