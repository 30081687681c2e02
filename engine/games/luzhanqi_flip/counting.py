"""Perft of the flip game by kinds, weighted, or by a deal."""

from engine.games.flips.counting import counting_of
from engine.games.luzhanqi_flip.moves import gen_moves
from engine.games.luzhanqi_flip.play import chance_outcomes, make_move
from engine.games.luzhanqi_flip.state import MAX_MOVES

count, perft = counting_of(__name__, gen_moves, make_move, chance_outcomes, MAX_MOVES)
