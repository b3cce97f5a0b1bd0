"""The server as browsers see it: real connections, both databases."""

import random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.server import Browser, Server


@pytest.mark.both_databases
def test_two_guests_play_a_whole_game(server: Server) -> None:
    browsers = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = browsers[0].post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    assert [found["id"] for found in browsers[1].get("/api/tables")] == [table]
    assert browsers[1].post(f"/api/tables/{table}/join", {}) == {"seat": 1}
    info = browsers[0].get(f"/api/tables/{table}")
    assert info["state"] == "running"
    assert info["seed"] is None
    assert len(info["promise"]) == 64

    sockets = [browser.socket() for browser in browsers]
    states: list[Any] = []
    for socket in sockets:
        socket.send(type="watch", table=table)
        states.append(socket.receive("table"))
    chance, told = random.Random(1), [len(state["events"]) for state in states]
    while not states[0]["over"]:
        seat = next(seat for seat, state in enumerate(states) if "moves" in state["view"] and state["view"]["moves"])
        move = chance.choice(states[seat]["view"]["moves"])["text"]
        entries = states[seat]["entries"]
        command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
        sockets[seat].send(type="do", table=table, command=command)
        states = [socket.receive("table") for socket in sockets]
        for number, state in enumerate(states):
            assert state["entries"] == entries + 1
            assert state["events_from"] == told[number]
            told[number] += len(state["events"])
        assert sockets[seat].receive("done")["command"] == command["id"]
    for socket in sockets:
        socket.close()
    info = browsers[0].get(f"/api/tables/{table}")
    assert info["state"] == "over"
    assert info["seed"]
    assert info["result"]["scores"] == [seat["score"] for seat in states[0]["view"]["seats"]]


def test_an_account_keeps_who_one_is(server: Server) -> None:
    browser = Browser(server, "Merit")
    me = browser.post("/api/account", {"name": "Merit Ptah", "password": "sand and stone"})
    assert me == {**(browser.me or {}), "name": "Merit Ptah", "account": True}
    other = Browser(server, "")
    assert other.http.get("/api/me").status_code == 401
    wrong = other.http.post("/api/sign-in", json={"name": "merit ptah", "password": "sand or stone"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
    other.post("/api/sign-in", {"name": "merit ptah", "password": "sand and stone"})
    assert other.get("/api/me")["id"] == me["id"]
    taken = Browser(server, "X").http.post("/api/account", json={"name": "MERIT PTAH", "password": "12345678"})
    assert (taken.status_code, taken.json()["code"]) == (400, "taken")
    other.http.post("/api/sign-out")
    assert other.http.get("/api/me").status_code == 401
    assert browser.http.post("/api/me/delete", json={"password": "sand and stone"}).status_code == 204
    assert browser.http.get("/api/me").status_code == 401


@pytest.mark.parametrize("path", ["/api/guest", "/api/tables"])
def test_pages_of_others_can_t_act_for_somebody(server: Server, path: str) -> None:
    browser = Browser(server)
    answer = browser.http.post(path, json={}, headers={"origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    with pytest.raises(ConnectionClosed):
        browser.socket().__class__(server, {"origin": "https://elsewhere.example"}).receive("table")


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "fly"}',
        "[]",
        "nonsense",
        '{"type": "do", "table": "x"}',
        "[" * 10_000,
        '{"type": "watch", "table": 5}',
    ],
)
def test_a_wrong_message_is_refused_and_the_connection_lives_on(server: Server, message: str) -> None:
    socket = Browser(server).socket()
    socket._socket.send(message)
    assert socket.receive("refused")["code"] == "bad_message"
    socket.send(type="ping")
    socket.receive("pong")
    socket.close()


def test_wrong_requests_get_a_clear_answer(server: Server) -> None:
    browser = Browser(server)

    def refused(path: str, data: Any, status: int, code: str) -> None:
        answer = browser.http.post(path, json=data)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert answer.json()["message"]

    refused("/api/tables", {"seats": [{"kind": "me"}]}, 400, "bad_request")
    refused("/api/tables", {"game": "chess", "seats": [{"kind": "me"}, {}]}, 400, "bad_table")
    refused("/api/tables", {"sides": "AAAAZ", "seats": [{"kind": "me"}, {}]}, 400, "bad_table")
    refused("/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "mcts:seconds=99"}]}, 400, "bad_table")
    refused("/api/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]}, 400, "bad_table")
    no_variants: tuple[dict[str, Any], ...] = (
        {"first": 0},
        {"seed": 5},
        {"rules_version": 1},
        {"wrath": 3},
        {"": True},
    )
    for variants in no_variants:
        refused("/api/tables", {"variants": variants, "seats": [{"kind": "me"}, {}]}, 400, "bad_table")
    for wrong in ({"first": 2}, {"first": -1}, {"seats": [{"kind": "me", "color": "pink"}, {}]}):
        refused("/api/tables", {"seats": [{"kind": "me"}, {}], **wrong}, 400, "bad_table")
    refused("/api/tables", {"seats": [{"kind": "me", "color": "gray"}, {"color": "gray"}]}, 400, "bad_table")
    refused("/api/tables", {"seats": [{"kind": "me"}, {}], "first": "me"}, 400, "bad_request")
    refused("/api/tables/nowhere/join", {}, 404, "unknown")
    refused("/api/nowhere", {}, 404, "unknown")
    refused("/api/tables", {"offer": "x" * 2_000_000, "seats": []}, 413, "too_large")
    assert httpx.get(f"{server.address}/healthz").json()["ok"] is True
    headers = httpx.get(f"{server.address}/healthz").headers
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_game_against_a_bot(server: Server, game: str) -> None:
    browser = Browser(server)
    offer = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}
    table = browser.post("/api/tables", offer)["table"]
    socket = browser.socket()
    socket.send(type="watch", table=table)
    state, chance = socket.receive("table"), random.Random(1)
    while not state["over"]:
        if state["view"]["moves"]:
            move = chance.choice(state["view"]["moves"])["text"]
            command = {"id": str(state["entries"]), "entries": state["entries"], "action": "move", "text": move}
            socket.send(type="do", table=table, command=command)
        state = socket.receive("table")
    socket.close()
    assert browser.get(f"/api/tables/{table}")["state"] == "over"


def test_bots_play_on_alone_when_everybody_else_has_left(server: Server) -> None:
    browser = Browser(server)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}]
    table = browser.post("/api/tables", {"seats": seats})["table"]
    socket = browser.socket()
    socket.send(type="watch", table=table)
    state = socket.receive("table")
    while not state["view"]["moves"]:
        state = socket.receive("table")
    socket.send(type="do", table=table, command={"id": "r", "entries": state["entries"], "action": "resign"})
    while not state["over"]:
        state = socket.receive("table")
    socket.close()
    assert 0 not in browser.get(f"/api/tables/{table}")["result"]["winners"]


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_players_of_one_table_on_different_processes(url: str) -> None:
    servers = [Server(url), Server(url)]
    browsers = [Browser(each, name) for each, name in zip(servers, ("Merit", "Nofret"), strict=True)]
    table = browsers[0].post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    browsers[1].post(f"/api/tables/{table}/join", {})
    sockets = [browser.socket() for browser in browsers]
    states = []
    for socket in sockets:
        socket.send(type="watch", table=table)
        states.append(socket.receive("table"))
    chance = random.Random(1)
    for _ in range(30):
        seat = next(seat for seat, state in enumerate(states) if state["view"]["moves"])
        move, entries = chance.choice(states[seat]["view"]["moves"])["text"], states[seat]["entries"]
        command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
        sockets[seat].send(type="do", table=table, command=command)
        states = [socket.receive("table") for socket in sockets]
        assert {state["entries"] for state in states} == {entries + 1}
    for socket in sockets:
        socket.close()
    for each in servers:
        each.stop()


def test_what_pieces_are_worth_is_told_to_each_as_far_as_they_know(server: Server) -> None:
    """With cards face down others don't learn what somebody holds, not even by what it is worth."""
    merit, other = Browser(server, "Merit"), Browser(server, "Nofret")
    variants = {"cards": "dynasty", "face_down": True}
    offer = {"game": "builder", "sides": "AAAAA", "seats": [{"kind": "me"}, {"kind": "here"}], "variants": variants}
    table = merit.post("/api/tables", offer)["table"]
    differed = 0
    for number in range(60):
        state = merit.get(f"/api/tables/{table}/game")
        told = [browser.get(f"/api/tables/{table}/pieces") for browser in (merit, other)]
        for browser, found in zip((merit, other), told, strict=True):
            assert found["entries"] == state["entries"]
            view = browser.get(f"/api/tables/{table}/game")["view"]
            for worth in found["pieces"]:
                hands = [seat["hand"].count(worth["piece"]) for seat in view["seats"]]
                assert [seat["held"] for seat in worth["seats"]] == hands
        differed += told[0]["pieces"] != told[1]["pieces"]
        move = state["view"]["moves"][number * 7 % len(state["view"]["moves"])]["text"]
        command = {"id": str(number), "entries": state["entries"], "action": "move", "text": move}
        merit.post(f"/api/tables/{table}/commands", command)
    assert differed


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_what_a_decision_would_bring_is_shown_before(server: Server, game: str) -> None:
    """What is told beforehand is what happens, and only who decides is told."""
    merit, other = Browser(server, "Merit"), Browser(server, "Nofret")
    table = merit.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
    assert other.http.get(f"/api/tables/{table}/previews").json()["code"] == "not_your_decision"
    hidden = 0
    for number in range(40):
        state = merit.get(f"/api/tables/{table}/game")
        told = merit.get(f"/api/tables/{table}/previews")
        assert told["entries"] == state["entries"]
        assert [preview["text"] for preview in told["previews"]] == [move["text"] for move in state["view"]["moves"]]
        preview = told["previews"][number % len(told["previews"])]
        command = {"id": str(number), "entries": state["entries"], "action": "move", "text": preview["text"]}
        before = len(state["events"])
        merit.post(f"/api/tables/{table}/commands", command)
        after = merit.get(f"/api/tables/{table}/game")
        if preview["scores"] is None:
            hidden += 1
        else:
            assert preview["decider"] == after["view"]["decider"]
            assert preview["scores"] == [seat["score"] for seat in after["view"]["seats"]]
        if after["seat"] == state["seat"]:
            assert after["events"][before:][: len(preview["events"])] == preview["events"]
    assert hidden < 40


def test_games_and_their_words(server: Server) -> None:
    merit = Browser(server)
    games = {game["id"]: game for game in merit.get("/api/games")}
    assert set(games) == {"builder", "duel"}
    assert games["builder"]["side_letters"] == "ABCD"
    assert "temple.C" in games["builder"]["house"]
    assert "random" in games["duel"]["bots"]
    for game in games:
        words = merit.get(f"/api/games/{game}/words")
        assert set(words["sides"]) == set(games[game]["sites"])
        assert merit.get(f"/api/games/{game}/printed")["printed"]["game"] == game
        table = merit.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
        assert merit.get(f"/api/tables/{table}/printed") == merit.get(f"/api/games/{game}/printed")
    assert merit.http.get("/api/games/chess/words").status_code == 404
