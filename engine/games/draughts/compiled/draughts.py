"""The kernels of ``draughts``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "draughts")
