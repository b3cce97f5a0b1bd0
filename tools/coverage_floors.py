"""Coverage by part, and whether none is below its floor: `start` forgets what was measured, `check` reports.

The engine is measured where its Python source runs, by the rules' tests; everything else with the compiled engine, in
the processes that tests start as well; the browser client by its own tests. Floors stand in pyproject.toml.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "coverage"
CLIENT = FOLDER / "client" / "coverage-summary.json"
STORED = ROOT / "benchmarks" / "coverage.json"
PARTS = ("engine", "table", "workers", "bots", "lab", "envs", "terminal", "cli", "server")


def measured() -> dict[str, float]:
    """Per cent of lines and branches, by part."""
    command = [sys.executable, "-m", "coverage"]
    # Tests also install copies elsewhere, some of which are gone by now: what counts is the environment of tests.
    subprocess.run([*command, "combine", "--quiet"], cwd=ROOT, check=True)
    subprocess.run(
        [*command, "json", "--quiet", "--include=.venvs/*", "-o", str(FOLDER / "all.json")], cwd=ROOT, check=True
    )
    files: dict[str, Any] = json.loads((FOLDER / "all.json").read_text(encoding="utf-8"))["files"]
    found: dict[str, float] = {}
    for part in PARTS:
        summaries = [file["summary"] for name, file in files.items() if f"imhotep/{part}/" in name]
        covered = sum(summary["covered_lines"] + summary["covered_branches"] for summary in summaries)
        there = sum(summary["num_statements"] + summary["num_branches"] for summary in summaries)
        found[part] = 100 * covered / there if there else 0.0
    if CLIENT.exists():
        found["client"] = json.loads(CLIENT.read_text(encoding="utf-8"))["total"]["lines"]["pct"]
    return found


def check(save: Path | None) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors: dict[str, float] = settings["tool"]["imhotep"]["coverage-floors"]
    found = measured()
    for part, percent in found.items():
        print(f"{part:8} {percent:5.1f} %  at least {floors.get(part, 0)}")
    if save:
        rounded = {part: round(percent, 1) for part, percent in found.items()}
        stored = json.loads(STORED.read_text(encoding="utf-8"))  # with what was measured before, which stays
        text = json.dumps({**stored, "command": "make test-all", "per cent": rounded}, indent=2)
        save.write_text(f"{text}\n", encoding="utf-8")
    low = [part for part, floor in floors.items() if found.get(part, 0.0) < floor]
    if low:
        sys.exit(f"less is covered than before: {', '.join(low)}; floors stand in pyproject.toml")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("start", "check"))
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the figures there as JSON")
    asked = parser.parse_args()
    if asked.what == "start":
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
    else:
        check(asked.save)


if __name__ == "__main__":
    main()
