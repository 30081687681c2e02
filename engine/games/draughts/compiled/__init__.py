"""One module for each game: the names under which its compiled functions are cached."""
