"""`imhotep serve` whose deals are known: its first game is dealt from seed 1, its next from seed 2, and so on.

So a test of how pages look finds the same positions every time. The command itself has no such setting.
"""

import itertools
from unittest.mock import patch

from imhotep.__main__ import main
from imhotep.server.tables import offers

with patch.object(offers, "new_seed", itertools.count(1).__next__):
    main()
