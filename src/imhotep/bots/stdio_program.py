"""A program that answers lines on its standard output. It may hang, flood, die: it is never waited for longer than its
time, never listened to beyond a limit, and never left behind."""

import contextlib
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path

from imhotep.bots.base import BotFailure
from imhotep.table.errors import shown

LONGEST_ANSWER = 1 << 16  # bytes, blank lines included
LAST_WORDS = 400  # characters of its standard error that are kept for the message
CHUNK = 1 << 14
KEEPER = Path(__file__).with_name("stdio_keeper.py")

TOO_SLOW, ENDED, TOO_MUCH = "took too long", "ended its process", "wrote too much"
NOT_ASKED = "answered without being asked"


class Program:
    """Started at once; `ask` it as often as you like."""

    def __init__(self, command: list[str]) -> None:
        life, self._life = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, str(life), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[life],
                start_new_session=True,  # Ctrl-C is for the game
            )
        except OSError:
            os.close(self._life)
            self._life = -1
            raise
        finally:
            os.close(life)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output, self._errors = self._process.stdin, self._process.stdout, self._process.stderr
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._unsent = b""
        self._heard = b""
        self._words = b""

    def tell(self, line: bytes) -> None:
        """Nothing is waited for: what doesn't fit into the pipe now is sent with the next question."""
        self._unsent += line + b"\n"
        self._send()

    def ask(self, line: bytes, limit: float) -> bytes:
        """The next line that it writes, within as many seconds."""
        self._take_rest()
        if self._heard.strip():
            raise BotFailure(NOT_ASKED, shown(self._heard.decode(errors="replace")))
        self._heard = b""
        deadline = time.monotonic() + limit
        self.tell(line)
        blank = 0
        while True:
            while b"\n" in self._heard:
                answer, _, self._heard = self._heard.partition(b"\n")
                if answer.strip():
                    return answer
                blank += len(answer) + 1
            if blank + len(self._heard) > LONGEST_ANSWER:
                raise BotFailure(TOO_MUCH, f"more than {LONGEST_ANSWER} bytes for one answer")
            self._wait(deadline, limit)

    def _wait(self, deadline: float, limit: float) -> None:
        """Until something can be read or written."""
        left = deadline - time.monotonic()
        ready = self._selector.select(left) if left > 0 else []
        if not ready:
            raise BotFailure(TOO_SLOW, f"more than {limit:g} seconds{self.last_words()}")
        for key, _ in ready:
            if key.fileobj is self._input:
                self._send()
            elif key.fileobj is self._errors:
                self._listen_to_errors()
            else:
                read = self._read(self._output.fileno())
                if read == b"":
                    raise BotFailure(ENDED, f"{self._how_it_ended()}{self.last_words()}")
                self._heard += read or b""

    def _take_rest(self) -> None:
        """What it has written since its last answer; one piece is enough to know."""
        self._heard += self._read(self._output.fileno()) or b""

    def _read(self, pipe: int) -> bytes | None:
        """None if there is nothing now, and no bytes at the end."""
        try:
            return os.read(pipe, CHUNK)
        except BlockingIOError:
            return None

    def _send(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent[:CHUNK]) :]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more: what it writes, or its end, will say why
            self._unsent = b""
        watched = self._input in self._selector.get_map()
        if self._unsent and not watched:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif watched and not self._unsent:
            self._selector.unregister(self._input)

    def _listen_to_errors(self) -> None:
        read = self._read(self._errors.fileno())
        if read == b"":
            self._selector.unregister(self._errors)
        self._words = (self._words + (read or b""))[-LAST_WORDS:]

    def last_words(self) -> str:
        """The end of what it wrote to its standard error, for a message."""
        if self._errors in self._selector.get_map():
            self._listen_to_errors()
        words = " ".join(self._words.decode(errors="replace").split())
        return f"; its last words: {words}" if words else ""

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(1)  # the pipe is closed a moment earlier
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"exit code {code}" if code <= 128 else f"signal {code - 128}"

    def end(self, at_once: bool = True) -> None:
        """With all that it has started; or, if there is time, once it has seen the end of its input."""
        if self._life < 0:
            return
        with contextlib.suppress(OSError):
            if at_once:
                os.write(self._life, b"!")
        os.close(self._life)
        self._life = -1
        self._selector.close()
        for pipe in (self._input, self._output, self._errors):
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)

    def __del__(self) -> None:
        if getattr(self, "_life", -1) >= 0 and hasattr(self, "_errors"):
            self.end()
