"""The load benchmark, very small: that it measures, never how fast anything is."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

PROGRAM = ROOT / "tools" / "bench_server.py"


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
