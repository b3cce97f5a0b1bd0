"""A second factor: codes as the standard has them, each good for once, and a way back for who lost the app."""

import base64
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import segno
from sqlalchemy import select

from imhotep.server.people import accounts
from imhotep.server.people.limits import LIMITS
from imhotep.server.people.second_factor import STEP, code_at
from imhotep.server.people.sessions import new_session
from imhotep.server.storage import schema
from tests.support.server import Browser, FakeClock, Server

PASSWORD = "sand and stone"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    """RFC 6238, appendix B, the last six digits."""
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert code_at(secret, seconds * 1000 // STEP) == code


class App:
    """Somebody with an account, whose app makes codes."""

    def __init__(self, server: Server, clock: FakeClock, name: str = "Merit") -> None:
        self.server, self.clock, self.name = server, clock, name
        self.browser = Browser(server, name)
        self.browser.post("/api/account", {"name": name, "password": PASSWORD})
        self.secret = ""
        self.recovery: list[str] = []

    def begin(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.post("/api/me/second-factor", {"password": PASSWORD})
        self.secret = found["secret"]
        return found

    def code(self, off: int = 0) -> str:
        return code_at(self.secret, self.clock.now() // STEP + off)

    def switch_on(self) -> "App":
        self.begin()
        self.recovery = self.browser.post("/api/me/second-factor/on", {"code": self.code()})["codes"]
        self.clock.time += STEP
        return self

    def sign_in(self, code: str = "", password: str = PASSWORD) -> httpx.Response:
        given = {"name": self.name, "password": password, "code": code}
        return Browser(self.server, "").http.post("/api/sign-in", json=given)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def slow(url: str, clock: FakeClock) -> Iterator[Server]:
    running = Server(url, clock)
    yield running
    running.stop()


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["message"]


@pytest.mark.both_databases
def test_signing_in_takes_a_code_once_it_is_on(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock)
    found = app.begin()
    assert found["link"] == f"otpauth://totp/Imhotep:Merit?secret={app.secret}&issuer=Imhotep"
    assert app.sign_in().status_code == 200  # not yet
    wrong = app.browser.http.post("/api/me/second-factor/on", json={"code": "000000"})
    refused(wrong, 403, "wrong_code")
    assert app.browser.get("/api/me")["second_factor"] is False
    app.switch_on()
    assert app.browser.get("/api/me")["second_factor"] is True
    refused(app.sign_in(), 403, "code_needed")
    refused(app.sign_in("000000"), 403, "wrong_code")
    refused(app.sign_in(app.code(), password="wrong"), 403, "wrong_password")
    code = app.code()
    assert app.sign_in(f"{code[:3]} {code[3:]}").status_code == 200
    refused(app.sign_in(code), 403, "wrong_code")  # whoever looked on can't use it again


def test_clocks_may_differ_a_little(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock).switch_on()
    clock.time += 10 * STEP
    refused(app.sign_in(app.code(-2)), 403, "wrong_code")
    refused(app.sign_in(app.code(2)), 403, "wrong_code")
    assert app.sign_in(app.code(-1)).status_code == 200
    assert app.sign_in(app.code(1)).status_code == 200
    refused(app.sign_in(app.code()), 403, "wrong_code")  # older than the one that was used


def test_recovery_codes_are_good_for_once(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock).switch_on()
    assert len(set(app.recovery)) == 10
    assert all(re.fullmatch(r"[2-9a-z]{5}-[2-9a-z]{5}", code) for code in app.recovery)
    stored = slow.services.database.read_now(lambda db: str(db.execute(select(schema.recovery_codes)).all()))
    assert not any(code.replace("-", "") in stored for code in app.recovery)
    assert app.sign_in(app.recovery[0].upper().replace("-", " ")).status_code == 200
    refused(app.sign_in(app.recovery[0]), 403, "wrong_code")
    given = {"password": PASSWORD, "code": app.recovery[1]}
    fresh = app.browser.post("/api/me/second-factor/codes", given)["codes"]
    refused(app.sign_in(app.recovery[2]), 403, "wrong_code")
    assert app.sign_in(fresh[0]).status_code == 200


def test_a_new_password_by_mail_takes_a_code_too(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock).switch_on()
    person, now = app.browser.get("/api/me")["id"], clock.now()
    database = slow.services.database
    token = database.write_now(lambda db: new_session(db, person, "reset", now, accounts.RESET_MILLIS))
    other = Browser(slow, "").http

    def reset(code: str) -> httpx.Response:
        return other.post("/api/password/new", json={"token": token, "password": "new stones", "code": code})

    refused(reset(""), 403, "code_needed")
    refused(reset("000000"), 403, "wrong_code")
    assert reset(app.code()).status_code == 200  # the link was not used up
    clock.time += STEP
    assert app.sign_in(app.code(), "new stones").status_code == 200


def test_switching_it_off_takes_password_and_code(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock).switch_on()
    off = "/api/me/second-factor/off"
    refused(app.browser.http.post(off, json={"password": "wrong", "code": app.code()}), 403, "wrong_password")
    refused(app.browser.http.post(off, json={"password": PASSWORD, "code": "000000"}), 403, "wrong_code")
    refused(app.browser.http.post("/api/me/second-factor", json={"password": PASSWORD}), 400, "has_factor")
    app.browser.post(off, {"password": PASSWORD, "code": app.code()})
    assert app.sign_in().status_code == 200
    codes = slow.services.database.read_now(lambda db: db.execute(select(schema.recovery_codes)).all())
    assert codes == []


@pytest.mark.slow
def test_wrong_codes_are_counted_wherever_they_come_from(slow: Server, clock: FakeClock) -> None:
    app = App(slow, clock).switch_on()

    def guess(number: int) -> int:
        given = {"name": "Merit", "password": PASSWORD, "code": "000000"}
        headers = {"x-forwarded-for": f"192.0.2.{number}"}
        return httpx.post(f"{slow.address}/api/sign-in", json=given, headers=headers).status_code

    answers = [guess(number) for number in range(LIMITS["code"].times + 2)]
    assert answers == [403] * LIMITS["code"].times + [429] * 2
    refused(app.sign_in(app.code()), 429, "too_many")
    clock.time += 3_600_000
    assert app.sign_in(app.code()).status_code == 200


def test_guests_have_none(slow: Server) -> None:
    guest = Browser(slow)
    refused(guest.http.post("/api/me/second-factor", json={"password": ""}), 400, "no_account")
    refused(guest.http.post("/api/me/second-factor/on", json={"code": "000000"}), 403, "wrong_code")


def test_what_is_drawn_is_the_link(slow: Server, clock: FakeClock) -> None:
    """Painted as a browser would, it is what segno's own matrix says."""
    found = App(slow, clock).begin()
    painted = [[0] * found["size"] for _ in range(found["size"])]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", found["qr"]):
        for at in range(int(x), int(x) + int(width)):
            painted[int(y)][at] = 1
    expected = [list(row) for row in segno.make_qr(found["link"], error="m").matrix_iter(border=4)]
    assert painted == [[int(bool(dark)) for dark in row] for row in expected]
