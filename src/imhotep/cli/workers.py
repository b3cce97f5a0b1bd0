"""Processes that share a command's work, and end with it."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, InvalidStateError, ProcessPoolExecutor


@contextlib.contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """Ctrl-C is for the command alone, at any moment, and then they end at once; if it is killed, they end, too."""
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawned, initializer=_end_with_the_command) as pool:
        try:
            with _interrupts_wait():
                for _ in range(jobs):
                    pool.submit(int)  # starts one more
            yield pool
        except BaseException:
            threading.excepthook = _say_unless_cancelled
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _say_unless_cancelled(trouble: threading.ExceptHookArgs) -> None:
    """When its workers end, Python 3.11's pool stumbles over work that was cancelled, in a thread of its own."""
    if not isinstance(trouble.exc_value, InvalidStateError):
        threading.__excepthook__(trouble)


@contextlib.contextmanager
def _interrupts_wait() -> Iterator[None]:
    """One that comes meanwhile is heard afterwards. A process that is started meanwhile never hears any."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_the_command() -> None:
    """A worker whose command is gone would search on, and then wait for ever."""
    command = multiprocessing.parent_process()
    assert command is not None

    def wait() -> None:
        command.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
