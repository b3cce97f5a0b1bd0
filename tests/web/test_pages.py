"""Every page of the client: in three languages, at several sizes, in both themes, and how it is served."""

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import CDPSession, Locator

from imhotep.table.catalogue import Language, catalogue
from tests.support.browser import DESK, LANGUAGES, PHONE, SIZES, TABLET, NewVisitor, Size, Visitor, serving
from tests.support.decisions import AT_ONCE, decide, decisions
from tests.support.paths import ROOT
from tests.support.processes import KnownDeals, Program, running
from tests.support.scale import SCALE

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LANDSCAPE = Size("landscape", 740, 360, True)
FLAT = Size("tablet sideways", 1180, 820, True)
WINDOW = Size("window", 1024, 700, False)
HUGE = Size("huge", 3840, 2160, False)
QUICK = SCALE == "test"  # one or two sizes there, all of them in make test-all
ALL_SIZES = (*SIZES, LANDSCAPE, HUGE)
DECISION_SIZES = (PHONE, DESK) if QUICK else (*ALL_SIZES, FLAT, WINDOW)
# Accessibility takes long: each language has its share of sizes and themes, together they have all.
LOOKED_AT = {"en": ((PHONE, "light"), (DESK, "dark")), "de": ((DESK, "light"),), "fr": ((PHONE, "dark"),)}

_addresses = itertools.count(1)


@pytest.fixture(scope="module")
def site(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own: what these pages show is the same every time, and in make soak something else every time."""
    program = serving(tmp_path_factory.mktemp("pages"), client, kind=Program if SCALE == "soak" else KnownDeals)
    with running(program):
        yield program.address


class Person:
    """Somebody who needs no browser to play."""

    def __init__(self, site: str, name: str) -> None:
        headers = {"origin": site, "x-forwarded-for": f"10.99.0.{next(_addresses)}"}
        self.http = httpx.Client(base_url=site, headers=headers, timeout=60)
        self.me = self.post("/api/guest", {"name": name})

    def post(self, path: str, data: dict[str, Any]) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def state(self, table: str) -> Any:
        return self.http.get(f"/api/tables/{table}/game").json()

    def open(self, *seats: str, **offer: Any) -> str:
        """A table; its id."""
        wish = {"seats": [{"kind": seat} for seat in seats], "public": False, **offer}
        table: str = self.post("/api/tables", wish)["table"]
        return table


def game_of(people: list[Person], entries: int | None = None, **offer: Any) -> str:
    """A table at which they have played by chance: to the end, or so far and until the first one is to decide."""
    chance = random.Random(7)
    table = people[0].open("me", *["open"] * (len(people) - 1), **offer)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join", {})
    while not (state := people[0].state(table))["over"]:
        written, decider = state["entries"], state["view"]["decider"]
        if entries is not None and written >= entries and decider == 0:
            break
        view = state["view"] if decider == 0 else people[decider].state(table)["view"]
        move = chance.choice(view["moves"])["text"]
        command = {"id": str(written), "entries": written, "action": "move", "text": move}
        people[decider].post(f"/api/tables/{table}/commands", command)
    return table


class Pages(NamedTuple):
    person: Person
    addresses: dict[str, str]  # by name


@pytest.fixture(scope="module")
def pages(site: str) -> Iterator[Pages]:
    """For somebody who has waiting, young, old and finished tables of both games."""
    people = [Person(site, name) for name in ("Merit", "Kawab", "Henut", "Ptah")]
    merit, kawab, *_ = people
    tables = {
        "waiting room": merit.open("me", "open", "link"),
        "builder": game_of(people, 0, sides="ABCDA"),
        "builder later": game_of(people, 50, sides="DCBAD", variants={"prophecies": True}),
        "builder over": game_of(people, sides="BADCB"),
        "duel": game_of([merit, kawab], 0, game="duel"),
        "duel later": game_of([merit, kawab], 30, game="duel", sides="BBBB"),
        "duel over": game_of([merit, kawab], game="duel"),
    }
    yield Pages(
        merit,
        {
            "home": "/",
            "new": "/new",
            "games": "/games",
            "learn": "/learn",
            "lesson builder": "/learn/builder",
            "lesson duel": "/learn/duel",
            "rules": "/rules",
            "rules duel": "/rules/duel",
            "ratings": "/ratings",
            "account": "/account",
            "reset": "/reset",
            "confirm": "/confirm",
            "unsubscribe": "/unsubscribe",
            "person": f"/people/{kawab.me['id']}",
            "nowhere": "/no/such/page",
            **{name: f"/tables/{table}" for name, table in tables.items()},
            "replay builder": f"/tables/{tables['builder over']}/replay",
            "replay duel": f"/tables/{tables['duel over']}/replay",
        },
    )
    for person in people:
        person.http.close()


NOBODY = ("/", "/games", "/account", "/new")


class Looker:
    """Somebody's browser, which can be made to have any size, with a mouse or with fingers."""

    def __init__(self, visit: NewVisitor, language: str, person: Person | None) -> None:
        self.visitor: Visitor = visit("", size=PHONE, language=language)
        if person:
            jar, url = person.http.cookies.jar, self.visitor.address
            cookies = [{"name": cookie.name, "value": cookie.value or "", "url": url} for cookie in jar]
            self.visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
            self.visitor.context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        self.page = self.visitor.page
        self.problems: list[str] = []
        self._devtools: CDPSession = self.visitor.context.new_cdp_session(self.page)

    def become(self, size: Size) -> None:
        touch: dict[str, Any] = {"enabled": size.touch}
        if size.touch:
            touch["maxTouchPoints"] = 5
        self._devtools.send("Emulation.setTouchEmulationEnabled", touch)
        self.page.set_viewport_size({"width": size.width, "height": size.height})
        self.visitor.wait(f"matchMedia('(width: {size.width}px) and (height: {size.height}px)').matches")
        self.visitor.settle()

    def measure(self, name: str, *sizes: Size) -> None:
        for size in sizes:
            self.become(size)
            self.problems += [f"{name}, {size.name}: {problem}" for problem in self.visitor.geometry(size.touch)]

    def listen(self, name: str, size: Size, theme: str) -> None:
        """What axe-core finds."""
        self.become(size)
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(
            "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
        )
        self.problems += [
            f"{name}, {size.name}, {theme}: {violation['id']}: {node['html'][:150]} "
            f"{node['failureSummary'].splitlines()[-1].strip()[:120]}"
            for violation in found
            for node in violation["nodes"]
        ]

    def check(self) -> None:
        assert not self.problems, "\n".join(self.problems)


@pytest.mark.parametrize(
    "language", [LANGUAGES[0], *(pytest.param(other, marks=pytest.mark.slow) for other in LANGUAGES[1:])]
)
def test_every_page_at_every_size(visit: NewVisitor, pages: Pages, language: str) -> None:
    """Nothing is cut off, overlaps or is too small for a finger; axe-core finds nothing; no error is logged."""

    turns = itertools.cycle(LOOKED_AT[language])

    def look(name: str) -> None:
        if QUICK:  # each page once, by day on a phone or by night on a desk
            size, theme = next(turns)
            looker.measure(name, size)
            looker.listen(name, size, theme)
            return
        looker.measure(name, *ALL_SIZES)
        for size, theme in LOOKED_AT[language]:
            looker.listen(name, size, theme)

    looker = Looker(visit, language, pages.person)
    for name, address in pages.addresses.items():
        looker.visitor.go(address)
        assert looker.page.evaluate("document.documentElement.lang") == language
        look(name)
        if name == "new":
            looker.page.locator("input[name=game]").nth(1).check(force=True)
            look("new duel")
    looker.check()
    looker = Looker(visit, language, None)
    for address in NOBODY:
        looker.visitor.go(address)
        look(f"nobody at {address}")
    looker.check()


@pytest.mark.parametrize("game", [pytest.param("builder", marks=pytest.mark.slow), "duel"])
def test_every_decision_at_every_size(visit: NewVisitor, site: str, game: str) -> None:
    """Also where cards are shown beside the table, stones are put in order or a piece is turned."""
    met, problems = decisions(game), list[str]()
    for number, first in enumerate(range(0, len(met), AT_ONCE)):
        looker = Looker(visit, LANGUAGES[number % len(LANGUAGES)], Person(site, "Merit"))
        for decision in met[first : first + AT_ONCE]:
            decide(looker.visitor, decision.record, decision.entries)
            looker.measure(decision.name, *DECISION_SIZES)
        problems += looker.problems
    assert not problems, "\n".join(problems)


@pytest.mark.slow
def test_what_opens_on_a_page(visit: NewVisitor, pages: Pages) -> None:
    """Menus, sheets, a choice that waits to be confirmed: on a phone, in the language with the longest words."""
    looker = Looker(visit, "de", pages.person)
    page = looker.page

    def look(name: str, *path: Locator) -> None:
        for step in path:
            step.tap()
        looker.visitor.settle()
        looker.measure(name, PHONE)
        looker.listen(name, PHONE, "light")
        looker.measure(name, TABLET)
        looker.become(PHONE)

    def closed() -> None:
        page.locator("dialog[open] .close").tap()
        page.locator("dialog[open]").wait_for(state="detached")

    looker.visitor.go("/learn")
    look("menu", page.locator("header button[aria-controls=menu]"))
    tools = page.locator("header nav button")
    looker.visitor.go(pages.addresses["builder later"])
    for name, opener in (
        ("log", tools.nth(0)),
        ("settings", tools.last),
        ("seat", page.locator("[data-seat]").first),
        ("rule", page.locator(".layer .opener").first),
    ):
        look(f"builder {name}", opener)
        closed()
    look("chat", tools.nth(1))
    looker.visitor.go(pages.addresses["builder"])
    look("builder place", page.locator(".layer .deck").first)
    chosen = page.locator(".layer .deck.chosen")
    before = chosen.get_attribute("data-key")
    page.locator("button.next:not(.before)").tap()
    assert chosen.get_attribute("data-key") != before
    page.locator("button.next.before").tap()
    assert chosen.get_attribute("data-key") == before
    looker.visitor.go(pages.addresses["duel later"])
    bar = page.locator("section.bar .tool")
    for name, opener in (("log", bar.nth(0)), ("points", bar.nth(1)), ("rule", page.locator(".layer .opener").first)):
        look(f"duel {name}", opener)
        closed()
    looker.check()


def test_escape_closes_what_is_open_wherever_the_focus_is(visit: NewVisitor, pages: Pages) -> None:
    looker = Looker(visit, "en", pages.person)
    page = looker.page
    looker.visitor.go(pages.addresses["builder later"])
    openers = (page.locator("header nav button").last, page.locator(".layer .opener").first)
    for opener in openers:
        for lost in (False, True):
            opener.tap()
            page.locator("dialog[open]").wait_for()
            if lost:
                page.evaluate("document.activeElement.blur()")
            page.keyboard.press("Escape")
            page.locator("dialog").wait_for(state="detached")


# --- for those who hear it

# Notes what is said by itself: what live regions say when they change.
HEAR = """
(() => {
  window.__heard = [];
  const note = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const region = element?.closest("[aria-live='polite'], [role='status'], [role='alert']");
    const words = region?.textContent.replace(/\\s+/g, " ").trim();
    if (words && window.__heard.at(-1) !== words) window.__heard.push(words);
  };
  const watch = (records) => records.forEach(({ target, addedNodes }) => [target, ...addedNodes].forEach(note));
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(watch).observe(document.body, { subtree: true, childList: true, characterData: true }));
})();
"""


class Hearer:
    """Plays by what a screen reader finds, by role and name, and the keyboard; of the rest nothing is used."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.chance = random.Random(3)

    def heard(self) -> list[str]:
        words: list[str] = self.page.evaluate("__heard.splice(0)")
        return words

    def buttons(self) -> dict[str, Locator]:
        """What may be chosen and the actions of a turn, by name."""
        places = (
            self.page.get_by_role("group", name="What you can choose"),
            self.page.get_by_role("region", name="Your choices"),
            self.page.get_by_role("group", name="Your choices"),  # what waits to be confirmed
        )
        found = [button for place in places for button in place.get_by_role("button", disabled=False).all()]
        named: dict[str, Locator] = {}
        for button in found:
            name = name_of(button)
            assert name, "a button without a name"
            if not re.match(NO_MOVE, name):
                named[f"{name} again" if name in named else name] = button  # to confirm it
        return named

    def decide(self) -> None:
        """Until the game has gone on; rather by what was not there before."""
        entries = self.visitor.table["entries"]
        before: dict[str, Locator] = {}
        for _ in range(12):
            self.page.evaluate("__calm()")
            now = self.buttons()
            name = self.chance.choice([name for name in now if name not in before] or list(now))
            now[name].focus()
            self.page.keyboard.press("Enter")
            self.page.evaluate("__calm()")
            if self.visitor.table["entries"] != entries:
                return
            before = now
        raise AssertionError(f"no button leads on: {list(before)}")


NO_MOVE = r"Rule|Log|Points|Back|Undo|Hint|What happened|Don't do it|.*: show it large"


def name_of(button: Locator) -> str:
    """As it stands in the accessibility tree."""
    found = re.match(r"- '?button(?: \"(.*?)\")?", button.aria_snapshot())
    return (found and found[1]) or ""


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_screen_reader_can_play(visit: NewVisitor, game: str) -> None:
    """The table is there in words, each choice has a name, and what is asked and what happens is said by itself."""
    visitor = visit()
    visitor.context.add_init_script(HEAR)
    table = visitor.new_table("me", "random", game=game, public=False)
    visitor.go(f"/tables/{table}")
    words = visitor.page.get_by_role("region", name="The table in words")
    first = words.aria_snapshot()
    assert first.count("listitem") >= 10
    hearer, rivals = Hearer(visitor), 0
    for _ in range(4):
        assert visitor.wait_for_choice()
        entries = visitor.table["entries"]
        hearer.heard()
        hearer.decide()
        visitor.wait("([entries]) => __over() || (__mine() && __seen.table.entries > entries)", entries)
        visitor.page.evaluate("__calm()")
        heard = hearer.heard()
        question = visitor.page.locator("section.bar h2").inner_text()
        assert any(question in said for said in heard), (question, heard)
        assert any(re.search(r"\b[Yy]ou\b", said) for said in heard), heard
        rival = visitor.table["view"]["seats"][1]["name"]
        states = [json.loads(state) for state in visitor.page.evaluate("__seen.tables")]
        if any(
            state["entries"] > entries and state["view"]["decider"] == 1 for state in states
        ):  # or it goes on at once
            rivals += 1
            assert any(rival in said for said in heard), heard
    assert rivals
    assert words.aria_snapshot() != first


def test_the_client_and_the_rules_say_the_same_names() -> None:
    """All names are built from the catalogues, and no text of the client's own goes over one of them."""
    languages: tuple[Language, ...] = ("en", "de", "fr")
    for language in languages:
        folder = ROOT / "web" / "src" / "app" / "text"
        own, built = (
            dict(re.findall(r'^  "([\w.]+)":\s*"(.*)",$', file.read_text(encoding="utf-8"), flags=re.MULTILINE))
            for file in (folder / f"{language}.ts", folder / "words" / f"{language}.ts")
        )
        assert not own.keys() & built.keys()
        tokens = catalogue("duel", language).tokens
        assert len(tokens) == 9
        for token, words in tokens.items():
            assert built[f"duel.token.{token}"].replace("{n}", "{number}") == words.name


def test_the_theme_that_was_chosen_stays(visit: NewVisitor) -> None:
    visitor = visit(theme="light")
    visitor.go("/")
    page = visitor.page
    page.locator("header button[aria-controls=menu]").click()
    page.locator("input[name=theme]").nth(1).check(force=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    visitor.go("/learn")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_language_that_was_chosen_stays(visit: NewVisitor) -> None:
    visitor = visit(language="de")
    visitor.go("/")
    page = visitor.page
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("header button[aria-controls=menu]").click()
    page.locator("input[name=language]").nth(2).check(force=True)
    visitor.wait("() => document.documentElement.lang === 'fr'")
    visitor.go("/learn")
    assert page.evaluate("document.documentElement.lang") == "fr"


# --- how it is served


def test_the_first_page_is_never_kept_and_the_rest_for_ever(site: str) -> None:
    with httpx.Client(base_url=site) as http:
        for path in ("/", "/index.html", "/new", "/tables/anything", "/no/such/page"):
            assert http.get(path).headers["cache-control"] == "no-cache", path
        start = http.get("/").text
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', start)
        assert assets
        for path in assets:
            answer = http.get(path, headers={"accept-encoding": "br, gzip"})
            assert answer.status_code == 200
            if len(answer.content) > 1000 and not path.endswith(".woff2"):  # what is tiny is not packed; fonts are
                assert answer.headers["content-encoding"] == "br"
            assert "immutable" in answer.headers["cache-control"]


def test_the_content_security_policy_is_strict(site: str) -> None:
    policy = httpx.get(site).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    start = httpx.get(site).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", start)
    assert "<style" not in start
    assert " style=" not in start


def test_a_breach_of_the_policy_would_be_noticed(visit: NewVisitor) -> None:
    """That the other tests can fail."""
    visitor = visit()
    visitor.go("/learn")
    visitor.page.evaluate("document.body.setAttribute('style', 'color: red')")
    visitor.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text: 'let x = 1' }))"
    )
    visitor.page.wait_for_function("() => true")
    assert any("content security policy" in trouble.lower() for trouble in visitor.troubles)
    visitor.troubles.clear()


def test_a_crooked_page_would_be_noticed(visit: NewVisitor) -> None:
    """That the other tests can fail."""
    visitor = visit(size=PHONE)
    visitor.go("/learn")
    before = visitor.geometry(True)
    wrong = """
        const main = document.querySelector("main");
        const add = (tag, text, style) => {
          const made = document.createElement(tag);
          made.textContent = text;
          Object.assign(made.style, style);
          main.append(made);
          return made;
        };
        add("div", "wide", { width: "600px" });
        add("p", "cut off here", { width: "30px", whiteSpace: "nowrap", overflow: "hidden" });
        add("button", "tiny", { width: "20px", height: "20px" });
        add("button", "Chamber", { width: "44px", height: "60px", overflowWrap: "anywhere", font: "20px serif" });
        add("div", "", { width: "200px" }).innerHTML = `<svg viewBox="0 0 200 60" width="200" height="60">
          <g class="card"><rect class="paper" width="40" height="60" /><text x="2" y="20">Sarcophagus</text></g>
          <text x="100" y="50">one word</text><text x="120" y="52">another</text></svg>`;
        add("button", "under", { width: "80px", height: "60px", display: "block" });
        const above = { marginTop: "-60px", position: "relative" };
        add("button", "over", { width: "80px", height: "60px", display: "block", ...above });
    """
    visitor.page.evaluate(f"() => {{ {wrong} }}")
    found = "\n".join(problem for problem in visitor.geometry(True) if problem not in before)
    for expected in ("px wide on a screen", "beyond the screen", "words cut off", "too small", "pressed together"):
        assert expected in found, found
    for expected in ("a word is broken", "words beyond their card", "drawn words over words"):
        assert expected in found, found
    assert "something lies over it" in found
