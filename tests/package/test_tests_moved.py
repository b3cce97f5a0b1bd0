"""The tool that says which tests run nowhere any more."""

import importlib
import sys
from typing import Any

from tests.support.paths import ROOT

sys.path.append(str(ROOT / "tools"))
tests_moved: Any = importlib.import_module("tests_moved")  # a tool, not a package


def test_what_is_in_another_file_is_there_and_what_has_gone_is_told() -> None:
    old = {"test_a", "test_b[duel]", "test_b[builder]", "test_c"}
    assert tests_moved.missing(old, {"test_a", "test_b[duel]", "test_new"}, {}) == ["test_b[builder]", "test_c"]


def test_what_was_renamed_on_purpose_is_looked_for_by_its_new_name() -> None:
    names = tests_moved.renamed(["test_c -> test_new", "", "test_b -> test_gone"])
    assert names == {"test_c": "test_new", "test_b": "test_gone"}
    assert tests_moved.missing({"test_b[1]", "test_c[1]"}, {"test_new[x]"}, names) == ["test_b[1]"]
