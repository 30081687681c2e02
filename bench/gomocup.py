"""Whether the Gomocup engine keeps its time: many turns of one process, timed from the command to the answer.

    python -m bench gomocup [--moves 1000] [--turn 100] [--left MS] [--rule N] [--size N] [--nodes N] [--seed S]

The process plays Black and White in turn, game after game, against searches of few nodes; the first stone of the other side is
random. ``--left`` sends that ``time_left`` before every turn, so that it binds instead. A turn is late that takes longer than the
limit itself; exit status 1 if one did. Wall time: what else runs on the machine shows.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

import engine
from bench import frame
from protocols.gomocup_settings import Settings

COMMAND = (sys.executable, "-m", "protocols.cli", "gomocup")


class Timed:
    """The engine's process; ``turns`` are the milliseconds of its answers so far."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.turns: list[float] = []

    def send(self, text: str) -> None:
        """One command without an answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()

    def ask(self, text: str) -> str:
        """One command and its answer, the first line that is no ``MESSAGE``.

        Raises
        ------
        ValueError
            If the process has ended or answers ``ERROR`` or ``UNKNOWN``.
        """
        assert self._process.stdout is not None
        self.send(text)
        for line in self._process.stdout:
            if line.startswith(("ERROR", "UNKNOWN")):
                raise ValueError(f"{text}: {line.strip()}")
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line.strip()
        raise ValueError(f"{text}: the engine has ended")

    def turn(self, text: str) -> str:
        """As :meth:`ask`, timed."""
        begin = time.perf_counter()
        answer = self.ask(text)
        self.turns.append(1000 * (time.perf_counter() - begin))
        return answer

    def close(self) -> None:
        """End the process."""
        self.send("END")
        self._process.wait(10)


def play(timed: Timed, game: engine.Game, player: engine.Engine, settings: tuple[int, int | None], first: str, most: int) -> None:
    """One game, at most until ``timed`` has taken ``most`` turns. ``first``: the other side's first stone, empty if it is White.

    settings : the nodes of ``player`` and the ``time_left`` that is told before each turn.
    """
    nodes, left = settings
    position = game.position()
    words = [first] if first else []
    while not position.result().over and len(timed.turns) < most:
        if words:
            position.push(words[0])
            if position.result().over:
                return
        if left is not None:
            timed.send(f"INFO time_left {left}")
        position.push(timed.turn(f"TURN {words[0]}" if words else "BEGIN"))
        if not position.result().over:
            player.set_position(position)
            best = player.go(engine.Limits(nodes=nodes)).best
            words = [position.format(best, "gomocup")]


@frame.program()
def main(words: list[str]) -> int:
    """Play and report; 1 if a turn was late."""
    made = frame.parser(__name__)
    made.add_argument("--moves", type=frame.positive, default=1000, help="turns of the engine; default: 1000")
    made.add_argument("--turn", type=int, default=100, metavar="MS", help="timeout_turn; default: 100; 0: as fast as possible")
    made.add_argument("--left", type=int, metavar="MS", help="time_left before every turn")
    made.add_argument("--rule", type=int, default=0, metavar="N", help="INFO rule; default: 0, freestyle")
    made.add_argument("--size", type=frame.positive, default=15, metavar="N", help="default: 15")
    made.add_argument("--nodes", type=frame.positive, default=300, help="of the other side's searches; default: 300")
    frame.add_seed(made)
    arguments = made.parse_args(words)
    rules = Settings(rule=arguments.rule)
    if rules.rule_problem:
        raise ValueError(rules.rule_problem)
    game = engine.load("gomoku", {"rule": rules.mode, "size": str(arguments.size)})
    player, rng = engine.Engine(game, hash_mb=4), random.Random(arguments.seed)
    player.warm_up()
    timed = Timed()
    timed.ask(f"START {arguments.size}")
    for key, value in (("timeout_turn", arguments.turn), ("timeout_match", 0), ("rule", arguments.rule)):
        timed.send(f"INFO {key} {value}")
    games = 0
    while len(timed.turns) < arguments.moves:
        middle = arguments.size // 2
        first = f"{middle + rng.randint(-2, 2)},{middle + rng.randint(-2, 2)}" if games % 2 else ""
        play(timed, game, player, (arguments.nodes, arguments.left), first, arguments.moves)
        timed.ask("RESTART")
        player.new_game()
        games += 1
    timed.close()
    limit = min(x for x in (arguments.turn, arguments.left) if x) if arguments.turn or arguments.left else 0
    late = sum(turn > limit for turn in timed.turns) if limit else 0
    ordered = sorted(timed.turns)
    print(
        f"{len(ordered)} turns in {games} games, limit {limit} ms: {late} late, first {timed.turns[0]:.0f}, median "
        f"{statistics.median(ordered):.0f}, 99 % within {ordered[len(ordered) * 99 // 100 - 1]:.0f}, longest {ordered[-1]:.0f} ms"
    )
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
