"""What games of face-down pieces share: position text with a pool, repetition, perft by what flips reveal."""
