"""Many games stepped at once in compiled code; observations and masks are written straight into NumPy arrays.

>>> from imhotep.envs.vector import VectorGames
>>> games = VectorGames("builder", count=8, seed=1, players=3, sides="ABABA")
>>> step = games.reset()
>>> while not step.terminations.any():
...     step = games.step(games.random_actions())
>>> float(step.rewards.sum())  # one game has ended: its winner gets 1
1.0
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from imhotep.engine.batch import Batch, Reward, Rows
from imhotep.engine.kernel import Position, Random
from imhotep.envs.memory import byte_memory, fraction_memory, number_memory
from imhotep.envs.observation import actions, check_dtype, check_room, frame_of, observer_of, scales
from imhotep.table.chance import TableDeals
from imhotep.table.errors import IllegalMove, SetupError, shown
from imhotep.table.game import Game, new_game
from imhotep.table.games import rules_of
from imhotep.table.setup import check_seed

MOST_GAMES = 1_000_000
REWARDS = {"win": Reward.WIN, "margin": Reward.MARGIN, "rank": Reward.RANK}
_MIX = 0x2545F4914F6CDD1D


class Step(NamedTuple):
    """Where all games stand. The arrays are the same ones after each step: copy what you keep.

    A game that ended has begun anew: its rewards and termination are of the old game, all else is of the new one.
    """

    observations: NDArray[Any]  # by game: what the seat in `players` may know
    masks: NDArray[np.int8]  # by game and code: 1 if it is legal
    rewards: NDArray[np.float64]  # by game and seat: of the last step
    terminations: NDArray[np.bool_]  # by game: ended by the last step
    players: NDArray[np.int64]  # by game: the seat that decides now


class VectorGames:
    """Games of one setup, or of several in turn, each of which waits for a decision.

    `setup` is what `imhotep.new_game` takes; `setups` is a list of such, which the games take in turn. Rewards come at
    the end of a game: `win` is 1 for the winner, shared by those who tie; `margin` is one's own points less those of
    the best other one; `rank` goes in equal steps from 1 for the first to -1 for the last.
    """

    def __init__(
        self,
        game: str = "builder",
        count: int = 64,
        seed: int = 0,
        *,
        setups: Sequence[Mapping[str, Any]] | None = None,
        reward: str = "win",
        dtype: DTypeLike = np.uint8,
        **setup: Any,
    ) -> None:
        self.rules = rules_of(game)
        self.game = self.rules.id
        self.count = _check_count(count)
        if not isinstance(reward, str) or reward not in REWARDS:
            raise SetupError(f"rewards are {', '.join(REWARDS)}, not {shown(reward)}")
        if setups is not None and (setup or not setups):
            raise SetupError("give one setup, or a list of at least one, not both")
        chosen: list[dict[str, Any]] = [{"seed": 0, **one} for one in ([setup] if setups is None else setups)]
        if any("position" in one for one in chosen):
            raise SetupError("these games start with a deal; `load` takes a table's game that began elsewhere")
        observer = observer_of(game)
        self.tables = [new_game(self.game, **one) for one in chosen]
        for table in self.tables:
            check_room(observer, table.raw)
        positions = [self.tables[number % len(chosen)].raw.blank() for number in range(self.count)]
        for number, position in enumerate(positions):
            position.first = (
                -1 if chosen[number % len(chosen)].get("first") is None else self._table(number).setup.first
            )
        self.seats = self.rules.players[-1]
        size, codes = int(observer.size), int(observer.codes)
        rows, self._bytes = byte_memory(self.count * size)
        masks, self._masks = byte_memory(self.count * codes)
        deciders, self._deciders = number_memory(self.count)
        ended, self._ended = byte_memory(self.count)
        rewards, self._rewards = fraction_memory(self.count * self.seats)
        scores, self._scores = number_memory(self.count * self.seats)
        lengths, self.lengths = number_memory(self.count)
        self._codes, self._actions = number_memory(self.count)
        self._batch = Batch(
            observer,
            positions,
            self.seats,
            REWARDS[reward],
            Rows(rows, masks, deciders, ended, rewards, scores, lengths),
        )
        self._random = Random(0)
        self._picked, self._choice = number_memory(self.count)
        frames = [frame_of(observer, table.raw) for table in self.tables]
        self._frames = np.stack([frames[number % len(frames)] for number in range(self.count if setups else 1)])
        self._rows_seen = self._bytes.reshape(self.count, size)
        observations: NDArray[Any] = self._rows_seen
        self._scales: NDArray[np.float32] | None = None
        if check_dtype(dtype) != np.uint8:
            self._scales = scales(game)
            observations = np.zeros((self.count, size), np.float32)
        self.scores = self._scores.reshape(self.count, self.seats)
        self.state = Step(
            observations,
            self._masks.view(np.int8).reshape(self.count, codes),
            self._rewards.reshape(self.count, self.seats),
            self._ended.view(np.bool_),
            self._deciders,
        )
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Step:
        """New games everywhere. With a seed they are the same ones each time; without, others than before."""
        if seed is not None:
            check_seed(seed)
            self._random.seed(seed)
            for number in range(self.count):
                self._batch.seed(number, (seed * _MIX + number + 1) & 0x3FFFFFFFFFFFFFFF)
        for number in range(self.count):
            self._batch.deal(number)
        self._ended.fill(0)
        self._rewards.fill(0)
        self._clear()
        self._batch.show_all()
        return self._state()

    def step(self, actions: ArrayLike) -> Step:
        """One decision in each game. If a single one is illegal, nothing happens in any."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            form = f"{given.dtype} of shape {given.shape}"
            raise SetupError(f"{self.count} codes are needed, whole numbers, one for each game, not {form}")
        self._actions[:] = given
        wrong = int(self._batch.illegal(self._codes))
        if wrong >= 0:
            raise self._refusal(wrong, int(given[wrong]))
        self._clear()
        self._batch.step(self._codes)
        return self._state()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal code for each game, each as likely; the same array each time."""
        self._batch.pick(self._random, self._picked)
        return self._choice

    def load(self, number: int, game: Game) -> None:
        """Put a table's game in the place of game `number`, to go on from there with the table's own chance."""
        self._check_number(number)
        if not alike(self._table(number), game):
            raise SetupError(f"game {number} has another setup")
        if game.is_over or game.out:
            raise SetupError("only a game that everybody is still playing can continue here")
        self._batch.load(number, game.raw, TableDeals(game.setup.seed))
        self._ended[number] = 0
        self.state.rewards[number] = 0
        self._rows_seen[number] = self._frames[number % len(self._frames)]
        self.state.masks[number] = 0
        self._batch.show(number)
        self._state()

    def position(self, number: int) -> Position:
        """A copy of the engine's position of a game, with all that is hidden."""
        self._check_number(number)
        copy = self._batch.positions[number].blank()
        copy.copy_from(self._batch.positions[number])
        return copy

    def _table(self, number: int) -> Game:
        """One of the setup that is played at this place."""
        return self.tables[number % len(self.tables)]

    def _check_number(self, number: object) -> None:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < self.count:
            raise SetupError(f"games are numbered 0 to {self.count - 1}, not {shown(number)}")

    def _clear(self) -> None:
        self._rows_seen[:] = self._frames
        self._masks.fill(0)

    def _state(self) -> Step:
        if self._scales is not None:
            np.multiply(self._rows_seen, self._scales, out=self.state.observations)
        return self.state

    def _refusal(self, number: int, code: int) -> Exception:
        if not 0 <= code < actions(self.game):
            return SetupError(f"game {number}: codes are from 0 to {actions(self.game) - 1}, not {code}")
        reason = self.rules.refusal(int(self._batch.positions[number].why_not(code)))
        words = self.rules.words.refusals[reason]
        return IllegalMove(f"game {number}: code {code} is not legal: {words.text} ({words.rule})", words.rule, reason)


def alike(one: Game, other: Game) -> bool:
    """Whether positions of one table can be copied to the other."""
    return _frame(one) == _frame(other)


def _frame(game: Game) -> tuple[object, ...]:
    setup = game.setup
    values = {box: edition.values for box, edition in setup.editions.items()}
    return setup.game, setup.rules_version, setup.players, setup.sides, setup.variants, setup.house_rules, values


def _check_count(count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_GAMES:
        raise SetupError(f"1 to {MOST_GAMES} games can be played at once, not {shown(count)}")
    return count
