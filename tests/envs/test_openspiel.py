"""The games in OpenSpiel: its own tests and search bots, what players know, copies, and bad input."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

import imhotep
from imhotep.bots import Bot, make_bot
from imhotep.envs.observation import Encoder, actions, size
from imhotep.envs.openspiel import CHANCE, ImhotepState, resample

HIDDEN = "imhotep_builder(players=3,sides=CDCDC,cards=dynasty,prophecies=true,face_down=true,rng_seed=5)"
DUEL = "imhotep_duel(sides=ABAB,refill_at_end_of_turn=true,rng_seed=2)"
GAMES = ["imhotep_builder(players=2,rng_seed=1)", HIDDEN, DUEL]


def dealt(name: str) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def after(name: str, decisions: int, seed: int = 1) -> Any:
    state, chance = dealt(name), random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


# --- OpenSpiel's own tests


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_a_playthrough_of_builder() -> None:
    text = playthrough(GAMES[0], None, seed=3)
    assert "ChanceMode.SAMPLED_STOCHASTIC" in text
    assert "InformationStateTensor" in text
    assert "Returns() = " in text


def test_a_playthrough_can_be_played_again() -> None:
    text = playthrough("imhotep_duel(rng_seed=1)", None, seed=3)
    actions = [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]
    assert len(actions) > 30
    assert playthrough("imhotep_duel(rng_seed=1)", actions, seed=4) == text


def test_it_ends_in_peace() -> None:
    """OpenSpiel frees what was registered after Python has ended."""
    code = "import imhotep.envs.openspiel, pyspiel; print(pyspiel.load_game('imhotep_duel').num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


def our_choice(bot: Bot, state: Any, table: object) -> int:
    question = state.match().question(table)
    return int(question.code(bot.choose(question).text))


@pytest.mark.parametrize("name", ["imhotep_duel", "imhotep_builder(players=3)", HIDDEN])
@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def test_their_search_plays_whole_games_against_our_bots(name: str, search: str) -> None:
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    theirs: Any = (
        mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=chance)
        if search == "mcts"
        else ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=chance)
    )
    table, ours = object(), make_bot("greedy", seed=1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        elif state.current_player() == 0:
            state.apply_action(theirs.step(state))
        else:
            state.apply_action(our_choice(ours, state, table))
    assert sum(state.returns()) == 1


def test_their_search_can_be_given_our_resampler() -> None:
    state = after(HIDDEN, 30)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot: Any = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 4, random_state=chance)
    bot.set_resampler(resample)
    assert bot.step(state) in state.legal_actions()


# --- what players know


@pytest.mark.parametrize("name", GAMES)
def test_tensors(name: str) -> None:
    state = after(name, 25)
    game, match = state.get_game(), state.match()
    kind = match.frame.rules.id
    assert game.num_distinct_actions() == actions(kind)
    assert game.observation_tensor_shape() == [size(kind)]
    for seat in range(game.num_players()):
        expected = Encoder(kind, np.float32).observe(match.position, seat)
        assert np.array_equal(np.float32(state.observation_tensor(seat)), expected)
        observation: Any = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
        observation.set_from(state, seat)
        assert np.array_equal(observation.dict["observation"], expected)
        assert observation.dict["deciders"][:25].tolist() == [decider + 1 for decider in match.deciders]
        assert not observation.dict["deciders"][25:].any()
        decisions = np.rint(observation.dict["decisions"] * actions(kind)).astype(int)
        known = [code for code in match.history(seat) if code is not None]
        assert [code - 1 for code in decisions[:25] if code > 0] == known
        assert len(state.information_state_tensor(seat)) == game.information_state_tensor_size()


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_and_is_another(name: str) -> None:
    others = 0
    for decisions in range(0, 60, 6):
        state = after(name, decisions)
        if state.is_terminal():
            continue
        numbers = state.match().position.numbers()
        player = state.current_player()
        again = state.resample_from_infostate(player, random.Random(decisions).random)
        assert isinstance(again, ImhotepState)
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_string(player) == state.observation_string(player)
        assert again.observation_tensor(player) == state.observation_tensor(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)
        assert again.legal_actions() == state.legal_actions()
        assert again.history() == state.history()
        others += again.match().position.numbers() != numbers
        assert state.match().position.numbers() == numbers  # the first one is as it was
    assert others > 0


def test_strings_tell_decisions_apart_that_lead_to_the_same_position() -> None:
    state = dealt("imhotep_builder(players=2,rng_seed=1)")
    strings = set()
    for _ in range(30):
        strings.add(state.information_state_string(0))
        assert f"decisions {' '.join(map(str, state.match().history(0)))}," in state.information_state_string(0)
        state.apply_action(state.legal_actions()[0])
    assert len(strings) == 30


def test_what_a_player_does_not_see_is_not_in_its_string() -> None:
    unseen = 0
    for seed in range(6):
        state, chance = dealt(HIDDEN), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        for seat in range(3):
            history = state.match().history(seat)
            assert state.information_state_string(seat).split(",")[1].count("?") == history.count(None)
            unseen += history.count(None)
    assert unseen > 0


# --- states


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_independent(name: str) -> None:
    state = after(name, 20)
    before = str(state), state.match().position.numbers(), state.information_state_string(0)
    copy = state.clone()
    assert (str(copy), copy.match().position.numbers(), copy.information_state_string(0)) == before
    while not copy.is_terminal():
        copy.apply_action(copy.legal_actions()[-1])
    assert (str(state), state.match().position.numbers(), state.information_state_string(0)) == before
    first = state.legal_actions()[0]
    assert state.child(first).history() == [*state.history(), first]


@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_written_and_read(name: str) -> None:
    state = after(name, 20)
    again = state.resample_from_infostate(0, random.random)
    again.apply_action(again.legal_actions()[0])
    for one in (state, again, pyspiel.load_game(name).new_initial_state()):
        other = one.get_game().deserialize_state(one.serialize())
        assert (str(other), other.history()) == (str(one), one.history())
        if not one.is_chance_node():
            assert other.match().position.numbers() == one.match().position.numbers()


def test_deals() -> None:
    def deals(name: str) -> list[int]:
        game = pyspiel.load_game(name)
        return [game.new_initial_state().chance_outcomes()[0][0] for _ in range(4)]

    assert deals("imhotep_duel(rng_seed=3)") == deals("imhotep_duel(rng_seed=3)")
    assert len({*deals("imhotep_duel(rng_seed=3)"), *deals("imhotep_duel(rng_seed=4)"), *deals("imhotep_duel")}) == 12
    state = pyspiel.load_game("imhotep_duel").new_initial_state()
    assert state.current_player() == CHANCE
    assert state.chance_outcomes() == state.chance_outcomes() == state.clone().chance_outcomes()
    assert str(state) == "not dealt"


def test_actions_are_named_in_notation() -> None:
    state = dealt("imhotep_duel(rng_seed=1)")
    assert state.action_to_string(state.legal_actions()[0]) == "place 1 1"
    assert state.string_to_action("place 1 2") in state.legal_actions()


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_returns(reward: str) -> None:
    state = after(f"imhotep_builder(players=3,reward={reward},rng_seed=1)", 1000)
    scores = state.match().scores()
    game = state.get_game()
    assert all(game.min_utility() <= one <= game.max_utility() for one in state.returns())
    best = max(range(3), key=lambda seat: state.match().position.rank(seat))
    expected = {"win": 1, "rank": 1, "margin": scores[best] - sorted(scores)[1]}
    assert state.returns()[best] == expected[reward]


# --- bad input


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("imhotep_builder(players=5)", imhotep.SetupError, "2 to 4 players"),
        ("imhotep_builder(sides=AAA)", imhotep.SetupError, "sides are 5 letters"),
        ("imhotep_builder(reward=points)", imhotep.SetupError, "rewards are win, rank, margin"),
        ("imhotep_builder(cards=many)", imhotep.SetupError, "cards"),
        ("imhotep_builder(players=3,second_color=true)", imhotep.SetupError, "second_color"),
        ("imhotep_duel(wrath=true)", pyspiel.SpielError, "Unknown parameter 'wrath'"),
    ],
)
def test_wrong_parameters_are_refused(name: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pyspiel.load_game(name)


@pytest.mark.parametrize("player", [-1, 2, "x", None])
def test_only_players_can_be_resampled_for(player: Any) -> None:
    with pytest.raises(imhotep.SetupError, match="a seat is a number from 0 to 1"):
        after("imhotep_duel(rng_seed=1)", 5).resample_from_infostate(player, random.random)


def test_illegal_actions_raise_and_change_nothing() -> None:
    state = after("imhotep_duel(rng_seed=1)", 5)
    before = state.match().position.numbers()
    illegal = next(code for code in range(57) if code not in state.legal_actions())
    with pytest.raises(imhotep.IllegalMove, match="is not legal"):
        state.apply_action(illegal)
    assert state.match().position.numbers() == before
    state = after("imhotep_duel(rng_seed=1)", 1000)
    with pytest.raises(imhotep.IllegalMove, match="the game is over"):
        state.apply_action(0)
    with pytest.raises(imhotep.ImhotepError, match="nothing has been dealt"):
        pyspiel.load_game("imhotep_duel").new_initial_state().match()
