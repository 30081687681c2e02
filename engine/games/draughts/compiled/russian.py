"""The kernels of ``russian``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "russian")
