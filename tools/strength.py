"""Plays the arenas that say how strong our bots are, and keeps each result as JSON: tools/strength.py [NAME ...]

Hours in all, so a run can be stopped and gone on with at any time, in another clone, too: the games of an arena that
is not over stand in benchmarks/strength/unfinished/NAME.jsonl. benchmarks/strength/NAME.json is what `imhotep arena
--json` prints. Without names every arena is played that has no result yet.

`--gate FILE ...` plays matches whose terms were committed before (benchmarks/measure/gate.py); with `--dry-run` it only
says how long that takes.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "strength"
UNFINISHED = RESULTS / "unfinished"


class Arena(NamedTuple):
    arguments: str
    rate: float | None = None  # of the first bot's games, at least
    low: float | None = None  # of the lower end of its interval, at least


TABLES = {
    "AAAAA": "--players 2 --sides AAAAA",
    "BBBBB": "--players 2 --sides BBBBB",
    "CDCDC": "--players 2 --sides CDCDC",
    "duel_AAAA": "--game duel --sides AAAA",
    "duel_BBBB": "--game duel --sides BBBB",
}
FOUR = "--players 4 --sides AAAAA"
TO_THE_END = 10_000  # decisions; no playout is as long
LEVELS = "random greedy apprentice mason architect vizier"


def arenas() -> dict[str, Arena]:
    found = {}
    for name, table in TABLES.items():
        least = {"duel_AAAA": 0.95, "duel_BBBB": 0.9}.get(name, 0.97)
        found[f"greedy_random_{name}"] = Arena(f"greedy random {table} --games 200", least)
    for name in ("duel_AAAA", "duel_BBBB"):
        bots = "greedy stdio:command=examples/stdio_bot.sh"  # plays the first move, which is no bad plan there
        found[f"greedy_first_{name}"] = Arena(f"{bots} {TABLES[name]} --games 200")
    for name, table in {**TABLES, "four": FOUR}.items():
        least = 0.65 if name == "four" else 0.9
        found[f"mcts_quarter_greedy_{name}"] = Arena(f"mcts:seconds=0.25 greedy {table} --games 200", least)
    for few, many in ((500, 2000), (2000, 8000)):
        bots = f"mcts:sims={many} mcts:sims={few}"
        found[f"scaling_{few}_{many}"] = Arena(f"{bots} {TABLES['AAAAA']} --games 600", low=0.52)
    for name, horizon in (("AAAAA", 8), ("duel_AAAA", TO_THE_END)):  # each where it is the other by itself
        for option in ("redraws=0", "exploration=0.7", "win=1.0", "win=0.0", f"horizon={horizon}"):
            bots = f"mcts:seconds=0.01 mcts:seconds=0.01,{option}"
            found[f"tuning_{option.split('=')[0]}_{option.split('=')[1]}_{name}"] = Arena(
                f"{bots} {TABLES[name]} --games 400"
            )
        found[f"levels_{name}"] = Arena(f"{LEVELS} {TABLES[name]} --games 240")
    for name, table in {**TABLES, "four": FOUR}.items():
        found[f"mcts_second_greedy_{name}"] = Arena(f"mcts:seconds=1 greedy {table} --games 60")
    return found


def result_file(name: str) -> Path:
    return RESULTS / f"{name}.json"


def play(name: str, arena: Arena, jobs: int) -> None:
    UNFINISHED.mkdir(parents=True, exist_ok=True)
    games = UNFINISHED / f"{name}.jsonl"
    program = [sys.executable, "-m", "imhotep", "arena", *arena.arguments.split(), "--seed", "1"]
    program += ["--jobs", str(jobs), "--resume", str(games.relative_to(ROOT)), "--json"]
    done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    result: dict[str, Any] = json.loads(done.stdout)
    if result["stopped"] != "all played":
        sys.exit(f"{name}: {result['games']} of {result['games_asked']} games are played; go on with the same command")
    result_file(name).write_text(json.dumps(result, indent=2) + "\n")
    games.unlink()
    print(summary(name, arena, result), flush=True)


def summary(name: str, arena: Arena, result: dict[str, Any]) -> str:
    first = result["results"][0]
    low, high = first["interval"]
    asked = "report" if arena.rate is None and arena.low is None else f"at least {arena.rate or arena.low:.0%}"
    measured = first["win_rate"] if arena.low is None else low
    verdict = "" if asked == "report" else ": met" if measured >= (arena.rate or arena.low or 0.0) else ": MISSED"
    what = "lower end of the interval" if arena.low is not None else "wins"
    rate = f"{first['win_rate']:.1%} ({low:.1%}–{high:.1%}) of {result['games']}"
    return f"{name}: {first['spec']} {rate}; {what} {asked}{verdict}"


def play_gates(paths: list[Path], jobs: int, dry_run: bool) -> None:
    sys.path.insert(0, str(ROOT))
    from benchmarks.measure import gate
    from imhotep.table.errors import ImhotepError

    try:
        total = gate.show_hours(paths)
        if dry_run:
            return
        spent = 0.0
        for path in paths:
            spent += gate.play(path, jobs, gate.GATES / "results")["core_hours"]
    except (ImhotepError, OSError) as error:
        sys.exit(str(error))
    print(f"{spent:.2f} core-hours, of at most {total:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of arenas, or files with --gate")
    parser.add_argument("--gate", action="store_true", help="the names are gate files")
    parser.add_argument("--dry-run", action="store_true", help="with --gate: only say how many core-hours it takes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args()
    if asked.gate:
        play_gates([Path(name) for name in asked.names], asked.jobs, asked.dry_run)
        return
    every = arenas()
    unknown = [name for name in asked.names if name not in every]
    if unknown:
        sys.exit(f"no arena is called {', '.join(unknown)}; there are {', '.join(every)}")
    for name in asked.names or [name for name in every if not result_file(name).exists()]:
        play(name, every[name], asked.jobs)


if __name__ == "__main__":
    main()
