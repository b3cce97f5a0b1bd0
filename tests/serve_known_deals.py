"""`imhotep serve` whose deals are known: its first game is dealt from seed 1, its next from seed 2, and so on.

So a test of how pages look finds the same positions every time. The command itself has no such setting.
"""

import itertools

from imhotep.server import tables
from imhotep_command import main

seeds = itertools.count(1)
tables.new_seed = lambda: next(seeds)
main()
