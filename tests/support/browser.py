"""A real browser at a real server, for tests of the client.

A visitor is somebody with a browser of their own: one page, one cookie. A test fails if the page of any of its visitors
logs an error or a warning, breaks the content security policy, throws, is refused something or leaves a request
unanswered.
"""

import contextlib
import importlib
import json
import random
import re
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    ElementHandle,
    Page,
    Request,
    Response,
    TimeoutError,
    sync_playwright,
)

from tests.support.paths import ROOT
from tests.support.processes import Program

HERE = Path(__file__).parent
sys.path.append(str(ROOT / "tools"))
build_web: Any = importlib.import_module("build_web")  # a tool, not a package

LANGUAGES = ("en", "de", "fr")
THEMES = ("light", "dark")
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}
# The shell is the same browser without windows: it takes a sixth less time, and is what Playwright itself would take.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
PATIENCE = 60_000  # milliseconds; only to end a test that hangs
LONGEST_ANSWER = 20.0  # seconds
MOST_STOPS = 60  # of the Tab key on the way to something


class Size(NamedTuple):
    name: str
    width: int
    height: int
    touch: bool


SIZES = (Size("phone", 360, 740, True), Size("tablet", 820, 1180, True), Size("desk", 1440, 900, False))
PHONE, TABLET, DESK = SIZES


def chromium_path() -> str:
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise RuntimeError(
        "The tests of the browser client need Chromium, and it is not on this machine: `make chromium` installs "
        "Debian's, as root or with sudo."
    )


def serving(folder: Path, client: Path, port: int = 0, kind: type[Program] = Program, **environment: str) -> Program:
    """A server that is yet to be started, with the client and a database of its own."""
    database = f"sqlite:///{folder / 'imhotep.db'}"
    return kind(folder, "serve", "--port", str(port), "--database", database, IMHOTEP_CLIENT=str(client), **environment)


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """One for a module: while Playwright runs, nothing else in this thread can run an event loop."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Cable:
    """Between a browser and a server; it can be cut, and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._ends: set[socket.socket] = set()
        self._whole = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        self._whole = False
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                try:
                    there = socket.create_connection(("127.0.0.1", self._to)) if self._whole else None
                except OSError:
                    there = None
                if there is None:
                    here.close()
                    continue
                self._ends |= {here, there}
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends -= {one, other}


class Choice(NamedTuple):
    """Something that may be pressed to go on."""

    name: str  # its kind and its key
    number: int


class Visitor:
    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.troubles: list[str] = []
        self.me: dict[str, Any] = {}
        self._excused = False
        self._open: set[Request] = set()
        context.set_default_timeout(PATIENCE)
        context.add_init_script(path=HERE / "watch.js")
        self.page: Page = context.new_page()
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self._note(f"thrown: {error}"))
        self.page.on("request", lambda request: self._open.add(request))
        self.page.on("requestfinished", lambda request: self._open.discard(request))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    # --- what went wrong

    def _note(self, trouble: str) -> None:
        if not self._excused:
            self.troubles.append(f"{self.page.url}: {trouble}")

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.type}: {message.text}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self._note(f"{answer.status}: {answer.url}")

    def _failed(self, request: Request) -> None:
        self._open.discard(request)
        if request.failure != "net::ERR_ABORTED":  # by leaving the page
            self._note(f"failed: {request.url} {request.failure}")

    @contextlib.contextmanager
    def excused(self) -> Iterator[None]:
        """While the test itself breaks something."""
        self._excused = True
        try:
            yield
        finally:
            self._excused = False

    def check(self) -> None:
        if not self.page.is_closed():
            self.hear_answers()
            self.troubles += [f"unanswered: {request.url}" for request in self._open]
        assert not self.troubles, "\n".join(self.troubles)

    def hear_answers(self) -> None:
        """To all that the page has asked for, or that there are none."""
        deadline = time.monotonic() + LONGEST_ANSWER
        while self._open and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)  # in which Playwright hears of them

    def hear_of_everything(self) -> None:
        """Of all that the page has asked for until now: what it tells comes in order, and this request is its last.

        Once a server is there again, some answers to what was asked before still fail.
        """
        with self.page.expect_event("requestfinished", lambda request: request.url.endswith("/healthz")):
            self.page.evaluate(HEAL)
        self.hear_answers()

    # --- the server, as this person

    def post(self, path: str, data: Any = None) -> Any:
        headers = {"origin": self.address}
        answer = self.context.request.post(self.address + path, data=data or {}, headers=headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def get(self, path: str) -> Any:
        answer = self.context.request.get(self.address + path)
        assert answer.ok, answer.text()
        return answer.json()

    def new_table(self, *seats: str, **offer: Any) -> str:
        """me, here, open, link or the name of a bot for each seat; its id."""
        kinds = ("me", "here", "open", "link")
        wish = [{"kind": seat} if seat in kinds else {"kind": "bot", "bot": seat} for seat in seats]
        table: str = self.post("/api/tables", {"seats": wish, **offer})["table"]
        return table

    # --- the page

    def go(self, path: str) -> None:
        """Until it is all there."""
        self.page.goto(self.address + path)
        self.settle()

    def settle(self) -> None:
        self.page.evaluate("Promise.race([__settled(), __late(20000)])")

    def geometry(self, touch: bool) -> list[str]:
        found: list[str] = self.page.evaluate(f"({GEOMETRY})({str(touch).lower()})")
        return found

    def text(self) -> str:
        """Everything that is in the page, seen or not."""
        html: str = self.page.evaluate("document.documentElement.outerHTML")
        return html

    def try_now(self) -> None:
        """Unless the connection is back already."""
        self.page.evaluate("document.querySelector('[role=status] .notice button')?.click()")

    # --- the game

    @property
    def table(self) -> Any:
        """The last state that the server has told."""
        return self.page.evaluate("__seen.table")

    @property
    def entries(self) -> int:
        return int(self.page.evaluate("__seen.table.entries"))

    @property
    def is_over(self) -> bool:
        return bool(self.page.evaluate("__over()"))

    def wait(self, condition: str, *given: Any) -> None:
        """By a timer: a page that draws nothing may get no animation frames."""
        try:
            self.page.wait_for_function(condition, arg=list(given) if given else None, polling=20)
        except TimeoutError as error:
            bars = self.page.locator("section.bar, [role=status]").all_inner_texts()
            told = self.page.evaluate("[__seen.table?.entries, __seen.table?.view?.question]")
            raise AssertionError(f"never at {self.page.url}: {condition} {given}; {bars}, {told}") from error

    def wait_for_choice(self) -> bool:
        """Until there is something to press; false if the game is over."""
        return bool(self.page.evaluate(f"__asked({PATIENCE})"))

    def choices(self) -> list[Choice]:
        return [Choice(name, number) for number, name in enumerate(self.page.evaluate("__named()"))]

    def element(self, choice: Choice) -> ElementHandle:
        """Of the choices that were asked for last."""
        element = self.page.evaluate_handle("(number) => __seen.named[number]", choice.number).as_element()
        assert element is not None
        return element


GEOMETRY = re.sub(r"^//.*\n", "", (HERE / "geometry.js").read_text(encoding="utf-8"), flags=re.MULTILINE).strip()
GEOMETRY = f"(touch) => ({GEOMETRY})({{ touch }})"

HEAL = """async () => {
  for (;;) {
    try {
      return await (await fetch("/healthz")).text();
    } catch {
      await new Promise((go) => setTimeout(go, 50));
    }
  }
}"""

NewVisitor = Callable[..., Visitor]


class Player:
    """Plays at a visitor's page by what glows, and by nothing else; rather what it has seldom pressed before.

    In a hurry it rather sails ships than anything else: so a game is soon over.
    """

    def __init__(self, visitor: Visitor, seed: int = 1, hurry: bool = False) -> None:
        self.visitor = visitor
        self.chance = random.Random(seed)
        self.hurry = hurry
        self.pressed: list[str] = []

    @property
    def sailed_to(self) -> set[str]:
        """The sites to which this page has sent a ship."""
        sent = [json.loads(message) for message in self.visitor.page.evaluate("__seen.sent")]
        moves = [message["command"]["text"].split() for message in sent if message["type"] == "do"]
        return {"_".join(words[2:]) for words in moves if words and words[0] == "sail"}

    def play(self, decisions: int | None = None) -> None:
        """To the end, or so many decisions."""
        while decisions is None or decisions > 0:
            if not self.visitor.wait_for_choice():
                return
            self.decide()
            if decisions is not None:
                decisions -= 1

    def decide(self) -> None:
        """Press until the game has gone on."""
        entries, page = self.visitor.entries, self.visitor.page
        for _ in range(40):
            before = page.evaluate("__calm()")
            choice = self.pick(self.visitor.choices())
            self.pressed.append(choice.name)
            self.press(choice)
            now = page.evaluate(f"(before) => __gone(before, {PATIENCE})", before)
            assert now is not None, f"nothing comes of pressing {self.pressed[-3:]}: {self.situation()}"
            if now != entries:
                return
        raise AssertionError(f"nothing comes of pressing {self.pressed[-40:]}")

    def situation(self) -> str:
        """What is asked, and what could be pressed; for messages."""
        table, page = self.visitor.table, self.visitor.page
        shown = page.locator("section.bar").first.inner_text() if page.locator("section.bar").count() else ""
        view = table["view"]
        moves = [move["text"] for move in view["moves"]][:12]
        choices = [choice.name for choice in self.visitor.choices()]
        return f"{view.get('question')} {moves} asked as {shown.split()!r}; {choices}"

    def pick(self, choices: list[Choice]) -> Choice:
        """What leads on: a curtain, the gold button, what glows, and only then an action that opens more of it."""
        for wanted in ("curtain", "gold", "glow", "word", "action", "more"):
            found = [choice for choice in choices if choice.name.split(" ")[0] == wanted]
            if found:
                ships = [choice for choice in found if choice.name.startswith("glow ship")]
                found = ships if self.hurry and ships else found
                self.chance.shuffle(found)
                return min(found, key=lambda choice: self.pressed.count(choice.name))
        raise AssertionError("there is nothing to press")

    def press(self, choice: Choice) -> None:
        self.visitor.page.mouse.click(*self.spot(self.visitor.element(choice)))

    def spot(self, element: ElementHandle) -> tuple[float, float]:
        """Where it can be seen and pressed: stones lie on ships, and buttons on each other."""
        found = element.evaluate("__spot")
        assert found, f"something lies over {element.get_attribute('aria-label') or element.text_content()}"
        return found["x"], found["y"]


def play_together(players: list[Player], decisions: int | None = None) -> None:
    """Each at their own page, whoever is asked, to the end or so many decisions."""
    made = 0
    while (decisions is None or made < decisions) and not players[0].visitor.is_over:
        player = next(player for player in players if player.visitor.page.evaluate("__mine()"))
        if player.visitor.wait_for_choice():
            player.decide()
            made += 1
        entries = player.visitor.entries
        for other in players:
            other.visitor.wait("([entries]) => __seen.table.entries >= entries", entries)


class Finger(Player):
    def press(self, choice: Choice) -> None:
        self.visitor.page.touchscreen.tap(*self.spot(self.visitor.element(choice)))


class Keyboard(Player):
    """Tab, either way, and Enter; what has the focus must be seen to have it, and have a name."""

    def press(self, choice: Choice) -> None:
        page, element = self.visitor.page, self.visitor.element(choice)
        for _ in range(MOST_STOPS):
            key = element.evaluate("__keyTo")
            if key == "Enter":
                wrong = element.evaluate("__focusWrong")
                assert not wrong, f"{self.pressed[-1]}: {wrong}"
                page.keyboard.press(key)
                return
            page.keyboard.press(key)
        here = page.evaluate("document.activeElement?.outerHTML.slice(0, 200)")
        raise AssertionError(f"Tab does not lead to {self.pressed[-1]}, but to {here}")
