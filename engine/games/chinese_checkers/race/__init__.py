"""The end of the race: how many moves one army alone needs to fill its goal, exactly, from a table of its last rows."""
