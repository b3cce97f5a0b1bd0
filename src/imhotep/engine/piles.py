"""Piles of cards and tokens."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.kernel import Random, copy_first


@final
@mypyc_attr(acyclic=True)
class Pile:
    """Cards or tokens, top last."""

    def __init__(self, room: i64) -> None:
        self.count: i64 = 0
        self.cards = vec[i64]([0] * room)

    def copy_from(self, other: "Pile") -> None:
        self.count = other.count
        copy_first(other.count, other.cards, self.cards)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.append(int(self.count))
        numbers.extend(self.to_list())

    def to_list(self) -> list[int]:
        return [int(self.cards[i]) for i in range(self.count)]

    def fill(self, cards: list[int]) -> None:
        """Exactly these cards, top last."""
        self.count = 0
        for card in cards:
            self.put(card)

    def put(self, card: i64) -> None:
        self.cards[self.count] = card
        self.count += 1

    def take(self) -> i64:
        self.count -= 1
        return self.cards[self.count]

    def sort(self) -> None:
        for i in range(1, self.count):
            card = self.cards[i]
            j = i
            while j > 0 and self.cards[j - 1] > card:
                self.cards[j] = self.cards[j - 1]
                j -= 1
            self.cards[j] = card

    def shuffle(self, random: Random) -> None:
        for i in range(1, self.count):
            j = random.below(i + 1)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card
