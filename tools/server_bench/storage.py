"""Figures of a server with many games: memory for each in its cache, start, lists."""

import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from server_bench.machine import Watch, memory_of, used_seconds
from server_bench.prepare import multiply, new_database, some_games
from server_bench.processes import serving

CACHE = 2000  # games that a server keeps in memory; see Games in server/games/live.py


def memory_a_game(folder: Path, count: int) -> dict[str, Any]:
    """Of running games that somebody has looked at: between a few, which warm everything up, and many."""
    path = folder / "memory.db"
    database = new_database(f"sqlite:///{path}")
    sources = some_games(database)["running"]
    database.close()
    few = max(1, count // 5)
    tables = multiply(path, sources, min(few + count, CACHE - 50))
    with serving(f"sqlite:///{path}") as (server,), httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as http:

        def look(some: list[str]) -> int:
            for table in some:
                http.get(f"/api/tables/{table}/game").raise_for_status()
            time.sleep(0.5)
            return memory_of(server.pid)

        empty = memory_of(server.pid)
        before = look(tables[:few])
        after = look(tables[few:])
        states = [http.get(f"/api/tables/{table}/game").json() for table in tables[-len(sources) :]]
    games = len(tables) - few
    entries, events = (median(of) for of in zip(*((one["entries"], len(one["events"])) for one in states), strict=True))
    return {
        "games": games,
        "kilobytes_a_game": (after - before) / games / 1000,
        "server_megabytes": {"empty": empty / 1e6, "before": before / 1e6, "after": after / 1e6},
        "limited_by": f"what is kept of a game: {entries:g} entries, {events:g} events, its position, its seats",
    }


def many_games(folder: Path, over: int, running: int, open: int, times: int, starts: int) -> dict[str, Any]:
    """The start of a server on a large SQLite file, and its lists of tables."""
    path = folder / "many.db"
    database = new_database(f"sqlite:///{path}")
    sources = some_games(database)
    database.close()
    start = time.perf_counter()
    multiply(path, sources["open"], open)
    multiply(path, sources["running"], running)
    multiply(path, sources["over"], over)
    made = time.perf_counter() - start
    _, empty = _start(f"sqlite:///{folder / 'empty.db'}", starts)
    seconds, used = _start(f"sqlite:///{path}", starts)
    lists: dict[str, Any] = {}
    with serving(f"sqlite:///{path}") as (server,), httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as http:
        for which in ("open", "running", "over"):
            found, size = [], 0
            watch = Watch({"server": [server.pid]})
            for _ in range(times):
                asked = time.perf_counter()
                answer = http.get("/api/tables", params={"which": which}).raise_for_status()
                found.append(time.perf_counter() - asked)
                size = len(answer.json())
            share = watch.shares()["server"]
            used, waited = (share[what] * sum(found) / times * 1000 for what in ("core", "loop_waited"))
            lists[which] = {
                "milliseconds": median(found) * 1000,
                "slowest": max(found) * 1000,
                "tables": size,
                "limited_by": f"{used:.1f} ms on a core for {size} tables; the loop waited {waited:.1f} ms for one",
            }
    size = path.stat().st_size
    path.unlink()
    return {
        "games": over + running + open,
        "file_megabytes": size / 1e6,
        "made_in_seconds": made,
        "start_seconds": median(seconds),
        "start_seconds_each": seconds,
        "start_limited_by": f"{used:.2f} s on a core, of which a server without any games needs {empty:.2f} s as well",
        "lists": lists,
    }


def _start(url: str, times: int) -> tuple[list[float], float]:
    """How long each took to the first answer, and the median of the time on a core."""
    seconds, used = [], []
    for _ in range(times):
        with serving(url) as (server,):
            seconds.append(server.start_seconds)
            used.append(used_seconds(server.pid))
    return seconds, median(used)
