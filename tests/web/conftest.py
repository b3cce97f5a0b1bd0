"""A real browser at a real server: what the tests of the client share."""

import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser import DESK, LOCALES, Cable, NewVisitor, Size, Visitor, build_web, launched, serving
from tests.support.processes import running

_addresses = itertools.count(1)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def client() -> Path:
    """Built from the sources as they are, once; or another one that is given."""
    given = os.environ.get("IMHOTEP_CLIENT")
    return Path(given or build_web.client())


@pytest.fixture
def cable(site: str) -> Iterator[Cable]:
    laid = Cable(int(site.rpartition(":")[2]))
    yield laid
    laid.close()


@pytest.fixture(scope="session")
def site(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs while there are tests."""
    program = serving(tmp_path_factory.mktemp("site"), client)
    with running(program):
        yield program.address


@pytest.fixture
def visit(chromium: Browser, site: str, cable: Cable) -> Iterator[NewVisitor]:
    """Makes visitors; at the end none of them may have had any trouble, so a cable is taken away after them."""
    visitors: list[Visitor] = []

    def new(
        name: str = "Merit",
        size: Size = DESK,
        language: str = "en",
        theme: str = "light",
        address: str = site,
        motion: bool = False,
        quick: bool = False,
    ) -> Visitor:
        """Without a name: nobody yet, who is told how a move is made. Quick: a click on what glows needs no second
        one."""
        number = next(_addresses)
        context = chromium.new_context(
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.touch,
            locale=LOCALES[language],
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            # each from an address of their own, so that limits don't count them as one
            extra_http_headers={"x-forwarded-for": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"},
        )
        visitor = Visitor(context, address)
        visitors.append(visitor)
        if name:
            visitor.me = visitor.post("/api/guest", {"name": name})
            context.add_init_script("localStorage.setItem('imhotep.somebody', '1')")
        if name or quick:
            how = {"told": True, **({"confirm": "direct"} if quick else {})}
            context.add_init_script(f"localStorage['imhotep.table'] ??= '{json.dumps(how)}'")
        return visitor

    yield new
    try:
        for visitor in visitors:
            visitor.check()
    finally:
        for visitor in visitors:
            visitor.context.close()
