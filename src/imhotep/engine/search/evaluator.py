"""Judges the positions that a tree search comes to: what each seat may hope for, and which moves look good.

A tree asks an `Evaluator`. `Playouts` plays on at random, `engine/search/network.py` asks a network; `Mixture` weighs
two of them.
"""

from math import tanh
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import MOST_ACTIONS, Actions, Position, Random

SEATS: Final[i64] = 4  # at most, in any game
TO_THE_END: Final[i64] = -1  # instead of a number of decisions
DOUBT: Final[float] = 15.0  # points: of who is expected to have so many more, 7 of 8 win


@mypyc_attr(acyclic=True)
class Evaluator:
    """Rewards are between 0 and 1 for each seat: whether it wins, and by how much."""

    def __init__(self, seats: i64, margin_scale: float, win_share: float) -> None:
        self.seats: i64 = seats
        self.margin_scale: float = margin_scale  # points
        self.win_share: float = win_share  # of the reward; the rest is for the margin
        self.out: i64 = 0  # seats, as bits, that have left the game and can't win it
        self.rewards = vec[float]([0.0] * SEATS)
        self.points = vec[float]([0.0] * SEATS)  # scratch: at the end, or expected
        self.priors = vec[float]([0.0] * MOST_ACTIONS)  # in the order of the actions, adding up to 1

    def evaluate(self, position: Position, random: Random) -> None:
        """Fill in `rewards`. The game is not over; the position may be played on."""
        raise NotImplementedError

    def weigh(self, position: Position, actions: Actions) -> None:
        """Fill in `priors` of these codes, which are legal; the position stays as it is."""
        raise NotImplementedError

    def judge(self, position: Position, actions: Actions, random: Random) -> None:
        """Both; whoever can do them together for less does."""
        self.weigh(position, actions)
        self.evaluate(position, random)

    def reward(self, position: Position) -> None:
        """Fill in `rewards`, against those who can win.

        Of a game that was broken off: how likely it is to win, and by how much, by what each can expect.
        """
        points, out, rewards, seats = self.points, self.out, self.rewards, self.seats
        win_share, margin_scale = self.win_share, self.margin_scale
        position.estimate(points)
        for seat in range(seats):
            best = -1000000.0
            for other in range(seats):
                if other != seat and not out >> other & 1:
                    best = max(best, points[other])
            lead = points[seat] - best
            if position.depth == 0 or out >> seat & 1:
                win = position.share(seat, out)
            else:
                win = 0.5 + 0.5 * tanh(lead / DOUBT)
            margin = 0.5 + 0.5 * tanh(lead / margin_scale)
            rewards[seat] = win_share * win + (1.0 - win_share) * margin


@final
@mypyc_attr(acyclic=True)
class Playouts(Evaluator):
    """What comes out of playing on at random, to the end or for so many decisions."""

    def __init__(self, seats: i64, margin_scale: float, win_share: float, redraws: i64, horizon: i64) -> None:
        super().__init__(seats, margin_scale, win_share)
        self.redraws: i64 = redraws  # how often a playout thinks again about a doubtful move; 0: uniform
        self.horizon: i64 = horizon  # decisions of a playout before it is broken off and estimated, or TO_THE_END
        self.actions = Actions()

    def evaluate(self, position: Position, random: Random) -> None:
        self.play_out(position, random)
        self.reward(position)

    def weigh(self, position: Position, actions: Actions) -> None:
        """Any move as good."""
        for i in range(actions.count):
            self.priors[i] = 1.0 / float(actions.count)

    def play_out(self, position: Position, random: Random) -> None:
        """Any move as likely, but that doubtful ones are drawn again a few times."""
        actions, codes, redraws, left = self.actions, self.actions.codes, self.redraws, self.horizon
        while position.depth > 0 and left != 0:
            left -= 1
            position.legal(actions)
            code = codes[random.below(actions.count)]
            for _ in range(redraws):
                if not position.doubtful(code):
                    break
                code = codes[random.below(actions.count)]
            position.apply(code)


@final
@mypyc_attr(acyclic=True)
class Mixture(Evaluator):
    """Priors of one evaluator; its rewards, weighed with those of another.

    A network's mistakes are the same in every simulation, those of playouts average out.
    """

    def __init__(self, main: Evaluator, other: Evaluator, share: float) -> None:
        super().__init__(main.seats, main.margin_scale, main.win_share)
        self.main = main
        self.other = other
        self.share: float = share  # of the other one

    def evaluate(self, position: Position, random: Random) -> None:
        self.main.out = self.out
        self.main.evaluate(position, random)
        self.mix(position, random)

    def weigh(self, position: Position, actions: Actions) -> None:
        self.main.weigh(position, actions)
        for i in range(actions.count):
            self.priors[i] = self.main.priors[i]

    def judge(self, position: Position, actions: Actions, random: Random) -> None:
        self.main.out = self.out
        self.main.judge(position, actions, random)
        for i in range(actions.count):
            self.priors[i] = self.main.priors[i]
        self.mix(position, random)

    def mix(self, position: Position, random: Random) -> None:
        """The other one goes on from where the first has left the position."""
        self.other.out = self.out
        if position.depth == 0:
            self.other.reward(position)
        else:
            self.other.evaluate(position, random)
        for seat in range(self.seats):
            self.rewards[seat] = (1.0 - self.share) * self.main.rewards[seat] + self.share * self.other.rewards[seat]
