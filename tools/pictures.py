"""Write docs/pictures/*.webp, the pictures of the README: tools/pictures.py [NAME ...]

From a real server in Chromium, with games that follow from their seeds, so that the same pictures can be made again.
"""

import argparse
import importlib
import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import bench_web
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import imhotep
from imhotep.bots import make_bot

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
sys.path.append(str(ROOT))
play: Any = importlib.import_module("tests.support.browser")  # how tests do it

NAMES = ("Ada", "Ben", "Chloe", "Dan")
DESK = (1440, 900)
PHONE = (390, 800)
SHARP = 1.25  # pixels of a picture for one of the page
QUALITY = 76
SIMS = 400  # of the analysis, for each decision
MISTAKE = 3  # the one that is shown


class Played(NamedTuple):
    record: str
    turns: list[int]  # entries of the record before each turn in which a ship can sail or a boat be unloaded


def played(bots: tuple[str, ...], *table: Any, **options: Any) -> Played:
    """A game between bots, the same every time."""
    game = imhotep.new_game(*table, names=list(NAMES[: len(bots)]), **options)
    players = [make_bot(bot, seed) for seed, bot in enumerate(bots)]
    turns: list[int] = []
    while game.decider is not None:
        if game.question == "turn" and any(move.verb in ("sail", "unload") for move in game.legal_moves()):
            turns.append(len(game.entries))
        game.play(players[game.decider].choose(game.ask()))
    return Played(game.record(), turns)


class Studio:
    """A server and a browser, and somebody who looks at games there."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address

    def visitor(self, size: tuple[int, int], theme: str) -> Any:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=SHARP,
            is_mobile=size == PHONE,
            has_touch=size == PHONE,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale="en-GB",
        )
        visitor = play.Visitor(context, self._address)
        visitor.post("/api/guest", {"name": NAMES[0]})
        context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        return visitor

    def play_on(self, visitor: Any, game: Played, part: float) -> None:
        """At this part of a game, on the seat that is to decide there."""
        old = self.keep(visitor, game)
        wish = {"entries": game.turns[int(len(game.turns) * part)], "bot": "mason"}
        visitor.go(f"/tables/{visitor.post(f'/api/tables/{old}/play-on', wish)['table']}")
        visitor.wait_for_choice()
        visitor.page.evaluate("__calm()")

    def keep(self, visitor: Any, game: Played) -> str:
        table: str = visitor.post("/api/records", {"record": game.record, "public": False})["table"]
        return table


def spot_of(visitor: Any, key: str) -> tuple[float, float]:
    """Where the first thing that glows with such a key lies on top."""
    element = visitor.page.locator(f"main [data-key^='{key}']").first.element_handle()
    return play.Player(visitor).spot(element)  # type: ignore[no-any-return]


# --- the pictures


def builder(studio: Studio) -> Any:
    """A full table: a ship is picked, and the pointer is over a dock."""
    bots = ("mcts:sims=150",) * 4
    game = played(bots, "builder", 4, "ABCDA", seed=7, cards="dynasty", prophecies=True)
    visitor = studio.visitor(DESK, "light")
    studio.play_on(visitor, game, 0.62)
    visitor.page.mouse.click(*spot_of(visitor, "ship "))
    visitor.page.evaluate("__calm()")
    visitor.page.mouse.move(*spot_of(visitor, "site temple"))
    return visitor


def duel(studio: Studio) -> Any:
    """A boat that could be unloaded."""
    game = played(("mcts:sims=300", "mcts:sims=300"), "duel", 2, "ABAB", seed=3)
    visitor = studio.visitor(DESK, "dark")
    studio.play_on(visitor, game, 0.6)
    visitor.page.mouse.move(*spot_of(visitor, "boat "))
    return visitor


def phone(studio: Studio) -> Any:
    game = played(("mcts:sims=150",) * 3, "builder", 3, "DCBAD", seed=5)
    visitor = studio.visitor(PHONE, "light")
    studio.play_on(visitor, game, 0.5)
    return visitor


def analysis(studio: Studio) -> Any:
    """A finished game at one of its mistakes."""
    game = played(("mcts:sims=400", "greedy"), "builder", 2, "BABAB", seed=11)
    visitor = studio.visitor(DESK, "light")
    table = studio.keep(visitor, game)
    job = visitor.post(f"/api/tables/{table}/analysis", {"sims": SIMS})["job"]
    while (state := visitor.get(f"/api/jobs/{job}")["state"]) != "done":
        if state == "failed":
            raise RuntimeError("the analysis has failed")
        time.sleep(1)
    visitor.go(f"/tables/{table}/replay?analysis={job}")
    visitor.page.wait_for_selector("[aria-busy='true']", state="detached")
    for _ in range(MISTAKE):
        visitor.page.keyboard.press("m")
        visitor.settle()
    return visitor


PICTURES: dict[str, Callable[[Studio], Any]] = {
    "builder": builder,
    "duel": duel,
    "phone": phone,
    "analysis": analysis,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, of {', '.join(PICTURES)}")
    names = parser.parse_args().names
    wrong = [name for name in names if name not in PICTURES]
    if wrong:
        parser.error(f"there is no picture {wrong[0]}: there are {', '.join(PICTURES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, bench_web.Game(Path(folder)) as game, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=play.chromium_path(), args=play.FLAGS)
        studio = Studio(browser, game.address)
        for name in names or PICTURES:
            visitor = PICTURES[name](studio)
            visitor.page.wait_for_timeout(600)  # what glows is at its brightest
            shot = Image.open(io.BytesIO(visitor.page.screenshot()))
            file = FOLDER / f"{name}.webp"
            shot.save(file, quality=QUALITY, method=6)
            visitor.check()
            visitor.context.close()
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
