"""Gates: terms that are committed before a match, results that say which terms, tries that are counted."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.measure import gate
from imhotep.bots.search_table import search_table
from imhotep.lab.matches.arena import Arena
from tests.support.paths import ROOT

TERMS = """
about = "a test"
seed = {seed}

[tables]
two = [{{ sides = "AAAA" }}, {{ sides = "BBBB" }}]

[[matches]]
name = "greedy_0"
first = "greedy:deals=1"
against = "random"
game = "duel"
tables = "two"
games = 8
share = {share}
above = 0.5

[[matches]]
name = "report"
first = "random"
against = "random"
game = "duel"
tables = "two"
games = 4
"""


def commit(folder: Path, seed: int = 1, share: float = 0.6) -> Path:
    file = folder / "some.toml"
    file.write_text(TERMS.format(seed=seed, share=share), encoding="utf-8")
    if not (folder / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", "add", "some.toml"], cwd=folder, check=True)
    subprocess.run(["git", *identity, "commit", "-qm", "terms"], cwd=folder, check=True)
    return file


def test_a_gate_is_played_once_and_another_try_needs_another_seed(tmp_path: Path) -> None:
    results = tmp_path / "results"
    file = commit(tmp_path)
    first = gate.play(file, 1, results)
    assert (first["try"], first["seed"], first["networks"]) == (1, 1, {"duel": None})
    assert len(first["gate"]) == 64
    won, reported = first["matches"]
    assert (won["played"], won["met"], reported["met"]) == (8, won["won"] >= 0.6 and won["interval"][0] > 0.5, None)
    assert first["met"] == won["met"]
    assert first["core_hours"] > 0
    assert not list((results / "unfinished").rglob("*.jsonl"))
    with pytest.raises(gate.GateError, match="has been played: a second try needs a new seed"):
        gate.play(file, 1, results)
    with pytest.raises(gate.GateError, match="was changed but has the seed of a try that was played"):
        gate.play(commit(tmp_path, share=0.99), 1, results)
    second = gate.play(commit(tmp_path, seed=2, share=0.999), 1, results)
    assert second["try"] == 2
    kept = json.loads((results / "some.json").read_text(encoding="utf-8"))["tries"]
    assert [one["gate"] for one in kept] == [first["gate"], second["gate"]]
    assert kept[0] == first


def test_what_is_not_committed_is_not_played(tmp_path: Path) -> None:
    file = commit(tmp_path)
    file.write_text(TERMS.format(seed=1, share=0.1), encoding="utf-8")
    with pytest.raises(gate.GateError, match="has to be committed before it is played"):
        gate.play(file, 1, tmp_path / "results")


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, results = commit(tmp_path), tmp_path / "results"
    monkeypatch.setattr(gate, "line", lambda found: 1 / 0)  # after the first match
    with pytest.raises(ZeroDivisionError):
        gate.play(file, 1, results)
    kept = {path.name: path.read_text() for path in (results / "unfinished").rglob("greedy_0_*.jsonl")}
    assert len(kept) == 2
    monkeypatch.undo()
    monkeypatch.setattr(Arena, "_play", only_known(Arena._play))
    gate.play(file, 1, results)


def only_known(play: object) -> object:
    """Whoever plays a game of the first match again has forgotten that it was played."""

    def checked(self: Arena, *arguments: object) -> None:
        if self.bots[0].startswith("greedy"):
            assert len(self.outcomes) == self.games
        play(self, *arguments)  # type: ignore[operator]

    return checked


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('tables = "two"', 'tables = "three"', "there are no tables three"),
        ("share = 0.6", "share = 6", "Expected `float` < 1"),
        ("greedy:deals=1", "oracle", "no bot is called"),
        ("AAAA", "AAAX", "sides"),
        ('name = "report"', 'name = "greedy_0"', "each has a name of its own"),
        ("seed = 1", "", "missing required field `seed`"),
    ],
)
def test_terms_that_make_no_sense_are_refused(old: str, new: str, reason: str) -> None:
    text = TERMS.format(seed=1, share=0.6)
    assert old in text
    with pytest.raises(Exception, match=reason):
        gate.read(text.replace(old, new, 1), "some.toml")


def test_verdicts() -> None:
    match = gate.read(TERMS.format(seed=1, share=0.6), "some.toml").matches[0]
    assert [gate.verdict(match, *found) for found in ((0.6, 0.51), (0.59, 0.52), (0.7, 0.5))] == [True, False, False]


def test_levels_stand_on_one_scale() -> None:
    """Ten to one are 400 points, with more players, too; whoever never lost is not infinitely far above."""
    names = [level.name for level in search_table().levels]
    even = [{"first": high, "against": low, "players": 2, "played": 9, "won": 0.5} for low, high in pairwise(names)]
    assert gate.ratings(even) == dict.fromkeys(names, 1500)
    assert gate.ratings(even[1:]) is None
    at = names.index("mason")
    even[at] = {**even[at], "played": 199, "won": 181.318 / 199}
    even[at - 1] = {**even[at - 1], "players": 4, "played": 399, "won": 0.25 * 400 / 399 - 0.5 / 399}
    even[-1] = {**even[-1], "won": 1.0}
    found = gate.ratings(even)
    assert found is not None
    assert [found[name] for name in names[at - 1 : at + 2]] == [1500, 1500, 1900]
    assert 1900 < found["pharaoh"] < 2500


GATES = sorted((ROOT / "benchmarks" / "gates").glob("*.toml"))


@pytest.mark.parametrize("path", GATES, ids=lambda path: path.stem)
def test_the_gates_of_the_project_can_be_played(path: Path) -> None:
    found = gate.read(path.read_text(encoding="utf-8"), path.name)
    for match in found.matches:
        tables = found.tables[match.tables]
        asked = sum(gate.arena_of(found, match, number, None).games for number in range(len(tables)))
        assert asked == match.games  # as many as are written there, in whole deals


def test_seeds_of_gates_differ() -> None:
    seeds = [gate.read(path.read_text(encoding="utf-8"), path.name).seed for path in GATES]
    assert len({seed // 100 for seed in seeds}) == len(seeds)  # a table more is a seed more


def test_a_dry_run_says_how_long_it_takes() -> None:
    program = [sys.executable, str(ROOT / "tools" / "strength.py"), "--gate", str(GATES[0]), "--dry-run"]
    done = subprocess.run(program, capture_output=True, text=True, check=True, cwd=ROOT)
    last = done.stdout.splitlines()[-1]
    assert last.startswith("1 gates: ")
    assert last.endswith(" core-hours at most")
