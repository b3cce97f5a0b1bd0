"""Places that are too few for all who want one: people get them in turn, however much each of them asks for."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by person; whose turn is next comes first

    @property
    def waiting(self) -> int:
        return sum(not turn.done() for turns in self._waiting.values() for turn in turns)

    @asynccontextmanager
    async def place(self, person: str) -> AsyncIterator[None]:
        await self._take(person)
        try:
            yield
        finally:
            self._give()

    async def _take(self, person: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given a place in the same moment
                self._give()
            raise

    def _give(self) -> None:
        """To somebody else, or nobody; who has waited in vain is passed over."""
        while self._waiting:
            person = next(iter(self._waiting))
            turns = self._waiting.pop(person)
            turn = turns.popleft()
            if turns:
                self._waiting[person] = turns  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
