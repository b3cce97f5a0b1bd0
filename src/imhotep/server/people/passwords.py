"""Passwords, hashed with argon2. That is slow on purpose: only a few at once, and beside everything else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import BoundedSemaphore
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from imhotep.server.errors import Refused, TooMany

T = TypeVar("T")

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
AT_ONCE = 2  # each takes 64 MB for a moment
MOST_WAITING = 100

_hasher = PasswordHasher()
_room = BoundedSemaphore(MOST_WAITING)
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")


def hash_password(password: str) -> str:
    """Slow on purpose: not in a job of the database."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters", "bad_password")
    return _hasher.hash(password)


def fits(password: str, hashed: str) -> bool:
    """As slow."""
    try:
        return len(password) <= LONGEST_PASSWORD and _hasher.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False


@cache
def nobodys_hash() -> str:
    """Checked where there is no such account, so that nobody can tell by the time it takes."""
    return _hasher.hash("nobody's")


async def slowly(work: Callable[..., T], *given: Any) -> T:
    """In a thread of their own; where too many wait already, whoever comes is sent away."""
    if not _room.acquire(blocking=False):
        raise TooMany("too many people are signing in right now: wait a moment")
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, work, *given)
    finally:
        _room.release()
