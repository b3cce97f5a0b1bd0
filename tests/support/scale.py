"""How large the tests are, by IMHOTEP_TESTS: `sample`, `test` (as in make test), `all` or `soak` (as in those)."""

import os

from imhotep._pure import engine_is_compiled

SCALES = ("sample", "test", "all", "soak")
SCALE = os.environ.get("IMHOTEP_TESTS") or "test"
assert SCALE in SCALES, f"IMHOTEP_TESTS is one of {', '.join(SCALES)}, not {SCALE}"
COMPILED = engine_is_compiled()


def scaled(sample: int, test: int, all: int, soak: int) -> int:
    """A figure of a test. The pure engine, fifty times slower, has the sample's: both are compared game by game."""
    if SCALE == "soak":
        return soak
    if not COMPILED:
        return sample
    return {"sample": sample, "test": test, "all": all}[SCALE]
