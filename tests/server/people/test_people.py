"""Being somebody: accounts and their settings, forgotten passwords, blocks, profiles, and going without a trace."""

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from imhotep.server.errors import Refused
from imhotep.server.people import accounts, delete_account
from imhotep.server.push.hub import Listener
from imhotep.server.services import Services
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables import former_players
from imhotep.server.tables.former_players import FormerPlayers, former_names
from imhotep.server.tables.offers import join
from imhotep.table.record import load, resume
from tests.support.receivers import Mailbox, Receiver
from tests.support.server import Browser, FakeClock, Server, somebody

PASSWORD = "sand and stone"


class Outfit:
    """A server with a clock of ours, which sends mails and webhooks."""

    def __init__(self, url: str, mailbox: Mailbox, **settings: Any) -> None:
        mails = {"smtp_host": "localhost", "smtp_port": mailbox.port, "smtp_from": "imhotep@example.org"}
        self.mailbox, self.clock = mailbox, FakeClock()
        given: dict[str, Any] = {**mails, "smtp_tls": "none", "webhooks": "any", "workers": 0, **settings}
        self.server = Server(url, self.clock, Settings(**given))

    def wait_for_mail(self) -> str:
        """The text of the next one."""
        assert self.mailbox.came.acquire(timeout=20)
        return str(self.mailbox.mails.pop(0).get_content())


@pytest.fixture
def outfit(url: str) -> Iterator[Outfit]:
    with Mailbox().listening() as mailbox:
        made = Outfit(url, mailbox, public_url="https://imhotep.example")
        yield made
        made.server.stop()


def account(server: Server, name: str = "Merit", **more: Any) -> Browser:
    browser = Browser(server, name)
    browser.post("/api/account", {"name": name, "password": PASSWORD, **more})
    return browser


def confirmed(outfit: Outfit, name: str, mail: str) -> Browser:
    """An account whose address is known to be its own."""
    browser = account(outfit.server, name, mail=mail)
    browser.post("/api/mail/confirm", {"token": confirmation_in(outfit.wait_for_mail())})
    return browser


def confirmation_in(text: str) -> str:
    return str(re.findall(r"(?:/confirm#|with this code: )(\S+)", text)[0])


def patch(browser: Browser, **changes: Any) -> httpx.Response:
    return browser.http.patch("/api/me", json=changes)


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["message"]


# --- settings of one's own


def test_what_is_one_s_own(outfit: Outfit) -> None:
    with Receiver().listening() as receiver:
        browser = confirmed(outfit, "Merit", "Merit@Example.org")
        me = browser.get("/api/me")
        assert (me["mail"], me["mails"], me["webhook"], me["is_bot"]) == ("merit@example.org", False, None, False)
        assert patch(browser, mails=True, webhook=receiver.address).status_code == 200
        me = browser.get("/api/me")
        assert (me["mails"], me["webhook"]) == (True, receiver.address)
        assert patch(browser, name="MERIT").json()["name"] == "MERIT"
        me = patch(browser, mail="", old_password=PASSWORD).json()
        assert (me["mail"], me["mails"], me["webhook"]) == (None, False, receiver.address)
        assert patch(browser, webhook="").json()["webhook"] is None
        assert patch(browser).json() == browser.get("/api/me")


def test_who_signs_in_is_called_as_before(server: Server) -> None:
    account(server, "Merit Ptah")
    other = Browser(server, "")
    assert other.post("/api/sign-in", {"name": "  MERIT   ptah ", "password": PASSWORD})["name"] == "Merit Ptah"


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"mail": "nonsense", "old_password": PASSWORD}, 400, "bad_mail"),
        ({"mail": "a@b.example,c@d.example", "old_password": PASSWORD}, 400, "bad_mail"),
        ({"mail": "a@b.example\r\nBcc: c@d.example", "old_password": PASSWORD}, 400, "bad_mail"),
        ({"mail": "<a@b.example>", "old_password": PASSWORD}, 400, "bad_mail"),
        ({"mail": "merit@elsewhere.example"}, 403, "wrong_password"),
        ({"mail": "", "mails": True, "old_password": PASSWORD}, 400, None),
        ({"webhook": "nonsense"}, 400, "bad_webhook"),
        ({"webhook": "ftp://example.org"}, 400, "bad_webhook"),
        ({"webhook": "http://nowhere.invalid/"}, 400, "bad_webhook"),
        ({"webhook": "https://example.org/" + "x" * 600}, 400, "bad_request"),
        ({"name": "Somebody Else"}, 400, "bad_name"),
        ({"name": "x" * 40}, 400, "bad_name"),
        ({"password": "new stones", "old_password": "wrong"}, 403, "wrong_password"),
        ({"password": "short", "old_password": PASSWORD}, 400, "bad_password"),
        ({"wishes": 3}, 400, "bad_request"),
    ],
)
def test_wrong_settings_change_nothing(outfit: Outfit, changes: dict[str, Any], status: int, code: str | None) -> None:
    browser = confirmed(outfit, "Merit", "merit@example.org")
    before = browser.get("/api/me")
    answer = patch(browser, **{"mails": True} | changes)
    if code is None:  # without an address there are no mails
        assert answer.json()["mails"] is False
    else:
        refused(answer, status, code)
        assert browser.get("/api/me") == before


def test_guests_have_webhooks_but_no_mails(outfit: Outfit) -> None:
    guest = Browser(outfit.server)
    refused(patch(guest, mail="guest@example.org"), 400, "no_account")
    refused(patch(guest, mails=True), 400, "bad_mail")
    with Receiver().listening() as receiver:
        assert patch(guest, webhook=receiver.address).json()["webhook"] == receiver.address


def test_a_server_that_sends_nothing_says_so(server: Server) -> None:
    browser = account(server, mail="merit@example.org")
    refused(patch(browser, mails=True), 400, "no_mail")
    refused(browser.http.post("/api/password/reset", json={"mail": "merit@example.org"}), 400, "no_mail")
    refused(browser.http.post("/api/me/webhook/test"), 400, "no_webhooks")
    for private in ("http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/"):
        refused(patch(browser, webhook=private), 400, "bad_webhook")  # as servers are unless told otherwise


def test_webhooks_can_be_switched_off(url: str) -> None:
    server = Server(url, settings=Settings(webhooks="off"))
    refused(patch(Browser(server), webhook="https://example.org/"), 400, "no_webhooks")
    server.stop()


def test_trying_a_webhook(outfit: Outfit) -> None:
    browser = Browser(outfit.server)
    refused(browser.http.post("/api/me/webhook/test"), 400, "no_webhooks")
    with Receiver([204, 500]).listening() as receiver:
        patch(browser, webhook=receiver.address)
        browser.post("/api/me/webhook/test")
        assert receiver.bodies[0]["content"].startswith("Merit, ")
        failed = browser.http.post("/api/me/webhook/test")
        refused(failed, 400, "webhook_failed")
    refused(silent := browser.http.post("/api/me/webhook/test"), 400, "webhook_failed")
    assert silent.json() == failed.json()  # nobody learns what listens where
    while (answer := browser.http.post("/api/me/webhook/test")).status_code == 400:
        pass
    refused(answer, 429, "too_many")


# --- a forgotten password


def test_a_forgotten_password(outfit: Outfit) -> None:
    browser = confirmed(outfit, "Merit", "merit@example.org")
    other = Browser(outfit.server, "")
    other.post("/api/password/reset", {"mail": " Merit@example.ORG "})
    text = outfit.wait_for_mail()
    assert text.startswith("Merit, ")
    [token] = re.findall(r"https://imhotep\.example/reset#(\w+)", text)
    stored = outfit.server.services.database.read_now(_everything)
    assert token not in stored

    refused(other.http.post("/api/password/new", json={"token": token, "password": "short"}), 400, "bad_password")
    refused(other.http.post("/api/password/new", json={"token": "x", "password": "new stones"}), 403, "bad_reset")
    assert other.http.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert other.post("/api/password/new", {"token": token, "password": "new stones"})["name"] == "Merit"
    assert other.get("/api/me")["name"] == "Merit"  # signed in at once
    assert browser.http.get("/api/me").status_code == 401  # others have to
    refused(other.http.post("/api/password/new", json={"token": token, "password": "new sands"}), 403, "bad_reset")
    again = Browser(outfit.server, "")
    refused(again.http.post("/api/sign-in", json={"name": "Merit", "password": PASSWORD}), 403, "wrong_password")
    again.post("/api/sign-in", {"name": "Merit", "password": "new stones"})


def _everything(connection: Any) -> str:
    tables = (schema.sessions, schema.jobs, schema.people)
    return str([tuple(row) for table in tables for row in connection.execute(select(table))])


def test_a_link_for_a_new_password_lasts_an_hour(outfit: Outfit) -> None:
    confirmed(outfit, "Merit", "merit@example.org")
    other = Browser(outfit.server, "")
    other.post("/api/password/reset", {"mail": "merit@example.org"})
    [token] = re.findall(r"#(\w+)", outfit.wait_for_mail())
    outfit.clock.time += accounts.RESET_MILLIS
    refused(other.http.post("/api/password/new", json={"token": token, "password": "new stones"}), 403, "bad_reset")


def test_nobody_learns_who_has_an_account(outfit: Outfit) -> None:
    confirmed(outfit, "Merit", "merit@example.org")
    confirmed(outfit, "Gone", "gone@example.org").http.post("/api/me/delete", json={"password": PASSWORD})
    other = Browser(outfit.server, "")
    known = other.http.post("/api/password/reset", json={"mail": "merit@example.org"})
    unknown = other.http.post("/api/password/reset", json={"mail": "nobody@example.org"})
    gone = other.http.post("/api/password/reset", json={"mail": "gone@example.org"})
    assert {answer.status_code for answer in (known, unknown, gone)} == {204}
    assert known.content == unknown.content == gone.content == b""
    assert outfit.wait_for_mail().startswith("Merit, ")
    refused(other.http.post("/api/password/reset", json={"mail": "nonsense"}), 400, "bad_mail")
    for mail in ("merit@example.org", "nobody@example.org"):
        while (answer := other.http.post("/api/password/reset", json={"mail": mail})).status_code == 204:
            pass
        refused(answer, 429, "too_many")
    assert set(outfit.mailbox.recipients[2:]) == {"merit@example.org"}  # the first two were asked to confirm


def test_without_a_public_address_the_mail_has_the_token_itself(url: str) -> None:
    with Mailbox().listening() as mailbox:
        outfit = Outfit(url, mailbox)
        confirmed(outfit, "Merit", "merit@example.org")
        other = Browser(outfit.server, "")
        other.post("/api/password/reset", {"mail": "merit@example.org"})
        [token] = re.findall(r"code for it: (\w+)", outfit.wait_for_mail())
        other.post("/api/password/new", {"token": token, "password": "new stones"})
        outfit.server.stop()


# --- others


def test_blocks(server: Server) -> None:
    browser, other = Browser(server), Browser(server, "Nofret")
    me, id = (browser.me or {})["id"], (other.me or {})["id"]
    assert browser.get("/api/me/blocks") == []
    for _ in range(2):
        browser.post("/api/me/blocks", {"person": id})
    assert browser.get("/api/me/blocks") == [{"id": id, "name": "Nofret"}]
    assert other.get("/api/me/blocks") == []
    refused(browser.http.post("/api/me/blocks", json={"person": me}), 400, "bad_block")
    refused(browser.http.post("/api/me/blocks", json={"person": "nobody"}), 404, "unknown")
    refused(Browser(server, "").http.get("/api/me/blocks"), 401, "not_signed_in")
    for _ in range(2):
        assert browser.http.delete(f"/api/me/blocks/{id}").status_code == 204
    assert browser.get("/api/me/blocks") == []
    browser.post("/api/me/blocks", {"person": id})
    other.http.post("/api/me/delete", json={"password": PASSWORD})
    assert browser.get("/api/me/blocks") == []
    refused(browser.http.post("/api/me/blocks", json={"person": id}), 404, "unknown")


def test_profiles_tell_what_anybody_may_know(outfit: Outfit) -> None:
    browser = account(outfit.server)
    id = browser.get("/api/me")["id"]
    profile = Browser(outfit.server, "").get(f"/api/people/{id}")
    assert profile == {
        "id": id,
        "name": "Merit",
        "account": True,
        "is_bot": False,
        "owner": None,
        "since": outfit.clock.now(),
        "ratings": {},
    }
    for unknown in ("nobody", "bot:greedy", "x" * 300):
        refused(browser.http.get(f"/api/people/{unknown}"), 404, "unknown")
    assert browser.http.get("/api/people/%00").status_code in (400, 404)  # PostgreSQL can't even look for it


@pytest.mark.both_databases
def test_leaderboards(server: Server) -> None:
    browser = Browser(server)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
    resign(browser, table["table"])
    board = browser.get("/api/ratings?game=duel&players=2")
    assert [(line["place"], line["name"], line["bot"]) for line in board] == [(1, "Random", True), (2, "Merit", False)]
    assert browser.get("/api/ratings?game=builder&players=4") == []
    profile = browser.get(f"/api/people/{(browser.me or {})['id']}")
    assert profile["ratings"]["duel:2"]["place"] == 2
    for query in ("game=chess&players=2", "game=duel&players=3", "game=builder&players=5"):
        refused(browser.http.get(f"/api/ratings?{query}"), 400, "bad_pool")
    refused(browser.http.get("/api/ratings?game=duel&players=two"), 400, "bad_request")


def resign(browser: Browser, table: str) -> None:
    entries = browser.get(f"/api/tables/{table}/game")["entries"]
    browser.post(f"/api/tables/{table}/commands", {"id": "resign", "entries": entries, "action": "resign"})


# --- going


def play_some(browsers: list[Browser], table: str, decisions: int) -> None:
    for _ in range(decisions):
        for browser in browsers:
            state = browser.get(f"/api/tables/{table}/game")
            if state["view"]["moves"]:
                move = state["view"]["moves"][0]["text"]
                command = {"id": str(state["entries"]), "entries": state["entries"], "action": "move", "text": move}
                browser.post(f"/api/tables/{table}/commands", command)


def stored_text(server: Server) -> str:
    """All that is stored of people and tables."""
    tables = (schema.people, schema.tables, schema.seats, schema.entries, schema.chat, schema.sessions, schema.jobs)
    return str(
        server.services.database.read_now(
            lambda connection: [tuple(row) for table in tables for row in connection.execute(select(table))]
        )
    )


def seat_names(browser: Browser, table: str) -> list[str | None]:
    return [seat["name"] for seat in browser.get(f"/api/tables/{table}")["seats"]]


@pytest.mark.both_databases
def test_who_goes_leaves_no_name_and_others_finish(server: Server) -> None:
    going, staying, third = account(server, "Hatshepsut"), Browser(server, "Nofret"), Browser(server, "Ipuy")
    three = {"seats": [{"kind": "me"}, {}, {}]}
    table = staying.post("/api/tables", three)["table"]
    for browser in (going, third):
        browser.post(f"/api/tables/{table}/join", {})
    going.post(f"/api/tables/{table}/chat", {"text": "good luck, my phone is 12345"})
    duel = going.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    staying.post(f"/api/tables/{duel}/join", {})
    play_some([going, staying, third], table, 2)
    waiting = going.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    absent = going.post("/api/tables", {"seats": [{"kind": "link"}, {}]})["table"]  # its host sits nowhere
    joined = staying.post("/api/tables", {"seats": [{"kind": "me"}, {}, {}]})["table"]
    going.post(f"/api/tables/{joined}/join", {})
    screen = going.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "here", "name": "Thutmose"}]})["table"]
    bot = going.post("/api/me/bots", {"name": "Senenmut"})
    socket = staying.socket()
    socket.send(type="watch", table=table)
    socket.receive("table")
    own = going.socket()
    own.send(type="ping")
    own.receive("pong")

    answer = going.http.post("/api/me/delete", json={"password": PASSWORD})
    assert answer.status_code == 204
    assert going.http.get("/api/me").status_code == 401
    assert httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {bot['token']}"}).status_code == 401

    stored = stored_text(server)
    for name in ("Hatshepsut", "hatshepsut", "Thutmose", "Senenmut"):
        assert name not in stored
    assert seat_names(staying, table) == ["Nofret", "a former player", "Ipuy"]
    assert staying.get(f"/api/tables/{duel}")["result"]["winners"] == [1]
    assert [staying.get(f"/api/tables/{id}")["state"] for id in (waiting, absent)] == ["closed", "closed"]
    assert seat_names(staying, joined) == ["Nofret", None, None]
    assert seat_names(staying, screen) == ["a former player", "a former player 2"]
    assert staying.get(f"/api/tables/{table}/chat") == []  # what was said may say who said it
    assert "my phone is" not in stored
    seen = str(staying.get(f"/api/tables/{table}/game"))
    assert "a former player (bot)" in seen
    assert "Hatshepsut" not in seen
    while "Hatshepsut" in str(state := socket.receive("table")):
        pass
    assert "a former player (bot)" in str(state["view"])
    socket.close()

    play_some([staying, third], table, 2)  # it goes on
    for id in (table, duel, screen):
        record = _record(server, id)
        assert load(record).record() == record


def _record(server: Server, table: str) -> str:
    """From what is stored, as a process that has just begun would have it."""

    def read(connection: Any) -> tuple[str, list[str]]:
        head = connection.execute(select(schema.tables.c.head).where(schema.tables.c.id == table)).scalar()
        query = select(schema.entries.c.text).where(schema.entries.c.table == table).order_by(schema.entries.c.number)
        return head, list(connection.execute(query).scalars())

    return resume(*server.services.database.read_now(read)).record()


def test_several_who_went_have_different_names(server: Server) -> None:
    browsers = [Browser(server, name) for name in ("Merit", "Nofret", "Ipuy", "Kha")]
    table = browsers[0].post("/api/tables", {"seats": [{"kind": "me"}, {}, {}, {}]})["table"]
    for browser in browsers[1:]:
        browser.post(f"/api/tables/{table}/join", {})
    for browser in browsers[:2]:
        assert browser.http.post("/api/me/delete", json={"password": PASSWORD}).status_code == 204
    assert seat_names(browsers[2], table) == ["a former player", "a former player 2", "Ipuy", "Kha"]
    names = [seat["name"] for seat in browsers[2].get(f"/api/tables/{table}/game")["view"]["seats"]]
    assert names == ["a former player (bot)", "a former player 2 (bot)", "Ipuy", "Kha"]
    assert "Merit" not in stored_text(server)
    assert load(_record(server, table)).names == names


def test_nobody_s_name_gets_in_the_way() -> None:
    assert former_names(2, ["Merit"]) == ["a former player", "a former player 2"]
    assert former_names(2, ["A Former Player", "a former player 3 (BOT)"]) == ["a former player 2", "a former player 4"]
    assert former_names(0, []) == []


def test_a_rematch_keeps_no_seat_for_who_is_gone(server: Server) -> None:
    going, staying, third = Browser(server), Browser(server, "Nofret"), Browser(server, "Ipuy")
    table = going.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    staying.post(f"/api/tables/{table}/join", {})
    resign(going, table)
    kept = staying.post(f"/api/tables/{table}/again")["table"]
    other = third.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    going.post(f"/api/tables/{other}/join", {})
    assert going.http.post("/api/me/delete", json={"password": PASSWORD}).status_code == 204
    assert third.post(f"/api/tables/{kept}/join", {}) == {"seat": 0}
    fresh = third.post(f"/api/tables/{other}/again")["table"]
    assert staying.post(f"/api/tables/{fresh}/join", {}) == {"seat": 1}


def test_who_is_gone_is_on_no_leaderboard(server: Server) -> None:
    """Even if a game that it left ends later."""
    browsers = [Browser(server, name) for name in ("Merit", "Nofret", "Ipuy")]
    table = browsers[0].post("/api/tables", {"seats": [{"kind": "me"}, {}, {}]})["table"]
    for browser in browsers[1:]:
        browser.post(f"/api/tables/{table}/join", {})
    browsers[0].http.post("/api/me/delete", json={"password": PASSWORD})
    resign(browsers[1], table)  # the last one left has won
    socket = browsers[1].socket()
    socket.send(type="watch", table=table)
    while not socket.receive("table", timeout=120)["over"]:
        pass
    socket.close()
    names = {line["name"] for line in browsers[1].get("/api/ratings?game=builder&players=3")}
    assert names == {"Nofret", "Ipuy"}


def test_who_sits_down_while_going_goes_from_there_too(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    going, staying = Browser(server), Browser(server, "Nofret")
    table = staying.post("/api/tables", {"seats": [{"kind": "me"}, {}, {}]})["table"]
    resign = FormerPlayers._resign

    async def join_meanwhile(former: FormerPlayers, person: str) -> None:
        await resign(former, person)
        if not joined:
            joined.append(person)
            await server.services.database.write(lambda connection: join(connection, table, person, "Merit", None, 1))

    joined: list[str] = []
    monkeypatch.setattr(FormerPlayers, "_resign", join_meanwhile)
    assert going.http.post("/api/me/delete", json={"password": PASSWORD}).status_code == 204
    assert joined
    assert seat_names(staying, table) == ["Nofret", None, None]
    assert "Merit" not in stored_text(server)


# --- deletion asks for the password, and nobody waits for it


def test_an_account_is_deleted_with_its_password(server: Server) -> None:
    browser = account(server)
    for wrong in ({}, {"password": "wrong"}):
        refused(browser.http.post("/api/me/delete", json=wrong), 403, "wrong_password")
    assert browser.get("/api/me")["name"] == "Merit"
    assert browser.http.post("/api/me/delete", json={"password": PASSWORD}).status_code == 204
    refused(browser.http.get("/api/me"), 401, "not_signed_in")
    assert Browser(server, "Nofret").http.post("/api/me/delete", json={}).status_code == 204  # guests have none


def test_what_somebody_wrote_goes_with_the_account(server: Server) -> None:
    going, staying = Browser(server, "Hatshepsut"), Browser(server, "Nofret")
    table = going.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    staying.post(f"/api/tables/{table}/join", {})
    staying.post(f"/api/tables/{table}/chat", {"text": "hello"})
    going.post(f"/api/tables/{table}/chat", {"text": "my phone is 12345"})
    id = (going.me or {})["id"]
    going.post("/api/me/delete", {})
    chat = server.services.database.read_now(
        lambda connection: str([tuple(row) for row in connection.execute(select(schema.chat))])
    )
    assert "12345" not in chat
    assert id not in chat
    socket = staying.socket()
    socket.send(type="watch", table=table)
    assert [line["text"] for line in socket.receive("said")["lines"]] == ["hello"]
    staying.post(f"/api/tables/{table}/chat", {"text": "bye"})
    assert [line["text"] for line in socket.receive("said")["lines"]] == ["bye"]  # numbers are not given twice
    socket.close()


def with_games(server: Server, browser: Browser, games: int) -> None:
    """So many finished games of somebody: copies of one."""
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
    resign(browser, table["table"])

    def copy(connection: Any) -> None:
        for stored, column in ((schema.tables, "id"), (schema.seats, "table"), (schema.entries, "table")):
            rows = connection.execute(select(stored).where(stored.c[column] == table["table"])).mappings().all()
            copies = [{**row, column: f"{table['table']}-{copy}"} for copy in range(games - 1) for row in rows]
            connection.execute(stored.insert(), copies)

    server.services.database.write_now(copy)


def named(server: Server, name: str) -> int:
    """At how many tables."""
    query = select(schema.seats.c.table).where(schema.seats.c.name == name)
    return len(server.services.database.read_now(lambda connection: connection.execute(query).all()))


def test_an_account_with_many_games_is_deleted_in_pieces(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer comes after the first ones, whoever is killed; a job takes the name off the others, a few a commit."""
    monkeypatch.setattr(delete_account, "AT_ONCE", 4)
    monkeypatch.setattr(former_players, "TABLES_AT_ONCE", 2)
    pieces: list[int] = []
    each = former_players._take_name_off_each

    def counted(connection: Any, some: list[str], person: str) -> dict[str, str]:
        pieces.append(len(some))
        return each(connection, some, person)

    monkeypatch.setattr(former_players, "_take_name_off_each", counted)
    clock = FakeClock()
    server = Server(url, clock)
    browser, other = Browser(server, "Hatshepsut"), Browser(server, "Nofret")
    with_games(server, browser, 11)
    id = (browser.me or {})["id"]
    assert browser.http.post("/api/me/delete", json={}).status_code == 204
    assert pieces == [2, 2]
    assert named(server, "Hatshepsut") == 7
    refused(other.http.get(f"/api/people/{id}"), 404, "unknown")  # but the person is gone at once
    server.stop()
    server = Server(url, clock)
    clock.time += 60_000
    server.services.jobs.look("deletion")
    deadline = time.monotonic() + 60
    while named(server, "Hatshepsut"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert max(pieces) == 2
    assert "Hatshepsut" not in stored_text(server)
    server.stop()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_other_processes_forget_a_name_as_well(url: str) -> None:
    servers = [Server(url), Server(url)]
    going, staying = Browser(servers[0], "Hatshepsut"), Browser(servers[1], "Nofret")
    table = going.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    staying.post(f"/api/tables/{table}/join", {})
    resign(going, table)
    assert "Hatshepsut" in str(staying.get(f"/api/tables/{table}/game"))
    assert going.http.post("/api/me/delete", json={"password": PASSWORD}).status_code == 204
    deadline = 200
    while "Hatshepsut" in str(staying.get(f"/api/tables/{table}/game")):  # until the signal has come
        deadline -= 1
        assert deadline
    for each in servers:
        each.stop()


def test_a_deleted_person_is_dropped_by_every_process(database: Database) -> None:
    async def run() -> None:
        services = Services(database, FakeClock())
        gone, there = (Listener(somebody(database), lambda message: True) for _ in range(2))
        for listener in (gone, there):
            services.hub.add(listener)
        deleted = update(schema.people).where(schema.people.c.id == gone.person).values(deleted=1)
        await database.write(lambda connection: connection.execute(deleted))
        await services._note_who_is_here()
        assert (gone.dropped.is_set(), there.dropped.is_set()) == (True, False)

    asyncio.run(run())


LINKS = ["http://evil.example/x", "www.evil", "evil.example", "Merit EVIL.COM", "see x.co/y", "a@b.example"]


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "\u202e", "\x00", "\u3164", "Me\u2800rit", *LINKS])
def test_names_that_nobody_has(name: str) -> None:
    with pytest.raises(Refused):
        accounts.clean_name(name)


@pytest.mark.parametrize("name", ["J. R. R. Tolkien", "Dr. No", "Merit:", "Mme. Curie", "1.5", "a/b", "Ramses II."])
def test_names_that_look_like_no_link(name: str) -> None:
    assert accounts.clean_name(name) == accounts.harmless(name) == name


@pytest.mark.parametrize("name", LINKS)
def test_a_name_from_before_is_no_link_in_a_mail(name: str) -> None:
    with pytest.raises(Refused):
        accounts.clean_name(name)
    assert accounts._LINK.search(accounts.harmless(name)) is None
