"""Processes that play an arena's games, watched: one that hangs is killed, one that dies is noticed."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading

import msgspec

from imhotep.lab.matches.game_runner import Broken, Failure, MatchSpec, Played, forfeited
from imhotep.table.errors import ImhotepError

START_LIMIT = 120.0  # seconds until a new process must have said something
ATTEMPTS = 3  # before we believe that no process can play at all
START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from imhotep.lab.matches.game_runner import main; main()"
)


class ArenaError(ImhotepError):
    """The arena itself can't go on."""


class _Gone(Exception):  # noqa: N818
    """The process has ended: by itself, or by us because nothing came for too long."""

    def __init__(self, seat: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat  # who was asked last; None if nobody was
        self.reason = reason


class PlayerProcess:
    """A fresh interpreter that plays one game at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": "0"},  # so that bots which iterate over sets play alike
            start_new_session=True,  # Ctrl-C is for the arena; and what a bot starts can be ended with it
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._specs, self._answers = self._process.stdin, self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._answers, selectors.EVENT_READ)

    def play(self, spec: MatchSpec) -> Played | Broken:
        """If it raises _Gone, the process is of no more use."""
        with contextlib.suppress(OSError):  # it has ended already: reading will say so
            self._specs.write(msgspec.json.encode(spec) + b"\n")
            self._specs.flush()
        seat, limit, rest = None, START_LIMIT, b""
        while True:
            if not self._selector.select(limit):
                self.end()
                raise _Gone(seat, f"took longer than {limit:g} s")
            read = os.read(self._answers.fileno(), 1 << 16)
            if not read:
                raise _Gone(seat, f"ended its process ({self._how_it_ended()})")
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                try:
                    if line.startswith(b"{"):
                        answer: Played | Broken = msgspec.json.decode(line, type=Played | Broken)
                        return answer
                    seat, limit = range(spec.players)[int(line)], spec.move_limit
                except (ValueError, IndexError, msgspec.MsgspecError):
                    raise _Gone(seat, "wrote into the arena's pipe") from None

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(1)  # the pipe is closed a moment earlier
        except subprocess.TimeoutExpired:
            return "its pipe was closed"
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    def end(self) -> None:
        """At once, with whatever a bot has started. From any thread."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def clear_away(self) -> None:
        self.end()
        self._process.wait()
        self._selector.close()
        for pipe in (self._specs, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


class PlayerPool:
    """Player processes that stay between games. Each thread that plays has one for itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[PlayerProcess] = []
        self._busy: set[PlayerProcess] = set()
        self._closed = False

    def play(self, spec: MatchSpec) -> Played:
        for _ in range(ATTEMPTS):
            process = self._take()
            try:
                answer = process.play(spec)
            except _Gone as gone:
                self._drop(process)
                if gone.seat is None:  # before any bot could do anything
                    continue
                return forfeited(spec.players, Failure(seat=gone.seat, reason=gone.reason))
            except BaseException:
                self._drop(process)
                raise
            self._give_back(process)
            if isinstance(answer, Broken):
                raise ArenaError(f"a game can't be played: {answer.message}")
            return answer
        raise ArenaError("no process that plays games can be started: see above")

    def _take(self) -> PlayerProcess:
        with self._lock:
            if self._closed:
                raise ArenaError("the arena is closed")
            process = self._idle.pop() if self._idle else PlayerProcess()
            self._busy.add(process)
            return process

    def _give_back(self, process: PlayerProcess) -> None:
        with self._lock:
            self._busy.discard(process)
            self._idle.append(process)

    def _drop(self, process: PlayerProcess) -> None:
        with self._lock:
            self._busy.discard(process)
        process.clear_away()

    def close(self) -> None:
        """Ends all of them, also those that play: their games are lost."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for process in self._busy:
                process.end()
        for process in idle:
            process.clear_away()

    def rest(self) -> None:
        """Ends those that don't play now."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.clear_away()


_here = PlayerPool()


def play_anywhere(spec: bytes) -> bytes:
    """For executors whose workers are elsewhere: each has a pool of its own."""
    return msgspec.json.encode(_here.play(msgspec.json.decode(spec, type=MatchSpec)))


def rest_everywhere() -> None:
    _here.rest()
