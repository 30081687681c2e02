"""The kernels of ``checkers-flying``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "checkers-flying")
