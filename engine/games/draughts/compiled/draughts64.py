"""The kernels of ``draughts64``."""

from engine.games.draughts.specialise import specialise

KERNELS = specialise(__name__, "draughts64")
