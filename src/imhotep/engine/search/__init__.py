"""Search over any position: a tree, a look one decision ahead, random play. Nothing here knows a game."""
