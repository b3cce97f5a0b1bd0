"""Play whole Duel games in a real browser against a bot, doing only what glows: by mouse, finger or keys.

The page is the gallery's (`gallery.html?show=duelplay&game=live`), built and served somewhere:
python tools/duel_clicks.py http://127.0.0.1:8793 touch 390x790 BBBB
"""

import json
import random
import sys
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

import imhotep
from imhotep.bots import make_bot
from imhotep.table.previews import previews

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


class Opponent:
    """A game against a bot; the page asks it by `window.duel`."""

    def __init__(self, sides: str, seed: int) -> None:
        self.game = imhotep.new_game("duel", 2, sides, seed=seed, names=["Ahmose", "Berenib"])
        self.bot = make_bot("greedy", seed=seed)
        self.played: list[str] = []
        self.questions: set[str] = set()

    def __call__(self, text: str) -> str:
        if text:
            self.played.append(text)
            self.game.play(text)
        while self.game.decider == 1:
            self.game.play(self.bot.choose(self.game.ask()))
        answer: dict[str, Any] = {"view": self.game.view(0), "events": self.game.events_for(0, 0), "previews": []}
        if not self.game.is_over:
            question = self.game.ask()
            answer |= {"view": question.view, "previews": previews(question)}
            self.questions.add(question.view.question)
        return json.dumps(msgspec.to_builtins(answer))


def main() -> None:
    address, how, size, sides, *seeds = sys.argv[1:]
    width, height = map(int, size.split("x"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for seed in map(int, seeds or ["1"]):
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=how == "touch", reduced_motion="reduce"
            )
            page = context.new_page()
            page.on("pageerror", lambda error: print("error:", error))
            opponent = Opponent(sides, seed)
            page.expose_function("duel", opponent)
            page.goto(f"{address}/gallery.html?show=duelplay&game=live")
            whole_game(page, opponent, how, random.Random(seed))
            page.wait_for_selector("dialog[open] table")
            scores = [seat.score for seat in opponent.game.view(0).seats]
            print(how, size, sides, len(opponent.played), "moves", sorted(opponent.questions), scores)
            context.close()
        browser.close()


def whole_game(page: Page, opponent: Opponent, how: str, pick: random.Random) -> None:
    while not opponent.game.is_over:
        count = len(opponent.played)
        for _ in range(60):
            page.wait_for_function("!document.querySelector('[aria-busy=true]')")
            if len(opponent.played) > count or opponent.game.is_over:
                break
            {"mouse": by_mouse, "touch": by_touch, "keys": by_keys}[how](page, pick)
        else:
            raise SystemExit(f"stuck at {opponent.game.ask().view.question}")


def wanted(page: Page, pick: random.Random) -> str | None:
    """The key of something that glows: tokens rather than anything else, so that each is seen."""
    keys: list[str] = page.eval_on_selector_all("[data-key]", "all => all.map((one) => one.dataset.key)")
    tokens = [key for key in keys if key.startswith("action")]
    if not keys:
        return None
    return pick.choice(tokens if tokens and pick.random() < 0.5 else keys)


def by_mouse(page: Page, pick: random.Random) -> None:
    key = wanted(page, pick)
    if key is None:
        return
    target = page.locator(f'[data-key="{key}"]').first
    target.hover()
    page.wait_for_timeout(270)  # the preview is seen
    target.click()


def by_touch(page: Page, pick: random.Random) -> None:
    gold = page.locator("button.gold")
    if gold.count():
        gold.first.tap()
        return
    key = wanted(page, pick)
    if key is not None:
        box = page.locator(f'[data-key="{key}"]').first
        box.tap()


def by_keys(page: Page, pick: random.Random) -> None:
    for _ in range(pick.randrange(1, 5)):
        page.keyboard.press(pick.choice(ARROWS))
    if pick.random() < 0.15:
        page.keyboard.press(pick.choice(["1", "2", "3", "Escape"]))
    page.wait_for_timeout(270)
    page.keyboard.press("Enter")


if __name__ == "__main__":
    main()
