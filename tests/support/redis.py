"""A real Redis of a test's own, that can be killed, held up and started again."""

import contextlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.support.ports import free_port

LONG = 60.0  # seconds


def redis_program(folder: Path) -> Path | None:
    """Redis or Valkey; Debian's redis-check-rdb is the server as well, by its name."""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    found = shutil.which("redis-check-rdb")
    if found is None:
        return None
    link = folder / "redis-server"
    link.symlink_to(found)
    return link


class Redis:
    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="redis"))
        program = redis_program(self._folder)
        if program is None:
            shutil.rmtree(self._folder)
            pytest.skip("there is no Redis: make redis installs it")
        self._program = program
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        given = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [self._program, *given, "--dir", str(self._folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + LONG
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)) as asking:
                asking.sendall(b"PING\r\n")
                if asking.recv(16).startswith(b"+PONG"):
                    return
            assert time.monotonic() < deadline, "Redis doesn't start"
            assert self._process.poll() is None, "Redis has ended"
            time.sleep(0.02)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(LONG)

    def hold_up(self) -> None:
        """It is there, but doesn't answer any more."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
