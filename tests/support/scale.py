"""How large the tests are: a sample on further Pythons, what `make test` has time for, or very many in `make soak`."""

import os

from imhotep._pure import engine_is_compiled

SOAK = os.environ.get("IMHOTEP_SOAK", "") not in ("", "0")
SAMPLE = os.environ.get("IMHOTEP_SAMPLE", "") not in ("", "0")

# What takes long and hardly depends on engine and Python is tested in full once, with the compiled engine.
FULL = SOAK or (engine_is_compiled() and not SAMPLE)
