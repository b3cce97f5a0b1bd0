"""Version 0 of the environment for Builder of Egypt has ended: `builder_v1` has a longer observation."""

from imhotep.table.errors import SetupError

raise SetupError("builder_v0 has ended: its observation was shorter. Use builder_v1 (docs/observations.md)")
