"""Lists of numbers that an edition gives, such as points by how many there are of something."""

from librt.vecs import vec
from mypy_extensions import i64


def numbers_of(items: list[int]) -> vec[i64]:
    """Numbers in the form that the engine keeps them in: a vector, or a list where it is interpreted."""
    return vec[i64](items)


def of_set(points: vec[i64], more: i64, count: i64) -> i64:
    """What `count` things of a kind are worth; each beyond the list counts `more`."""
    largest: i64 = len(points) - 1
    if count <= largest:
        return points[count]
    return points[largest] + more * (count - largest)
