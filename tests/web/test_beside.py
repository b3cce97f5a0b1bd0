"""In a real browser: dragging, and what lies beside the table and comes after the game."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

import imhotep
from tests.support.browser import DESK, PHONE, Finger, NewVisitor, Player, Size, Visitor


def played(game: str = "builder", players: int = 2, seed: int = 3, **options: Any) -> imhotep.Game:
    found, chance = imhotep.new_game(game, players, seed=seed, **options), random.Random(seed)
    while not found.is_over:
        found.play(chance.choice(found.legal_moves()))
    return found


def middle(point: Locator) -> tuple[float, float]:
    box = point.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page: Page, source: Locator, target: Locator, up: bool = True) -> None:
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*middle(target), steps=4)
    if up:
        page.mouse.up()


def with_a_loaded_ship() -> tuple[str, int]:
    """A finished game's record, and how many of its entries lead to a turn in which some ship may sail."""
    game = played()
    for entries in range(len(game.entries)):
        then = game.after(entries)
        moves = [str(move) for move in then.legal_moves()]
        if any(move.startswith("sail") for move in moves) and any(move.startswith("load") for move in moves):
            return game.record(), entries
    raise AssertionError("no ship can sail")


def sit_down(visitor: Visitor, record: str, entries: int, bot: str = "random") -> str:
    """At that moment of a game; the table's id."""
    old = visitor.post("/api/records", {"record": record, "public": False})["table"]
    table: str = visitor.post(f"/api/tables/{old}/play-on", {"entries": entries, "bot": bot})["table"]
    visitor.go(f"/tables/{table}")
    assert visitor.wait_for_choice()
    return table


def made(visitor: Visitor) -> str:
    """The last move that the page has sent."""
    sent = [json.loads(message) for message in visitor.page.evaluate("__seen.sent")]
    moves: list[str] = [message["command"]["text"] for message in sent if message["type"] == "do"]
    return moves[-1]


# --- choosing


def test_a_stone_and_a_ship_are_dragged(visit: NewVisitor) -> None:
    visitor = visit()
    sit_down(visitor, *with_a_loaded_ship())
    page, entries = visitor.page, visitor.entries
    sled, deck = page.locator(".mine .sled").first, page.locator(".layer .deck").first
    dragged(page, sled, page.locator(".log h2"))  # nothing lies there: it flies home
    assert visitor.entries == entries
    dragged(page, sled, deck)
    page.locator(".confirm .gold").click()  # shown while it was held, and done by the same rule as a click
    visitor.wait("([entries]) => __seen.table.entries > entries", entries)
    assert made(visitor).startswith("load")
    sit_down(visitor, *with_a_loaded_ship())
    entries = visitor.entries
    ship = page.locator(".layer .ship").first
    dragged(page, ship, page.locator(".layer .ship").first, up=False)
    page.mouse.move(*middle(page.locator("svg.table")), steps=3)
    page.locator("[data-key='site pyramids']").first.wait_for()  # its docks glow while it is held
    page.mouse.move(*middle(page.locator("[data-key='site pyramids']").first), steps=3)
    page.mouse.up()
    page.keyboard.press("Enter")
    visitor.wait("([entries]) => __seen.table.entries > entries", entries)
    assert re.fullmatch(r"sail \d pyramids", made(visitor))


# --- what happened, and why


def test_the_log_is_sifted_shows_the_place_and_opens_the_rule(visit: NewVisitor) -> None:
    visitor, game = visit(), played()
    sit_down(visitor, game.record(), len(game.entries) // 2)
    page, log = visitor.page, visitor.page.locator("section.log").first
    lines = log.locator("li:not(.heading)")
    everything = lines.count()
    log.get_by_role("button", name="points", exact=True).click()
    paying = lines.count()
    assert 0 < paying < everything
    assert all(re.search(r"\d", text) for text in lines.all_inner_texts())
    assert page.locator(".layer .mark").count() == 0
    log.locator("button.entry").last.hover()
    page.locator(".layer .mark").first.wait_for()
    log.locator("button.rule").last.click()
    rule = page.locator("dialog[open]")
    rule.wait_for()
    assert re.search(r"\b[A-Z]{1,2}\d+\b", rule.inner_text())  # the id of a ruling


def test_points_by_source_are_the_servers_at_any_time(visit: NewVisitor) -> None:
    visitor, game = visit(), played(players=3, sides="BCDAB")
    sit_down(visitor, game.record(), len(game.entries) * 2 // 3)
    page = visitor.page
    for seat, told in enumerate(visitor.table["view"]["seats"]):
        panel = page.locator(f".panel[data-seat='{seat}']")
        words = panel.inner_text().replace("−", "-")
        assert str(told["score"]) in words.split()
        assert str(told["score_if_ended"]) in words.split()


def test_a_hint_says_what_and_why_and_can_be_followed(visit: NewVisitor) -> None:
    visitor = visit()
    visitor.go(f"/tables/{visitor.new_table('me', 'random', sides='AAAAA', public=False)}")
    assert visitor.wait_for_choice()
    page, entries = visitor.page, visitor.entries
    page.locator("section.bar .hint").click()
    page.get_by_role("button", name="Show me").click()
    follow = page.locator(".panel .button.gold")
    follow.wait_for()
    panel = page.locator(".panel:has(table)")
    assert "%" in panel.inner_text()
    assert panel.locator("tbody tr").count() >= 2
    follow.click()
    visitor.wait("([entries]) => __seen.table.entries > entries", entries)
    assert visitor.table["unrated"]


# --- others


def test_what_one_says_the_other_reads(visit: NewVisitor) -> None:
    merit, hapu = visit("Merit"), visit("Hapu", size=PHONE)
    table = merit.new_table("me", "open", sides="AAAAA", public=False)
    hapu.post(f"/api/tables/{table}/join")
    for visitor in (merit, hapu):
        visitor.go(f"/tables/{table}")
        visitor.wait("() => __seen.table !== null")
    merit.page.get_by_role("button", name="Chat").first.click()
    merit.page.get_by_label("Write a message").fill("Good luck! <b>")
    merit.page.get_by_role("button", name="Send", exact=True).click()
    hapu.page.get_by_role("button", name=re.compile("Chat")).first.tap()
    hapu.page.get_by_text("Good luck! <b>").wait_for()


def test_a_turn_is_told_to_who_looks_elsewhere(visit: NewVisitor) -> None:
    """Only if it was asked for; and the tab says so too."""
    visitor = visit()
    visitor.context.grant_permissions(["notifications"])
    visitor.context.add_init_script("""
        window.__told = [];
        window.Notification = class {
          static permission = "granted";
          static requestPermission = async () => "granted";
          constructor(text) { window.__told.push(text); }
          close() {}
        };
        Object.defineProperty(document, "hidden", { get: () => window.__away === true });
        Object.defineProperty(document, "visibilityState", { get: () => (window.__away ? "hidden" : "visible") });
    """)
    rival = visit("Hapu", quick=True)
    table = visitor.new_table("me", "open", sides="AAAAA", public=False)
    rival.post(f"/api/tables/{table}/join")
    for one in (visitor, rival):
        one.go(f"/tables/{table}")
        one.wait("() => __seen.table !== null")
    page = visitor.page
    page.locator("header nav button").last.click()
    page.get_by_label("Notify me when it's my turn").check()
    page.locator("dialog .close").click()
    if visitor.page.evaluate("__mine()"):
        Player(visitor).play(1)
    page.evaluate("window.__away = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("__told.length") == 0
    while not page.evaluate("__mine()"):
        Player(rival).play(1)
        visitor.wait("([entries]) => __seen.table.entries >= entries", rival.entries)
    visitor.wait("() => __told.length === 1")
    assert "●" in page.title()


def test_a_clock_runs_for_who_decides(visit: NewVisitor) -> None:
    visitor = visit()
    table = visitor.new_table("me", "random", sides="AAAAA", public=False, pace={"kind": "clock"})
    visitor.go(f"/tables/{table}")
    assert visitor.wait_for_choice()
    own, other = (visitor.page.locator(f".panel[data-seat='{seat}'] time") for seat in range(2))
    before = own.inner_text(), other.inner_text()
    visitor.wait("([before]) => document.querySelector('.panel time').innerText !== before", before[0])
    assert other.inner_text() == before[1]


# --- after the game


@pytest.mark.parametrize("size", [DESK, PHONE], ids=lambda size: size.name)
def test_a_finished_game_is_played_again_by_both(visit: NewVisitor, size: Size) -> None:
    merit, hapu = visit("Merit", size=size, quick=True), visit("Hapu", quick=True)
    table = merit.new_table("me", "open", game="duel", public=False)
    hapu.post(f"/api/tables/{table}/join")
    for visitor in (merit, hapu):
        visitor.go(f"/tables/{table}")
        visitor.wait("() => __seen.table !== null")
    entries = hapu.entries
    hapu.post(f"/api/tables/{table}/commands", {"id": "leave", "entries": entries, "action": "resign"})
    for visitor in (merit, hapu):
        visitor.wait("() => __over()")
    merit.page.locator("dialog").get_by_role("button", name="Play again").click()
    merit.page.wait_for_url(lambda address: table not in address)
    hapu.page.locator("dialog a.button.gold").click()
    hapu.page.wait_for_url(lambda address: table not in address)
    assert hapu.page.url == merit.page.url
    hapu.settle()  # else what moves on the page takes the button away from under the pointer
    hapu.page.get_by_role("button", name="Take a seat").click()  # it is kept for them
    for visitor in (merit, hapu):
        visitor.wait("() => !__over()")
        assert visitor.table["seats"] != []


def test_a_record_is_downloaded_and_brought_to_another_browser(visit: NewVisitor, tmp_path: Path) -> None:
    merit, hapu, game = visit("Merit"), visit("Hapu", size=PHONE), played("duel")
    table = merit.post("/api/records", {"record": game.record()})["table"]
    merit.go(f"/tables/{table}/replay")
    with merit.page.expect_download() as started:
        merit.page.get_by_role("link", name="Record", exact=True).click()
    path = tmp_path / started.value.suggested_filename
    started.value.save_as(path)
    assert path.read_text("utf-8") == game.record()
    hapu.go("/games")
    hapu.page.locator("input[type=file]").set_input_files(path)
    hapu.page.wait_for_url("**/replay*")
    hapu.page.locator(f"input[type=range][max='{len(game.entries)}']").first.wait_for()
    path.write_text("no record at all")
    hapu.go("/games")
    with hapu.excused():
        hapu.page.locator("input[type=file]").set_input_files(path)
        hapu.page.locator("#bring .notice, #bring [role=alert]").first.wait_for()


def test_a_link_leads_to_the_moment_that_was_shared(visit: NewVisitor) -> None:
    merit, hapu, game = visit("Merit"), visit(""), played("duel")
    merit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = merit.post("/api/records", {"record": game.record()})["table"]
    merit.go(f"/tables/{table}/replay#12")
    merit.page.keyboard.press("ArrowRight")
    merit.page.get_by_role("button", name="Copy link").click()
    merit.page.get_by_role("button", name="Copied").wait_for()
    link = merit.page.evaluate("navigator.clipboard.readText()")
    shown = merit.page.get_by_role("slider").first.input_value()
    hapu.page.goto(link)
    hapu.settle()
    assert hapu.page.get_by_role("slider").first.input_value() == shown


# --- learning


@pytest.mark.parametrize(("game", "size"), [("builder", PHONE), ("duel", DESK)], ids=["builder", "duel"])
def test_a_first_game_is_led_step_by_step(visit: NewVisitor, game: str, size: Size) -> None:
    """By nothing but what glows; what is pointed at is seen, and at the end the lesson lets go."""
    visitor = visit("", size=size)
    visitor.go("/learn")
    first = visitor.page.get_by_role("link", name=re.compile("First game")).nth(0 if game == "builder" else 1)
    first.click()
    visitor.wait("() => __seen.table !== null")
    player = Finger(visitor) if size.touch else Player(visitor)
    said: set[str] = set()
    for _ in range(40):
        assert visitor.wait_for_choice()
        said.add(visitor.page.locator(".coach .said").inner_text())
        wrong = visitor.page.evaluate(FRAMES)
        assert not wrong, wrong
        if visitor.page.locator(".coach .dots").count() == 0:
            break
        player.decide()
    assert visitor.page.locator(".coach .dots").count() == 0
    assert len(said) >= 4


# Frames of a lesson that lie beyond what the page shows of the table and of one's own things.
FRAMES = """
() => [...document.querySelectorAll(".frame")].map((frame) => frame.getBoundingClientRect()).flatMap((box) => {
  const bar = document.querySelector("section.bar").getBoundingClientRect();
  const inside = box.left > -8 && box.right < innerWidth + 8 && box.top > 0 && box.bottom < innerHeight + 8;
  const over = box.bottom > bar.top + 16 && box.top < bar.top && box.left < bar.right - 16 && box.right > bar.left + 16;
  return inside && !over ? [] : [`${JSON.stringify(box)} lies over the bar or beyond the page`];
})
"""
