"""Which tests run nowhere any more: tools/tests_moved.py OLD NEW compares two checkouts.

For each it asks pytest what `make test`, `make test-all` and `make soak` would run, with the compiled and the pure
engine, and compares tests by name and parameters, wherever they stand. What was renamed on purpose stands in a file of
lines `old -> new` that may be given with --renamed.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# how the tests were asked for before there were markers, and how they are now
SETTINGS = (
    {"IMHOTEP_PURE": "0", "IMHOTEP_TESTS": "all"},
    {"IMHOTEP_PURE": "1", "IMHOTEP_TESTS": "all"},
    {"IMHOTEP_PURE": "0", "IMHOTEP_TESTS": "soak", "IMHOTEP_SOAK": "1"},
)


def collected(checkout: Path, settings: dict[str, str]) -> set[str]:
    """Names of tests with their parameters, without files and without what differs from checkout to checkout."""
    own = checkout / ".venvs" / "main" / "bin" / "python"  # with imhotep as it is there
    command = [
        str(own if own.exists() else sys.executable),
        "-m",
        "pytest",
        "-o",
        "addopts=",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"pytest can't collect the tests of {checkout}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    lines = [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]
    place = re.escape(str(checkout.resolve()))
    return {re.sub(rf"{place}/[\w./]*/|@[\w-]+$", "", line) for line in lines}


def renamed(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.split(" -> ") for line in lines if " -> " in line)
    return {old.strip(): new.strip() for old, new in pairs}


def missing(old: set[str], new: set[str], names: dict[str, str]) -> list[str]:
    """Those of the old checkout that the new one has neither by name nor by its new name."""
    functions = {test.partition("[")[0] for test in new}

    def is_there(test: str) -> bool:
        function = test.partition("[")[0]
        if function in names:  # its parameters may have changed with its name
            return names[function] in functions
        return test in new

    return sorted(test for test in old if not is_there(test))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--renamed", type=Path, help="lines `old name -> new name`")
    asked = parser.parse_args()
    names = renamed(asked.renamed.read_text(encoding="utf-8").splitlines()) if asked.renamed else {}
    for settings in SETTINGS:
        old, new = collected(asked.old, settings), collected(asked.new, settings)
        lost = missing(old, new, names)
        shown = " ".join(f"{name}={value}" for name, value in settings.items())
        print(f"{shown}: {len(old)} before, {len(new)} now, {len(lost)} run nowhere any more")
        for test in lost:
            print(f"  {test}")


if __name__ == "__main__":
    main()
