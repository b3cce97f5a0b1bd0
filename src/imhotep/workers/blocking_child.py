"""A child process for who waits in a thread."""

import selectors
import time
from collections.abc import Mapping, Sequence

from imhotep.workers.child import MOST, ChildProcess, EndedError, TooSlowError


class BlockingChild(ChildProcess):
    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None, foreign: bool = False) -> None:
        super().__init__(command, env, foreign)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        if self._errors is not None:
            self._selector.register(self._errors, selectors.EVENT_READ)

    def next_line(self, limit: float | None, most: int = MOST) -> bytes:
        """What it says next, within as many seconds."""
        deadline = None if limit is None else time.monotonic() + limit
        while (line := self._take_line(most)) is None:
            left = None if deadline is None else deadline - time.monotonic()
            self._watch_input()
            ready = self._selector.select(left) if left is None or left > 0 else []
            if not ready:
                raise TooSlowError(f"took longer than {limit:g} s")
            for key, _ in ready:
                self._attend(key.fd)
        return line

    def _watch_input(self) -> None:
        """While there is something that did not fit into the pipe."""
        watched = self._input in self._selector.get_map()
        if self._unsent and not watched:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif watched and not self._unsent:
            self._selector.unregister(self._input)

    def _attend(self, pipe: int) -> None:
        if pipe == self._input:
            self._send()
        elif pipe == self._output:
            try:
                self._hear()
            except EndedError:
                raise EndedError(self._how_it_ended()) from None
        else:
            self._hear_errors()
            if self._errors is None:
                self._selector.unregister(pipe)

    def close(self, at_once: bool = True) -> None:
        """Its end, and that of all that it has started; or, if there is time, once it has seen the end of its input."""
        if not self._closed:
            self._selector.close()
            self._let_go(at_once)
            self._reap()
