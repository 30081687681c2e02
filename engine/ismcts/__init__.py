"""Tree search for games with hidden pieces: information-set Monte Carlo tree search over worlds that fit everything seen.

A package of its own beside ``engine.mcts`` and ``engine.multiseat``, so that an edit recompiles no other search.
"""
