"""How a game goes on after a move, in chances and points: what many small searches say that begin with it.

One large search would say more about what is best, and less about why: which of two equally good answers it believes in
depends on chance, and where the points come from with it. Of many small ones the mean is taken, and how much they
differ tells how sure it is.
"""

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from imhotep.engine.kernel import Position
from imhotep.engine.search.outcomes import Outcomes
from imhotep.engine.search.tree import Tree
from imhotep.lab.analysis.expectations import Expectation, lead

FREE = -1  # instead of a move: whatever the search tries
FEWEST = 2  # searches of a move
LARGEST = 1000  # simulations of one of them
PART = 4  # of a budget, at most

FAR = 20.0  # points


class Sample(NamedTuple):
    """What one search expects; lists are by seat."""

    simulations: int
    win: list[float]
    score: list[float]
    square: list[float]  # of the scores
    points: list[list[float]]  # by source


class Forecasts:
    """Of moves from one position. `run` searches: a tree, and so many simulations."""

    def __init__(
        self,
        position: Position,
        sources: Sequence[str],
        redraws: int,
        sims: int,
        make_tree: Callable[[], Tree],
        run: Callable[[Tree, int], None],
    ) -> None:
        self._seats = int(position.seats)
        self._sources = sources
        self._width = int(position.sources())
        self._redraws = redraws
        self._make_tree = make_tree
        self._run = run
        self._samples: dict[int, list[Sample]] = {}
        self.size = max(1, min(LARGEST, sims // PART))  # simulations of a search

    def count(self, code: int) -> int:
        """Searches of a move."""
        return len(self._samples.get(code, ()))

    def add(self, code: int, size: int | None = None) -> None:
        """One search more."""
        tree, outcomes = self._make_tree(), Outcomes(self._seats, self._width, self._redraws)
        tree.outcomes = outcomes
        tree.forced = code
        self._run(tree, self.size if size is None else size)
        codes = tried(outcomes)
        if not codes:  # the first simulation may only judge where it begins
            self._run(tree, 1)
            codes = tried(outcomes)
        self._samples.setdefault(code, []).append(self._sample(outcomes, codes))

    def _sample(self, outcomes: Outcomes, codes: Sequence[int]) -> Sample:
        """Over all codes that were tried: only one if it was forced."""
        seats, width = range(self._seats), self._width
        count = sum(int(outcomes.count[code]) for code in codes)
        places = [[code * self._seats + seat for code in codes] for seat in seats]
        return Sample(
            simulations=count,
            win=[sum(float(outcomes.wins[at]) for at in places[seat]) / count for seat in seats],
            score=[sum(int(outcomes.scores[at]) for at in places[seat]) / count for seat in seats],
            square=[sum(int(outcomes.squares[at]) for at in places[seat]) / count for seat in seats],
            points=[
                [
                    sum(int(outcomes.points[at * width + source]) for at in places[seat]) / count
                    for source in range(width)
                ]
                for seat in seats
            ],
        )

    def expectation(self, code: int) -> Expectation:
        samples, seats = self._samples[code], range(self._seats)
        count = sum(sample.simulations for sample in samples)
        win = [fmean(sample.win[seat] for sample in samples) for seat in seats]
        score = [fmean(sample.score[seat] for sample in samples) for seat in seats]
        points = []
        for seat in seats:
            means = [fmean(sample.points[seat][at] for sample in samples) for at in range(self._width)]
            points.append({name: mean for name, mean in zip(self._sources, means, strict=True) if mean})
        win_error, score_error = 0.0, 0.0
        for seat in seats:
            square = fmean(sample.square[seat] for sample in samples)
            win_error = max(win_error, _win_error(win[seat], count), _spread([sample.win[seat] for sample in samples]))
            score_error = max(
                score_error,
                mean_error(score[seat], square, count, FAR),
                _spread([sample.score[seat] for sample in samples]),
            )
        return Expectation(
            simulations=count, win=win, score=score, points=points, win_error=win_error, score_error=score_error
        )

    def lead_error(self, code: int, seat: int) -> float:
        """Standard error of a seat's lead."""
        spread = _spread([lead(sample.score, seat) for sample in self._samples[code]])
        return max(spread, self.expectation(code).score_error)

    def part_error(self, one: int, other: int) -> float:
        """Of the difference between two moves, by seat and source: the largest standard error."""
        samples = self._samples
        return max(
            hypot(*(_spread([sample.points[seat][at] for sample in samples[code]]) for code in (one, other)))
            for seat in range(self._seats)
            for at in range(self._width)
        )


def tried(outcomes: Outcomes) -> list[int]:
    return [code for code in range(len(outcomes.count)) if outcomes.count[code]]


def _spread(means: Sequence[float]) -> float:
    """Standard error of the mean of what several searches say."""
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0


def mean_error(mean: float, square: float, count: int, far: float) -> float:
    """Standard error of a mean, which a mean of squares tells.

    That a few simulations came out alike proves little: it is that of one more that was `far` off.
    """
    variance = max(0.0, square - mean * mean)
    return sqrt((variance * count + far * far) / (count + 1) / count)


def _win_error(chance: float, count: int) -> float:
    """Of one more that was won and one more that was lost."""
    cautious = (chance * count + 1) / (count + 2)
    return sqrt(cautious * (1 - cautious) / count)
