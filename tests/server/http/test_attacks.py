"""Whatever is sent to the server, it answers as its document says, and goes on."""

import contextlib
import json
import socket as sockets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from websockets.exceptions import ConnectionClosed

from imhotep.server.clock import WallClock
from imhotep.server.http.app import LARGEST_BODY, ROUTES, create_app
from imhotep.server.http.document import document
from imhotep.server.http.security import COOKIE
from imhotep.server.http.socket import LONGEST_MESSAGE, MOST_CONNECTIONS, MOST_WATCHED
from imhotep.server.ids import new_token, signed
from imhotep.server.people.sessions import SESSION_DAYS, new_session
from imhotep.server.services import Services
from imhotep.server.settings import Settings
from imhotep.server.storage.database import Database
from tests.support.scale import scaled
from tests.support.server import Browser, FakeClock, Server, Socket, somebody

ONE_DATABASE = pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # where it does not matter which


def only_large_bodies_are_too_large(ctx: Any, answer: Any, case: Any) -> None:
    if answer.status_code == 413:
        assert len(answer.request.body) > LARGEST_BODY


CHECKS = [
    not_a_server_error,
    only_large_bodies_are_too_large,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
WELL = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]


class HastyClock(WallClock):
    """A clock on which nothing is asked too often."""

    def __init__(self) -> None:
        self._time = 1_800_000_000_000

    def now(self) -> int:
        self._time += 3_000
        return self._time

    def monotonic(self) -> float:
        return self.now()


def with_known_ids(made: dict[str, Any], ids: dict[str, list[str]]) -> dict[str, Any]:
    """The document, so that what is in a path often exists."""
    for item in made["paths"].values():
        for operation in item.values():
            operation.pop("security", None)  # who asks has a cookie
            for parameter in operation.get("parameters", ()):
                known = ids.get(parameter["name"])
                if known and parameter["in"] == "path":
                    parameter["schema"] = {"anyOf": [{"enum": known}, parameter["schema"]]}
    return made


@pytest.fixture
def hasty(url: str) -> Iterator[Server]:
    running = Server(url, HastyClock())
    yield running
    running.stop()


def test_every_route_keeps_to_the_document(hasty: Server) -> None:
    host = Browser(hasty, "Host")
    mine = {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    tables = [host.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]]
    tables += [host.post("/api/tables", mine)["table"] for _ in range(2)]
    host.post(f"/api/tables/{tables[2]}/commands", {"id": "r", "entries": 0, "action": "resign"})
    ids = {"table": tables, "person": [host.get("/api/me")["id"]]}
    schema = schemathesis.openapi.from_dict(with_known_ids(document(ROUTES), ids))
    refusals = schema.config.checks.negative_data_rejection
    refusals.expected_statuses = [*refusals.expected_statuses, "413"]  # what is wrong may be too large as well
    wrong = []
    for number, found in enumerate(schema.get_all_operations()):
        operation: Any = found.ok()  # type: ignore[union-attr]
        guest = Browser(hasty, "Guest") if number % 2 or operation.method == "delete" else host
        try:
            attack(operation, hasty.address, dict(guest.http.cookies))
        except (Exception, BaseExceptionGroup) as error:
            wrong.append(f"{operation.label}: {error}")
    assert not wrong, "\n\n".join(wrong)
    assert host.get("/healthz")["ok"]


def attack(operation: Any, address: str, cookies: dict[str, str]) -> None:
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    @given(case=cases)
    @settings(
        max_examples=scaled(sample=2, test=4, all=10, soak=500),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=WELL,
    )
    def attacked(case: Any) -> None:
        case.call_and_validate(base_url=address, cookies=cookies, checks=CHECKS)

    attacked()


# --- requests


def is_well(server: Server) -> bool:
    return bool(httpx.get(f"{server.address}/healthz", timeout=60).json()["ok"])


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["message"]


def test_large_bodies_are_not_read(server: Server) -> None:
    browser, kind = Browser(server), {"content-type": "application/json"}
    large = b'{"name": "' + b"x" * LARGEST_BODY + b'"}'
    refused(browser.http.post("/api/guest", content=large, headers=kind), 413, "too_large")

    def in_pieces() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(20):
            yield b"x" * (LARGEST_BODY // 10)

    with contextlib.suppress(httpx.WriteError):  # the server need not hear it all before it answers
        refused(browser.http.post("/api/guest", content=in_pieces(), headers=kind), 413, "too_large")
    assert is_well(server)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"name":' * 50_000,
        b'{"name": "\xff\xfe"}',
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": "\\ud800"}',
        b'{"name": 1e999}',
        b'{"name": ' + b"9" * 5_000 + b"}",
        b'{"name": "a", "name": 5}',
        b"{'name': 'a'}",
        b"",
        b"\x00",
        b"null",
        b'{"name": "a"} {"name": "b"}',
    ],
)
def test_what_is_no_proper_json_is_refused(server: Server, body: bytes) -> None:
    browser = Browser(server, "")
    answer = browser.http.post("/api/guest", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] in ("bad_request", "bad_name")
    assert is_well(server)


@ONE_DATABASE
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "nonsense"]
)
def test_only_json_is_taken_for_json(server: Server, kind: str) -> None:
    """A form of another page can send the first three with our cookie, and nothing else."""
    answer = Browser(server).http.post("/api/tables", content=b'{"seats": [{}, {}]}', headers={"content-type": kind})
    refused(answer, 415, "wrong_type")


@ONE_DATABASE
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": ""},
        {"origin": "http://127.0.0.1"},  # another port is another place
        {"origin": "http://127.0.0.1:{port}.elsewhere.example"},
        {"origin": "http://127.0.0.1:{port}@elsewhere.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_pages_can_t_act(server: Server, headers: dict[str, str]) -> None:
    browser = Browser(server)
    del browser.http.headers["origin"]
    given = {name: value.format(port=server.port) for name, value in headers.items()}
    for method, path in (
        ("POST", "/api/sign-out"),
        ("POST", "/api/me/delete"),
        ("PATCH", "/api/me"),
        ("POST", "/api/guest"),
    ):
        refused(browser.http.request(method, path, json={}, headers=given), 403, "wrong_origin")
    assert browser.get("/api/me") == browser.me
    cookie = f"{COOKIE}={browser.http.cookies[COOKIE]}"
    with pytest.raises(ConnectionClosed) as closed:
        Socket(server, {"cookie": cookie, **given}).receive("table")
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "wrong_origin")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8468", "localhost.evil.example", "127.0.0.1.evil", "[::1", ""]
)
@pytest.mark.parametrize("path", ["/", "/metrics", "/api/games", "/api/tables"])
def test_a_name_that_leads_here_is_not_ours(server: Server, host: str, path: str) -> None:
    """Whose page it is could read and do here what its visitors may."""
    headers = {"host": host, "origin": f"http://{host}"}
    refused(httpx.get(server.address + path, headers=headers), 403, "wrong_host")
    refused(httpx.post(f"{server.address}/api/guest", json={}, headers=headers), 403, "wrong_host")


def test_the_socket_has_our_names_too(server: Server) -> None:
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    head = f"GET /api/live HTTP/1.1\r\nHost: evil.example\r\n{upgrade}dGhlIHNhbXBsZSBub25jZQ==\r\n"
    with sockets.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(f"{head}Origin: http://evil.example\r\n{cookie_line(server)}\r\n".encode())
        answer = b""
        while b"wrong_host" not in answer:
            answer += (some := connection.recv(1000))
            assert some, answer


def cookie_line(server: Server) -> str:
    return f"Cookie: {cookie_of(Browser(server))}\r\n"


def test_names_that_are_ours(url: str) -> None:
    given = Settings(public_url="https://imhotep.example/", hosts="Games.example, lan", workers=0)
    server = Server(url, settings=given)
    named = [
        "imhotep.example",
        "IMHOTEP.example:443",
        "games.example",
        "lan:8468",
        "localhost:1",
        "127.0.0.1",
        "[::1]:1",
    ]
    for host in [*named, "192.168.1.4:8468", sockets.gethostname()]:
        assert httpx.get(f"{server.address}/api/games", headers={"host": host}).status_code == 200, host
    assert httpx.get(f"{server.address}/healthz", headers={"host": "probe"}).status_code == 200
    refused(httpx.get(f"{server.address}/api/games", headers={"host": "other.example"}), 403, "wrong_host")
    server.stop()


# --- who asks


def test_only_a_true_token_lets_in(url: str) -> None:
    clock = FakeClock()
    server = Server(url, clock)
    try:
        services = server.services
        person = somebody(services.database)

        def token(purpose: str) -> str:
            at = clock.now()
            return services.database.write_now(lambda connection: new_session(connection, person, purpose, at))

        browser, bot, reset = token("browser"), token("token"), token("reset")
        made_up = new_token()

        def status(cookie: str | None = None, bearer: str | None = None) -> int:
            headers = {} if cookie is None else {b"cookie": f"{COOKIE}={cookie}".encode()}
            headers |= {} if bearer is None else {b"authorization": f"Bearer {bearer}".encode("latin-1")}
            return httpx.get(f"{server.address}/api/me", headers=headers).status_code

        good = signed(browser, services.secret)
        assert status(cookie=good) == 200
        assert status(bearer=bot) == 200
        altered = good[:-1] + ("0" if good[-1] != "0" else "1")
        for cookie in (
            browser,
            altered,
            good.upper(),
            f"{browser}.",
            f".{good}",
            "x" * 5_000,
            "",
            signed(browser, b"other"),
        ):
            assert status(cookie=cookie) == 401, cookie
        for cookie in (signed(bot, services.secret), signed(reset, services.secret), signed(made_up, services.secret)):
            assert status(cookie=cookie) == 401
        for bearer in (browser, reset, good, made_up, "\xff" * 40, bot + "x", bot.lower()):
            assert status(bearer=bearer) == 401, bearer
        assert status(cookie=good, bearer=made_up) == 401
        other = httpx.get(
            f"{server.address}/api/me", headers={"cookie": f"{COOKIE}={good}", "authorization": "Basic eDp5"}
        )
        assert other.status_code == 200  # a proxy's own password is no token of ours
        clock.time += SESSION_DAYS * 86_400_000
        assert status(cookie=good) == 401
        assert status(bearer=bot) == 401
    finally:
        server.stop()


def test_a_stolen_cookie_is_worth_nothing_after_signing_out(server: Server) -> None:
    browser = Browser(server)
    stolen = {"cookie": f"{COOKIE}={browser.http.cookies[COOKIE]}"}
    assert httpx.get(f"{server.address}/api/me", headers=stolen).status_code == 200
    browser.http.post("/api/sign-out")
    assert httpx.get(f"{server.address}/api/me", headers=stolen).status_code == 401
    with pytest.raises(ConnectionClosed) as closed:
        Socket(server, stolen).receive("table")
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "not_signed_in")


@ONE_DATABASE
@pytest.mark.slow
def test_a_thousand_sign_ins_are_too_many_and_others_are_served(server: Server) -> None:
    owner = Browser(server, "Merit")
    owner.http.timeout = httpx.Timeout(60)
    owner.post("/api/account", {"name": "Merit", "password": "sand and stone"})
    guesses = iter(range(1000))

    def guess(_: int) -> int:
        given = {"name": "Merit", "password": f"guess number {next(guesses)}"}
        return http.post("/api/sign-in", json=given).status_code

    with httpx.Client(base_url=server.address, timeout=60) as http, ThreadPoolExecutor(16) as threads:
        answers = threads.map(guess, range(1000))
        for _ in range(10):
            assert owner.get("/api/me")["name"] == "Merit"
        found = list(answers)
    assert set(found) == {403, 429}
    assert found.count(403) <= 40  # as many as a minute allows, and a few for the time that it took
    assert is_well(server)


# --- what people write

WRITTEN = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "'; DROP TABLE people; --",
    "{{7*7}}",
]
UNPRINTABLE = [
    "a\x00b",
    "a\x1b[31mb",
    "a\u202egnp.exe",
    "a\u200bb",
    "\u2066a",
    "a\x7fb",
    "a\ue000b",
    "\ufeffa",
    "\ud800",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_markup_stays_text(server: Server, text: str) -> None:
    browser = Browser(server, text[:30])
    assert browser.get("/api/me")["name"] == text[:30]
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    socket = browser.socket()
    socket.send(type="watch", table=table)
    socket.receive("room")
    browser.post(f"/api/tables/{table}/chat", {"text": text})
    assert socket.receive("said")["lines"][0]["text"] == text
    socket.close()
    answer = browser.http.get(f"/api/tables/{table}/chat")
    assert answer.json()[0]["text"] == text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("text", UNPRINTABLE)
def test_what_can_t_be_printed_is_refused(server: Server, text: str) -> None:
    browser, kind = Browser(server), {"content-type": "application/json"}
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]

    def sent(method: str, path: str, **given: Any) -> None:
        answer = browser.http.request(method, path, content=json.dumps(given), headers=kind)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.json()["code"] in ("bad_name", "bad_text", "bad_table", "bad_value", "bad_request")

    sent("POST", "/api/guest", name=text)
    sent("POST", "/api/account", name=text, password="sand and stone")
    sent("PATCH", "/api/me", name=text)
    sent("POST", f"/api/tables/{table}/chat", text=text)
    here = [{"kind": "me"}, {"kind": "here", "name": text}]
    sent("POST", "/api/tables", game="duel", seats=here)
    assert browser.http.get(
        "/api/tables/" + "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "replace"))
    ).status_code in (400, 404)
    assert browser.get("/api/me")["name"] == "Merit"


# --- headers


@ONE_DATABASE
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/api/tables", 200),
        ("GET", "/schema/openapi.json", 200),
        ("GET", "/api/me", 401),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("PUT", "/api/me", 405),
        ("POST", "/api/guest", 415),
        ("POST", "/api/tables/nowhere/leave", 401),
    ],
)
def test_every_answer_tells_browsers_to_be_strict(server: Server, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, server.address + path)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    for part in (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ):
        assert part in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in answer.headers  # that is for https
    assert "access-control-allow-origin" not in answer.headers


def test_over_https_all_is_for_https_only(url: str) -> None:
    services = Services(Database(url), WallClock(), Settings(public_url="https://imhotep.example"))
    with TestClient(create_app(services), base_url="https://imhotep.example") as client:
        answer = client.post("/api/guest", json={})
        assert answer.headers["strict-transport-security"]
        cookie = answer.headers["set-cookie"].lower()
        for part in ("httponly", "secure", "samesite=lax", "path=/", "max-age="):
            assert part in cookie
        assert "domain=" not in cookie


def test_over_http_the_cookie_is_as_safe_as_can_be(server: Server) -> None:
    cookie = httpx.post(f"{server.address}/api/guest", json={}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "; secure" not in cookie


# --- the WebSocket

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=10,
)
FIELDS = st.sampled_from(["type", "table", "command", "text", "id", "entries", "action", "seat"])
KINDS = st.sampled_from(["watch", "unwatch", "watch_lobby", "unwatch_lobby", "do", "say", "ping", "table", ""])
COMMANDS = st.fixed_dictionaries(
    {
        "id": st.text(),
        "entries": st.integers(),
        "action": st.sampled_from(["move", "undo", "ask_undo", "agree", "resign"]),
    },
    optional={"text": st.text(), "seat": st.integers()},
)
ALMOST = st.fixed_dictionaries(
    {"type": KINDS},
    optional={"table": st.text() | st.just("TABLE"), "command": COMMANDS | JSON, "text": st.text() | JSON},
)
MESSAGES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    JSON.map(json.dumps),
    st.dictionaries(FIELDS, JSON).map(json.dumps),
    ALMOST.map(json.dumps),
    st.integers(1, 20_000).map(lambda depth: "[" * depth),
    st.integers(1, 2_000).map(lambda depth: '{"type":' * depth),
    st.integers(10, 4_000).map(lambda digits: json.dumps({"type": "ping"})[:-1] + ', "n": ' + "9" * digits + "}"),
)


@ONE_DATABASE
def test_the_socket_bears_any_message(server: Server) -> None:
    browser = Browser(server)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    browser_socket = browser.socket()
    found, codes = [browser_socket], set[int | None]()

    @given(st.lists(MESSAGES, min_size=1, max_size=8))
    @settings(
        max_examples=scaled(sample=20, test=50, all=150, soak=3_000),
        deadline=None,
        database=None,
        suppress_health_check=WELL,
    )
    def attacked(messages: list[str | bytes]) -> None:
        try:
            for message in messages:
                found[0]._socket.send(message.replace("TABLE", table) if isinstance(message, str) else message)
            found[0].send(type="ping")
            found[0].receive("pong")
        except ConnectionClosed as closed:
            codes.add(None if closed.rcvd is None else closed.rcvd.code)
            found[0] = browser.socket()

    attacked()
    found[0].close()
    assert codes <= {1007, 1009}  # not text, too long
    assert is_well(server)


@ONE_DATABASE
@pytest.mark.parametrize("message", ["x" * (LONGEST_MESSAGE + 1), "x" * 1_000_000, b"\x00" * 1_000_000])
def test_too_long_a_message_closes_the_connection(server: Server, message: str | bytes) -> None:
    socket = Browser(server).socket()
    socket._socket.send(message)
    with pytest.raises(ConnectionClosed) as closed:
        socket.receive("refused")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert is_well(server)


@ONE_DATABASE
def test_thousands_of_watches_are_too_many(server: Server) -> None:
    browser = Browser(server)
    services, at = server.services, server.services.clock.now()
    tables = [f"table{number}" for number in range(MOST_WATCHED + 5)]
    me = browser.get("/api/me")["id"]

    def open_many(connection: Any) -> None:
        from sqlalchemy import insert

        from imhotep.server.storage import schema

        row = {"state": "open", "game": "duel", "players": 2, "offer": "{}", "host": me, "public": True}
        rows = [{**row, "id": table, "created": at, "entries": 0, "changes": 1} for table in tables]
        connection.execute(insert(schema.tables), rows)

    services.database.write_now(open_many)
    socket = browser.socket()
    for _ in range(20):
        for table in tables:
            socket.send(type="watch", table=table)
            socket.send(type="watch", table=f"no {table}")
            assert socket.receive("refused")["code"] in ("unknown", "too_many")
            socket.send(type="ping")
            socket.receive("pong")
    assert sum(services.hub.watched(table) for table in tables) == MOST_WATCHED
    socket.close()


class Bare:
    """A WebSocket that does only what it is told: it reads nothing by itself."""

    def __init__(self, server: Server, cookie: str) -> None:
        self.socket = sockets.socket()
        self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", server.port))
        self.socket.settimeout(30)
        lines = ["GET /api/live HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Cookie: {cookie}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: aW1ob3RlcGltaG90ZXA9PQ=="]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def hear(self) -> bytes:
        return self.socket.recv(4096)

    def say(self, **message: Any) -> None:
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)  # masked with zeros


def cookie_of(browser: Browser) -> str:
    return f"{COOKIE}={browser.http.cookies[COOKIE]}"


@ONE_DATABASE
def test_who_never_reads_is_dropped(server: Server) -> None:
    browser, other = Browser(server), Browser(server, "Nofret")
    mine = {"seats": [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}, {"kind": "here"}]}
    table = browser.post("/api/tables", mine)["table"]
    deaf, hub = Bare(server, cookie_of(browser)), server.services.hub
    assert deaf.hear().startswith(b"HTTP/1.1 101")
    deaf.socket.settimeout(1)
    while hub.connections:
        with contextlib.suppress(OSError):
            deaf.say(type="watch", table=table)
    assert not hub.watched(table)
    deaf.socket.settimeout(30)
    with contextlib.suppress(ConnectionError):
        while deaf.hear():
            pass
    assert other.get(f"/api/tables/{table}")["id"] == table
    deaf.socket.close()


@pytest.mark.slow
@ONE_DATABASE
def test_two_thousand_connections(server: Server) -> None:
    resource = pytest.importorskip("resource")  # each takes two open files, here where both ends are
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    services = server.services
    count = min(2_000, (hard - 300) // 2)
    cookies = []
    for _ in range(count // MOST_CONNECTIONS):
        person, at = somebody(services.database), services.clock.now()
        token = services.database.write_now(lambda connection: new_session(connection, person, "browser", at))  # noqa: B023
        cookies += [f"{COOKIE}={signed(token, services.secret)}"] * MOST_CONNECTIONS
    open_ones, browser = [], Browser(server)
    browser.http.timeout = httpx.Timeout(60)
    try:
        open_ones = [Bare(server, cookie) for cookie in cookies]
        assert all(bare.hear().startswith(b"HTTP/1.1 101") for bare in open_ones)
        assert services.hub.connections == len(cookies)
        for bare in open_ones:
            bare.say(type="ping")
        for bare in open_ones:
            while b"pong" not in bare.hear():
                pass
        assert browser.get("/api/me") == browser.me
    finally:
        for bare in open_ones:
            bare.socket.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    while services.hub.connections:
        time.sleep(0.01)
    assert is_well(server)


@ONE_DATABASE
def test_half_requests_stop_nobody(server: Server) -> None:
    """Connections that begin a request and never end it."""
    halves = []
    try:
        for number in range(300):
            half = sockets.create_connection(("127.0.0.1", server.port))
            begun = [
                b"GET /api/tables HTTP/1.1\r\nHost: x\r\n",
                b"POST /api/guest HTTP/1.1\r\ncontent-length: 900\r\n\r\n{",
            ]
            half.sendall(begun[number % 2] + b"x-slow: 1\r\n" * (number % 2 == 0))
            halves.append(half)
        browser = Browser(server)
        for _ in range(5):
            assert browser.get("/api/me") == browser.me
    finally:
        for half in halves:
            half.close()
    assert is_well(server)


def test_somebody_has_only_so_many_connections(server: Server) -> None:
    browser = Browser(server)
    open_ones = [browser.socket() for _ in range(MOST_CONNECTIONS)]
    for socket in open_ones:
        socket.send(type="ping")
        socket.receive("pong")
    with pytest.raises(ConnectionClosed) as closed:
        browser.socket().receive("table")
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too_many")
    open_ones.pop().close()
    while server.services.hub.connections == MOST_CONNECTIONS:
        time.sleep(0.01)
    browser.socket().close()
    for socket in open_ones:
        socket.close()
