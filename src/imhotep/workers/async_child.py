"""A child process for who waits in an event loop."""

import asyncio

from imhotep.workers.child import MOST, ChildProcess, EndedError, TooSlowError


class AsyncChild(ChildProcess):
    _waiter: "asyncio.Future[None] | None" = None

    async def next_line(self, limit: float | None, most: int = MOST) -> bytes:
        """What it says next, within as many seconds."""
        try:
            async with asyncio.timeout(limit):
                while (line := self._take_line(most)) is None:
                    await self._ready()
                    self._send()
                    self._hear_errors()
                    self._hear()
                return line
        except TimeoutError:
            raise TooSlowError(f"took longer than {limit:g} s") from None
        except EndedError:
            raise EndedError(await asyncio.to_thread(self._how_it_ended)) from None

    async def _ready(self) -> None:
        """Something can be read, or more be sent."""
        loop = asyncio.get_running_loop()
        ready = self._waiter = loop.create_future()

        def wake() -> None:
            if not ready.done():
                ready.set_result(None)

        readers = [pipe for pipe in (self._output, self._errors) if pipe is not None]
        for pipe in readers:
            loop.add_reader(pipe, wake)
        if self._unsent:
            loop.add_writer(self._input, wake)
        try:
            await ready
        finally:
            for pipe in readers:
                loop.remove_reader(pipe)
            loop.remove_writer(self._input)

    async def close(self, at_once: bool = True) -> None:
        """Its end, and that of all that it has started; or, if there is time, once it has seen the end of its input."""
        if not self._closed:
            if self._waiter is not None and not self._waiter.done():  # a closed pipe wakes nobody
                self._waiter.set_result(None)
            self._let_go(at_once)
            await asyncio.to_thread(self._reap)
