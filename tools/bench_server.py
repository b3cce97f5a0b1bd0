"""Measures the server under load, beside a bare WebSocket echo in the same run: tools/bench_server.py [--save FILE]

People at tables of four play over WebSockets: 500 moves a second by the clock, then as fast as they can; with SQLite
and one server, with PostgreSQL and two. Then memory, start and lists with very many games. All people are in this
process, every server is in one of its own. One JSON object is printed; progress goes to standard error.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import uvloop
from server_bench import machine
from server_bench.echo import echo_rate
from server_bench.playing import Crowd, Measure, spread
from server_bench.prepare import new_database, new_groups, state_message
from server_bench.processes import ServerProcess, echoing, postgres, serving
from server_bench.storage import many_games, memory_a_game

PARTS = ("sqlite", "postgresql", "memory", "stored")


class Size(NamedTuple):
    tables: int = 250
    rate: float = 500.0  # moves a second
    seconds: float = 30.0
    echo_seconds: float = 8.0
    cached: int = 1500  # games
    stored: int = 100_000  # games
    unfinished: int = 1000  # of them running, and as many open
    times: int = 40  # that a list is asked for
    starts: int = 3  # of a server


QUICK = Size(
    tables=5, rate=20.0, seconds=3.0, echo_seconds=1.0, cached=40, stored=200, unfinished=20, times=5, starts=1
)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Run:
    def __init__(self, size: Size, folder: Path, parts: list[str], compressed: bool) -> None:
        self.size = size
        self.folder = folder
        self.parts = parts
        self.compressed = compressed
        self.figures: dict[str, Any] = {}
        self.targets: list[dict[str, Any]] = []

    def everything(self) -> dict[str, Any]:
        facts = machine.facts()
        self.sync = machine.sync_millis(self.folder)
        self.figures["fdatasync_milliseconds"] = self.sync
        if "sqlite" in self.parts:
            url = f"sqlite:///{self.folder / 'load.db'}"
            with contextlib.ExitStack() as stack:
                self._load("sqlite", url, 1, stack, {})
        if "postgresql" in self.parts:
            with contextlib.ExitStack() as stack:
                url, pid = stack.enter_context(postgres(self.folder / "postgres"))
                self._load("postgresql", url, 2, stack, {"postgresql": pid})
        if "memory" in self.parts:
            self._memory()
        if "stored" in self.parts:
            self._stored()
        return {
            "command": f"tools/bench_server.py {' '.join(sys.argv[1:])}".strip(),
            **facts,
            "unit": "milliseconds from when a move was due to its arrival at the last of four seats; states a second",
            "size": self.size._asdict(),
            "compressed": self.compressed,
            "figures": self.figures,
            "targets": self.targets,
        }

    # --- load

    def _load(self, name: str, url: str, servers: int, stack: contextlib.ExitStack, others: dict[str, int]) -> None:
        say(f"{name}: preparing {self.size.tables} tables")
        database = new_database(url)
        message = state_message(database)
        groups = new_groups(database, self.size.tables)
        database.close()
        say(f"{name}: echo")
        with echoing() as echo, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            connections = self.size.tables * 4
            ceiling = runner.run(
                echo_rate(echo, message, connections, self.size.echo_seconds, os.getpid(), self.compressed)
            )
        ceiling |= {"connections": connections, "bytes": len(message)}
        ceiling["limited_by"] = machine.limit_of(ceiling["shares"], self.sync)
        self.figures[f"{name}_echo"] = ceiling
        running = stack.enter_context(serving(url, servers))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            open_loop, saturation = runner.run(self._play(name, groups, running, others))
        self.figures[f"{name}_open_loop"], self.figures[f"{name}_saturation"] = open_loop, saturation
        saturation["of_the_echo_ceiling"] = saturation["rates"]["states"] / ceiling["messages_a_second"]
        where = "SQLite, one server" if servers == 1 else "PostgreSQL, two servers"
        measured = None if open_loop["milliseconds"] is None else open_loop["milliseconds"]["p99"]
        why = open_loop["limited_by"]
        self._target(f"{where}: p99 of move to all seats, milliseconds", measured, 100, why, below=True)
        least = self.size.rate * 0.99
        self._target(f"{where}: moves a second by the clock", open_loop["rates"]["moves"], least, why)
        ratio = saturation["of_the_echo_ceiling"]
        why = saturation["limited_by"]
        self._target(f"{where}: states a second at saturation, of the echo ceiling", ratio, 1 / 20, why)

    async def _play(
        self, name: str, groups: list[Any], servers: list[ServerProcess], others: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        crowd = Crowd(groups, [server.port for server in servers], self.compressed)
        say(f"{name}: connecting {len(groups) * 4} people")
        try:
            await crowd.connect()
        except ConnectionError as error:
            raise SystemExit(f"{error}: {' '.join(server.last_words() for server in servers)}") from None
        megabytes = [machine.memory_of(server.pid) / 1e6 for server in servers]
        say(f"{name}: open loop, {self.size.rate:g} moves a second for {self.size.seconds:g} seconds")
        measure = Measure(self._watching(servers, others))
        await crowd.by_the_clock(self.size.rate, self.size.seconds, measure)
        open_loop = self._summary(crowd, measure) | {"people": len(groups) * 4, "server_megabytes": megabytes}
        say(f"{name}: saturation for {self.size.seconds:g} seconds")
        measure = Measure(self._watching(servers, others))
        await crowd.without_pause(self.size.seconds, measure)
        saturation = self._summary(crowd, measure)
        await crowd.close()
        return open_loop, saturation

    def _watching(self, servers: list[ServerProcess], others: dict[str, int]) -> Callable[[], Callable[[], Any]]:
        def begin() -> Callable[[], Any]:
            groups = {"server": [server.pid for server in servers], "clients": [os.getpid()]}
            groups |= {name: machine.with_children(pid) for name, pid in others.items()}
            return machine.Watch(groups).shares

        return begin

    def _summary(self, crowd: Crowd, measure: Measure) -> dict[str, Any]:
        tally = crowd.tally
        return {
            "milliseconds": spread(tally.seconds),
            "rates": measure.rates,
            "seconds": measure.seconds,
            "moves_sent": tally.moves,
            "moves_arrived": len(tally.seconds),
            "moves_unanswered": crowd.unanswered,
            "refusals": tally.refusals,
            "lost_connections": len(crowd.closed),
            "why_lost": sorted(set(crowd.closed))[:5],
            "games_begun": len(tally.reopening),
            "opening_and_joining_milliseconds": spread(tally.reopening),
            "shares": measure.shares,
            "limited_by": machine.limit_of(measure.shares, self.sync),
        }

    # --- many games

    def _memory(self) -> None:
        say(f"memory: {self.size.cached} running games")
        found = memory_a_game(self.folder, self.size.cached)
        self.figures["memory"] = found
        name = "memory for a running game that nobody watches, kilobytes"
        self._target(name, found["kilobytes_a_game"], 50, found["limited_by"], below=True)

    def _stored(self) -> None:
        size = self.size
        say(f"stored: {size.stored} games")
        over, some = size.stored - 2 * size.unfinished, size.unfinished
        found = many_games(self.folder, over, some, some, size.times, size.starts)
        self.figures["stored"] = found
        name = f"start with {size.stored} stored games, seconds"
        self._target(name, found["start_seconds"], 3, found["start_limited_by"], below=True)
        for which, one in found["lists"].items():
            name = f"list of tables ({which}), milliseconds"
            self._target(name, one["milliseconds"], 50, one["limited_by"], below=True)

    def _target(self, name: str, measured: float | None, limit: float, why: str, below: bool = False) -> None:
        met = None if measured is None else measured < limit if below else measured >= limit
        asked = {"below": limit} if below else {"at_least": limit}
        self.targets.append({"target": name, **asked, "measured": measured, "met": met, "limited_by": why})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--save", type=Path, help="write the JSON there as well")
    parser.add_argument("--quick", action="store_true", help="a very small run, which measures nothing of interest")
    parser.add_argument("--parts", default=",".join(PARTS), help="some of " + ",".join(PARTS))
    parser.add_argument("--compressed", action="store_true", help="offer permessage-deflate, as browsers do")
    parser.add_argument("--seconds", type=float, help="of each load")
    parser.add_argument("--rate", type=float, help="moves a second")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--stored", type=int, help="games")
    given = parser.parse_args()
    parts = [part for part in given.parts.split(",") if part]
    if given.quick:
        parts = [part for part in parts if part != "postgresql"]
    size = QUICK if given.quick else Size()
    wishes = {name: getattr(given, name) for name in ("seconds", "rate", "tables", "stored")}
    size = size._replace(**{name: value for name, value in wishes.items() if value is not None})
    with tempfile.TemporaryDirectory(prefix="imhotep-bench-") as folder:
        result = Run(size, Path(folder), parts, given.compressed).everything()
    text = json.dumps(result, indent=2)
    if given.save is not None:
        given.save.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
