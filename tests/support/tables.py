"""Tables of a server as people have them: begun, played at, ended, analysed; over real connections."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from imhotep.table.game import Game, new_game
from tests.support.server import Browser

SIMS = 50

BOT = {"kind": "bot", "bot": "random"}

LONG = 60.0  # seconds; only to end a test that hangs


def played(game: str = "duel", players: int = 2, seed: int = 1, moves: int = 1000, **given: Any) -> Game:
    """Somebody's game from elsewhere, with a decision taken back."""
    found, chance = new_game(game, players, seed=seed, **given), random.Random(seed)
    for number in range(moves):
        if found.is_over:
            break
        found.play(chance.choice(found.legal_moves()))
        if number == 5:
            found.undo(by_consent=True)
    return found


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def bring(browser: Browser, game: Game, public: bool = False) -> str:
    table: str = browser.post("/api/records", {"record": game.record(), "public": public})["table"]
    return table


def refused(browser: Browser, path: str, status: int, code: str, **asked: Any) -> Any:
    answer = browser.http.request("POST" if "json" in asked else "GET", path, **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    return answer.json()


def begin(browsers: list[Browser], **offer: Any) -> str:
    seats = [{"kind": "me"}, *[{}] * (len(browsers) - 1)]
    table: str = browsers[0].post("/api/tables", {"game": "duel", "seats": seats, **offer})["table"]
    for browser in browsers[1:]:
        browser.post(f"/api/tables/{table}/join", {})
    return table


def decide(browsers: list[Browser], table: str) -> None:
    """Whoever is to decide does anything."""
    for browser in browsers:
        state = browser.get(f"/api/tables/{table}/game")
        if state["view"]["moves"]:
            move, entries = state["view"]["moves"][0]["text"], state["entries"]
            command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
            browser.post(f"/api/tables/{table}/commands", command)
            return
    raise AssertionError


def resign(browser: Browser, table: str) -> None:
    entries = browser.get(f"/api/tables/{table}/game")["entries"]
    browser.post(f"/api/tables/{table}/commands", {"id": "r", "entries": entries, "action": "resign"})


def until(what: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def order(browser: Browser, table: str, **wish: Any) -> str:
    answer = browser.http.post(f"/api/tables/{table}/analysis", json=wish)
    assert answer.status_code == 202, answer.text
    job: str = answer.json()["job"]
    return job


def ended(browser: Browser, job: str) -> Any:
    def look() -> Any:
        found = browser.get(f"/api/jobs/{job}")
        return found if found["state"] in ("done", "failed") else None

    return until(look)


def against_bots(browser: Browser, game: str = "duel", **more: Any) -> str:
    """A table of one's own at which it is one's turn."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table: str = browser.post("/api/tables", {"game": game, "seats": seats, **more})["table"]
    until(lambda: browser.get(f"/api/tables/{table}/game")["view"]["moves"])
    return table


def decide_against_bots(browser: Browser, table: str) -> None:
    decide([browser], table)
    until(lambda: browser.get(f"/api/tables/{table}/game")["view"]["moves"])


def play_a_little(browser: Browser, decisions: int = 5) -> str:
    """Against a bot, over the WebSocket."""
    table: str = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, BOT]})["table"]
    talk, chance = browser.socket(), random.Random(1)
    talk.send(type="watch", table=table)
    while decisions:
        state = talk.receive("table", LONG)
        if state["view"]["moves"]:
            move = chance.choice(state["view"]["moves"])["text"]
            command = {"id": str(state["entries"]), "entries": state["entries"], "action": "move", "text": move}
            talk.send(type="do", table=table, command=command)
            decisions -= 1
    talk.receive("done", LONG)
    talk.close()
    return table
