"""How far hints can be trusted is measured by a tool that can be stopped, and whose sums are right."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measure import judgements
from imhotep._pure import engine_is_compiled

SIMS = 40 if engine_is_compiled() else 3


def test_a_perfect_judge_is_calibrated_and_a_bold_one_is_not() -> None:
    """Ten games in which a chance of 0.6 came true six times."""

    def rows(judged: float) -> list[dict[str, Any]]:
        return [{"judged": [[1, judged, float(game < 60), 0.5]]} for game in range(100)]

    right = judgements.of_calibration(rows(0.61) * 3, resamples=100)
    assert right["error"] == pytest.approx(0.01)
    assert (right["games"], right["positions"], right["met"]) == (300, 300, True)
    (tenth,) = right["tenths"]
    assert (tenth["positions"], tenth["won"], tenth["enough"]) == (300, 0.6, True)
    assert tenth["interval"][0] < 0.6 < tenth["interval"][1]
    bold = judgements.of_calibration(rows(0.95) * 3, resamples=100)
    assert bold["error"] == pytest.approx(0.35)
    assert not bold["met"]


def test_positions_of_one_game_are_drawn_together() -> None:
    """Twenty positions of one game are one game: the interval is as wide as with one position each."""
    once = [{"judged": [[1, 0.55, float(game % 2), 0.5]]} for game in range(40)]
    often = [{"judged": row["judged"] * 20} for row in once]
    narrow, wide = (judgements.of_calibration(rows, resamples=200)["tenths"][0]["interval"] for rows in (once, often))
    assert narrow == pytest.approx(wide)


def test_sums_of_agreement_and_stability() -> None:
    row = {"spent": 10, "deep": 200, "same": True, "win": -0.1, "lead": 0.2, "value": 0.0, "agrees": True}
    found = judgements.of_agreement([row, {**row, "same": False, "win": 0.02, "agrees": False}])
    assert (found["positions"], found["agree"], found["same_move"]) == (2, 0.5, 0.5)
    assert found["mean_win_cost"] == pytest.approx(0.01)
    stable = judgements.of_stability([{"parts": [0.1, 0.2], "errors": [0.2, 0.1, 1.0, 2.0]}])
    assert (stable["largest"], stable["within"]) == (0.2, 0.5)
    assert (stable["value_seen_by_told"], stable["lead_seen_by_told"]) == (2.0, 0.5)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    made: list[int] = []

    def work(number: int) -> dict[str, Any]:
        if number == 3 and len(made) < 4:
            raise KeyboardInterrupt
        made.append(number)
        return {"number": number}

    jobs = [(number,) for number in range(5)]
    with pytest.raises(KeyboardInterrupt):
        judgements.measure("some", work, jobs, tmp_path, 1)
    journal = tmp_path / "unfinished" / "some.jsonl"
    journal.write_text(journal.read_text() + '[[3], {"numb', encoding="utf-8")  # it was killed while it wrote
    made.append(-1)
    assert judgements.measure("some", work, jobs, tmp_path, 1) == [{"number": number} for number in range(5)]
    assert made == [0, 1, 2, -1, 3, 4]
    assert judgements.measure("some", work, jobs, tmp_path, 1)[4] == {"number": 4}


@pytest.mark.parametrize("measure", ["agreement", "calibration", "stability"])
def test_each_measure_measures(measure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgements, "OPENER", f"mcts:sims={SIMS}")
    monkeypatch.setattr(judgements, "SEEDS", 2)
    words = ["judgements", measure, "duel", "--count", "1", "--sims", str(SIMS), "--folder", str(tmp_path)]
    monkeypatch.setattr("sys.argv", [*words, "--seconds", "0.001"])
    judgements.main()
    found = json.loads((tmp_path / f"{measure}_duel.json").read_text(encoding="utf-8"))
    assert (found["measure"], found["sims"]) == (f"{measure}_duel", SIMS)
    if measure == "calibration":
        assert found["positions"] >= 10  # one of each unloading in which there was a choice
