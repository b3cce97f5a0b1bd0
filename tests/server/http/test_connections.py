"""Strangers who connect and then say nothing, little, or listen to nothing: nobody else has to wait for them (H7)."""

import contextlib
import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from imhotep.server.http import connections
from imhotep.server.http.connections import AddressCount
from imhotep.server.settings import Settings
from tests.support.processes import LONG, Program, running
from tests.support.server import Browser, Server, Socket

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
SOFT = 256

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """All limits of time are short."""
    for name in ("HEAD", "BODY", "TAKEN"):
        monkeypatch.setattr(connections, name, 0.3)
    monkeypatch.setattr(connections, "LOG_AFTER", 0.1)


def open_to(server: Any) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return opened


def until_closed(opened: socket.socket) -> bytes:
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while part := opened.recv(65_536):
            said += part
    return said


def closed(server: Server, why: str) -> float:
    return float(server.services.metrics.closed_connections.labels(why)._value.get())


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@on_sqlite
@pytest.mark.parametrize(
    ("sent", "why"),
    [(b"", "slow_head"), (HALF, "slow_head"), (b"\r\n\r\n", "slow_head"), (BODY, "slow_body")],
    ids=["nothing", "half a head", "empty lines", "half a body"],
)
def test_a_request_that_does_not_come_is_not_waited_for(
    hasty: None, server: Server, sent: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with open_to(server) as slow:
        slow.sendall(sent)
        said = until_closed(slow)
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["code"] == "too_slow"
    assert closed(server, why) == 1
    wait_for(lambda: any(why.replace("_", " ") in message for message in caplog.messages))
    assert not any(record.exc_info for record in caplog.records)


@on_sqlite
def test_the_next_request_of_a_connection_has_its_own_time(hasty: None, server: Server) -> None:
    with open_to(server) as slow:
        slow.sendall(HALF + b"\r\n")
        assert slow.recv(65_536).startswith(b"HTTP/1.1 200 ")
        slow.sendall(HALF)  # in pieces, each of which comes in time
        with contextlib.suppress(OSError):
            for _ in range(1000):
                slow.sendall(b"X: y\r\n")
                time.sleep(0.05)
        assert b" 408 " in until_closed(slow) or closed(server, "slow_head") == 1


@on_sqlite
def test_who_does_not_take_an_answer_is_not_waited_for(hasty: None, server: Server) -> None:
    with open_to(server) as deaf:
        deaf.sendall((HALF.replace(b"/healthz", b"/schema/openapi.json") + b"\r\n") * 200)  # more than all buffers hold
        wait_for(lambda: closed(server, "slow_reader") == 1)


@on_sqlite
def test_a_quick_request_is_not_disturbed(hasty: None, server: Server) -> None:
    browser = Browser(server)
    with browser.socket() as talk:
        time.sleep(0.5)  # a WebSocket may say nothing
        talk.send(type="ping")
        talk.receive("pong")
    assert browser.get("/api/me")["name"] == "Merit"


@on_sqlite
def test_an_address_has_so_many_connections(url: str) -> None:
    server = Server(url, settings=Settings(connections_per_address=5, trusted_proxies=""))
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(open_to(server)).sendall(HALF)
        with open_to(server) as further:
            said = until_closed(further)
        assert b" 429 " in said
        assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "too_many"
    wait_for(lambda: httpx.get(f"{server.address}/healthz").status_code == 200)  # they are gone
    server.stop()


@on_sqlite
def test_behind_a_proxy_an_address_has_so_many_websockets(url: str) -> None:
    server = Server(url, settings=Settings(connections_per_address=3))
    with contextlib.ExitStack() as stack:
        for number in range(4):
            browser = Browser(server, f"Guest {number}")
            browser.http.headers["x-forwarded-for"] = "203.0.113.7"
            talk = stack.enter_context(Socket(server, browser.headers | {"x-forwarded-for": "203.0.113.7"}))
            if number < 3:
                talk.send(type="ping")
                talk.receive("pong")
            else:
                with pytest.raises(ConnectionClosed, match="too_many"):
                    talk.receive("pong")
        elsewhere = Browser(server, "Elsewhere").headers | {"x-forwarded-for": "203.0.113.8"}
        with Socket(server, elsewhere) as talk:
            talk.send(type="ping")
            talk.receive("pong")
    server.stop()


def test_a_household_is_one_address_and_a_proxy_is_none() -> None:
    count = AddressCount(2, ["127.0.0.1", "10.0.0.0/8"])
    assert all(count.come("10.1.2.3") for _ in range(9))
    assert [count.come(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3")] == [True, True, False]
    assert count.come("2001:db8:0:1::1")
    assert [count.come(address) for address in ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1")] == [True, True, False]
    count.go("192.0.2.1")
    assert count.come("192.0.2.1")


@on_sqlite
def test_where_all_descriptors_are_used_who_comes_is_told_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("imhotep.server.lifecycle.most_connections", lambda: 5)
    server = Server(url)
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(open_to(server)).sendall(HALF)
        with open_to(server) as further:
            assert b" 503 " in until_closed(further)
    server.stop()


@pytest.fixture
def few_descriptors() -> Iterator[None]:
    """What is started now may raise its limit, but begins with a low one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@on_sqlite
def test_hundreds_of_half_requests_keep_nobody_out(url: str, tmp_path: Path, few_descriptors: None) -> None:
    program = Program(tmp_path, "serve", "--port", "0", "--database", url, "--workers", "0")
    with running(program), contextlib.ExitStack() as stack:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        for _ in range(SOFT + 50):
            stack.enter_context(open_to(program)).sendall(HALF)
        assert httpx.get(f"{program.address}/healthz", timeout=LONG).status_code == 200
        assert any("may be open now" in line["message"] for line in program.log)
