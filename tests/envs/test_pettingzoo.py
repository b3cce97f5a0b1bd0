"""The games in PettingZoo: its own tests, the rules of the table, rewards, pictures, processes, and bad input."""

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

import imhotep
from imhotep.envs import builder_v1, duel_v1
from imhotep.envs.match import REWARDS, Match

FULL: dict[str, Any] = {"players": 4, "sides": "CDCDC", "cards": "dynasty", "prophecies": True, "face_down": True}
TABLES: list[tuple[Any, dict[str, Any]]] = [
    (builder_v1, {}),
    (builder_v1, {"players": 3, "sides": "ABABA", "wrath": True, "dtype": "float32"}),
    (builder_v1, FULL),
    (duel_v1, {"sides": "ABAB", "house_rules": {"refill_at_end_of_turn": True}}),
]
NAMES = ["two", "three", "full", "duel"]
# These are about observations that are no plain arrays; its own games with masks are on a list of exceptions.
ABOUT_MASKS = r"Observation space for each agent probably should be|Observation is not a NumPy array"


def play(env: Any, seed: int, steps: int = 10_000, watch: Callable[[], None] = lambda: None) -> list[float]:
    """Random play; what each agent was given in all."""
    env.reset(seed=seed)
    chance = random.Random(seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        given[agent] += reward
        watch()
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if terminated or truncated else chance.choice(legal))
    return list(given.values())


# --- PettingZoo's own tests


@pytest.mark.parametrize("make", ["env", "raw_env"])
@pytest.mark.parametrize(("module", "options"), TABLES, ids=NAMES)
def test_api(module: Any, options: dict[str, Any], make: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ABOUT_MASKS)
        api_test(getattr(module, make)(**options), num_cycles=60)


@pytest.mark.parametrize(("module", "options"), TABLES, ids=NAMES)
def test_seeds(module: Any, options: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**options), num_cycles=60)


def test_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(builder_v1.env(players=3))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_their_wrappers_fit_around_it() -> None:
    wrapped = wrappers.TerminateIllegalWrapper(builder_v1.raw_env(), illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ABOUT_MASKS)
        api_test(env, num_cycles=60)
    assert play(env, 4) == play(builder_v1.raw_env(), 4)


def test_turns_can_t_be_taken_at_once() -> None:
    """So parallel_api_test does not apply: it says so, and PettingZoo refuses."""
    env = builder_v1.env()
    assert env.metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(env)


def test_it_is_registered() -> None:
    env: Any = pettingzoo.make("aec", "imhotep/builder_v1", players=3)  # type: ignore[attr-defined,unused-ignore]
    assert str(env) == "builder_v1"
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(duel_v1.raw_env()) == "duel_v1"


# --- the game


@pytest.mark.parametrize(("module", "options"), TABLES, ids=NAMES)
def test_observations_masks_and_turns_are_the_engine_s(module: Any, options: dict[str, Any]) -> None:
    env = module.raw_env(**options)

    def watch() -> None:
        match: Match = env.match
        if match.is_over:
            return
        assert env.agent_selection == f"player_{int(match.position.decider())}"
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert np.array_equal(seen["observation"], match.frame.encoder.observe(match.position, seat))
            legal = match.legal() if agent == env.agent_selection else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)

    play(env, 2, 60, watch)
    assert env.state().shape == env.state_space.shape


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("module", [builder_v1, duel_v1])
def test_rewards(module: Any, reward: str) -> None:
    options = {"players": 3} if module is builder_v1 else {}
    for seed in range(3):
        env = module.env(reward=reward, **options)
        given = play(env, seed)
        scores = env.match.scores()
        position = env.match.position
        ranks = [int(position.rank(seat)) for seat in range(len(scores))]
        for seat, got in enumerate(given):
            others = [score for other, score in enumerate(scores) if other != seat]
            ahead = sum(rank > ranks[seat] for rank in ranks)
            level = ranks.count(ranks[seat])
            expected = {
                "win": 1 / level if not ahead else 0,
                "margin": scores[seat] - max(others),
                "rank": 1 - (2 * ahead + level - 1) / len(others),
                "points": scores[seat],
            }
            assert got == pytest.approx(expected[reward])


def test_a_seed_gives_the_same_games_and_the_next_ones_differ() -> None:
    def deals(env: Any, seed: int) -> list[int]:
        env.reset(seed=seed)
        found = [env.match.seed]
        for _ in range(3):
            env.reset()
            found.append(env.match.seed)
        return found

    first = deals(builder_v1.env(), 7)
    assert deals(builder_v1.raw_env(), 7) == first
    assert len({*first, *deals(builder_v1.env(), 8)}) == 8


# --- copies and processes


def played_elsewhere(env: Any) -> tuple[bytes, str, list[int]]:
    seen = env.observe(env.agent_selection)["observation"].tobytes()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    return seen, env.agent_selection, env.match.position.numbers()


@pytest.mark.parametrize(("module", "options"), TABLES, ids=NAMES)
def test_it_can_be_sent_and_copied_in_the_middle_of_a_game(module: Any, options: dict[str, Any]) -> None:
    env = module.env(**options)
    play(env, 3, 40)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert played_elsewhere(other) == played_elsewhere(copy.deepcopy(env))
        assert other.match.position is not env.match.position
    new = pickle.loads(pickle.dumps(module.env(**options)))
    assert play(new, 5) == play(env, 5)


def test_processes_play_the_same() -> None:
    envs = [builder_v1.env(players=3) for _ in range(2)]
    for seed, env in enumerate(envs):
        play(env, seed, 30)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = list(pool.map(played_elsewhere, envs))
    assert there == [played_elsewhere(env) for env in envs]


# --- pictures


@pytest.mark.parametrize(("module", "options"), TABLES, ids=NAMES)
def test_it_shows_the_table(module: Any, options: dict[str, Any]) -> None:
    text, image = (module.env(render_mode=mode, **options) for mode in ("ansi", "rgb_array"))
    shapes, pictures = set(), []
    for steps in (1, 40):
        for env in (text, image):
            play(env, 1, steps)
        assert "\x1b[" in text.render()
        assert "Black" in text.render()
        picture = image.render()
        shapes.add(picture.shape)
        pictures.append(picture)
        assert picture.dtype == np.uint8
        assert len(np.unique(picture @ np.array([65536, 256, 1]))) > 10  # colors
    assert len(shapes) == 1  # of all moments: they make a film
    assert not np.array_equal(*pictures)


def test_pictures_show_what_everybody_sees() -> None:
    """Two games that differ only in what is hidden look the same."""
    env = builder_v1.raw_env(render_mode="ansi", **FULL)
    play(env, 6, 50)
    other = copy.deepcopy(env)
    other.match.redeal(0, 12345)
    assert other.match.position.numbers() != env.match.position.numbers()
    assert other.render() == env.render()


# --- bad input


def test_illegal_actions_raise_or_lose() -> None:
    raw, env = builder_v1.raw_env(players=3), builder_v1.env(players=3, reward="margin")
    raw.reset(seed=1)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before = raw.match.position.numbers()
    with pytest.raises(imhotep.IllegalMove, match=rf"action {illegal} is not legal: .* \([A-Z]+\d+\)"):
        raw.step(illegal)
    assert raw.match.position.numbers() == before
    loser = env.agent_selection
    env.step(illegal)
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    assert {agent: reward for agent, reward in env.rewards.items() if reward} == {loser: -100}
    assert "is not legal" in env.infos[loser]["illegal"]
    given = {}
    for agent in env.agent_iter():
        given[agent] = env.last()[1]
        env.step(None)
    assert given == {agent: -100.0 if agent == loser else 0.0 for agent in env.possible_agents}


@pytest.mark.parametrize("action", [-1, 264, 10**30, 1.0, "get stones", None, True, [1], np.array([1, 2])])
@pytest.mark.parametrize("make", ["env", "raw_env"])
def test_what_is_no_action_raises(make: str, action: Any) -> None:
    env = getattr(builder_v1, make)()
    env.reset(seed=1)
    with pytest.raises(imhotep.ImhotepError, match="an action is a whole number from 0 to 263"):
        env.step(action)


def test_steps_out_of_order_raise() -> None:
    env = duel_v1.env(render_mode="ansi")
    for too_early in (lambda: env.step(0), lambda: env.observe("player_0"), env.last, env.state, env.render):
        with pytest.raises(imhotep.ImhotepError, match="reset"):
            too_early()
    env.reset(seed=1)
    chance = random.Random(1)
    while not any(env.terminations.values()):
        env.step(chance.choice(env.match.legal()))
    with pytest.raises(imhotep.ImhotepError, match="the only action of player_0 is None, not 3"):
        env.step(3)
    env.step(None)
    env.step(None)
    for too_late in (lambda: env.step(None), env.last):
        with pytest.raises(imhotep.ImhotepError, match="the game is over: reset it"):
            too_late()
    env.reset()
    assert env.agents == ["player_0", "player_1"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 5}, "2 to 4 players"),
        ({"sides": "AAXAA"}, "sides are 5 letters"),
        ({"reward": "fun"}, "rewards are win, margin, rank, points, not 'fun'"),
        ({"render_mode": "human"}, "render modes are ansi, rgb_array, not 'human'"),
        ({"dtype": "float16"}, "uint8 or float32"),
        ({"illegal": "ignore"}, "an illegal action may raise or lose, not 'ignore'"),
        ({"wrth": True}, "wrth"),
        ({"seed": 4}, "seed isn't an option of an environment"),
        ({"house_rules": {"nonsense": True}}, "nonsense"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(imhotep.SetupError, match=reason):
        builder_v1.env(**options)


def test_unknown_agents_and_seeds_are_refused() -> None:
    env = duel_v1.env()
    for wrong in (lambda: env.observation_space("player_2"), lambda: env.action_space("red"), lambda: env.observe("x")):
        with pytest.raises(imhotep.ImhotepError, match="agents are player_0, player_1, not"):
            wrong()
    for seed in (-1, "seven", 1.5, True):
        with pytest.raises(imhotep.SetupError, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]
    env.reset(seed=1)
    with pytest.raises(imhotep.SetupError, match="nothing to show"):
        env.render()
