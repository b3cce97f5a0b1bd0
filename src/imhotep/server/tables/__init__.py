"""Tables as people find them: offered, seen from outside, talked at, kept after the game, and played on from."""
