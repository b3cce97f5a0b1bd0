"""Being told of one's move, by a real mail server and real web servers; the clock is ours."""

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from imhotep.server.clock import DAY
from imhotep.server.errors import Refused
from imhotep.server.games.commands import Command
from imhotep.server.games.time_control import Pace
from imhotep.server.people import sessions
from imhotep.server.services import KEPT, Services
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, join, open_table
from imhotep.server.work import delivery, jobs
from imhotep.server.work.delivery import Webhooks, is_public, target_of
from imhotep.server.work.jobs import JobFailed, Jobs
from imhotep.server.work.notifications import AWAY_AFTER, MAIL, NOTICE_AFTER, WEBHOOK
from tests.support.ports import free_port
from tests.support.receivers import CERTIFICATE, Mailbox, Receiver, server_context
from tests.support.server import FakeClock, new_table, somebody

FROM = "imhotep@example.org"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().listening() as box:
        yield box


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().listening() as found:
        yield found


class World:
    """Two people, each to be told as given, at a table that waits for the first of them."""

    def __init__(self, database: Database, settings: Settings, **offer: Any) -> None:
        self.database = database
        self.clock = FakeClock()
        self.services = Services(database, self.clock, settings)
        self.people = [somebody(database, name) for name in ("Merit", "Nofret")]
        self.table = new_table(database, self.people, self.clock.now(), **{"game": "duel"} | offer)

    async def wants(self, person: str, **values: Any) -> None:
        change = update(schema.people).where(schema.people.c.id == person).values(**values)
        await self.database.write(lambda connection: connection.execute(change))

    async def everybody_wants(self, **values: Any) -> None:
        for number, person in enumerate(self.people):
            own = {name: value.format(number) if isinstance(value, str) else value for name, value in values.items()}
            await self.wants(person, **own)

    async def first_table(self, over: bool = False) -> str:
        """The one of two, perhaps as if it was over."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.players == 2, columns.unrated.is_(None))
        table: str = await self.database.read(lambda connection: connection.execute(query).scalar_one())
        if over:
            change = update(schema.tables).where(columns.id == table).values(state="over")
            await self.database.write(lambda connection: connection.execute(change))
        return table

    async def decider(self) -> int:
        decider = (await self.services.games.get(self.table)).game.decider
        assert decider is not None
        return decider

    async def move(self) -> None:
        live = await self.services.games.get(self.table)
        command = Command(
            id=f"c{live.entries}", entries=live.entries, action="move", text=live.game.legal_moves()[0].text
        )
        await self.services.commands.perform(self.table, self.people[await self.decider()], command)

    async def later(self, millis: int = NOTICE_AFTER) -> None:
        """Look again after a while, and send what is to be sent."""
        self.clock.time += millis
        await self.services.tell_who_is_away()
        await self.send()

    async def send(self) -> None:
        for kind, worker in self.services.notifications.workers.items():
            while await self.services.jobs.work_once(kind, worker):
                pass

    def jobs(self) -> list[tuple[str, str, int]]:
        """GameRules, state and tries."""
        columns = schema.jobs.c
        query = select(columns.kind, columns.state, columns.tries).order_by(columns.created, columns.kind)
        return self.database.read_now(lambda connection: [tuple(row) for row in connection.execute(query)])

    def of_person(self, person: str, name: str) -> Any:
        query = select(schema.people.c[name]).where(schema.people.c.id == person)
        return self.database.read_now(lambda connection: connection.execute(query).scalar())

    def of_table(self, name: str) -> Any:
        query = select(schema.tables.c[name]).where(schema.tables.c.id == self.table)
        return self.database.read_now(lambda connection: connection.execute(query).scalar())


def by_mail(port: int, **more: Any) -> Settings:
    return Settings(
        smtp_host="localhost", smtp_port=port, smtp_from=FROM, smtp_tls=more.pop("smtp_tls", "none"), **more
    )


ANY = Settings(webhooks="any")
ME, BOT = SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random")


# --- who is told, and when


def test_a_mail_goes_to_who_is_to_decide_once(database: Database, mailbox: Mailbox) -> None:
    async def run() -> None:
        world = World(database, by_mail(mailbox.port, public_url="https://imhotep.example/"))
        await world.everybody_wants(mail="p{}@example.org", mails=True)
        first = await world.decider()
        changes = world.of_table("changes")
        await world.later(NOTICE_AFTER - 1)
        assert mailbox.mails == []
        await world.later(1)
        assert mailbox.recipients == [f"p{first}@example.org"]
        [mail] = mailbox.mails
        assert (mail["from"], mail["to"]) == (FROM, f"p{first}@example.org")
        assert mail["subject"] == "Your move: The Duel"
        assert mail["date"].datetime.timestamp() * 1000 == world.clock.now()
        text = mail.get_content()
        assert f"https://imhotep.example/tables/{world.table}" in text
        assert f"{('Merit', 'Nofret')[first]}, it is your move: The Duel with {('Guest 0', 'Host')[first]}." in text
        await world.later(10 * NOTICE_AFTER)
        assert len(mailbox.mails) == 1
        assert world.of_table("changes") == changes  # nobody has to read the game again
        while await world.decider() == first:
            await world.move()
        await world.later()
        assert mailbox.recipients == [f"p{first}@example.org", f"p{1 - first}@example.org"]

    asyncio.run(run())


def test_a_webhook_gets_what_discord_takes(database: Database, receiver: Receiver) -> None:
    async def run() -> None:
        world = World(database, ANY)
        await world.everybody_wants(webhook=receiver.address)
        await world.later()
        [body] = receiver.bodies
        assert body["content"].startswith(("Merit, it is your move: ", "Nofret, it is your move: "))
        assert body["allowed_mentions"] == {"parse": []}
        assert world.jobs() == [(WEBHOOK, "done", 1)]

    asyncio.run(run())


def test_both_ways_at_once(database: Database, mailbox: Mailbox, receiver: Receiver) -> None:
    async def run() -> None:
        world = World(database, by_mail(mailbox.port, webhooks="any"))
        await world.everybody_wants(mail="p{}@example.org", mails=True, webhook=receiver.address)
        await world.later()
        assert (len(mailbox.mails), len(receiver.bodies)) == (1, 1)

    asyncio.run(run())


def test_nobody_is_told_who_is_here_or_wants_none_or_plays_by_a_clock(database: Database, receiver: Receiver) -> None:
    async def run() -> None:
        world = World(database, ANY)
        await world.later()
        assert world.jobs() == []
        await world.everybody_wants(webhook=receiver.address, seen=world.clock.now())
        await world.later(AWAY_AFTER - 1)
        assert world.jobs() == []
        await world.later(1)
        assert len(receiver.bodies) == 1
        fast = World(database, ANY, pace=Pace(kind="clock"))
        await fast.everybody_wants(webhook=receiver.address)
        slow = World(database, ANY, pace=Pace(kind="days", days=2))
        await slow.everybody_wants(webhook=receiver.address)
        fast.clock.time = slow.clock.time
        await slow.later()
        assert len(receiver.bodies) == 2
        assert (fast.of_table("told"), slow.of_table("told")) == (-1, 0)
        silent = World(database, Settings(webhooks="off"))
        await silent.everybody_wants(webhook=receiver.address, mail="x{}@example.org", mails=True)
        await silent.later()
        assert silent.of_table("told") == -1

    asyncio.run(run())


def test_several_processes_tell_once(url: str, receiver: Receiver) -> None:
    async def run() -> None:
        databases = [Database(url), Database(url)]
        world = World(databases[0], ANY)
        await world.everybody_wants(webhook=receiver.address)
        other = Services(databases[1], world.clock, ANY)
        world.clock.time += NOTICE_AFTER
        everybody = [services.tell_who_is_away() for services in [world.services, other] * 10]
        await asyncio.gather(*everybody)
        works = [s.jobs.work_once(WEBHOOK, s.notifications.send_webhook) for s in [world.services, other] * 3]
        await asyncio.gather(*works)
        assert len(receiver.bodies) == 1
        assert world.jobs() == [(WEBHOOK, "done", 1)]
        for each in databases:
            each.close()

    asyncio.run(run())


@pytest.mark.parametrize("meanwhile", ["moved", "unwanted", "deleted", "resigned", "switched off"])
def test_what_is_pointless_by_now_is_dropped(
    database: Database, mailbox: Mailbox, receiver: Receiver, meanwhile: str
) -> None:
    async def run() -> None:
        world = World(database, by_mail(mailbox.port, webhooks="any"))
        await world.everybody_wants(mail="p{}@example.org", mails=True, webhook=receiver.address)
        world.clock.time += NOTICE_AFTER
        await world.services.tell_who_is_away()
        person = world.people[await world.decider()]
        match meanwhile:
            case "moved":
                await world.move()
            case "unwanted":
                await world.everybody_wants(mails=False, webhook=None)
            case "deleted":
                await world.wants(person, deleted=1)
            case "resigned":
                await world.services.commands.perform(world.table, person, Command(id="r", entries=0, action="resign"))
            case _:
                world.services = Services(database, world.clock, Settings(webhooks="off"))
        await world.send()
        assert (mailbox.mails, receiver.bodies) == ([], [])
        assert world.jobs() == [(MAIL, "done", 1), (WEBHOOK, "done", 1)]

    asyncio.run(run())


def test_bots_are_nobody_to_be_told_of(database: Database, receiver: Receiver) -> None:
    """Nor is who has left, or sits at the same screen."""

    async def run() -> None:
        world = World(database, ANY)
        person = world.people[0]
        await world.wants(person, webhook=receiver.address)
        for seats in ([ME, BOT], [ME, SeatOffer(kind="here", name="Teti")]):
            offer = check_offer(Offer(game="duel", first=0, seats=seats))
            await database.write(lambda connection, offer=offer: open_table(connection, offer, person, "Merit", 0))  # type: ignore[misc]
        three = Offer(game="builder", first=0, seats=[ME, SeatOffer(), BOT])
        world.table = await database.write(
            lambda connection: open_table(connection, check_offer(three), person, "M", 0)
        )
        await database.write(lambda connection: join(connection, world.table, world.people[1], "Nofret", None, 0))
        await world.services.commands.perform(world.table, world.people[1], Command(id="r", entries=0, action="resign"))
        await world.services.commands.perform(  # of the table at which two people sit
            (await world.first_table()), world.people[1], Command(id="r", entries=0, action="resign")
        )
        await world.later()
        assert receiver.bodies == []
        assert world.jobs() == []

    asyncio.run(run())


@pytest.mark.parametrize(
    ("passed", "left"),
    [
        (0, "2 days and 23 hours"),
        (DAY, "1 day and 23 hours"),
        (2 * DAY - NOTICE_AFTER, "1 day"),
        (3 * DAY - 2 * NOTICE_AFTER, "Less than an hour"),
    ],
)
def test_the_right_names_and_the_time_that_is_left(
    database: Database, receiver: Receiver, passed: int, left: str
) -> None:
    async def run() -> None:
        world = World(database, ANY)
        merit, nofret = world.people
        seats = [SeatOffer(kind="here", name="Teti"), ME, BOT, SeatOffer()]
        offer = check_offer(Offer(first=0, pace=Pace(kind="days", days=3), seats=seats))
        at = world.clock.now()
        table = await database.write(lambda connection: open_table(connection, offer, merit, "Merit", at))
        await database.write(lambda connection: join(connection, table, nofret, "Nofret", None, at))
        await world.wants(merit, webhook=receiver.address, name="Merit-Ptah")
        await world.first_table(over=True)
        await world.later(passed + NOTICE_AFTER)
        words = f"Merit-Ptah, it is time for Teti to move: Builder of Egypt with Mason and Nofret. {left} left."
        assert [body["content"] for body in receiver.bodies] == [words.replace("Mason", "Random")]

    asyncio.run(run())


# --- receivers that fail


def test_who_does_not_answer_is_tried_again(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        world = World(database, ANY)
        port = free_port()
        await world.everybody_wants(webhook=f"http://127.0.0.1:{port}/hook?key=secret")
        await world.later()
        assert world.jobs() == [(WEBHOOK, "waiting", 1)]
        await world.send()
        assert world.jobs() == [(WEBHOOK, "waiting", 1)]  # not at once
        for tries in range(2, jobs.MOST_TRIES + 1):
            await world.later(jobs.WAIT_AFTER * 2 ** (tries - 2))
            assert world.jobs()[0][2] == tries
        assert world.jobs() == [(WEBHOOK, "failed", jobs.MOST_TRIES)]

    with caplog.at_level(logging.DEBUG):
        asyncio.run(run())
    assert "no connection to the webhook" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("first", [500, 503, 429, 408])
def test_what_fails_once_may_go_well_later(database: Database, first: int) -> None:
    async def run() -> None:
        with Receiver([first, 200]).listening() as receiver:
            world = World(database, ANY)
            await world.everybody_wants(webhook=receiver.address)
            await world.later()
            assert world.jobs() == [(WEBHOOK, "waiting", 1)]
            await world.later(jobs.WAIT_AFTER)
            assert world.jobs() == [(WEBHOOK, "done", 2)]
            assert len(receiver.bodies) == 2

    asyncio.run(run())


@pytest.mark.parametrize(("answer", "kept"), [(400, True), (403, True), (302, True), (404, False), (410, False)])
def test_what_is_hopeless_is_not_tried_again(database: Database, answer: int, kept: bool) -> None:
    async def run() -> None:
        with Receiver().listening() as inside, Receiver([answer], inside.address).listening() as receiver:
            world = World(database, ANY)
            await world.everybody_wants(webhook=receiver.address)
            person = world.people[await world.decider()]
            await world.later()
            assert world.jobs() == [(WEBHOOK, "failed", 1)]
            assert (world.of_person(person, "webhook") == receiver.address) is kept
            assert inside.bodies == []  # where a redirect would have led

    asyncio.run(run())


def test_a_hanging_receiver_is_given_up(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "WEBHOOK_LIMIT", 0.3)

    async def run() -> None:
        with Receiver([None]).listening() as receiver:
            world = World(database, ANY)
            await world.everybody_wants(webhook=receiver.address)
            await world.later()
            assert len(receiver.bodies) == 1
            assert world.jobs() == [(WEBHOOK, "waiting", 1)]

    asyncio.run(run())


def test_nobody_waits_for_a_hanging_receiver(database: Database) -> None:
    async def run() -> None:
        with Receiver([None] * 3).listening() as hanging, Receiver().listening() as quick:
            worlds = [World(database, ANY) for _ in range(4)]
            for world in worlds[:3]:
                await world.everybody_wants(webhook=hanging.address)
            last = worlds[3]
            last.clock.time += NOTICE_AFTER
            await last.services.tell_who_is_away()
            working = asyncio.create_task(last.services.jobs.run())
            for _ in range(3):
                assert await asyncio.to_thread(hanging.came.acquire, timeout=20)
            await last.everybody_wants(webhook=quick.address)
            await last.services.tell_who_is_away()
            last.services.jobs.look(WEBHOOK)
            assert await asyncio.to_thread(quick.came.acquire, timeout=20)
            assert len(hanging.bodies) == 3
            working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await working

    asyncio.run(run())


@contextlib.contextmanager
def speaking(answer: bytes) -> Iterator[str]:
    """Somebody who says this to whoever comes, and goes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer_one() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(10_000)
                with contextlib.suppress(OSError):
                    connection.sendall(answer)

        thread = threading.Thread(target=answer_one, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join(timeout=20)


@pytest.mark.parametrize("answer", [b"", b"220 mail.example ESMTP\r\n", b"x" * 1_000_000, b"HTTP/1.1 abc\r\n\r\n"])
def test_who_does_not_speak_http_is_no_webhook(answer: bytes) -> None:
    with speaking(answer) as address, pytest.raises(JobFailed) as caught:
        asyncio.run(Webhooks("any").post(address, "hello"))
    assert not caught.value.hopeless


# --- our own network is not the world


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "0.0.0.0", "[::ffff:127.0.0.1]"]
)
def test_a_webhook_can_t_reach_us_from_inside(database: Database, receiver: Receiver, host: str) -> None:
    async def run() -> None:
        world = World(database, Settings())
        address = f"http://{host}:{receiver.port}/hook"
        with pytest.raises(Refused, match="can't be reached"):
            await world.services.notifications.webhooks.check(address)
        await world.everybody_wants(webhook=address)  # as if it had been let through
        await world.later()
        assert world.jobs() == [(WEBHOOK, "failed", 1)]
        assert receiver.bodies == []

    asyncio.run(run())


def test_a_name_that_leads_elsewhere_later_is_looked_up_once_for_each_message(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "127.0.0.1"]]
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return places[len(asked) - 1]

    monkeypatch.setattr(delivery, "addresses_of", look_up)
    address = f"http://rebinding.example:{receiver.port}/hook"

    async def run() -> None:
        webhooks = Webhooks("public")
        await webhooks.check(address)
        for _ in range(2):
            with pytest.raises(JobFailed, match="isn't public") as caught:
                await webhooks.post(address, "hello")
            assert caught.value.hopeless

    asyncio.run(run())
    assert asked == ["rebinding.example"] * 3
    assert receiver.bodies == []


def test_the_connection_goes_to_what_was_looked_up(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the first address does not answer."""
    monkeypatch.setattr(delivery, "addresses_of", lambda host, port: ["::1", "127.0.0.1"])
    asyncio.run(Webhooks("any").post(f"http://nowhere.invalid:{receiver.port}/hook", "hello"))
    assert [body["content"] for body in receiver.bodies] == ["hello"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("10.0.0.1", False),
        ("172.16.5.4", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),  # where clouds keep secrets
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:93.184.215.14", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nonsense",
        "ftp://example.org/",
        "file:///etc/passwd",
        "//example.org/",
        "http://",
        "http:///path",
        "https://user:password@example.org/",
        "https://example.org@/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:port/",
        "https://[::1/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: elsewhere",
        "https://exämple.org/",
        "https://example.org/" + "x" * 600,
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="begins with https") as caught:
        target_of(address)
    assert caught.value.code == "bad_webhook"


def test_addresses_are_taken_apart() -> None:
    assert target_of("https://example.org") == (True, "example.org", 443, "example.org", "/")
    assert target_of("http://EXAMPLE.org:81/a?b=c#d") == (False, "example.org", 81, "EXAMPLE.org:81", "/a?b=c")
    assert target_of("http://[2606::1]/x").host == "2606::1"


def test_webhooks_over_tls_need_a_certificate_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver().listening(tls=True) as receiver:
        address = f"https://localhost:{receiver.port}/hook"
        monkeypatch.setattr(delivery, "addresses_of", lambda host, port: ["127.0.0.1"])
        with pytest.raises(JobFailed, match="SSLCertVerificationError"):
            asyncio.run(Webhooks("any").post(address, "hello"))
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        asyncio.run(Webhooks("any").post(address, "hello"))
        with pytest.raises(JobFailed, match="SSLCertVerificationError"):
            asyncio.run(Webhooks("any").post(f"https://elsewhere.example:{receiver.port}/", "hello"))
    assert len(receiver.bodies) == 1


# --- mail servers


@pytest.mark.parametrize(("answer", "state"), [("550 no such user", "failed"), ("451 try later", "waiting")])
def test_an_address_that_is_refused(
    database: Database, mailbox: Mailbox, caplog: pytest.LogCaptureFixture, answer: str, state: str
) -> None:
    async def run() -> None:
        mailbox.refusals.append(answer)
        world = World(database, by_mail(mailbox.port))
        await world.everybody_wants(mail="p{}@example.org", mails=True)
        await world.later()
        assert world.jobs() == [(MAIL, state, 1)]
        await world.later(jobs.WAIT_AFTER)
        assert len(mailbox.mails) == (state == "waiting")

    asyncio.run(run())
    assert "refused the address" in caplog.text
    told = [record.getMessage() for record in caplog.records if record.name != "mail.log"]  # that is the test's own
    assert not any("example.org" in message for message in told)


def test_a_mail_server_that_is_away_is_tried_again(database: Database) -> None:
    async def run() -> None:
        mailbox = Mailbox()
        world = World(database, by_mail(mailbox.port))
        await world.everybody_wants(mail="p{}@example.org", mails=True)
        await world.later()
        assert world.jobs() == [(MAIL, "waiting", 1)]
        with mailbox.listening():
            await world.later(jobs.WAIT_AFTER)
        assert world.jobs() == [(MAIL, "done", 2)]
        assert len(mailbox.mails) == 1

    asyncio.run(run())


@pytest.mark.parametrize("tls", ["none", "starttls", "tls"])
@pytest.mark.parametrize("password", ["secret", "wrong"])
def test_signing_in_at_the_mail_server(monkeypatch: pytest.MonkeyPatch, tls: str, password: str) -> None:
    mailbox = Mailbox()
    options: dict[str, Any] = {"authenticator": mailbox.login, "auth_exclude_mechanism": ["LOGIN"]}
    options |= {"tls_context": server_context()} if tls == "starttls" else {"auth_require_tls": False}
    options |= {"ssl_context": server_context()} if tls == "tls" else {}
    settings = by_mail(mailbox.port, smtp_tls=tls, smtp_user="imhotep", smtp_password=password)
    mail = delivery.Mail("merit@example.org", "Hello", "Hello, Mérit\n")
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with mailbox.listening(**options):
        if password == "secret":
            delivery.send_mail(settings, mail, 0)
            [sent] = mailbox.mails
            assert sent.get_payload(decode=True) == "Hello, Mérit\r\n".encode()
        else:
            with pytest.raises(JobFailed, match=r"refused it \(535\)"):
                delivery.send_mail(settings, mail, 0)
        if tls != "none":
            monkeypatch.delenv("SSL_CERT_FILE")
            with pytest.raises(JobFailed, match="SSLCertVerificationError"):
                delivery.send_mail(settings, mail, 0)


# --- jobs


def test_a_mistake_of_ours_stops_no_other_job(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        clock, done = FakeClock(), asyncio.Event()

        async def broken(job: jobs.Job, _: jobs.Report) -> bytes:
            raise ZeroDivisionError

        async def fine(job: jobs.Job, _: jobs.Report) -> bytes:
            done.set()
            return b"result"

        work = Jobs(database, clock, {"broken": broken, "fine": fine})
        first = await database.write(lambda connection: jobs.add(connection, "broken", {}, clock.now()))
        working = asyncio.create_task(work.run())
        while (
            job := await database.read(lambda connection: jobs.read_job(connection, first))
        ) is None or job.tries == 0:
            await asyncio.sleep(0.01)
        await database.write(lambda connection: jobs.add(connection, "fine", {}, clock.now()))
        work.look("fine")
        await asyncio.wait_for(done.wait(), 20)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    asyncio.run(run())
    assert "ZeroDivisionError" in caplog.text


def test_no_more_at_once_than_is_said(database: Database) -> None:
    async def run() -> None:
        clock, now, most, done = FakeClock(), 0, 0, 0
        everything = asyncio.Event()

        async def worker(job: jobs.Job, _: jobs.Report) -> bytes:
            nonlocal now, most, done
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.02)
            now -= 1
            done += 1
            if done == 12:
                everything.set()
            return b""

        work = Jobs(database, clock, {"work": worker}, {"work": 3})
        for _ in range(12):
            await database.write(lambda connection: jobs.add(connection, "work", {}, clock.now()))
        working = asyncio.create_task(work.run())
        await asyncio.wait_for(everything.wait(), 30)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        assert most <= 3

    asyncio.run(run())


def test_what_is_of_no_use_any_more_is_swept_away(database: Database) -> None:
    async def run() -> None:
        world = World(database, ANY)
        person, now = world.people[0], world.clock.now()

        def fill(connection: Any) -> None:
            for lasts in (1000, 2 * KEPT):
                sessions.new_session(connection, person, "browser", now, lasts)
            for state in ("waiting", "running", "done", "failed"):
                for kind in (MAIL, WEBHOOK, "analysis"):
                    id = jobs.add(connection, kind, {}, now)
                    connection.execute(update(schema.jobs).where(schema.jobs.c.id == id).values(state=state))

        await database.write(fill)
        await world.services.sweep()
        assert len(world.jobs()) == 12
        world.clock.time += KEPT
        await world.services.sweep()
        assert {(kind, state) for kind, state, _ in world.jobs()} == {
            *((kind, state) for kind in (MAIL, WEBHOOK) for state in ("waiting", "running")),
            *(("analysis", state) for state in ("waiting", "running", "done", "failed")),
        }
        expires = await database.read(lambda connection: list(connection.execute(select(schema.sessions.c.expires))))
        assert [tuple(row) for row in expires] == [(now + 2 * KEPT,)]

    asyncio.run(run())


# --- settings


def test_passwords_are_not_shown() -> None:
    settings = Settings(
        database="postgresql://imhotep:hidden@db/imhotep",
        smtp_host="mail",
        smtp_user="imhotep",
        smtp_password="hidden",
        smtp_from=FROM,
    )
    assert "hidden" not in msgspec.json.encode(settings.shown()).decode()
    assert settings.shown()["smtp_password"] == "***"
    assert Settings().shown()["smtp_password"] == ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"public_url": "imhotep.example"}, "public_url"),
        ({"public_url": "ftp://imhotep.example"}, "public_url"),
        ({"public_url": "https://me:secret@imhotep.example"}, "public_url"),
        ({"public_url": "https://imhotep.example:x/"}, "public_url"),
        ({"smtp_host": "mail"}, "smtp_from"),
        ({"smtp_user": "imhotep"}, "smtp_password"),
        ({"smtp_tls": "maybe"}, "smtp_tls"),
        ({"smtp_port": 0}, "smtp_port"),
        ({"webhooks": "all"}, "webhooks"),
    ],
)
def test_settings_that_can_t_be(given: dict[str, Any], reason: str) -> None:
    from imhotep.server.settings import settings_from
    from imhotep.table.errors import SetupError

    with pytest.raises(SetupError, match=reason):
        settings_from(given, environment={})
    environment = {f"IMHOTEP_{name.upper()}": str(value) for name, value in given.items()}
    with pytest.raises(SetupError, match=reason):
        settings_from({}, environment=environment)
