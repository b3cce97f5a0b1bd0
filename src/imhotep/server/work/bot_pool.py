"""Processes in which bots think, and hints are found."""

import msgspec

from imhotep.lab.analysis.hints import Hint
from imhotep.server.metrics import Metrics
from imhotep.server.work.bot_worker import HintQuestion, Question
from imhotep.server.work.fair_queue import FairQueue
from imhotep.workers.pool import WorkerPool

LONGEST = 60.0  # seconds; no bot of ours thinks as long


class BotPool:
    def __init__(self, count: int, metrics: Metrics | None = None) -> None:
        self.count = count
        self._metrics = metrics or Metrics()
        self._processes = WorkerPool("imhotep.server.work.bot_worker", count, LONGEST)
        self._queue = FairQueue(count)

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._queue.waiting

    async def think(self, question: Question, person: str) -> str:
        """The move that a bot chooses, at a table of this person's."""
        return msgspec.json.decode(await self._metrics.thought(self._ask(question, person)), type=str)

    async def advise(self, question: HintQuestion, person: str) -> Hint:
        return msgspec.json.decode(await self._ask(question, person), type=Hint)

    async def _ask(self, question: Question | HintQuestion, person: str) -> bytes:
        async with self._queue.place(person):
            return await self._processes.ask(question)

    async def close(self) -> None:
        await self._processes.close()
