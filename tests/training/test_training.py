"""Training: examples, the fit, and runs that are stopped and gone on with."""

import importlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from imhotep.bots.weights import from_bytes, network_for, weights_of
from imhotep.cli.train import recipe_of, train
from imhotep.engine.kernel import Actions, Random
from imhotep.table.errors import FileError, ImhotepError, SetupError
from imhotep.table.games import rules_of
from imhotep.training.examples import Examples, joined
from imhotep.training.fit import Batch, Model, Ships, fit
from imhotep.training.recipe import Recipe, draw_table
from imhotep.training.run import FILE, Run
from imhotep.training.self_play import Chunk, play_chunk, start
from imhotep.training.workers import cluster_workers, local_workers
from tests.support.paths import ROOT
from tests.support.waiting import is_gone, wait_for

distributed: Any = importlib.import_module("distributed")  # has no types

GAMES = ("builder", "duel")
TINY: dict[str, Any] = {
    "games": 4,
    "full_sims": 12,
    "quick_sims": 4,
    "hidden": 8,
    "inner": 4,
    "steps": 10,
    "batch": 32,
    "window": 2,
    "gate_games": 4,
    "gate_sims": 4,
}


def tiny(game: str, **changes: Any) -> Recipe:
    return Recipe(**{"game": game, **TINY, **changes})


def chunk(recipe: Recipe, first: int = 0, count: int = 4, network: bytes | None = None) -> Examples:
    job = Chunk(recipe=recipe, round=0, first=first, count=count, network=network)
    return Examples.from_bytes(play_chunk(msgspec.msgpack.encode(job)), "here")


# --- examples


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_what_they_say(game: str) -> None:
    examples = chunk(tiny(game))
    assert len(examples) > 20
    for one in range(len(examples)):
        seats = int(examples.seats[one])
        moves = slice(examples.move_starts[one], examples.move_starts[one + 1])
        assert examples.visits[moves].sum() == pytest.approx(1)
        assert len(set(examples.codes[moves])) == len(examples.codes[moves]) > 1
        assert examples.win[one].sum() == pytest.approx(1)
        assert not examples.win[one, seats:].any()
        assert ((examples.found[one, :seats] > 0) & (examples.found[one, :seats] < 1)).all()
        columns = examples.columns[examples.starts[one] : examples.starts[one + 1]]
        assert (np.diff(columns.astype(int)) > 0).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_examples_whoever_plays_which_part(game: str) -> None:
    recipe = tiny(game)
    whole, parts = chunk(recipe), joined([chunk(recipe, 0, 1), chunk(recipe, 1, 3)])
    for name, array in whole.arrays.items():
        assert (array == parts.arrays[name]).all(), name


def test_setups_are_drawn_over_everything() -> None:
    chance = random.Random(1)
    drawn = [draw_table("builder", chance) for _ in range(600)]
    assert {table.players for table in drawn} == {2, 3, 4}
    assert {(site, table.sides[site]) for table in drawn for site in range(5)} == {
        (site, side) for site in range(5) for side in "ABCD"
    }
    for variant, values in (
        ("cards", {"base", "dynasty"}),
        ("prophecies", {False, True}),
        ("face_down", {False, True}),
    ):
        assert {table.variants[variant] for table in drawn} == values


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"PK\x03\x04" + b"\0" * 60])
def test_foreign_examples_are_refused(data: bytes) -> None:
    with pytest.raises(FileError, match="these are not examples for training"):
        Examples.from_bytes(data, "some.npz")


def test_examples_of_another_kind_are_refused() -> None:
    examples = chunk(tiny("duel"), count=1)
    wrong = Examples({**examples.arrays, "found": examples.found.astype(np.float64)})
    with pytest.raises(FileError, match="found has float64 instead of float32"):
        Examples.from_bytes(wrong.to_bytes(), "some.npz")
    short = Examples({**examples.arrays, "found": examples.found[:-1]})
    with pytest.raises(FileError, match="different lengths"):
        Examples.from_bytes(short.to_bytes(), "some.npz")


# --- the fit


@pytest.mark.parametrize("game", GAMES)
def test_gradients_lead_downhill(game: str) -> None:
    """Against differences of the loss. The first layer's numbers are whole, so it is asked in steps that are, too."""
    recipe = tiny(game, hidden=16, inner=8)
    examples = chunk(recipe, count=2)
    model = Model.new(recipe, np.random.default_rng(1))
    which = np.arange(len(examples))
    batch = Batch(examples, which, *shape(model), Ships(game, None))
    gradients = model.gradients(batch, model.forward(batch))
    chance = np.random.default_rng(2)
    for name, gradient in gradients.items():
        array = model.weights[name]
        for place in chance.choice(np.flatnonzero(np.abs(gradient) > 1e-3 * np.abs(gradient).max()), 4):
            at = np.unravel_index(place, array.shape)
            step = (
                4e-3
                if not name.startswith("first")
                else 32 / float(np.broadcast_to(unit(model, name), array.shape)[at])
            )
            before = array[at]
            losses = []
            for way in (1, -1):
                array[at] = before + way * step
                losses.append(loss(model, batch))
            array[at] = before
            assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(float(gradient[at]), rel=0.2, abs=2e-4), name


def unit(model: Model, name: str) -> Any:
    return model.unit if name == "first" else np.float32(2048)


def shape(model: Model) -> tuple[int, int]:
    return model.weights["first"].shape[0], model.weights["policy"].shape[1]


def loss(model: Model, batch: Batch) -> float:
    seen, recipe, present = model.forward(batch), model.recipe, batch.present
    seats = present.sum(1)
    win = -(batch.win * np.log(seen["win"] + 1e-12)).sum(1)
    margin = np.where(
        present, -(batch.margin * np.log(seen["margin"]) + (1 - batch.margin) * np.log(1 - seen["margin"])), 0
    )
    found = np.where(present, (0.5 * seen["win"] + 0.5 * seen["margin"] - batch.found) ** 2, 0)
    policy = -(batch.visits * np.log(seen["policy"] + 1e-12)).sum(1)
    value = 0.5 * (win + margin.sum(1) / seats) + 0.5 * recipe.search_weight * found.sum(1) / seats
    return float((value + recipe.policy_weight * policy).mean(dtype=np.float64))


@pytest.mark.parametrize("game", GAMES)
def test_it_learns_what_it_is_taught_and_the_engine_says_the_same(game: str) -> None:
    recipe = tiny(game, hidden=16, inner=8, steps=150, rate=5e-3)
    examples = chunk(recipe, first=1, count=6)  # none of them is held out
    model = Model.new(recipe, np.random.default_rng(1))
    batch = Batch(examples, np.arange(len(examples)), *shape(model), Ships(game, None))
    before = loss(model, batch)
    fit(recipe, model, examples, 1)
    assert loss(model, batch) < 0.9 * before

    network = model.network({})
    again = Model.of(recipe, network)
    observer = rules_of(game).observer()
    chance, actions = random.Random(3), Actions()
    position = start(draw_table(game, chance), chance)
    evaluator = network_for(network, weights_of(network), observer, position, 0.5, 3, 0)
    for _ in range(12):
        position.legal(actions)
        position.apply(actions.pick(Random(chance.getrandbits(60))))
    seat, seats = int(position.decider()), int(position.seats)
    position.legal(actions)
    evaluator.judge(position, actions, Random(1))
    seen = again.forward(Batch(seen_by(recipe, position, seat), np.array([0]), *shape(again), Ships(game, None)))
    turns = [(seat + turn) % seats for turn in range(seats)]
    assert [evaluator.win[other] for other in turns] == pytest.approx(list(seen["win"][0, :seats]), abs=1e-5)
    assert [evaluator.margin[other] for other in turns] == pytest.approx(list(seen["margin"][0, :seats]), abs=1e-5)
    codes = actions.to_list()
    assert [evaluator.priors[i] for i in range(len(codes))] == pytest.approx(list(seen["policy"][0, codes]), abs=1e-5)


def seen_by(recipe: Recipe, position: Any, seat: int) -> Examples:
    from imhotep.training.examples import ExampleList
    from imhotep.training.self_play import Player

    actions, found, seats = Actions(), ExampleList(), int(position.seats)
    position.legal(actions)
    codes = actions.to_list()
    row = Player(recipe, 0.0, None)._see(position, seat)
    found.add(row, codes, [1 / len(codes)] * len(codes), [0.5] * seats, 1)
    found.end_game([0.0] * seats, [0.5] * seats)
    return found.examples()


def test_another_order_of_the_ships_is_another_way_to_see_the_same() -> None:
    """Every order maps columns and codes one to one, and the identity leaves them."""
    same = Ships("builder", np.arange(4))
    assert (same.columns == np.arange(len(same.columns))).all()
    turned = Ships("builder", np.array([1, 2, 3, 0]))
    for found in (turned.columns, turned.codes):
        assert sorted(found) == list(range(len(found)))
        assert (found != np.arange(len(found))).any()


# --- runs


@pytest.fixture(scope="module")
def two_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    Run.begin(folder / "run", tiny("duel"))
    run = Run(folder / "run", folder / "games", lambda line: None)
    with local_workers(1) as workers:
        run.next_round(workers)
        run.next_round(workers)
    return folder


def hashes(folder: Path) -> list[str]:
    return [made.network for made in Run(folder, folder, lambda line: None).progress.rounds]


def test_a_run_keeps_what_it_has_made(two_rounds: Path) -> None:
    run = Run(two_rounds / "run", two_rounds / "games", lambda line: None)
    first, second = run.progress.rounds
    assert first.gate is None
    assert second.gate is not None
    assert second.gate.games == 4
    assert second.examples > first.examples
    assert run.best() is not None
    assert all((two_rounds / "run" / f"round-00{number}.network").exists() for number in (1, 2))


def test_games_that_are_gone_are_played_again_and_nothing_changes(two_rounds: Path, tmp_path: Path) -> None:
    """From the folder alone, on another machine: the second round comes out the same from the first one's network."""
    folder = tmp_path / "run"
    folder.mkdir()
    made = msgspec.json.decode((two_rounds / "run" / FILE).read_bytes())
    (folder / FILE).write_bytes(msgspec.json.encode({**made, "rounds": made["rounds"][:1]}))
    (folder / "round-001.network").write_bytes((two_rounds / "run" / "round-001.network").read_bytes())
    with local_workers(2) as workers:
        Run(folder, tmp_path / "games", lambda line: None).next_round(workers)
    assert hashes(folder) == hashes(two_rounds / "run")


def test_a_cluster_with_two_workers_makes_the_same_network(two_rounds: Path, tmp_path: Path) -> None:
    Run.begin(tmp_path / "run", tiny("duel"))
    options: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with (
        distributed.LocalCluster(n_workers=2, **options) as cluster,
        cluster_workers(cluster.scheduler_address) as workers,
    ):
        Run(tmp_path / "run", tmp_path / "games", lambda line: None).next_round(workers)
    assert hashes(tmp_path / "run") == hashes(two_rounds / "run")[:1]


def die_once(job: bytes) -> bytes:
    flag = Path(job.decode())
    if flag.exists():
        return b"done"
    flag.touch()
    os._exit(3)


def die(job: bytes) -> bytes:
    os._exit(3)


def test_a_worker_that_dies_costs_only_time(tmp_path: Path) -> None:
    jobs = [str(tmp_path / name).encode() for name in ("one", "two")]
    Path(jobs[1].decode()).touch()
    with local_workers(1) as workers:
        assert sorted(workers.run(die_once, jobs)) == [(0, b"done"), (1, b"done")]
        with pytest.raises(ImhotepError, match="training can't continue: its workers were lost 3 times"):
            list(workers.run(die, [b"x"]))


def hang(job: bytes) -> bytes:
    file = Path(job.decode())
    file.with_suffix(".part").write_text(str(os.getpid()))
    file.with_suffix(".part").rename(file)
    time.sleep(600)
    return b""


def test_workers_end_when_the_training_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    code = (
        "import sys; from imhotep.training.workers import local_workers\n"
        "from tests.training.test_training import hang\n"
        "with local_workers(1) as workers: list(workers.run(hang, [sys.argv[1].encode()]))"
    )
    training = subprocess.Popen([sys.executable, "-c", code, str(file)], cwd=ROOT)
    try:
        wait_for(file.exists)
    finally:
        training.kill()
        training.wait()
    wait_for(lambda: is_gone(int(file.read_text())))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda folder: (folder / FILE).unlink(), "No such file"),
        (lambda folder: (folder / FILE).write_bytes(b"{}"), "this is not a training run"),
        (lambda folder: (folder / "round-002.network").unlink(), "the run can't go on without it"),
        (lambda folder: (folder / "round-002.network").write_bytes(b"cut"), "not the network that round 2 made"),
    ],
)
def test_a_spoilt_folder_is_told_in_one_line(two_rounds: Path, tmp_path: Path, spoil: Any, reason: str) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for file in (two_rounds / "run").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    spoil(folder)
    with pytest.raises(FileError, match=reason) as refused, local_workers(1) as workers:
        Run(folder, two_rounds / "games", lambda line: None).next_round(workers)
    assert "\n" not in str(refused.value)


# --- the command


def test_the_command_begins_a_run_and_goes_on_with_it(tmp_path: Path) -> None:
    folder, games = tmp_path / "run", tmp_path / "games"
    changes = [f"{name}={value}" for name, value in TINY.items()]
    train(folder, "duel", False, games, 1, 1, None, [*changes, "playouts=1.0,0.5"])
    train(folder, None, True, games, 1, 1, None, [])
    assert len(hashes(folder)) == 2
    assert (folder / "curves.svg").read_text(encoding="utf-8").startswith("<svg")
    network = from_bytes((folder / "round-002.network").read_bytes(), "round 2")
    assert network.card["name"] == "duel, round 2"
    with pytest.raises(FileError, match="there is already a training run"):
        train(folder, "duel", False, games, 1, 1, None, [])
    with pytest.raises(SetupError, match="keeps its game and its recipe"):
        train(folder, "duel", True, games, 1, 1, None, [])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (["hidden"], "--set takes NAME=VALUE"),
        (["colour=red"], "--set takes NAME=VALUE"),
        (["hidden=many"], "Expected `int`"),
        (["playouts=a,b"], "Expected `float`"),
    ],
)
def test_a_recipe_with_something_else_is_refused(changes: list[str], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        recipe_of("duel", changes)
    with pytest.raises(SetupError):
        recipe_of("chess", [])
