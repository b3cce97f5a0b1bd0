"""The compiled and the pure engine play the same games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SAMPLE, SOAK

GAMES = 20_000 if SOAK else 300 if SAMPLE else 3_000


def digests(pure: bool) -> list[str]:
    environment = {**os.environ, "IMHOTEP_PURE": "1" if pure else "0"}
    script = Path(__file__).with_name("play_digest.py")
    done = subprocess.run(
        [sys.executable, script, str(GAMES)], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_same_legal_moves_events_positions_and_scores() -> None:
    compiled, pure = digests(pure=False), digests(pure=True)
    assert pure[0] == "pure"
    if compiled[0] != "compiled":
        assert os.environ.get("IMHOTEP_EXPECT") != "compiled"
        pytest.skip("only the pure engine is installed")
    assert len(compiled) == GAMES + 1
    assert compiled[1:] == pure[1:]
