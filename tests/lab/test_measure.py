"""`make bench` measures every interface, and what it compares them with where that is installed."""

import pytest

from benchmarks.measure import environments, interfaces
from benchmarks.measure.__main__ import main
from benchmarks.measure.measures import TABLES
from benchmarks.measure.run import TARGETS


def test_every_interface_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "AT_LEAST", 0.001)
    found = interfaces.measures(["AAAAA", "duel_AAAA"])
    ours = {f"{tool}_{table}" for tool in ("pettingzoo", "gymnasium", "openspiel") for table in ("AAAAA", "duel_AAAA")}
    assert set(found) == ours | set(interfaces.PEERS)
    for name, measure in found.items():
        assert measure is not None or name not in ours
        if measure is not None:
            steps, seconds = measure()
            assert steps > 0
            assert seconds > 0


def test_targets_name_what_is_measured() -> None:
    measured = {*interfaces.measures(list(interfaces.SHOWN)), *environments.measures(list(TABLES), compiled=False)}
    parts = {part for _, what, _ in TARGETS for part in what.split(" / ")}
    named = {part for part in parts if part.startswith(("pettingzoo", "observe", "vector"))}
    assert len(named) == 3 + 3 + 4
    assert named <= measured


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--seconds", "0"], "seconds are more than 0"),
        (["--seconds", "x"], "seconds are"),
        (["--game", "chess"], "chess"),
    ],
)
def test_a_wrong_wish_is_one_line(
    arguments: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["measure", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert reason in capsys.readouterr().err
