"""Measures the browser client in Debian's Chromium: tools/bench_web.py [--save FILE] [--beside TEXT]

How much the first page weighs as it comes over the wire, how long it takes from `imhotep play` to the first move that
is stored, and how long frames take while pieces move on a full table of four. One JSON object is printed.
"""

import argparse
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import build_web
from playwright.sync_api import Browser, CDPSession, sync_playwright
from server_bench import machine

import imhotep

sys.path.append(str(build_web.ROOT))
play: Any = importlib.import_module("tests.support.browser")  # how tests do it

TARGET = 150_000  # bytes of the first page
STARTS = 3
FRAMES_FOR = 25.0  # seconds
LOOK_AWAY = 2500  # milliseconds after a move: those of three bots follow
SIDES = "ABCDA"


class Game:
    """`imhotep play`, with a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        client = {"IMHOTEP_CLIENT": str(build_web.client())}
        environment = {**os.environ, **client, "XDG_DATA_HOME": str(folder)}
        program = [sys.executable, "-m", "imhotep", "play", "--no-browser", "--port", "0"]
        self._process = subprocess.Popen(program, stdout=subprocess.PIPE, env=environment, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[-1].rstrip("/")

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(20)


def weigh(browser: Browser, address: str, path: str) -> dict[str, Any]:
    """What comes over the wire for a page that was never seen before."""
    context = browser.new_context()
    visitor = play.Visitor(context, address)
    wire = context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    wire.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: int(told["encodedDataLength"])}))
    visitor.go(path)  # a quiet network is no sign: a busy machine fetches the page's own part late
    visitor.page.wait_for_load_state("networkidle")
    context.close()
    ours = {names[key].removeprefix(address): size for key, size in sizes.items() if key in names}
    kinds = {kind: sum(size for name, size in ours.items() if name.endswith(kind)) for kind in (".js", ".css")}
    return {"bytes": sum(ours.values()), "requests": len(ours), "scripts": kinds[".js"], "styles": kinds[".css"]}


def first_move(browser: Browser) -> dict[str, float]:
    """Seconds from the command to the page, to the table, and to a move that is stored."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with Game(Path(folder)) as game:
            ready = time.perf_counter()
            visitor = play.Visitor(browser.new_context(viewport={"width": 1440, "height": 900}), game.address)
            visitor.go("/")
            shown = time.perf_counter()
            visitor.page.locator("main button.big").first.click()
            visitor.wait_for_choice()
            asked = time.perf_counter()
            play.Player(visitor).play(1)
            moved = time.perf_counter()
            visitor.context.close()
    times = {"server": ready, "first_page": shown, "asked": asked, "moved": moved}
    return {name: round(at - began, 3) for name, at in times.items()}


def busy_table() -> tuple[str, int]:
    """The record of a seeded random game of four, and how many of its entries lead into its last third."""
    game = imhotep.new_game("builder", 4, SIDES, seed=1)
    chance = random.Random(1)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game.record(), len(game.entries) * 2 // 3


def frames(browser: Browser) -> dict[str, Any]:
    """A table of four in its last third, played on against three bots: how long the browser takes from frame to frame
    while pieces move, and what of it the page's own thread works."""
    with tempfile.TemporaryDirectory() as folder, Game(Path(folder)) as game:
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
        visitor = play.Visitor(context, game.address)
        visitor.post("/api/guest", {"name": "Merit"})
        context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        record, entries = busy_table()
        old = visitor.post("/api/records", {"record": record, "public": False})["table"]
        visitor.go(
            f"/tables/{visitor.post(f'/api/tables/{old}/play-on', {'entries': entries, 'bot': 'random'})['table']}"
        )
        player = play.Player(visitor)
        visitor.wait_for_choice()
        wire = context.new_cdp_session(visitor.page)
        wire.send("Performance.enable")
        visitor.page.evaluate(WATCH_FRAMES)
        worked = dict.fromkeys(thread_seconds(wire), 0.0)
        until = time.monotonic() + FRAMES_FOR
        while time.monotonic() < until and visitor.wait_for_choice():
            player.decide()
            # from here on nobody looks at the page, so that all it does is its own
            before = thread_seconds(wire)
            visitor.page.evaluate("__frames.on = true")
            visitor.page.wait_for_timeout(LOOK_AWAY)
            visitor.page.evaluate("__frames.on = false")
            after = thread_seconds(wire)
            worked = {name: worked[name] + after[name] - before[name] for name in worked}
        told: list[float] = visitor.page.evaluate("__frames.moving")
        resting: list[float] = visitor.page.evaluate("__frames.resting")
        context.close()
    count = len(told) + len(resting)
    return {
        "rendering": "in software: Chromium with --disable-gpu",
        "table": f"4 players, sides {SIDES}, the last third of a game, 1440 x 900",
        "while_pieces_move": spread(told),
        "while_nothing_moves": spread(resting),
        "thread_milliseconds_a_frame": {name: round(1000 * time / max(1, count), 2) for name, time in worked.items()},
    }


def spread(times: list[float]) -> dict[str, Any]:
    ordered = sorted(times) or [0.0]

    def at(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1)

    longer = sum(time > 50 for time in times)
    return {"frames": len(times), "p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "longer_than_50": longer}


def thread_seconds(wire: CDPSession) -> dict[str, float]:
    """What the page's thread has worked so far."""
    told = {metric["name"]: metric["value"] for metric in wire.send("Performance.getMetrics")["metrics"]}
    names = {
        "script": "ScriptDuration",
        "style": "RecalcStyleDuration",
        "layout": "LayoutDuration",
        "all": "TaskDuration",
    }
    return {name: float(told[metric]) for name, metric in names.items()}


# Each frame's time since the one before; whether pieces move says the layer in which they fly.
WATCH_FRAMES = """
(() => {
  window.__frames = { on: false, moving: [], resting: [] };
  let last = performance.now();
  const next = (now) => {
    const moves = document.querySelector(".layer > svg") !== null;
    if (window.__frames.on) window.__frames[moves ? "moving" : "resting"].push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()
"""


def measure() -> dict[str, Any]:
    facts = machine.facts()
    began = time.perf_counter()
    build_web.client()
    up_to_date = time.perf_counter() - began
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=play.chromium_path(), args=play.FLAGS)
        version = browser.version
        with tempfile.TemporaryDirectory() as folder, Game(Path(folder)) as game:
            pages = {path: weigh(browser, game.address, path) for path in ("/", "/new", "/rules")}
        starts = [first_move(browser) for _ in range(STARTS)]
        moving = frames(browser)
        browser.close()
    return {
        "command": "tools/bench_web.py",
        **facts,
        "load_after": os.getloadavg()[0],
        "chromium": version,
        "client_up_to_date_seconds": round(up_to_date, 3),
        "pages": pages,
        "seconds_after_imhotep_play": {
            name: round(statistics.median(start[name] for start in starts), 3) for name in starts[0]
        },
        "frame_milliseconds": moving,
        "targets": [{"what": "first page, bytes", "at_most": TARGET, "is": pages["/"]["bytes"]}],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", type=Path, help="also write the result to this file")
    parser.add_argument("--beside", default="", help="what else runs on the machine, to be written down")
    given = parser.parse_args()
    result = measure() | ({"beside": given.beside} if given.beside else {})
    text = json.dumps(result, indent=2)
    print(text)
    if given.save:
        given.save.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
