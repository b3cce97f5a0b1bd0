"""The games for OpenSpiel: importing this registers `imhotep_builder` and `imhotep_duel`.

>>> import random, pyspiel, imhotep.envs.openspiel
>>> game = pyspiel.load_game("imhotep_builder(players=3,sides=AAAAA)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():  # the number of the deal, in five parts
...     state.apply_action(random.choice(state.legal_actions()))
>>> state.current_player() in range(3)
True
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from imhotep.extras import missing

try:
    import pyspiel
except ImportError as error:
    raise missing(error) from error

from imhotep.engine.kernel import Random
from imhotep.envs.match import Frame, Match
from imhotep.table.errors import ImhotepError, SetupError, shown
from imhotep.table.games import RULES
from imhotep.table.rules import GameRules
from imhotep.table.setup import check_seat

NAMES = {"builder": "Imhotep: Builder of Egypt", "duel": "Imhotep: The Duel"}
PARTS = 5  # in which chance draws the number of a deal: every outcome of a part is listed
OUTCOMES = 64  # of each part
CHANCES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
LONGEST = 1000  # decisions of a game; random ones of Builder have at most 200
MEMORY = {"builder": 300, "duel": 150}  # decisions in a tensor; of a longer game the last ones
MOST_POINTS = 1000.0
REWARDS = {"win": (0.0, 1.0), "rank": (-1.0, 1.0), "margin": (-MOST_POINTS, MOST_POINTS)}
UNKNOWN = -1.0  # in a tensor of decisions
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def parameters(rules: GameRules) -> dict[str, Any]:
    """Of a game: players and sides, all variants and house rules by their names, and the reward."""
    sides = rules.side_letters[0] * len(rules.sites)
    options = {name: spec.default for name, spec in {**rules.variants, **rules.house_rules}.items()}
    return {"players": rules.players[0], "sides": sides, **options, "reward": "win"}


def utility_sum(players: int, reward: str) -> float | None:
    """What the returns of all players add up to; None if that differs from game to game."""
    if reward == "win":
        return 1.0
    return 0.0 if reward == "rank" or players == 2 else None


def game_type(rules: GameRules, total: float | None) -> Any:
    """`total` is what returns add up to."""
    sums = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"imhotep_{rules.id}",
        long_name=NAMES[rules.id],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        # not sampled: of those OpenSpiel stores the generator too, and has no way to ask a game in Python for it
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=sums.GENERAL_SUM if total is None else sums.CONSTANT_SUM if total else sums.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(rules),
    )


class ImhotepGame(pyspiel.Game):  # type: ignore[misc]
    """A table with its setup."""

    rules: ClassVar[GameRules]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        rules = self.rules
        chosen = {**parameters(rules), **(given or {})}
        reward = chosen.pop("reward")
        if reward not in REWARDS:
            raise SetupError(f"rewards are {', '.join(REWARDS)}, not {shown(reward)}")
        house_rules = {name: chosen.pop(name) for name in rules.house_rules}
        self.frame = Frame(rules.id, reward, np.float32, house_rules=house_rules, **chosen)
        self.memory = MEMORY[rules.id]
        lowest, highest = REWARDS[reward]
        total = utility_sum(self.frame.players, reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.frame.codes,
            max_chance_outcomes=OUTCOMES,
            num_players=self.frame.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=total,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(rules, total), info, dict(given or {}))

    def new_initial_state(self) -> "ImhotepState":
        return ImhotepState(self)

    def max_chance_nodes_in_history(self) -> int:
        return PARTS

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> "ImhotepObserver | None":
        """Of what one player knows, with or without its memory; there is none of what everybody knows."""
        if isinstance(wanted, Mapping):  # OpenSpiel's C++ gives parameters alone where nothing is wanted in particular
            wanted, params = None, wanted
        if params:
            raise SetupError(f"observations have no parameters: {shown(params)}")
        if wanted is None:
            return ImhotepObserver(self, memory=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return ImhotepObserver(self, memory=bool(wanted.perfect_recall))


class ImhotepState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. Chance comes at the beginning only: it draws the number of the deal part by part, and all
    later shuffles follow from it.

    OpenSpiel copies a state by copying its attributes one by one, so there is only one.
    """

    def __init__(self, game: ImhotepGame) -> None:
        super().__init__(game)
        self._moment = Moment(game.frame)

    def current_player(self) -> int:
        return self._moment.player

    def is_terminal(self) -> bool:
        return self._moment.player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCES

    def _legal_actions(self, player: int) -> list[int]:
        legal = self._moment.match().legal()
        legal.sort()
        return legal

    def _apply_action(self, action: int) -> None:
        self._moment.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal part {action}"
        match = self._moment.match()
        return match.frame.rules.move(match.position, match.frame.setup, action).text

    def returns(self) -> list[float]:
        moment = self._moment
        return moment.match().rewards() if moment.player == TERMINAL else [0.0] * moment.frame.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "ImhotepState":
        """Another state that looks the same to the player. `sampler` is asked for one number from 0 to 1, and no other
        chance is used: the same number gives the same state."""
        copy: ImhotepState = self.clone()
        match = copy._moment.match()
        match.redeal(check_seat(player, match.frame.players), int(sampler() * (1 << 53)))
        return copy

    def __str__(self) -> str:
        moment = self._moment
        if moment.player == CHANCE:
            return " ".join(["not dealt:", *map(str, moment.parts)])
        match = moment.match()
        at = match.frame.rules.progress(match.position)
        words = [f"{at.unit} {at.at} of {at.of}", f"scores {' '.join(map(str, match.scores()))}"]
        words += [f"decision {len(match.deciders)}", f"deal {match.seed}"]
        words.append(
            "over" if match.is_over else f"player {match.decider}: {match.frame.rules.question(match.position)}"
        )
        return ", ".join(words)

    def match(self) -> Match:
        """The game behind it, to look at."""
        return self._moment.match()


class Moment:
    """All that changes of a state. Before the deal there is no match, so that copies begin cheaply."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.player: int = CHANCE
        self.parts: list[int] = []  # of the deal's number
        self._match: Match | None = None

    def match(self) -> Match:
        if self._match is None:
            raise ImhotepError("nothing has been dealt yet")
        return self._match

    def apply(self, action: int) -> None:
        match = self._match
        if match is None:
            if not 0 <= action < OUTCOMES:
                raise ImhotepError(f"parts of a deal's number are from 0 to {OUTCOMES - 1}, not {action}")
            self.parts.append(action)
            if len(self.parts) < PARTS:
                return
            self._match = match = Match(self.frame)
            match.deal(deal_number(self.parts))
        else:
            match.play(match.code(action))
        self.player = TERMINAL if match.decider < 0 else match.decider

    def __deepcopy__(self, memo: object) -> "Moment":
        other = Moment.__new__(Moment)
        other.frame, other.player, other.parts = self.frame, self.player, self.parts[:]
        other._match = None if self._match is None else self._match.copy()
        return other


def deal_number(parts: Sequence[int]) -> int:
    """
    >>> deal_number([0, 0, 0, 1, 2])
    66
    """
    number = 0
    for part in parts:
        number = number * OUTCOMES + part
    return number


class ImhotepObserver:
    """What a player knows: the observation of `imhotep.envs.observation`, and with memory all decisions that it saw.

    `decisions` are codes plus 1 as parts of all codes, `deciders` seats plus 1; 0 is no decision, -1 one that the
    player does not know. The string holds everything that the player knows, in the engine's numbers.
    """

    def __init__(self, game: ImhotepGame, memory: bool) -> None:
        frame = game.frame
        size = int(frame.encoder.observer.size)
        pieces = {"observation": size} | ({"decisions": game.memory, "deciders": game.memory} if memory else {})
        self.tensor: NDArray[np.float32] = np.zeros(sum(pieces.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, length in pieces.items():
            self.dict[name] = self.tensor[start : start + length]
            start += length
        self._memory = memory
        self._codes = frame.codes
        self._scratch = frame.blank()
        self._random = Random(0)

    def set_from(self, state: ImhotepState, player: int) -> None:
        self.tensor.fill(0)
        if state.current_player() == CHANCE:
            return
        match = state.match()
        match.frame.encoder.observe(match.position, player, self.dict["observation"])
        if self._memory and match.deciders:
            last = -len(self.dict["decisions"])
            codes = [UNKNOWN if code is None else (code + 1) / self._codes for code in match.history(player)[last:]]
            self.dict["decisions"][: len(codes)] = codes
            self.dict["deciders"][: len(codes)] = np.asarray(match.deciders[last:]) + 1

    def string_from(self, state: ImhotepState, player: int) -> str:
        if state.current_player() == CHANCE:
            return f"player {player}, not dealt"
        match, scratch = state.match(), self._scratch
        scratch.copy_from(match.position)
        self._random.seed(0)
        scratch.redeal(player, self._random)  # the same for all positions that look the same to the player
        known = " ".join(map(str, scratch.numbers()))
        if not self._memory:
            return f"player {player}, position {known}"
        codes = " ".join(["?" if code is None else str(code) for code in match.history(player)])
        return f"player {player}, decisions {codes}, position {known}"


class Resampler:
    """For `set_resampler` of OpenSpiel's search bots in Python, with a generator of its own: the same seed gives the
    same states again, whatever else draws numbers."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, state: ImhotepState, player: int) -> ImhotepState:
        return state.resample_from_infostate(player, self._chance.random)


class BuilderGame(ImhotepGame):
    rules = RULES["builder"]


class DuelGame(ImhotepGame):
    rules = RULES["duel"]


for _game in (BuilderGame, DuelGame):  # classes: OpenSpiel would free anything else after Python's end, and crash
    _usual = parameters(_game.rules)
    pyspiel.register_game(game_type(_game.rules, utility_sum(_usual["players"], _usual["reward"])), _game)
