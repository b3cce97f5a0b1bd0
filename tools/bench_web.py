"""Measures the browser client in Debian's Chromium: tools/bench_web.py [--save FILE]

How much the first page weighs as it comes over the wire, how long it takes from `imhotep play` to the first move that
is stored, and how long frames take while a full table of four is shown. One JSON object is printed.
"""

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import build_web
from playwright.sync_api import Browser, sync_playwright
from server_bench import machine

sys.path.append(str(build_web.ROOT / "tests"))
play: Any = importlib.import_module("web_tools")  # how tests do it

TARGET = 200_000  # bytes of the first page
STARTS = 3
FRAMES_FOR = 8.0  # seconds


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


def frames(browser: Browser) -> dict[str, Any]:
    """A table of four bots and one who looks on: how long the browser takes from frame to frame."""
    with tempfile.TemporaryDirectory() as folder, Game(Path(folder)) as game:
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
        visitor = play.Visitor(context, game.address)
        visitor.post("/api/guest", {"name": "Merit"})
        context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        table = visitor.new_table("me", "random", "random", "random", sides="ABCDA", public=False)
        visitor.go(f"/tables/{table}")
        player = play.Player(visitor)
        player.play(12)  # so that there is something on the table
        visitor.wait_for_choice()
        visitor.page.evaluate(WATCH_FRAMES)
        until = time.monotonic() + FRAMES_FOR
        while time.monotonic() < until and not visitor.is_over:
            player.play(1)
            visitor.wait_for_choice()
        told: list[float] = visitor.page.evaluate("__frames")
        animated: float = visitor.page.evaluate("__animated")
        context.close()
    ordered = sorted(told)

    def at(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1)

    return {
        "frames": len(told),
        "animated_share": round(animated / max(1, len(told)), 3),
        "p50": at(0.5),
        "p95": at(0.95),
        "p99": at(0.99),
        "max": round(ordered[-1], 1),
        "longer_than_50": sum(frame > 50 for frame in told),
    }


# Frames in which something moves; only glowing does not count.
WATCH_FRAMES = """
(() => {
  window.__frames = [];
  window.__animated = 0;
  let last = performance.now();
  const next = (now) => {
    window.__frames.push(now - last);
    last = now;
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime < 1e6);
    if (moving.length) window.__animated += 1;
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
        "command": f"tools/bench_web.py {' '.join(sys.argv[1:])}".strip(),
        **facts,
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
    save = parser.parse_args().save
    result = measure()
    text = json.dumps(result, indent=2)
    print(text)
    if save:
        save.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
