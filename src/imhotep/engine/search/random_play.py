"""Random games over any Position, and what comes out of very many."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import Actions, Position, Random


def playout(position: Position, random: Random, actions: Actions) -> i64:
    """Uniformly random play to the end; the number of decisions made."""
    decisions: i64 = 0
    while position.depth > 0:
        position.legal(actions)
        position.apply(actions.codes[random.below(actions.count)])
        decisions += 1
    return decisions


SCORES: Final[i64] = 256
LOWEST_SCORE: Final[i64] = -50


@final
@mypyc_attr(acyclic=True)
class Tally:
    """Sums over many games: by seat, by seat and source, and how long they were. Tallies add up."""

    def __init__(self, seats: i64, sources: i64) -> None:
        self.seats: i64 = seats
        self.sources: i64 = sources
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.shortest: i64 = 0
        self.longest: i64 = 0
        self.wins = vec[float]([0.0] * seats)  # tied winners share one
        self.lowest = vec[i64]([0] * seats)
        self.highest = vec[i64]([0] * seats)
        self.scores = vec[i64]([0] * seats)
        self.squares = vec[i64]([0] * seats)  # of the scores
        self.histogram = vec[i64]([0] * (seats * SCORES))  # from LOWEST_SCORE on; what is beyond counts at the ends
        self.by_source = vec[i64]([0] * (seats * sources))
        self.source_squares = vec[i64]([0] * (seats * sources))

    def count(self, position: Position, decisions: i64) -> None:
        """Add a finished game."""
        first = self.games == 0
        self.games += 1
        self.decisions += decisions
        self.shortest = decisions if first else min(self.shortest, decisions)
        self.longest = max(self.longest, decisions)
        for seat in range(self.seats):
            score = position.score(seat)
            self.scores[seat] += score
            self.squares[seat] += score * score
            self.lowest[seat] = score if first else min(self.lowest[seat], score)
            self.highest[seat] = score if first else max(self.highest[seat], score)
            self.wins[seat] += position.payoff(seat)
            self.histogram[seat * SCORES + max(0, min(SCORES - 1, score - LOWEST_SCORE))] += 1
            for source in range(self.sources):
                points = position.points(seat, source)
                self.by_source[seat * self.sources + source] += points
                self.source_squares[seat * self.sources + source] += points * points


def play_games(position: Position, seed: i64, first: i64, count: i64, tally: Tally) -> None:
    """Random games number `first` to `first + count - 1` of a series; the same whoever plays which part of it."""
    random = Random(0)
    actions = Actions()
    for game in range(first, first + count):
        random.seed(seed * 0x2545F4914F6CDD1D + game)
        position.deal(random)
        tally.count(position, playout(position, random, actions))
