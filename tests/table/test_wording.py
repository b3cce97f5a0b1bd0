"""One term for one thing: what texts for players say no more, and names that the client takes from the catalogues."""

import ast
import re
import runpy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from imhotep.table.catalogue import FACTS, languages
from imhotep.table.games import RULES
from tests.support.paths import ROOT

FORBIDDEN: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("forbidden_terms.toml").read_text(encoding="utf-8")
)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?!:)')


def of_catalogue(tables: Mapping[str, Any]) -> Iterator[str]:
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from of_catalogue(value)
        elif isinstance(value, str) and key not in FACTS:
            yield value


def texts(language: str) -> Iterator[str]:
    folder = ROOT / "src" / "imhotep" / "catalogue" / language
    for game in RULES:
        yield from of_catalogue(tomllib.loads((folder / f"{game}.toml").read_text(encoding="utf-8")))
    client = (ROOT / "web" / "src" / "app" / "text" / f"{language}.ts").read_text(encoding="utf-8")
    yield from (found.group(1) for found in STRING.finditer(client))


@pytest.mark.parametrize("language", languages())
def test_no_text_has_a_forbidden_term(language: str) -> None:
    found = [(pattern, text) for text in texts(language) for pattern in FORBIDDEN[language] if re.search(pattern, text)]
    assert found == []


def of_code(path: Path) -> Iterator[str]:
    """What a module says: texts of several words. Its docstrings are for programmers, but for those of commands and of
    routes, which are async and stand in the document of the API."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    first = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
    docstrings = [] if path.match("cli/main.py") else first
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield from [node.value] if " " in node.value.strip() else []


def of_page(text: str) -> Iterator[str]:
    """The lines of a page of the docs, without code."""
    text = re.sub(r"(?ms)^[ \t]*```.*?^[ \t]*```[ \t]*$", "", text)
    yield from re.sub(r"`[^`\n]*`", "", text).splitlines()


IDS = re.compile("^first player$|brown, gray")  # of a check, and colours as they are typed
FEATURES = ("features.py", "observations.md")  # of observations, in the words of the engine


def forbidden(said: Iterable[str]) -> list[tuple[str, str]]:
    return [(pattern, text) for text in said for pattern in FORBIDDEN["en"] if re.search(pattern, IDS.sub("", text))]


def test_what_the_code_says_has_no_forbidden_term() -> None:
    files = [file for file in (ROOT / "src" / "imhotep").rglob("*.py") if file.name not in FEATURES]
    assert len(files) > 200
    assert {file: found for file in files if (found := forbidden(of_code(file)))} == {}


def test_the_docs_have_no_forbidden_term() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    files = [file for file in pages if file.name not in FEATURES]
    assert len(files) > 20
    said = {file: of_page(file.read_text(encoding="utf-8")) for file in files}
    assert {file: found for file, lines in said.items() if (found := forbidden(lines))} == {}


@pytest.mark.parametrize(("pattern", "before"), FORBIDDEN["en"].items())
def test_a_term_that_comes_back_is_noticed_in_code_and_docs(pattern: str, before: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(f'"""{before}"""\n\nraise ValueError({before!r})\n', encoding="utf-8")
    assert (pattern, before) in forbidden(of_code(module))
    assert (pattern, before) in forbidden(of_page(f"```text\n{before}\n```\n{before}\n"))
    module.write_text(f'"""{before}"""\n', encoding="utf-8")
    assert forbidden(of_code(module)) == forbidden(of_page(f"```text\n{before}\n```\nSee `{before}`.\n")) == []


@pytest.mark.parametrize("language", languages())
def test_every_pattern_refuses_what_was_there_before(language: str) -> None:
    assert len(FORBIDDEN[language]) >= 25
    for pattern, before in FORBIDDEN[language].items():
        assert re.search(pattern, before), pattern


# --- the client's names


def build_words() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "build_words.py"))


def test_the_client_s_words_are_current() -> None:
    assert build_words()["main"](["--check"]) == 0


def test_stale_words_are_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool = build_words()
    tool["main"].__globals__["FOLDER"] = tmp_path
    assert tool["main"](["--check"]) == 1
    assert "make words-web" in capsys.readouterr().err
    assert tool["main"]([]) == 0
    assert tool["main"](["--check"]) == 0
    (tmp_path / "de.ts").write_text("changed by hand", encoding="utf-8")
    assert tool["main"](["--check"]) == 1


@pytest.mark.parametrize("language", languages())
def test_the_client_has_both_forms_of_a_name(language: str) -> None:
    words = build_words()["words"](language)
    assert words["card.short.stone_ornament"].casefold() in words["card.stone_ornament"].casefold()
    assert words["side.temple.D"] in words["to.temple.D"]
    assert all(words.values())
