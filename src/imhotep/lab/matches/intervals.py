"""How sure a win rate is. The games of one deal depend on each other, so deals are what is counted."""

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist

CONFIDENCE = 0.95
MANY = 100  # degrees of freedom from which an expansion is exact enough


def win_rate_interval(
    wins: Sequence[float], games: Sequence[int], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Wilson's interval for the win rate of a bot that won `wins[d]` of its `games[d]` games of deal d.

    Its number of games is the effective one: so many independent games would vary as much as these deals do. One deal's
    worth of independent games is added to what was seen to vary, so that a few deals that came out alike prove little;
    and where all games were won, or all lost, only deals are counted. The quantile is Student's, for as many deals.
    """
    deals, played = len(games), sum(games)
    if not played:
        return 0.0, 1.0
    rate = sum(wins) / played
    spread = rate * (1 - rate)
    if spread > 1e-12:
        seen = sum((won - rate * of) ** 2 for won, of in zip(wins, games, strict=True))
        effective = spread * played**2 / (seen + spread * played / deals)
    else:
        effective = float(deals)
    t = student(deals, confidence)
    middle = (rate + t * t / (2 * effective)) / (1 + t * t / effective)
    half = t / (1 + t * t / effective) * math.sqrt(spread / effective + t * t / (4 * effective**2))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


@cache
def student(freedom: int, confidence: float) -> float:
    """How many deviations hold this share of Student's distribution, both sides together."""
    if freedom >= MANY:
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1e6
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """The share of Student's distribution between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    return 2 / math.pi * (angle + math.sin(angle) * total) if odd else math.sin(angle) * total
