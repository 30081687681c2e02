"""``qiji analyse``: search a position, or each position of a file, and print what is found while it is found."""

from __future__ import annotations

import argparse
import json
import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from protocols.cli.arguments import add_game, add_position, load_game, people_notation, positive, say_notes, seconds

if TYPE_CHECKING:
    from engine import Engine, Info, Limits, Position, SearchResult
    from protocols.cli.suite import Task

DEFAULT_S = 5.0
_COLUMNS = f"{'depth':>7}  {'score':>7}  {'win/draw/loss %':>15}  {'nodes':>7}  {'nodes/s':>7}  {'time':>6}  line"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position or file, and the limits."""
    add_game(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="positions, one a line, EPD operations allowed; '-': stdin")
    add_position(parser)
    parser.add_argument("--time", type=seconds, metavar="S", help=f"seconds for each position; without limits: {DEFAULT_S:g}")
    parser.add_argument("--depth", type=positive, metavar="D", help="plies")
    parser.add_argument("--nodes", type=positive, metavar="N", help="nodes")
    parser.add_argument("--multipv", type=positive, default=1, metavar="K", help="how many best lines; default: 1")
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help="search threads; default: 1")
    parser.add_argument("--hash", type=positive, default=128, metavar="MB", help="size of the hash table; default: 128")
    parser.add_argument("--notation", metavar="NAME", help="for the printed lines; default: what players of the game write")
    parser.add_argument("--json", action="store_true", help="one object a line: all finished lines, then the final ones")


def run(arguments: argparse.Namespace) -> int:
    """Analyse and print; the search of a position can be cut short with Ctrl-C."""
    import engine
    from protocols.cli.arguments import CommandError
    from protocols.cli.progress import warm_up
    from protocols.cli.suite import Task, read_tasks

    game = load_game(arguments)
    notation = people_notation(game.entry, arguments.notation)
    if arguments.file is not None:
        if arguments.moves or arguments.position != "startpos":
            raise CommandError("analyse: FILE stands in the place of --position and --moves")
        tasks = read_tasks(game, arguments.file)
    else:
        tasks = [Task(game.position(arguments.position, " ".join(arguments.moves).split()))]
    limits = engine.Limits(depth=arguments.depth, nodes=arguments.nodes, movetime_s=arguments.time)
    if limits == engine.Limits():
        limits = engine.Limits(movetime_s=DEFAULT_S)
    player = _make_engine(engine.Engine, game, arguments)
    player.configure(multipv=arguments.multipv, analyse_mode=True)
    warm_up(player)
    solved = asked = 0
    for number, task in enumerate(tasks, start=1):
        say_notes(task.position)
        if arguments.json:
            printer: JsonPrinter | TablePrinter = JsonPrinter(task, notation)
        else:
            printer = TablePrinter(task, notation, f"{number}/{len(tasks)}" if len(tasks) > 1 else "", arguments.multipv > 1)
        player.new_game()
        result, interrupted = search(player, task.position, limits, printer)
        printer.close(result)
        verdict = task.solved(result.best)
        asked, solved = asked + (verdict is not None), solved + (verdict is True)
        if interrupted:
            return 130
    if asked and not arguments.json:
        print(f"\n{solved} of {asked} solved")
    return 0


def _make_engine(make: type[Engine], game: Any, arguments: argparse.Namespace) -> Engine:
    from protocols.cli.arguments import CommandError

    try:
        return make(game, hash_mb=arguments.hash, threads=arguments.threads)
    except MemoryError:
        raise CommandError(f"analyse: no memory for a table of {arguments.hash} MB") from None


def search(player: Engine, position: Position, limits: Limits, printer: JsonPrinter | TablePrinter) -> tuple[SearchResult, bool]:
    """Search in a thread of its own, so that this one hears Ctrl-C; returns the result and whether it was pressed."""
    found: queue.Queue[Info | SearchResult | BaseException] = queue.Queue()
    player.set_position(position)
    player.prepare()

    def work() -> None:
        try:
            found.put(player.go(limits, found.put))
        except BaseException as error:
            found.put(error)

    from engine import Info

    thread = threading.Thread(target=work, name="qiji-search", daemon=True)
    thread.start()
    interrupted = False
    while True:
        try:
            item = found.get()
            if isinstance(item, Info):
                if item.bound == "exact" and not item.current_number:
                    printer.line(item)
                continue
        except (KeyboardInterrupt, BrokenPipeError) as error:
            player.stop()
            if interrupted or isinstance(error, BrokenPipeError):
                raise
            interrupted = True
            continue
        if isinstance(item, BaseException):
            raise item
        thread.join()
        return item, interrupted


# --- output -------------------------------------------------------------------------------------------------------------


def speller(notation: str) -> Callable[[Position, int], str]:
    """How a variation's moves are written."""
    return lambda position, move: position.format(move, notation)


class JsonPrinter:
    """One JSON object a line; the keys are always the same."""

    def __init__(self, task: Task, notation: str) -> None:
        from protocols.render import VariationWriter

        self._task = task
        self._wire, self._people = VariationWriter(task.position), VariationWriter(task.position, speller(notation))
        self._base = {
            "game": task.position.game.entry.id,
            "position": task.position.text(),
            "id": task.id or None,
            **dict.fromkeys(("final", "depth", "seldepth", "multipv")),
            **dict.fromkeys(("score", "mate", "wdl", "nodes", "nps", "time_s", "hashfull", "best")),
            "pv": [],
            "line": [],
            "solved": None,
            "result": "ongoing",
        }

    def line(self, info: Info, final: bool = False, solved: bool | None = None) -> None:
        """Print one line of the search."""
        from protocols.render import moves_to_mate

        pv = self._wire.write(info.pv)
        self._print(
            final=final,
            depth=info.depth,
            seldepth=info.seldepth,
            multipv=info.multipv,
            score=info.score,
            mate=moves_to_mate(info.score),
            wdl=list(_chances(info)),
            nodes=info.nodes,
            nps=info.nps,
            time_s=round(info.time_s, 6),
            hashfull=info.hashfull,
            best=pv[0] if pv else None,
            pv=pv,
            line=self._people.write(info.pv),
            solved=solved,
        )

    def close(self, result: SearchResult) -> None:
        """Print the final lines, or one without a move where there is none."""
        for info in result.lines if result.best else ():
            self.line(info, final=True, solved=self._task.solved(result.best))
        if not result.best:
            self._print(final=True, solved=self._task.solved(0), result=str(self._task.position.result()))

    def _print(self, **known: Any) -> None:
        print(json.dumps(self._base | known), flush=True)


class TablePrinter:
    """A row for each finished line of the search, under the board where there is one position only."""

    def __init__(self, task: Task, notation: str, title: str, numbered: bool) -> None:
        from protocols.render import VariationWriter

        self._task = task
        self._wire, self._people = VariationWriter(task.position), VariationWriter(task.position, speller(notation))
        self._numbered = numbered
        if not title:
            from protocols.cli.show import print_board

            print_board(task.position)
        else:
            print("  ".join(part for part in (title, task.id, task.position.text()) if part))
        print(f"\n{_COLUMNS}", flush=True)

    def line(self, info: Info) -> None:
        """Print one line of the search."""
        win, draw, loss = (round(part / 10) for part in _chances(info))
        mark = f"{info.multipv}. " if self._numbered else ""
        row = (
            f"{f'{info.depth}/{info.seldepth}':>7}  {score_text(info.score):>7}  {f'{win}/{draw}/{loss}':>15}  "
            f"{short(info.nodes):>7}  {short(info.nps):>7}  {info.time_s:>6.2f}  {mark}{' '.join(self._people.write(info.pv))}"
        )
        print(_fit(row), flush=True)

    def close(self, result: SearchResult) -> None:
        """Print the best move and the last line of each of the best moves in full."""
        position = self._task.position
        print()
        if not result.best:
            print(f"no legal move: {position.result()}")
        for info in result.lines if result.best else ():
            people = self._people.write(info.pv)
            wire = self._wire.write(info.pv)
            name = people[0] if people[0] == wire[0] else f"{people[0]} ({wire[0]})"
            print(f"{info.multipv}. {name}  {score_words(info.score, position.seat)}, depth {info.depth}: {' '.join(people)}")
        verdict = self._task.solved(result.best)
        if verdict is not None:
            print("solved" if verdict else "not solved")
        print(flush=True)


def _chances(info: Info) -> tuple[int, int, int]:
    from protocols.render import win_chances

    return info.wdl or win_chances(info.score)


def score_text(score: int) -> str:
    """A score from the view of the player to move: pawns, ``#5`` (mates in 5 moves), ``#-5`` (is mated), ``+win``, ``-loss``."""
    import engine
    from protocols.render import moves_to_mate

    mate = moves_to_mate(score)
    if mate is not None:
        return f"#{mate}" if mate or score > 0 else "#-0"
    if abs(score) >= engine.WIN_BOUND:
        return "+win" if score > 0 else "-loss"
    return f"{score / 100:+.2f}"


def score_words(score: int, seat: str) -> str:
    """A score in words, for the last lines."""
    import engine
    from protocols.render import moves_to_mate

    mate = moves_to_mate(score)
    if mate is not None:
        return f"{seat} mates in {mate}" if score > 0 else f"{seat} is mated in {-mate}"
    if abs(score) >= engine.WIN_BOUND:
        return f"{seat} {'wins' if score > 0 else 'loses'} by rule or table"
    return f"{score / 100:+.2f} for {seat}"


def short(number: int) -> str:
    """A count in four digits: 950, 12.3k, 4.56M, 7.89G."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}{unit}"
    return str(number)


def _fit(row: str) -> str:
    """``row`` cut to the terminal's width; whole where nobody watches."""
    import shutil
    import sys

    if not sys.stdout.isatty():
        return row
    from rich.cells import cell_len, set_cell_size

    width = shutil.get_terminal_size().columns - 1
    return row if cell_len(row) <= width else set_cell_size(row, max(1, width - 3)).rstrip() + "..."
