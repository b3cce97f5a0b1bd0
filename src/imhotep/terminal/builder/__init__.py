"""Builder of Egypt on the terminal."""
