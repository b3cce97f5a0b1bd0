"""A move and an event as values: ids and numbers, never sentences. Fields that a kind doesn't have are None."""

import msgspec


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """One decision. `str(move)` is its notation; ships, spaces and pyramids count from 1, seats from 0."""

    text: str  # the notation: what is sent, stored and typed
    verb: str
    ship: int | None = None
    space: int | None = None
    site: str | None = None
    card: str | None = None
    seat: int | None = None
    pyramid: int | None = None
    second_space: int | None = None  # of a pair that is taken for a coin, or swapped
    second_card: str | None = None
    prophecy: str | None = None
    squares: list[tuple[int, int]] | None = None  # of a great obelisk that a token covers: column and row
    boat: str | None = None  # of The Duel, such as "row 1"
    row: int | None = None  # of its harbour
    column: int | None = None
    token: str | None = None  # that is played or taken
    amount: int | None = None  # points or stones that it brings at once

    def __str__(self) -> str:
        return self.text


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
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
    prophecy: int | None = None  # on the table, from the left
    period: int | None = None  # pair of rounds
    track: int | None = None  # space of the arena's track, from 0: the start
    token: int | str | None = None  # number of a scaffold or tomb token; id of a cargo token
    column: int | None = None  # the leftmost one of a token that is added; of the harbour
    row: int | None = None  # the lowest one; of the harbour
    turning: int | None = None
    boat: str | None = None  # of The Duel, such as "row 1"
    second_space: int | None = None
    move: str | None = None  # of a decision with a single answer, taken at once
