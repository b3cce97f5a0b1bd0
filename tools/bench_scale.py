"""The server with a million people and two million finished games: tools/bench_scale.py [--share 0.01] [--save FILE]

In a real PostgreSQL: every page's statements with their plans; lobby, history, profile and ranking over HTTP; the start
beside that on a tenth of the rows; commits a second and processor time a move, with both ways for signals. One JSON
object is printed; progress goes to standard error.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import uvloop
from server_bench import machine
from server_bench.plans import explained
from server_bench.playing import Crowd, Measure, spread
from server_bench.prepare import new_groups, now
from server_bench.processes import broker, postgres, serving
from server_bench.scale import PERSON, VETERAN, Amount, cookie_of, fill, forget_running, some_running
from server_bench.writers import commits
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from imhotep.server.people.accounts import public_of
from imhotep.server.people.ratings import leaderboard, ratings_of
from imhotep.server.people.sessions import sweep_sessions
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.records import has_unpacked
from imhotep.server.tables.archive import imported_by
from imhotep.server.tables.chat import readable
from imhotep.server.tables.table_info import listed, read_info, tables_of
from imhotep.server.work.bot_scheduler import waiting_for_bots
from imhotep.server.work.notifications import waiting_for

WHOLE = Amount(people=1_000_000, over=2_000_000, running=20_000)
SLOWEST_PAGE = 50.0  # milliseconds
SLOWEST_START = 1.2  # times that on a tenth of the rows
WRITERS = (8, 32, 64)


def say(told: str) -> None:
    print(told, file=sys.stderr, flush=True)


def pages(somebody: str, table: str) -> dict[str, Callable[[Connection], Any]]:
    """What each asks of the database; and what is asked now and then, whoever looks."""
    return {
        "lobby": lambda c: (listed(c, "open"), listed(c, "running")),
        "finished games": lambda c: listed(c, "over"),
        "a table": lambda c: (read_info(c, table), readable(c, table, somebody)),
        "own tables": lambda c: (tables_of(c, VETERAN, "running", None, VETERAN), tables_of(c, VETERAN, "open")),
        "own history": lambda c: tables_of(c, VETERAN, "over", None, VETERAN),
        "own history, further on": lambda c: tables_of(c, VETERAN, "over", now() // 2, VETERAN),
        "somebody else's history": lambda c: tables_of(c, VETERAN, "over", None, somebody),
        "a short history": lambda c: tables_of(c, somebody, "over"),
        "imported games": lambda c: imported_by(c, somebody),
        "profile": lambda c: (public_of(c, somebody), ratings_of(c, somebody)),
        "ranking": lambda c: leaderboard(c, "builder:4"),
        "now and then: whom to tell": lambda c: waiting_for(c, now(), ["mail", "webhook"]),
        "now and then: bots": lambda c: waiting_for_bots(c, now(), 10),
        "now and then: finished games to pack": lambda c: has_unpacked(c, now()),
        "now and then: old sessions": lambda c: sweep_sessions(c, now() - 365 * 86_400_000),
    }


def addresses(somebody: str) -> dict[str, str]:
    return {
        "lobby": "/api/tables?which=open",
        "running tables": "/api/tables?which=running",
        "finished games": "/api/tables?which=over",
        "own history": "/api/me/tables?which=over",
        "own tables": "/api/me/tables?which=running",
        "a long history": f"/api/people/{VETERAN}/games",
        "a short history": f"/api/people/{somebody}/games",
        "profile": f"/api/people/{somebody}",
        "ranking": "/api/ratings?game=builder&players=4",
    }


class Run:
    def __init__(self, share: float, seconds: float, times: int, folder: Path) -> None:
        self.amount = WHOLE.times(share)
        self.seconds = seconds
        self.times = times
        self.folder = folder
        self.figures: dict[str, Any] = {}
        self.targets: list[dict[str, Any]] = []

    def everything(self) -> dict[str, Any]:
        facts = machine.facts()
        with postgres(self.folder / "postgres") as (url, pid):
            tenth = make_url(url).set(database="tenth").render_as_string(hide_password=False)
            engine = make_engine(make_url(url))
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("CREATE DATABASE tenth"))
            engine.dispose()
            self.figures["tenth"] = fill(tenth, self.amount.times(0.1), say)
            self.figures["whole"] = fill(url, self.amount, say)
            for one in (url, tenth):
                database = Database(one)
                forget_running(database)
                database.close()
            self._plans(url)
            self._pages(url)
            self._start(url, tenth)
            with broker() as (address, broker_pid):
                pids = {"database": pid, "broker": broker_pid}
                self._commits(url, address, pids)
                self._moves(url, address, pids)
        return {
            "command": f"tools/bench_scale.py {' '.join(sys.argv[1:])}".strip(),
            **facts,
            "unit": "milliseconds; commits a second; microseconds on a core",
            "size": self.amount._asdict(),
            "figures": self.figures,
            "targets": self.targets,
        }

    def _somebody(self, connection: Connection) -> str:
        return str(connection.execute(text(f"SELECT {PERSON.format(number=self.amount.people // 2)}")).scalar_one())

    def _plans(self, url: str) -> None:
        say("plans")
        database = Database(url)
        somebody = database.read_now(self._somebody)
        table = some_running(database, 1)[0][0]
        found = {name: explained(database.engine, work) for name, work in pages(somebody, table).items()}
        database.close()
        self.figures["plans"] = found
        scans = {name: [scan for one in sent for scan in one["scans"]] for name, sent in found.items()}
        scans = {name: scan for name, scan in scans.items() if scan}
        self._target("statements that go through a large table", len(scans), below=1, more={"scans": scans})

    def _pages(self, url: str) -> None:
        say("pages")
        database = Database(url)
        somebody, cookie = database.read_now(self._somebody), cookie_of(database, VETERAN)
        database.close()
        self.figures["pages"] = {}
        with serving(url) as (server,), httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
            for name, address in addresses(somebody).items():
                took, size = [], 0
                for _ in range(self.times):
                    began = time.perf_counter()
                    answer = http.get(address, headers={"cookie": cookie}).raise_for_status()
                    took.append((time.perf_counter() - began) * 1000)
                    size = len(answer.content)
                found = {"milliseconds": statistics.median(took), "slowest": max(took), "bytes": size}
                self.figures["pages"][name] = found
                self._target(f"{name}, milliseconds", found["milliseconds"], below=SLOWEST_PAGE)

    def _start(self, url: str, tenth: str) -> None:
        say("start")
        took: dict[str, list[float]] = {"whole": [], "tenth": []}
        for _ in range(3):  # alternately: the machine may be busy with something else
            for name, one in (("tenth", tenth), ("whole", url)):
                with serving(one) as (server,):
                    took[name].append(server.start_seconds)
        found = {name: statistics.median(seconds) for name, seconds in took.items()}
        self.figures["start"] = {"seconds": found, "each": took}
        self._target("start, times that on a tenth of the rows", found["whole"] / found["tenth"], below=SLOWEST_START)

    def _commits(self, url: str, address: str, pids: dict[str, int]) -> None:
        self.figures["commits"] = {"notify": {}, "redis": {}}
        for writers in WRITERS:
            for name, way in (("notify", ""), ("redis", address)):
                say(f"{writers} writers, {name}")
                database = Database(url)
                games = some_running(database, 10_000)
                database.close()
                found = commits(url, way, min(writers, len(games)), games, self.seconds, pids)
                self.figures["commits"][name][str(writers)] = found

    def _moves(self, url: str, address: str, pids: dict[str, int]) -> None:
        """Through two servers, by the clock: half of what is said there comes from the other one."""
        self.figures["moves"] = {}
        for name, way in (("notify", ""), ("redis", address)):
            say(f"moves, {name}")
            database = Database(url)
            groups = new_groups(database, 50)
            database.close()
            options = ["--signals", way] if way else []
            with serving(url, 2, *options) as servers, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                watched = {"server": [server.pid for server in servers], "clients": [os.getpid()]}
                measure = Measure(partial(self._watch, watched, pids, way))
                ports = [server.port for server in servers]
                self.figures["moves"][name] = runner.run(self._play(groups, ports, measure))

    def _watch(self, watched: dict[str, list[int]], pids: dict[str, int], way: str) -> Callable[[], Any]:
        more = {"database": machine.with_children(pids["database"])} | ({"broker": [pids["broker"]]} if way else {})
        return machine.Watch(watched | more).shares

    async def _play(self, groups: list[Any], ports: list[int], measure: Measure) -> dict[str, Any]:
        crowd = Crowd(groups, ports)
        await crowd.connect()
        await crowd.by_the_clock(100.0, self.seconds, measure)
        tally, rate = crowd.tally, measure.rates["moves"]
        cores: dict[str, float] = {}
        for name, share in measure.shares.items():
            if name not in ("machine", "clients"):
                group = name.split(" ", 1)[0]
                cores[group] = cores.get(group, 0.0) + share["core"]
        await crowd.close()
        return {
            "moves_a_second": rate,
            "microseconds_a_move": {name: core / rate * 1e6 for name, core in cores.items()},
            "milliseconds": spread(tally.seconds),
            "refusals": tally.refusals,
            "unanswered": crowd.unanswered,
        }

    def _target(self, name: str, measured: float, below: float, more: dict[str, Any] | None = None) -> None:
        target = {"target": name, "below": below, "measured": measured, "met": measured < below}
        self.targets.append(target | (more or {}))


@contextlib.contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="imhotep-scale-", dir=given) as folder:
        yield Path(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--share", type=float, default=1.0, help="of people and games")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each load")
    parser.add_argument("--times", type=int, default=40, help="that each page is asked for")
    parser.add_argument("--folder", type=Path, help="for the database; all of it takes about 10 GB")
    parser.add_argument("--save", type=Path, help="write the JSON there as well")
    given = parser.parse_args()
    with _folder(given.folder) as folder:
        result = Run(given.share, given.seconds, given.times, folder).everything()
    printed = json.dumps(result, indent=2)
    if given.save is not None:
        given.save.write_text(printed + "\n")
    print(printed)


if __name__ == "__main__":
    main()
