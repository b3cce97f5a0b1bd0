"""How simulations ended, by their first decision: what analysis is made of."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import CODES, Position


@final
@mypyc_attr(acyclic=True)
class Outcomes:
    """Sums over simulations for each code they began with."""

    def __init__(self, seats: i64, sources: i64) -> None:
        self.seats: i64 = seats
        self.sources: i64 = sources
        self.count = vec[i64]([0] * CODES)
        self.rewards = vec[float]([0.0] * CODES)  # of who decides
        self.wins = vec[float]([0.0] * (CODES * seats))  # tied winners share one
        self.scores = vec[i64]([0] * (CODES * seats))
        self.squares = vec[i64]([0] * (CODES * seats))  # of the scores
        self.points = vec[i64]([0] * (CODES * seats * sources))

    def add(self, code: i64, reward: float, position: Position, out: i64) -> None:
        """Count a finished game; the seats in `out`, as bits, can't win."""
        self.count[code] += 1
        self.rewards[code] += reward
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
