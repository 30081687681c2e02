"""What every game and every search stands on: the contract, the compiler settings, scores, keys and bit sets."""
