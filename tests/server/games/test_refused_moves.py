"""Why a move can't be made: only who is asked is told."""

from tests.support.server import Browser, Server


def test_only_who_is_asked_is_told(server: Server) -> None:
    people = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = people[0].post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    people[1].post(f"/api/tables/{table}/join", {})
    decider = people[0].get(f"/api/tables/{table}/game")["view"]["decider"]
    told = people[decider].get(f"/api/tables/{table}/refusals")
    assert told["entries"] == 0
    unload = next(refused for refused in told["refusals"] if refused["move"]["text"] == "unload row 1")
    assert unload["reason"] == "too_few_meeples"
    assert unload["move"]["boat"] == "row 1"
    words = people[0].get("/api/games/duel/words?language=de")
    assert words["refusals"]["too_few_meeples"]["rule"] == unload["rule"]
    path = f"/api/tables/{table}/refusals"
    assert people[1 - decider].http.get(path).json()["code"] == "not_your_decision"
    assert Browser(server, "").http.get(path).status_code == 401
