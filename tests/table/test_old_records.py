"""Records of every version of the rules replay to what came out when they were written, for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep.table.record import resume
from tests.support.paths import RECORDS
from tests.support.records import SUMMARY, summary

VERSIONS = sorted(RECORDS.glob("v*"))
GROUPS = ("expansion-sides", "great-obelisk", "great-obelisk-odd", "everything", "face-down", "base", "set-up", "duel")


def summaries(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(Path(folder, SUMMARY).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: str(folder.name))
def test_there_are_200_finished_and_50_unfinished_ones(folder: Path) -> None:
    expected = summaries(folder)
    assert {path.stem for path in folder.glob("*.imh")} == set(expected)
    assert {name.rpartition("-")[0] for name in expected} == set(GROUPS)
    over = sum(found["decider"] is None for found in expected.values())
    assert (over, len(expected) - over) == (200, 50)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: str(folder.name))
def test_they_replay_to_the_same_scores(folder: Path, group: str) -> None:
    for name, expected in summaries(folder).items():
        if name.rpartition("-")[0] == group:
            text = Path(folder, f"{name}.imh").read_text(encoding="utf-8")
            game = imhotep.load(text)
            assert summary(game) == expected, name
            assert game.record() == text, name


def test_a_game_carries_the_version_it_began_with() -> None:
    new = imhotep.new_game("builder", 2, "CAAAA", seed=1)
    old = imhotep.new_game("builder", 2, "CAAAA", seed=1, rules_version=1)
    for game, version in ((new, 2), (old, 1)):
        game.play(game.legal_moves()[0])
        assert f"\nrules: {version}\n" in game.record()
        again = imhotep.load(game.record())
        assert again.setup.rules_version == version
        assert again.after(1).setup.rules_version == version
    assert imhotep.new_game("duel", seed=1).setup.rules_version == 1


@pytest.mark.parametrize("name", ["expansion-sides", "great-obelisk-odd"])
def test_by_the_newest_rules_some_of_them_would_have_come_out_otherwise(name: str) -> None:
    """Else they would prove nothing."""
    differ = 0
    for record, expected in summaries(RECORDS / "v1").items():
        if record.rpartition("-")[0] == name and expected["decider"] is None:
            text = Path(RECORDS, "v1", f"{record}.imh").read_text(encoding="utf-8")
            head = text.partition("\n\n")[0].removeprefix("imhotep record, format 1\n")
            entries = [line.partition(". ")[2] for line in text.split("\n\n")[1].splitlines()]
            try:
                differ += resume(head.replace("rules: 1", "rules: 2"), entries).scores() != expected["final"]
            except imhotep.RecordError:
                differ += 1
    assert differ > 10
