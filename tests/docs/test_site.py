"""The documentation as a site: it builds without a warning, needs nothing from elsewhere, and looks like the game."""

import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import griffe
import pytest
from playwright.sync_api import Browser

from tests.support.paths import ROOT

PAGES = sorted(path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md"))
SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
COLOR = re.compile(r"#[0-9a-f]{3,8}\b", re.IGNORECASE)


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """As `make site` does it, but in a folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


def prepare(folder: Path) -> Path:
    shutil.copy(ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    (folder / "src").symlink_to(ROOT / "src")
    (folder / "tools").symlink_to(ROOT / "tools")
    return folder


@pytest.fixture(scope="module")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = prepare(tmp_path_factory.mktemp("site"))
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "No issues found" in built.stdout + built.stderr
    return folder / "build" / "site"


class Links(HTMLParser):
    """What a page fetches, links to, and can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.linked: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {given[name] or "" for name in ("id", "name") if name in given}
        if given.get("src"):
            self.fetched.append(given["src"] or "")
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(given.get("href") or "")
        if tag == "a" and given.get("href"):
            self.linked.append(given["href"] or "")


def pages_of(built_site: Path) -> Iterator[tuple[Path, Links]]:
    for page in built_site.rglob("*.html"):
        if page.name != "404.html":  # its addresses are those of wherever the site will be
            yield page, Links(page.read_text(encoding="utf-8"))


def test_every_page_is_in_the_navigation_and_nothing_else() -> None:
    assert sorted(re.findall(r" (\S+\.md)$", SETTINGS, re.MULTILINE)) == PAGES


def test_every_page_is_built(built_site: Path) -> None:
    for page in PAGES:
        assert (built_site / page).with_suffix(".html").exists()


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    folder = prepare(tmp_path)
    for page in folder.glob("docs/**/*.md"):  # reading all of them would take long
        page.unlink()
    (folder / "docs" / "index.md").write_text("# Start\n\n[nowhere](nowhere.md)\n", encoding="utf-8")
    built = build(folder)
    assert built.returncode != 0
    assert "does not exist" in built.stdout + built.stderr


def test_nothing_comes_from_elsewhere(built_site: Path) -> None:
    for page, links in pages_of(built_site):
        for address in links.fetched:
            assert "//" not in address, (page, address)
            assert (page.parent / address.partition("?")[0]).exists(), (page, address)
        for address in links.linked:
            assert not re.match(r"(https?:)?//", address), (page, address)
    for style in built_site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", style.read_text(encoding="utf-8")), style


def test_links_lead_to_a_place_on_a_page(built_site: Path) -> None:
    known = dict(pages_of(built_site))
    for page, links in known.items():
        for address in links.linked:
            path, _, anchor = address.partition("#")
            target = (page.parent / path).resolve() if path else page
            if target.is_dir():
                target /= "index.html"
            assert target.exists(), (page, address)
            if anchor and target in known:
                assert anchor in known[target].anchors, (page, address)


@pytest.fixture(scope="module")
def address(built_site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built_site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "dark"),
        (1360, "light"),
        pytest.param(360, "light", marks=pytest.mark.slow),
        pytest.param(1360, "dark", marks=pytest.mark.slow),
    ],
)
def test_a_browser_shows_it(address: str, chromium: Browser, width: int, scheme: Literal["light", "dark"]) -> None:
    """Day and night, on a phone and a desk: nothing is fetched from elsewhere, nothing fails, nothing sticks out."""
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    trouble: list[str] = []
    page.on("request", lambda request: trouble.append(request.url) if elsewhere(request.url) else None)
    page.on("response", lambda answer: trouble.append(answer.url) if answer.status >= 400 else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))

    def elsewhere(url: str) -> bool:
        return not url.startswith((address, "data:", "blob:"))

    papers = set()
    for name in ("index", "terminal", "analysis", "rules/builder", "architecture", "api/imhotep"):
        page.goto(f"{address}{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        papers.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert papers == {"rgb(251, 243, 223)" if scheme == "light" else "rgb(31, 26, 38)"}
    assert trouble == []
    page.close()


@pytest.mark.parametrize("name", ["observations", "rules/duel"])
def test_tables_can_be_read_on_a_phone(address: str, chromium: Browser, name: str) -> None:
    """Names are not torn apart, and no row is as high as the screen because a column is too narrow."""
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    page.goto(f"{address}{name}.html")
    rows, names = page.locator("tr"), page.locator("td code")
    assert names.count() > 2
    torn = "names => names.filter(name => name.getClientRects().length > 1).map(name => name.textContent)"
    assert names.evaluate_all(torn) == []
    assert rows.evaluate_all("rows => Math.max(...rows.map(row => row.clientHeight))") < 500
    page.close()


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("envs", 'VectorGames( game: str = "builder", count: int = 64,'),
        ("envs", 'SeatsEnv( *, reward: str = "win",'),
        ("envs", "env(**options: Any) -> raw_env"),
    ],
)
def test_the_api_tells_how_things_are_made(built_site: Path, page: str, shown: str) -> None:
    text = re.sub(r"<[^>]*>", "", (built_site / "api" / f"{page}.html").read_text(encoding="utf-8"))
    assert shown in re.sub(r"\s+", " ", html.unescape(text))


def test_search_finds_a_rule(address: str, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1360, "height": 800})
    page.goto(address)
    page.click(".md-search__button")
    page.get_by_role("combobox", name="Search").fill("lever")
    page.get_by_text("B11 Lever: the whole order first").first.wait_for(timeout=30_000)
    page.close()


@pytest.mark.parametrize("page", PAGES)
def test_lists_and_tables_are_such(built_site: Path, page: str) -> None:
    """As GitHub shows them: also right below a paragraph or a block of code."""
    shown = (built_site / page).with_suffix(".html").read_text(encoding="utf-8")
    prose = re.sub(r"<(pre|script|style)\b.*?</\1>", "", shown, flags=re.DOTALL)
    assert re.findall(r"^(?:<p>)?(?:- |\|).*$", prose, re.MULTILINE) == []


def test_the_logo_is_the_games() -> None:
    logo = re.search(r"logo: (.*)", SETTINGS)
    assert logo
    assert (ROOT / "docs" / logo[1]).read_bytes() == (ROOT / "web" / "public" / "icon.svg").read_bytes()


def test_its_colours_are_the_games() -> None:
    tokens = set(COLOR.findall((ROOT / "web" / "src" / "app" / "theme" / "tokens.css").read_text(encoding="utf-8")))
    used = COLOR.findall((ROOT / "docs" / "assets" / "site.css").read_text(encoding="utf-8"))
    assert used
    assert {color[:7] for color in used} <= {color[:7] for color in tokens}


def shown_names() -> Iterator[tuple[str, bool]]:
    """What the API pages show, as their blocks name it, and whether with all that belongs to it."""
    for page in ROOT.glob("docs/api/*.md"):
        for block in re.finditer(r"^::: ([\w.]+)\n((?:    .*\n)*)", page.read_text(encoding="utf-8"), re.MULTILINE):
            members = re.search(r"members: \[(.*)\]", block[2])
            yield block[1], not members and "members: false" not in block[2]
            yield from ((f"{block[1]}.{name.strip()}", True) for name in (members[1].split(",") if members else ()))


def test_every_public_name_has_a_docstring() -> None:
    loader = griffe.GriffeLoader(search_paths=[str(ROOT / "src")])
    package = loader.load("imhotep")
    loader.resolve_aliases(external=False)

    def silent(found: Any, name: str, deep: bool) -> Iterator[str]:
        target = found.final_target if found.is_alias else found
        if target.is_attribute and "property" not in target.labels:
            return  # told by a comment, in a table of all fields
        if not target.has_docstring:
            yield name
        if target.is_class and deep:
            for member in target.members.values():
                inherited = any(member.name in base.members for base in target.mro())
                if not member.name.startswith("_") and not inherited:
                    yield from silent(member, f"{name}.{member.name}", deep)

    names = list(shown_names())
    assert len(names) > 30
    found = [silent(package[name.removeprefix("imhotep.")], name, deep) for name, deep in names]
    assert [name for names in found for name in names] == []
