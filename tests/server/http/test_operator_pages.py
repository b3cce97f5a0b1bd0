"""Privacy and contact pages, from the text files of whoever runs the server."""

from pathlib import Path

import pytest

from imhotep.server.operator_pages import read_pages
from imhotep.server.settings import Settings
from imhotep.table.errors import SetupError
from tests.support.command import run
from tests.support.server import Browser, Server
from tests.support.tables import refused

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@on_sqlite
def test_they_are_served_in_the_languages_in_which_they_are(url: str, tmp_path: Path) -> None:
    (tmp_path / "privacy.txt").write_text("# Privacy\n\nWe keep your games.\n", encoding="utf-8")
    (tmp_path / "privacy.de.txt").write_text("# Datenschutz\n\nWir behalten deine Partien, Müller.", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not to be read")
    server = Server(url, settings=Settings(pages=str(tmp_path)))
    browser = Browser(server, name="")
    assert browser.get("/api/server")["pages"] == ["privacy"]
    page = "/api/server/pages/privacy"
    assert browser.get(page) == {"text": "# Privacy\n\nWe keep your games."}
    assert "Müller" in browser.get(f"{page}?language=de")["text"]
    assert browser.get(f"{page}?language=fr") == browser.get(page)
    refused(browser, f"{page}?language=tlh", 400, "bad_request")
    for other in ("contact", "secret", "privacy.de", "..%2Fsecret"):
        refused(browser, f"/api/server/pages/{other}", 404, "unknown")
    server.stop()


def test_there_need_be_none() -> None:
    assert read_pages("") == {}


def test_one_language_is_better_than_none(tmp_path: Path) -> None:
    (tmp_path / "contact.fr.txt").write_text("Écrivez-nous.", encoding="utf-8")
    assert read_pages(str(tmp_path)) == {"contact": dict.fromkeys(("en", "de", "fr"), "Écrivez-nous.")}


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe", b"x" * 100_001])
def test_a_text_that_cannot_be_shown_is_told_at_the_start(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "privacy.txt").write_bytes(content)
    with pytest.raises(SetupError, match=r"privacy\.txt"):
        read_pages(str(tmp_path))


def test_a_missing_folder_is_told_at_the_start(tmp_path: Path) -> None:
    started = run(
        "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/x.db", IMHOTEP_PAGES=str(tmp_path / "no")
    )
    assert (started.returncode, "there is no folder" in started.stderr) == (2, True)
