"""One seat against bots in Gymnasium: its own checks, opponents, seats, rewards, and bad input."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import imhotep
import imhotep.envs
from imhotep.bots import BotFailure, stdio
from imhotep.envs.single import SingleSeatEnv
from tests.support.paths import EXAMPLES

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("imhotep/Builder-v1", {"players": 3, "opponents": "random", "sides": "ABABA"}),
    ("imhotep/Builder-v1", {"players": 4, "opponents": ["random", "greedy", "mcts:sims=2"], "seat": None}),
    ("imhotep/Duel-v1", {"opponents": "greedy", "dtype": "float32", "reward": "points"}),
]


def make(name: str, **options: Any) -> SingleSeatEnv:
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, SingleSeatEnv)
    return env


def play(env: SingleSeatEnv, seed: int) -> tuple[list[int], float, dict[str, Any]]:
    """Random play: the actions, what was given in all, and the last information."""
    observation, info = env.reset(seed=seed)
    chance, actions, given, over = np.random.default_rng(seed), [], 0.0, False
    while not over:
        assert np.array_equal(observation["action_mask"], env.action_masks())
        actions.append(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        observation, reward, over, truncated, info = env.step(actions[-1])
        assert not truncated
        assert env.observation_space.contains(observation)
        given += reward
    return actions, given, info


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_gymnasium_s_own_check(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*(render_modes|render mode).*")
        check_env(make(name, **options), skip_render_check=True)
    for mode in ("ansi", "rgb_array"):
        check_env(make(name, render_mode=mode, **options))


def test_importing_the_package_registers_them() -> None:
    code = "import gymnasium, imhotep.envs; print(gymnasium.make('imhotep/Duel-v1', opponents='random').unwrapped.seat)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_whole_games_are_repeatable(name: str, options: dict[str, Any]) -> None:
    env = make(name, **options)
    for seed in range(3):
        first = play(env, seed)
        assert play(make(name, **options), seed) == first
        actions, given, info = first
        scores, seat = info["scores"], info["seat"]
        assert len(actions) > 5
        assert env.match.is_over
        if env.match.frame.reward == "points":
            assert given == scores[seat]
        else:
            assert given == env.match.position.payoff(seat)


def test_seats() -> None:
    drawn = make("imhotep/Builder-v1", players=4, opponents="random", seat=None)
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    fixed = make("imhotep/Builder-v1", players=4, opponents="random", seat=2)
    for seed in range(3):
        assert fixed.reset(seed=seed)[1] == {"seat": 2}
        assert fixed.match.decider == 2
    assert fixed.reset(options={"seat": 1})[1] == {"seat": 1}
    assert fixed.reset()[1] == {"seat": 2}


def test_opponents_sit_in_their_order() -> None:
    env = make("imhotep/Builder-v1", players=4, seat=3, opponents=["random", "greedy", "apprentice"])
    env.reset(seed=1)
    assert {seat: bot.name for seat, bot in env._bots.items()} == {0: "random", 1: "greedy", 2: "apprentice"}


def test_stronger_opponents_win_more_often() -> None:
    wins = {}
    for spec in ("random", "greedy"):
        env = make("imhotep/Duel-v1", opponents=spec, seat=None)
        wins[spec] = sum(play(env, seed)[1] for seed in range(20))
    assert wins["greedy"] <= 3 < wins["random"]


def test_a_program_can_be_an_opponent() -> None:
    env = make("imhotep/Duel-v1", opponents=f"stdio:command={EXAMPLES / 'stdio_bot.sh'}")
    assert play(env, 1)[2]["scores"]
    stdio.end_idle()


def test_vectors_of_environments() -> None:
    env = gymnasium.make_vec("imhotep/Duel-v1", num_envs=2, vectorization_mode="sync", opponents="random")
    observation, _ = env.reset(seed=3)
    for _ in range(50):
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in observation["action_mask"]])
        observation, rewards, *_ = env.step(actions)
        assert rewards.shape == (2,)
    env.close()


# --- bad input


def test_illegal_actions_lose_or_raise() -> None:
    env = make("imhotep/Builder-v1", opponents="random", reward="margin")
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-100, True, False)
    assert "is not legal" in info["illegal"]
    assert not observation["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(illegal)
    strict = make("imhotep/Builder-v1", opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(imhotep.IllegalMove, match="is not legal"):
        strict.step(illegal)
    assert strict.action_masks().any()  # the game goes on


def test_a_finished_game_and_one_that_has_not_begun_need_a_reset() -> None:
    env = make("imhotep/Duel-v1", opponents="random")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    play(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_an_opponent_that_fails_raises_and_ends_the_game(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text('#!/bin/sh\nread line; echo \'{"type":"hello","protocol":1}\'; read line; read line; exit 3\n')
    program.chmod(0o755)
    env = SingleSeatEnv("duel", opponents=f"stdio:command={program}", first=0)
    observation, _ = env.reset(seed=1)
    with pytest.raises(BotFailure, match="ended its process"):
        env.step(np.flatnonzero(observation["action_mask"])[0])
    assert not env.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):  # not a move for the bot
        env.step(np.flatnonzero(observation["action_mask"])[1])
    with pytest.raises(BotFailure, match="ended its process"):
        env.reset(seed=1, options={"seat": 1})
    env.reset(seed=1)


@pytest.mark.parametrize("action", [-1, 57, 1.5, None, np.zeros(3, int)])
def test_what_is_no_action_raises(action: Any) -> None:
    env = make("imhotep/Duel-v1", opponents="random")
    env.reset(seed=1)
    with pytest.raises(imhotep.ImhotepError, match="an action is a whole number from 0 to 56"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"opponents": "oracle"}, "no bot is called 'oracle'"),
        ({"opponents": ["random", "random"]}, "opponents are a bot such as greedy, or a list of 1"),
        ({"opponents": 3}, "opponents are"),
        ({"seat": 2}, "a seat is a number from 0 to 1"),
        ({"illegal": "ignore"}, "may raise or lose"),
        ({"reward": "fun"}, "rewards are"),
        ({"sides": "Q"}, "sides are"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(imhotep.SetupError, match=reason):
        SingleSeatEnv("duel", **options)
    with pytest.raises(imhotep.SetupError, match="the only option of a reset is seat, not 'chair'"):
        SingleSeatEnv("duel").reset(options={"chair": 1})
    with pytest.raises(imhotep.SetupError, match="options of a reset are a mapping"):
        SingleSeatEnv("duel").reset(options=[1])  # type: ignore[arg-type]
