"""Small endings solved backwards from the ends with the compiled rules: the table of the rule text, and the engine plays them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

import engine
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


def placements(red, black):
    """Every board of an ending, as position strings without their turn."""
    for reds in combinations(range(32), len(red)):
        for blacks in permutations([square for square in range(32) if square not in reds], len(black)):
            cells = dict(zip((*reds, *blacks), red + black, strict=True))
            yield "/".join("".join(cells.get(8 * rank + file, "1") for file in range(8)) for rank in range(4))


def solve(game, red, black):
    """Board and turn -> (1 won, 0 drawn, -1 lost for who acts; plies), by retrograde analysis without draw limits."""
    make, result = game.kernel("make_move"), game.kernel("result")
    state = game.spec.state
    names, after = {}, {}
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


@pytest.mark.parametrize("row", range(len(TABLE)))
def test_counts(row):
    game_id, red, black, red_acts, black_acts, longest = TABLE[row]
    game = engine.load(game_id, {"NoProgressPlies": "0", "Repetition": "off"})
    found = solve(game, red, black)
    for turn, wanted in (("w", red_acts), ("b", black_acts)):
        count = Counter(value for (_, side), (value, _) in found.items() if side == turn)
        assert (count[1], count[0], count[-1]) == wanted, turn
    if longest is not None:
        assert max(plies for value, plies in found.values() if value == 1) == longest


def test_the_engine_wins_what_is_won():
    """From every ninth won placement of chariot against horse, against a defender that holds out as long as it can."""
    game = engine.load("banqi")
    found = solve(engine.load("banqi", {"NoProgressPlies": "0", "Repetition": "off"}), "R", "n")
    player = engine.Engine(game, hash_mb=4)
    won = sorted(board for (board, turn), (value, _) in found.items() if turn == "w" and value == 1)
    for board in won[::24]:
        player.new_game()
        position = game.position(f"{board} w - 0 0")
        while not position.result().over:
            if position.player == 0:
                player.set_position(position)
                move = player.go(engine.Limits(nodes=3000)).best
            else:
                move = longest_defence(position, found)
            position.push(move)
        assert position.result().winners == ("red",), (board, str(position.result()))


def longest_defence(position, found):
    """A move of black that the table gives the best result and the most plies."""
    best, chosen = None, 0
    for move in position.legal_moves().tolist():
        position.push(move)
        board = position.text().split()[0]
        value, plies = found.get((_ones(board), "w"), (0, 0)) if not position.result().over else (0, 0)
        position.pop()
        rank = (-value, plies)
        if best is None or rank > best:
            best, chosen = rank, move
    return chosen


def _ones(board):
    return "".join("1" * int(sign) if sign.isdigit() else sign for sign in board)


def test_solved_values_are_scored_as_such():
    """A search of a few plies sees every win that the table says is near."""
    game = engine.load("banqi")
    found = solve(engine.load("banqi", {"NoProgressPlies": "0", "Repetition": "off"}), "R", "n")
    player = engine.Engine(game, hash_mb=4)
    near = sorted(board for (board, turn), (value, plies) in found.items() if turn == "w" and value == 1 and plies <= 5)
    assert len(near) > 20
    for board in near[::5]:
        player.new_game()
        player.set_position(game.position(f"{board} w - 0 0"))
        assert engine.is_mate(player.go(engine.Limits(depth=8)).score), board
