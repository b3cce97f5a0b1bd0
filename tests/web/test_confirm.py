"""How a choice is made: a look and then the deed, at once, or a question only where nothing could be taken back.

By mouse, by finger and by keyboard, in both games.
"""

import json
import random
from typing import Any

import pytest

import imhotep
from imhotep.table.previews import previews
from tests.support.browser import DESK, PHONE, NewVisitor, Visitor
from tests.support.decisions import decide

TABLES: dict[str, dict[str, Any]] = {
    "builder": {"players": 2, "sides": "AAAAA"},
    "duel": {"players": 2, "sides": "AAAA"},
}
HANDS = ("mouse", "touch", "keyboard")


def crossroads(kind: str) -> tuple[str, int, list[str], list[str]]:
    """A turn in which one move can be taken back and another shows something hidden: the game's record, how many of its
    entries lead there, and the keys of what has to be pressed for either."""
    game, chance = imhotep.new_game(kind, seed=4, **TABLES[kind]), random.Random(4)
    found: list[tuple[int, list[str], list[str]]] = []
    while not game.is_over:
        asked = game.ask()
        if asked.view.question == "turn" and not found:
            shown = {preview.text: preview for preview in previews(asked)}
            free = [m for m in asked.moves if m.verb in ("load", "place") and shown[m.text].scores is not None]
            last = [m for m in asked.moves if m.verb in ("sail", "unload") and shown[m.text].scores is None]
            if free and last:
                if kind == "builder":
                    kept = [f"deck {free[0].ship} {free[0].space}"]
                    found.append((len(game.entries), kept, ["sail", f"ship {last[0].ship}", f"site {last[0].site}"]))
                else:
                    kept = [f"well {free[0].row} {free[0].column}"]
                    found.append((len(game.entries), kept, [f"boat {last[0].boat}"]))
        game.play(chance.choice(asked.moves))
    return game.record(), *found[0]


class Hand:
    """Presses what has a key."""

    def __init__(self, visitor: Visitor, how: str) -> None:
        self.visitor, self.how = visitor, how

    def press(self, key: str) -> None:
        page = self.visitor.page
        page.evaluate("__calm()")
        one = page.locator(f"[data-key='{key}']:not([tabindex='-1']), [data-action='{key}']").first
        if key.startswith("ship") and not one.count():
            return  # it is the only one that may sail
        if self.how == "keyboard":
            one.focus()
            page.keyboard.press("Enter")
            return
        spot = one.evaluate("__spot")
        if self.how == "touch":
            page.touchscreen.tap(spot["x"], spot["y"])
        else:
            page.mouse.click(spot["x"], spot["y"])

    def choose(self, keys: list[str]) -> None:
        for key in keys:
            self.press(key)


def moved(visitor: Visitor, entries: int) -> bool:
    """Whether a move was made by what was pressed last."""
    visitor.page.evaluate("__calm()")
    return any(json.loads(message)["type"] == "do" for message in visitor.page.evaluate("__seen.sent"))


@pytest.mark.parametrize("how", HANDS)
@pytest.mark.parametrize("game", TABLES)
def test_one_rule_for_confirming(visit: NewVisitor, game: str, how: str) -> None:
    record, entries, free, last = crossroads(game)
    visitor = visit(size=PHONE if how == "touch" else DESK)
    for mode, keys, asks in (
        ("guided", free, True),
        ("lasting", free, False),
        ("lasting", last, True),
        ("direct", last, False),
    ):
        if visitor.page.url.startswith("http"):
            visitor.page.evaluate(f"localStorage['imhotep.table'] = '{json.dumps({'told': True, 'confirm': mode})}'")
        decide(visitor, record, entries)
        visitor.wait("() => document.querySelector('[data-key]') !== null")
        visitor.settle()  # what each move would bring is known
        hand, before = Hand(visitor, how), visitor.entries
        hand.choose(keys)
        chip = visitor.page.locator(".confirm .gold")
        if asks:
            chip.wait_for()
            assert not moved(visitor, before), f"{mode}: {keys} was done at once"
            assert chip.get_attribute("data-deed") or how == "touch"
            hand.press(keys[-1])  # the same spot again
        visitor.wait("([entries]) => __seen.table.entries > entries", before)
        assert moved(visitor, before)


@pytest.mark.parametrize("game", TABLES)
def test_the_chip_says_the_deed_beside_what_was_chosen(visit: NewVisitor, game: str) -> None:
    record, entries, free, _ = crossroads(game)
    visitor = visit()
    decide(visitor, record, entries)
    page, before = visitor.page, visitor.entries
    target, chip = page.locator(f".layer [data-key='{free[0]}']"), page.locator(".confirm .chip")
    target.click()
    chip.wait_for()
    visitor.settle()
    one, other = target.bounding_box(), chip.bounding_box()
    assert one is not None
    assert other is not None
    over = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    assert not over, "the chip lies on what it is about"
    assert abs(other["y"] + other["height"] / 2 - one["y"]) < 120
    assert page.locator("section.bar button.gold").count() == 0  # one gold thing
    page.keyboard.press("Escape")
    chip.wait_for(state="detached")
    target.click()
    page.locator(".confirm .not").click()
    chip.wait_for(state="detached")
    assert visitor.entries == before
    target.click()
    page.keyboard.press("Enter")
    visitor.wait("([entries]) => __seen.table.entries > entries", before)


@pytest.mark.parametrize(("how", "answer"), [("mouse", "One click is enough for me"), ("touch", "I see")])
def test_who_is_new_is_told_once(visit: NewVisitor, how: str, answer: str) -> None:
    visitor = visit("", size=PHONE if how == "touch" else DESK)
    visitor.go("/")
    visitor.page.locator("main button.big").first.click()
    visitor.page.wait_for_url("**/tables/*")
    assert visitor.wait_for_choice()
    page, hand, before = visitor.page, Hand(visitor, how), visitor.entries
    note = page.locator(".confirm .note")
    key = page.locator(".layer .deck").first.get_attribute("data-key") or ""
    hand.press(key)
    note.wait_for()
    assert "First a look, then the deed" in note.inner_text()
    page.get_by_role("button", name=answer).click()
    note.wait_for(state="detached")
    page.keyboard.press("Escape")
    page.locator(".confirm").wait_for(state="detached")
    assert visitor.entries == before
    page.reload()
    assert visitor.wait_for_choice()
    hand.press(key)
    if how == "touch":
        page.locator(".confirm .chip").wait_for()
        assert note.count() == 0
        hand.press(key)
    visitor.wait("([entries]) => __seen.table.entries > entries", before)


def test_how_to_confirm_is_a_setting(visit: NewVisitor) -> None:
    visitor = visit()
    decide(visitor, *crossroads("builder")[:2])
    page = visitor.page
    for number, mode in ((1, "direct"), (2, "lasting"), (0, "guided")):
        page.locator("header nav button").last.click()
        page.locator("input[name=confirm]").nth(number).check()
        page.locator("dialog .close").click()
        assert json.loads(page.evaluate("localStorage['imhotep.table']"))["confirm"] == mode
