"""Several processes on one PostgreSQL: workers and the database itself are killed, and the games go on."""

import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, select

from imhotep import __version__
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from tests.support.command import run
from tests.support.processes import (
    LONG,
    Postgres,
    Program,
    browser_of,
    check_stored,
    people_play,
    running,
    wait_for_moves,
    wait_until_well,
)
from tests.support.scale import scaled
from tests.support.tables import play_a_little

KILLS = scaled(sample=3, test=3, all=3, soak=100)
THOUGHTS = "imhotep_bot_seconds_count"
GAMES = 3  # of bots alone

on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


def serving(folder: Path, url: str, workers: int = 0) -> Program:
    return Program(folder, "serve", "--port", "0", "--database", url, "--workers", str(workers))


def working(folder: Path, url: str) -> Program:
    return Program(folder, "work", "--port", "0", "--database", url, "--workers", "1")


def entries_in(database: Database, tables: list[str]) -> int:
    query = select(func.count()).select_from(schema.entries).where(schema.entries.c.table.in_(tables))
    return database.read_now(lambda connection: connection.execute(query).scalar_one())


def games_of_bots(address: str) -> list[str]:
    """Whoever opened them has resigned at once."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * 2]
    tables = []
    with httpx.Client(base_url=address, headers={"origin": address}, timeout=30) as http:
        http.post("/api/guest", json={}).raise_for_status()
        for _ in range(GAMES):
            table = http.post("/api/tables", json={"seats": seats}).raise_for_status().json()["table"]
            while True:
                entries = http.get(f"/api/tables/{table}/game").json()["entries"]
                command = {"id": "r", "entries": entries, "action": "resign"}
                if http.post(f"/api/tables/{table}/commands", json=command).status_code == 200:
                    break
            tables.append(table)
    return tables


def thoughts(worker: Program) -> float:
    text = httpx.get(f"{worker.address}/metrics", timeout=LONG).raise_for_status().text
    families = text_string_to_metric_families(text)
    return next(sample.value for family in families for sample in family.samples if sample.name == THOUGHTS)


@on_postgresql
def test_a_worker_has_health_and_metrics_and_no_pages(url: str, tmp_path: Path) -> None:
    server, worker = serving(tmp_path, url), working(tmp_path, url)
    with running(server, worker):
        wait_until_well(worker.address)
        assert httpx.get(f"{worker.address}/healthz").json()["version"] == __version__
        play_a_little(browser_of(server))
        assert thoughts(worker) >= 1  # the server itself has nobody who thinks
        stranger = httpx.get(f"{worker.address}/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert (stranger.status_code, stranger.json()["code"]) == (403, "forbidden")
        for path in ("/", "/api/games", "/schema/openapi.json"):
            assert httpx.get(f"{worker.address}{path}").status_code == 404
        assert worker.ask_to_end() == 0


@on_postgresql
def test_a_worker_that_cannot_listen_says_so(url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run("work", "--database", url, "--port", str(taken.getsockname()[1]))
    assert (refused.returncode, "can't listen on 127.0.0.1" in refused.stderr) == (2, True)


@pytest.mark.slow
@on_postgresql
def test_workers_are_killed_while_bots_think_and_the_games_go_on(url: str, tmp_path: Path) -> None:
    servers = [serving(tmp_path, url), serving(tmp_path, url)]
    workers = [working(tmp_path, url), working(tmp_path, url)]
    database, chance = Database(url), random.Random(3)
    with running(*servers, *workers), people_play(servers, 2) as players:
        tables = games_of_bots(servers[0].address)
        for _ in range(KILLS):
            if are_over(database, tables):
                tables = games_of_bots(servers[0].address)  # so that a bot has to think at every kill
            time.sleep(chance.uniform(0.1, 1.0))
            victim = chance.choice(workers)
            victim.kill()
            go_on(database, tables)  # by the other worker
            victim.start()
        wait_for_moves(players, 10)
        for table in tables:
            go_on(database, [table])  # also with what the dead ones had claimed
        for worker in workers:
            assert worker.ask_to_end() == 0
    database.close()
    check_stored(url, players)


def go_on(database: Database, tables: list[str]) -> None:
    """Until something has happened there, or all of it is over."""
    before, deadline = entries_in(database, tables), time.monotonic() + LONG
    while entries_in(database, tables) == before:
        if are_over(database, tables):
            return
        assert time.monotonic() < deadline, "the bots don't go on"
        time.sleep(0.05)


def are_over(database: Database, tables: list[str]) -> bool:
    over = select(func.count()).where(schema.tables.c.id.in_(tables), schema.tables.c.state == "over")
    return database.read_now(lambda connection: connection.execute(over).scalar_one()) == len(tables)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.mark.slow
def test_postgresql_is_killed_while_people_play(own_postgres: Postgres, tmp_path: Path) -> None:
    servers = [serving(tmp_path, own_postgres.url, 1), serving(tmp_path, own_postgres.url)]
    workers = [working(tmp_path, own_postgres.url)]
    chance = random.Random(7)
    with running(*servers, *workers), people_play(servers) as players:
        for _ in range(scaled(sample=1, test=1, all=2, soak=100)):
            wait_for_moves(players, 10)
            time.sleep(chance.uniform(0.0, 0.5))
            own_postgres.kill()
            for program in (servers[0], workers[0]):
                ill = httpx.get(f"{program.address}/healthz", timeout=30)
                assert (ill.status_code, ill.json()["problem"]) == (503, "the database isn't answering")
            own_postgres.start()
            for server in servers:
                wait_until_well(server.address)
            wait_for_moves(players, 20)
        heard_from_the_other(servers)
        assert all(program.is_running for program in (*servers, *workers))
        for program in (*servers, *workers):
            for line in program.log:
                assert "exception" not in line, line["exception"]
    check_stored(own_postgres.url, players)


def heard_from_the_other(servers: list[Program]) -> None:
    """The processes tell each other again what was written: a game that the first knows changes by the second."""
    clients = [httpx.Client(base_url=each.address, headers={"origin": each.address}, timeout=30) for each in servers]
    for client in clients:
        client.post("/api/guest", json={}).raise_for_status()
    offer = {"game": "duel", "seats": [{"kind": "me"}, {}]}
    table = clients[0].post("/api/tables", json=offer).raise_for_status().json()["table"]
    clients[1].post(f"/api/tables/{table}/join", json={}).raise_for_status()
    deadline = time.monotonic() + 30
    for entries in range(6):
        states = [client.get(f"/api/tables/{table}/game").json() for client in clients]
        while not all(state["entries"] == entries for state in states):
            assert time.monotonic() < deadline
            time.sleep(0.05)
            states = [client.get(f"/api/tables/{table}/game").json() for client in clients]
        seat = next(seat for seat, state in enumerate(states) if state["view"]["moves"])
        move = states[seat]["view"]["moves"][0]["text"]
        command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
        clients[seat].post(f"/api/tables/{table}/commands", json=command).raise_for_status()
    for client in clients:
        client.close()
