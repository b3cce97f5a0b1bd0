"""Processes in which bots think, so that nobody else has to wait. One that dies is replaced, and its question asked
again."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from imhotep.server.thinking import Answer, Question

ATTEMPTS = 3
LONGEST = 60.0  # seconds; no bot of ours thinks as long
ROOM = 1 << 24  # of a pipe's line


class ThinkingError(Exception):
    """No move came out."""


class Thinkers:
    def __init__(self, count: int) -> None:
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()  # None: a process that is yet to be started
        self._all: set[Process] = set()
        for _ in range(count):
            self._idle.put_nowait(None)

    async def think(self, question: Question) -> str:
        """The move that a bot chooses."""
        problem = "its process died"
        for _ in range(ATTEMPTS):
            process = await self._idle.get()
            try:
                process = process or await self._start()
                answer = await asyncio.wait_for(_ask(process, question), LONGEST)
            except (OSError, EOFError, TimeoutError, msgspec.DecodeError) as error:
                problem = f"{type(error).__name__}: {error}"
                self._end(process)
                process = None
            except BaseException:
                self._end(process)
                process = None
                raise
            else:
                if answer.move is not None:
                    return answer.move
                raise ThinkingError(answer.problem)
            finally:
                self._idle.put_nowait(process)
        raise ThinkingError(problem)

    async def close(self) -> None:
        for process in list(self._all):
            self._end(process)
            await process.wait()

    async def _start(self) -> Process:
        program = "from imhotep.server.thinking import main; main()"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, limit=ROOM, start_new_session=True
        )
        self._all.add(process)
        return process

    def _end(self, process: Process | None) -> None:
        if process is not None:
            self._all.discard(process)
            with contextlib.suppress(ProcessLookupError):
                process.kill()


async def _ask(process: Process, question: Question) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError("its process ended")
    return msgspec.json.decode(line, type=Answer)
