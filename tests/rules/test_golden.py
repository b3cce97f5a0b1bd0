"""The golden playthroughs are what the game plays."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from imhotep.table.catalogue import catalogue
from tests.support.golden import FOLDER, played

FILES = sorted(FOLDER.glob("*.txt"))

# House rules of The Duel: each has a pair of files, the same table and moves without it and with it.
PAIRS = {
    "refill": "refill_at_end_of_turn",
    "partial": "partial_action_tokens",
    "english_pyramid": "english_pyramid_b",
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_playthrough(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert played(text) == text


def test_each_side_and_module_has_a_playthrough_and_each_names_rules_that_it_catches() -> None:
    names = {file.stem for file in FILES}
    for site in ("market", "pyramids", "temple", "burial_chamber", "obelisks"):
        assert {f"{site}_{side}" for side in "abcd"} <= names
    assert {"cards_blue", "cards_dynasty", "loading_plank", "prophecies", "face_down", "wrath_and_stuck"} <= names
    for site in ("obelisk", "temple", "pyramids", "tomb"):
        assert {f"duel_{site}_{side}" for side in "ab"} <= names
    assert {f"duel_{action}" for action in ("take", "place", "place_and_unload", "swap_and_unload")} <= names
    assert {"duel_opening", "duel_stuck", "duel_end_in_action"} <= names
    assert {f"duel_{rule}_{switch}" for rule in PAIRS for switch in ("off", "on")} <= names
    for file in FILES:
        caught = re.search(r"^catches: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert caught
        rules = catalogue("duel" if file.stem.startswith("duel_") else "builder").rules
        assert [rule for rule in caught[1].split() if rule not in rules] == []


def test_the_playthroughs_of_the_duel_catch_every_ruling_that_a_play_can_show() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES if file.stem.startswith("duel_")]
    caught = {rule for text in texts for rule in text.split("catches: ")[1].splitlines()[0].split()}
    rulings = {f"D{number}" for number in range(1, 14)}
    assert rulings - caught == {"D1"}  # that both play the same sides is no event


def parts_of(name: str) -> tuple[str, dict[str, Any], list[str]]:
    """A file's title, its table, and what stands before, between and after its decisions."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    table = json.loads(lines[2].removeprefix("table: "))
    body = "\n".join(lines[3:])
    return lines[0].removeprefix("title: "), table, re.split(r"^(?=\? )", body, flags=re.MULTILINE)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_house_rule_first_makes_a_difference_at_the_ply_that_the_titles_name(pair: str) -> None:
    off_title, off_table, off = parts_of(f"duel_{pair}_off")
    on_title, on_table, on = parts_of(f"duel_{pair}_on")
    assert on_table.pop("house_rules") == {PAIRS[pair]: True}
    assert on_table == off_table
    plies = [int(ply) for title in (off_title, on_title) for ply in re.findall(r"\bply (\d+)", title)]
    assert len(plies) == 2
    assert plies[0] == plies[1] >= 2
    assert f"duel_{pair}_on" in off_title
    assert f"duel_{pair}_off" in on_title
    ply = plies[0]
    assert off[:ply] == on[:ply]
    assert off[ply] != on[ply]
