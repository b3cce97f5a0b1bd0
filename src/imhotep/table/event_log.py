"""What happened in a game so far, kept small: a server has thousands of games in memory."""

from array import array

from imhotep.engine.kernel import Journal
from imhotep.table.rules import RawEvent

NUMBERS = 6  # of an event


class EventLog:
    def __init__(self) -> None:
        self._numbers = array("i")

    def __len__(self) -> int:
        return len(self._numbers) // NUMBERS

    def take(self, journal: Journal) -> None:
        """What the engine has written since."""
        for event in journal.events:
            self._numbers.extend(int(number) for number in event)
        journal.events.clear()

    def since(self, first: int) -> list[RawEvent]:
        numbers = self._numbers
        return [
            (numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], numbers[at + 5])
            for at in range(first * NUMBERS, len(numbers), NUMBERS)
        ]

    def forget(self, first: int) -> None:
        """From this one on."""
        del self._numbers[first * NUMBERS :]
