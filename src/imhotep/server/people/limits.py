"""How often something may be asked: enough for people, too little for guessing passwords."""

from typing import Any, NamedTuple

from litestar.connection import ASGIConnection

from imhotep.server.clock import WallClock
from imhotep.server.errors import TooMany

MOST_KEYS = 50_000


class Limit(NamedTuple):
    times: int
    millis: int


LIMITS = {
    "guest": Limit(60, 60_000),  # by address
    "password": Limit(30, 60_000),  # by address
    "account": Limit(10, 60_000),  # by account
    "table": Limit(30, 60_000),
    "chat": Limit(30, 60_000),
    "reset": Limit(5, 3_600_000),  # by mail address
    "webhook": Limit(10, 600_000),
    "bot": Limit(20, 3_600_000),
    "analysis": Limit(10, 60_000),
    "hint": Limit(30, 60_000),
}


class Limits:
    """Buckets that fill up and empty again with time."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, int]] = {}  # how full, when

    def check(self, what: str, asking: ASGIConnection[Any, Any, Any, Any], key: str | None = None) -> None:
        """By `key`, or by the address of who asks."""
        address = "" if asking.client is None else asking.client.host
        self.count(what, address if key is None else key)

    def count(self, what: str, key: str) -> None:
        limit, now = LIMITS[what], self._clock.now()
        level, then = self._buckets.pop((what, key), (0.0, now))
        level = max(0.0, level - (now - then) * limit.times / limit.millis)
        full = level + 1 > limit.times
        self._buckets[what, key] = (level if full else level + 1, now)
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]  # the oldest
        if full:
            raise TooMany("too many requests: wait a moment")
