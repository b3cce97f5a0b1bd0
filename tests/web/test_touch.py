"""On a phone: each decision of either game by a thumb, with nothing smaller than 44 pixels."""

import random
from collections import Counter

import pytest

import imhotep
from tests.support.browser import DESK, PHONE, NewVisitor, Size, Visitor
from tests.support.decisions import AT_ONCE, decide, decisions

LANDSCAPE = Size("landscape", 740, 360, True)
FINGER = 44  # pixels

# What may be pressed to choose, by name: only what a finger meets on at least so many pixels across and down. What
# waits for a second tap is left out, since that makes the move.
LARGE = """
async (finger) => {
  const OTHERS =
    ".opener, .chip, .mini, .hand:not([data-key]), .confirm *, .large *, .dock:not([data-key]), .log-button, .hint, " +
    ".tool, .gold, .chosen, .hot, [aria-haspopup]";
  const found = {};
  for (const element of document.querySelectorAll(".play button:not(:disabled)")) {
    if (element.matches(OTHERS) || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (element.matches(".back") && !element.textContent.includes("Back")) continue;
    element.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const extent = (dx, dy) => {
      let far = 0;
      while (far < finger && element.contains(document.elementFromPoint(x + dx * far, y + dy * far))) far += 1;
      return far;
    };
    const across = extent(-1, 0) + extent(1, 0) - 1;
    const down = extent(0, -1) + extent(0, 1) - 1;
    if (across < finger - 1 || down < finger - 1) continue;
    const name = element.dataset.key ?? element.dataset.action ?? element.ariaLabel ?? element.textContent.trim();
    found[name] ??= element;
  }
  return found;
}
"""
NEXT, BEFORE, BACK = "Next", "Previous", "Back"
ARMED = "document.querySelector('[data-deed]')?.dataset.deed ?? ''"


class Thumb:
    """Taps only what is large enough, and nothing that makes a move; notes which moves the gold button offered."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.chance = random.Random(5)

    def offered(self) -> set[str]:
        """Each move of the decision, as far as a thumb gets to it."""
        page = self.visitor.page
        wanted = {move["text"] for move in self.visitor.table["view"]["moves"]}
        met: set[str] = set()
        path: list[str] = []  # what was tapped on the way here, more or less
        tapped: Counter[tuple[str, ...]] = Counter()
        for _ in range(20 + 10 * len(wanted)):
            page.evaluate("__calm()")
            armed, before = page.evaluate(ARMED), len(met)
            met.add(armed)
            if wanted <= met:
                break
            large = page.evaluate_handle(LARGE, FINGER).get_properties()
            leads_on = NEXT in large and (not tapped[*path, NEXT] or len(met) > before)
            new = [name for name in large if name not in (NEXT, BEFORE, BACK) and not tapped[*path, name]]
            if leads_on:
                name = NEXT
            elif new and not armed:
                name = self.chance.choice(new)
            elif BACK in large:
                name = BACK
            elif large:
                name = self.chance.choice(sorted(large))
            else:
                break
            tapped[*path, name] += 1
            if name == BACK:
                path = path[:-1]
            elif name != NEXT:
                path.append(name)
            element = large[name].as_element()
            assert element is not None
            spot = element.evaluate("__spot")
            page.touchscreen.tap(spot["x"], spot["y"])
        return met & wanted


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=lambda size: size.name)
@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_thumb_gets_to_every_move(visit: NewVisitor, game: str, size: Size) -> None:
    """Of every decision that there is, in every size that a phone has."""
    missed = []
    visitor = visit("Merit", size=size)
    for number, decision in enumerate(decisions(game), 1):
        if number % AT_ONCE == 0:
            visitor = visit("Merit", size=size)
        decide(visitor, decision.record, decision.entries)
        entries = visitor.entries
        wanted = {move["text"] for move in visitor.table["view"]["moves"]}
        left = wanted - Thumb(visitor).offered()
        assert visitor.entries == entries, f"{decision.name}: a single tap made a move"
        if left:
            missed.append(f"{decision.name}: {sorted(left)} of {len(wanted)}")
    assert not missed, "\n".join(missed)


def test_a_phone_says_why_something_cannot_be_chosen(visit: NewVisitor) -> None:
    visitor = visit("Merit", size=PHONE)
    decide(visitor, imhotep.new_game("builder", 2, "AAAAA", seed=1).record(), 0)  # no ship is loaded yet
    page = visitor.page
    place = page.locator("[data-key='deck 1 1']").bounding_box()
    assert place is not None
    assert page.locator(".notice").count() == 0
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] + 12)  # the hull of the ship
    page.get_by_text("That ship would sail with fewer stones than it needs.").first.wait_for()
    assert visitor.entries == visitor.table["entries"]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=lambda size: size.name)
def test_the_stern_is_a_part_of_the_ship_and_no_place_that_is_missing(visit: NewVisitor, size: Size) -> None:
    visitor = visit("Merit", size=size)
    decide(visitor, imhotep.new_game("builder", 2, "AAAAA", seed=1).record(), 0)
    page = visitor.page
    ships = [ship["size"] for ship in visitor.table["view"]["ships"]]
    short = ships.index(min(ships)) + 1  # other ships have a place where this one ends
    place = page.locator(f"[data-key='deck {short} {min(ships)}']").bounding_box()
    assert place is not None
    at = (place["x"] - place["width"] * 0.7, place["y"] + place["height"] * 0.6)
    if size.touch:
        page.touchscreen.tap(*at)
    else:
        page.mouse.click(*at)
    page.get_by_text("That ship would sail with fewer stones than it needs.").first.wait_for()
    assert page.get_by_text("There is no such space.").count() == 0


@pytest.mark.parametrize("game", ["builder", pytest.param("duel", marks=pytest.mark.slow)])
def test_who_is_here_is_told_in_the_waiting_room_and_on_a_phone(visit: NewVisitor, game: str) -> None:
    host, guest, onlooker = visit("Merit", size=PHONE), visit("Hapu"), visit("Teti")
    seats = ("me", "open") if game == "duel" else ("me", "open", "open")
    table = host.new_table(*seats, game=game, public=False)
    host.go(f"/tables/{table}")
    onlooker.go(f"/tables/{table}")
    host.page.get_by_text("1 spectator").first.wait_for()
    guest.go(f"/tables/{table}")
    guest.page.get_by_text("● here").first.wait_for()  # the host
    guest.post(f"/api/tables/{table}/join")
    here, away = (host.page.get_by_text(text).first for text in ("● here", "○ away"))
    here.wait_for()
    guest.go("/rules")
    away.wait_for()
    assert host.page.locator("svg.table").count() == (1 if game == "duel" else 0)


def test_a_preview_says_what_a_move_brings_at_the_end(visit: NewVisitor) -> None:
    """A stone at the obelisks pays nothing at once; what it would be worth at the end is shown by source."""
    game = imhotep.new_game("builder", 2, "AAAAA", seed=2)
    chance = random.Random(2)
    entries = None
    while not game.is_over:
        moves = [str(move) for move in game.ask().moves]
        if entries is None and any(move.startswith("sail") and "obelisks" in move for move in moves):
            entries = len(game.entries)
        game.play(chance.choice(moves))
    visitor = visit("Merit", size=PHONE)
    assert entries is not None
    table = decide(visitor, game.record(), entries)
    view = visitor.table["view"]
    found = visitor.get(f"/api/tables/{table}/previews")["previews"]
    before = [seat["score_if_ended"] for seat in view["seats"]]
    ended = {p["text"]: [sum(seat.values()) for seat in p["points"]] for p in found if p["points"]}
    other = [text for text, points in ended.items() if text.startswith("sail") and points != before]
    other.sort(key=lambda text: ended[text][view["seat"]] == before[view["seat"]])  # rather one that pays oneself
    assert other
    _, ship, *site = other[0].split()
    page = visitor.page
    page.locator("[data-action='sail']").tap()
    if page.locator(f".layer .ship[data-key='ship {ship}']").count():
        page.locator(f".layer .ship[data-key='ship {ship}']").tap()
    dock, me = page.locator(f".dock[data-site='{'_'.join(site)}']"), view["seat"]
    gain = ended[other[0]][me] - before[me]
    if gain:  # it is read at the dock, before anything is tapped
        told = dock.locator("em > *").all_inner_texts()
        assert sum(int(text.replace("−", "-")) for text in told) == gain
    dock.tap()
    page.locator(f"[data-deed='{other[0]}']").wait_for()
    shown = [int(text.replace("−", "-")) for text in page.locator(".strip i").all_inner_texts()]
    assert shown == ended[other[0]]
