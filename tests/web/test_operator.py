"""What whoever runs a server has to say, as people see it: pages of their own, and maintenance."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import PHONE, NewVisitor, serving
from tests.support.command import run
from tests.support.processes import Program, running

TEXTS = {
    "privacy.txt": "# What we keep\n\nYour games, <b>nothing</b> else.\nWrite to us@imhotep.example.",
    "privacy.de.txt": "Wir behalten deine Partien.",
    "contact.fr.txt": "Écrivez-nous : https://imhotep.example/contact.",
}


@pytest.fixture(scope="module")
def program(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("operator")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = serving(folder, client, IMHOTEP_PAGES=str(folder))
    with running(made):
        yield made


@pytest.fixture(scope="module")
def site(program: Program) -> str:
    return program.address


def test_privacy_and_contact_are_below_every_page(visit: NewVisitor) -> None:
    visitor = visit(size=PHONE, name="")
    page = visitor.page
    visitor.go("/rules")
    page.locator("footer a", has_text="Privacy").click()
    page.wait_for_selector("h2:has-text('What we keep')")
    assert "<b>nothing</b>" in page.locator("main").inner_text()  # text stays text
    assert page.locator("main a").get_attribute("href") == "mailto:us@imhotep.example"
    assert visitor.geometry(PHONE.touch) == []
    page.locator("footer a", has_text="Contact").click()
    page.wait_for_selector("main a[href='https://imhotep.example/contact']")
    german = visit(language="de", name="")
    german.go("/privacy")
    german.page.wait_for_selector("main p:has-text('Wir behalten deine Partien.')")
    assert german.page.title().startswith("Datenschutz")


def test_maintenance_is_seen_at_once_and_until_its_end(visit: NewVisitor, program: Program) -> None:
    visitor = visit(language="fr")
    page = visitor.page
    database = program.arguments[program.arguments.index("--database") + 1]
    visitor.go("/account")
    with visitor.excused():
        told = ["--notice", "Back at nine", "--notice", "fr=De retour à neuf heures", "--read-only"]
        assert run("admin", "maintenance", *told, "--database", database).returncode == 0
        page.wait_for_selector("text=De retour à neuf heures")
        page.wait_for_selector("text=Les pendules sont arrêtées")
        visitor.go("/")  # who comes now is told, too
        page.wait_for_selector("text=De retour à neuf heures")
        assert run("admin", "maintenance", "--end", "--database", database).returncode == 0
        page.wait_for_selector("text=De retour à neuf heures", state="detached")
    assert visitor.new_table("me", "random")
