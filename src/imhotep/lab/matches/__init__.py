"""Many games between bots: arenas, surveys of a setup, and what their results say."""
