"""What the documents show is true: every Python block runs, every doctest passes, every link leads somewhere."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
MODULES = ["imhotep", "imhotep.table.game", "imhotep.table.catalogue", "imhotep.bots"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page: Path) -> None:
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0


def test_the_architecture_names_the_real_size_of_the_code_space() -> None:
    from imhotep.engine.builder import vocabulary as builder
    from imhotep.engine.duel import vocabulary as duel

    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    counts = f"({builder.Action.COUNT} codes for Builder with A New Dynasty, {duel.Action.COUNT} for The Duel)"
    assert counts in text


def test_the_commands_of_the_readme_exist() -> None:
    from imhotep.cli.main import app

    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    named = set(re.findall(r"^imhotep (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == commands
