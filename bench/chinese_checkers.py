"""What Chinese checkers is given beyond its rules: race tables, opening book; and how fast moves are generated.

    python -m bench chinese_checkers tables [--out FILE] [--variants 0 1 ...]
    python -m bench chinese_checkers book [--out FILE] [--positions 24]
    python -m bench chinese_checkers speed

``tables``: how many moves an army alone needs from any set in the last rows. Sixteen variants of rules, a minute of processor
time in all; with ``--variants`` only these are made and compared with the file. ``book``: for the start position and what the
engine likes to play from there, the most promising moves are tried in games of the engine with itself; the search's own choice
is kept unless another one clearly wins more, and the best answers to it come next. ``speed``: generated moves a second on the
bench positions, one thread.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

import engine
from bench import frame
from engine.core.contract import winners_of
from engine.games.chinese_checkers import book
from engine.games.chinese_checkers.notation import pieces_of
from engine.games.chinese_checkers.race.build import make_table
from engine.games.chinese_checkers.race.known import FILE, VARIANTS, read_table, write_tables

POSITIONS = Path(__file__).parent / "positions" / "chinese-checkers.epd"
LOOK, TRY = 200_000, 1_500  #: nodes of the search that proposes moves, and of a move of a game that tries them
NEAR = 25  #: a proposal may be so many score units worse than the best one
CLEARLY = 2.0  #: points more than the search's first choice that another move must make in its games to be preferred
PROPOSED, ANSWERS = 3, 2  #: moves that are tried in a position, and answers to the best one that come into the book too
GAMES = 6  #: with each move


def tables(out: Path, variants: list[int] | None) -> int:
    """Make tables and write or compare them."""
    made, same = [], True
    for variant in variants or range(VARIANTS):
        begin = time.process_time()
        table = make_table(variant)
        made.append(table)
        counts = np.bincount(table[table < 255]).tolist()
        print(f"variant {variant}: {table.size} sets by moves {counts}, {time.process_time() - begin:.0f} s", flush=True)
        same = same and (not variants or bool(np.array_equal(table, read_table(out, variant))))
    if variants:
        print("equal to the file" if same else "other than the file")
        return int(not same)
    write_tables(out, made)
    return 0


# --- book ---------------------------------------------------------------------------------------------------------------


def game_points(player: engine.Engine, position: engine.Position, seat: int, number: int) -> float:
    """Points of ``seat`` in a game of the engine with itself from ``position``; other nodes make another game."""
    kernel = position.game.kernel("result")
    player.new_game()
    while not (code := int(kernel(position.memory, position.ply))):
        player.set_position(position)
        position.push(player.go(engine.Limits(nodes=TRY + 97 * number)).best)
    return 0.5 if not winners_of(code) else float(winners_of(code) >> seat & 1)


def proposals(player: engine.Engine, position: engine.Position, count: int) -> list[int]:
    """The best moves by a search, no two of them mirror images in a symmetric position."""
    player.new_game()
    player.configure(multipv=2 * count)
    player.set_position(position)
    lines = player.go(engine.Limits(nodes=LOOK)).lines
    player.configure(multipv=1)
    chosen: dict[str, int] = {}
    for line in lines:
        if line.score < lines[0].score - NEAR:
            break
        after = position.copy()
        after.push(line.pv[0])
        chosen.setdefault(book.view_of(pieces_of(after.state), after.player)[0], line.pv[0])
    return list(chosen.values())[:count]


def make_book(out: Path, positions: int) -> int:
    """Write the book."""
    game = engine.load("chinese-checkers")
    player = engine.Engine(game, hash_mb=16)
    player.warm_up()
    player._forced = None  # an older book has no say
    todo = [game.position()]
    found: dict[str, str] = {}
    while todo and len(found) < positions:
        position = todo.pop(0)
        seat = position.player
        board, mirrored = book.view_of(pieces_of(position.state), seat)
        if board in found:
            continue
        scores = {}
        for move in proposals(player, position, PROPOSED):
            points = 0.0
            for number in range(GAMES):
                after = position.copy()
                after.push(move)
                points += game_points(player, after, seat, number)
            scores[move] = points
        first = next(iter(scores))
        best = max(scores, key=lambda move: scores[move] + CLEARLY * (move == first))
        found[board] = f"{board} {book.name_in_view(best, seat, mirrored)} {scores[best]:g} {GAMES}"
        print(
            f"{len(found)} {position.text()} {position.format(best)} {[f'{points:g}' for points in scores.values()]}", flush=True
        )
        after = position.copy()
        after.push(best)
        todo.append(after)
        for answer in proposals(player, after, ANSWERS):
            reply = after.copy()
            reply.push(answer)
            todo.append(reply)
    head = f"# python -m bench chinese_checkers book --positions {positions}"
    out.write_text("\n".join([head, *found.values()]) + "\n", encoding="utf-8")
    return 0


# --- speed --------------------------------------------------------------------------------------------------------------


def speed() -> int:
    """Print generated moves a second: perft of depth 2 without its last make, and lists alone."""
    game = engine.load("chinese-checkers")
    generate, moves = game.kernel("gen_moves"), np.zeros(game.spec.max_moves, np.int64)
    lines = [line.partition(" ; ")[0] for line in POSITIONS.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    places = [game.position(line) for line in lines]
    leaves, begin = 0, time.process_time()
    for position in places:
        leaves += position.perft(3)
    used = time.process_time() - begin
    print(f"perft 3 of {len(places)} positions: {leaves} leaves, {leaves / used / 1e6:.0f} million generated moves/s")
    listed, begin = 0, time.process_time()
    for position in places:
        for _ in range(2000):
            listed += generate(position.memory, 0, moves)
    used = time.process_time() - begin
    print(f"lists one by one, calls from Python: {listed / used / 1e6:.0f} million moves/s")
    return 0


@frame.program()
def main(words: list[str]) -> int:
    """Do what the first word says."""
    parser = frame.parser(__name__)
    parser.add_argument("what", choices=("tables", "book", "speed"))
    parser.add_argument("--out", type=Path, help="default: the file that ships")
    parser.add_argument("--variants", type=int, nargs="+", choices=range(VARIANTS), help="make and compare only these")
    parser.add_argument("--positions", type=int, default=24, help="of the book")
    args = parser.parse_args(words)
    if args.what == "tables":
        return tables(args.out or FILE, args.variants)
    return make_book(args.out or book.FILE, args.positions) if args.what == "book" else speed()
