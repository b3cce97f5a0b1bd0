"""A process that is told lines and says lines, whoever waits for it: `BlockingChild` or `AsyncChild`.

It may hang, flood or die: nobody waits for it longer than its time, nor listens to more than its share, and it ends
with all that it has started. It has a session of its own, so Ctrl-C is for who started it.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

MOST = 1 << 24  # bytes of a line, unless less is asked for
LAST_WORDS = 400  # bytes of its standard error that are kept for a message
CHUNK = 1 << 16
GRACE = 1.0  # seconds in which it may end by itself once its input has been closed
KEEPER = Path(__file__).with_name("keeper.py")
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {} import main; main()"


class ChildError(Exception):
    """It is of no more use."""


class TooSlowError(ChildError):
    """It said nothing in time."""


class TooMuchError(ChildError):
    """It said more than it may."""


class EndedError(ChildError):
    """It has ended, or says nothing any more."""


def interpreter(module: str) -> list[str]:
    """The command for a fresh Python that finds what we find, and runs `main` of a module."""
    return [sys.executable, "-c", START.format(module), json.dumps(sys.path)]


class ChildProcess:
    """Started at once. Nothing here waits: pipes are read and written as far as they go now.

    A foreign program has a keeper beside it, which ends it even if we are killed; and what it writes to its standard
    error is ours, for its last words. Our own interpreters write theirs where we do, and end when their input does.
    """

    _closed = True

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None, foreign: bool = False) -> None:
        self._life: int | None = None  # a pipe to the keeper: its end is ours
        self._process = self._start_kept(command, env) if foreign else _start(command, env)
        self._closed = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._errors = None if self._process.stderr is None else self._process.stderr.fileno()
        for pipe in (self._input, self._output, self._errors):
            if pipe is not None:
                os.set_blocking(pipe, False)
        self._unsent = b""
        self._heard = bytearray()
        self._searched = 0  # so much of it holds no end of a line
        self._words = b""

    def _start_kept(self, command: Sequence[str], env: Mapping[str, str] | None) -> "subprocess.Popen[bytes]":
        kept, life = os.pipe()
        try:
            kept_command = [sys.executable, "-I", "-S", str(KEEPER), str(kept), *command]
            process = _start(kept_command, env, stderr=subprocess.PIPE, pass_fds=[kept])
        except OSError:
            os.close(life)
            raise
        finally:
            os.close(kept)
        self._life = life
        return process

    def __del__(self) -> None:
        if not self._closed:
            self._let_go(at_once=True)
            self._reap()

    @property
    def pid(self) -> int:
        return self._process.pid

    # --- talking

    def tell(self, line: bytes) -> None:
        """Nothing is waited for: what doesn't fit into the pipe now is sent while somebody listens."""
        self._unsent += line + b"\n"
        self._send()

    def unasked(self) -> bytes:
        """What it has said since its last line was read; one piece is enough to know."""
        with contextlib.suppress(EndedError):
            self._hear()
        said = bytes(self._heard)
        self._heard.clear()
        self._searched = 0
        return said

    def last_words(self) -> str:
        """The end of what it wrote to its standard error, on one line; our own interpreters have none."""
        self._hear_errors()
        return " ".join(self._words.decode(errors="replace").split())

    def _send(self) -> None:
        if self._closed:
            return
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input, self._unsent[:CHUNK]) :]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more: what it says, or its end, will tell why
            self._unsent = b""

    def _take_line(self, most: int) -> bytes | None:
        """The first that it has said completely, if any."""
        end = self._heard.find(b"\n", self._searched)
        self._searched = len(self._heard)
        if (len(self._heard) if end < 0 else end) > most:
            raise TooMuchError(f"more than {most} bytes")
        if end < 0:
            return None
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        self._searched = 0
        return line

    def _hear(self) -> None:
        if self._closed:  # the pipe's number may be somebody else's by now
            raise EndedError("it was ended")
        try:
            read = os.read(self._output, CHUNK)
        except BlockingIOError:
            return
        if not read:
            raise EndedError("it ended")
        self._heard += read

    def _hear_errors(self) -> None:
        """Nothing more is expected from them once they have ended."""
        if self._errors is None:
            return
        try:
            read = os.read(self._errors, CHUNK)
        except BlockingIOError:
            return
        self._words = (self._words + read)[-LAST_WORDS:]
        if not read:
            self._errors = None

    def _how_it_ended(self) -> str:
        """Waits a moment: pipes are closed before a process is gone."""
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if self._life is not None and code > 128:  # as its keeper tells it
            code = 128 - code
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    # --- the end

    def kill(self) -> None:
        """At once, with whatever it has started. From any thread; who listens to it hears that it has ended."""
        if not self._closed:
            self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if self._life is not None:
                os.write(self._life, b"!")
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def _let_go(self, at_once: bool) -> None:
        """Killed, or told by the end of its input that nobody needs it any more."""
        self._closed = True
        if at_once:
            self._kill()
        if self._life is not None:
            os.close(self._life)
        self._errors = None
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _reap(self) -> None:
        """Waits until it is gone. Whoever has not ended by itself in time is killed, by its keeper if it has one."""
        try:
            self._process.wait(GRACE if self._life is None else 5 * GRACE)
        except subprocess.TimeoutExpired:
            if self._life is None:
                self._kill()
                self._process.wait()


def _start(
    command: Sequence[str],
    env: Mapping[str, str] | None,
    stderr: int | None = None,
    pass_fds: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        bufsize=0,
        env=env,
        pass_fds=pass_fds,
        start_new_session=True,
    )
