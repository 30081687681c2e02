"""The kernels of ``pool``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "pool")
