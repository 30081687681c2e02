"""Solving the pyramid: every position of a rule set, 64 at a time, and what of that is kept for play."""
