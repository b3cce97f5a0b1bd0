"""A finished game played on from any position, at a new table against bots; on both databases."""

import random
import time
from typing import Any

import pytest

from imhotep.server.errors import Refused
from imhotep.server.tables.branch import Wish, branch
from imhotep.table.fairness import new_salt, promise_of, verify
from imhotep.table.game import Game, new_game
from imhotep.table.record import load
from tests.support.server import Browser, Server

OLD_NAMES = ["Somebody", "Anybody", "Nobody"]


def played(game: str, players: int, moves: int = 1000, seed: int = 1) -> Game:
    """A promised game with what may happen in one beside moves: taking back, a clock, a comment, leaving."""
    chance, salt = random.Random(seed), new_salt()
    found = new_game(game, players, seed=seed, names=OLD_NAMES[:players], promise=promise_of(seed, salt), salt=salt)
    for number in range(moves):
        if found.is_over:
            break
        found.play(chance.choice(found.legal_moves()), clock=900.0 - number, comment="said Anybody")
        if number == 5:
            found.undo(by_consent=True)
        if number == 20 and players > 2:
            found.resign(1)
            found.take_over(1, "Stand-in")
    return found


def position(game: Game) -> list[Any]:
    """All that everybody sees of it, but for names."""
    views = [game.view(seat) for seat in (None, *range(game.players))]
    return [[(view.seats[seat].score, view.decider, view.moves) for seat in range(game.players)] for view in views]


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("builder", 3)])
def test_a_branch_begins_where_the_old_game_stood(name: str, players: int) -> None:
    game = played(name, players)
    for entries in (0, 4, 6, 7, 8, 19, 30, 50):
        found, then = branch(game, Wish(entries=entries), "Merit").game, game.after(entries)
        assert position(found) == position(then), entries
        assert found.ply == len(found.deciders) == then.ply
        assert found.out == {}
        text = found.record()
        assert load(text).record() == text
        assert not any(word in text for word in (*OLD_NAMES, "Stand-in", "said", "@", "undo by", "promise", "salt"))
        verdicts = {check.about: check.verdict for check in verify(load(text))}
        assert verdicts.pop("promise") == "not promised"
        assert set(verdicts.values()) == {"ok"}


def test_who_had_left_plays_again() -> None:
    game = played("duel", 2, moves=12)
    game.resign(1)
    assert game.is_over
    found = branch(game, Wish(entries=len(game.entries), seat=1, bot="vizier"), "Merit")
    assert not found.game.is_over
    assert found.game.names == ["Vizier", "Merit"]
    assert [(wish.kind, wish.bot) for wish in found.offer.seats] == [("bot", "vizier"), ("me", None)]


def test_at_the_end_there_is_nothing_to_play_on() -> None:
    game = played("duel", 2)
    with pytest.raises(Refused, match="over at that point"):
        branch(game, Wish(entries=len(game.entries)), "Merit")
    assert branch(game, Wish(entries=len(game.entries) - 1), "Merit").game.decider is not None


def test_equal_names_are_told_apart() -> None:
    found = branch(played("builder", 3), Wish(entries=3, seat=0, bot="mason"), "Mason")
    assert found.game.names == ["Mason", "Mason 2", "Mason 3"]


def our_turn(browser: Browser, table: str) -> Any:
    """The state once bots have decided."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        state = browser.get(f"/api/tables/{table}/game")
        if state["over"] or state["view"]["decider"] == state["seat"]:
            return state
        time.sleep(0.05)
    raise AssertionError("no bot decides")


def test_it_is_played_to_its_end_and_is_a_game_like_any_other(url: str) -> None:
    game, server = played("duel", 2), Server(url)
    browser = Browser(server, "Merit")
    old = browser.post("/api/records", {"record": game.record()})["table"]
    stranger = Browser(server, "Ani")
    wish = {"entries": 30, "seat": 1, "bot": "greedy"}
    table = stranger.post(f"/api/tables/{old}/play-on", wish)["table"]
    info = stranger.get(f"/api/tables/{table}")
    assert (info["state"], info["unrated"], info["public"], info["promise"]) == ("running", "known_deal", False, None)
    assert (info["seed"], info["salt"]) == (None, None)
    assert [seat["name"] for seat in info["seats"]] == ["Greedy", "Ani"]
    assert [found["id"] for found in stranger.get("/api/me/tables?which=running")] == [table]
    assert browser.get("/api/tables?which=running") == []
    state = our_turn(stranger, table)
    assert state["unrated"] == "known_deal"
    server.stop()  # in the middle

    server = Server(url)
    stranger.http.base_url, stranger.http.headers["origin"] = server.address, server.address  # the same cookie
    before = state["entries"]
    while not state["over"]:
        command = {"id": f"c{state['entries']}", "entries": state["entries"], "action": "move"}
        stranger.post(f"/api/tables/{table}/commands", command | {"text": state["view"]["moves"][0]["text"]})
        state = our_turn(stranger, table)
    assert state["entries"] > before
    ended = load(stranger.http.get(f"/api/tables/{table}/record").text)
    assert ended.setup.seed == game.setup.seed
    assert [entry.text for entry in ended.entries[: game.after(30).ply]] == [
        entry.text for entry in branch(game, Wish(entries=30), "x").game.entries
    ]
    result = stranger.get(f"/api/tables/{table}")["result"]
    assert (result["scores"], result["ratings"]) == (ended.scores(), None)
    replay = stranger.get(f"/api/tables/{table}/replay?first=3&last=3")
    assert replay["total"] == len(ended.entries)
    again = stranger.post(f"/api/tables/{table}/again")["table"]
    assert stranger.get(f"/api/tables/{again}")["unrated"] is None
    deeper = stranger.post(f"/api/tables/{table}/play-on", {"entries": 2})["table"]
    assert stranger.get(f"/api/tables/{deeper}/game")["entries"] >= 2
    server.stop()


def test_what_cant_be_played_on_is_refused(server: Server) -> None:
    browser = Browser(server, "Merit")
    game = played("duel", 2, moves=9)
    old = browser.post("/api/records", {"record": game.record()})["table"]
    running = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
    alone = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]})[
        "table"
    ]

    def refused(who: Browser, table: str, status: int, code: str, **wish: Any) -> None:
        answer = who.http.post(f"/api/tables/{table}/play-on", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    for table in (running, alone):  # its cards would be known: also where hints are given
        refused(browser, table, 403, "not_over", entries=0)
    refused(browser, "nowhere", 404, "unknown", entries=0)
    refused(browser, old, 404, "unknown", entries=len(game.entries) + 1)
    refused(browser, old, 400, "bad_seat", entries=3, seat=2)
    refused(browser, old, 400, "bad_seat", entries=3, seat=-1)
    refused(browser, old, 400, "bad_table", entries=3, bot="mcts:seconds=999")
    refused(browser, old, 400, "bad_request", entries=-1)
    refused(browser, old, 400, "bad_request", entries=3, sides="AAAA")
    refused(Browser(server, ""), old, 401, "not_signed_in", entries=3)
    assert {found["id"] for found in browser.get("/api/me/tables?which=running")} == {running, alone}
