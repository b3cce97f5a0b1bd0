"""How many tables, games and bots somebody may have at a time, and how lists of tables stay short."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from imhotep.server.clock import DAY
from imhotep.server.ids import address_key
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.tables import table_info
from imhotep.server.work.jobs import finish
from tests.support.server import Browser, FakeClock, Server
from tests.support.tables import BOT, SIMS, begin, bring, order, played, refused, resign

ON_SQLITE = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
ME: dict[str, Any] = {"kind": "me"}
OPEN: dict[str, Any] = {"game": "duel", "seats": [ME, {}]}
ALONE: dict[str, Any] = {"game": "duel", "seats": [ME, BOT]}
FEW = Settings(
    workers=0,
    person_open_tables=2,
    person_games=4,
    person_bot_seats=2,
    address_open_tables=3,
    address_games=6,
    address_bot_seats=3,
)


class From(Browser):
    """Somebody at an address."""

    def __init__(self, server: Server, name: str, address: str) -> None:
        super().__init__(server, "")
        self.http.headers["x-forwarded-for"] = address
        self.me = self.post("/api/guest", {"name": name})

    def opens(self, offer: dict[str, Any], code: str | None = None) -> str:
        if code is not None:
            refused(self, "/api/tables", 429, code, json=offer)
            return ""
        table: str = self.post("/api/tables", offer)["table"]
        return table


@pytest.fixture
def few(url: str) -> Iterator[Server]:
    server = Server(url, settings=FEW)
    yield server
    server.stop()


def test_somebody_has_only_so_many(few: Server) -> None:
    merit = From(few, "Merit", "192.0.2.1")
    first = merit.opens(OPEN)
    merit.opens(OPEN)
    merit.opens(OPEN, "too_many_tables")
    merit.post(f"/api/tables/{first}/leave")
    game = merit.opens(ALONE)
    merit.opens(ALONE)
    merit.opens(ALONE, "too_many_bots_playing")
    resign(merit, game)
    merit.opens(ALONE)
    merit.opens(OPEN)
    merit.opens({"game": "duel", "seats": [ME, {"kind": "here"}]}, "too_many_games")
    nofret = From(few, "Nofret", "192.0.2.2")
    other = nofret.opens(OPEN)
    refused(merit, f"/api/tables/{other}/join", 429, "too_many_games", json={})
    nofret.opens(ALONE)


def test_people_at_one_address_have_only_so_many(few: Server) -> None:
    here = [From(few, f"Guest {number}", "192.0.2.1") for number in range(5)]
    for guest in here[:3]:
        guest.opens(OPEN)
        guest.opens(ALONE)
    here[3].opens(OPEN, "too_many_tables")
    here[3].opens(ALONE, "too_many_games")
    From(few, "Elsewhere", "192.0.2.2").opens(OPEN)
    near = [From(few, f"Near {number}", f"2001:db8::{number + 1}") for number in range(4)]  # all of one network
    for guest in near[:3]:
        guest.opens(ALONE)
    near[3].opens(ALONE, "too_many_bots_playing")
    From(few, "Far", "2001:db8:0:1::1").opens(ALONE)


def test_a_rematch_and_a_game_that_is_played_on_count(few: Server) -> None:
    merit, nofret = From(few, "Merit", "192.0.2.1"), From(few, "Nofret", "192.0.2.2")
    table = begin([merit, nofret])
    resign(merit, table)
    merit.opens(OPEN)
    merit.opens(OPEN)
    refused(merit, f"/api/tables/{table}/again", 429, "too_many_tables", json={})
    again = nofret.post(f"/api/tables/{table}/again")["table"]
    assert merit.post(f"/api/tables/{table}/again")["table"] == again  # there is one already
    for _ in range(2):
        merit.post(f"/api/tables/{table}/play-on", {"entries": 0})
    refused(merit, f"/api/tables/{table}/play-on", 429, "too_many_games", json={"entries": 0})


@ON_SQLITE
def test_what_is_kept_of_an_address_goes_with_the_game(few: Server) -> None:
    merit = From(few, "Merit", "192.0.2.1")
    left, over = merit.opens(OPEN), merit.opens(ALONE)

    def kept() -> list[Any]:
        query = schema.tables.select().order_by(schema.tables.c.id)
        rows = few.services.database.read_now(lambda connection: connection.execute(query).all())
        return [row.address for row in rows]

    key = address_key("192.0.2.1", few.services.secret)
    assert kept() == [key, key]
    assert "192" not in key
    merit.post(f"/api/tables/{left}/leave")
    resign(merit, over)
    assert kept() == [None, None]
    assert address_key("127.0.0.1", b"") == address_key("::1", b"") == address_key("::ffff:127.0.0.1", b"") == ""


def test_a_table_is_for_somebody(server: Server) -> None:
    bots = {"game": "builder", "seats": [{"kind": "bot", "bot": "vizier"}] * 4}
    refused(Browser(server), "/api/tables", 400, "bad_table", json=bots)


# --- lists


@pytest.mark.both_databases
def test_long_lists_are_told_in_pieces(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_info, "MOST_LISTED", 3)
    clock = FakeClock()
    server = Server(url, clock)
    browser, tables = Browser(server), []
    for _ in range(8):
        clock.time += 1
        tables.append(browser.post("/api/tables", OPEN)["table"])
    found: list[Any] = []
    while more := browser.get(f"/api/tables?before={found[-1]['created']}" if found else "/api/tables"):
        assert len(more) <= 3
        found += more
    assert [table["id"] for table in found] == tables[::-1]
    server.stop()


@pytest.mark.both_databases
def test_tables_that_nobody_came_to_are_closed(url: str) -> None:
    clock = FakeClock()
    server = Server(url, clock, Settings(open_table_days=2))
    browser = Browser(server)
    old = browser.post("/api/tables", OPEN)["table"]
    clock.time += DAY
    young = browser.post("/api/tables", OPEN)["table"]
    clock.time += DAY
    talk = browser.socket()
    talk.send(type="watch_lobby")
    assert len(talk.receive("lobby")["tables"]) == 2
    asyncio.run(server.services.sweep())
    while old not in talk.receive("lobby")["gone"]:
        pass
    talk.close()
    assert [table["id"] for table in browser.get("/api/tables")] == [young]
    assert browser.get(f"/api/tables/{old}")["state"] == "closed"
    server.stop()


def test_analyses_are_forgotten_after_a_while(url: str) -> None:
    clock = FakeClock()
    server = Server(url, clock, Settings(workers=0, analysis_days=2))
    browser = Browser(server)
    table = bring(browser, played())
    old = order(browser, table, sims=SIMS)
    asked = order(browser, table, sims=SIMS + 1)
    database = server.services.database
    database.write_now(lambda connection: finish(connection, old, b"{}"))
    for days, status in ((1, 200), (1, 404)):
        clock.time += days * DAY
        asyncio.run(server.services.sweep())
        assert browser.http.get(f"/api/jobs/{old}").status_code == status
    assert browser.get(f"/api/jobs/{asked}")["state"] == "waiting"
    server.stop()


def test_around_one_screen_nobody_else_looks_on(server: Server) -> None:
    host, here = Browser(server), {"kind": "here"}
    offers: dict[str, dict[str, Any]] = {
        "one screen": {"seats": [ME, here]},
        "shown": {"seats": [ME, here], "public": True},
        "hidden": {"seats": [ME, BOT], "public": False},
        "with a bot": {"seats": [ME, BOT]},
        "open": {"game": "builder", "seats": [ME, here, {}]},
    }
    tables = {name: host.post("/api/tables", {"game": "duel", **offer})["table"] for name, offer in offers.items()}
    listed = {table["id"] for table in host.get("/api/tables?which=running") + host.get("/api/tables")}
    assert {name for name, table in tables.items() if table in listed} == {"shown", "with a bot", "open"}
