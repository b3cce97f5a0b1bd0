"""What pages need besides Python: a PostgreSQL for their commands, a browser for the site."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser import launched
from tests.support.postgres import postgres_in


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_in(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser
