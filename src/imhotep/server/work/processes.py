"""Processes that do long work for this one, so that nobody else has to wait.

A question a line goes in; lines of progress come out, then the answer. One that dies is replaced, and its question
asked again; one that says nothing for too long is ended.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import TypeVar

import msgspec

Q = TypeVar("Q")

ATTEMPTS = 3
ROOM = 1 << 24  # of a pipe's line

Report = Callable[[float], None]  # of progress, from 0 to 1


class UnansweredError(Exception):
    """No answer came out: the processes died."""


class SilentError(UnansweredError):
    """Nor a word for too long."""


class QuestionError(UnansweredError):
    """There is no answer, and asking again would not help."""


# --- what comes out


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    reached: float


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    answer: msgspec.Raw


class Problem(msgspec.Struct, frozen=True, tag="problem"):
    words: str


_said: msgspec.json.Decoder[Progress | Answer | Problem] = msgspec.json.Decoder(Progress | Answer | Problem)


# --- who asks


class Processes:
    """`module` has a `main` that calls `answer_all`. A process is started when it is needed first."""

    def __init__(self, module: str, count: int, patience: float) -> None:
        self.count = count
        self._module = module
        self._patience = patience  # seconds without a word
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()  # None: a process that is yet to be started
        self._all: set[Process] = set()
        for _ in range(count):
            self._idle.put_nowait(None)

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._all]

    async def ask(self, question: msgspec.Struct, heard: Report = lambda reached: None) -> bytes:
        """The answer, in JSON."""
        problem = ""
        for _ in range(ATTEMPTS):
            process = await self._idle.get()
            try:
                process = process or await self._start()
                return await self._talk(process, question, heard)
            except QuestionError:
                raise
            except (OSError, EOFError, ValueError, msgspec.DecodeError) as error:
                problem = f"{type(error).__name__}: {error}"
                await self._end(process)
                process = None
            except BaseException:
                await self._end(process)
                process = None
                raise
            finally:
                self._idle.put_nowait(process)
        raise UnansweredError(f"the process died {ATTEMPTS} times ({problem})")

    async def _talk(self, process: Process, question: msgspec.Struct, heard: Report) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        while True:
            try:
                async with asyncio.timeout(self._patience):
                    line = await process.stdout.readline()
            except TimeoutError:
                raise SilentError(f"the process said nothing for {self._patience:g} seconds") from None
            if not line:
                raise EOFError("it ended")
            match _said.decode(line):
                case Progress(reached=reached):
                    heard(reached)
                case Answer(answer=answer):
                    return bytes(answer)
                case Problem(words=words):
                    raise QuestionError(words)

    async def close(self) -> None:
        for process in list(self._all):
            await self._end(process)

    async def _start(self) -> Process:
        program = f"from {self._module} import main; main()"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, limit=ROOM, start_new_session=True
        )
        self._all.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is not None:
            self._all.discard(process)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# --- who is asked


def answer_all(kind: type[Q], answer: Callable[[Q, Report], object]) -> None:
    """What such a process does, until nobody asks any more. Standard output is for answers alone, whatever else may be
    printed."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(what: Progress | Answer | Problem) -> None:
        try:
            answers.write(msgspec.json.encode(what) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)

    for line in questions:
        try:
            found = answer(msgspec.json.decode(line, type=kind), lambda reached: say(Progress(reached)))
            say(Answer(msgspec.Raw(msgspec.json.encode(found))))
        except Exception as error:  # told to who asked: the process lives on
            say(Problem(f"{type(error).__name__}: {error}"))
