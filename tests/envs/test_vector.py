"""Many games at once: they are the table's games, they begin anew by themselves, and nothing illegal gets in."""

import doctest
import importlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import imhotep
from imhotep import Game, IllegalMove, SetupError
from imhotep.engine.kernel import Random
from imhotep.envs.observation import Encoder, actions, scales, size
from imhotep.envs.vector import VectorGames
from imhotep.table.games import RULES
from tests.support.play_digest import setup_of
from tests.support.scale import scaled

GAMES = scaled(sample=24, test=400, all=1000, soak=5000)  # of both games together
MIXED: list[dict[str, Any]] = [
    {"players": 2, "sides": "DDDDD", "cards": "dynasty", "prophecies": True, "face_down": True},
    {"players": 3, "sides": "ABCDA", "wrath": True},
    {"players": 4, "sides": "BBBBB"},
]


def setup_without_game(game: str, number: int) -> dict[str, Any]:
    setup = setup_of(game, number)
    del setup["game"]
    return setup


# --- the same games as at a table


@pytest.mark.parametrize("game", RULES)
def test_games_agree_with_the_table_step_by_step(game: str) -> None:
    count = GAMES // 2
    setups = [setup_without_game(game, number) for number in range(count)]
    tables = [imhotep.new_game(game, **setup) for setup in setups]
    games, encoder, chance = VectorGames(game, count, seed=1, setups=setups), Encoder(game), Random(1)
    for number, table in enumerate(tables):
        games.load(number, table)
    running = set(range(count))
    step = games.state
    assert not step.terminations.any()
    while running:
        codes = games.random_actions().copy()
        for number in running:
            compare(step, number, tables[number], encoder, every_move=chance.below(16) == 0)
            table = tables[number]
            table.play(table.rules.move(table.raw, table.setup, int(codes[number])))
        step = games.step(codes)
        for number in sorted(running):
            assert step.terminations[number] == tables[number].is_over
            if tables[number].is_over:
                running.remove(number)
                compare_end(games, number, tables[number])


def compare(step: Any, number: int, table: Game, encoder: Encoder, every_move: bool) -> None:
    seat = table.decider
    assert seat is not None
    assert step.players[number] == seat
    legal = np.flatnonzero(step.masks[number]).tolist()
    moves = table.legal_moves()
    assert len(legal) == len(moves)
    if every_move:
        assert legal == sorted(table.code(move) for move in moves)
    assert np.array_equal(step.masks[number], encoder.mask(table))
    assert np.array_equal(step.observations[number], encoder.observe(table, seat))
    assert not step.rewards[number].any()


def compare_end(games: VectorGames, number: int, table: Game) -> None:
    players = table.players
    assert games.scores[number][:players].tolist() == table.scores()
    assert games.lengths[number] == table.ply
    shares = [table.raw.payoff(seat) for seat in range(players)]
    assert games.state.rewards[number].tolist() == shares + [0.0] * (games.seats - players)


def test_a_loaded_game_goes_on_from_where_it_is() -> None:
    table = imhotep.new_game("builder", 3, "BBBBB", seed=5)
    for _ in range(20):
        table.play(table.legal_moves()[0])
    games = VectorGames("builder", 2, seed=1, players=3, sides="BBBBB")
    before = games.state.observations[0].copy()
    games.load(1, table)
    assert games.state.players[1] == table.decider
    np.testing.assert_array_equal(games.state.observations[1], Encoder("builder").observe(table, table.decider or 0))
    np.testing.assert_array_equal(games.state.observations[0], before)
    games.step(games.random_actions())
    assert table.ply == 20


# --- beginnings and ends


@pytest.mark.parametrize("game", RULES)
def test_a_game_that_ends_begins_anew(game: str) -> None:
    games = VectorGames(game, 6, seed=4)
    step = games.reset()
    ended = 0
    for _ in range(400):
        was_over = step.terminations.copy()
        step = games.step(games.random_actions())
        assert not step.rewards[~step.terminations].any()
        for number in np.flatnonzero(step.terminations):
            ended += 1
            assert not was_over[number]
            assert step.rewards[number].sum() == 1.0
            assert games.position(int(number)).numbers() != games.position(int(number + 1) % 6).numbers()
            assert games.lengths[number] > 20
            assert games.scores[number].max() > 0
            assert step.masks[number].sum() > 1  # of the first turn of the next game
    assert ended >= 6


def test_several_setups_take_turns() -> None:
    games = VectorGames("builder", 7, seed=1, setups=MIXED)
    for number in range(7):
        assert games.position(number).seats == MIXED[number % 3]["players"]
    for _ in range(300):
        step = games.step(games.random_actions())
        assert (step.rewards[0::3, 2:] == 0).all()
        assert (step.players[0::3] < 2).all()


def trace(games: VectorGames, steps: int, number: int) -> list[bytes]:
    """What happens in one of the games if each takes its first legal code."""
    found = []
    for _ in range(steps):
        step = games.step(games.state.masks.argmax(axis=1))
        found.append(step.observations[number].tobytes() + step.rewards[number].tobytes())
    return found


def test_games_follow_from_the_seed_alone_and_not_from_their_number() -> None:
    setup: dict[str, Any] = {"players": 3, "sides": "CDCDC"}
    few, many = VectorGames("builder", 2, seed=9, **setup), VectorGames("builder", 5, seed=9, **setup)
    assert few.position(1).numbers() == many.position(1).numbers()
    first = trace(few, 300, 1)
    assert trace(many, 300, 1) == first
    many.reset(9)
    assert trace(many, 300, 1) == first
    many.reset()
    assert trace(many, 300, 1) != first
    assert trace(VectorGames("builder", 2, seed=10, **setup), 300, 1) != first
    assert few.position(0).numbers() != few.position(1).numbers()


def test_who_starts_is_drawn_unless_the_setup_says_so() -> None:
    starts = [VectorGames("builder", 40, seed=2, players=4, first=first).state.players for first in (None, 2)]
    assert set(starts[0].tolist()) == {0, 1, 2, 3}
    assert set(starts[1].tolist()) == {2}


# --- rewards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards(players: int) -> None:
    found = {}
    for reward in ("win", "margin", "rank"):
        games = VectorGames("builder", 30, seed=3, players=players, reward=reward)
        ends: dict[int, tuple[list[int], list[float]]] = {}
        while len(ends) < 30:
            step = games.step(games.random_actions())
            for number in map(int, np.flatnonzero(step.terminations)):
                ends.setdefault(number, (games.scores[number].tolist(), step.rewards[number].tolist()))
        found[reward] = ends
    for number, (scores, win) in found["win"].items():
        margin, rank = found["margin"][number], found["rank"][number]
        assert scores == margin[0] == rank[0]
        own = scores[:players]
        assert sum(win) == 1.0
        assert sum(rank[1]) == pytest.approx(0.0)
        for seat, score in enumerate(own):
            assert margin[1][seat] == score - max(own[:seat] + own[seat + 1 :])
            if own.count(score) == 1:  # ties are broken by stones on the sled
                ahead = sum(other > score for other in own)
                assert rank[1][seat] == pytest.approx(1 - 2 * ahead / (players - 1))
                assert win[seat] == (ahead == 0)
        assert win[players:] == [0.0] * (4 - players)


# --- random actions


def test_random_actions_are_legal_and_each_is_taken_now_and_then() -> None:
    games = VectorGames("duel", 3, seed=1)
    taken = np.zeros((3, actions("duel")), int)
    for _ in range(600):
        codes = games.random_actions()
        assert (games.state.masks[np.arange(3), codes] == 1).all()
        taken[np.arange(3), codes] += 1
    assert ((taken > 0) == (games.state.masks > 0)).all()
    expected = 600 / games.state.masks.sum(axis=1, keepdims=True)
    assert (abs(taken - expected)[games.state.masks > 0] < 60).all()


# --- arrays


@pytest.mark.parametrize("game", RULES)
def test_arrays(game: str) -> None:
    games = VectorGames(game, 3, seed=1)
    step = games.reset()
    assert step.observations.shape == (3, size(game))
    assert step.observations.dtype == np.uint8
    assert step.masks.shape == (3, actions(game))
    assert step.masks.dtype == np.int8
    assert step.rewards.shape == (3, RULES[game].players[-1])
    assert step.terminations.dtype == np.bool_
    assert step.players.shape == (3,)
    assert all(a is b for a, b in zip(games.step(games.random_actions()), step, strict=True))


def test_floats() -> None:
    ours = VectorGames("builder", 4, seed=1, dtype="float32")
    theirs = VectorGames("builder", 4, seed=1)
    for _ in range(30):
        codes = ours.random_actions().copy()
        step, other = ours.step(codes), theirs.step(codes)
        assert step.observations.dtype == np.float32
        np.testing.assert_array_equal(step.observations, other.observations * scales("builder"))


def test_arrays_outlive_the_games() -> None:
    step = VectorGames("builder", 200, seed=1).reset()
    kept = step.observations.copy()
    blocks = [VectorGames("builder", 200, seed=seed).reset() for seed in range(2, 5)]
    np.testing.assert_array_equal(step.observations, kept)
    assert blocks


def test_who_scribbles_on_the_arrays_changes_no_game() -> None:
    games, same = VectorGames("builder", 3, seed=1), VectorGames("builder", 3, seed=1)
    games.state.masks[:] = 1
    games.state.observations[:] = 77
    with pytest.raises(IllegalMove):
        games.step(np.full(3, 263))
    codes = same.random_actions()
    step, other = games.step(codes), same.step(codes)
    for ours, theirs in zip(step, other, strict=True):
        np.testing.assert_array_equal(ours, theirs)


# --- bad input


def test_an_illegal_code_is_named_and_nothing_happens() -> None:
    games = VectorGames("builder", 4, seed=1)
    before = [games.position(number).numbers() for number in range(4)]
    codes = games.random_actions().copy()
    codes[2] = 44  # passing is possible only if nothing else is
    with pytest.raises(IllegalMove, match="game 2: code 44 is not legal: ") as refused:
        games.step(codes)
    assert refused.value.reason == "can_act"
    for code in (-1, 264, 2**62):
        codes[2] = code
        with pytest.raises(SetupError, match=f"game 2: codes are from 0 to 263, not {code}"):
            games.step(codes)
    assert [games.position(number).numbers() for number in range(4)] == before


@pytest.mark.parametrize(
    "given", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"], 5, None, [True, True, True], [0, 0, None]]
)
def test_wrong_shapes_and_types_are_refused(given: Any) -> None:
    games = VectorGames("builder", 3, seed=1)
    with pytest.raises(SetupError, match="3 codes are needed, whole numbers, one for each game"):
        games.step(given)


def test_other_whole_numbers_will_do() -> None:
    games = VectorGames("builder", 3, seed=1)
    for kind in (np.int8, np.uint16, np.int32):
        games.step(games.state.masks.argmax(axis=1).astype(kind))
    games.step(games.state.masks.argmax(axis=1).tolist())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"game": "chess"}, "no game is called"),
        ({"count": 0}, "1 to 1000000 games"),
        ({"count": 2.5}, "1 to 1000000 games"),
        ({"count": 10**12}, "1 to 1000000 games"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"seed": "x"}, "a seed is a whole number"),
        ({"reward": "glory"}, "rewards are win, margin, rank, not 'glory'"),
        ({"reward": ["win"]}, "rewards are win, margin, rank"),
        ({"dtype": "float64"}, "observations are uint8 or float32"),
        ({"players": 7}, "builder is for 2 to 4 players"),
        ({"sides": "AAAAX"}, "sides are 5 letters"),
        ({"nothing": 1}, "nothing"),
        ({"setups": []}, "a list of at least one"),
        ({"setups": [{"players": 2}], "players": 3}, "not both"),
        ({"setups": [{"players": 9}]}, "builder is for 2 to 4 players"),
        ({"position": {}}, "start with a deal"),
    ],
)
def test_wrong_setups_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        VectorGames(**{"count": 2, **given})


def test_what_can_not_be_loaded_is_refused() -> None:
    games = VectorGames("builder", 2, seed=1, players=3)
    table = imhotep.new_game("builder", 3, seed=1)
    for number in (-1, 2, True, "0"):
        with pytest.raises(SetupError, match="games are numbered 0 to 1"):
            games.load(number, table)  # type: ignore[arg-type]
        with pytest.raises(SetupError, match="games are numbered 0 to 1"):
            games.position(number)  # type: ignore[arg-type]
    for other in (
        imhotep.new_game("builder", 2, seed=1),
        imhotep.new_game("builder", 3, "AAAAB", seed=1),
        imhotep.new_game("builder", 3, seed=1, wrath=True),
        imhotep.new_game("duel", seed=1),
    ):
        with pytest.raises(SetupError, match="another setup"):
            games.load(0, other)
    table.resign(0)
    with pytest.raises(SetupError, match="everybody is still playing"):
        games.load(0, table)


def test_without_numpy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None; import imhotep; import imhotep.envs"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ), check=False
    )
    assert run.returncode == 1
    assert (
        "imhotep.envs needs the package numpy, which is not installed: pip install 'imhotep-game[envs]'" in run.stderr
    )


@pytest.mark.parametrize("name", ["imhotep.envs.observation", "imhotep.envs.vector"])
def test_doctests(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0
