"""Plays the arenas that say how strong our bots are, and keeps each result as JSON: tools/strength.py [NAME ...]

Hours in all, so a run can be stopped and gone on with at any time, in another clone, too: the games of an arena that
is not over stand in benchmarks/strength/unfinished/NAME.jsonl. benchmarks/strength/NAME.json is what `imhotep arena
--json` prints. Without names every arena is played that has no result yet.
"""

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


def main() -> None:
    every = arenas()
    unknown = [name for name in sys.argv[1:] if name not in every]
    if unknown:
        sys.exit(f"no arena is called {', '.join(unknown)}; there are {', '.join(every)}")
    for name in sys.argv[1:] or [name for name in every if not result_file(name).exists()]:
        play(name, every[name], os.cpu_count() or 1)


if __name__ == "__main__":
    main()
