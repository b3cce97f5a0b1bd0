"""Hashing and checking passwords is slow on purpose: only a few at once, and beside everything else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any, TypeVar

from imhotep.server.errors import TooMany

T = TypeVar("T")

AT_ONCE = 2  # each takes 64 MB for a moment
MOST_WAITING = 100

_room = BoundedSemaphore(MOST_WAITING)
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")


async def slowly(work: Callable[..., T], *given: Any) -> T:
    """In a thread of their own; where too many wait already, whoever comes is sent away."""
    if not _room.acquire(blocking=False):
        raise TooMany("too many people are signing in right now: wait a moment")
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, work, *given)
    finally:
        _room.release()
