"""One whole game of a catalogued game as a file that tests replay: every move, what was legal, and the position after it.

    python -m bench playthrough draughts --out tests/playthroughs/draughts.txt

Both sides search a few nodes a move and sometimes play at random, so that the game leaves the beaten track and comes to an end.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import engine
from bench import frame

LONGEST = 600


@frame.program()
def main(words: list[str]) -> int:
    """Write the game."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--nodes", type=int, default=1000, help="of a move that is searched")
    parser.add_argument("--random", type=float, default=0.2, help="share of moves at random")
    frame.add_seed(parser)
    parser.add_argument("--out", type=Path, help="file; default: standard output")
    args = parser.parse_args(words)
    text = "\n".join(record(engine.load(args.game), args.nodes, args.random, args.seed)) + "\n"
    if args.out:
        args.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def record(game: engine.Game, nodes: int, share: float, seed: int) -> list[str]:
    """The lines of the file."""
    position, rng = game.position(), random.Random(seed)
    player = engine.Engine(game, hash_mb=4)
    lines = ["# A whole game: number of legal moves, the move, the position after it; the last line is the result."]
    lines.append(f"start {position.text()}")
    while not position.result().over and position.ply < LONGEST:
        legal = position.legal_moves()
        if position.chance_due:
            move = _outcome(position.outcomes(), rng)
        elif rng.random() < share:
            move = int(rng.choice(list(legal)))
        else:
            player.set_position(position)
            move = player.go(engine.Limits(nodes=nodes)).best
        move = _outcome(position.outcomes(move), rng) or move
        text = position.format(move)
        position.push(move)
        lines.append(f"{len(legal)} {text} {position.text()}")
    lines.append(f"result {position.result()}")
    return lines


def _outcome(outcomes: list[tuple[int, int]], rng: random.Random) -> int:
    """One of the outcomes of chance by their weights, 0 if there are none."""
    if not outcomes:
        return 0
    moves, weights = zip(*outcomes, strict=True)
    return int(rng.choices(moves, weights)[0])
