"""The examples for researchers run, and do what they say. Programs that speak JSON lines have tests of their own."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from imhotep._pure import engine_is_compiled
from tests.support.paths import EXAMPLES
from tests.support.scale import scaled


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("random_pettingzoo", "game 1: {'player_0': "),
        ("random_gymnasium", "game 1: seat "),
        ("random_openspiel", "round 6 of 6, scores "),
    ],
)
def test_random_play(name: str, said: str) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 2
    assert said in done.stdout


def test_random_play_of_many(capsys: pytest.CaptureFixture[str]) -> None:
    example("random_vector").main(150)
    assert int(capsys.readouterr().out.split()[0]) >= 32


def test_learning_beats_random() -> None:
    before, after = example("train_ppo").main(8 if engine_is_compiled() else 4)
    assert before < 0.65
    assert after > before + 0.1


def test_a_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    example("tournament").main(6)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split(":")[0] for line in lines) == ["greedy", "mine", "random"]
    assert lines[0].startswith("greedy: wins ")


def test_a_thousand_records_as_a_frame(tmp_path: Path) -> None:
    games = scaled(sample=30, test=200, all=1000, soak=1000)
    frame = example("records_to_frame").main(tmp_path, games)
    assert frame.height == 2 * games
    assert frame["won"].sum() == games
    sources = frame.columns[frame.columns.index("won") + 1 :]
    assert (frame.select(sources).sum_horizontal() == frame["score"]).all()
    assert len(list(tmp_path.glob("*.imh"))) == games
