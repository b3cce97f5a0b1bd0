"""Values that people bring to a table: read where nobody waits, and told only to who asks for them."""

import hashlib
import threading
import tomllib
from typing import Any

import pytest
from sqlalchemy import func, select

from imhotep.server.storage import schema
from imhotep.table.editions import LARGEST_EDITION, built_in_text
from imhotep.table.games import rules_of
from tests.support.server import Browser, Server
from tests.support.tables import begin, bring, decide, played, refused, resign

OWN = built_in_text("duel").replace('edition = "duel"', 'edition = "ours"').replace("version = 1", "version = 3")
SEATS = [{"kind": "me"}, {}]


def other(name: str) -> str:
    return OWN.replace('edition = "ours"', f'edition = "{name}"')


def offer(text: str, **more: Any) -> dict[str, Any]:
    return {"game": "duel", "editions": [text], "seats": SEATS, **more}


def test_a_text_is_told_once_and_to_who_asks_for_it(server: Server) -> None:
    host, guest, anybody = Browser(server, "Host"), Browser(server, "Guest"), Browser(server, "")
    table = begin([host, guest], editions=[OWN])
    waiting = host.post("/api/tables", offer(OWN))["table"]
    assert built_in_text("duel").replace("\r", "") != OWN
    lobby = host.socket()
    lobby.send(type="watch_lobby")
    lobby.send(type="watch", table=table)
    seen = [
        host.get("/api/tables"),
        host.get("/api/tables?which=running"),
        host.get("/api/me/tables"),
        anybody.get(f"/api/tables/{table}"),
        lobby.receive("lobby"),
        lobby.receive("room"),
    ]
    lobby.close()
    line = next(line for line in OWN.splitlines() if line.startswith("title"))
    assert not any(line.partition("=")[2].strip(' "') in str(found) for found in seen)
    told = {"box": "duel", "name": "ours", "version": 3, "hash": hashlib.sha256(OWN.encode()).hexdigest()}
    assert anybody.get(f"/api/tables/{table}")["offer"]["editions"] == [told]
    assert host.get("/api/tables")[0]["id"] == waiting
    answer = anybody.http.get(f"/api/editions/{told['hash']}")
    assert (answer.text, answer.headers["content-type"]) == (OWN, "text/plain; charset=utf-8")
    refused(anybody, "/api/editions/none", 404, "unknown")
    count = select(func.count()).select_from(schema.editions)
    assert server.services.database.read_now(lambda connection: connection.execute(count).scalar()) == 1
    decide([host, guest], table)
    resign(host, table)
    again = host.post(f"/api/tables/{table}/again")["table"]
    guest.post(f"/api/tables/{again}/join", {})
    assert anybody.get(f"/api/tables/{again}")["offer"]["editions"] == [told]
    record = host.http.get(f"/api/tables/{table}/record").text
    copied = anybody_with(server).post("/api/records", {"record": record})["table"]
    assert anybody.get(f"/api/tables/{copied}")["offer"]["editions"] == [told]
    on = host.post(f"/api/tables/{table}/play-on", {"entries": 1})["table"]
    assert anybody.get(f"/api/tables/{on}")["offer"]["editions"] == [told]


def anybody_with(server: Server) -> Browser:
    return Browser(server, "Somebody")


@pytest.mark.parametrize("kind", ["opened", "joined", "wrong"])
def test_no_text_is_read_where_others_wait(server: Server, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Neither where jobs are written nor in the event loop."""
    host, guest = Browser(server, "Host"), Browser(server, "Guest")
    text = other(kind)
    table = host.post("/api/tables", offer(text))["table"] if kind == "joined" else ""
    loads, threads = tomllib.loads, []

    def noted(text: str, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return loads(text, **more)

    monkeypatch.setattr(tomllib, "loads", noted)
    if kind == "opened":
        host.post("/api/tables", offer(text))
        assert threads
    elif kind == "joined":
        guest.post(f"/api/tables/{table}/join", {})
    else:
        refused(host, "/api/tables", 400, "bad_table", json=offer(text + "\nnonsense"))
        assert threads
    assert "writer" not in threads
    assert server.thread not in threads


@pytest.mark.parametrize(
    "text",
    [
        OWN + "#" + "x" * LARGEST_EDITION,
        OWN + "# " + "\u00e9" * 900 + "\n" + ("# " + "\u00e9" * 900 + "\n") * 9,  # of few letters, but many bytes
        OWN + "\n".join(f"[z{number}{'.a' * 90}]" for number in range(40)),
        OWN + "x = " + "[1, " * 100,
        OWN + "\n".join(f"k{number} = 1" for number in range(1_001)),
    ],
    ids=["long", "many bytes", "deep names", "deep arrays", "many values"],
)
def test_a_text_that_is_too_much_is_refused(server: Server, text: str) -> None:
    host = Browser(server)
    answer = host.http.post("/api/tables", json=offer(text))
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad_table", "bad_request")
    assert len(answer.json()["message"]) < 200
    assert host.get("/api/tables") == []


def test_a_record_brings_its_edition(server: Server) -> None:
    browser = Browser(server)
    game = played(edition=rules_of("duel").read_edition(OWN, "edition"))
    info = browser.get(f"/api/tables/{bring(browser, game)}")
    assert [edition["name"] for edition in info["offer"]["editions"]] == ["ours"]
