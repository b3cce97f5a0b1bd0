"""Others who are a nuisance, and all that is stored of oneself."""

import io
import json
import zipfile
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from imhotep.server.people.limits import LIMITS
from imhotep.server.storage import schema
from imhotep.table.record import load
from tests.support.server import Browser, Server

PASSWORD = "sand and stone"


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["message"]


def id_of(browser: Browser) -> str:
    return str((browser.me or {})["id"])


def at_a_table(server: Server) -> tuple[Browser, Browser, str]:
    mine, other = Browser(server), Browser(server, "Nofret")
    table = mine.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    other.post(f"/api/tables/{table}/join", {})
    return mine, other, table


def stored(server: Server) -> list[dict[str, Any]]:
    query = select(schema.reports)
    return [dict(row) for row in server.services.database.read_now(lambda db: db.execute(query).mappings().all())]


# --- reports


@pytest.mark.both_databases
def test_a_line_is_reported_with_what_it_says(server: Server) -> None:
    mine, other, table = at_a_table(server)
    other.post(f"/api/tables/{table}/chat", {"text": "something rude"})
    given = {"person": id_of(other), "reason": "chat", "text": "please look", "table": table, "line": 1}
    mine.post("/api/reports", given)
    [report] = stored(server)
    assert (report["reporter"], report["person"], report["quote"]) == (id_of(mine), id_of(other), "something rude")
    assert (report["reason"], report["text"], report["settled"]) == ("chat", "please look", None)
    mine.post("/api/reports", given | {"text": "again"})
    assert [each["text"] for each in stored(server)] == ["again"]  # one report of one thing
    other.post("/api/me/delete", {})
    assert [each["quote"] for each in stored(server)] == [None]
    mine.post("/api/me/delete", {})
    assert [each["text"] for each in stored(server)] == [""]


def test_what_can_t_be_reported(server: Server) -> None:
    mine, other, table = at_a_table(server)
    third = Browser(server, "Ipuy")
    mine.post(f"/api/tables/{table}/chat", {"text": "my own line"})

    def report(**given: Any) -> httpx.Response:
        return mine.http.post("/api/reports", json={"person": id_of(other), "reason": "chat"} | given)

    refused(report(person=id_of(mine)), 400, "bad_report")
    refused(report(person="nobody"), 404, "unknown")
    refused(report(table="nowhere"), 404, "unknown")
    refused(report(table=table, line=1), 404, "unknown")  # somebody else's
    refused(report(table=table, line=7), 404, "unknown")
    refused(report(line=1), 400, "bad_report")
    refused(report(person=id_of(third), table=table), 404, "unknown")
    refused(report(reason="because"), 400, "bad_request")
    refused(report(text="x" * 1001), 400, "bad_request")
    refused(report(text="\x00"), 400, "bad_text")
    refused(Browser(server, "").http.post("/api/reports", json={"person": "x", "reason": "chat"}), 401, "not_signed_in")
    assert stored(server) == []
    while (answer := report(text="over and over")).status_code == 204:
        pass
    refused(answer, 429, "too_many")
    assert len(stored(server)) == 1
    assert LIMITS["report"].times >= 10


# --- blocks reach invitations


def test_who_is_blocked_gets_no_seat_at_one_s_tables(server: Server) -> None:
    mine, other = Browser(server), Browser(server, "Nofret")
    mine.post("/api/me/blocks", {"person": id_of(other)})
    table = mine.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    refused(other.http.post(f"/api/tables/{table}/join", json={}), 400, "no_seat")
    linked = mine.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "link"}]})["table"]
    link = mine.get(f"/api/tables/{linked}")["seats"][1]["invitation"]
    refused(other.http.post(f"/api/tables/{linked}/join", json={"invitation": link}), 400, "no_seat")
    mine.http.delete(f"/api/me/blocks/{id_of(other)}")
    other.post(f"/api/tables/{table}/join", {})


def test_who_is_blocked_keeps_no_seat_for_one(server: Server) -> None:
    mine, other, table = at_a_table(server)
    entries = mine.get(f"/api/tables/{table}/game")["entries"]
    mine.post(f"/api/tables/{table}/commands", {"id": "r", "entries": entries, "action": "resign"})
    mine.post("/api/me/blocks", {"person": id_of(other)})
    again = other.post(f"/api/tables/{table}/again")["table"]
    assert [seat["wanted"] for seat in other.get(f"/api/tables/{again}")["seats"]] == [None, None]
    assert again not in [each["id"] for each in mine.get("/api/me/tables?which=open")]


# --- one's own data


def archive_of(browser: Browser) -> zipfile.ZipFile:
    answer = browser.http.get("/api/me/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="imhotep.zip"'
    return zipfile.ZipFile(io.BytesIO(answer.content))


def read(archive: zipfile.ZipFile, name: str) -> Any:
    return json.loads(archive.read(name))


@pytest.mark.both_databases
def test_all_that_is_stored_of_somebody_is_in_the_archive(server: Server) -> None:
    mine, other, running = at_a_table(server)
    mine.post("/api/account", {"name": "Merit", "password": PASSWORD, "mail": "merit@example.org"})
    mine.post(f"/api/tables/{running}/chat", {"text": "well met"})
    other.post(f"/api/tables/{running}/chat", {"text": "not yours"})
    duel = {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    over = mine.post("/api/tables", duel)["table"]
    mine.post(f"/api/tables/{over}/commands", {"id": "r", "entries": 0, "action": "resign"})
    third = Browser(server, "Ipuy")
    mine.post("/api/me/blocks", {"person": id_of(third)})
    bot = mine.post("/api/me/bots", {"name": "Ptah"})
    mine.post("/api/reports", {"person": id_of(other), "reason": "play", "text": "slow"})

    archive = archive_of(mine)
    account = read(archive, "account.json")
    assert (account["name"], account["new_mail"], account["mails"]) == ("Merit", "merit@example.org", False)
    assert account["blocks"] == {id_of(third): "Ipuy"}
    assert [each["name"] for each in account["bots"]] == ["Ptah"]
    assert [each["current"] for each in account["sessions"]] == [True]
    assert [each["text"] for each in account["reports"]] == ["slow"]
    assert account["ratings"]["duel:2"]["games"] == 1
    assert [line["text"] for line in read(archive, "chat.json")] == ["well met"]
    tables = {table["id"]: table for table in read(archive, "tables.json")}
    assert (tables[over]["state"], tables[running]["state"]) == ("over", "running")
    assert tables[running]["your_seats"] == [0]
    assert [name for name in archive.namelist() if name.startswith("games/")] == [f"games/{over}.imh"]
    record = archive.read(f"games/{over}.imh").decode()
    assert record == mine.http.get(f"/api/tables/{over}/record").text
    assert load(record).is_over
    everything = b"".join(archive.read(name) for name in archive.namelist()).decode()
    for secret in ("argon2", bot["token"], "not yours", "seed: " + "x"):
        assert secret not in everything
    assert "Nofret" not in json.dumps(account)


def test_an_archive_is_one_s_own_and_not_for_every_minute(server: Server) -> None:
    refused(Browser(server, "").http.get("/api/me/export"), 401, "not_signed_in")
    guest = Browser(server)
    assert read(archive_of(guest), "tables.json") == []
    while (answer := guest.http.get("/api/me/export")).status_code == 200:
        pass
    refused(answer, 429, "too_many")
