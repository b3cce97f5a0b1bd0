"""Mail addresses: confirmed before anything else is sent, few mails a day, and an end of them without signing in."""

import asyncio
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from imhotep.server.clock import DAY
from imhotep.server.games.time_control import Pace
from imhotep.server.people import addresses
from imhotep.server.people.limits import LIMITS
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.work.notifications import DIGEST_EVERY, NOTICE_AFTER
from tests.server.people.test_people import PASSWORD, Outfit, account, confirmation_in, confirmed, patch, refused
from tests.server.work.test_notifications import FROM, World
from tests.support.receivers import Mailbox
from tests.support.server import Browser, new_table


@pytest.fixture
def outfit(url: str) -> Iterator[Outfit]:
    with Mailbox().listening() as mailbox:
        made = Outfit(url, mailbox, public_url="https://imhotep.example")
        yield made
        made.server.stop()


def confirm(browser: Browser, token: str) -> httpx.Response:
    return browser.http.post("/api/mail/confirm", json={"token": token})


# --- confirming


def test_an_address_counts_once_it_is_confirmed(outfit: Outfit) -> None:
    browser = account(outfit.server, mail="Merit@Example.org")
    me = browser.get("/api/me")
    assert (me["mail"], me["new_mail"]) == (None, "merit@example.org")
    text = outfit.wait_for_mail()
    assert "Merit" not in text  # nothing that somebody else chose
    elsewhere = Browser(outfit.server, "")
    assert confirm(elsewhere, confirmation_in(text)).status_code == 204
    me = browser.get("/api/me")
    assert (me["mail"], me["new_mail"]) == ("merit@example.org", None)
    refused(confirm(elsewhere, confirmation_in(text)), 403, "bad_confirmation")


def test_nothing_is_sent_to_an_address_that_nobody_confirmed(outfit: Outfit) -> None:
    account(outfit.server, mail="victim@example.net")
    outfit.wait_for_mail()  # the question
    other = Browser(outfit.server, "")
    other.post("/api/password/reset", {"mail": "victim@example.net"})
    confirmed(outfit, "Nofret", "nofret@example.org")
    other.post("/api/password/reset", {"mail": "nofret@example.org"})
    assert outfit.wait_for_mail().startswith("Nofret, ")  # jobs of a kind are done in their order
    assert outfit.mailbox.recipients.count("victim@example.net") == 1


def test_until_then_the_old_address_counts(outfit: Outfit) -> None:
    browser = confirmed(outfit, "Merit", "old@example.org")
    me = patch(browser, mail="new@example.org", old_password=PASSWORD).json()
    assert (me["mail"], me["new_mail"]) == ("old@example.org", "new@example.org")
    token = confirmation_in(outfit.wait_for_mail())
    me = patch(browser, mail="other@example.org", old_password=PASSWORD).json()
    assert me["new_mail"] == "other@example.org"
    refused(confirm(browser, token), 403, "bad_confirmation")  # it was for another address
    assert confirm(browser, confirmation_in(outfit.wait_for_mail())).status_code == 204
    assert browser.get("/api/me")["mail"] == "other@example.org"
    me = patch(browser, mail="third@example.org", old_password=PASSWORD).json()
    assert patch(browser, mail="other@example.org", old_password=PASSWORD).json()["new_mail"] is None


@pytest.mark.parametrize("change", ["person", "until", "signature", "nonsense", "late"])
def test_what_we_did_not_send_confirms_nothing(outfit: Outfit, change: str) -> None:
    browser, other = account(outfit.server, mail="merit@example.org"), Browser(outfit.server, "Nofret")
    person, until, signature = confirmation_in(outfit.wait_for_mail()).split(".")
    match change:
        case "person":
            person = (other.me or {})["id"]
        case "until":
            until = str(int(until) + 1)
        case "signature":
            signature = "0" * 32
        case "nonsense":
            person, until, signature = "\u00e4", "x", "\u00e4"
        case "late":
            outfit.clock.time += addresses.CONFIRM_MILLIS
    refused(confirm(other, f"{person}.{until}.{signature}"), 403, "bad_confirmation")
    assert browser.get("/api/me")["mail"] is None


def test_the_question_can_be_sent_again_but_not_for_ever(outfit: Outfit) -> None:
    browser = account(outfit.server, mail="merit@example.org")
    first = outfit.wait_for_mail()
    for _ in range(LIMITS["confirm"].times):
        browser.post("/api/me/mail/confirmation")
        assert confirmation_in(outfit.wait_for_mail()) == confirmation_in(first)
    refused(browser.http.post("/api/me/mail/confirmation"), 429, "too_many")


# --- who has which address is nobody's business


def test_nobody_learns_whose_address_is_in_use(outfit: Outfit) -> None:
    confirmed(outfit, "Merit", "merit@example.org")
    used = Browser(outfit.server, "A").http.post(
        "/api/account", json={"name": "A Spy", "password": PASSWORD, "mail": "merit@example.org"}
    )
    fresh = Browser(outfit.server, "B").http.post(
        "/api/account", json={"name": "B Spy", "password": PASSWORD, "mail": "fresh@example.org"}
    )
    assert (used.status_code, fresh.status_code) == (200, 200)
    assert used.json()["new_mail"] == "merit@example.org"


def test_an_address_that_was_only_typed_is_free_for_who_has_it(outfit: Outfit) -> None:
    squatter = account(outfit.server, "Squatter", mail="merit@example.org")
    theirs = confirmation_in(outfit.wait_for_mail())
    confirmed(outfit, "Merit", "merit@example.org")
    refused(confirm(squatter, theirs), 400, "taken")  # said to who reads that address
    assert squatter.get("/api/me")["mail"] is None


# --- not too many


def by_mail(port: int, **more: Any) -> Settings:
    return Settings(smtp_host="localhost", smtp_port=port, smtp_from=FROM, smtp_tls="none", **more)


def test_thirty_tables_are_one_mail(database: Database) -> None:
    """What comes up later is told half an hour after that, all of it at once."""

    async def run() -> None:
        with Mailbox().listening() as mailbox:
            world = World(database, by_mail(mailbox.port, public_url="https://imhotep.example"))
            await world.everybody_wants(mail="p{}@example.org", mails=True)
            for _ in range(29):
                new_table(database, world.people, world.clock.now(), game="duel")
            await world.later()
            assert len(mailbox.mails) == 2  # one to each of both
            waiting = sum(text_of(mail).count("The Duel with") for mail in mailbox.mails)
            assert waiting == 30
            assert {mail["to"] for mail in mailbox.mails} == {"p0@example.org", "p1@example.org"}
            for number in range(3):
                for _ in range(2):
                    new_table(database, world.people, world.clock.now(), game="duel")
                await world.later(NOTICE_AFTER)
                assert len(mailbox.mails) == 2, number
            await world.later(DIGEST_EVERY)
            assert 3 <= len(mailbox.mails) <= 4
            assert sum(text_of(mail).count("The Duel with") for mail in mailbox.mails[2:]) == 6

    asyncio.run(run())


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def test_so_many_mails_a_day_go_to_an_address(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "MOST_A_DAY", 3)

    async def run() -> None:
        with Mailbox().listening() as mailbox:
            world = World(database, by_mail(mailbox.port))
            await world.everybody_wants(mail="same{}@example.org", mails=True)

            async def days(number: int, pause: int) -> None:
                for _ in range(number):
                    world.table = new_table(database, world.people, world.clock.now(), game="duel")
                    await world.later(pause)

            world.clock.time -= world.clock.time % DAY
            await days(24, DIGEST_EVERY)
            sent = [mail["to"] for mail in mailbox.mails]
            assert {to: sent.count(to) for to in sent} == {"same0@example.org": 3, "same1@example.org": 3}
            world.clock.time += DAY
            await days(2, DIGEST_EVERY)
            assert len(mailbox.mails) > 6
            await world.services.sweep()
            assert len(database.read_now(lambda db: db.execute(select(schema.mail_counts)).all())) <= 2
            stored = str(database.read_now(lambda db: db.execute(select(schema.mail_counts)).all()))
            assert "example.org" not in stored

    asyncio.run(run())


def test_nobody_is_told_of_games_against_bots(database: Database) -> None:
    async def run() -> None:
        with Mailbox().listening() as mailbox:
            world = World(database, by_mail(mailbox.port))
            await world.everybody_wants(mail="p{}@example.org", mails=True)
            gone = update(schema.seats).where(schema.seats.c.person == world.people[1])
            other = 1 - await world.decider()
            gone = update(schema.seats).where(schema.seats.c.seat == other)
            await database.write(lambda db: db.execute(gone.values(person=None, bot="random")))
            await world.later()
            assert mailbox.mails == []

    asyncio.run(run())


@pytest.mark.parametrize(("millis", "words"), [(0, " 2 days left."), (DAY, " 1 day left.")])
def test_a_mail_says_how_much_time_is_left(database: Database, millis: int, words: str) -> None:
    async def run() -> None:
        with Mailbox().listening() as mailbox:
            world = World(database, by_mail(mailbox.port), pace=Pace(kind="days", days=2))
            await world.everybody_wants(mail="p{}@example.org", mails=True)
            due = update(schema.tables).values(due=world.clock.now() + NOTICE_AFTER + 2 * DAY - millis)
            await database.write(lambda db: db.execute(due))
            await world.later()
            assert words in text_of(mailbox.mails[0])

    asyncio.run(run())


# --- an end of them


def test_whoever_gets_a_mail_can_end_them_without_signing_in(outfit: Outfit) -> None:
    browser, other = confirmed(outfit, "Merit", "merit@example.org"), Browser(outfit.server, "Nofret")
    patch(browser, mails=True)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}], "first": 0})["table"]
    other.post(f"/api/tables/{table}/join", {})
    outfit.clock.time += 2 * NOTICE_AFTER
    asyncio.run_coroutine_threadsafe(
        outfit.server.services.tell_who_is_away(), outfit.server._server.servers[0].get_loop()
    ).result(20)
    assert outfit.mailbox.came.acquire(timeout=20)
    mail = outfit.mailbox.mails.pop()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://imhotep.example/api/mail/unsubscribe/")
    token = link.rpartition("/")[2]
    assert f"https://imhotep.example/unsubscribe#{token}" in text_of(mail)
    wrong = httpx.post(f"{outfit.server.address}/api/mail/unsubscribe/{token[:-1]}x")
    refused(wrong, 403, "bad_link")
    assert browser.get("/api/me")["mails"] is True
    one_click = httpx.post(
        f"{outfit.server.address}/api/mail/unsubscribe/{token}", data={"List-Unsubscribe": "One-Click"}
    )
    assert one_click.status_code == 204
    assert browser.get("/api/me")["mails"] is False
