"""Chance at a table: everything follows from the seed through a cryptographic stream, or from a record."""

import hashlib
from collections.abc import Sequence

from imhotep.engine.kernel import Deals
from imhotep.table.errors import ImhotepError

LARGEST_SEED = 2**128 - 1


class Stream:
    """Numbers that follow from a seed and a label, and from which neither can be guessed."""

    def __init__(self, seed: int, label: str) -> None:
        self._key = f"imhotep:{seed}:{label}".encode()
        self._block = 0
        self._bytes = b""

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += hashlib.sha256(self._key + b":%d" % self._block).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def below(self, limit: int) -> int:
        """Each of 0 to limit - 1 as likely."""
        while True:  # numbers beyond the last whole multiple would favour small results
            number = int.from_bytes(self._take(4), "big")
            if number < 2**32 // limit * limit:
                return number % limit

    def shuffled(self, items: Sequence[int]) -> list[int]:
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


class TableDeals(Deals):
    """Shuffles in the middle of a game: from the seed, unless a record says how they came out.

    Shuffle number n is the same whenever it happens, so taking a move back never gives another deal.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.expected: list[list[int]] = []  # outcomes that a record gives for the next shuffles
        self.outcomes: list[list[int]] = []  # what came out since it was last emptied

    def arrange(self, number: int, cards: list[int]) -> list[int]:
        if self.expected:
            order = self.expected.pop(0)
            if sorted(order) != sorted(cards):
                raise ImhotepError("the shuffled cards aren't those on the discard pile")
        else:
            order = Stream(self.seed, f"shuffle {number}").shuffled(sorted(cards))
        self.outcomes.append(order)
        return order
