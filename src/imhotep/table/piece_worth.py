"""What each card, token or prophecy is worth to each seat: by the engine, the points with it less those without it."""

import msgspec


class SeatWorth(msgspec.Struct, frozen=True, kw_only=True):
    """To one seat, by what the viewer knows. None: that depends on a choice, or on something nobody can know yet."""

    held: int  # how many of it this seat has
    counted: int | None  # what it is worth goes by: stones at the site, stones on the sled, what a prophecy asks for
    now: int | None  # points at once for one more
    end: int | None  # and further ones if the game ended then
    second: int | None  # points, at once and then, for another one after that
    last: int | None  # points if the game ended now that the last one of those held adds; None: there is none
    others: int  # what one more would add to the other seats' points, together


class PieceWorth(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of card or token that players get, or a prophecy on the table."""

    piece: str  # its id; prophecies are "god 1", "god 2" ... as they lie
    copies: int  # in the game
    unseen: int  # those of them that the viewer does not see
    per: int | None  # so many of what is counted make a point, or the prophecy come true
    seats: list[SeatWorth]
