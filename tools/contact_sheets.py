"""Write contact sheets of the browser client to build/sheets, to look at: every page at three sizes.

tools/contact_sheets.py [--language de] [--theme dark] [PAGE ...], from a real server in Chromium.
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

import bench_web
import pictures
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

FOLDER = pictures.ROOT / "build" / "sheets"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
HEIGHT = 800  # of each picture on a sheet
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}
ADDRESSES = {
    "home": "/",
    "new": "/new",
    "learn": "/learn",
    "lesson": "/learn/builder",
    "lesson-duel": "/learn/duel",
    "rules": "/rules/builder",
    "rules-duel": "/rules/duel",
    "games": "/games",
    "ratings": "/ratings",
    "account": "/account",
    "nowhere": "/nowhere",
}
TABLES: dict[str, tuple[Any, ...]] = {
    "table": ("builder", 4, "ABCDA"),
    "table-dynasty": ("builder", 3, "DCDDC"),
    "table-duel": ("duel", 2, "ABAB"),
}


class Looker:
    """Somebody whose browser has one size, one language and one theme."""

    def __init__(self, browser: Browser, address: str, size: str, language: str, theme: str) -> None:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=size == "phone",
            has_touch=size != "desk",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale=LOCALES[language],
        )
        self.visitor = pictures.play.Visitor(context, address)
        self.visitor.post("/api/guest", {"name": pictures.NAMES[0]})
        context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        self._studio = pictures.Studio(browser, address)

    def open(self, page: str) -> None:
        if page in TABLES:
            self._studio.play_on(self.visitor, played(page), 0.6)
        elif page == "replay":
            table = self._studio.keep(self.visitor, played("table"))
            self.visitor.go(f"/tables/{table}/replay")
        else:
            self.visitor.go(ADDRESSES[page])
        self.visitor.settle()
        self.visitor.page.wait_for_timeout(400)

    def shot(self) -> Image.Image:
        picture = Image.open(io.BytesIO(self.visitor.page.screenshot()))
        return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT))


_PLAYED: dict[str, Any] = {}


def played(page: str) -> Any:
    game, players, sides = TABLES[page]
    if page not in _PLAYED:
        options = {"cards": "dynasty", "prophecies": True} if game == "builder" else {}
        _PLAYED[page] = pictures.played(("greedy",) * players, game, players, sides, seed=7, **options)
    return _PLAYED[page]


def sheet(shots: list[Image.Image], title: str) -> Image.Image:
    gap, head = 16, 28
    whole = Image.new("RGB", (sum(shot.width + gap for shot in shots) + gap, HEIGHT + head + gap), "#808080")
    ImageDraw.Draw(whole).text((gap, 8), title, fill="white")
    left = gap
    for shot in shots:
        whole.paste(shot, (left, head))
        left += shot.width + gap
    return whole


def main() -> int:
    pages = [*ADDRESSES, *TABLES, "replay"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"only these, of {', '.join(pages)}")
    parser.add_argument("--language", choices=LOCALES, default="en")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    options = parser.parse_args()
    if wrong := [page for page in options.pages if page not in pages]:
        parser.error(f"there is no page {wrong[0]}: there are {', '.join(pages)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, bench_web.Game(Path(folder)) as game, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=pictures.play.chromium_path(), args=pictures.play.FLAGS)
        lookers = [Looker(browser, game.address, size, options.language, options.theme) for size in SIZES]
        for page in options.pages or pages:
            for looker in lookers:
                looker.open(page)
            file = FOLDER / f"{page}-{options.language}-{options.theme}.png"
            sheet([looker.shot() for looker in lookers], f"{page} {options.language} {options.theme}").save(file)
            print(file.relative_to(pictures.ROOT))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
