"""Tokens of the great obelisk: the ways in which one can lie."""

from collections.abc import Sequence

Shape = frozenset[tuple[int, int]]  # squares, column and row from 0, rows from the bottom


def read_shape(rows: Sequence[str]) -> Shape:
    """A shape from its drawing, the top row first."""
    return _at_origin(
        {(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    )


def turnings(shape: Shape, width: int) -> list[Shape]:
    """Each way it can lie in an obelisk of this width, turned or flipped; those that look the same once.

    A way that would leave a gap under one of its own squares is none.
    """
    found: list[Shape] = []
    turned = shape
    for _ in range(2):
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = _at_origin({(y, -x) for x, y in turned})
        turned = _at_origin({(-x, y) for x, y in turned})
    return [way for way in found if columns_of(way) <= width and _has_no_gap(way)]


def fits(shape: Shape, width: int) -> bool:
    return bool(turnings(shape, width))


def columns_of(shape: Shape) -> int:
    return max(x for x, _ in shape) + 1


def column(shape: Shape, number: int) -> list[int]:
    """The rows of its squares in one column."""
    return sorted(y for x, y in shape if x == number)


def _has_no_gap(shape: Shape) -> bool:
    columns = [column(shape, x) for x in range(columns_of(shape))]
    return all(rows and rows == list(range(rows[0], rows[0] + len(rows))) for rows in columns)


def _at_origin(squares: set[tuple[int, int]]) -> Shape:
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left, y - bottom) for x, y in squares)
