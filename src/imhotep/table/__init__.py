"""One game as people see it: setup, editions, moves in words, views, events, records, undo."""
