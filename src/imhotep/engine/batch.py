"""Many games at once, each waiting for one decision: what a learner steps through, without a loop in Python."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from imhotep.engine.kernel import CODES, MOST_ACTIONS, Actions, Deals, Position, Random
from imhotep.engine.observer import Observer


class Reward:
    """What a seat is given when a game ends."""

    WIN: Final[i64] = 0  # 1 for the winner, shared by those who tie
    MARGIN: Final[i64] = 1  # own points less those of the best other one
    RANK: Final[i64] = 2  # from 1 for the first to -1 for the last, in equal steps


@final
@mypyc_attr(acyclic=True)
class Rows:
    """Where the games are written to, a row each, or a number each; they belong to whoever made them.

    Before games are written, observations have to hold their frames, and masks 0.
    """

    def __init__(
        self,
        observations: vec[u8],
        masks: vec[u8],
        deciders: vec[i64],
        ended: vec[u8],
        rewards: vec[float],
        scores: vec[i64],
        lengths: vec[i64],
    ) -> None:
        self.observations = observations
        self.masks = masks
        self.deciders = deciders
        self.ended = ended  # by the last step
        self.rewards = rewards  # of the last step, by game and seat
        self.scores = scores  # at the end of each place's last game that ended, by game and seat
        self.lengths = lengths  # and the decisions it had


@final
@mypyc_attr(acyclic=True)
class Batch:
    """Games that begin anew when they end. Each has chance of its own, so their number changes none of them."""

    def __init__(self, observer: Observer, positions: list[Position], seats: i64, reward: i64, rows: Rows) -> None:
        self.observer = observer
        self.count: i64 = len(positions)
        self.seats: i64 = seats  # of a row of rewards
        self.reward: i64 = reward
        self.rows = rows
        self.positions = vec[Position](positions)
        self.randoms = vec[Random]([Random(0) for _ in positions])
        self.decisions = vec[i64]([0] * self.count)  # in each game so far
        self.options = vec[i64]([0] * self.count)  # how many legal codes there are
        self.legal = vec[i16]([0] * (self.count * MOST_ACTIONS))  # and which
        self.actions = Actions()  # scratch
        for position in positions:  # for all of them: less memory to go through with each step
            position.options = self.actions

    def seed(self, number: i64, seed: i64) -> None:
        self.randoms[number].seed(seed)

    def deal(self, number: i64) -> None:
        """A new game."""
        position = self.positions[number]
        position.deals = None
        position.deal(self.randoms[number])
        decisions = self.decisions
        decisions[number] = 0

    def load(self, number: i64, position: Position, deals: Deals) -> None:
        """A game that began elsewhere, with the chance that it goes on with."""
        place, decisions = self.positions[number], self.decisions
        place.copy_from(position)
        place.deals = deals
        decisions[number] = 0

    def illegal(self, codes: vec[i64]) -> i64:
        """The first game whose code is not legal, or -1."""
        legal, options = self.legal, self.options
        for number in range(self.count):
            code, first = codes[number], number * MOST_ACTIONS
            if code < 0 or code >= CODES:
                return number
            i: i64 = 0
            count = options[number]
            while i < count and i64(legal[first + i]) != code:
                i += 1
            if i == count:
                return number
        return -1

    def step(self, codes: vec[i64]) -> None:
        """One decision in every game, all of them legal; a game that ends by it gives way to a new one."""
        rows, seats = self.rows, self.seats
        positions, decisions, ended, rewards = self.positions, self.decisions, rows.ended, rows.rewards
        for number in range(self.count):
            if ended[number] > 0:
                ended[number] = 0
                for seat in range(seats):
                    rewards[number * seats + seat] = 0.0
            position = positions[number]
            position.apply(codes[number])
            decisions[number] += 1
            if position.depth == 0:
                self.end(number)
                self.deal(number)
            self.show(number)

    def end(self, number: i64) -> None:
        position, rows, first = self.positions[number], self.rows, number * self.seats
        ended, rewards, scores, lengths = rows.ended, rows.rewards, rows.scores, rows.lengths
        ended[number] = 1
        lengths[number] = self.decisions[number]
        for seat in range(position.seats):
            scores[first + seat] = position.score(seat)
            rewards[first + seat] = reward_of(position, seat, self.reward)

    def show(self, number: i64) -> None:
        """Write what the decider sees, and what is legal."""
        position, rows, observer, actions = self.positions[number], self.rows, self.observer, self.actions
        seat = position.decider()
        deciders, options, legal = rows.deciders, self.options, self.legal
        deciders[number] = seat
        observer.observe(position, seat, rows.observations, number * observer.size)
        position.legal(actions)
        options[number] = actions.count
        codes, masks, first, start = actions.codes, rows.masks, number * MOST_ACTIONS, number * observer.codes
        for i in range(actions.count):
            code = codes[i]
            legal[first + i] = i16(code)
            masks[start + code] = 1

    def show_all(self) -> None:
        for number in range(self.count):
            self.show(number)

    def pick(self, random: Random, codes: vec[i64]) -> None:
        """A legal code for every game, each as likely."""
        legal, options = self.legal, self.options
        for number in range(self.count):
            codes[number] = i64(legal[number * MOST_ACTIONS + random.below(options[number])])


def reward_of(position: Position, seat: i64, reward: i64) -> float:
    """Of a finished game."""
    if reward == Reward.WIN:
        return position.payoff(seat)
    if reward == Reward.MARGIN:
        best: i64 = -CODES * CODES
        for other in range(position.seats):
            if other != seat:
                best = max(best, position.score(other))
        return float(position.score(seat) - best)
    own = position.rank(seat)
    places: i64 = 0  # two for each seat that is ahead, one for each that is level
    for other in range(position.seats):
        if other != seat:
            rank = position.rank(other)
            if rank > own:
                places += 2
            elif rank == own:
                places += 1
    return 1.0 - float(places) / float(position.seats - 1)


def numbers(count: i64) -> vec[i64]:
    return vec[i64]([0] * count)


def fractions(count: i64) -> vec[float]:
    return vec[float]([0.0] * count)
