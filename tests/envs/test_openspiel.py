"""The games in OpenSpiel: its own tests and search bots, what players know, copies, and bad input."""

import pickle
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
from imhotep.envs.openspiel import CHANCE, OUTCOMES, ImhotepState, Moment, Resampler

HIDDEN = "imhotep_builder(players=3,sides=CDCDC,cards=dynasty,prophecies=true,face_down=true)"
DUEL = "imhotep_duel(sides=ABAB,refill_at_end_of_turn=true)"
GAMES = ["imhotep_builder(players=2)", HIDDEN, DUEL]
SETUPS = [
    *GAMES,
    "imhotep_builder(players=4,sides=BABAB,wrath=true,reward=rank)",
    "imhotep_builder(players=2,sides=DCDCD,cards=dynasty,second_color=true,reward=margin)",
    "imhotep_builder(players=3,sides=DDDDD,cards=dynasty,prophecies=true,wrath=true,reward=margin)",
    "imhotep_duel(reward=margin)",
    "imhotep_duel(sides=BBBB,reward=rank)",
]


def deal(state: Any, seed: int = 1) -> None:
    chance = random.Random(seed)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))


def dealt(name: str) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    deal(state)
    return state


def after(name: str, decisions: int, seed: int = 1) -> Any:
    state, chance = dealt(name), random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


# --- OpenSpiel's own tests


@pytest.mark.parametrize("name", SETUPS)
def test_random_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """As OpenSpiel's own games are tested: with serialisation of game and state, and everything told."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=True)
    assert capfd.readouterr().out.count("Reached a terminal state!") == 2


def test_a_playthrough_of_builder() -> None:
    text = playthrough(GAMES[0], None, seed=3)
    assert "ChanceMode.EXPLICIT_STOCHASTIC" in text
    assert "InformationStateTensor" in text
    assert "Returns() = " in text


def test_a_playthrough_can_be_played_again() -> None:
    text = playthrough("imhotep_duel", None, seed=3)
    actions = [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]
    assert len(actions) > 30
    assert playthrough("imhotep_duel", actions, seed=4) == text


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
    deal(state)
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(theirs.step(state))
        else:
            state.apply_action(our_choice(ours, state, table))
    assert sum(state.returns()) == 1


def their_ismcts(game: Any, sims: int, seed: int = 1) -> Any:
    chance = np.random.RandomState(seed)
    bot: Any = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, sims, random_state=chance)
    bot.set_resampler(Resampler(seed))
    return bot


def test_their_search_with_our_resampler_is_repeatable_and_knows_nothing_hidden() -> None:
    state = after(HIDDEN, 30)
    twin = state.resample_from_infostate(state.current_player(), random.Random(7).random)
    assert twin.match().position.numbers() != state.match().position.numbers()
    policies = [their_ismcts(state.get_game(), 30).get_policy(one) for one in (state, state, twin)]
    assert policies[0] == policies[1] == policies[2]
    assert their_ismcts(state.get_game(), 30, seed=2).get_policy(state) != policies[0]


# What their bots in C++ do with a game in Python; docs/environments.md warns of it.


def test_their_search_in_c_sees_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(HIDDEN, 30)
    copied: list[list[int]] = []
    copy = Moment.__deepcopy__

    def noted(self: Moment, memo: object) -> Moment:
        copied.append(self.match().position.numbers())
        return copy(self, memo)

    monkeypatch.setattr(Moment, "__deepcopy__", noted)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 20, 10, False, 1, False)
    assert bot.step_with_policy(state)[1] in state.legal_actions()
    assert copied.count(state.match().position.numbers()) >= 20  # each simulation begins with the true position


def test_their_ismcts_in_c_finds_no_resampler() -> None:
    state = after(HIDDEN, 30)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20)
    with pytest.raises(pyspiel.SpielError, match=r"ResampleFromInfostate\(\) not implemented"):
        bot.step_with_policy(state)


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


@pytest.mark.parametrize("name", GAMES)
def test_resampling_draws_from_the_generator_that_it_is_given_and_no_other(name: str) -> None:
    state = after(name, 24)
    player = state.current_player()
    random.seed(3)
    np.random.seed(3)
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    chance = random.Random(5)
    several = [state.resample_from_infostate(player, chance.random) for _ in range(6)]
    asked = random.Random(5)
    for _ in several:
        asked.random()
    assert chance.getstate() == asked.getstate()  # one number each
    resampler = Resampler(5)
    again = [resampler(state, player) for _ in range(6)]
    assert [one.match().position.numbers() for one in again] == [one.match().position.numbers() for one in several]
    assert len({tuple(one.match().position.numbers()) for one in several}) > 1
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]
    first, second = (state.resample_from_infostate(player, lambda: 0.25) for _ in range(2))
    chance = random.Random(1)
    while not first.is_terminal():  # all that is still to be shuffled is the same, too
        action = chance.choice(first.legal_actions())
        first.apply_action(action)
        second.apply_action(action)
    assert first.match().position.numbers() == second.match().position.numbers()


def test_strings_tell_decisions_apart_that_lead_to_the_same_position() -> None:
    state = dealt("imhotep_builder(players=2)")
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


def test_observers() -> None:
    """However they are asked for; there is none of what everybody knows."""
    state = after(HIDDEN, 20)
    game = state.get_game()
    plain = pyspiel._Observation(game, game.make_observer({}))
    assert plain.string_from(state, 1) == state.observation_string(1)
    usual: Any = make_observation(game)
    assert usual.string_from(state, 1) == state.observation_string(1)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(game, public) is None
    with pytest.raises(imhotep.SetupError, match="observations have no parameters"):
        make_observation(game, params={"colour": "blue"})


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


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_can_be_pickled(name: str) -> None:
    state = after(name, 20)
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    other = pickle.loads(pickle.dumps(state))
    assert other.match().position.numbers() == state.match().position.numbers()
    _, third = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert third.information_state_string(0) == state.information_state_string(0)


def test_chance_lists_every_outcome() -> None:
    state = pyspiel.load_game("imhotep_duel").new_initial_state()
    game = state.get_game()
    drawn: list[int] = []
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert (list(outcomes), sum(chances), len(set(chances))) == (list(range(OUTCOMES)), 1, 1)
        assert len(outcomes) == game.max_chance_outcomes()
        assert state.current_player() == CHANCE
        assert str(state) == " ".join(["not dealt:", *map(str, drawn)])
        drawn.append(7 * len(drawn))
        state.apply_action(drawn[-1])
    assert len(drawn) == game.max_chance_nodes_in_history()
    assert state.match().seed == int("".join(f"{part:06b}" for part in drawn), 2)


def test_another_deal_is_another_game() -> None:
    deals = set()
    for seed in range(4):
        state = pyspiel.load_game("imhotep_duel").new_initial_state()
        deal(state, seed)
        deals.add(tuple(state.match().position.numbers()))
    assert len(deals) == 4


def test_actions_are_named_in_notation() -> None:
    state = dealt("imhotep_duel")
    assert state.action_to_string(state.legal_actions()[0]) == "place 1 1"
    assert state.string_to_action("place 1 2") in state.legal_actions()


@pytest.mark.parametrize(
    ("name", "utility", "total"),
    [
        ("imhotep_duel", "CONSTANT_SUM", 1),
        ("imhotep_duel(reward=margin)", "ZERO_SUM", 0),
        ("imhotep_duel(reward=rank)", "ZERO_SUM", 0),
        ("imhotep_builder(reward=margin)", "ZERO_SUM", 0),
        ("imhotep_builder(players=4)", "CONSTANT_SUM", 1),
        ("imhotep_builder(players=3,reward=rank)", "ZERO_SUM", 0),
        ("imhotep_builder(players=3,reward=margin)", "GENERAL_SUM", None),
    ],
)
def test_what_returns_add_up_to_is_declared(name: str, utility: str, total: float | None) -> None:
    game = pyspiel.load_game(name)
    assert (game.get_type().utility.name, game.utility_sum()) == (utility, total)
    sums = {round(sum(after(name, 1000, seed).returns()), 9) for seed in range(6)}
    assert sums == {total} if total is not None else len(sums) > 1


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_returns(reward: str) -> None:
    state = after(f"imhotep_builder(players=3,reward={reward})", 1000)
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
        ("imhotep_duel(rng_seed=1)", pyspiel.SpielError, "Unknown parameter 'rng_seed'"),
    ],
)
def test_wrong_parameters_are_refused(name: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pyspiel.load_game(name)


@pytest.mark.parametrize("player", [-1, 2, "x", None])
def test_only_players_can_be_resampled_for(player: Any) -> None:
    with pytest.raises(imhotep.SetupError, match="a seat is a number from 0 to 1"):
        after("imhotep_duel", 5).resample_from_infostate(player, random.random)


def test_illegal_actions_raise_and_change_nothing() -> None:
    state = after("imhotep_duel", 5)
    before = state.match().position.numbers()
    illegal = next(code for code in range(57) if code not in state.legal_actions())
    with pytest.raises(imhotep.IllegalMove, match="is not legal"):
        state.apply_action(illegal)
    assert state.match().position.numbers() == before
    state = after("imhotep_duel", 1000)
    with pytest.raises(imhotep.IllegalMove, match="the game is over"):
        state.apply_action(0)
    state = pyspiel.load_game("imhotep_duel").new_initial_state()
    with pytest.raises(imhotep.ImhotepError, match="nothing has been dealt"):
        state.match()
    with pytest.raises(imhotep.ImhotepError, match="parts of a deal's number are from 0 to 63, not 64"):
        state.apply_action(64)
