"""How often something may be asked: enough for people, too little for guessing passwords."""

from ipaddress import ip_address, ip_network
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
    "sign_in": Limit(10, 60_000),  # wrong ones, by account and address: nobody can lock out its owner, who is elsewhere
    "account": Limit(10, 60_000),  # by account, of who is signed in
    "read": Limit(3_000, 60_000),  # by address
    "replay": Limit(300, 60_000),  # what takes long to read, by address
    "message": Limit(6_000, 60_000),  # by a socket or as a command
    "watch": Limit(600, 60_000),
    "lobby": Limit(30, 60_000),
    "undo": Limit(20, 60_000),  # questions and answers, at a table
    "table": Limit(30, 60_000),
    "chat": Limit(30, 60_000),
    "reset": Limit(5, 3_600_000),  # by mail address
    "code": Limit(30, 3_600_000),  # wrong ones of a second factor, by account
    "report": Limit(10, 3_600_000),
    "export": Limit(3, 3_600_000),
    "confirm": Limit(5, 3_600_000),  # by person
    "webhook": Limit(10, 600_000),
    "bot": Limit(20, 3_600_000),
    "analysis": Limit(10, 60_000),
    "hint": Limit(30, 60_000),
}


class Limits:
    """Buckets that fill up and empty again with time, as it passes and not as clocks are set."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # how full, when

    def check(self, what: str, asking: ASGIConnection[Any, Any, Any, Any], key: str | None = None) -> None:
        """By `key`, or by the address of who asks."""
        self.count(what, address_of(asking) if key is None else key)

    def count(self, what: str, key: str) -> None:
        limit, now = LIMITS[what], self._clock.monotonic()
        level, then = self._buckets.pop((what, key), (0.0, now))
        level = max(0.0, level - (now - then) * limit.times / limit.millis)
        full = level + 1 > limit.times
        self._buckets[what, key] = (level if full else level + 1, now)
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]  # the oldest
        if full:
            raise TooMany("too many requests: wait a moment")

    def take_back(self, what: str, key: str) -> None:
        """What was counted should not have been."""
        level, then = self._buckets.get((what, key), (0.0, 0.0))
        if level > 0:
            self._buckets[what, key] = (max(0.0, level - 1), then)


def address_of(asking: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Of who asks. With IPv6 everybody has a network of addresses, which counts as one."""
    host = "" if asking.client is None else asking.client.host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
