"""Scoring that several sites share."""

from librt.vecs import vec
from mypy_extensions import i64


def place_points(counts: vec[i64], seat: i64, points: vec[i64], nearest: bool = False) -> i64:
    """Points by rank; tied seats share the sum of the places they take up, rounded down (B16), or to the nearest point,
    halves up (N7)."""
    own = counts[seat]
    if own == 0:  # who has no stone there takes no place
        return 0
    ahead: i64 = 0
    level: i64 = 0
    for count in counts:
        if count > own:
            ahead += 1
        elif count == own:
            level += 1
    total: i64 = 0
    for place in range(ahead, ahead + level):
        total += points[place]
    if nearest:
        return (2 * total + level) // (2 * level)
    return total // level
