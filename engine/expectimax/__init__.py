"""Expectimax for games with dice and flips, on the machinery of ``engine.search``; random games at full speed.

Outcomes of chance are found by the kernel ``chance_outcomes``. A unit of its own for the kernel cache.
"""
