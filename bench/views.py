"""Random games of army chess: views made of tokens alone against the truth, and samples that must replay every token.

python -m bench views luzhanqi --games 100
"""

from __future__ import annotations

import random

import numpy as np

import engine
from bench import frame
from bench.hidden_players import Player
from engine.views import seat_view


@frame.program()
@frame.program()
def main(words: list[str]) -> int:
    """``python -m bench views``."""
    parser = frame.parser(__name__, game=True)
    parser.add_argument("--games", type=frame.positive, default=100)
    parser.add_argument("--plies", type=frame.positive, default=400)
    frame.add_options(parser)
    given = parser.parse_args(words)
    game = engine.load(given.game, dict(given.option))
    notation, seats = game.spec.notation, len(game.entry.seats)
    rng, positions, samples = random.Random(1), 0, 0
    for number in range(given.games):
        placer = Player(game, number)
        truth = game.position("startpos", [placer.place(seat) for seat in range(seats)])
        views = [seat_view(truth, seat) for seat in range(seats)]
        while truth.ply < given.plies and len(truth.legal_moves()):
            moves = truth.legal_moves().tolist()
            assert views[truth.player].legal_moves().tolist() == moves, truth.text()
            attacks = [move for move in moves if move >> 23 & 1]
            move = int(rng.choice(attacks if attacks and rng.random() < 0.5 else moves))
            for seat, view in enumerate(views):
                view.push(notation.view_token(truth.memory, truth.ply, move, seat, game.options))
            truth.push(move)
            for seat, view in enumerate(views):
                assert view.text() == notation.view_position(truth.memory, truth.ply, seat, game.options)
                positions += 1
            if truth.ply % 40 == 0:
                samples += _replays(game, views[truth.ply // 40 % seats], number)
    print(f"{given.game}: {given.games} games, {positions} views equal to the truth's, {samples} samples replayed")
    return 0


def _replays(game: engine.Game, view: engine.Position, seed: int) -> int:
    """Check that a sample of ``view`` gives the tokens that the seat was sent; 1."""
    seat, notation = int(view.state["view"]), game.spec.notation
    if int(view.state["out"]) >> seat & 1:
        return 0
    memory, size = view.memory.copy(), game.spec.state.itemsize
    game.kernel("determinize")(memory, view.ply, seat, np.array([seed], np.int64))
    tokens = view.history()
    for ply in range(len(game.entry.seats), view.ply):
        row = memory[ply * size : (ply + 1) * size].copy()
        move = view.moves[ply] & 0xFFFFFFFF
        token = notation.view_token(row, 0, move, seat, game.options)
        assert token == tokens[ply], (view.text(), ply, token, tokens[ply])
    return 1
