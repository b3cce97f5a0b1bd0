"""What a player is asked, with everything its seat may know and nothing else: what a bot is given."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from imhotep.engine.kernel import Position, Random
from imhotep.table.editions import Edition
from imhotep.table.moves import Event, Move
from imhotep.table.rules import GameRules, RawEvent
from imhotep.table.setup import Setup


def seat_bits(seats: Iterable[int]) -> int:
    """A set of seats as the engine wants it."""
    return sum(1 << seat for seat in seats)


class Question:
    """A decision that is due.

    Of the position only a redealt copy is kept: what the seat can't know was dealt anew, the same way for all positions
    that look the same to it. So whoever holds a question can't cheat.
    """

    def __init__(
        self,
        rules: GameRules,
        setup: Setup,
        names: Sequence[str],
        position: Position,
        history: Sequence[int | None],
        table: object,
        out: Iterable[int],
    ) -> None:
        self.game = rules.id  # its id
        self.table = table  # the same for all questions of one game, and no other's: to tell whether to think on
        self.seat = int(position.decider())  # who is asked
        self.players = setup.players  # how many seats there are
        self.history = list(history)  # codes of all decisions so far; None where this seat doesn't know which
        self.out = sorted(out)  # seats that have left the game and can't win it; somebody plays on for them
        self._rules = rules
        self._setup = msgspec.structs.replace(setup, seed=0, promise="", salt="")  # from which all deals follow
        self._names = list(names)
        self._redealt = position.blank()
        self._redealt.copy_from(position)
        self._redealt.redeal(self.seat, Random(0))

    def position(self) -> Position:
        """A position of one's own that looks to this seat as the true one does. Redeal it for another such."""
        copy = self._redealt.blank()
        copy.copy_from(self._redealt)
        return copy

    @cached_property
    def view(self) -> Any:
        """What the seat sees, with the moves it may answer."""
        return self._rules.view(self._redealt, self._setup, self.seat, self._names, is_over=False)

    @property
    def moves(self) -> list[Move]:
        """The legal moves; the answer is one of them."""
        moves: list[Move] = self.view.moves
        return moves

    @property
    def rules(self) -> GameRules:
        """The game that is played."""
        return self._rules

    @property
    def editions(self) -> list[Edition[Any]]:
        """Of the boxes that are in play."""
        return [self._setup.editions[box] for box in self._rules.boxes_in_play(self._setup)]

    def code(self, text: str) -> int:
        """The engine's number of a move."""
        return self._rules.code(self._redealt, self._setup, text)

    def event(self, raw: RawEvent) -> Event:
        """Something that happened, as this seat sees it."""
        return self._rules.event(raw, self._setup, self.seat)

    def worth(self, position: Position) -> list[dict[str, int]]:
        """Every seat's points by source if the game ended in this position of it, as far as this seat knows."""
        return self._rules.worth(position, self._setup, self.seat)

    def move(self, code: int) -> Move:
        """The move that a legal code means."""
        return self._rules.move(self._redealt, self._setup, code)
