"""Engine against engine: one game, its record, and the statistics of many."""
