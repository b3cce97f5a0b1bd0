"""The Duel on the terminal."""
