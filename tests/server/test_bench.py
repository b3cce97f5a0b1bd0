"""The load benchmark, very small: that it measures, never how fast anything is."""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

PROGRAM = ROOT / "tools" / "bench_server.py"
SCALE = ROOT / "tools" / "bench_scale.py"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Any:
    saved = tmp_path_factory.mktemp("bench") / "server.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # the same imhotep as here
    program = [sys.executable, str(PROGRAM), "--quick", "--save", str(saved)]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(saved.read_text())
    return json.loads(done.stdout)


@pytest.mark.parametrize("load", ["sqlite_open_loop", "sqlite_saturation"])
def test_every_move_arrives_at_all_seats(result: Any, load: str) -> None:
    figure = result["figures"][load]
    assert figure["moves_sent"] == figure["moves_arrived"] > 0
    assert figure["moves_unanswered"] == figure["lost_connections"] == 0
    assert figure["refusals"] == {}
    times = figure["milliseconds"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert figure["rates"]["states"] > figure["rates"]["moves"] > 0


def test_the_schedule_is_kept_whatever_the_server_does(result: Any) -> None:
    assert result["figures"]["sqlite_open_loop"]["moves_sent"] == result["size"]["rate"] * result["size"]["seconds"]


def test_each_target_has_a_figure_and_what_limits_it(result: Any) -> None:
    assert len(result["targets"]) == 8
    for target in result["targets"]:
        assert target["measured"] > 0, target
        assert target["limited_by"]
        assert target["met"] in (True, False)
    assert result["figures"]["sqlite_echo"]["messages_a_second"] > 0
    assert {"cores", "processor", "python", "engine", "date"} <= set(result)


def test_stored_games_are_listed(result: Any) -> None:
    stored = result["figures"]["stored"]
    assert stored["games"] == 200
    assert {which: one["tables"] for which, one in stored["lists"].items()} == {"open": 24, "running": 24, "over": 100}


# --- a million people, in small


@pytest.fixture(scope="module")
def scale(tmp_path_factory: pytest.TempPathFactory) -> Any:
    saved = tmp_path_factory.mktemp("bench") / "scale.json"
    if not any(shutil.which(name) for name in ("redis-server", "valkey-server", "redis-check-rdb")):
        pytest.skip("there is no Redis: make redis installs it")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    given = ["--share", "0.001", "--seconds", "1", "--times", "1", "--save", str(saved)]
    done = subprocess.run(
        [sys.executable, str(SCALE), *given], capture_output=True, text=True, env=environment, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return json.loads(saved.read_text())


@pytest.mark.postgres
def test_so_many_rows_are_there(scale: Any) -> None:
    rows = scale["figures"]["whole"]["rows"]
    assert scale["size"] == {"people": 1000, "over": 2000, "running": 20}
    assert rows["people"] > 1000
    assert rows["tables"] > rows["records"] > 2000
    assert rows["entries"] > 20


@pytest.mark.postgres
def test_each_page_has_its_plans_and_its_time(scale: Any) -> None:
    figures = scale["figures"]
    assert {"lobby", "own history", "profile", "ranking"} <= figures["plans"].keys() & figures["pages"].keys()
    for sent in figures["plans"].values():
        assert sent
        assert all(one["plan"] and one["milliseconds"] > 0 for one in sent)
    assert scale["targets"][0] == {
        "target": "statements that go through a large table",
        "below": 1,
        "measured": 0,
        "met": True,
        "scans": {},
    }


@pytest.mark.postgres
def test_both_ways_of_signals_are_measured_apart(scale: Any) -> None:
    figures = scale["figures"]
    for way, groups in (("notify", {"writers", "database"}), ("redis", {"writers", "database", "broker"})):
        assert set(figures["commits"][way]) == {"8", "32", "64"}
        for found in figures["commits"][way].values():
            assert found["commits_a_second"] > 0
            assert set(found["microseconds_a_commit"]) == groups
        assert figures["moves"][way]["refusals"] == {}
        assert figures["moves"][way]["unanswered"] == 0
        assert set(figures["moves"][way]["microseconds_a_move"]) == (groups - {"writers"}) | {"server"}
