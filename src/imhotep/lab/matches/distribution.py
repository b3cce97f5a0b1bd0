"""How numbers are spread, and how sure means are. Games don't depend on each other; the seats of one game do."""

import math
from collections.abc import Iterable, Sequence

import msgspec

from imhotep.lab.matches.intervals import CONFIDENCE, student


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Of whole numbers, each of which was seen: also the quantiles."""

    mean: float
    deviation: float
    lowest: int
    low: int  # a tenth is not above it
    median: int
    high: int  # nine tenths are not above it
    highest: int


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    value: float
    interval: tuple[float, float]  # 95 %

    @property
    def is_sure(self) -> bool:
        """That it is not 0."""
        return not self.interval[0] <= 0 <= self.interval[1]


def spread(values: Iterable[int]) -> Spread:
    """At least one value."""
    ordered = sorted(values)
    count = len(ordered)
    mean = sum(ordered) / count
    return Spread(
        mean=mean,
        deviation=math.sqrt(sum((value - mean) ** 2 for value in ordered) / count),
        lowest=ordered[0],
        low=_quantile(ordered, 0.1),
        median=_quantile(ordered, 0.5),
        high=_quantile(ordered, 0.9),
        highest=ordered[-1],
    )


def _quantile(ordered: Sequence[int], share: float) -> int:
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)]


def mean_of(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate | None:
    """Student's interval; one value alone says nothing about how sure it is."""
    return slope([[(1.0, value)] for value in values], confidence)


def slope(groups: Sequence[Sequence[tuple[float, float]]], confidence: float = CONFIDENCE) -> Estimate | None:
    """By how much y grows with x, from groups of (x, y) that are independent of each other: least squares through 0.

    What varies is measured from group to group, so that points of one group may depend on each other in any way.
    """
    count, weight = len(groups), sum(x * x for group in groups for x, _ in group)
    if count < 2 or not weight:
        return None
    value = sum(x * y for group in groups for x, y in group) / weight
    seen = sum(sum(x * (y - value * x) for x, y in group) ** 2 for group in groups)
    half = student(count - 1, confidence) * math.sqrt(seen * count / (count - 1)) / weight
    return Estimate(value=value, interval=(value - half, value + half))
