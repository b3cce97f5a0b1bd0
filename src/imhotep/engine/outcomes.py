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
        self.out = vec[i64]([0] * seats)
        self.count = vec[i64]([0] * CODES)
        self.rewards = vec[float]([0.0] * CODES)  # of who decides
        self.wins = vec[float]([0.0] * (CODES * seats))  # tied winners share one
        self.scores = vec[i64]([0] * (CODES * seats))
        self.squares = vec[i64]([0] * (CODES * seats))  # of the scores
        self.points = vec[i64]([0] * (CODES * seats * sources))

    def leave(self, seat: i64) -> None:
        """This seat has left the game and can't win it."""
        self.out[seat] = 1

    def win(self, position: Position, seat: i64) -> float:
        """1 for the winner of a finished game among those who are left, 0 for the others; tied winners share."""
        if self.out[seat]:
            return 0.0
        own, winners = position.rank(seat), i64(0)
        for other in range(self.seats):
            if not self.out[other]:
                rank = position.rank(other)
                if rank > own:
                    return 0.0
                if rank == own:
                    winners += 1
        return 1.0 / float(winners)

    def add(self, code: i64, reward: float, position: Position) -> None:
        """Count a finished game."""
        self.count[code] += 1
        self.rewards[code] += reward
        at = code * self.seats
        for seat in range(self.seats):
            score = position.score(seat)
            self.wins[at] += self.win(position, seat)
            self.scores[at] += score
            self.squares[at] += score * score
            first = at * self.sources
            for source in range(self.sources):
                self.points[first + source] += position.points(seat, source)
            at += 1
