"""Who people seem to be: nobody without an account goes by the name of one, and no name is empty to look at."""

import pytest

from tests.support.server import Browser, Server
from tests.support.tables import refused

PASSWORD = "sand and stone"


def test_a_guest_has_nobody_else_s_name(server: Server) -> None:
    merit, guest, anybody = Browser(server, "Merit"), Browser(server, "Nofret"), Browser(server, "")
    merit.post("/api/account", {"name": "Merit", "password": PASSWORD})
    for name in ("Merit", "  merit ", "MERIT", "\uff2derit", "Merit\ufe0f"):
        refused(anybody, "/api/guest", 400, "taken", json={"name": name})
        answer = guest.http.patch("/api/me", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "taken"), name
        refused(merit, "/api/me/bots", 400, "taken", json={"name": name})
    assert merit.http.patch("/api/me", json={"name": "MERIT"}).json()["name"] == "MERIT"
    assert guest.http.patch("/api/me", json={"name": "nofret"}).json()["name"] == "nofret"


def test_who_gives_no_name_is_always_let_in(server: Server) -> None:
    refused(Browser(server), "/api/account", 400, "taken", json={"name": "guest", "password": PASSWORD})
    assert Browser(server, "").post("/api/guest", {})["name"] == "Guest"


@pytest.mark.parametrize("name", ["\u3164", "a\u3164b", "\u2800", "\u115f", "\uffa0", "\u034f", "\u0301", "\ufe0f"])
def test_names_that_look_empty(server: Server, name: str) -> None:
    refused(Browser(server, ""), "/api/guest", 400, "bad_name", json={"name": name})


@pytest.mark.parametrize(
    "name", ["\u00c9lo\u00efse", "Ne\u0301fret", "\u30cd\u30d5\u30a7\u30eb", "Merit \u2764\ufe0f", "\U0001f40d", "-"]
)
def test_names_that_do_not(server: Server, name: str) -> None:
    assert Browser(server, "").post("/api/guest", {"name": name})["name"] == name
