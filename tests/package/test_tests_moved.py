"""The tool that says which tests run nowhere any more, and what it knows of this project's."""

import importlib
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

sys.path.append(str(ROOT / "tools"))
tests_moved: Any = importlib.import_module("tests_moved")  # a tool, not a package


def known(text: str) -> Any:
    return tests_moved.moves(tomllib.loads(text))


def missing(old: list[str], new: list[str], text: str = "") -> list[str]:
    found: list[str] = tests_moved.compare(old, new, known(text)).missing
    return found


def test_what_is_in_another_file_is_there_and_what_has_gone_is_told() -> None:
    old = ["test_x::test_a", "test_x::test_b[duel]", "test_x::test_b[builder]", "test_x::test_c"]
    new = ["test_new_y::test_a", "test_new_y::test_b[duel]", "test_new_y::test_new"]
    assert missing(old, new) == ["test_x::test_b[builder]", "test_x::test_c"]


def test_two_tests_of_a_name_need_two() -> None:
    old = ["test_x::test_a", "test_y::test_a"]
    assert missing(old, ["test_new_x::test_a"]) == ["test_y::test_a"]
    assert missing(old, ["test_new_x::test_a", "test_new_y::test_a"]) == []


RENAMED = """
[[renamed]]
why = "twins are one"
[renamed.tests]
'test_x::test_a[odd*-1]' = 'test_a[strange*-1]'
'test_x::test_a[*]' = 'test_a[builder-*]'
'test_x::test_b[offer<n>-*]' = ['test_b[offer<n>-*]', 'test_c']
'test_x::test_d[*-<text>]' = 'test_d[builder-*-<text>]'
"""


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        (["test_a[1]"], ["test_a[builder-1]"], []),
        (["test_a[1]"], ["test_a[1]"], ["test_a[1]"]),
        (["test_a[x]", "test_a[y]"], ["test_a[builder-y]"], ["test_a[x]"]),
        (["test_a[odd[.]-1]"], ["test_a[strange[.]-1]"], []),
        (["test_a[odd[.]-1]"], ["test_a[builder-odd[.]-1]"], ["test_a[odd[.]-1]"]),
        (["test_b[offer3-x]"], ["test_b[offer12-x]", "test_c"], []),
        (["test_d[1-no move]"], ["test_d[builder-1-isn't a move]"], []),
        (["test_d[1-no move]"], ["test_d[builder-2-isn't a move]"], ["test_d[1-no move]"]),
        (["test_d[1-none]", "test_d[1-no one]"], ["test_d[builder-1-nobody]"], ["test_d[1-no one]"]),
        (["test_b[offer3-x]"], ["test_b[offer12-x]"], ["test_b[offer3-x]"]),
        (["test_b[offer3-x]", "test_b[offer4-x]"], ["test_b[offer12-x]", "test_c"], ["test_b[offer4-x]"]),
    ],
)
def test_what_was_renamed_is_looked_for_by_its_new_name(old: list[str], new: list[str], lost: list[str]) -> None:
    before = [f"test_x::{test}" for test in old]
    assert missing(before, [f"test_new_x::{test}" for test in new], RENAMED) == [f"test_x::{test}" for test in lost]


GIVEN_UP = """
[[given_up]]
why = "tests assert no time"
tests = ['test_x::test_quick[*]']
now = ['test_right[*]']
"""


def test_what_was_given_up_is_told_with_the_reason_as_long_as_something_covers_it() -> None:
    old = ["test_x::test_quick[1]", "test_x::test_quick[2]"]
    lines = list(tests_moved.told("all", old, ["test_new_x::test_right[any]"], known(GIVEN_UP)))
    assert lines == [
        "all: 2 before, 1 now; 0 under another name, 2 given up, 0 run nowhere any more",
        "  given up: tests assert no time",
        "    test_x::test_quick[1]",
        "    test_x::test_quick[2]",
        "    now: test_right[*]",
    ]
    assert missing(old, ["test_new_x::test_other"], GIVEN_UP) == old


def test_the_client_s_tests_are_read(tmp_path: Path) -> None:
    (tmp_path / "web" / "tests").mkdir(parents=True)
    (tmp_path / "web" / "tests" / "duel.test.ts").write_text('test("a (1)", () => {\n});\n\ntest(\n  `b`,\n  run);\n')
    assert tests_moved.of_the_client(tmp_path) == ["duel.test::a (1)", "duel.test::b"]
    assert len(tests_moved.of_the_client(ROOT)) > 100


def test_what_is_known_has_reasons_and_patterns_that_carry_no_more_than_they_find() -> None:
    for move in known((ROOT / "tools" / "tests_moved.toml").read_text(encoding="utf-8")):
        assert move.why
        assert move.new
        if not move.given_up:
            assert all(new.count("*") <= move.old.count("*") for new in move.new), move.old
