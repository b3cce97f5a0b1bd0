"""A move and an event as values: ids and numbers, never sentences. Fields that a kind doesn't have are None."""

import msgspec


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One decision. `str(move)` is its notation; ships, spaces and pyramids count from 1, seats from 0."""

    text: str  # the notation: what is sent, stored and typed
    verb: str
    ship: int | None = None
    space: int | None = None
    site: str | None = None
    card: str | None = None
    seat: int | None = None
    pyramid: int | None = None
    amount: int | None = None  # points or stones that it brings at once

    def __str__(self) -> str:
        return self.text


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One visible happening, with the numbers a client needs to animate it."""

    kind: str
    seat: int | None = None
    ship: int | None = None
    space: int | None = None
    site: str | None = None
    card: str | None = None
    count: int | None = None
    points: int | None = None
    source: str | None = None
    place: int | None = None  # where on the site, from 1, as its view counts
    round: int | None = None
    size: int | None = None
    minimum: int | None = None
    move: str | None = None  # of a decision with a single answer, taken at once
