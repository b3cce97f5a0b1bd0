"""Processes in which bots think, and hints are found."""

import msgspec

from imhotep.lab.analysis.hints import Hint
from imhotep.server.metrics import Metrics
from imhotep.server.work.bot_worker import HintQuestion, Question
from imhotep.workers.pool import WorkerPool

LONGEST = 60.0  # seconds; no bot of ours thinks as long


class BotPool:
    def __init__(self, count: int, metrics: Metrics | None = None) -> None:
        self.count = count
        self._metrics = metrics or Metrics()
        self._processes = WorkerPool("imhotep.server.work.bot_worker", count, LONGEST)

    async def think(self, question: Question) -> str:
        """The move that a bot chooses."""
        return msgspec.json.decode(await self._metrics.thought(self._processes.ask(question)), type=str)

    async def advise(self, question: HintQuestion) -> Hint:
        return msgspec.json.decode(await self._processes.ask(question), type=Hint)

    async def close(self) -> None:
        await self._processes.close()
