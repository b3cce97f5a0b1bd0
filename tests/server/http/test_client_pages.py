"""What `imhotep play` says where there is no browser, or no client; and which client is served."""

from pathlib import Path

import httpx

from tests.support.processes import Program, running

NO_SCREEN = {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


def test_without_a_browser_play_says_how_to_go_on(tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html><title>ours</title>")
    home = {**NO_SCREEN, "XDG_DATA_HOME": str(tmp_path), "IMHOTEP_CLIENT": str(client)}
    program = Program(tmp_path, "play", "--port", "0", **home)
    with running(program):
        assert program.process.stdout is not None
        assert "make terminal" in program.process.stdout.readline().decode()
        assert "ours" in httpx.get(program.address).text


def test_without_a_client_play_says_so(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "IMHOTEP_CLIENT": str(tmp_path / "none")}
    program = Program(tmp_path, "play", "--no-browser", "--port", "0", **home)
    with running(program):
        assert program.process.stdout is not None
        told = program.process.stdout.readline().decode()
        assert "has no browser client: run make client in a checkout and install again." in told
        assert "imhotep terminal" in told
        page = httpx.get(program.address).text
        assert "no browser client: run <code>make client</code> in a checkout" in page
