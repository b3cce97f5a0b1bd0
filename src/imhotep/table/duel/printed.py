"""What is printed on the boards of a table's edition and stands in no view."""

from msgspec import Struct

from imhotep.table.rules import house_sides, sources_of
from imhotep.table.setup import Setup


class DuelPrinted(Struct, frozen=True, kw_only=True):
    game: str
    house: list[str]  # sides that carry values of our own, such as "tomb.B"
    sources: dict[str, str]  # of values that are not printed, such as "temple.C.gifts": "house"


def printed(setup: Setup) -> DuelPrinted:
    return DuelPrinted(game=setup.game, house=house_sides(setup), sources=sources_of(setup))
