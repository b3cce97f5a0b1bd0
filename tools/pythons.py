"""Prints one interpreter for each Python from 3.11 on that is found here and can make a virtual environment."""

import os
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
PROBE = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"


def candidates() -> list[Path]:
    """The one that runs this first; then what is on the PATH; then pyenv's."""
    names = ["python3", "python"] + [f"python3.{minor}" for minor in range(OLDEST[1], OLDEST[1] + 10)]
    found = [Path(sys.executable)]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder:
            found += [Path(folder, name) for name in names]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found += sorted(root.glob("versions/3.*/bin/python3"), reverse=True)
    return [path for path in found if path.exists()]


def version(python: Path) -> tuple[int, int] | None:
    try:
        answer = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, timeout=30, check=True).stdout
        major, minor = answer.strip().split(".")
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def found() -> list[Path]:
    """One for each version, the one that runs this first."""
    chosen: dict[tuple[int, int], Path] = {}
    for python in candidates():
        number = version(python)
        if number is not None and number >= OLDEST:
            chosen.setdefault(number, python)
    return list(chosen.values())


if __name__ == "__main__":
    print(*found(), sep="\n")
