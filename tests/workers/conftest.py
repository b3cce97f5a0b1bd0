"""A program for the tests of child processes: each line that it is told says what it does."""

import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, subprocess, sys, time
for line in sys.stdin:
    match line.split():
        case ["say", *words]: print(*words, flush=True)
        case ["count", word]: print(len(word), flush=True)
        case ["flood"]: os.write(1, b"x" * 300_000)
        case ["hang"]: time.sleep(600)
        case ["bear"]:
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1] + "/grandchild"])
            print("born", flush=True)
        case ["complain", word]: print(word * 1000, "at last", file=sys.stderr, flush=True)
        case ["exit", code]: sys.exit(int(code))
        case ["close"]:
            os.close(1)
            time.sleep(600)
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """Names a folder of the test's own, so that what is left of it can be found."""
    return [sys.executable, "-c", PROGRAM, str(tmp_path)]
