"""How simulations ended, by their first decision: what analysis is made of."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import CODES, Position, Random
from imhotep.engine.search.evaluator import TO_THE_END, Playouts


@final
@mypyc_attr(acyclic=True)
class Rewards:
    """What simulations were worth to who decides, for each code they began with, and how much that varied."""

    def __init__(self) -> None:
        self.count = vec[i64]([0] * CODES)
        self.sums = vec[float]([0.0] * CODES)
        self.squares = vec[float]([0.0] * CODES)

    def add(self, code: i64, reward: float) -> None:
        self.count[code] += 1
        self.sums[code] += reward
        self.squares[code] += reward * reward


@final
@mypyc_attr(acyclic=True)
class Outcomes:
    """Sums over simulations for each code they began with.

    A simulation that was judged before the game was over is played on at random: that explains, it doesn't judge.
    """

    def __init__(self, seats: i64, sources: i64, redraws: i64) -> None:
        self.seats: i64 = seats
        self.sources: i64 = sources
        self.playouts = Playouts(seats, 1.0, 1.0, redraws, TO_THE_END)
        self.count = vec[i64]([0] * CODES)
        self.wins = vec[float]([0.0] * (CODES * seats))  # tied winners share one
        self.scores = vec[i64]([0] * (CODES * seats))
        self.squares = vec[i64]([0] * (CODES * seats))  # of the scores
        self.points = vec[i64]([0] * (CODES * seats * sources))

    def add(self, code: i64, position: Position, out: i64, random: Random) -> None:
        """Play it to its end and count it; the seats in `out`, as bits, can't win."""
        self.playouts.play_out(position, random)
        self.count[code] += 1
        at = code * self.seats
        for seat in range(self.seats):
            score = position.score(seat)
            self.wins[at] += position.share(seat, out)
            self.scores[at] += score
            self.squares[at] += score * score
            first = at * self.sources
            for source in range(self.sources):
                self.points[first + source] += position.points(seat, source)
            at += 1
