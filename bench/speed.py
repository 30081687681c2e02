"""How fast the search is and where its time goes.

    python -m bench speed [GAME ...] [--nodes N] [--threads 2] [--eval-file FILE]

Speeds are nodes per second of processor time, so that other work on the machine disturbs little. The share of a kernel is its
calls per node times its cost per call on warm caches; what is left over is the search itself: table, ordering, histories.
``--eval-file`` names the evaluation as the engine option ``EvalFile`` does.
"""

from __future__ import annotations

import time

import engine
from bench import frame
from bench.signature import HASH_MB, positions
from engine.network.profile import part_costs
from engine.search.profile import call_counts, clear_counts, kernel_costs


def measure(game_id: str, nodes: int, eval_file: str) -> None:
    """Print the table of one game."""
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=HASH_MB, eval_file=eval_file)
    player.warm_up()
    space = player._search.workspace(0)
    texts = positions(game_id)
    clear_counts(space)
    searched, cpu_s, wall_s = 0, 0.0, 0.0
    costs: dict[str, float] = {}
    for text in texts:
        position = game.position(text)
        player.new_game()
        player.set_position(position)
        wall, cpu = time.perf_counter(), time.thread_time()
        searched += player.go(engine.Limits(nodes=nodes)).nodes
        cpu_s += time.thread_time() - cpu
        wall_s += time.perf_counter() - wall
    counts = call_counts(space)
    for text in texts:
        for name, cost in kernel_costs(space, game.position(text)).items():
            costs[name] = costs.get(name, 0.0) + cost / len(texts)
    per_node = cpu_s / searched * 1e9
    print(
        f"{game_id}: {searched} nodes, {searched / cpu_s:,.0f} nodes/s of processor time, {searched / wall_s:,.0f} of wall time, "
        f"evaluation {player.evaluation_name}"
    )
    print(f"  {'':12} {'calls/node':>10} {'ns/call':>8} {'ns/node':>8} {'share':>6}")
    rest = per_node
    for name, count in counts.items():
        part = count / searched * costs[name]
        rest -= part
        print(f"  {name:12} {count / searched:10.2f} {costs[name]:8.0f} {part:8.0f} {part / per_node:6.0%}")
    print(f"  {'the search':12} {'':10} {'':8} {rest:8.0f} {rest / per_node:6.0%}")
    print(f"  {'a node':12} {'':10} {'':8} {per_node:8.0f}")
    evaluation = player._search.evaluation
    if evaluation.helpers:
        parts = []
        for text in texts:
            position = game.position(text)
            parts.append(part_costs(evaluation, game.spec, position.memory, position.ply, position.legal_moves()))
        output, update = (sum(column) / len(parts) for column in zip(*parts, strict=True))
        print(f"  network: {update:.0f} ns to update the accumulators after a move, {output:.0f} ns for the output layer")


def scaling(game_id: str, threads: int, seconds: float, eval_file: str) -> None:
    """Print nodes per second of wall time of one and of several threads, in turns."""
    game = engine.load(game_id)
    player = engine.Engine(game, hash_mb=64, eval_file=eval_file)
    player.warm_up()
    totals = {1: 0, threads: 0}
    for text in positions(game_id)[:6]:
        for number in totals:
            player.configure(threads=number)
            player.new_game()
            player.set_position(game.position(text))
            player.go(engine.Limits(nodes=1000))
            totals[number] += player.go(engine.Limits(movetime_s=seconds)).nodes
    print(f"{game_id}: {threads} threads search {totals[threads] / totals[1]:.2f} times the nodes of one")


@frame.program()
def main(words: list[str]) -> int:
    """Measure and print."""
    from engine.games import CATALOGUE, find_entry

    parser = frame.parser(__name__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes a position")
    parser.add_argument("--threads", type=int, help="compare the nodes of so many threads with those of one")
    parser.add_argument("--eval-file", default="", metavar="FILE", help="a network, or hand-made; default: what ships")
    parser.add_argument("--seconds", type=float, default=1.0, help="a position, for --threads")
    arguments = parser.parse_args(words)
    for name in arguments.games or [entry.id for entry in CATALOGUE]:
        if arguments.threads:
            scaling(find_entry(name).id, arguments.threads, arguments.seconds, arguments.eval_file)
        else:
            measure(find_entry(name).id, arguments.nodes, arguments.eval_file)
    return 0
