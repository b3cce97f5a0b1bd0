"""The Duel at a table."""
