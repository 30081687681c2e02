"""Small endings of banqi: solved backwards from the ends with the compiled rules, and played out by the engine.

    python -m bench banqi_endings [--nodes 3000] [--every 1]

For each ending of the rule text it prints won, drawn and lost placements and the longest win, then lets the engine play every
n-th won placement of the stronger side against a defender that holds out as long as the table lets it. A win that is not won is
a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import engine
from bench import frame
from engine.core.contract import winners_of

#: game, red, black: results for red and for black to act (won, drawn, lost), longest win in plies
TABLE = [
    ("banqi", "R", "n", (512, 480, 0), (0, 512, 480), 17),
    ("banqi", "K", "p", (0, 512, 480), (512, 480, 0), 17),
    ("banqi", "R", "r", (512, 0, 480), (512, 0, 480), 17),
    ("banqi", "C", "n", (0, 512, 480), (512, 480, 0), None),
    ("banqi", "RR", "n", (14880, 0, 0), (0, 0, 14880), 17),
    ("banqi-lianzhong", "N", "n", (0, 992, 0), (0, 992, 0), None),
    ("banqi-lianzhong", "P", "p", (0, 992, 0), (0, 992, 0), None),
    ("banqi-lianzhong", "P", "k", (512, 480, 0), (0, 512, 480), 17),
]


def placements(red: str, black: str) -> Iterator[str]:
    """Every board of an ending, as position strings without their turn."""
    for reds in combinations(range(32), len(red)):
        for blacks in permutations([square for square in range(32) if square not in reds], len(black)):
            cells = dict(zip((*reds, *blacks), red + black, strict=True))
            yield "/".join("".join(cells.get(8 * rank + file, "1") for file in range(8)) for rank in range(4))


def solve(game: engine.Game, red: str, black: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Board and turn -> (1 won, 0 drawn, -1 lost for who acts; plies), by retrograde analysis without draw limits."""
    make, result = game.kernel("make_move"), game.kernel("result")
    state = game.spec.state
    names: dict[int, tuple[str, str]] = {}
    after: dict[int, tuple[list[int], bool, bool]] = {}
    for board in placements(red, black):
        for turn, ply in (("w", 0), ("b", 1)):
            position = game.position(f"{board} {turn} - 0 {ply}")
            names[position.key] = board, turn
            following, lost_to = [], False
            for move in position.legal_moves().tolist():
                make(position.memory, 0, move)
                code = int(result(position.memory, 1))
                if code:
                    lost_to |= bool(int(winners_of(code)) >> ply & 1)
                else:
                    following.append(int(position.memory.view(state)[1]["key"]))
            after[position.key] = (following, lost_to, position.result().over)
    values = {key: (-1, 0) for key, (_, _, over) in after.items() if over}
    values |= {key: (1, 1) for key, (_, wins, over) in after.items() if wins and not over}
    changed, plies = True, 0
    while changed or plies < 2:
        plies += 1
        fresh = {}
        for key, (following, _, _) in after.items():
            if key in values:
                continue
            known = [values.get(child) for child in following]
            if any(value is not None and value[0] < 0 for value in known):
                fresh[key] = (1, plies + 1)
            elif known and all(value is not None and value[0] > 0 for value in known):
                fresh[key] = (-1, plies + 1)
        values |= fresh
        changed = bool(fresh)
    return {names[key]: values.get(key, (0, 0)) for key in after}


def longest_defence(position: engine.Position, found: dict[tuple[str, str], tuple[int, int]]) -> int:
    """The move that the table gives the best result for who acts, then the most plies."""
    best, chosen = None, 0
    for move in position.legal_moves().tolist():
        position.push(move)
        board, turn = position.text().split()[:2]
        over = position.result().over
        value, plies = (0, 0) if over else found.get((_ones(board), turn), (0, 0))
        position.pop()
        rank = (-value, plies)
        if best is None or rank > best:
            best, chosen = rank, move
    return chosen


def _ones(board: str) -> str:
    return "".join("1" * int(sign) if sign.isdigit() else sign for sign in board)


def play_out(
    player: engine.Engine, position: engine.Position, found: dict[tuple[str, str], tuple[int, int]], nodes: int
) -> engine.Position:
    """The engine for who acts first against the longest defence."""
    seat = position.player
    player.new_game()
    while not position.result().over:
        if position.player == seat:
            player.set_position(position)
            position.push(player.go(engine.Limits(nodes=nodes)).best)
        else:
            position.push(longest_defence(position, found))
    return position


@frame.program()
def main(words: list[str]) -> int:
    """Solve and play."""
    parser = frame.parser(__name__)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args(words)
    for game_id, red, black, *_ in TABLE:
        game = engine.load(game_id)
        found = solve(engine.load(game_id, {"NoProgressPlies": "0", "Repetition": "off"}), red, black)
        counts = Counter((turn, value) for (_, turn), (value, _) in found.items())
        longest = max((plies for value, plies in found.values() if value == 1), default=0)
        shown = [f"{turn}: {counts[turn, 1]}/{counts[turn, 0]}/{counts[turn, -1]}" for turn in "wb"]
        print(f"{game_id} {red} v {black.upper()}: {', '.join(shown)}, longest win {longest}", end="", flush=True)
        player = engine.Engine(game, hash_mb=4)
        won = sorted(key for key, (value, _) in found.items() if value == 1)[:: args.every]
        faults = 0
        for board, turn in won:
            start = game.position(f"{board} {turn} - 0 {'wb'.index(turn)}")
            seat = start.player
            faults += seat not in play_out(player, start, found, args.nodes).result().winning_seats
        print(f"; played {len(won)}, not won {faults}", flush=True)
    return 0
