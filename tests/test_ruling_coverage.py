"""Every ruling and every house rule that the catalogue tells players about is named by at least one test."""

import ast
from pathlib import Path

from imhotep.table.catalogue import catalogue

HERE = Path(__file__).resolve().parent


def names_of_tests() -> list[str]:
    names: list[str] = []
    for file in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
    return names


def rulings() -> list[str]:
    return [id for id in catalogue("builder").rules if id[0] in "BNP"]


def test_the_catalogue_has_all_rulings() -> None:
    assert sorted(rulings()) == sorted(
        f"{series}{number}" for series, last in (("B", 25), ("N", 20), ("P", 13)) for number in range(1, last + 1)
    )


def test_every_ruling_is_named_by_a_test() -> None:
    named = {word for name in names_of_tests() for word in name.split("_")}
    assert [id for id in rulings() if id not in named] == []


def test_every_house_rule_is_named_by_a_test() -> None:
    names = names_of_tests()
    house_rules = catalogue("builder").house_rules
    assert house_rules
    assert [rule for rule in house_rules if not any(f"_{rule}_" in f"{name}_" for name in names)] == []


def test_no_two_tests_have_the_same_name() -> None:
    """The second of two functions of one name in a file would silently replace the first."""
    for file in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), file.name
