"""In a real browser: replays with the better move, playing on from any position, and who else is at a table."""

import random
import time
from typing import Any

import pytest

from imhotep.table.game import Game, new_game
from tests.support.browser import PHONE, NewVisitor, Player, Visitor


def played(game: str, players: int, seed: int = 1) -> Game:
    found, chance = new_game(game, players, seed=seed), random.Random(seed)
    while not found.is_over:
        found.play(chance.choice(found.legal_moves()))
    return found


def bring(visitor: Visitor, game: Game) -> str:
    table: str = visitor.post("/api/records", {"record": game.record()})["table"]
    return table


def test_a_game_is_played_on_from_the_position_that_is_shown(visit: NewVisitor) -> None:
    visitor, game = visit(), played("duel", 2)
    table = bring(visitor, game)
    visitor.go(f"/tables/{table}/replay#20")
    page, then = visitor.page, game.after(20)
    page.get_by_role("button", name="Continue from here").click()
    seats = page.locator("dialog input[name=seat]")
    assert [seats.nth(seat).is_checked() for seat in range(2)] == [seat == then.decider for seat in range(2)]
    page.locator("dialog select").select_option("random")
    page.get_by_role("button", name="Continue", exact=True).click()
    page.wait_for_url(lambda address: table not in address)
    visitor.wait("() => __seen.table !== null")
    told = visitor.table
    assert told["entries"] == 20
    assert told["seats"] == [then.decider]
    assert [seat["score"] for seat in told["view"]["seats"]] == then.scores()
    Player(visitor).play(3)
    assert visitor.table["entries"] > 20
    assert "continued" in page.inner_text("body")


def test_on_a_phone_one_takes_another_seat(visit: NewVisitor) -> None:
    visitor, game = visit(size=PHONE), played("builder", 3)
    visitor.go(f"/tables/{bring(visitor, game)}/replay#30")
    page, decider = visitor.page, game.after(30).decider
    page.get_by_role("button", name="Continue from here").tap()
    wanted = ((decider or 0) + 1) % 3
    assert visitor.geometry(touch=True) == []
    page.locator("dialog label:has(input[name=seat])").nth(wanted).tap()
    page.locator("dialog select").select_option("random")
    page.get_by_role("button", name="Continue", exact=True).tap()
    visitor.wait("() => __seen.table !== null")
    assert visitor.table["seats"] == [wanted]


def test_at_the_end_nothing_can_be_played_on(visit: NewVisitor) -> None:
    visitor, game = visit(), played("duel", 2)
    visitor.go(f"/tables/{bring(visitor, game)}/replay#{len(game.entries)}")
    button = visitor.page.get_by_role("button", name="Continue from here")
    assert button.count() == 0
    visitor.page.keyboard.press("ArrowLeft")
    button.wait_for()


def analysed(visitor: Visitor, table: str) -> Any:
    """What the lab found."""
    job = visitor.post(f"/api/tables/{table}/analysis", {"sims": 50})["job"]
    deadline = time.monotonic() + 300
    while visitor.get(f"/api/jobs/{job}")["state"] != "done":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return visitor.get(f"/api/jobs/{job}/result")


def test_an_analysis_of_somebody_else_is_there_at_once_and_its_move_on_the_board(visit: NewVisitor) -> None:
    merit, table = visit("Merit"), ""
    for seed in (1, 2, 3):
        table = bring(merit, played("duel", 2, seed))
        decisions = [
            one
            for one in analysed(merit, table)["decisions"]
            if one["why"] and one["best"]["move"]["verb"] == "unload" and one["played"]["move"]["verb"] != "unload"
        ]
        if decisions:
            break
    decision = decisions[0]
    nobody = visit("")
    nobody.go(f"/tables/{table}/replay#{decision['entry'] - 1}")
    page = nobody.page
    page.locator(".tag.best").wait_for()
    assert page.get_by_role("button", name="Analyse the game").count() == 0
    lead = decision["why"]["lead"]
    assert f"{'+' if lead > 0 else '−' if lead < 0 else '±'}{abs(lead):.1f}" in page.locator(".tag.best").inner_text()
    page.get_by_text("If you unload this boat").wait_for()  # which token goes to whom
    assert "Then:" in page.locator(".verdict").inner_text()


@pytest.mark.slow
def test_who_else_is_here_is_shown_and_said(visit: NewVisitor) -> None:
    merit, nofret, ani = (visit(name) for name in ("Merit", "Nofret", "Ani"))
    table = merit.new_table("me", "open", sides="AAAAA")
    nofret.post(f"/api/tables/{table}/join")
    merit.go(f"/tables/{table}")
    panel = merit.page.locator(".panel[data-seat='1']")
    panel.get_by_text("○ away").wait_for()
    nofret.go(f"/tables/{table}")
    panel.get_by_text("● here").wait_for()
    merit.page.get_by_text("Nofret is here.").wait_for(state="attached")
    ani.go(f"/tables/{table}")
    merit.page.get_by_text("1 spectator").wait_for(state="attached")
    nofret.go("/rules")
    panel.get_by_text("○ away").wait_for()
    merit.page.get_by_text("Nofret is away.").wait_for(state="attached")
    ani.go("/rules")
    merit.page.get_by_text("1 spectator").wait_for(state="detached")


def test_a_decision_can_still_be_taken_back_after_the_page_was_loaded_anew(visit: NewVisitor) -> None:
    merit, nofret = visit("Merit"), visit("Nofret")
    table = merit.new_table("me", "open", game="duel")
    nofret.post(f"/api/tables/{table}/join")
    for visitor in (merit, nofret):
        visitor.go(f"/tables/{table}")
        visitor.wait("() => __seen.table !== null")
    decides, waits = (merit, nofret) if merit.table["view"]["decider"] in merit.table["seats"] else (nofret, merit)
    assert decides.table["undo"] is None
    Player(decides).play(1)
    decides.go(f"/tables/{table}")
    decides.wait("() => __seen.table !== null")
    assert decides.table["undo"] == "now"
    assert waits.table["undo"] is None
    decides.page.get_by_role("button", name="Undo").click()
    decides.wait("() => __seen.table.view.decider === __seen.table.seat")
    assert decides.table["undo"] is None


# In the middle of a boat's height, or as near as can be: a click on a token opens the token.
BESIDE_TOKENS = """
(boat) => {
  const { x, y, width, height } = boat.getBoundingClientRect();
  const parts = Array.from({ length: 49 }, (_, part) => (part + 1) / 50);
  const points = parts.flatMap((across) => parts.map((down) => [x + width * across, y + height * down]));
  const far = ([, at]) => Math.abs(at - y - height / 2);
  const free = points.filter((at) => boat.contains(document.elementFromPoint(...at)));
  return free.sort((one, other) => far(one) - far(other))[0];
}
"""


def test_who_clicks_what_cant_be_chosen_is_told_why(visit: NewVisitor) -> None:
    for language, sentence in (
        ("en", "There are fewer than two meeples in that row or column."),
        ("de", "In dieser Reihe oder Spalte stehen weniger als zwei Figuren."),
    ):
        visitor = visit(language=language)
        visitor.go(f"/tables/{visitor.new_table('me', 'here', game='duel')}")
        page = visitor.page
        page.locator(".curtain button.gold").click()
        notice = page.locator(".notices .notice")
        beside = page.locator("svg.table g.boat").first.evaluate(BESIDE_TOKENS)
        assert notice.count() == 0
        page.mouse.click(*beside)
        notice.wait_for()
        assert sentence in notice.inner_text()


def test_a_ship_that_may_not_sail_yet_says_so(visit: NewVisitor) -> None:
    visitor = visit()
    visitor.go(f"/tables/{visitor.new_table('me', 'here', sides='AAAAA')}")
    page = visitor.page
    page.locator(".curtain button.gold").click()
    box = page.locator("svg.table g.ship").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.93, box["y"] + box["height"] * 0.6)  # where no stone can be placed
    page.get_by_text("fewer stones than it needs").wait_for()
