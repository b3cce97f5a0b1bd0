"""Sessions: what ends one ends its connections in every process, and one that is used does not end."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from imhotep.server.clock import DAY
from imhotep.server.http.security import COOKIE
from imhotep.server.ids import key_of, unsigned
from imhotep.server.people import accounts
from imhotep.server.people.sessions import NOTED_AFTER, SESSION_DAYS, device_of, new_session
from imhotep.server.storage import schema
from tests.support.server import Browser, FakeClock, Server, Socket

PASSWORD = "sand and stone"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"


def account(server: Server, name: str = "Merit") -> Browser:
    browser = Browser(server, name)
    browser.post("/api/account", {"name": name, "password": PASSWORD})
    return browser


def signed_in(server: Server, name: str = "Merit", agent: str = FIREFOX) -> Browser:
    browser = Browser(server, "")
    browser.http.headers["user-agent"] = agent
    browser.post("/api/sign-in", {"name": name, "password": PASSWORD})
    return browser


def is_signed_in(browser: Browser) -> bool:
    return browser.http.get("/api/me").status_code == 200


def answers(socket: Socket) -> None:
    socket.send(type="ping")
    socket.receive("pong")


def ends(socket: Socket) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        socket.receive("a message that nobody sends")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # the page comes again, and then is told that nobody is signed in


def reset_token(server: Server, person: str) -> str:
    """As it would stand in a mail."""
    now = server.services.clock.now()
    database = server.services.database
    return database.write_now(lambda db: new_session(db, person, "reset", now, accounts.RESET_MILLIS))


# --- H4: a connection ends with its session


def end_it(how: str, mine: Browser, other: Browser) -> None:
    """`mine` is signed in on one device, `other` on another."""
    match how:
        case "sign-out":
            mine.post("/api/sign-out")
        case "new password":
            change = {"password": "new stones", "old_password": PASSWORD}
            assert other.http.patch("/api/me", json=change).status_code == 200
        case "reset":
            token = reset_token(other.server, other.get("/api/me")["id"])
            other.post("/api/password/new", {"token": token, "password": "new stones"})
        case "everywhere":
            other.post("/api/me/sign-out-everywhere")
        case "from the list":
            [id] = [each["id"] for each in other.get("/api/me/sessions") if each["device"] == "Safari, iPhone"]
            assert other.http.delete(f"/api/me/sessions/{id}").status_code == 204
        case "deletion":
            other.post("/api/me/delete", {"password": PASSWORD})


WAYS = ["sign-out", "new password", "reset", "everywhere", "from the list", "deletion"]


@pytest.mark.parametrize("how", WAYS)
def test_a_connection_ends_with_its_session(server: Server, how: str) -> None:
    other = account(server)
    mine = signed_in(server, agent=SAFARI)
    table = mine.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
    socket = mine.socket()
    answers(socket)
    end_it(how, mine, other)
    assert not is_signed_in(mine)
    ends(socket)
    assert table["table"]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("how", ["sign-out", "new password", "everywhere", "deletion"])
def test_a_connection_to_another_process_ends_with_its_session(url: str, how: str) -> None:
    servers = [Server(url), Server(url)]
    other = account(servers[0])
    mine = signed_in(servers[0], agent=SAFARI)
    there = Socket(servers[1], {"cookie": f"{COOKIE}={mine.http.cookies[COOKIE]}", "origin": servers[1].address})
    answers(there)
    end_it(how, mine, other)
    ends(there)
    for each in servers:
        each.stop()


def test_other_devices_stay_signed_in(server: Server) -> None:
    first = account(server)
    second = signed_in(server)
    socket = first.socket()
    answers(socket)
    second.post("/api/sign-out")
    answers(socket)
    assert is_signed_in(first)
    socket.close()


def test_a_lost_signal_costs_a_minute_and_no_more(server: Server) -> None:
    """Nobody told this process: it looks by itself."""
    browser = Browser(server)
    socket = browser.socket()
    answers(socket)
    server.services.database.write_now(lambda connection: connection.execute(schema.sessions.delete()))
    answers(socket)
    run(server, server.services._note_who_is_here())
    ends(socket)


def run(server: Server, work: Any) -> None:
    """In the server's own event loop."""
    loop = server._server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(work, loop).result(20)


# --- M8: who comes again stays signed in


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def slow(url: str, clock: FakeClock) -> Iterator[Server]:
    """Its time is ours."""
    running = Server(url, clock)
    yield running
    running.stop()


def test_a_session_that_is_used_does_not_end(slow: Server, clock: FakeClock) -> None:
    guest, idle = Browser(slow), Browser(slow, "Nofret")
    for _ in range(4):
        clock.time += (SESSION_DAYS - 1) * DAY
        answer = guest.http.get("/api/me")
        assert answer.status_code == 200
        assert f"Max-Age={SESSION_DAYS * 86_400}" in answer.headers["set-cookie"]  # the browser keeps it as long again
    assert not is_signed_in(idle)
    clock.time += SESSION_DAYS * DAY
    assert not is_signed_in(guest)


def test_a_session_is_noted_once_an_hour(slow: Server, clock: FakeClock) -> None:
    guest = Browser(slow)
    clock.time += NOTED_AFTER - 1
    assert "set-cookie" not in guest.http.get("/api/me").headers
    clock.time += 1
    assert "set-cookie" in guest.http.get("/api/me").headers
    assert "set-cookie" not in guest.http.get("/api/me").headers


def test_an_open_connection_uses_its_session(slow: Server, clock: FakeClock) -> None:
    guest = Browser(slow)
    socket = guest.socket()
    answers(socket)
    for _ in range(3):
        clock.time += (SESSION_DAYS - 1) * DAY
        run(slow, slow.services._note_who_is_here())
    answers(socket)
    assert is_signed_in(guest)
    socket.close()


# --- a new cookie for whoever becomes somebody


def test_who_gets_an_account_gets_a_new_session(server: Server) -> None:
    guest = Browser(server)
    before = {"cookie": f"{COOKIE}={guest.http.cookies[COOKIE]}"}
    guest.post("/api/account", {"name": "Merit", "password": PASSWORD})
    assert guest.get("/api/me")["account"] is True
    assert httpx.get(f"{server.address}/api/me", headers=before).status_code == 401
    assert len(guest.get("/api/me/sessions")) == 1


def test_who_signs_in_leaves_no_session_behind(server: Server) -> None:
    account(server)
    guest = Browser(server, "Nofret")
    before = {"cookie": f"{COOKIE}={guest.http.cookies[COOKIE]}"}
    socket = guest.socket()
    answers(socket)
    guest.post("/api/sign-in", {"name": "Merit", "password": PASSWORD})
    assert httpx.get(f"{server.address}/api/me", headers=before).status_code == 401
    ends(socket)


# --- the list


def test_one_s_own_sessions(server: Server) -> None:
    first = account(server)
    first.http.headers["user-agent"] = "python-httpx/0.28"
    second = signed_in(server, agent=SAFARI)
    found = second.get("/api/me/sessions")
    assert [(each["device"], each["current"]) for each in found] == [("Safari, iPhone", True), ("python-httpx", False)]
    token = unsigned(first.http.cookies[COOKIE], server.services.secret) or ""
    assert found[1]["id"] == key_of(token)[:16]  # enough to name it, too little to be it
    assert Browser(server, "Nofret").http.delete(f"/api/me/sessions/{found[1]['id']}").status_code == 404
    for wrong in ("x", "%", found[1]["id"][:8], "%25" * 16, "_" * 16):
        assert second.http.delete(f"/api/me/sessions/{wrong}").status_code == 404, wrong
    assert second.http.delete(f"/api/me/sessions/{found[1]['id']}").status_code == 204
    assert not is_signed_in(first)
    assert [each["current"] for each in second.get("/api/me/sessions")] == [True]


def test_signing_out_everywhere(server: Server) -> None:
    first, bot = account(server), None
    bot = first.post("/api/me/bots", {"name": "Ptah"})
    second = signed_in(server)
    token = reset_token(server, first.get("/api/me")["id"])
    second.post("/api/me/sign-out-everywhere")
    assert not is_signed_in(first)
    assert not is_signed_in(second)
    answer = first.http.post("/api/password/new", json={"token": token, "password": "new stones"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_reset")
    assert httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {bot['token']}"}).status_code == 200
    guest = Browser(server, "Nofret")
    assert guest.http.post("/api/me/sign-out-everywhere").json()["code"] == "no_account"
    assert is_signed_in(guest)


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (SAFARI, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15", "Safari, macOS"),
        ("curl/8.5.0", "curl"),
        ("<script>", None),
        ("", None),
    ],
)
def test_devices_have_names(agent: str, device: str | None) -> None:
    assert device_of(agent) == device


def test_nothing_but_hashes_is_stored(server: Server) -> None:
    browser = Browser(server)
    token = unsigned(browser.http.cookies[COOKIE], server.services.secret)
    stored = server.services.database.read_now(
        lambda connection: [tuple(row) for row in connection.execute(select(schema.sessions))]
    )
    assert token is not None
    assert token not in str(stored)
