"""The command `imhotep`, as somebody types it: in a process of its own, or quicker in this one."""

import io
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from imhotep.__main__ import main

PATIENCE = 120  # seconds
PLAIN = {"COLUMNS": "100", "TERM": "dumb"}


def started(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "imhotep", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env={**os.environ, **PLAIN, **environment},
    )


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, which has read all modules already: most of a short command's time is spent on that."""
    words = ["imhotep", *map(str, arguments)]
    asked, said, complained = io.BytesIO(stdin.encode()), io.BytesIO(), io.BytesIO()
    given, out, err = (io.TextIOWrapper(part, "utf-8", write_through=True) for part in (asked, said, complained))
    with (
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", given),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.dict(os.environ, {**PLAIN, **environment}),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, code, said.getvalue().decode(), complained.getvalue().decode())
