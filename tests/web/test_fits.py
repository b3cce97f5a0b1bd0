"""On every screen: nothing is wider than it, clocks are seen, and the end is told as it was."""

import itertools
import json

import pytest
from playwright.sync_api import Locator

from tests.support.browser import DESK, PHONE, NewVisitor, Size, Visitor
from tests.support.scale import SCALE

NARROWEST = Size("320", 320, 640, True)
FLAT = Size("844x390", 844, 390, True)
SCREENS = (NARROWEST, Size("360", 360, 740, True), Size("390", 390, 844, True), FLAT)
MORE = [] if SCALE in ("sample", "test") else list(SCREENS[1:3])
LONG = "Ann-Sophie Nefertari II."
CLOCK = {"kind": "clock", "seconds": 900, "increment": 10}

# The page, every open dialog, and whatever in them can be pressed must lie within the screen.
WIDER = """() => {
  const width = document.documentElement.clientWidth;
  const found = [];
  if (innerWidth > screen.width) found.push(`the page is ${innerWidth}`); // a phone zooms out to show it all
  for (const box of [document.documentElement, ...document.querySelectorAll("dialog[open], .panel")])
    if (box.scrollWidth > Math.ceil(box.clientWidth) && getComputedStyle(box).overflowX !== "auto")
      found.push(`${box.tagName} ${box.className} holds ${box.scrollWidth} in ${box.clientWidth}`);
  const parts = "header *, dialog[open], dialog[open] :is(a, button, b, h2), .notice *";
  for (const box of document.querySelectorAll(parts)) {
    const { left, right, width: wide, height } = box.getBoundingClientRect();
    const far = box.closest("table, .tall, [class*=scroll]") || box.closest(".unseen");
    if (!far && wide > 1 && height > 1 && (left < -1 || right > width + 1))
      found.push(`${box.tagName} ${box.className} from ${Math.round(left)} to ${Math.round(right)}`);
  }
  return found;
}"""

# What a fake browser's sound was asked to play: how long, in tenths of a second.
FAKE_SOUND = """() => {
  window.__heard = [];
  window.__contexts = 0;
  window.AudioContext = class {
    state = "running";
    destination = {};
    constructor() { window.__contexts += 1; }
    resume() { return Promise.resolve(); }
    createGain() { return { gain: { value: 1 }, connect() {} }; }
    createBuffer(channels, length, rate) { return { duration: length / rate, copyToChannel() {} }; }
    createBufferSource() {
      return { playbackRate: { value: 1 }, connect() {}, start() { window.__heard.push(this.buffer.duration); } };
    }
  };
}"""


def check(visitor: Visitor, where: str) -> None:
    visitor.settle()
    found = visitor.page.evaluate(WIDER)
    assert not found, f"{where}: {found}"


def table_of(visitor: Visitor, game: str, moves: int, **offer: object) -> str:
    """A game against bots that has gone on for some decisions."""
    seats = ("me", "random", "random", "random") if game == "builder" else ("me", "random")
    table = visitor.new_table(*seats, game=game, public=False, **offer)
    made = 0
    while made < moves:
        state = visitor.get(f"/api/tables/{table}/game")
        if state["over"]:
            break
        view = state["view"]
        if view["decider"] in state["seats"]:
            move = view["moves"][made % len(view["moves"])]["text"]
            command = {"id": f"m{made}", "entries": state["entries"], "action": "move", "text": move}
            visitor.post(f"/api/tables/{table}/commands", command)
            made += 1
    return table


def opened(visitor: Visitor, table: str) -> None:
    visitor.go(f"/tables/{table}")
    visitor.wait("() => __seen.table !== null")


def resigned(visitor: Visitor, table: str) -> None:
    origin = {"origin": visitor.address}
    for number in itertools.count():  # a bot may decide meanwhile
        entries = visitor.get(f"/api/tables/{table}/game")["entries"]
        command = {"id": f"gone{number}", "entries": entries, "action": "resign"}
        path = f"{visitor.address}/api/tables/{table}/commands"
        if visitor.context.request.post(path, data=command, headers=origin).ok:
            return


@pytest.mark.parametrize("size", [NARROWEST, FLAT, *MORE], ids=lambda size: size.name)
@pytest.mark.parametrize("game", ["builder", "duel"])
def test_no_table_is_wider_than_its_screen(visit: NewVisitor, game: str, size: Size) -> None:
    visitor, onlooker = visit(LONG, size=size), visit("Hapu", size=size)
    table = table_of(visitor, game, 3, pace=CLOCK)
    opened(visitor, table)
    opened(onlooker, table)
    visitor.wait("() => __seen.presence !== null || true")
    check(visitor, "the table")
    check(onlooker, "an onlooker's table")
    for page in (visitor.page, onlooker.page):
        page.get_by_role("button", name="Settings and more").click()
    check(visitor, "the menu")
    check(onlooker, "an onlooker's menu")
    visitor.page.get_by_role("button", name="Resign").click()
    check(visitor, "resigning")
    visitor.page.locator("dialog .row button").first.click()
    visitor.page.get_by_role("button", name="Chat").click()
    check(visitor, "the chat")


@pytest.mark.parametrize(
    "size", [NARROWEST, pytest.param(FLAT, marks=pytest.mark.slow), *MORE], ids=lambda size: size.name
)
@pytest.mark.parametrize("game", ["builder", "duel"])
def test_no_end_is_wider_than_its_screen(visit: NewVisitor, game: str, size: Size) -> None:
    visitor = visit(LONG, size=size)
    table = table_of(visitor, game, 2, pace=CLOCK)
    resigned(visitor, table)
    if game == "builder":  # a bot has taken over and plays to the end
        while not visitor.get(f"/api/tables/{table}/game")["over"]:
            visitor.page.wait_for_timeout(200)
    opened(visitor, table)
    visitor.page.get_by_role("dialog", name="Game over").wait_for()
    check(visitor, "the end")
    if size.width < 720:
        for name in ("Sites", "Moments", "Race"):
            visitor.page.get_by_role("tab", name=name).click()
            check(visitor, f"the end: {name}")
        visitor.page.get_by_role("button", name="More", exact=True).click()
        check(visitor, "the end: what else can be done")


@pytest.mark.parametrize("size", [NARROWEST, *([] if not MORE else SCREENS[1:])], ids=lambda size: size.name)
def test_no_other_page_is_wider_than_its_screen(visit: NewVisitor, size: Size) -> None:
    visitor = visit(LONG, size=size)
    waiting = visitor.new_table("me", "open", game="builder", public=False)
    for path in ("/", "/new", "/games", "/learn", "/rules", "/ratings", f"/tables/{waiting}", "/nowhere"):
        visitor.go(path)
        check(visitor, path)


def seen(clock: Locator, size: Size) -> tuple[float, float]:
    """The sizes of a clock's text and of its box, which is on the screen."""
    box = clock.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= size.width - box["width"], box
    assert 0 <= box["y"] <= size.height - box["height"], box
    scale = "(it) => parseFloat(getComputedStyle(it).fontSize) * (it.getScreenCTM?.().a ?? 1)"
    return float(clock.evaluate(scale)), box["height"]


@pytest.mark.parametrize("size", [PHONE, NARROWEST, FLAT, DESK], ids=lambda size: size.name)
@pytest.mark.parametrize("game", ["builder", "duel"])
def test_every_clock_is_seen_and_the_decider_s_is_the_largest(visit: NewVisitor, game: str, size: Size) -> None:
    visitor = visit("Merit", size=size)
    table = table_of(visitor, game, 1, pace=CLOCK)
    opened(visitor, table)
    assert visitor.wait_for_choice()
    decider = visitor.table["view"]["decider"]
    clocks = visitor.page.locator("[data-seat] time" if game == "builder" else "svg.table g.head text.clock")
    players = 4 if game == "builder" else 2
    assert clocks.count() == players
    sizes = [seen(clocks.nth(index), size)[0] for index in range(players)]
    assert min(sizes) >= 12
    largest = sizes.index(max(sizes))
    assert sizes.count(max(sizes)) == 1
    if game == "builder":
        seat = clocks.nth(largest).evaluate("(it) => it.closest('[data-seat]').dataset.seat")
        assert int(seat) == decider
    else:
        assert "turn" in (clocks.nth(largest).get_attribute("class") or "")


@pytest.mark.parametrize("game", ["duel", pytest.param("builder", marks=pytest.mark.slow)])
def test_a_resignation_is_told_to_each_side_as_it_was(visit: NewVisitor, game: str) -> None:
    merit, hapu = visit("Merit", size=PHONE), visit("Hapu")
    table = merit.new_table("me", "open", game=game, public=False)
    hapu.post(f"/api/tables/{table}/join")
    for visitor in (merit, hapu):
        opened(visitor, table)
    resigned(merit, table)
    for visitor, words in ((merit, "You resigned"), (hapu, "Merit resigned")):
        dialog = visitor.page.get_by_role("dialog", name="Game over")
        dialog.wait_for()
        assert dialog.locator("h2").inner_text() == words
        assert "Hapu wins" in dialog.inner_text() or "You win" in dialog.inner_text()


@pytest.mark.slow
def test_time_that_ran_out_stays_on_the_clock(visit: NewVisitor) -> None:
    merit, hapu = visit("Merit"), visit("Hapu", size=PHONE)
    pace = {"kind": "clock", "seconds": 10, "increment": 0}
    table = merit.new_table("me", "open", game="duel", public=False, pace=pace)
    hapu.post(f"/api/tables/{table}/join")
    for visitor in (merit, hapu):
        opened(visitor, table)
    for visitor in (merit, hapu):
        visitor.wait("() => __over()")
    loser = 1 - merit.get(f"/api/tables/{table}")["result"]["winners"][0]
    for seat, visitor in enumerate((merit, hapu)):
        dialog = visitor.page.get_by_role("dialog", name="Game over")
        dialog.wait_for()
        name = "Hapu" if loser else "Merit"
        words = "Your time ran out" if seat == loser else f"{name} ran out of time"
        assert dialog.locator("h2").inner_text() == words
        assert dialog.locator("time.out").inner_text() == "0:00"


def test_the_end_shows_race_sites_and_moments_and_leads_on(visit: NewVisitor) -> None:
    visitor = visit("Merit")
    table = table_of(visitor, "duel", 200)
    opened(visitor, table)
    dialog = visitor.page.get_by_role("dialog", name="Game over")
    dialog.wait_for()
    story = visitor.get(f"/api/tables/{table}/story")
    rows = dialog.locator("table tbody tr")
    rows.first.wait_for(state="attached")
    assert rows.count() == len(story["standings"]) - sum(
        one["when"] == "count" and one["source"] == two["source"]
        for one, two in zip(story["standings"], story["standings"][1:], strict=False)
    )
    scores = visitor.table["view"]["seats"]
    assert [int(cell) for cell in rows.last.locator("td").all_inner_texts()] == [seat["score"] for seat in scores]
    moments = dialog.locator(".moments a")
    assert 1 <= moments.count() <= 3
    entries = {str(moment["entries"]) for moment in story["moments"]}
    for link in moments.all():
        assert (link.get_attribute("href") or "").rpartition("#")[2] in entries
    visitor.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    visitor.page.get_by_role("button", name="Result").click()
    dialog.wait_for()
    visitor.page.keyboard.press("1")
    visitor.page.wait_for_url(lambda address: address.endswith(f"/tables/{table}/replay") or "/replay#" in address)


def test_sounds_wait_until_somebody_acts_and_none_are_heard_when_muted(visit: NewVisitor) -> None:
    visitor = visit("Merit", motion=True)
    visitor.page.add_init_script(f"({FAKE_SOUND})()")
    visitor.page.add_init_script(
        f"localStorage.setItem('imhotep.table', {json.dumps(json.dumps({'confirm': 'direct', 'speed': 'quick'}))})"
    )
    table = visitor.new_table("me", "random", game="duel", public=False)
    opened(visitor, table)
    assert visitor.wait_for_choice()
    assert visitor.page.evaluate("[__contexts, __heard.length]") == [0, 0]
    visitor.page.keyboard.press("1")  # an act, and the first action
    choice = next(choice for choice in visitor.choices() if choice.name.startswith("glow"))
    entries = visitor.entries
    visitor.element(choice).evaluate("(it) => it.click()")
    visitor.wait("([entries]) => __seen.table.entries > entries && __heard.length > 0", entries)
    assert visitor.page.evaluate("__contexts") == 1
    assert visitor.wait_for_choice()
    # a meeple on stone first; that it is one's turn again comes last
    visitor.wait("() => Math.abs(__heard.at(-1) - 1.1) < 0.001")
    heard = visitor.page.evaluate("__heard")
    assert heard[0] == pytest.approx(0.28, abs=0.001)
    visitor.page.get_by_role("button", name="Sound").click()
    visitor.page.get_by_role("button", name="Mute").click()
    before = len(visitor.page.evaluate("__heard"))
    visitor.page.keyboard.press("Escape")
    assert visitor.wait_for_choice()
    visitor.page.keyboard.press("1")
    choice = next(choice for choice in visitor.choices() if choice.name.startswith("glow"))
    entries = visitor.entries
    visitor.element(choice).evaluate("(it) => it.click()")
    visitor.wait("([entries]) => __seen.table.entries > entries && __mine()", entries)
    assert len(visitor.page.evaluate("__heard")) == before


def test_going_offline_is_said_at_once_and_that_the_move_is_kept(visit: NewVisitor) -> None:
    visitor = visit("Merit", quick=True)
    table = visitor.new_table("me", "random", game="duel", public=False)
    opened(visitor, table)
    assert visitor.wait_for_choice()
    entries = visitor.entries
    notice = visitor.page.locator(".notice", has_text="You're offline")
    with visitor.excused():
        visitor.context.set_offline(True)
        notice.wait_for()
        assert "Your move is kept" not in notice.inner_text()
        visitor.page.keyboard.press("1")
        choice = next(choice for choice in visitor.choices() if choice.name.startswith("glow"))
        visitor.element(choice).evaluate("(it) => it.click()")
        visitor.page.locator(".notice", has_text="Your move is kept").wait_for()
        visitor.context.set_offline(False)
        visitor.wait("([entries]) => __seen.table.entries > entries", entries)
        notice.wait_for(state="hidden")
        visitor.hear_of_everything()
