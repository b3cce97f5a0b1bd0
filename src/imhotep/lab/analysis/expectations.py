"""What a search expects of each decision: chances of winning and final points by source, and their differences."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from imhotep.engine.search.outcomes import Outcomes
from imhotep.table.moves import Move

FAR = 20.0  # points


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """Means over simulations; lists are by seat."""

    simulations: int
    win: list[float]  # chance of winning, tied winners share
    score: list[float]  # final points
    points: list[dict[str, float]]  # the same by source
    win_error: float  # standard error of a chance of winning, at most
    score_error: float  # and of a score, at most

    @property
    def lead_error(self) -> float:
        """Of a lead, at most: as if own points and those of the others were always wrong in opposite ways."""
        return 2 * self.score_error

    def lead(self, seat: int) -> float:
        """Points of a seat beyond the mean of the others."""
        return lead(self.score, seat)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the moves that were looked at."""

    move: Move
    expected: Expectation
    value: float  # from 0 to 1: what the search plays for, winning and margin mixed
    share: float  # of the simulations that the search gave to it of its own accord


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Points of one seat from one source that one move expects beyond another."""

    seat: int
    source: str
    points: float
    counts: float  # what that is for the decider: its own points in full, others' against it, in equal parts


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why one move is better than another. The parts add up: `counts` to `lead`, a seat's `points` to its `score`."""

    seat: int  # who decides
    better: str  # notation
    than: str
    win: list[float]  # differences, by seat
    score: list[float]
    lead: float  # difference of the decider's lead over the mean of the others
    parts: list[Part]  # the weightiest first; none are left out but zeros


def lead(scores: Sequence[float], seat: int) -> float:
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - sum(others) / len(others)


def expectation(outcomes: Outcomes, codes: Sequence[int], sources: Sequence[str]) -> Expectation:
    """Of all simulations that began with one of these codes; there must be some.

    That a few simulations came out alike proves little: errors are those of one more that was won and one more that was
    lost, or of one more that was far off.
    """
    seats, width = int(outcomes.seats), int(outcomes.sources)
    count = sum(int(outcomes.count[code]) for code in codes)
    win, score, points, errors = [], [], [], []
    for seat in range(seats):
        places = [code * seats + seat for code in codes]
        win.append(sum(float(outcomes.wins[at]) for at in places) / count)
        mean = sum(int(outcomes.scores[at]) for at in places) / count
        squares = sum(int(outcomes.squares[at]) for at in places) / count
        score.append(mean)
        variance = max(0.0, squares - mean * mean)
        errors.append(sqrt((variance * count + FAR * FAR) / (count + 1) / count))
        sums = [sum(int(outcomes.points[at * width + source]) for at in places) for source in range(width)]
        points.append({name: total / count for name, total in zip(sources, sums, strict=True) if total})
    return Expectation(
        simulations=count,
        win=win,
        score=score,
        points=points,
        win_error=max(_win_error(chance, count) for chance in win),
        score_error=max(errors),
    )


def _win_error(chance: float, count: int) -> float:
    cautious = (chance * count + 1) / (count + 2)
    return sqrt(cautious * (1 - cautious) / count)


def explain(seat: int, better: Choice, other: Choice) -> Explanation:
    """What the first move expects beyond the second, part by part."""
    ours, theirs = better.expected, other.expected
    seats = len(ours.score)
    parts = []
    for owner in range(seats):
        weight = 1.0 if owner == seat else -1.0 / (seats - 1)
        for source in sorted({*ours.points[owner], *theirs.points[owner]}):
            points = ours.points[owner].get(source, 0.0) - theirs.points[owner].get(source, 0.0)
            if points:
                parts.append(Part(seat=owner, source=source, points=points, counts=weight * points))
    parts.sort(key=lambda part: -abs(part.counts))
    return Explanation(
        seat=seat,
        better=better.move.text,
        than=other.move.text,
        win=[a - b for a, b in zip(ours.win, theirs.win, strict=True)],
        score=[a - b for a, b in zip(ours.score, theirs.score, strict=True)],
        lead=ours.lead(seat) - theirs.lead(seat),
        parts=parts,
    )
