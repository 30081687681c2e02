"""Searches for more than two teams: paranoid, best-reply and max^n on the machinery of ``engine.search``, and tree search (MCTS).

All of them read the score of every seat from the kernel ``evaluate_seats`` of the contract. A unit of its own for the kernel
cache.
"""
