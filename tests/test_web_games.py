"""Whole games in the browser, by pressing only what glows; and what happens when something breaks in between."""

from pathlib import Path
from typing import Any

import pytest
from process_tools import running
from test_server_crashes import free_port
from web_tools import (
    PHONE,
    Cable,
    Finger,
    Keyboard,
    NewVisitor,
    Player,
    Visitor,
    cable,
    chromium,
    client,
    serving,
    site,
    visit,
)

__all__ = ["cable", "chromium", "client", "site", "visit"]  # fixtures

SITES = {"market", "pyramids", "temple", "burial_chamber", "obelisks"}


def test_a_builder_game_against_a_bot_from_the_first_page(visit: NewVisitor) -> None:
    visitor = visit("")
    visitor.go("/")
    visitor.page.locator("main button.big").first.click()
    visitor.page.wait_for_url("**/tables/*")
    player = Player(visitor)
    player.play()
    assert visitor.table["view"]["is_over"]
    assert player.sailed_to == SITES


def test_a_duel_against_a_bot_from_the_first_page(visit: NewVisitor) -> None:
    visitor = visit("")
    visitor.go("/")
    visitor.page.locator("main button.big").nth(1).click()
    visitor.page.wait_for_url("**/tables/*")
    Player(visitor).play()
    assert visitor.table["view"]["is_over"]


def test_a_duel_by_keyboard_alone(visit: NewVisitor) -> None:
    visitor = visit()
    visitor.go(f"/tables/{visitor.new_table('me', 'random', game='duel', sides='BBBB', public=False)}")
    Keyboard(visitor).play()
    assert visitor.table["view"]["is_over"]


def test_a_game_on_a_phone_by_touch(visit: NewVisitor) -> None:
    visitor = visit(size=PHONE)
    table = visitor.new_table("me", "random", sides="DCBAD", public=False)
    visitor.go(f"/tables/{table}")
    Finger(visitor).play()
    assert visitor.table["view"]["is_over"]


# --- something breaks in the middle of a decision


def begun(visitor: Visitor, **offer: Any) -> Player:
    """Some decisions into a game against a bot, with a part of the next one picked."""
    visitor.go(f"/tables/{visitor.new_table('me', 'random', public=False, **offer)}")
    player = Player(visitor)
    player.play(3)
    assert visitor.wait_for_choice()
    glowing = [choice for choice in visitor.choices() if choice[0].startswith("glow")]
    player.press(player.pick(glowing or visitor.choices())[1])
    return player


def told(visitor: Visitor) -> Any:
    """Of the last state what does not depend on when it was told."""
    table = visitor.table
    return {name: table[name] for name in ("entries", "view", "seats", "over", "table")}


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_reload_loses_nothing(visit: NewVisitor, game: str) -> None:
    visitor = visit()
    player = begun(visitor, game=game)
    visitor.wait_for_choice()
    before = told(visitor)
    visitor.page.reload()
    visitor.wait("() => __seen.table !== null")
    assert told(visitor) == before
    player.play(2)
    assert visitor.table["entries"] > before["entries"]


def test_a_cut_connection_loses_nothing(visit: NewVisitor, cable: Cable) -> None:
    visitor = visit(address=cable.address)
    player = begun(visitor)
    visitor.wait_for_choice()
    before = told(visitor)
    with visitor.excused():
        cable.cut()
        visitor.page.wait_for_selector("[role=status] .notice")
        sockets = visitor.page.evaluate("__seen.tables.length")
        cable.mend()
        visitor.try_now()
        visitor.wait("([count]) => __seen.tables.length > count", sockets)
    assert told(visitor) == before
    player.play(2)
    assert visitor.table["entries"] > before["entries"]


def test_a_move_that_was_made_without_a_connection_arrives_once(visit: NewVisitor, cable: Cable) -> None:
    visitor = visit(address=cable.address)
    player = begun(visitor)
    visitor.wait_for_choice()
    entries = visitor.table["entries"]
    sent = "() => __seen.sent.filter((data) => JSON.parse(data).type === 'do').length"
    with visitor.excused():
        cable.cut()
        visitor.page.wait_for_selector("[role=status] .notice")
        for _ in range(6):  # until a move is on its way
            if not visitor.choices():
                break
            player.press(player.pick(visitor.choices())[1])
        cable.mend()
        visitor.try_now()
        visitor.wait("([entries]) => __seen.table.entries > entries", entries)
    assert visitor.page.evaluate(sent) >= 1
    record = visitor.get(f"/api/tables/{visitor.table['table']}/game")
    assert record["entries"] >= entries + 1
    player.play(1)


def test_a_killed_server_loses_nothing(visit: NewVisitor, client: Path, tmp_path: Path) -> None:
    program = serving(tmp_path, client, free_port())
    with running(program):
        visitor = visit(address=program.address)
        player = begun(visitor)
        visitor.wait_for_choice()
        before = told(visitor)
        with visitor.excused():
            program.kill()
            visitor.page.wait_for_selector("[role=status] .notice")
            count = visitor.page.evaluate("__seen.tables.length")
            with running(program):
                visitor.try_now()
                visitor.wait("([count]) => __seen.tables.length > count", count)
                assert told(visitor) == before
                visitor.page.wait_for_selector("[role=status] .notice", state="detached")
                player.play(2)
                assert visitor.table["entries"] > before["entries"]
                visitor.page.close()


# --- secrets


def steps_of(visitor: Visitor, table: str) -> dict[tuple[int, int | None], Any]:
    """What each seat saw, by entries and seat, from the replay of the finished game."""
    found: dict[tuple[int, int | None], Any] = {}
    for query in ("seat=all&", ""):
        first = 0
        while True:
            part = visitor.get(f"/api/tables/{table}/replay?{query}first={first}&last={first + 50}")
            for step in part["steps"]:
                for view in step["views"]:
                    found[step["entries"], view["seat"]] = view["view"]
            first = part["steps"][-1]["entries"] + 1
            if first > part["total"]:
                break
    return found
