"""What is printed on boards and cards of a table's editions and stands in no view, since it never changes."""

from msgspec import Struct

from imhotep.table.builder.values import base_of, dynasty_of
from imhotep.table.rules import house_sides, sources_of
from imhotep.table.setup import Setup


class PrintedCards(Struct, frozen=True, kw_only=True):
    statues: list[int]  # points for one, two, three ...
    each_further_statue: int
    decoration_stones: int  # for a point
    hammer_stones: int
    unused_blue_card: int
    cargo_sled_room: int
    private_quarry_points: int
    private_quarry_stones: int
    stone_ornament_points: int
    raft_returns: int
    loading_plank_returns: int


class BuilderPrinted(Struct, frozen=True, kw_only=True):
    game: str
    per_get: int  # stones that an action gets
    single_stone: int  # obelisks B: points of a stone without a tower
    coins: int  # market C: of each player
    turned_over: int  # burial chamber D: numbers that lie open
    cards: PrintedCards
    house: list[str]  # sides that carry values of our own, such as "pyramids.C"
    sources: dict[str, str]  # of values that are not printed, such as "temple.C.gifts": "house"


def printed(setup: Setup) -> BuilderPrinted:
    base, dynasty = base_of(setup), dynasty_of(setup)
    cards, more = base.card_values, dynasty.card_values
    return BuilderPrinted(
        game=setup.game,
        per_get=base.stones.per_get,
        single_stone=base.obelisks.B.single_stone,
        coins=dynasty.market.C.coins,
        turned_over=dynasty.burial_chamber.D.turned_over,
        cards=PrintedCards(
            statues=list(cards.statues),
            each_further_statue=cards.each_further_statue,
            decoration_stones=cards.decoration_stones,
            hammer_stones=cards.hammer_stones,
            unused_blue_card=cards.unused_blue_card,
            cargo_sled_room=more.cargo_sled_room,
            private_quarry_points=more.private_quarry_points,
            private_quarry_stones=more.private_quarry_stones,
            stone_ornament_points=more.stone_ornament_points,
            raft_returns=more.raft_returns,
            loading_plank_returns=more.loading_plank_returns,
        ),
        house=house_sides(setup),
        sources=sources_of(setup),
    )
