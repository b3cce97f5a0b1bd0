"""`imhotep bench` measures every interface, and what it compares them with where that is installed."""

import pytest

from imhotep.bench import environments, interfaces
from imhotep.bench.measures import TABLES
from imhotep.bench.run import TARGETS


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
