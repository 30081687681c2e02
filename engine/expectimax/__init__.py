"""Searches for games with dice and flips: expectimax on the machinery of ``engine.search``, and tree search with chance nodes.

Both find the outcomes of chance by the kernel ``chance_outcomes``. A unit of its own for the kernel cache.
"""
