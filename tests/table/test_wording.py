"""One term for one thing: what texts for players say no more, and names that the client takes from the catalogues."""

import re
import runpy
import tomllib
from collections.abc import Iterator, Mapping
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
