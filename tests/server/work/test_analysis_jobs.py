"""Analyses and hints: in processes that may be killed, for those who may ask; on both databases."""

import os
import re
import signal
import time

import msgspec
import pytest

from imhotep._pure import engine_is_compiled
from imhotep.lab.analysis.game_analysis import analyze
from imhotep.lab.analysis.hints import hint
from imhotep.server.work.analysis_jobs import MOST_AT_ONCE
from imhotep.server.work.analysis_worker import AnalysisQuestion, answer
from imhotep.server.work.jobs import CLAIM, add
from imhotep.table.record import entry_text, head_of, load
from tests.support.server import Browser, FakeClock, Server
from tests.support.tables import (
    SIMS,
    against_bots,
    begin,
    bring,
    decide,
    decide_against_bots,
    ended,
    order,
    played,
    refused,
    resign,
    until,
)

LONG = 8000 if engine_is_compiled() else 300  # takes seconds


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_finished_game_is_gone_through_once_for_all(server: Server) -> None:
    merit, nofret, anybody = Browser(server, "Merit"), Browser(server, "Nofret"), Browser(server, "")
    game = played()
    table = bring(merit, game)
    refused(anybody, f"/api/tables/{table}/analysis", 401, "not_signed_in", json={})
    for wrong in ({"sims": 1}, {"sims": 1_000_000}, {"sims": "many"}, {"seed": 1}):
        refused(merit, f"/api/tables/{table}/analysis", 400, "bad_request", json=wrong)
    refused(merit, "/api/tables/nowhere/analysis", 404, "unknown", json={})
    job = order(merit, table, sims=SIMS)
    assert order(nofret, table, sims=SIMS) == job
    other = order(nofret, table, sims=SIMS, all_knowing=True)
    assert other != job
    found = ended(nofret, job)
    assert (found["state"], found["progress"], found["reason"]) == ("done", 1.0, None)
    assert (found["table"], found["entries"], found["seat"]) == (table, len(game.entries), None)
    expected = analyze(game, sims=SIMS)
    assert anybody.http.get(f"/api/jobs/{job}/result").content == msgspec.json.encode(expected)
    assert order(nofret, table, sims=SIMS) == job
    assert ended(anybody, other)["all_knowing"] is True
    assert anybody.get(f"/api/jobs/{other}/result") != anybody.get(f"/api/jobs/{job}/result")
    refused(merit, "/api/jobs/nothing", 404, "unknown")
    assert merit.get(f"/api/tables/{table}")["unrated"] == "imported"


@pytest.mark.slow
def test_killing_the_process_that_analyses_loses_nothing(server: Server) -> None:
    browser, game = Browser(server), played(moves=14)
    table, processes = bring(browser, game), server.services.analyses.processes
    job = order(browser, table, sims=LONG)
    until(lambda: processes.pids)
    refused(browser, f"/api/jobs/{job}/result", 404, "not_done")
    first = processes.pids
    time.sleep(0.5)
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    assert ended(browser, job)["state"] == "done"
    assert processes.pids != first
    result = browser.get(f"/api/jobs/{job}/result")
    assert len(result["decisions"]) == sum(entry.kind == "move" for entry in game.entries) - 1  # one was taken back


def test_a_process_that_is_killed_again_and_again(server: Server) -> None:
    """Then the job waits, and is tried later."""
    browser, processes, killed = Browser(server), server.services.analyses.processes, set()
    job = order(browser, bring(browser, played()), sims=10_000)

    def waits() -> bool:
        for pid in processes.pids:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
        return len(killed) > 1 and browser.get(f"/api/jobs/{job}")["state"] == "waiting"

    until(waits)


@pytest.mark.slow
def test_another_process_goes_on_where_the_server_ended(url: str) -> None:
    clock = FakeClock()
    one = Server(url, clock)
    browser, game = Browser(one), played(moves=14)
    job = order(browser, bring(browser, game), sims=LONG)
    until(lambda: one.services.analyses.processes.pids)
    pids = one.services.analyses.processes.pids
    one.stop()
    until(lambda: not any(is_alive(pid) for pid in pids))
    clock.time += CLAIM + 1
    other = Server(url, clock)
    anybody = Browser(other, "")
    assert ended(anybody, job)["state"] == "done"
    other.stop()


def test_a_silent_process_fails_the_job_with_a_reason_and_it_can_be_ordered_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(server)
    table = bring(browser, played(moves=12))
    with monkeypatch.context() as impatient:
        impatient.setattr(server.services.analyses.processes, "_patience", 0.001)
        job = order(browser, table, sims=SIMS)
        found = ended(browser, job)
    assert found["state"] == "failed"
    assert found["reason"] == "the process said nothing for 0.001 seconds"
    assert server.services.analyses.processes.pids == []
    refused(browser, f"/api/jobs/{job}/result", 404, "not_done")
    assert order(browser, table, sims=SIMS) == job
    assert ended(browser, job)["state"] == "done"


def test_what_can_t_be_analysed_fails_with_a_reason(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(server)
    table = bring(browser, played(moves=12))
    monkeypatch.setattr("imhotep.server.work.analysis_jobs.LONGEST", 0.0)
    found = ended(browser, order(browser, table, sims=SIMS))
    assert (found["state"], found["reason"]) == ("failed", "it took longer than 0 minutes")


def test_nobody_orders_too_much(server: Server) -> None:
    browser = Browser(server)
    tables = [bring(browser, played(seed=seed)) for seed in range(MOST_AT_ONCE + 1)]
    jobs = [order(browser, table, sims=10_000) for table in tables[:-1]]
    refused(browser, f"/api/tables/{tables[-1]}/analysis", 429, "too_many", json={"sims": 10_000})
    assert order(browser, tables[0], sims=10_000) == jobs[0]
    order(Browser(server), tables[-1], sims=10_000)


def test_other_jobs_are_nobodys_business(server: Server) -> None:
    services = server.services
    mail = services.database.write_now(lambda connection: add(connection, "mail", {"to": "merit@example.org"}, 0))
    browser = Browser(server)
    refused(browser, f"/api/jobs/{mail}", 404, "unknown")
    refused(browser, f"/api/jobs/{mail}/result", 404, "unknown")


# --- while a game runs


def test_a_running_game_is_analysed_for_its_only_player(server: Server) -> None:
    browser, other = Browser(server), Browser(server, "Nofret")
    table = against_bots(browser)
    for _ in range(3):
        decide_against_bots(browser, table)
    assert browser.get(f"/api/tables/{table}/game")["unrated"] is None
    refused(other, f"/api/tables/{table}/analysis", 403, "no_help", json={})
    refused(browser, f"/api/tables/{table}/analysis", 403, "not_over", json={"all_knowing": True})
    assert browser.get(f"/api/tables/{table}/game")["unrated"] is None
    job = order(browser, table, sims=SIMS)
    assert browser.get(f"/api/tables/{table}/game")["unrated"] == "help"
    assert ended(browser, job)["state"] == "done"
    result = browser.get(f"/api/jobs/{job}/result")
    assert [decision["seat"] for decision in result["decisions"]] == [0, 0, 0]
    assert [player["decisions"] > 0 for player in result["players"]] == [True, False]
    for stranger in (other, Browser(server, "")):
        refused(stranger, f"/api/jobs/{job}", 404, "unknown")
        refused(stranger, f"/api/jobs/{job}/result", 404, "unknown")
    decide_against_bots(browser, table)
    assert order(browser, table, sims=SIMS) != job
    resign(browser, table)
    whole = order(other, table, sims=SIMS)
    assert ended(other, whole)["seat"] is None
    assert {decision["seat"] for decision in other.get(f"/api/jobs/{whole}/result")["decisions"]} == {0, 1}
    refused(other, f"/api/jobs/{job}", 404, "unknown")


def test_no_help_where_others_play(server: Server) -> None:
    browsers = [Browser(server, "Merit"), Browser(server, "Nofret")]
    table = begin(browsers)
    for browser in browsers:
        refused(browser, f"/api/tables/{table}/analysis", 403, "no_help", json={})
        assert browser.http.post(f"/api/tables/{table}/hint", json={}).status_code == 403
    assert browsers[0].get(f"/api/tables/{table}/game")["unrated"] is None
    refused(Browser(server, ""), f"/api/tables/{table}/hint", 401, "not_signed_in", json={})


def test_around_one_screen_an_analysis_is_for_who_decides(server: Server) -> None:
    browser = Browser(server)
    table = browser.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {"kind": "here"}]})["table"]
    seat = browser.get(f"/api/tables/{table}/game")["seat"]
    decide([browser], table)
    while browser.get(f"/api/tables/{table}/game")["seat"] != seat:
        decide([browser], table)
    job = order(browser, table, sims=SIMS)
    assert ended(browser, job)["seat"] == seat
    assert {decision["seat"] for decision in browser.get(f"/api/jobs/{job}/result")["decisions"]} == {seat}
    while browser.get(f"/api/tables/{table}/game")["seat"] == seat:
        decide([browser], table)
    refused(browser, f"/api/jobs/{job}/result", 403, "forbidden")


def test_only_ones_own_knowledge_is_used() -> None:
    """What was dealt to others, and has not been seen, changes nothing in an analysis of one's own decisions."""
    game = played("builder", 2, moves=14)
    head, entries = head_of(game), [entry_text(game, entry) for entry in game.entries]
    cards = re.search("deal cards: (.*)", head)
    assert cards is not None
    *others, one, other = cards[1].split(" ")  # the last ones lie at the bottom
    swapped = " ".join([*others, other, one])
    assert swapped != cards[1]
    for seat in range(2):
        question = AnalysisQuestion(head=head, entries=entries, sims=SIMS, all_knowing=False, seat=seat)
        redealt = msgspec.structs.replace(question, head=head.replace(cards[1], swapped))
        assert answer(question, lambda _: None) == answer(redealt, lambda _: None)


# --- hints


@pytest.mark.parametrize("name", ["duel", "builder"])
def test_a_hint_where_all_others_are_bots(server: Server, name: str) -> None:
    browser = Browser(server)
    table = against_bots(browser, name)
    path = f"/api/tables/{table}/hint"
    refused(browser, path, 400, "illegal", json={"move": "fly to the moon"})
    refused(browser, path, 400, "bad_request", json={"sims": 10_000_000})
    refused(Browser(server), path, 403, "not_your_decision", json={})
    before = browser.get(f"/api/tables/{table}/game")
    assert before["unrated"] is None
    moves = [move["text"] for move in before["view"]["moves"]]
    advice = browser.post(path, {"sims": SIMS, "move": moves[-1]})
    assert advice["entries"] == before["entries"]
    assert advice["hint"]["best"]["move"]["text"] in moves
    assert advice["hint"]["asked"]["move"]["text"] == moves[-1]
    assert len(advice["hint"]["best"]["expected"]["score"]) == 2
    assert browser.get(f"/api/tables/{table}/game")["unrated"] == "help"
    resign(browser, table)
    game = load(browser.http.get(f"/api/tables/{table}/record").text).after(advice["entries"])
    expected = hint(game, sims=SIMS, move=moves[-1])
    assert advice["hint"] == msgspec.json.decode(msgspec.json.encode(expected))
    refused(browser, path, 403, "not_your_decision", json={})
    assert browser.get(f"/api/tables/{table}")["result"]["ratings"] is None
