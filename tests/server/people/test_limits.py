"""How often something may be asked: by whom, from where, and by which time."""

import json
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection

from imhotep.server.errors import TooMany
from imhotep.server.people.limits import LIMITS, Limits, address_of
from imhotep.server.settings import Settings
from tests.support.server import Browser, FakeClock, Server

PASSWORD = "sand and stone"


class SetClock(FakeClock):
    """Whoever sets it changes nothing about how time passes."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def monotonic(self) -> float:
        return self.passed


def fill(limits: Limits, what: str, key: str) -> None:
    for _ in range(LIMITS[what].times):
        limits.count(what, key)
    with pytest.raises(TooMany):
        limits.count(what, key)


# --- M4


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_locks_nobody_out_and_lets_nobody_in(hours: int) -> None:
    clock = SetClock()
    limits = Limits(clock)
    fill(limits, "table", "Merit")
    clock.time += hours * 3_600_000
    with pytest.raises(TooMany):
        limits.count("table", "Merit")
    clock.passed += LIMITS["table"].millis / LIMITS["table"].times + 1
    limits.count("table", "Merit")


# --- M7: by which address


def asking(host: str) -> ASGIConnection[Any, Any, Any, Any]:
    return ASGIConnection({"type": "http", "client": (host, 1), "headers": []})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_whose_address_it_is(host: str, counted: str) -> None:
    assert address_of(asking(host)) == counted


@pytest.mark.slow
def test_a_network_of_ipv6_is_one_guest_s(url: str) -> None:
    """Behind a proxy; each time another address of the same /64."""
    server = proxied(url)
    answers = [guest(server, f"2001:db8::{number:x}") for number in range(1, 100)]
    assert answers.count(200) == LIMITS["guest"].times
    assert guest(server, "2001:db8:0:1::1") == 200
    server.stop()


def proxied(url: str) -> Server:
    """It believes us from where we ask."""
    return Server(url, FakeClock(), Settings(workers=0))


def guest(server: Server, address: str) -> int:
    return httpx.post(f"{server.address}/api/guest", json={}, headers={"x-forwarded-for": address}).status_code


# --- M6


def test_nobody_locks_an_owner_out(url: str) -> None:
    """Wrong passwords from one address say nothing about another one."""
    server = proxied(url)
    Browser(server, "Merit").post("/api/account", {"name": "Merit", "password": PASSWORD})

    def sign_in(password: str, address: str) -> int:
        headers = {"x-forwarded-for": address}
        given = {"name": "Merit", "password": password}
        return httpx.post(f"{server.address}/api/sign-in", json=given, headers=headers, timeout=60).status_code

    wrong = [sign_in("guess", "192.0.2.1") for _ in range(LIMITS["sign_in"].times + 2)]
    assert wrong == [403] * LIMITS["sign_in"].times + [429] * 2
    assert sign_in(PASSWORD, "192.0.2.1") == 429  # who guesses right after all that is not told
    assert sign_in(PASSWORD, "192.0.2.2") == 200
    right = [sign_in(PASSWORD, "192.0.2.3") for _ in range(LIMITS["sign_in"].times + 2)]
    assert set(right) == {200}  # only wrong ones count
    server.stop()


# --- M7: reads and messages


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("read", "replay", "message", "watch", "lobby", "undo"):
        monkeypatch.setitem(LIMITS, what, LIMITS[what]._replace(times=4))


@pytest.mark.usefixtures("few")
def test_reading_has_a_limit(url: str) -> None:
    server = Server(url, FakeClock())
    answers = [httpx.get(f"{server.address}/api/games") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["code"] == "too_many"
    assert httpx.get(f"{server.address}/healthz").status_code == 200  # whoever watches the server may
    assert httpx.get(f"{server.address}/").status_code == 200
    server.stop()


def test_what_takes_long_to_read_has_one_of_its_own(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "replay", LIMITS["replay"]._replace(times=2))
    server = Server(url, FakeClock())
    browser = Browser(server)
    duel = {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    table = browser.post("/api/tables", duel)["table"]
    browser.post(f"/api/tables/{table}/commands", {"id": "r", "entries": 0, "action": "resign"})
    paths = ["replay", "replay/0", "record", "replay/0/previews"]
    found = [httpx.get(f"{server.address}/api/tables/{table}/{path}").status_code for path in paths]
    assert found == [200, 200, 429, 429]
    assert httpx.get(f"{server.address}/api/tables/{table}").status_code == 200
    server.stop()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"type": "ping"}, "pong"),
        ({"type": "watch_lobby"}, "lobby"),
        ({"type": "watch", "table": "TABLE"}, "room"),
    ],
)
def test_messages_have_limits(url: str, message: dict[str, Any], answer: str) -> None:
    """Of a person, over however many connections."""
    server = Server(url, FakeClock())
    browser = Browser(server)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    sent = {name: table if value == "TABLE" else value for name, value in message.items()}
    sockets = [browser.socket(), browser.socket()]
    for number in range(4):
        sockets[number % 2].send(**sent)
        sockets[number % 2].receive(answer)
    for socket in sockets:
        socket.send(**sent)
        assert socket.receive("refused")["code"] == "too_many"
    other = Browser(server, "Nofret").socket()
    other.send(**sent)
    other.receive(answer)
    for socket in (*sockets, other):
        socket.close()
    server.stop()


@pytest.mark.parametrize("by", ["socket", "http"])
def test_nobody_is_flooded_with_questions(url: str, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    monkeypatch.setitem(LIMITS, "undo", LIMITS["undo"]._replace(times=4))
    server = Server(url, FakeClock())
    people = [Browser(server), Browser(server, "Nofret")]
    table = people[0].post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    people[1].post(f"/api/tables/{table}/join", {})
    states = {person: person.get(f"/api/tables/{table}/game") for person in people}
    while "ask" not in (state["undo"] for state in states.values()):  # one's own fresh decision is taken back at once
        mover, state = next((person, state) for person, state in states.items() if state["view"]["moves"])
        command = {"id": f"m{state['entries']}", "entries": state["entries"], "action": "move"}
        mover.post(f"/api/tables/{table}/commands", command | {"text": state["view"]["moves"][0]["text"]})
        states = {person: person.get(f"/api/tables/{table}/game") for person in people}
    mover, entries = next((person, state["entries"]) for person, state in states.items() if state["undo"] == "ask")
    socket, codes = mover.socket(), []
    for number in range(8):
        action = "disagree" if number % 2 else "ask_undo"
        command = {"id": f"u{number}", "entries": entries, "action": action}
        if by == "http":
            answer = mover.http.post(f"/api/tables/{table}/commands", json=command).json()
            codes.append(answer.get("code"))
        else:
            socket.send(type="do", table=table, command=command)
            answer = next_answer(socket)
            codes.append(answer.get("code"))
    assert codes == [None] * 4 + ["too_many"] * 4
    socket.close()
    server.stop()


def next_answer(socket: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket._socket.recv(timeout=20))
        if message["type"] in ("done", "refused"):
            return message
