"""Perft of banqi by kinds, weighted, or by a deal."""

from engine.games.banqi.moves import gen_moves
from engine.games.banqi.play import chance_outcomes, make_move
from engine.games.banqi.state import MAX_MOVES
from engine.games.flips.counting import counting_of

count, perft = counting_of(__name__, gen_moves, make_move, chance_outcomes, MAX_MOVES)
