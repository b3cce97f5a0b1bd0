"""Builder of Egypt at the table: its edition, words, views and set-up positions."""
