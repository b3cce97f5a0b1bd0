"""python -m benchmarks.measure.startup: how long importing imhotep and asking for help takes, beside an empty Python.

Alternately, so that what else the machine does is shared fairly; medians, and multiples of `python -c pass`.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.measure.report import tell

COMMANDS = {
    "nothing": ["-c", "pass"],
    "import imhotep": ["-c", "import imhotep"],
    "import imhotep and use it": ["-c", "import imhotep; imhotep.new_game"],
    "imhotep --version": ["-m", "imhotep", "--version"],
    "imhotep --help": ["-m", "imhotep", "--help"],
}
TARGETS = {"import imhotep": 0.100, "imhotep --help": 0.300}  # seconds at most


def seconds(arguments: list[str]) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure.startup", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the JSON there as well")
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as it is for people
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(asked.rounds + 1):
        for name, arguments in COMMANDS.items():
            spent = seconds(arguments)
            if number:  # in the first round files are read and compiled
                found[name].append(spent)
    base = found["nothing"]
    figures = {
        "seconds": {name: round(median(times), 4) for name, times in found.items()},
        "times an empty Python": {
            name: round(median(a / b for a, b in zip(times, base, strict=True)), 2) for name, times in found.items()
        },
        "targets": {
            name: {"at most": most, "measured": round(median(found[name]), 4), "met": median(found[name]) <= most}
            for name, most in TARGETS.items()
        },
    }
    tell(f"python -m benchmarks.measure.startup --rounds {asked.rounds}", figures, asked.save)


if __name__ == "__main__":
    main()
