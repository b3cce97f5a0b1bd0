"""Beside a replay: analyses that were made before are found, and what other decisions would have brought."""

from typing import Any

from imhotep.table.previews import previews
from tests.support.server import Browser, Server
from tests.support.tables import (
    SIMS,
    against_bots,
    begin,
    bring,
    decide,
    decide_against_bots,
    ended,
    order,
    plain,
    played,
    refused,
)


def made(browser: Browser, table: str) -> list[Any]:
    found: list[Any] = browser.get(f"/api/tables/{table}/analyses")
    return found


def test_analyses_that_were_made_before_are_found_by_anybody(server: Server) -> None:
    merit, anybody = Browser(server, "Merit"), Browser(server, "")
    game = played(moves=12)
    table = bring(merit, game)
    assert made(anybody, table) == []
    jobs = [
        order(merit, table, sims=SIMS),
        order(merit, table, sims=2 * SIMS, all_knowing=True),
        order(merit, table, sims=2 * SIMS),
    ]
    assert {job["id"] for job in made(anybody, table)} == set(jobs)
    for job in jobs:
        assert ended(merit, job)["state"] == "done"
    assert [job["id"] for job in made(anybody, table)] == [jobs[2], jobs[0], jobs[1]]
    assert made(anybody, table)[0] == anybody.get(f"/api/jobs/{jobs[2]}")
    assert made(anybody, bring(merit, game)) == []
    assert made(anybody, "nowhere") == []


def test_of_a_running_game_only_ones_own_are_found(server: Server) -> None:
    merit = Browser(server, "Merit")
    table = against_bots(merit)
    decide_against_bots(merit, table)
    job = order(merit, table, sims=SIMS)
    assert [found["id"] for found in made(merit, table)] == [job]
    assert made(Browser(server, "Nofret"), table) == made(Browser(server, ""), table) == []


def test_what_other_decisions_would_have_brought(server: Server) -> None:
    merit, nofret, anybody = Browser(server, "Merit"), Browser(server, "Nofret"), Browser(server, "")
    game = played("builder", 3)
    path = f"/api/tables/{bring(merit, game)}/replay"
    for entries in (0, 7, 40, len(game.entries) - 1):
        told = anybody.get(f"{path}/{entries}/previews")
        assert told["entries"] == entries
        assert told["previews"] == plain(previews(game.after(entries).ask()))
    assert anybody.get(f"{path}/{len(game.entries)}/previews")["previews"] == []
    refused(anybody, f"{path}/{len(game.entries) + 1}/previews", 404, "unknown")
    refused(anybody, f"{path}/-1/previews", 400, "bad_request")
    running = begin([merit, nofret])
    decide([merit, nofret], running)
    refused(merit, f"/api/tables/{running}/replay/0/previews", 403, "not_over")
