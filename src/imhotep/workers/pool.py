"""Processes that do long work for an event loop, so that nobody else has to wait.

One that dies is replaced, and its question asked again; one that says nothing for too long is ended.
"""

import asyncio

import msgspec

from imhotep.workers.async_child import AsyncChild
from imhotep.workers.child import ChildError, TooSlowError, interpreter
from imhotep.workers.worker import Answer, Problem, Progress, Report, read_said

ATTEMPTS = 3


class UnansweredError(Exception):
    """No answer came out: the processes died."""


class SilentError(UnansweredError):
    """Nor a word for too long."""


class QuestionError(UnansweredError):
    """There is no answer, and asking again would not help."""


class WorkerPool:
    """`module` has a `main` that calls `answer_all`. A process is started when it is needed first."""

    def __init__(self, module: str, count: int, patience: float) -> None:
        self.count = count
        self._module = module
        self._patience = patience  # seconds without a word
        self._idle: asyncio.Queue[AsyncChild | None] = asyncio.Queue()  # None: one that is yet to be started
        self._all: set[AsyncChild] = set()
        for _ in range(count):
            self._idle.put_nowait(None)

    @property
    def pids(self) -> list[int]:
        return [child.pid for child in self._all]

    async def ask(self, question: msgspec.Struct, heard: Report = lambda reached: None) -> bytes:
        """The answer, in JSON."""
        problem = ""
        for _ in range(ATTEMPTS):
            child = await self._idle.get()
            try:
                child = child or self._start()
                return await self._talk(child, question, heard)
            except QuestionError:
                raise
            except (OSError, ChildError, msgspec.DecodeError) as error:
                problem = str(error)
                await self._end(child)
                child = None
            except BaseException:
                await self._end(child)
                child = None
                raise
            finally:
                self._idle.put_nowait(child)
        raise UnansweredError(f"the process died {ATTEMPTS} times ({problem})")

    async def _talk(self, child: AsyncChild, question: msgspec.Struct, heard: Report) -> bytes:
        child.tell(msgspec.json.encode(question))
        while True:
            try:
                line = await child.next_line(self._patience)
            except TooSlowError:
                raise SilentError(f"the process said nothing for {self._patience:g} seconds") from None
            match read_said(line):
                case Progress(reached=reached):
                    heard(reached)
                case Answer(answer=answer):
                    return bytes(answer)
                case Problem(words=words):
                    raise QuestionError(words)

    async def close(self) -> None:
        for child in list(self._all):
            await self._end(child)

    def _start(self) -> AsyncChild:
        child = AsyncChild(interpreter(self._module))
        self._all.add(child)
        return child

    async def _end(self, child: AsyncChild | None) -> None:
        if child is not None:
            self._all.discard(child)
            await child.close()
