"""Every card, token and god opens large, by mouse, finger and keyboard, and says what the engine says."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Route

import imhotep
from imhotep.engine.duel.vocabulary import Token
from imhotep.table.builder.words import CARD_IDS
from imhotep.table.duel.words import PLAIN_TOKEN_IDS
from tests.support.browser import DESK, PHONE, NewVisitor, Visitor
from tests.support.decisions import decide

DYNASTY = {"cards": "dynasty", "prophecies": True}
TABLES: dict[str, dict[str, Any]] = {
    "builder": {"players": 2, "sides": "ABAAA", **DYNASTY},
    "duel": {"players": 2, "sides": "AAAA"},
}
RED = {*CARD_IDS[1:4], "private_quarry"}  # carried out at once: they don't only lie in a hand


def later(kind: str, share: float = 0.7) -> tuple[str, int]:
    """Some way into a game, when there are cards or tokens everywhere; in a turn."""
    game, chance = imhotep.new_game(kind, seed=9, **TABLES[kind]), random.Random(9)
    turns = []
    while not game.is_over:
        if game.question == "turn":
            turns.append(len(game.entries))
        game.play(chance.choice(game.legal_moves()))
    return game.record(), turns[int(len(turns) * share)]


def expected(view: Any) -> set[tuple[str, str]]:
    """Each piece that lies somewhere open, and whose it is."""
    if view["game"] == "builder":
        lying = [*view["market"]["open"], *view["discard_pile"][-1:]]
        gods = [f"god {number}" for number in range(1, len(view["prophecies"]) + 1)]
        held = {(card, str(seat)) for seat, here in enumerate(view["seats"]) for card in here["hand"]}
        return {(piece, "") for piece in [*lying, *gods] if piece} | held
    afloat = {(token, "") for boat in view["boats"] for token in boat["cargo"] if token}
    held = set()
    for seat, here in enumerate(view["seats"]):
        tokens = [*here["actions"], *(f"tomb_{number}" for number in here["tomb"]["numbers"])]
        tokens += [f"temple_{number}" for number, count in here["temple"]["tokens"].items() if count]
        tokens += [f"{kind}_pyramid" for kind in ("light", "dark") if here["pyramids"][kind]]
        tokens += ["obelisk"] if here["obelisk"]["tokens"] else []
        held |= {(token, str(seat)) for token in tokens}
    return afloat | held


def pieces(visitor: Visitor) -> list[tuple[Locator, tuple[str, str]]]:
    """All that can be opened, each once."""
    all_of_them = visitor.page.locator(".play [data-piece]")
    names = all_of_them.evaluate_all(NAMES)
    found = {(piece, owner): number for number, (piece, owner, seen) in reversed([*enumerate(names)]) if seen}
    return [(all_of_them.nth(number), name) for name, number in sorted(found.items(), key=lambda item: item[1])]


NAMES = "(all) => all.map((one) => [one.dataset.piece, one.dataset.owner ?? '', one.checkVisibility()])"
ON_TOP = "([one, x, y]) => one.contains(document.elementFromPoint(x, y)) && !one.dataset.key"


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("builder", "mouse"),
        ("builder", "touch"),
        ("builder", "keyboard"),
        ("duel", "keyboard"),
        pytest.param("duel", "mouse", marks=pytest.mark.slow),
        pytest.param("duel", "touch", marks=pytest.mark.slow),
    ],
)
def test_every_card_token_and_god_opens_large(visit: NewVisitor, game: str, how: str) -> None:
    visitor = visit(size=PHONE if how == "touch" else DESK)
    decide(visitor, *later(game))
    visitor.settle()
    page, entries, all_of_them = visitor.page, visitor.entries, expected(visitor.table["view"])
    if how == "touch" and game == "builder":
        rivals = {name for name in all_of_them if name[1] == str(1 - visitor.table["seats"][0])}
        all_of_them -= rivals  # in the panel that the chip opens
        page.locator(f".strip [data-seat='{1 - visitor.table['seats'][0]}']").tap()
        page.locator("dialog .mini").first.tap()
        page.locator(".large.sheet").wait_for()
        page.locator(".large.sheet").get_by_role("button", name="Close").tap()
    if how == "touch" and game == "duel":
        all_of_them = {name for name in all_of_them if name[1] != str(1 - visitor.table["seats"][0])}
    opened = set()
    for element, name in pieces(visitor):
        if how == "keyboard":
            element.focus()
            page.keyboard.press("i")
        else:
            element.scroll_into_view_if_needed()
            box = element.bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if how == "mouse":
                page.mouse.move(x - 2, y)
                page.mouse.move(x, y)
            elif page.evaluate(ON_TOP, [element.element_handle(), x, y]):
                page.touchscreen.tap(x, y)
            else:  # a long press opens also what may be chosen
                touch = page.context.new_cdp_session(page)
                touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
                page.locator(".large.sheet").wait_for()
                touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        large = page.locator(f".large[data-large='{name[0]}']")
        large.wait_for()
        assert large.locator("h3").inner_text().strip()
        assert large.locator("p.does").first.inner_text().strip()
        large.locator(".worth [data-worth], .worth td").first.wait_for()
        opened.add(name)
        if how != "mouse":
            page.keyboard.press("Escape")
            large.wait_for(state="detached")
    assert all_of_them <= opened, all_of_them - opened
    assert visitor.entries == entries  # nothing was chosen by it


def test_a_tap_opens_and_the_gold_button_begins(visit: NewVisitor) -> None:
    """A card of one's own, an effect in words, and what can be done with it."""
    record, entries = later("builder")
    game = imhotep.load(record)
    for at in range(entries, len(game.entries)):
        then = game.after(at)
        if not then.is_over and then.question == "turn" and any(move.verb == "play" for move in then.legal_moves()):
            entries = at
            break
    visitor = visit()
    decide(visitor, record, entries)
    page = visitor.page
    hand = page.locator(".mine .hand [data-key][data-piece]").first
    hand.focus()
    page.keyboard.press("i")
    page.locator(".large .go").click()
    page.locator(".large").wait_for(state="detached")
    page.locator(".confirm .gold").wait_for()  # by the same rule as a click on the card


# --- numbers


def positions(kind: str, count: int) -> Iterator[imhotep.Game]:
    chance = random.Random(kind)
    while True:
        game = imhotep.new_game(kind, seed=chance.randrange(10**6), **TABLES[kind])
        while not game.is_over:
            if game.decider == 0 and game.question == "turn" and chance.random() < 0.2:
                yield game
                count -= 1
                if not count:
                    return
            game.play(chance.choice(game.legal_moves()))


def ended(raw: Any, seat: int) -> int:
    copy = raw.blank()
    copy.copy_from(raw)
    if hasattr(copy, "finish"):
        copy.finish()
    return int(copy.score(seat))


def differences(game: imhotep.Game, piece: str, owner: int | None) -> dict[str, int]:
    """With one more, and without one: the engine's points if the game ended now."""
    raw: Any = game.raw.blank()
    seat = 0 if owner is None else owner
    raw.copy_from(game.raw)
    before = ended(raw, seat)
    if game.rules.id == "duel":
        raw.lay_token(seat, token(piece))
        return {"end": ended(raw, seat) - before}
    hand, card = raw.players[seat].hand, CARD_IDS.index(piece)
    found = {}
    hand[card] += 1
    found["end"] = ended(raw, seat) - before
    hand[card] -= 1
    if hand[card]:
        hand[card] -= 1
        found["last"] = before - ended(raw, seat)
    return found


def token(id: str) -> int:
    if id in PLAIN_TOKEN_IDS:
        return PLAIN_TOKEN_IDS.index(id)
    kind, number = id.split("_")
    return int(Token.TOMB if kind == "tomb" else Token.TEMPLE) + int(number) - 1


WORTHS = """
() => Object.fromEntries([...document.querySelectorAll(".large [data-worth]")].map((coin) =>
  [coin.dataset.worth, Number(coin.textContent.replace("−", "-"))]))
"""


@pytest.mark.parametrize("count", [6, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", TABLES)
def test_the_number_in_the_browser_is_the_engines(visit: NewVisitor, kind: str, count: int) -> None:
    """The difference with and without, in sampled positions that the page is told as if the server had sent them."""
    visitor, chance, compared = visit(), random.Random(1), 0
    page, asked = visitor.page, {"entries": 0, "pieces": []}
    page.route("**/api/tables/*/pieces", lambda route: fulfil(route, asked))
    page.route("**/api/tables/*/previews", lambda route: fulfil(route, {"entries": -1, "previews": []}))
    visitor.go(f"/tables/{visitor.new_table('me', 'here', game=kind, public=False)}")
    assert visitor.wait_for_choice()
    real = visitor.table
    for number, game in enumerate(positions(kind, count), 1):
        view = msgspec.to_builtins(game.view(0), str_keys=True)
        asked.update(entries=1000 + number, pieces=msgspec.to_builtins(game.piece_worths(0), str_keys=True))
        told = {
            **real,
            "entries": 1000 + number,
            "view": view,
            "seat": 0,
            "curtain": False,
            "events": [],
            "events_from": 0,
        }
        page.evaluate("(data) => __seen.socket.dispatchEvent(new MessageEvent('message', { data }))", json.dumps(told))
        page.evaluate("__calm()")
        element, (piece, owner) = chance.choice(
            [one for one in pieces(visitor) if one[1][0] not in RED and "god" not in one[1][0]]
        )
        element.focus()
        page.keyboard.press("i")
        page.locator(f".large[data-large='{piece}'] [data-worth]").first.wait_for()
        shown, wanted = page.evaluate(WORTHS), differences(game, piece, int(owner) if owner else None)
        for name, points in wanted.items():
            assert shown.get(name, 0) == points, (game.record(), piece, owner, shown, wanted)
        compared += len(wanted)
        page.keyboard.press("Escape")
    assert compared >= count


def fulfil(route: Route, data: Any) -> None:
    route.fulfill(json=data)
