"""Bots from outside: tokens, what they may do, and the example as real processes."""

import re
import subprocess
import sys
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from imhotep.server.clock import DAY
from imhotep.server.people.accounts import MOST_BOTS
from tests.support.paths import ROOT
from tests.support.server import Browser, FakeClock, Server, Socket

EXAMPLE = ROOT / "examples" / "outside_bot.py"
PATIENCE = 120  # seconds


def owner(server: Server, name: str = "Merit") -> Browser:
    browser = Browser(server, name)
    browser.post("/api/account", {"name": name, "password": "sand and stone"})
    return browser


def new_bot(browser: Browser, name: str) -> dict[str, str]:
    made = browser.post("/api/me/bots", {"name": name})
    assert isinstance(made, dict)
    return made


def with_token(server: Server, token: str) -> httpx.Client:
    return httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {token}"})


def start(server: Server, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(EXAMPLE), server.address, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_example_plays_a_whole_game_against_itself(server: Server) -> None:
    browser = owner(server)
    bots = [new_bot(browser, "Ptah"), new_bot(browser, "Seshat")]
    first = start(server, bots[0]["token"])
    assert first.stdout is not None
    table = first.stdout.readline().strip()
    second = start(server, bots[1]["token"], table)
    for process in (first, second):
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
    info = browser.get(f"/api/tables/{table}")
    assert info["state"] == "over"
    assert [seat["person"] for seat in info["seats"]] == [bot["id"] for bot in bots]
    assert [seat["left"] for seat in info["seats"]] == [None, None]
    assert info["unrated"] is None

    board = browser.get("/api/ratings?game=duel&players=2")
    assert {line["name"]: line["bot"] for line in board} == {"Ptah": True, "Seshat": True}
    profile = browser.get(f"/api/people/{bots[0]['id']}")
    assert profile["is_bot"] is True
    assert profile["owner"] == (browser.me or {})["id"]
    assert profile["ratings"]["duel:2"]["games"] == 1


def test_the_example_says_why_it_stops(server: Server) -> None:
    token = new_bot(owner(server), "Ptah")["token"]
    process = start(server, token, "nowhere")
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0
    assert "404" in errors


def test_the_document_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "outside-bots.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```py\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert shown == [EXAMPLE.read_text(encoding="utf-8")]


def test_a_token_is_shown_once_and_stored_nowhere(server: Server) -> None:
    browser = owner(server)
    made = new_bot(browser, "Ptah")
    listed = browser.get("/api/me/bots")
    assert [(bot["id"], bot["name"]) for bot in listed] == [(made["id"], "Ptah")]
    assert made["token"] not in str(listed)
    bot = with_token(server, made["token"])
    me = bot.get("/api/me").json()
    assert (me["id"], me["name"], me["is_bot"], me["account"]) == (made["id"], "Ptah", True, False)
    assert Browser(server, "Nofret").get("/api/me/bots") == []


def test_only_accounts_have_bots_and_only_a_few(server: Server) -> None:
    def refused(client: httpx.Client, status: int, code: str, name: str = "Ptah") -> None:
        answer = client.post("/api/me/bots", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    refused(Browser(server).http, 403, "no_account")
    refused(Browser(server, "").http, 401, "not_signed_in")
    browser = owner(server)
    refused(browser.http, 400, "bad_name", "  ")
    bots = [new_bot(browser, f"Bot {number}") for number in range(MOST_BOTS)]
    refused(browser.http, 400, "too_many_bots")
    refused(with_token(server, bots[0]["token"]), 403, "no_account")  # a bot has none of its own
    assert browser.http.delete(f"/api/me/bots/{bots[0]['id']}").status_code == 204
    new_bot(browser, "Another")


def test_a_bot_is_no_way_to_an_account(server: Server) -> None:
    bot = with_token(server, new_bot(owner(server), "Ptah")["token"])
    answer = bot.post("/api/account", json={"name": "Ptah", "password": "sand and stone"})
    assert (answer.status_code, answer.json()["code"]) == (400, "is_bot")
    answer = bot.patch("/api/me", json={"password": "sand and stone"})
    assert (answer.status_code, answer.json()["code"]) == (400, "no_account")
    answer = bot.patch("/api/me", json={"name": "Ptah the Second"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Ptah the Second")


def test_a_deleted_bot_is_let_in_no_more_and_others_finish(server: Server) -> None:
    browser, guest = owner(server), Browser(server, "Nofret")
    made = new_bot(browser, "Ptah")
    bot = with_token(server, made["token"])
    table = guest.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    assert bot.post(f"/api/tables/{table}/join", json={}).json() == {"seat": 1}
    socket = Socket(server, {"authorization": f"Bearer {made['token']}"})
    socket.send(type="watch", table=table)
    socket.receive("table")

    assert Browser(server, "Somebody").http.delete(f"/api/me/bots/{made['id']}").status_code == 404
    assert browser.http.delete(f"/api/me/bots/{made['id']}").status_code == 204
    assert browser.http.delete(f"/api/me/bots/{made['id']}").status_code == 404
    with pytest.raises(ConnectionClosed):
        socket.receive("nothing more")
    assert bot.get("/api/me").status_code == 401
    assert browser.get("/api/me/bots") == []
    info = guest.get(f"/api/tables/{table}")
    assert (info["state"], info["result"]["winners"]) == ("over", [0])
    assert info["seats"][1]["name"] == "a former player"


def test_a_token_is_for_the_header_and_a_cookie_for_browsers(server: Server) -> None:
    browser = owner(server)
    token = new_bot(browser, "Ptah")["token"]
    cookie = browser.http.cookies["imhotep"].partition(".")[0]
    for stolen in (cookie, browser.http.cookies["imhotep"], "x" * 5_000, token[:-1]):
        assert with_token(server, stolen).get("/api/me").status_code == 401
    assert httpx.get(f"{server.address}/api/me", cookies={"imhotep": token}).status_code == 401
    elsewhere = {"origin": "https://elsewhere.example"}
    answer = with_token(server, token).post("/api/tables", json={}, headers=elsewhere)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    with pytest.raises(ConnectionClosed):
        Socket(server, {"authorization": "Bearer nonsense"}).receive("pong")
    socket = Socket(server, {"authorization": f"Bearer {token}"})  # bots send no origin
    socket.send(type="ping")
    socket.receive("pong")
    socket.close()


def test_tokens_outlast_browsers(url: str) -> None:
    clock: Any = FakeClock()
    server = Server(url, clock)
    try:
        browser = owner(server)
        bot = with_token(server, new_bot(browser, "Ptah")["token"])
        clock.time += 1000 * DAY
        assert browser.http.get("/api/me").status_code == 401
        assert bot.get("/api/me").status_code == 200
        clock.time += 3000 * DAY
        assert bot.get("/api/me").status_code == 401
    finally:
        server.stop()
