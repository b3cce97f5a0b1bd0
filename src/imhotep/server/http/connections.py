"""How many connections a stranger may have, and how long a request may take to arrive.

uvicorn waits for ever for the end of a request's head or body, and for somebody who does not take an answer. A thousand
of those would use up all descriptors of a process, and nobody else would get in.
"""

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from prometheus_client import Counter as Counted
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD = 10.0  # seconds for the head of a request, from its first byte or from when somebody connects
BODY = 30.0  # seconds for its body, which has at most a megabyte
TAKEN = 60.0  # seconds in which something of an answer must be taken
LOG_AFTER = 5.0  # seconds in which what was closed is put together in a line of the log
MOST_DESCRIPTORS = 1 << 20
RESERVE = 100  # descriptors for the database, its connections and child processes

# Why a connection was closed: for the log and the metric.
SLOW_HEAD, SLOW_BODY, SLOW_READER = "slow head", "slow body", "slow reader"
MANY, FULL = "too many of an address", "no descriptors left"

log = logging.getLogger("imhotep.connections")


class AddressCount:
    """How many connections each address has. A proxy's word on who asks is taken, so it is not one of those who ask; of
    IPv6 it is the network of a household (a /64) that counts."""

    def __init__(self, most: int, trusted: Sequence[str]) -> None:
        """`most` 0: as many as they like."""
        self._most = most
        self._trusted = [ip_network(network) for network in trusted]
        self._of: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """One more; whether there is room for it. Only then it has to go."""
        place = self._place(address)
        if place is not None:
            if self._most and self._of[place] >= self._most:
                return False
            self._of[place] += 1
        return True

    def go(self, address: str) -> None:
        place = self._place(address)
        if place is not None:
            self._of[place] -= 1
            if self._of[place] <= 0:
                del self._of[place]

    def _place(self, address: str) -> str | None:
        try:
            parsed = ip_address(address)
        except ValueError:  # no address: a test's client, or a proxy that doesn't know
            return address
        parsed = getattr(parsed, "ipv4_mapped", None) or parsed
        if any(parsed in network for network in self._trusted):
            return None
        return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed)


class Connections:
    """All that a process has from outside."""

    def __init__(self, addresses: AddressCount, most: int, closed: Counted) -> None:
        """`most` in all; `closed` counts those that were closed because of a limit, by why."""
        self._addresses = addresses
        self._most = most
        self._closed = closed
        self._count = 0
        self._untold: Counter[str] = Counter()

    def come(self, address: str) -> str | None:
        """Why there is no room; None: there was."""
        if self._count >= self._most:
            return FULL
        if not self._addresses.come(address):
            return MANY
        self._count += 1
        return None

    def go(self, address: str) -> None:
        self._count -= 1
        self._addresses.go(address)

    def note(self, why: str) -> None:
        """One was closed. Nobody's address is written down, and not a line for each."""
        self._closed.labels(why.replace(" ", "_")).inc()
        if not self._untold:
            asyncio.get_running_loop().call_later(LOG_AFTER, self._tell)
        self._untold[why] += 1

    def _tell(self) -> None:
        told = ", ".join(f"{why}: {count}" for why, count in self._untold.most_common())
        log.warning("connections were closed (%s); %s are open", told, self._count)
        self._untold.clear()


class HttpConnection(HttpToolsProtocol):
    """One that carries requests. `limits` belongs to the process."""

    limits: Connections
    _deadline: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _address: str | None = None  # counted as this one's

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        why = self.limits.come(address)
        if why is not None:
            many = why == MANY
            status = HTTPStatus.TOO_MANY_REQUESTS if many else HTTPStatus.SERVICE_UNAVAILABLE
            self._refuse(status, "too many connections from your address" if many else "the server is full", why)
            return
        self._address = address
        self._expect(HEAD, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._taken()
        self._gone()

    def handle_websocket_upgrade(self) -> None:
        self._gone()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(HEAD, self._head_is_late)  # also of empty lines, which begin no request
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._expect(BODY, self._body_is_late)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect(0, None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(TAKEN, self._not_taken)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taken()

    # --- too late

    def _expect(self, seconds: float, late: Callable[[], None] | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if late is None else self.loop.call_later(seconds, late)

    def _head_is_late(self) -> None:
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request didn't come in time", SLOW_HEAD)

    def _body_is_late(self) -> None:
        if self.flow.read_paused:  # it is us who wait
            self._expect(BODY, self._body_is_late)
            return
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request didn't come in time", SLOW_BODY)

    def _not_taken(self) -> None:
        self.limits.note(SLOW_READER)
        self.transport.abort()

    def _refuse(self, status: HTTPStatus, message: str, why: str) -> None:
        self._expect(0, None)
        if self.transport.is_closing():
            return
        self.limits.note(why)
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            code = "too_slow" if status == HTTPStatus.REQUEST_TIMEOUT else "too_many"
            body = json.dumps({"code": code, "message": message, "state": None}).encode()
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        self.transport.close()

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _gone(self) -> None:
        """Or carried on by a WebSocket."""
        self._expect(0, None)
        if self._address is not None:
            self.limits.go(self._address)
            self._address = None


class SocketConnection(WebSocketsSansIOProtocol):
    """One that has become a WebSocket; it takes the place of the request that asked for it."""

    limits: Connections
    _address: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.limits.come(address) is None:
            self._address = address

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._address is not None:
            self.limits.go(self._address)
            self._address = None


def protocols(limits: Connections) -> dict[str, Any]:
    """For uvicorn's settings."""
    given = {"limits": limits}
    return {
        "http": type("HttpConnection", (HttpConnection,), given),
        "ws": type("SocketConnection", (SocketConnection,), given),
    }


def most_connections() -> int:
    """As many as there are descriptors for, after the soft limit was raised as far as we may."""
    allowed = _raise_descriptor_limit()
    return max(allowed - RESERVE, allowed // 2)


def _raise_descriptor_limit() -> int:
    try:
        import resource
    except ImportError:  # Windows has none
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            log.info("up to %s files and connections may be open now, instead of %s", wanted, soft)
            return wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
