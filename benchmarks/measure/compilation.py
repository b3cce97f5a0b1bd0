"""python -m benchmarks.measure.compilation: does compiling the engine in parts save time, and does it cost speed?

The C file that mypyc has written (`make play` leaves it in build/) is compiled in one part, as in setup.py, in two, and
in as many as gcc takes by itself. Then the three engines play the same random games in turn, and each is compared with
one part in the same round: medians of these ratios.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.measure.report import tell

SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
FLAGS = ["-fPIC", "-DNDEBUG", "-fwrapv", "-O3", "-g0", "-w", "-fno-semantic-interposition", "-finline-limit=1000"]
WAYS = {
    "one part (setup.py)": [],
    "two parts": ["-flto=2", "--param=lto-partitions=2"],
    "128 parts (gcc)": ["-flto=2"],
}
TABLES = {
    "builder, 4 players, DCBDA, all modules": "--players 4 --sides DCBDA --cards dynasty --prophecies --games 12000",
    "builder, 2 players, AAAAA": "--players 2 --games 50000",
    "duel, ABAB": "--game duel --sides ABAB --games 80000",
}


def folder_of(module: str) -> Path:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        sys.exit(f"{module} is not installed")
    return Path(spec.origin).parent


def compiled(source: Path, way: list[str], folder: Path) -> float:
    """An installation with an engine that is compiled this way; the seconds it took."""
    shutil.copytree(folder_of("imhotep"), folder / "imhotep")
    headers = (sysconfig.get_paths()["include"], folder_of("mypyc") / "lib-rt", source.parent)
    unlinked, name = folder / "engine.o", f"imhotep_engine__mypyc{SUFFIX}"
    start = perf_counter()
    subprocess.run(
        ["gcc", *FLAGS, *way, *(f"-I{header}" for header in headers), "-c", source, "-o", unlinked], check=True
    )
    subprocess.run(["gcc", *FLAGS, *way, "-shared", unlinked, "-o", folder / name], check=True)
    return perf_counter() - start


def decisions_a_second(folder: Path, table: str) -> float:
    command = [sys.executable, "-P", "-m", "imhotep", "simulate", *table.split(), "--seed", "1", "--json"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=True
    )
    return float(json.loads(done.stdout)["decisions_per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure.compilation", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the JSON there as well")
    asked = parser.parse_args()
    source = Path("build", f"c{SUFFIX}", "__native_imhotep_engine.c")
    if not source.exists():
        parser.error(f"there is no {source}: make clean, then make play, writes it")
    with tempfile.TemporaryDirectory() as temporary:
        folders = {way: Path(temporary, str(number)) for number, way in enumerate(WAYS)}
        seconds = {way: round(compiled(source, WAYS[way], folders[way]), 1) for way in WAYS}
        found: dict[str, dict[str, list[float]]] = {table: defaultdict(list) for table in TABLES}
        for number in range(asked.rounds):
            for way in list(WAYS)[:: 1 if number % 2 else -1]:
                for table, options in TABLES.items():
                    found[table][way].append(decisions_a_second(folders[way], options))
    figures = {
        "mypyc": version("mypy"),
        "seconds to compile": seconds,
        "speed": {
            table: {
                way: round(median(a / b for a, b in zip(speeds, ways["one part (setup.py)"], strict=True)), 3)
                for way, speeds in ways.items()
            }
            for table, ways in found.items()
        },
    }
    tell(f"python -m benchmarks.measure.compilation --rounds {asked.rounds}", figures, asked.save)


if __name__ == "__main__":
    main()
