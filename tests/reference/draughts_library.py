"""Legal moves by a foreign library, in a process of its own (two of the libraries are called ``draughts``).

    python draughts_library.py pydraughts|py-draughts|dame GAME < positions     a line of sorted Hub moves for each position
    python draughts_library.py open-spiel checkers GAMES SEED                   random games: lines of "position | Hub moves"

Imports nothing of the engine.
"""

from __future__ import annotations

import random
import sys


def hub(start: int, end: int, taken: list[int]) -> str:
    """A move in Hub form."""
    return "x".join(map(str, [start, end, *sorted(taken)])) if taken else f"{start}-{end}"


# --- pydraughts ---------------------------------------------------------------------------------------------------------

_UPSIDE = {"russian": "russian", "draughts64": "brazilian"}
_AS_WRITTEN = {"draughts": "standard", "checkers": "english"}


def _from_below(square: int) -> int:
    """pydraughts counts the squares of its Russian and Brazilian boards from the bottom row."""
    row, index = divmod(square - 1, 4)
    return (7 - row) * 4 + index + 1


def pydraughts(game_id: str, text: str) -> list[str]:
    """Legal moves by pydraughts."""
    from draughts import Board

    turned = game_id in _UPSIDE
    if turned:
        turn, white, black = text.split(":")
        sides = []
        for side in (white, black):
            items = [item for item in side[1:].split(",") if item]
            numbers = [("K" if i.startswith("K") else "") + str(_from_below(int(i.lstrip("K")))) for i in items]
            sides.append(side[0] + ",".join(numbers))
        text = ":".join((turn, *sides))
    board = Board({**_UPSIDE, **_AS_WRITTEN}[game_id], text)
    found = set()
    for move in board.legal_moves():
        squares = [int(word) for word in move.hub_move.replace("-", "x").split("x")]
        if turned:
            squares = [_from_below(square) for square in squares]
        found.add(hub(squares[0], squares[1], squares[2:]))
    return sorted(found)


# --- py-draughts and dame -----------------------------------------------------------------------------------------------


def py_draughts(game_id: str, text: str) -> list[str]:
    """Legal moves by py-draughts; its American board makes captures optional."""
    import draughts

    names = {"draughts": "Standard", "draughts64": "Brazilian", "russian": "Russian", "checkers": "American"}
    board = getattr(draughts, names[game_id] + "Board").from_fen(text)
    return sorted(
        {
            hub(move.square_list[0] + 1, move.square_list[-1] + 1, [n + 1 for n in move.captured_list])
            for move in board.legal_moves
        }
    )


def dame(game_id: str, text: str) -> list[str]:
    """Legal moves by dame-rs (10x10)."""
    from dame import Board

    return sorted({hub(move.from_square, move.to_square, list(move.captured)) for move in Board(text).legal_moves})


# --- OpenSpiel ----------------------------------------------------------------------------------------------------------


def _square(name: str) -> int:
    """The number of ``a1``."""
    row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
    return row * 4 + column // 2 + 1


def _position(state) -> str:
    """The position string of an OpenSpiel state; its "o" moves up, as White."""
    sides: dict[str, list[tuple[int, str]]] = {"W": [], "B": []}
    for row, line in enumerate(str(state).splitlines()[:8]):
        for column, letter in enumerate(line[1:9]):
            if letter in "o8+*":
                square = row * 4 + column // 2 + 1
                sides["W" if letter in "o8" else "B"].append((square, "K" if letter in "8*" else ""))
    listed = {side: ",".join(king + str(square) for square, king in sorted(items)) for side, items in sides.items()}
    return f"{'WB'[state.current_player()]}:W{listed['W']}:B{listed['B']}"


def _turns(state, start: str = "", at: str = "", taken: tuple[int, ...] = ()):
    """``(Hub move, state after it)`` of each whole turn."""
    player = state.current_player()
    for action in state.legal_actions():
        name = state.action_to_string(player, action)
        origin, goal = name[:2], name[2:4]
        if at and origin != at:
            continue
        after = state.clone()
        after.apply_action(action)
        jumped = abs(ord(origin[0]) - ord(goal[0])) == 2
        captured = taken
        if jumped:
            middle = chr((ord(origin[0]) + ord(goal[0])) // 2) + str((int(origin[1]) + int(goal[1])) // 2)
            captured = (*taken, _square(middle))
        if jumped and not after.is_terminal() and after.current_player() == player:
            yield from _turns(after, start or origin, goal, captured)
        else:
            yield hub(_square(start or origin), _square(goal), list(captured)), after


def open_spiel(games: int, seed: int) -> None:
    """Print positions of random games and their moves."""
    import pyspiel

    rng = random.Random(seed)
    game = pyspiel.load_game("checkers")
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            turns = dict(_turns(state))
            print(_position(state), "|", *sorted(turns))
            state = turns[rng.choice(sorted(turns))]


def main(words: list[str]) -> None:
    """Answer standard input."""
    library, game_id = words[:2]
    if library == "open-spiel":
        open_spiel(int(words[2]), int(words[3]))
        return
    answer = {"pydraughts": pydraughts, "py-draughts": py_draughts, "dame": dame}[library]
    for line in sys.stdin:
        print(*answer(game_id, line.strip()))


if __name__ == "__main__":
    main(sys.argv[1:])
