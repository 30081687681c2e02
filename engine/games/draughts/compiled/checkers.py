"""The kernels of ``checkers``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "checkers")
