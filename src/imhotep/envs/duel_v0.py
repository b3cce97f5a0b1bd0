"""Version 0 of the environment for The Duel has ended: `duel_v1` has a longer observation."""

from imhotep.table.errors import SetupError

raise SetupError("duel_v0 has ended: its observation was shorter. Use duel_v1 (docs/observations.md)")
