"""Every ruling and every house rule that the catalogues tell players about is named by at least one test."""

import ast

import pytest

from imhotep.table.games import RULES
from tests.support.paths import TESTS


def names_of_tests() -> list[str]:
    names: list[str] = []
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
    return names


def rulings(game: str) -> list[str]:
    return [rule.id for rule in RULES[game].words.rules.values() if rule.is_ruling]


def test_the_catalogues_have_all_rulings() -> None:
    assert sorted(id for game in RULES for id in rulings(game)) == sorted(
        f"{series}{number}"
        for series, last in (("B", 25), ("N", 20), ("D", 13), ("P", 16))
        for number in range(1, last + 1)
    )


@pytest.mark.parametrize("game", RULES)
def test_every_ruling_is_named_by_a_test(game: str) -> None:
    named = {word for name in names_of_tests() for word in name.split("_")}
    assert [id for id in rulings(game) if id not in named] == []


@pytest.mark.parametrize("game", RULES)
def test_every_house_rule_is_named_by_a_test(game: str) -> None:
    names = names_of_tests()
    house_rules = RULES[game].words.house_rules
    assert house_rules
    assert [rule for rule in house_rules if not any(f"_{rule}_" in f"{name}_" for name in names)] == []


def test_no_two_tests_have_the_same_name() -> None:
    """The second of two functions of one name in a file would silently replace the first."""
    for file in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), file.name
