"""Speed of the working tree against an older commit: pairs of runs, one after the other, in changing order.

python tools/compare.py COMMIT [--pairs 20] [--save benchmarks/compare.json]

Both are compiled in a temporary folder with this Python. What counts is the median of the ratios: single runs differ by
more than anything that is to be found here.
"""

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIDES = ("AAAAA", "BBBBB")
PARTS = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE")
RUN = """
import sys, time
import imhotep
from imhotep.engine.search.random_play import Tally, play_games
decisions = seconds = 0
for players in (2, 3, 4):
    position = imhotep.new_game("builder", players, sys.argv[1], seed=1).raw.blank()
    play_games(position, 1, 0, 300, Tally(players, position.sources()))
    tally = Tally(players, position.sources())
    start = time.process_time()
    play_games(position, 1, 0, 4000, tally)
    seconds += time.process_time() - start
    decisions += tally.decisions
print(decisions / seconds)
"""


def build(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert list(folder.glob("src/imhotep/engine/*.so")), "the engine was not compiled"


def rate(folder: Path, sides: str) -> float:
    """Decisions a second of processor time."""
    command = [sys.executable, "-c", RUN, sides]
    done = subprocess.run(
        command, env={"PYTHONPATH": str(folder / "src")}, check=True, stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout)


def compare(before: Path, after: Path, sides: str, pairs: int) -> dict[str, object]:
    rates: dict[Path, list[float]] = {before: [], after: []}
    for number in range(pairs):
        for folder in (before, after) if number % 2 else (after, before):
            rates[folder].append(rate(folder, sides))
    ratios = [b / a for a, b in zip(rates[before], rates[after], strict=True)]
    return {
        "before": statistics.median(rates[before]),
        "after": statistics.median(rates[after]),
        "median_ratio": statistics.median(ratios),
        "ratios": [round(ratio, 4) for ratio in ratios],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", given.commit], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        for part in (before, after):
            part.mkdir()
        archive = Path(folder, "before.tar")
        subprocess.run(["git", "archive", "-o", str(archive), commit, *PARTS], cwd=ROOT, check=True)
        shutil.unpack_archive(archive, before)
        for name in PARTS:
            copy = shutil.copytree if Path(ROOT, name).is_dir() else shutil.copy
            copy(Path(ROOT, name), after / name)
        for part in (before, after):
            build(part)
        found = {
            "command": f"python tools/compare.py {commit} --pairs {given.pairs}",
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "python": platform.python_version(),
            "unit": "decisions a second of processor time in random play of 2, 3 and 4 players; ratio: after / before",
            "sides": {sides: compare(before, after, sides, given.pairs) for sides in SIDES},
        }
    text = json.dumps(found, indent=2)
    print(text)
    if given.save:
        given.save.write_text(text + "\n")


if __name__ == "__main__":
    main()
