"""What a search expects of each decision: chances of winning and final points by source, and their differences."""

from collections.abc import Sequence
from math import hypot

import msgspec

from imhotep.table.moves import Move

CLEAR = 2.5  # standard errors of a difference: what is smaller may be noise


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """Means over simulations; lists are by seat."""

    simulations: int
    win: list[float]  # chance of winning, tied winners share
    score: list[float]  # final points
    points: list[dict[str, float]]  # the same by source
    win_error: float  # standard error of a chance of winning, at most
    score_error: float  # and of a score, at most

    def lead(self, seat: int) -> float:
        """Points of a seat beyond the mean of the others."""
        return lead(self.score, seat)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the moves that were looked at."""

    move: Move
    expected: Expectation
    value: float  # from 0 to 1: what the search plays for, winning and margin mixed
    value_error: float  # its standard error
    lead_error: float  # of the decider's lead
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
    win_error: float  # standard error of the difference of the decider's chances
    lead_error: float  # and of `lead`
    clear: bool  # whether it is surely better; if not, both are about equal
    parts: list[Part]  # the weightiest first; none are left out but zeros


def lead(scores: Sequence[float], seat: int) -> float:
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - sum(others) / len(others)


def is_clear(difference: float, error: float) -> bool:
    """Whether it is above 0, and that can't be noise."""
    return difference > CLEAR * error


def _is_better(better: Choice, other: Choice, shown: Sequence[tuple[float, float]]) -> bool:
    """Whether one move is worth more, any of the differences is clear, and what is shown doesn't say the contrary."""
    value = better.value - other.value
    differences = [(value, hypot(better.value_error, other.value_error)), *shown]
    supported = any(is_clear(difference, error) for difference, error in differences)
    return value > 0 and supported and not any(is_clear(-difference, error) for difference, error in shown)


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
    win = [a - b for a, b in zip(ours.win, theirs.win, strict=True)]
    lead = ours.lead(seat) - theirs.lead(seat)
    win_error, lead_error = hypot(ours.win_error, theirs.win_error), hypot(better.lead_error, other.lead_error)
    return Explanation(
        seat=seat,
        better=better.move.text,
        than=other.move.text,
        win=win,
        score=[a - b for a, b in zip(ours.score, theirs.score, strict=True)],
        lead=lead,
        win_error=win_error,
        lead_error=lead_error,
        clear=_is_better(better, other, [(win[seat], win_error), (lead, lead_error)]),
        parts=parts,
    )
