"""Learning from own games: records, self-play, data sets, trainer, tuner. Knows games only through their kernels."""
