"""Running games: in memory, changed by commands, timed, and ended."""
