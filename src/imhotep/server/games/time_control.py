"""How much time there is, and how much of it is left. A clock runs for whoever decides, inside others' turns too."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from imhotep.server.clock import DAY


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No limit, a clock for the whole game with something added for each decision, or days for each decision."""

    kind: Literal["none", "clock", "days"] = "none"
    seconds: Annotated[int, Meta(ge=10, le=86_400)] = 900  # on the clock
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10
    days: Annotated[int, Meta(ge=1, le=30)] = 3


class Clocks:
    """All times are milliseconds. What is left is written down with each move, so a game carries its own clock."""

    def __init__(self, pace: Pace, players: int, started: int) -> None:
        self.pace = pace
        self.left = [pace.seconds * 1000] * players
        self.began = started  # the decision that is due
        self.grace = 0  # since then, when nobody could decide: the server was away, or the time was changed

    @property
    def times(self) -> list[int]:
        """What clocks show that don't run: by the day, everybody has all the days again."""
        return [self.pace.days * DAY] * len(self.left) if self.pace.kind == "days" else list(self.left)

    def due(self, seat: int) -> int | None:
        """When this seat's time is up, if it decides; None if it has all the time in the world."""
        if self.pace.kind == "clock":
            return self.began + self.grace + self.left[seat]
        if self.pace.kind == "days":
            return self.began + self.grace + self.pace.days * DAY
        return None

    def seconds_after(self, seat: int, at: int) -> float | None:
        """What a seat has left if it decides then, for the record; None without a clock."""
        return self._left_after(seat, at) / 1000 if self.pace.kind == "clock" else None

    def stop(self, seat: int, at: int) -> None:
        """A seat decided."""
        if self.pace.kind == "clock":
            self.left[seat] = self._left_after(seat, at)
        self.go_on(at)

    def _left_after(self, seat: int, at: int) -> int:
        return max(0, self.left[seat] - max(0, at - self.began - self.grace)) + self.pace.increment * 1000

    def go_on(self, at: int) -> None:
        """Something else happened, such as a decision taken back: whoever decides now begins anew."""
        self.began, self.grace = at, 0

    def follow(self, seat: int | None, clock: float | None, at: int) -> None:
        """What a stored entry says."""
        self.go_on(at)
        if seat is not None and clock is not None:
            self.left[seat] = round(clock * 1000)
