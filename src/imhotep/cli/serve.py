"""imhotep serve, work and play: the game server."""

import contextlib
import json
import os
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

import msgspec

STARTING = 10.0  # seconds in which another server has told its address

IN_THE_TERMINAL = "To play without one: make terminal, or imhotep terminal."
NO_BROWSER = f"No browser could be opened here: open that address yourself. {IN_THE_TERMINAL}"
NO_CLIENT = (
    "This installation has no browser client: run make client in a checkout and install again. "
    "To play without one: imhotep terminal."
)


def run(flags: dict[str, Any], file: Path | None, show_config: bool) -> None:
    from imhotep.server.settings import settings_from

    settings = settings_from(flags, file)
    if show_config:
        print(json.dumps(settings.shown(), indent=2))
        return

    from imhotep.server.lifecycle import serve

    serve(settings, _tell)


def work(flags: dict[str, Any], file: Path | None) -> None:
    """Bots, clocks and jobs, without a page to look at."""
    from imhotep.server.lifecycle import work
    from imhotep.server.settings import settings_from

    work(settings_from(flags, file), lambda database: print(f"imhotep is working on {database}", flush=True))


def play(port: int | None, browser: bool) -> None:
    """The server that runs already, if there is one; otherwise a new one."""
    from imhotep.server.http.pages import is_built
    from imhotep.server.lifecycle import is_free, serve
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.lock import InUseError

    settings = settings_from({"host": "127.0.0.1", "database": "", "log_level": "warning", "port": port})
    if port is None and not is_free(settings):
        settings = settings_from({**msgspec.structs.asdict(settings), "port": 0})

    def ready(address: str) -> None:
        _tell(address)
        if browser:
            threading.Thread(target=_show, args=(address,), daemon=True).start()
        if not is_built():
            print(NO_CLIENT, flush=True)

    until = time.monotonic() + STARTING
    while True:
        try:
            serve(settings, ready)
            return
        except InUseError as error:
            if error.address:
                _tell(error.address)
                if browser:
                    _show(error.address)
                return
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _tell(address: str) -> None:
    print(f"imhotep is at {address}", flush=True)


def _show(address: str) -> None:
    """In the browser, where there is one; never in the terminal, which is the server's."""
    screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if sys.platform in ("win32", "darwin") or screen:
        with contextlib.suppress(webbrowser.Error, OSError):
            if webbrowser.open(address):
                return
    print(NO_BROWSER, flush=True)
