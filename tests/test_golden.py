"""The golden playthroughs are what the game plays."""

import re
from pathlib import Path

import pytest
from golden import FOLDER, played

from imhotep.table.catalogue import catalogue

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_playthrough(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert played(text) == text


def test_each_side_and_module_has_a_playthrough_and_each_names_rules_that_it_catches() -> None:
    names = {file.stem for file in FILES}
    for site in ("market", "pyramids", "temple", "burial_chamber", "obelisks"):
        assert {f"{site}_{side}" for side in "abcd"} <= names
    assert {"cards_blue", "cards_dynasty", "loading_plank", "prophecies", "face_down", "wrath_and_stuck"} <= names
    for file in FILES:
        caught = re.search(r"^catches: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert caught
        assert all(rule in catalogue("builder").rules for rule in caught[1].split())
