"""Maintenance, switched while servers run: what people are told, that nothing is written, and that no clock runs."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from imhotep.server.games.commands import Command
from imhotep.server.games.timeouts import Timeouts
from imhotep.server.storage.database import Database, ReadOnlyError
from imhotep.server.storage.maintenance import Maintenance, read_maintenance, set_maintenance
from tests.support.command import run
from tests.support.processes import LONG
from tests.support.server import Browser, FakeClock, Process, Server, new_table, play_on, somebody
from tests.support.tables import against_bots, refused
from tests.support.waiting import wait_for

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)

HOUR = 3_600_000


def maintain(url: str, *options: str) -> None:
    done = run("admin", "maintenance", *options, "--database", url)
    assert done.returncode == 0, done.stderr


@pytest.mark.both_databases
def test_nothing_can_be_changed_meanwhile_and_everybody_is_told(server: Server, url: str) -> None:
    browser = Browser(server)
    table = against_bots(browser)
    talk = browser.socket()
    talk.send(type="watch", table=table)
    state = talk.receive("table")
    command = {"id": "a", "entries": state["entries"], "action": "move", "text": state["view"]["moves"][0]["text"]}

    maintain(url, "--notice", "Back soon", "--notice", "de=Gleich geht es weiter: a=b", "--read-only")
    told = {"notice": {"en": "Back soon", "de": "Gleich geht es weiter: a=b"}, "read_only": True}
    assert talk.receive("announcement")["maintenance"] == told
    assert browser.get("/api/server")["maintenance"] == told
    refused(browser, f"/api/tables/{table}/commands", 503, "read_only", json=command)
    for path, asked in (
        ("/api/tables", {"seats": [{"kind": "me"}, {}]}),
        ("/api/guest", {}),
        ("/api/me/bots", {"name": "x"}),
    ):
        refused(browser, path, 503, "read_only", json=asked)
    talk.send(type="do", table=table, command=command)
    assert (answer := talk.receive("refused"))["code"] == "read_only", answer
    assert answer["command"] == "a"
    talk.send(type="say", table=table, text="hello?")
    assert talk.receive("refused")["code"] == "read_only"
    later = browser.socket()  # who comes only now can look
    later.send(type="watch", table=table)
    assert later.receive("table")["entries"] == state["entries"]
    assert browser.get("/healthz")["ok"]
    assert "imhotep_read_only 1.0" in browser.http.get("/metrics").text

    maintain(url, "--end")
    assert talk.receive("announcement")["maintenance"] == {"notice": {}, "read_only": False}
    talk.send(type="do", table=table, command=command)
    assert talk.receive("done")["repeated"] is False
    wait_for(lambda: browser.get(f"/api/tables/{table}/game")["view"]["moves"], LONG)  # and the bot goes on
    talk.close()
    later.close()


@on_sqlite
def test_a_server_that_starts_meanwhile_writes_nothing(url: str) -> None:
    maintain(url, "--read-only")
    server = Server(url)
    stranger = Browser(server, name="")
    refused(stranger, "/api/guest", 503, "read_only", json={})
    assert stranger.get("/api/games")
    maintain(url, "--read-write")
    wait_for(lambda: stranger.http.post("/api/guest", json={}).status_code == 200, LONG)
    server.stop()


@pytest.mark.both_databases
@pytest.mark.parametrize("resigned", [False, True])
@pytest.mark.parametrize("decisions", [0, 7])
def test_clocks_stand_still_meanwhile(database: Database, decisions: int, resigned: bool) -> None:
    clock = FakeClock()
    people = [somebody(database, name) for name in ("Merit", "Nofret", "Hatia", "Sennefer")]
    table = new_table(
        database, people, clock.now(), game="builder", pace={"kind": "clock", "seconds": 60, "increment": 0}
    )

    async def scene() -> None:
        process, other = Process(database, clock), Process(database, clock)
        timeouts = Timeouts(database, process.games, process.commands, clock, changed)
        timeouts.serves = True
        await timeouts.look()
        await play_on(process, table, people, decisions)
        clock.time += 5_000
        await timeouts.look()
        live = await process.games.get(table)
        decider = live.game.decider
        assert decider is not None
        if resigned:  # the clock of who decides runs on
            leaving = Command(id="r", entries=live.entries, action="resign")
            await process.commands.perform(table, people[decider - 1], leaving)
        clock.time += 5_000
        before = live.clocks.due(decider)
        assert before is not None
        await other.games.get(table)  # knows how it was

        await timeouts.look()
        set_now(Maintenance(read_only=True))
        database.read_only = True
        clock.time += HOUR
        set_now(Maintenance(read_only=True, notice={"en": "still"}))
        await timeouts.look()
        clock.time += HOUR
        set_now(Maintenance())
        database.read_only = False
        process.games.forget(table)
        await timeouts.look()
        live = await process.games.get(table)
        assert not live.game.is_over
        assert live.game.decider == decider
        assert live.clocks.due(decider) == before + 2 * HOUR
        clock.time += 1_000
        await play_on(other, table, people, 1)
        assert (await other.games.get(table)).clocks.left[decider] == before + 2 * HOUR - clock.now()

    async def changed(_: str) -> None:
        pass

    def set_now(new: Maintenance) -> None:
        database.write_now(lambda connection: set_maintenance(connection, new, clock.now()), always=True)

    asyncio.run(scene())


@on_sqlite
def test_only_operators_write_meanwhile(database: Database) -> None:
    database.read_only = True
    with pytest.raises(ReadOnlyError):
        database.write_now(lambda connection: None)
    database.write_now(lambda connection: set_maintenance(connection, Maintenance(read_only=True), 1), always=True)
    assert database.read_now(read_maintenance) == Maintenance(read_only=True)


@on_sqlite
def test_what_is_asked_for_wrongly_changes_nothing(url: str, database: Database, tmp_path: Path) -> None:
    maintain(url, "--notice", "as it was")
    long = run("admin", "maintenance", "--notice", "x" * 1001, "--database", url)
    assert (long.returncode, long.stderr.startswith("imhotep: a notice is wrong")) == (2, True)
    shown = run("admin", "maintenance", "--database", url)
    assert '"as it was"' in shown.stdout
    nowhere = run("admin", "maintenance", "--end", "--database", f"sqlite:///{tmp_path}/nowhere.db")
    assert (nowhere.returncode, "there is no database" in nowhere.stderr) == (2, True)
    assert not (tmp_path / "nowhere.db").exists()
    database.write_now(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0001'")))
    old = run("admin", "maintenance", "--end", "--database", url)
    assert (old.returncode, "another version" in old.stderr) == (2, True)
