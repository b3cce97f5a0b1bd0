"""Records of every version of the rules replay to what came out when they were written, for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

import imhotep
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
