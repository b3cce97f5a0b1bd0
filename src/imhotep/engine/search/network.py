"""A small network that has learned a game: it looks at what the decider sees and says who wins, by how much, and which
moves look good.

Its input is the observation of whoever decides, in the redealt position; most of it is 0, so the first layer adds up
rows of weights. gcc makes no vector instructions of a loop whose every index is checked, so each check has to carry
more: four weights of 16 bits are packed into one i64, and four rows are added at a time. Nothing here knows a game,
reads files or learns: `imhotep.bots.weights` hands the numbers over.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.observer import Observer, zeros
from imhotep.engine.search.evaluator import SEATS, Evaluator, Playouts

LANES: Final[i64] = 4  # numbers in an i64
LANE_BITS: Final[i64] = 16
LANE: Final[i64] = 0xFFFF
SIGN: Final[i64] = 0x8000
UNIT: Final[i64] = 2048  # a weight of 1 in the first layer: sums may reach from -16 to 16
OUTPUTS: Final[i64] = 2 * SEATS  # logits, by seats from the viewer on: who wins, then the margin of each
SMALLEST: Final[float] = -60.0  # a compiled `exp` raises OverflowError as the interpreted one does


@final
@mypyc_attr(acyclic=True)
class Weights:
    """Of one game, for all its setups; made once, shared by all who search.

    From the observation to `hidden` units; from these to `inner` units and the outputs, and to a logit for each code.
    """

    def __init__(
        self,
        hidden: i64,
        inner: i64,
        first: list[int],
        first_bias: list[int],
        second: list[float],
        second_bias: list[float],
        outputs: list[float],
        output_bias: list[float],
        codes: list[float],
        code_bias: list[float],
    ) -> None:
        self.hidden: i64 = hidden  # a multiple of LANES, and so is `inner`
        self.inner: i64 = inner
        self.words: i64 = hidden // LANES
        self.first = vec[i64](first)  # by feature: its weights for all hidden units, times UNIT, packed
        self.first_bias = vec[i64](first_bias)
        self.second = vec[float](second)  # by inner unit; divided by UNIT
        self.second_bias = vec[float](second_bias)
        self.outputs = vec[float](outputs)  # by output
        self.output_bias = vec[float](output_bias)
        self.codes = vec[float](codes)  # by code; divided by UNIT
        self.code_bias = vec[float](code_bias)


def packed(weights: list[int]) -> list[int]:
    """Four weights in a number: they may be negative, since what the lower ones borrow is given back by `unpack`.

    Sums and products by small numbers go through all four at once. No lane may leave 16 bits.
    """
    return [
        sum(weights[at + lane] << int(lane * LANE_BITS) for lane in range(int(LANES)))
        for at in range(0, len(weights), int(LANES))
    ]


@final
@mypyc_attr(acyclic=True)
class Network(Evaluator):
    """Judges the positions of one table. What never changes at the table is added up once.

    With `steps`, values are those of a position so many random decisions further on: less biased, and noisier.
    """

    def __init__(
        self,
        weights: Weights,
        observer: Observer,
        position: Position,
        margin_scale: float,
        win_share: float,
        redraws: i64,
        steps: i64,
    ) -> None:
        super().__init__(position.seats, margin_scale, win_share)
        self.weights = weights
        self.observer = observer
        self.steps: i64 = steps
        self.walk = Playouts(position.seats, margin_scale, win_share, redraws, steps)
        self.size: i64 = observer.size
        self.row = zeros(observer.size)  # all 0 between two looks
        self.ones = vec[i64]([0] * observer.size)  # where the weights of features that are 1 begin: most of them are
        self.others = vec[i64]([0] * observer.size)  # and of others
        self.times = vec[i64]([0] * observer.size)  # what these are
        self.base = vec[i64]([0] * weights.words)
        self.sums = vec[i64]([0] * weights.words)
        self.units = vec[float]([0.0] * weights.hidden)
        self.inner = vec[float]([0.0] * weights.inner)
        self.logits = vec[float]([0.0] * OUTPUTS)
        self.win = vec[float]([0.0] * SEATS)  # by seat: how likely it wins
        self.margin = vec[float]([0.0] * SEATS)  # by seat: 0.5 + 0.5 tanh(lead / scale), expected
        for word in range(weights.words):
            self.base[word] = weights.first_bias[word]
        observer.frame(position, self.row, 0)
        self.add_row(self.base)

    # --- as an evaluator

    def evaluate(self, position: Position, random: Random) -> None:
        if self.steps > 0:
            self.walk.play_out(position, random)
            if position.depth == 0:
                self.reward(position)
                return
        self.look(position)
        self.tell(position)

    def weigh(self, position: Position, actions: Actions) -> None:
        self.look(position)
        self.like(actions)

    def judge(self, position: Position, actions: Actions, random: Random) -> None:
        self.look(position)
        self.like(actions)
        if self.steps > 0:
            self.evaluate(position, random)
        else:
            self.tell(position)

    # --- layer by layer

    def look(self, position: Position) -> None:
        """The hidden units, by what the decider may know: also in the middle of a search, and whoever searches."""
        sums, base = self.sums, self.base
        for word in range(self.weights.words):
            sums[word] = base[word]
        self.observer.observe(position, position.decider(), self.row, 0)
        self.add_row(sums)
        self.unpack()

    def add_row(self, sums: vec[i64]) -> None:
        """Add the weights of all that is in the row, and leave it empty.

        Four features at a time: a loop that only adds one row of weights spends its time on loading and storing sums.
        """
        row, ones, others, times, weights = self.row, self.ones, self.others, self.times, self.weights.first
        words, count, more = self.weights.words, i64(0), i64(0)
        for at in range(self.size):
            value = i64(row[at])
            if value != 0:
                row[at] = u8(0)
                if value == 1:
                    ones[count] = at * words
                    count += 1
                else:
                    others[more] = at * words
                    times[more] = value
                    more += 1
        i: i64 = 0
        while i + 4 <= count:
            a, b, c, d = ones[i], ones[i + 1], ones[i + 2], ones[i + 3]
            for word in range(words):
                sums[word] += weights[a + word] + weights[b + word] + weights[c + word] + weights[d + word]
            i += 4
        while i < count:
            a = ones[i]
            for word in range(words):
                sums[word] += weights[a + word]
            i += 1
        i = 0
        while i + 2 <= more:
            a, b, c, d = others[i], others[i + 1], times[i], times[i + 1]
            for word in range(words):
                sums[word] += c * weights[a + word] + d * weights[b + word]
            i += 2
        if i < more:
            a, c = others[i], times[i]
            for word in range(words):
                sums[word] += c * weights[a + word]

    def unpack(self) -> None:
        """The four numbers of each sum; those below 0 become 0."""
        sums, units = self.sums, self.units
        for word in range(self.weights.words):
            rest = sums[word]
            for lane in range(LANES):
                number = ((rest & LANE) ^ SIGN) - SIGN
                rest = (rest - number) >> LANE_BITS
                units[word * LANES + lane] = float(max(number, 0))

    def tell(self, position: Position) -> None:
        """Who wins and by how much; `rewards`, against those who can win."""
        weights, inner, logits, hidden = self.weights, self.inner, self.logits, self.weights.hidden
        seats, viewer, out = self.seats, position.decider(), self.out
        for unit in range(weights.inner):
            inner[unit] = max(weights.second_bias[unit] + dot(self.units, weights.second, unit * hidden, hidden), 0.0)
        for output in range(OUTPUTS):
            logits[output] = weights.output_bias[output] + dot(
                inner, weights.outputs, output * weights.inner, weights.inner
            )
        most, total = -1.0e9, 0.0
        for turn in range(seats):
            most = max(most, logits[turn])
        for turn in range(seats):
            seat = viewer + turn
            if seat >= seats:
                seat -= seats
            win = 0.0
            if not out >> seat & 1:
                win = exp(max(logits[turn] - most, SMALLEST))
            self.win[seat] = win
            total += win
            self.margin[seat] = 1.0 / (1.0 + exp(max(min(-logits[SEATS + turn], -SMALLEST), SMALLEST)))
        for seat in range(seats):
            self.win[seat] /= total
            self.rewards[seat] = self.win_share * self.win[seat] + (1.0 - self.win_share) * self.margin[seat]

    def like(self, actions: Actions) -> None:
        """Priors of these codes, which add up to 1."""
        weights, priors, codes, hidden = self.weights, self.priors, actions.codes, self.weights.hidden
        most, total = -1.0e9, 0.0
        for i in range(actions.count):
            code = codes[i]
            logit = weights.code_bias[code] + dot(self.units, weights.codes, code * hidden, hidden)
            priors[i] = logit
            most = max(most, logit)
        for i in range(actions.count):
            share = exp(max(priors[i] - most, SMALLEST))
            priors[i] = share
            total += share
        for i in range(actions.count):
            priors[i] /= total


def dot(values: vec[float], weights: vec[float], start: i64, count: i64) -> float:
    """Four sums side by side, so that no addition waits for the one before. Floats depend on this order: keep it."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    i: i64 = 0
    while i < count:
        at = start + i
        a += values[i] * weights[at]
        b += values[i + 1] * weights[at + 1]
        c += values[i + 2] * weights[at + 2]
        d += values[i + 3] * weights[at + 3]
        i += 4
    return (a + b) + (c + d)
