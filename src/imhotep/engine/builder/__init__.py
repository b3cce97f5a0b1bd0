"""Builder of Egypt: the rules, as a Position."""
