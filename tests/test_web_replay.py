"""Replays in a real browser: playing on from any position."""

import random

from web_tools import PHONE, NewVisitor, Player, Visitor, chromium, client, site, visit

from imhotep.table.game import Game, new_game

__all__ = ["chromium", "client", "site", "visit"]  # fixtures


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
    page.get_by_role("button", name="Play on from here").click()
    seats = page.locator("dialog input[name=seat]")
    assert [seats.nth(seat).is_checked() for seat in range(2)] == [seat == then.decider for seat in range(2)]
    page.locator("dialog select").select_option("random")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda address: table not in address)
    visitor.wait("() => __seen.table !== null")
    told = visitor.table
    assert told["entries"] == 20
    assert told["seats"] == [then.decider]
    assert [seat["score"] for seat in told["view"]["seats"]] == then.scores()
    Player(visitor).play(3)
    assert visitor.table["entries"] > 20
    assert "played on" in page.inner_text("body")


def test_on_a_phone_one_takes_another_seat(visit: NewVisitor) -> None:
    visitor, game = visit(size=PHONE), played("builder", 3)
    visitor.go(f"/tables/{bring(visitor, game)}/replay#30")
    page, decider = visitor.page, game.after(30).decider
    page.get_by_role("button", name="Play on from here").tap()
    wanted = ((decider or 0) + 1) % 3
    assert visitor.geometry(touch=True) == []
    page.locator("dialog label:has(input[name=seat])").nth(wanted).tap()
    page.locator("dialog select").select_option("random")
    page.get_by_role("button", name="Play on", exact=True).tap()
    visitor.wait("() => __seen.table !== null")
    assert visitor.table["seats"] == [wanted]


def test_at_the_end_nothing_can_be_played_on(visit: NewVisitor) -> None:
    visitor, game = visit(), played("duel", 2)
    visitor.go(f"/tables/{bring(visitor, game)}/replay#{len(game.entries)}")
    button = visitor.page.get_by_role("button", name="Play on from here")
    assert button.count() == 0
    visitor.page.keyboard.press("ArrowLeft")
    button.wait_for()
