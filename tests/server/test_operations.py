"""Running the server: logs without secrets, health and metrics, a clean end, proxies, locks, pages, backups."""

import contextlib
import gzip
import json
import os
import signal
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from imhotep.server.http import operation, pages
from imhotep.server.logs import cleaned
from imhotep.server.people.sessions import new_session
from imhotep.server.services import beat
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.storage.lock import InUseError, Lock, address_of
from tests.support.command import run, started
from tests.support.postgres import postgresql_programs
from tests.support.processes import (
    LONG,
    Program,
    browser_of,
    check_stored,
    people_play,
    running,
    wait_for_moves,
    wait_until_well,
)
from tests.support.server import Browser, Server
from tests.support.tables import BOT, play_a_little

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def serving(folder: Path, url: str, **environment: str) -> Program:
    return Program(folder, "serve", "--port", "0", "--database", url, **environment)


# --- logs


def test_logs_are_json_without_any_secret(url: str, tmp_path: Path) -> None:
    mailing = {"IMHOTEP_SMTP_HOST": "127.0.0.1", "IMHOTEP_SMTP_PORT": "1", "IMHOTEP_SMTP_FROM": "us@imhotep.example"}
    mailing |= {"IMHOTEP_SMTP_USER": "us", "IMHOTEP_SMTP_PASSWORD": "the-mail-password", "IMHOTEP_SMTP_TLS": "none"}
    program = serving(tmp_path, url, IMHOTEP_LOG_LEVEL="debug", **mailing)
    database = Database(url)
    secrets = ["sand and stone", "a wrong word", "merit@secret.example", "new stones", "the-mail-password"]
    with running(program):
        browser, other = browser_of(program), browser_of(program, "Nofret")
        account = {"name": "Merit", "password": "sand and stone", "mail": "merit@secret.example"}
        browser.post("/api/account", account)
        taken = other.http.post("/api/account", json=account)
        assert taken.json()["code"] == "taken"
        assert other.http.post("/api/sign-in", json={"name": "Merit", "password": "a wrong word"}).status_code == 403
        browser.post("/api/password/reset", {"mail": "merit@secret.example"})
        now = int(time.time() * 1000)
        merit = browser.get("/api/me")["id"]
        token = database.write_now(lambda connection: new_session(connection, merit, "reset", now))
        secrets.append(token)
        browser.post("/api/password/new", {"token": token, "password": "new stones"})
        again = other.http.post("/api/password/new", json={"token": token, "password": "new stones"})
        assert again.status_code == 403

        table = browser.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "link"}]})["table"]
        invitation = browser.get(f"/api/tables/{table}")["seats"][1]["invitation"]
        secrets.append(invitation)
        assert other.http.post(f"/api/tables/{table}/join", json={"invitation": "wrong"}).status_code == 400
        other.post(f"/api/tables/{table}/join", {"invitation": invitation})
        play_a_little(browser)
        for each in (browser, other):
            cookie = str(dict(each.http.cookies)["imhotep"])
            secrets += [cookie, cookie.partition(".")[0]]
        for path in (f"/nothing/{invitation}", f"/assets/{invitation}", f"/api/{invitation}", "/"):
            other.http.get(path, params={"token": invitation})
        other.http.post(f"/api/{invitation}", content=b"{", headers={"authorization": f"Bearer {invitation}"})
        stranger = connect(f"ws://127.0.0.1:{program.port}/api/live?token={invitation}")
        with stranger as talk, pytest.raises(ConnectionClosed):
            talk.recv(timeout=LONG)
        assert program.ask_to_end() == 0

    def stored(connection: Any) -> list[str]:
        tables = schema.tables.c
        found = [str(value) for row in connection.execute(select(tables.head, tables.salt)) for value in row]
        seeds = [line.partition(":")[2].strip() for head in found for line in head.splitlines() if "seed" in line]
        secret: bytes = connection.execute(select(schema.secrets.c.value)).scalar_one()
        return [*seeds, *(salt for salt in found if "\n" not in salt), secret.hex(), repr(secret)]

    secrets += [secret for secret in database.read_now(stored) if len(secret) > 7]
    database.close()
    text = program.errors.read_text()
    for secret in secrets:
        assert secret not in text, secret
    lines = program.log
    for line in lines:
        assert {"time", "level", "logger", "message"} <= line.keys()
    seen = {(line["method"], line["route"], line["status"]) for line in lines if line["logger"] == "imhotep.access"}
    assert {("POST", "/api/guest", 200), ("POST", "/api/tables/{table}/join", 200), ("GET", "/{path}", 404)} <= seen
    assert any(method == "WEBSOCKET" and route == "/api/live" for method, route, _ in seen)
    assert any(line["logger"].startswith("uvicorn") for line in lines)


@pytest.mark.parametrize("address", ["postgresql://merit:hidden-word@127.0.0.1:1/imhotep", "nonsense:hidden-word@/"])
def test_a_wrong_address_of_the_database_is_told_without_its_password(address: str) -> None:
    for command in (["serve", "--port", "0"], ["work"]):
        failed = run(*command, "--database", address)
        assert failed.returncode == 2
        assert failed.stderr.splitlines()[-1].startswith("imhotep: the database")
        assert "hidden-word" not in failed.stdout + failed.stderr


def test_what_others_say_is_cleaned() -> None:
    said = 'FATAL: postgresql://merit:pa@ss@db/x\nDETAIL:  Key (mail)=(merit@a.example) exists\n"a.b@c.example"'
    assert cleaned(said) == 'FATAL: postgresql://***@db/x\n\n"[mail]"'
    assert cleaned("token 23456789ABCDEFGHJKLMNPQRSTUVWXYZ!") == "token [token]!"
    assert cleaned("seed 340282366920938463463374607431768211455") == "seed [token]"
    assert cleaned("seed 34028236692093846346337") == "seed [number]"


# --- health and metrics


def test_health_asks_the_database(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    well = httpx.get(f"{server.address}/healthz")
    assert (well.status_code, well.json()["ok"]) == (200, True)

    def fail(_: Any) -> Any:
        raise StorageError("gone")

    def hang(_: Any) -> Any:
        time.sleep(3)

    for broken in (fail, hang):
        monkeypatch.setattr(server.services.database, "read_now", broken)
        ill = httpx.get(f"{server.address}/healthz", timeout=LONG)
        assert ill.status_code == 503
        assert ill.json()["problem"] == "the database isn't answering"


def measured(server: Server) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text = httpx.get(f"{server.address}/metrics", timeout=LONG).raise_for_status().text
    samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in samples}


@on_sqlite
def test_health_knows_whether_anything_can_be_stored(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading goes on where the disk is full or somebody else holds the lock of the file (M5)."""
    monkeypatch.setattr(operation, "FRESH", 0.0)
    healthy = httpx.get(f"{server.address}/healthz").json()
    assert (healthy["ok"], healthy["problem"]) == (True, None)
    assert healthy["written"] < LONG
    file = server.services.database.url.database
    assert file is not None

    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ill = httpx.get(f"{server.address}/healthz", timeout=LONG)
        assert (ill.status_code, ill.json()["problem"]) == (503, "the database takes too long to store anything")
        ill = httpx.get(f"{server.address}/healthz", timeout=LONG)  # the one before still waits
        assert (ill.status_code, ill.json()["problem"]) == (503, "the database takes too long to store anything")
        other.execute("ROLLBACK")
    wait_until_well(server.address)


@on_sqlite
def test_health_hears_of_a_full_disk_and_of_its_end(server: Server) -> None:
    database, full = server.services.database, {"disk": True}

    @event.listens_for(database.engine, "before_cursor_execute")
    def store(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if full["disk"] and statement.startswith(("INSERT", "UPDATE")):
            raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(StorageError, match="full"):
        database.write_now(lambda connection: beat(connection, 0))  # somebody's move, say
    ill = httpx.get(f"{server.address}/healthz")
    assert (ill.status_code, ill.json()["problem"]) == (503, "the database can't store anything")
    full["disk"] = False
    assert httpx.get(f"{server.address}/healthz").status_code == 200


@on_sqlite
def test_what_is_refused_for_its_own_sake_is_no_outage(server: Server) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(insert(schema.secrets).values(name="twice", value=b""))

    with pytest.raises(StorageError):
        server.services.database.write_now(twice)
    assert server.services.database.writing.problem is None


def test_metrics_tell_what_happened(server: Server) -> None:
    browser = Browser(server)
    play_a_little(browser)
    open_socket = browser.socket()
    open_socket.send(type="ping")
    open_socket.receive("pong")
    browser.http.post("/api/tables/none/commands", json={"id": "a", "entries": 0, "action": "move"})
    found = measured(server)

    def value(name: str, **labels: str) -> float:
        return found[f"imhotep_{name}", tuple(sorted(labels.items()))]

    def is_settled() -> bool:
        """The last move, or the bot's answer, may just be written."""
        moves = value("command_seconds_count", action="move", outcome="done")
        return moves >= 5 and value("commit_seconds_count") == value("commit_jobs_count")

    deadline = time.monotonic() + LONG
    while not is_settled():
        assert time.monotonic() < deadline, found
        found = measured(server)

    assert value("request_seconds_count", method="POST", route="/api/guest", status="200") == 1
    assert value("request_seconds_count", method="POST", route="/api/tables/{table}/commands", status="404") == 1
    assert value("command_seconds_count", action="move", outcome="done") == 5
    assert value("command_seconds_count", action="move", outcome="unknown") == 1
    assert value("command_seconds_count", action="bot_move", outcome="done") >= 1
    assert value("bot_seconds_count") >= 1
    assert value("commit_seconds_count") == value("commit_jobs_count") >= 6
    assert value("commit_jobs_sum") >= value("commit_jobs_count")
    assert value("connections") == 1
    assert value("messages_sent_total") >= 6
    assert value("slow_readers_dropped_total") == 0
    assert value("games_in_memory") == 1
    assert value("bot_questions") >= 0
    assert value("jobs", state="waiting") == 0
    assert value("waiting", what="bot_move") >= 0
    assert value("waiting", what="analysis") == value("waiting", what="bot_process") == 0
    open_socket.close()
    with pytest.raises(StorageError):
        server.services.database.write_now(
            lambda database: database.execute(schema.secrets.insert().values(name="signing", value=b""))
        )
    errors = [key for key in measured(server) if key[0] == "imhotep_database_errors_total"]
    assert len(errors) == 1


@on_sqlite
def test_metrics_are_for_this_machine_only(server: Server, url: str) -> None:
    for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
        refused = httpx.get(f"{server.address}/metrics", headers={name: "127.0.0.1"})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    open_to_all = Server(url, settings=Settings(metrics="any"))
    assert httpx.get(f"{open_to_all.address}/metrics", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 200
    open_to_all.stop()


# --- the end

HALF = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def test_asked_to_end_it_finishes_tells_everybody_and_loses_nothing(url: str, tmp_path: Path) -> None:
    program = serving(tmp_path, url)
    with running(program):
        port, browser = program.port, browser_of(program)
        program.arguments = (*program.arguments[:1], "--port", str(port), "--database", url)
        talk = browser.socket()
        talk.send(type="ping")
        talk.receive("pong", LONG)
        with people_play([program]) as players:
            for number in (signal.SIGTERM, signal.SIGINT):
                wait_for_moves(players, 10)
                assert program.ask_to_end(number) == 0
                program.start()
                wait_until_well(program.address)
            wait_for_moves(players, 10)
        with pytest.raises(ConnectionClosed) as closed:
            talk.receive("nothing", LONG)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        again = browser.socket()  # with the same cookie
        again.send(type="ping")
        again.receive("pong", LONG)
        again.close()
        assert program.ask_to_end() == 0
    check_stored(url, players)


@on_sqlite
def test_claims_of_bots_are_given_back(url: str, tmp_path: Path) -> None:
    program = serving(tmp_path, url)
    database = Database(url)

    def claimed(connection: Any) -> list[Any]:
        return list(connection.execute(select(schema.tables.c.claimed).where(schema.tables.c.claimed.is_not(None))))

    with running(program):
        browser = browser_of(program)
        for _ in range(3):
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "vizier"}] * 3]
            table = browser.post("/api/tables", {"seats": seats})["table"]
            state = browser.get(f"/api/tables/{table}/game")
            if state["view"]["moves"]:
                move = {"id": "a", "entries": 0, "action": "move", "text": state["view"]["moves"][0]["text"]}
                browser.post(f"/api/tables/{table}/commands", move)
        while not database.read_now(claimed):
            time.sleep(0.01)
        assert program.ask_to_end() == 0
    assert database.read_now(claimed) == []
    database.close()


@pytest.mark.slow
@on_sqlite
def test_clients_that_hang_hold_nobody_up(url: str, tmp_path: Path) -> None:
    program = serving(tmp_path, url)
    with running(program):
        slow = browser_of(program)
        cookie = f"imhotep={dict(slow.http.cookies)['imhotep']}"
        headers = {"cookie": cookie, "origin": program.address}
        table = slow.post("/api/tables", {"seats": [{"kind": "me"}, BOT, BOT, BOT]})["table"]
        hanging = connect(f"ws://127.0.0.1:{program.port}/api/live", additional_headers=headers, max_queue=1)
        with hanging as talk, socket.create_connection(("127.0.0.1", program.port)) as half:
            for _ in range(40):
                talk.send(json.dumps({"type": "watch", "table": table}))  # and never read
            half.sendall(HALF)
            time.sleep(0.2)
            assert program.ask_to_end() == 0


@on_sqlite
def test_a_second_signal_ends_it_at_once(url: str, tmp_path: Path) -> None:
    program = serving(tmp_path, url)
    with running(program), socket.create_connection(("127.0.0.1", program.port)) as half:
        half.sendall(HALF)
        time.sleep(0.2)
        program.process.send_signal(signal.SIGTERM)  # it waits for the request
        assert program.ask_to_end(signal.SIGINT) in (128 + signal.SIGTERM, 128 + signal.SIGINT)


# --- proxies


def guests(program: Program, count: int) -> list[int]:
    """Each says that it comes from elsewhere."""
    with httpx.Client(base_url=program.address, timeout=LONG) as http:
        return [
            http.post("/api/guest", json={}, headers={"x-forwarded-for": f"10.0.{number}.1"}).status_code
            for number in range(count)
        ]


@pytest.mark.slow
@on_sqlite
def test_only_a_trusted_proxy_is_believed(url: str, tmp_path: Path) -> None:
    near = serving(tmp_path, url)
    with running(near):
        assert set(guests(near, 80)) == {200}
        secure = httpx.post(f"{near.address}/api/guest", json={}, headers={"x-forwarded-proto": "https"})
        assert "secure" in secure.headers["set-cookie"].lower()
    for trusted in ("", "10.1.2.3"):
        far = serving(tmp_path, url, IMHOTEP_TRUSTED_PROXIES=trusted)
        with running(far):
            plain = httpx.post(f"{far.address}/api/guest", json={}, headers={"x-forwarded-proto": "https"})
            assert "secure" not in plain.headers["set-cookie"].lower()
            assert set(guests(far, 80)) == {200, 429}


def test_a_proxy_is_an_address() -> None:
    wrong = run("serve", "--show-config", IMHOTEP_TRUSTED_PROXIES="127.0.0.1, everybody")
    assert (wrong.returncode, "everybody" in wrong.stderr) == (2, True)


# --- one process for an SQLite file


@on_sqlite
def test_an_sqlite_file_has_one_server(url: str, tmp_path: Path) -> None:
    program = serving(tmp_path, url)
    file = Path(make_url(url).database or "")
    with running(program):
        second = started("serve", "--port", "0", "--database", url)
        assert second.returncode == 2
        assert "another server is using" in second.stderr
        assert program.address in second.stderr
        assert address_of(file).rstrip("/") == program.address
        with pytest.raises(InUseError):
            Lock(file)
    Lock(file).release()  # it was killed


@on_sqlite
def test_a_database_of_two_names_is_refused(url: str, tmp_path: Path) -> None:
    """Each of them would be locked for itself."""
    file, other = Path(make_url(url).database or ""), tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    other.hardlink_to(file)
    for name in (file, other):
        refused = started("serve", "--port", "0", "--database", f"sqlite:///{name}")
        assert (refused.returncode, "hard link" in refused.stderr) == (2, True)
    other.unlink()
    Lock(file).release()


@on_sqlite
def test_workers_need_postgresql(url: str) -> None:
    refused = run("work", "--database", url)
    assert (refused.returncode, "needs PostgreSQL" in refused.stderr) == (2, True)


# --- imhotep play


def test_play_opens_the_browser_once_there_is_a_server(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    home = {"XDG_DATA_HOME": str(tmp_path), "BROWSER": str(browser), "IMHOTEP_DATABASE": "sqlite:///elsewhere.db"}
    home["IMHOTEP_CLIENT"] = str(tmp_path / "none")
    program = Program(tmp_path, "play", **home)
    with running(program):
        while not opened.exists():
            time.sleep(0.05)
        assert opened.read_text().split() == [f"{program.address}/"]
        assert (tmp_path / "imhotep" / "imhotep.db").exists()
        assert "no browser client" in httpx.get(program.address).text
        again = started("play", **home)
        assert (again.returncode, again.stdout.strip()) == (0, program.said)
        assert opened.read_text().split() == [f"{program.address}/"] * 2
        quiet = started("play", "--no-browser", **home)
        assert (quiet.returncode, quiet.stdout.strip()) == (0, program.said)
        assert len(opened.read_text().split()) == 2
        assert program.ask_to_end(signal.SIGINT) == 0


def test_play_needs_no_browser(tmp_path: Path) -> None:
    nowhere = {"XDG_DATA_HOME": str(tmp_path), "BROWSER": "/nothing/there"}
    program = Program(tmp_path, "play", "--port", "0", **nowhere)
    with running(program):
        assert httpx.get(program.address).status_code == 200
        assert program.ask_to_end() == 0


# --- pages


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>imhotep</title>")
    (folder / "assets" / "index-0a1B2c3D.js").write_text("play()")
    (folder / "assets" / "index-0a1B2c3D.js.gz").write_bytes(gzip.compress(b"play()"))
    (folder / "assets" / "index-0a1B2c3D.js.br").write_bytes(b"as if by brotli")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not to be read")
    monkeypatch.setattr(pages, "CLIENT", folder)
    return folder


@on_sqlite
def test_the_client_s_files_are_served(client: Path, server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"accept-encoding": "identity"}) as http:
        start = http.get("/")
        assert (start.status_code, start.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert start.headers["cache-control"] == "no-cache"
        assert "default-src 'self'" in start.headers["content-security-policy"]
        assert http.get("/", headers={"if-none-match": start.headers["etag"]}).status_code == 304
        assert http.head("/").content == b""
        assert http.get("/tables/abc").text == start.text
        script = http.get("/assets/index-0a1B2c3D.js")
        assert (script.text, script.headers["content-type"]) == ("play()", "text/javascript; charset=utf-8")
        assert "immutable" in script.headers["cache-control"]
        packed = http.get("/assets/index-0a1B2c3D.js", headers={"accept-encoding": "gzip"})
        assert (packed.headers["content-encoding"], packed.text) == ("gzip", "play()")
        with http.stream("GET", "/assets/index-0a1B2c3D.js", headers={"accept-encoding": "gzip, br;q=0.5"}) as best:
            assert best.headers["content-encoding"] == "br"
        refused = http.get("/assets/index-0a1B2c3D.js", headers={"accept-encoding": "br;q=0, gzip;q=0.0"})
        assert "content-encoding" not in refused.headers
        assert http.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        for path in ("/assets/none.js", "/assets/index-0a1B2c3D.js.gz", "/api/none", "/schema/none", "/healthz/none"):
            assert http.get(path).status_code == 404
        assert http.post("/tables/abc").status_code == 405


@on_sqlite
@pytest.mark.parametrize("path", ["../secret.txt", "%2e%2e/secret.txt", "assets/..%2f..%2fsecret.txt"])
def test_nothing_else_is_served(client: Path, server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        raw.settimeout(LONG)
        answer = b"".join(iter(lambda: raw.recv(65_536), b""))
    assert b"not to be read" not in answer
    assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 404", b"HTTP/1.1 400"))


@on_sqlite
def test_without_a_client_a_page_says_so(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "CLIENT", tmp_path / "none")
    page = httpx.get(server.address)
    assert "no browser client" in page.text
    assert "/schema/openapi.json" in page.text
    assert httpx.get(f"{server.address}/schema/openapi.json").status_code == 200
    assert httpx.get(f"{server.address}/tables/abc").status_code == 404


# --- backup and restore


@pytest.mark.slow
def test_a_backup_made_while_people_play_can_be_gone_on_with(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    programs = {"PATH": f"{postgresql_programs()}:{os.environ['PATH']}"}
    program = serving(tmp_path, url)
    with running(program):
        with people_play([program]) as players:
            wait_for_moves(players, 20)
            acknowledged = [dict(player.stored) for player in players]
            made = started("backup", str(copy), "--database", url, **programs)
            assert made.returncode == 0, made.stderr
            wait_for_moves(players, 20)
        again = started("backup", str(copy), "--database", url, **programs)
        assert (again.returncode, "--force" in again.stderr) == (2, True)
        busy = started("restore", str(copy), "--database", url, "--force", **programs)
        used = "another server" if url.startswith("sqlite") else "are using this database"
        assert (busy.returncode, used in busy.stderr) == (2, True)
        cookies = [dict(player.http.cookies) for player in players]
    assert copy.stat().st_mode & 0o777 == 0o600

    refused = started("restore", str(copy), "--database", url, **programs)
    assert (refused.returncode, "--force" in refused.stderr) == (2, True)
    done = started("restore", str(copy), "--database", url, "--force", **programs)
    assert done.returncode == 0, done.stderr
    check_stored(url, players, acknowledged)
    with running(program):
        for cookie, stored in zip(cookies, acknowledged, strict=True):
            with httpx.Client(base_url=program.address, cookies=cookie, timeout=LONG) as http:
                for table in {table for table, _ in stored}:
                    go_on(http, table)


def go_on(http: httpx.Client, table: str) -> None:
    state = http.get(f"/api/tables/{table}/game").raise_for_status().json()
    while not state["over"] and not state["view"]["moves"]:
        state = http.get(f"/api/tables/{table}/game").json()
    if not state["over"]:
        command = {"id": "after", "entries": state["entries"], "action": "move"}
        command["text"] = state["view"]["moves"][0]["text"]
        http.post(f"/api/tables/{table}/commands", json=command).raise_for_status()


@on_sqlite
def test_files_may_be_named_from_where_one_is(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ("backup", "copy", "--database", url),
        ("restore", "copy", "--database", "sqlite:///new.db"),
        ("backup", "again", "--database", "sqlite:///new.db"),
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "again").stat().st_size > 0


@on_sqlite
def test_what_is_no_backup_is_refused(url: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path / 'new.db'}"
    copy = tmp_path / "copy"
    assert run("backup", str(copy), "--database", url).returncode == 0
    damaged = tmp_path / "damaged"
    damaged.write_bytes(copy.read_bytes()[:20_000])
    other = tmp_path / "other"
    other.write_text("no database")
    for wrong in (damaged, other, tmp_path / "none"):
        refused = run("restore", str(wrong), "--database", target)
        assert refused.returncode == 2, wrong
        assert refused.stderr.startswith("imhotep: ")
        assert not (tmp_path / "new.db").exists()
    nothing = run("backup", str(tmp_path / "b"), "--database", target)
    assert (nothing.returncode, "there is no database" in nothing.stderr) == (2, True)
    assert run("restore", str(copy), "--database", target).returncode == 0
    assert sorted(path.name for path in tmp_path.glob("new.db*")) == ["new.db", "new.db.lock"]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_without_pg_dump_it_is_told_what_to_run(url: str, tmp_path: Path) -> None:
    failed = run("backup", str(tmp_path / "copy"), "--database", url, PATH=str(tmp_path))
    assert failed.returncode == 2
    assert "run: pg_dump --format=custom" in failed.stderr
    assert list(tmp_path.glob("copy*")) == []
