"""Duplicate play: who sits where in the games of one deal, so that luck with cards and seats is everybody's alike."""

from functools import lru_cache
from itertools import combinations, permutations
from math import factorial

Seating = tuple[int, ...]  # for each seat the number of its bot


def games_per_deal(bots: int, players: int, both_ways: bool = False) -> int:
    return len(seatings(bots, players, 0, both_ways))


def seatings(bots: int, players: int, deal: int, both_ways: bool = False) -> list[Seating]:
    """The games of a deal.

    As many bots as seats, or more: every table of different bots, and at each of them every rotation of one circular
    order; the orders take turns from deal to deal. Fewer: the first bot against copies of each other one, at each seat
    in turn; both ways, each other one against copies of the first as well.

    >>> seatings(2, 2, deal=0)
    [(0, 1), (1, 0)]
    >>> seatings(3, 3, deal=1)
    [(0, 2, 1), (1, 0, 2), (2, 1, 0)]
    >>> seatings(2, 3, deal=0)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    return _seatings(bots, players, deal % factorial(players - 1), both_ways)


@lru_cache(maxsize=64)
def _seatings(bots: int, players: int, order_number: int, both_ways: bool) -> list[Seating]:
    if bots < players:
        pairs = [(0, other) for other in range(1, bots)]
        if both_ways:
            pairs += [(other, 0) for other in range(1, bots)]
        return [_one_among(one, copies, seat, players) for one, copies in pairs for seat in range(players)]
    order = (0, *list(permutations(range(1, players)))[order_number])
    return [
        tuple(table[order[(seat - turn) % players]] for seat in range(players))
        for table in combinations(range(bots), players)
        for turn in range(players)
    ]


def _one_among(one: int, copies: int, seat: int, players: int) -> Seating:
    return tuple(one if at == seat else copies for at in range(players))
