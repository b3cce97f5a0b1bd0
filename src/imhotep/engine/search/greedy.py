"""One decision ahead, over any Position: whichever leads to the best estimate."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import TURN, Actions, Position, Random

SEATS: Final[i64] = 4  # at most, in any game
WORST: Final[float] = -1.0e9


@final
@mypyc_attr(acyclic=True)
class Greedy:
    """Works on copies of positions of one setup. What is hidden is dealt anew for each look, the same for all moves."""

    def __init__(self, scratch: Position, deals: i64) -> None:
        self.scratch = scratch
        self.inner = scratch.blank()
        self.deals: i64 = deals  # looks at each move
        self.actions = Actions()
        self.answers = Actions()
        self.values = vec[float]([0.0] * SEATS)

    def best(self, root: Position, random: Random) -> i64:
        """The decider's code that looks best; of equal ones, any."""
        seat, actions = root.decider(), self.actions
        root.legal(actions)
        root.distinct(actions)
        best, best_value, equal = actions.codes[0], WORST, i64(0)
        if actions.count == 1:
            return best
        seed = random.fork()
        for i in range(actions.count):
            value = self.look(root, seat, actions.codes[i], seed)
            if value > best_value:
                best, best_value, equal = actions.codes[i], value, i64(1)
            elif value == best_value:
                equal += 1
                if random.below(equal) == 0:
                    best = actions.codes[i]
        return best

    def look(self, root: Position, seat: i64, code: i64, seed: i64) -> float:
        """The mean margin after a code and all that its seat decides in the same turn."""
        total = 0.0
        chance = Random(0)
        for deal in range(self.deals):
            chance.seed(seed + deal)
            self.scratch.copy_from(root)
            self.scratch.redeal(seat, chance)
            self.scratch.apply(code)
            self.go_on(seat)
            total += self.margin(self.scratch, seat)
        return total / float(self.deals)

    def go_on(self, seat: i64) -> None:
        """Own decisions inside the turn, each whichever looks best at once."""
        position, inner, answers = self.scratch, self.inner, self.answers
        while position.depth > 0 and position.agenda[position.depth - 1] & 255 != TURN and position.decider() == seat:
            position.legal(answers)
            position.distinct(answers)
            best, best_value = answers.codes[0], WORST
            if answers.count > 1:
                for i in range(answers.count):
                    inner.copy_from(position)
                    inner.apply(answers.codes[i])
                    value = self.margin(inner, seat)
                    if value > best_value:
                        best, best_value = answers.codes[i], value
            position.apply(best)

    def margin(self, position: Position, seat: i64) -> float:
        """Own points less those of the others: half by the best of them, half by their mean."""
        values, best, total = self.values, WORST, 0.0
        position.estimate(values)
        for other in range(position.seats):
            if other != seat:
                total += values[other]
                best = max(best, values[other])
        return values[seat] - 0.5 * best - 0.5 * total / float(position.seats - 1)
