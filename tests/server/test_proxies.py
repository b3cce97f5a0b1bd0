"""The reverse proxies of docs/operations.md, with the settings that stand there: a game is played through each."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from tests.support.doc_blocks import blocks_of
from tests.support.paths import ROOT
from tests.support.ports import free_port
from tests.support.processes import LONG, Program, running, wait_until_well
from tests.support.server import Browser, Server
from tests.support.tables import play_a_little

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "operations.md"
UNPACKED = Path(sys.prefix) / "proxies"  # by the Makefile
SERVER = "127.0.0.1:8468"  # as the page has it


class Proxy(NamedTuple):
    """What stands for the server as people reach it."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def program(name: str) -> str:
    found = next(UNPACKED.glob(f"usr/*bin/{name}"), None) or shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here; `make test` gets it where Debian's packages are")
    return str(found)


def shown(language: str, first: str) -> str:
    """The block of the page that begins so."""
    (found,) = (block.text for block in blocks_of(PAGE) if block.language == language and block.text.startswith(first))
    return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Program]:
    server = Program(tmp_path, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db")
    with running(server):
        yield server


def play_through(words: list[str], proxy: Proxy) -> None:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        wait_until_well(proxy.address)
        browser = Browser(cast(Server, proxy))
        play_a_little(browser)
        assert browser.http.get("/metrics").status_code == 403  # it is seen that somebody else asks
        page = browser.http.get("/")
        assert page.status_code == 200
        assert "content-security-policy" in page.headers
    finally:
        process.terminate()
        process.wait(LONG)


def nginx_settings(folder: Path, server: str, proxy: Proxy, upstream: str = "") -> str:
    (upgrade,) = re.findall(r"`(map \$http_upgrade .*?)`", PAGE.read_text(encoding="utf-8"))
    location = shown("nginx", "location / {").replace(SERVER, server)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{upgrade}\n{upstream}\n"
        f"server {{\nlisten 127.0.0.1:{proxy.port};\n{location}}}\n}}\n"
    )


@pytest.mark.parametrize("upstream", [False, True])
def test_nginx(served: Program, tmp_path: Path, upstream: bool) -> None:
    proxy, server, group = Proxy(free_port()), f"127.0.0.1:{served.port}", ""
    if upstream:
        group = re.sub(r"10\.0\.0\.\d:8468", server, shown("nginx", "upstream imhotep"))
        server = "imhotep"
    settings = tmp_path / "nginx.conf"
    settings.write_text(nginx_settings(tmp_path, server, proxy, group), encoding="utf-8")
    play_through([program("nginx"), "-p", str(tmp_path), "-e", "stderr", "-c", str(settings)], proxy)


def test_the_caddy_of_compose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets nobody read the metrics, which its servers tell everybody."""
    database = f"sqlite:///{tmp_path}/games.db"
    server = Program(tmp_path, "serve", "--port", "0", "--database", database, IMHOTEP_METRICS="any")
    with running(server):
        proxy = Proxy(free_port())
        monkeypatch.setenv("IMHOTEP_DOMAIN", proxy.address)
        monkeypatch.setenv("IMHOTEP_SERVERS", f"127.0.0.1:{server.port} 127.0.0.1:1")  # the other one is down
        settings = tmp_path / "Caddyfile"
        ours = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
        settings.write_text("{\n    admin off\n    auto_https off\n}\n" + ours, encoding="utf-8")
        play_through([program("caddy"), "run", "--config", str(settings), "--adapter", "caddyfile"], proxy)


def test_caddy(served: Program, tmp_path: Path) -> None:
    proxy = Proxy(free_port())
    block = shown("caddy", "imhotep.example {").replace(SERVER, f"127.0.0.1:{served.port}")
    settings = tmp_path / "Caddyfile"
    text = "{\n    admin off\n    auto_https off\n}\n" + block.replace("imhotep.example", proxy.address)
    settings.write_text(text, encoding="utf-8")
    play_through([program("caddy"), "run", "--config", str(settings), "--adapter", "caddyfile"], proxy)
