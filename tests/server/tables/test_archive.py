"""Finished games: histories, records out and in, replays; over real connections, on both databases."""

from typing import Any

import pytest

from imhotep.server.tables.archive import MOST_LINES, MOST_STEPS, replay, viewers_of
from imhotep.table.fairness import verify
from imhotep.table.game import Game, grouped
from imhotep.table.record import load
from imhotep.table.story import story_of
from tests.support.server import Browser, Server
from tests.support.tables import begin, bring, decide, plain, played, refused, resign


def test_a_record_can_be_had_once_the_game_is_over_and_shows_that_it_was_fair(server: Server) -> None:
    browsers = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = begin(browsers)
    promise = browsers[0].get(f"/api/tables/{table}")["promise"]
    decide(browsers, table)
    refused(browsers[0], f"/api/tables/{table}/record", 403, "not_over")
    refused(browsers[0], "/api/tables/nowhere/record", 404, "unknown")
    resign(browsers[1], table)
    answer = Browser(server, "").http.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    name = answer.headers["content-disposition"]
    assert name.startswith('attachment; filename="imhotep-duel-20')
    assert name.endswith(f'-{table}.imh"')
    game = load(answer.text)
    assert game.names == ["Merit", "Nofret"]
    assert game.winners() == [0]
    assert {check.verdict for check in verify(game, promise)} == {"ok"}


def test_a_table_that_has_not_begun_has_no_record(server: Server) -> None:
    browser = Browser(server)
    table = browser.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    refused(browser, f"/api/tables/{table}/record", 404, "unknown")
    refused(browser, f"/api/tables/{table}/replay", 404, "unknown")


@pytest.mark.parametrize(
    ("name", "players", "given"),
    [("duel", 2, {}), ("builder", 3, {"sides": "BBBBB", "undo": "free"}), ("builder", 4, {"names": list("äβ✓d")})],
)
def test_a_record_comes_out_as_it_came_in(server: Server, name: str, players: int, given: Any) -> None:
    game, browser = played(name, players, **given), Browser(server, "Merit")
    table = bring(browser, game)
    assert Browser(server, "").http.get(f"/api/tables/{table}/record").text == game.record()
    info = browser.get(f"/api/tables/{table}")
    assert (info["state"], info["unrated"], info["public"]) == ("over", "imported", False)
    assert browser.me is not None
    assert info["host"] == browser.me["id"]
    assert [(seat["name"], seat["person"], seat["bot"]) for seat in info["seats"]] == [
        (name, None, None) for name in game.names
    ]
    assert info["result"]["winners"] == game.winners()
    assert info["result"]["scores"] == game.scores()
    assert info["offer"]["sides"] == game.setup.sides
    assert [found["id"] for found in browser.get("/api/me/tables?which=imported")] == [table]
    assert browser.get("/api/tables?which=over") == []
    assert Browser(server).get("/api/me/tables?which=imported") == []


def test_a_game_that_was_broken_off_can_be_brought_and_looked_at(server: Server) -> None:
    game, browser = played(moves=9), Browser(server)
    table = bring(browser, game, public=True)
    info = browser.get(f"/api/tables/{table}")
    assert (info["state"], info["result"], info["decider"]) == ("over", None, None)
    assert [found["id"] for found in browser.get("/api/tables?which=over")] == [table]
    step = browser.get(f"/api/tables/{table}/replay/{len(game.entries)}")["steps"][0]
    assert step["decider"] == game.decider
    command = {"id": "x", "entries": len(game.entries), "action": "resign"}
    refused(browser, f"/api/tables/{table}/commands", 403, "forbidden", json=command)


def test_a_bad_record_is_refused_with_line_and_reason(server: Server) -> None:
    browser, text = Browser(server), played(moves=9).record()

    def bad(record: str, *words: str) -> None:
        problem = refused(browser, "/api/records", 400, "bad_record", json={"record": record})
        assert all(word in problem["message"] for word in words), problem

    lines = text.split("\n")
    first = lines.index("") + 1
    bad("", "line 1", "not a record")
    bad("\n".join(lines[:-3]), "cut off")
    bad(text.replace("seed: 1", "seed: 2"), f"line {len(lines) - 1}", "seal")
    bad(text.replace(lines[first], "1. black: fly to the moon"), f"line {first + 1}")
    bad(text.replace("game: duel", "game: chess"), "line 2", "chess")
    bad("\n" * MOST_LINES + text, "lines")
    bad("imhotep record, format 1\n\x00\n", "line")
    refused(browser, "/api/records", 413, "too_large", json={"record": "x" * 1_000_000})
    refused(browser, "/api/records", 400, "bad_request", json={"record": 5})
    refused(Browser(server, ""), "/api/records", 401, "not_signed_in", json={"record": text})
    assert browser.get("/api/me/tables?which=imported") == []
    browser.post("/api/records", {"record": text.replace("\n", "\r\n")})


@pytest.mark.both_databases
def test_somebodys_finished_games(server: Server) -> None:
    merit, nofret, stranger = (Browser(server, name) for name in ("Merit", "Nofret", "Ani"))
    public, private = begin([merit, nofret]), begin([merit, nofret], public=False)
    alone = merit.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "here"}], "public": False})
    running = begin([merit, nofret])
    for table in (public, private, alone["table"]):
        resign(merit, table)
    assert merit.me is not None

    def games(browser: Browser, **more: Any) -> list[str]:
        assert merit.me is not None
        answer = browser.http.get(f"/api/people/{merit.me['id']}/games", params=more)
        return [found["id"] for found in answer.json()]

    assert games(merit) == [alone["table"], private, public]
    assert games(nofret) == [private, public]
    assert games(stranger) == games(Browser(server, "")) == [public]
    ended = merit.get(f"/api/tables/{private}")["ended"]
    assert games(merit, before=ended) == [public]
    assert games(merit, before=0) == []
    assert [found["id"] for found in merit.get("/api/me/tables?which=over")] == games(merit)
    assert [found["id"] for found in merit.get("/api/me/tables?which=running")] == [running]
    for wrong in ("yesterday", "-1", "9" * 30):
        refused(merit, f"/api/people/{merit.me['id']}/games", 400, "bad_request", params={"before": wrong})


def test_where_it_is_ones_move_comes_first(server: Server) -> None:
    merit, nofret = Browser(server, "Merit"), Browser(server, "Nofret")
    tables = [begin([merit, nofret]) for _ in range(4)]

    def waiting(browser: Browser) -> dict[str, bool]:
        """Own running tables as they are listed, and whether they wait for who asks."""
        infos = browser.get("/api/me/tables")
        assert browser.me is not None
        return {info["id"]: info["seats"][info["decider"]]["person"] == browser.me["id"] for info in infos}

    while len(set(waiting(merit).values())) == 1:  # who begins is drawn
        decide([merit, nofret], tables[0])
    for browser in (merit, nofret):
        found = waiting(browser)
        assert set(found) == set(tables)
        assert list(found.values()) == sorted(found.values(), reverse=True)
        mine = [table for table in found if found[table]]
        assert mine == sorted(mine, key=tables.index, reverse=True)
    resign(merit, tables[0])
    assert tables[0] not in waiting(merit)
    again = merit.post(f"/api/tables/{tables[0]}/again")["table"]
    assert [info["id"] for info in nofret.get("/api/me/tables?which=open")] == [again]  # a seat is kept
    assert Browser(server).get("/api/me/tables?which=open") == []
    refused(Browser(server, ""), "/api/me/tables", 401, "not_signed_in")


def stops_of(game: Game) -> list[int]:
    """After how many entries one may stop: what is shuffled belongs to the move before it."""
    return [0, *(at + 1 + len(shuffles) for at, _, shuffles in grouped(game.entries))]


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("builder", 3)])
def test_every_step_is_seen_from_every_seat(name: str, players: int) -> None:
    game = played(name, players)
    then = {count: game.after(count) for count in stops_of(game)}
    for seat in (None, *map(str, range(players))):
        viewers = viewers_of(game, seat)
        viewer = viewers[0]
        seen: list[Any] = []
        found, first = [], 0
        while first <= len(game.entries):
            part = replay(game, viewers, first, len(game.entries))
            assert part.total == len(game.entries)
            assert len(part.steps) <= MOST_STEPS
            found += part.steps
            first = found[-1].entries + 1
        assert [step.entries for step in found] == list(then)
        for step in found:
            assert step.decider == then[step.entries].decider
            assert [view.seat for view in step.views] == [viewer]
            assert step.views[0].view == then[step.entries].view(viewer)
            seen[step.events_from :] = step.views[0].events
            assert seen == then[step.entries].events_for(viewer)
        for step in found[::20]:
            assert replay(game, viewers, step.entries, step.entries).steps == [step]
    together = replay(game, viewers_of(game, "all"), 20, 20).steps[0]
    assert [view.view for view in together.views] == [game.after(20).view(seat) for seat in range(players)]


def test_a_replay_is_for_finished_games(server: Server) -> None:
    browsers = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = begin(browsers)
    decide(browsers, table)
    for seat in ("", "?seat=0", "?seat=all"):
        refused(browsers[0], f"/api/tables/{table}/replay/1{seat}", 403, "not_over")
        refused(browsers[0], f"/api/tables/{table}/replay{seat}", 403, "not_over")
    refused(browsers[0], f"/api/tables/{table}/story", 403, "not_over")
    game, anybody = played(), Browser(server, "")
    table = bring(browsers[0], game)
    assert anybody.get(f"/api/tables/{table}/story") == plain(story_of(game))
    replay = f"/api/tables/{table}/replay"
    whole = anybody.get(f"{replay}?seat=1")
    assert whole["total"] == len(game.entries)
    assert len(whole["steps"]) == MOST_STEPS
    assert whole["steps"][0]["entry"] is None
    assert whole["steps"][7]["views"][0]["view"] == plain(game.after(7).view(1))
    rest = anybody.get(f"{replay}?seat=1&first={MOST_STEPS}")
    assert rest["steps"][-1]["entries"] == len(game.entries)
    assert anybody.get(f"{replay}?first=3&last=5&seat=1")["steps"] == whole["steps"][3:6]
    both = anybody.get(f"{replay}/7?seat=all")["steps"][0]["views"]
    assert [view["seat"] for view in both] == [0, 1]
    assert anybody.get(f"{replay}/7")["steps"][0]["views"][0]["view"] == plain(game.after(7).view())
    refused(anybody, f"{replay}/7?seat=2", 400, "bad_seat")
    refused(anybody, f"{replay}/7?seat=everybody", 400, "bad_seat")
    refused(anybody, f"{replay}/{len(game.entries) + 1}", 404, "unknown")
    refused(anybody, f"{replay}/-1", 400, "bad_request")
    refused(anybody, f"{replay}/99999999999999999999", 400, "bad_request")
    refused(anybody, f"{replay}/x", 404, "unknown")
    refused(anybody, f"{replay}?first=-1", 400, "bad_request")
