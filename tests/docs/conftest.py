"""What pages need besides Python: a PostgreSQL for their commands, a browser for the site."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser import launched
from tests.support.postgres import running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_postgres() as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser
