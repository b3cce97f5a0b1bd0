"""What moves on the tables in a real browser: when it has come to rest, the page is as if it had just been opened."""

import difflib
import random
from typing import Any

import pytest

import imhotep
from tests.support.browser import DESK, PHONE, Finger, NewVisitor, Player, Size, Visitor

DYNASTY = {"cards": "dynasty", "prophecies": True}
DECISIONS = 3  # between two looks
LOOKS = 2

# The drawings of the table, without what a pointer or a finger may have left.
DRAWN = "[...document.querySelectorAll('main svg.table, main .slide svg, main .ships svg')].map((svg) => svg.outerHTML)"
FLIES = "document.querySelector('main .layer > svg') !== null"


def middle_of(*table: Any, **options: Any) -> tuple[str, int]:
    """The record of a random game, and how many entries lead to its middle."""
    game, chance = imhotep.new_game(*table, seed=4, **options), random.Random(4)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game.record(), len(game.entries) // 2


def begun(visitor: Visitor, speed: str, *table: Any, **options: Any) -> None:
    """In the middle of a game against bots that answer at once, with everything in motion."""
    visitor.context.add_init_script(f"localStorage.setItem('imhotep.table', JSON.stringify({{ speed: '{speed}' }}))")
    record, entries = middle_of(*table, **options)
    old = visitor.post("/api/records", {"record": record, "public": False})["table"]
    wish = {"entries": entries, "bot": "random"}
    visitor.go(f"/tables/{visitor.post(f'/api/tables/{old}/play-on', wish)['table']}")


def at_rest(visitor: Visitor) -> list[str]:
    """What is drawn once nothing flies any more, and nothing is pointed at or has the focus."""
    visitor.page.mouse.move(1, 1)
    assert visitor.wait_for_choice()
    visitor.wait(f"() => !({FLIES})")
    visitor.page.evaluate("__calm()")
    visitor.page.evaluate("document.activeElement?.blur(); __calm()")
    drawn: list[str] = visitor.page.evaluate(DRAWN)
    return drawn


def assert_alike(before: list[str], after: list[str]) -> None:
    """Tells which tags are drawn in one of two pictures only."""
    first, second = ([tag for svg in svgs for tag in svg.split("<")] for svgs in (before, after))
    found = [line for line in difflib.ndiff(first, second) if line[0] in "-+"]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("size", "table", "options"),
    [
        pytest.param(DESK, ("builder", 4, "BCDBC"), DYNASTY, marks=pytest.mark.slow),
        pytest.param(DESK, ("builder", 3, "DACDD"), {"face_down": True}, marks=pytest.mark.slow),
        (DESK, ("duel", 2, "ABAB"), {}),
        pytest.param(PHONE, ("builder", 3, "CBACB"), {}, marks=pytest.mark.slow),
    ],
    ids=["four", "three", "duel", "phone"],
)
def test_nothing_is_left_behind(visit: NewVisitor, size: Size, table: Any, options: Any) -> None:
    visitor = visit(size=size, motion=True)
    begun(visitor, "quick", *table, **options)
    player = Finger(visitor) if size.touch else Player(visitor)
    visitor.page.evaluate(f"window.__flown = 0; setInterval(() => (__flown += {FLIES}), 20)")
    for _ in range(LOOKS):
        player.play(DECISIONS)
        assert visitor.page.evaluate("__flown") > 0
        before = at_rest(visitor)
        visitor.page.reload()
        visitor.settle()
        assert_alike(before, at_rest(visitor))
        visitor.page.evaluate(f"window.__flown = 0; setInterval(() => (__flown += {FLIES}), 20)")


def test_a_key_ends_what_moves(visit: NewVisitor) -> None:
    visitor = visit(motion=True)
    begun(visitor, "slow", "builder", 4, "AAAAA")
    player = Player(visitor)
    for _ in range(5):  # what flew may have landed before anybody looked
        player.play(1)
        visitor.wait(f"() => {FLIES} || __mine()")
        if visitor.page.evaluate(FLIES):
            break
    else:
        raise AssertionError("nothing ever moves")
    while visitor.page.evaluate(f"{FLIES} || !__mine()"):
        visitor.page.keyboard.press("Escape")
        visitor.page.wait_for_timeout(20)
    before = at_rest(visitor)
    visitor.page.reload()
    visitor.settle()
    assert_alike(before, at_rest(visitor))
